"""How a game ended: who won how, alone or together, and the points."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen


@frozen
class Result:
    """How a game ended: the seat that won alone (None where nobody did), the way, points by seat and category, all
    seats that share the victory, whether the game was stopped because it went on for too long, whether it was a draw,
    and how many sides share the victory: of those who win together there is one."""

    winner: int | None
    how: str
    scores: tuple[Mapping[str, int], ...]
    winners: tuple[int, ...] = ()
    stopped: bool = False
    drawn: bool = False
    sharing: int = 1

    def share(self, seat: int) -> float:
        """The part of the victory that a seat has: all of it for each of those who win together."""
        return 1 / self.sharing if seat in self.winners else 0.0

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every seat."""
        return tuple(sum(categories.values()) for categories in self.scores)
