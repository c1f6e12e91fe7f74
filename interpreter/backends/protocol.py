"""What every backend offers: a machine that runs the positions of one program and answers questions about them.

A position is a flat list of integers (`State`), the same numbers on every backend. A machine changes it only in
`start`, `run` and `playout`; whoever wants it back after an error keeps a copy. It counts the options that are chosen
(`DECISIONS`), and where another decision would come after as many as the program's `limit`, the game is over instead.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Protocol

from ..program.model import Program
from ..runtime.chance import Chance, State
from ..runtime.sides import Side


class Machine(Protocol):
    """Runs positions to the next decision. Options are integers, in a fixed order; there are none when a game is over.

    Raises `RunawayChain` where a decision's consequences do not come to an end.
    """

    program: Program

    def start(self, state: State, chance: Chance | None = None) -> list[int]:
        """Begins the game; returns the options of the first decision."""

    def run(self, state: State, chance: Chance | None = None) -> list[int]:
        """Goes on from a decision whose option has been put at `CHOSEN`; returns the options of the next one."""

    def playout(
        self,
        state: State,
        found: list[int],
        luck: Callable[[], float],
        most: int | None = None,
        chance: Chance | None = None,
    ) -> list[int]:
        """Chooses by luck among the options found, again and again, to the end or so many times."""

    def options(self, state: State) -> list[int]:
        """The options of the decision that a position waits for."""

    def answers(self, state: State, seat: int) -> list[int]:
        """The options of another seat in a decision that all make together."""

    def told(self, state: State, option: int) -> tuple[int, ...]:
        """What fills the holes in an option's label and remark."""

    def call(self, state: State, function: str, *arguments: int) -> int:
        """The value of a function of the program."""

    def price(self, state: State, seat: int, card: int) -> int:
        """What the goods of a card cost a seat beside its printed money."""

    def production(self, state: State, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What the cards of a seat produce: units of each good, and units that are one of several (as sets)."""

    def sides(self, state: State) -> tuple[Side, ...]:
        """The seats of every side: who ranks and wins together."""

    def leading(self, state: State) -> tuple[Side, ...]:
        """The sides that are ahead by rank."""

    def sharing(self) -> AbstractContextManager[None]:
        """What is asked inside, such as the labels of all options, has one budget; otherwise every question has one."""

    def move(self, state: State, card: int, zone: int) -> None:
        """Moves a card to the zone at a place."""
