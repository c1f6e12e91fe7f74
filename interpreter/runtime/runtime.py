"""What generated code calls: moving cards, displays, chance, the budget of a decision and the ends of a game.

All state of a game is in the flat list `s`. The functions are closures over the tables of one program, made once at
load.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from types import FrameType
from typing import Any

from ...dsl.meaning import clamp, index, saturated, times, union
from ..errors import RunawayChain
from ..program.model import ASKED, LITTLE, OVER, PEOPLE, WAY, WINNER, Program, Rank
from ..program.sets import bits
from .amounts import amounts, payment_part, payment_total
from .chance import Chance, State, roll, scripted
from .price_rows import price_helpers
from .sides import Side, ahead, sides
from .sight import Sight
from .tabletop import tabletop

# How much work one decision may set off.
BUDGET = 10_000_000
# How much of it, the last, is watched to tell what goes on for ever.
WATCHED = 100_000
# How many options a decision may have.
MOST_OPTIONS = 20_000
# How many sets are remembered with their members: most sets come again and again.
MOST_SETS = 2_048


class GameOver(Exception):
    """Raised inside generated code when the game has ended."""


class Runaway(RunawayChain):
    """Raised inside generated code when the budget is used up; whoever runs it tells the chain."""

    def __init__(self) -> None:
        super().__init__("this does not come to an end")


class TooManyOptions(RunawayChain):
    """Raised inside generated code for a decision among more options than anybody could look through."""

    def __init__(self) -> None:
        super().__init__(f"there are more than {MOST_OPTIONS:,} options")


def _nothing(*_: object) -> int:
    return 0


def _get_if(s: State, base: int, after: int) -> int:
    return s[base + after] if after >= 0 else 0


class Runtime:
    """The functions and tables of one game that generated code uses, and what a run hands back beside the position."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.memory = program.memory
        self.prices = price_helpers(program)
        self.chance: Chance | None = None
        self.pending: list[tuple[int, ...]] = []
        self.found: list[int] = []
        self.left = BUDGET
        self.recent: dict[str, None] = {}
        self.layouts = program.layouts
        self.sight = Sight(program)
        self.card_ids = program.names["card"]
        self.score_functions: list[Callable[[State, int], int]] = []
        self.side_function: Callable[[State, int], int] | None = None
        self.receivers: list[Callable[[State, int], int]] = []
        self.move: Callable[[State, int, int], None] = lambda s, card, to: None
        own = [place for place in program.places if place.zone and place.per == "player"]
        self._seats = {place.first + seat: seat for place in own for seat in range(place.count)}

    def helpers(self) -> dict[str, Any]:
        """The names that generated code may use."""
        return {
            "bits": lru_cache(MOST_SETS)(lambda mask: tuple(bits(mask))),
            "clamp": clamp,
            "index": index,
            "get_if": _get_if,
            "times": times,
            "saturated": saturated,
            "union": union,
            "counted": self._counted,
            "charge": self._charge,
            "BIT": self._bits_of_members(),
            "by_card": self._by_card,
            "pending": self.pending,
            "asked": self._asked,
            "pick": self._pick,
            "owner": self._owner,
            "win": self._end,
            "finish": self.finish,
            "total": self.total,
            "payment_total": payment_total,
            "payment_part": payment_part,
            "settle": self._settle(),
            "unseen_by": self.sight.unseen,
            "spot_of": self.sight.spot,
            "opened": self.sight.opened,
            **tabletop(self),
            **self.prices,
        }

    def _bits_of_members(self) -> tuple[int, ...]:
        """The set of one member, for every card, seat and member of an enum; at the end, for none, the empty set."""
        most = max(self.memory.seats, *map(len, self.program.names.values()), 1)
        return (*(1 << member for member in range(most)), 0)

    def _by_card(self, handlers: dict[int, Callable[..., object]]) -> tuple[Callable[..., object], ...]:
        """One function per card; a card without a handler does nothing, and so does none, which stands at the end."""
        return (*(handlers.get(card, _nothing) for card in range(len(self.card_ids))), _nothing)

    # -------------------------------------------------------------- the run
    def _asked(self, found: list[int]) -> None:
        if len(found) > MOST_OPTIONS:
            raise TooManyOptions
        self.found = found

    def _charge(self, work: int) -> None:
        """Counts work against the budget of a decision."""
        self.left -= work
        if self.left < WATCHED:
            self._watch()
            if self.left < 0:
                raise Runaway

    def _counted(self, many: Sequence[int], work: int) -> Sequence[int]:
        """The same many, after work is counted for each, where it is not little altogether."""
        if (rounds := len(many) * work) > LITTLE:
            self.left -= rounds
            if self.left < 0:
                raise Runaway
        return many

    def _watch(self) -> None:
        """Notes which functions are called in the last rounds, so that an error can name what goes round."""
        if sys.getprofile() is None:
            sys.setprofile(self._note_call)

    def _note_call(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            self.recent[frame.f_code.co_name] = None

    def stop_watching(self) -> list[str]:
        """The names of the functions called in the last rounds of an endless decision."""
        found = list(self.recent)
        self.recent.clear()
        if sys.getprofile() == self._note_call:
            sys.setprofile(None)
        return found

    # -------------------------------------------------------------- chance
    def choose(self, s: State, what: str, candidates: Callable[[], list[str]], number: int) -> int:
        """One of several candidates by chance, by its place."""
        return roll(s, number) if self.chance is None else scripted(self.chance, what, candidates())

    def _pick(self, s: State, what: str, items: Sequence[int], of: str) -> int:
        """One of the items by chance; -1 where there is none."""
        if not items:
            return -1
        names = self.program.names.get(of)

        def candidates() -> list[str]:
            return [names[i] if names else str(i) for i in items]

        return items[self.choose(s, what, candidates, len(items))]

    # -------------------------------------------------------------- paying
    def _settle(self) -> Callable[[State, int, int], None]:
        prices = self.program.prices
        money = prices.money if prices is not None else 0
        type = self.program.place_at(money).type
        low, high = type.low, type.high

        def settle(s: State, payment: int, player: int) -> None:
            """Takes a payment from a player and gives every receiver their part, within the bounds of money."""
            for place, amount in enumerate(amounts(payment)):
                s[money + player] = max(low, s[money + player] - amount)
                receiver = self.receivers[place - 1](s, player) if place else -1
                if receiver >= 0:
                    s[money + receiver] = min(high, s[money + receiver] + amount)

        return settle

    # -------------------------------------------------------------- cards
    def _owner(self, s: State, card: int) -> int:
        """The seat in whose zones a card lies, or -1."""
        return self._seats.get(s[self.memory.where + card], -1) if card >= 0 else -1

    # -------------------------------------------------------------- ends
    def _end(self, s: State, winner: int, way: int) -> None:
        s[OVER], s[WINNER], s[WAY], s[ASKED] = 1, winner, way, -1
        raise GameOver

    def total(self, s: State, player: int) -> int:
        """All points of a player."""
        return sum(score(s, player) for score in self.score_functions)

    def finish(self, s: State) -> None:
        """Ends the game by rank: the first category in which one side is ahead decides."""
        leading, number = self.leading(s)
        if len(leading) == 1 and number is not None:
            self._end(s, leading[0][0], self.program.drawn - len(self.program.rank) + number)
        self._end(s, leading[0][0] if len(leading) == 1 else -1, self.program.drawn)

    def break_off(self, s: State) -> None:
        """Ends a game that has gone on for too long: a draw that all share."""
        self._end(s, -1, self.program.stopped)

    def sides(self, s: State) -> tuple[Side, ...]:
        """Who plays together."""
        of = self.side_function
        return sides(s[PEOPLE], None if of is None else lambda seat: of(s, seat))

    def leading(self, s: State) -> tuple[tuple[Side, ...], int | None]:
        """The sides that are ahead by rank, and the number of the category that decided."""
        leading = self.sides(s)
        for number, rank in enumerate(self.program.rank):
            leading = ahead(leading, partial(self._ranked, s, rank))
            if len(leading) == 1:
                return leading, number
        return leading, None

    def _ranked(self, s: State, rank: Rank, seat: int) -> int:
        if rank.by == "score":
            return self.score_functions[rank.index](s, seat)
        return self.total(s, seat) if rank.by == "total" else s[rank.index + seat]
