"""What spots are called, where a card lies that is not seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...dsl.model import SEATS
from ..program.memory import LAYOUT, SLOTS
from ..runtime.chance import State
from ..telling.words import ENGLISH

if TYPE_CHECKING:
    from .game import Game


def spot_words(game: Game, state: State, language: str) -> Callable[[int], str]:
    """What a spot is called in a language (as an id where there is none): a slot by its name, a position in a zone by
    the zone, whose it is and its number."""

    def spotted(position: int) -> str:
        spot = game.sight.spot_at(position)
        if spot.slot:
            base = game.program.memory.layouts[spot.name]
            slot = game.program.layouts[state[base + LAYOUT]].slots[spot.place - base - SLOTS]
            return slot if len(game.program.memory.layouts) == 1 else f"{spot.name} {slot}"
        words = game.words(language or ENGLISH)
        name = words.title(spot.name) if language else spot.name
        owner = [] if spot.seat < 0 else [words.seat(spot.seat) if language else SEATS[spot.seat]]
        return " ".join([*owner, name, str(position - spot.first + 1)])

    return spotted
