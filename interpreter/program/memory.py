"""Where the parts of a position lie that have parts of their own, and how much room an option has."""

from __future__ import annotations

from ...dsl.meaning import MOST_RECEIVERS
from .model import AMOUNT_BITS

# A layout zone is: which layout, the mask of occupied slots, the mask of slots face up, the mask of its cards,
# then one card (or -1) per slot.
LAYOUT, OCCUPIED, FACE_UP, CARDS, SLOTS = range(5)

# The place of something that a game does not have.
NOWHERE = -1

PAYMENT_BITS = AMOUNT_BITS * (MOST_RECEIVERS + 1)
# How many numbers a position may have.
MOST_PLACES = 200_000
# Names in one option at most; the checker says so first.
MOST_OPTION_NAMES = 4
