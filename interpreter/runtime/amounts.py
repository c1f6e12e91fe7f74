"""Payments as integers: the amount for nobody in the lowest bits, then the amounts for the receivers."""

from __future__ import annotations

from collections.abc import Sequence

from ..program.model import AMOUNT_BITS

MOST_AMOUNT = (1 << AMOUNT_BITS) - 1


def amounts(payment: int) -> list[int]:
    """What goes to nobody, and to each receiver in turn."""
    found = []
    while payment:
        found.append(payment & MOST_AMOUNT)
        payment >>= AMOUNT_BITS
    return found


def payment_total(payment: int) -> int:
    """All amounts of a payment together."""
    total = 0
    while payment:
        total += payment & MOST_AMOUNT
        payment >>= AMOUNT_BITS
    return total


def payment_part(payment: int, place: int) -> int:
    """What a payment gives to nobody (0) or to a receiver (from 1)."""
    return payment >> AMOUNT_BITS * place & MOST_AMOUNT


def packed(vector: Sequence[int]) -> int:
    """The payment with these amounts, for nobody first."""
    payment = 0
    for amount in reversed(vector):
        payment = payment << AMOUNT_BITS | amount
    return payment


def fits(vector: Sequence[int]) -> bool:
    """Whether a payment has room for these amounts."""
    return max(vector) <= MOST_AMOUNT
