"""The program: a small typed intermediate form between the game description and a backend.

Everything in it is an integer, a set as a bit mask, a table of integers or a structured block. There is no Python
object in it and no dispatch that is not a table, so a second backend is a translation.

Codes (`Code.op`): int, get (a place of the position, `value` the base, one optional index), local, table, call, row
(the goods prices of a player), at (one entry of a row), + - * / == != < <= > >= and or not, within (kept from growing
without bounds), & | &~ (sets), count, bit, has (set, card), min, max, cond, seat (so many seats further), bits (the
members of a set), range, fold, keep (the members of a set that fulfil a condition), uncovered, owner, total.
Steps (`Step.op`): store, let, if, while, for, repeat, call, run, ask, pick, move, move_all, draw, deal, reveal, win,
finish, stop.
"""

from __future__ import annotations

from typing import Any

from attrs import frozen


@frozen
class Code:
    """Something with an integer value."""

    op: str
    args: tuple[Code, ...] = ()
    value: Any = None


@frozen
class Step:
    """Something that is done; `blocks` are its inner steps."""

    op: str
    args: tuple[Code, ...] = ()
    value: Any = None
    blocks: tuple[tuple[Step, ...], ...] = ()


@frozen
class Function:
    """A pure function: parameters and the code of its value."""

    name: str
    params: tuple[str, ...]
    body: Code


@frozen
class Routine:
    """Something that is done under a name; `title` is how an error names it and
    `tags` tell which of its local names hold a card or a set."""

    name: str
    params: tuple[str, ...]
    body: tuple[Step, ...]
    title: str
    tags: dict[str, str]


@frozen
class OptionCode:
    """One option of an ask: the names it runs over, their domains, the condition and what it does. An origin is added
    to an argument that can be below zero."""

    names: tuple[str, ...]
    widths: tuple[int, ...]
    origins: tuple[int, ...]
    domains: tuple[Code, ...]
    where: Code | None
    body: tuple[Step, ...]
    label: tuple[Code, ...]
    remark: tuple[Code, ...]

    @property
    def shifts(self) -> tuple[int, ...]:
        """Where each argument begins in the integer of an option."""
        return tuple(OPTION_BITS + sum(self.widths[:i]) for i in range(len(self.widths)))

    def arguments(self, code: int) -> list[int]:
        """What the names of the option stand for in one of its integers."""
        parts = zip(self.shifts, self.widths, self.origins, strict=True)
        return [(code >> at & (1 << width) - 1) - origin for at, width, origin in parts]


@frozen
class Ask:
    """A decision: who decides and among which options. `choice` is its number in the description; a choice that all
    make together has a second ask, in which answers are only gathered."""

    id: int
    choice: int
    by: Code
    options: tuple[OptionCode, ...]
    optional: bool
    named: bool


@frozen
class Memory:
    """Where everything lies in a position; the stack of what is still to be done begins at `stack`."""

    seats: int
    table: dict[str, int]
    player: dict[str, int]
    switches: dict[str, int]
    states: dict[str, int]
    layouts: dict[str, int]
    layout_size: int
    answers: int
    order: int
    known: int
    where: int
    stack: int


@frozen
class Program:
    """All functions, routines, asks and tables of a game, and after how many decisions it is stopped."""

    memory: Memory
    first: tuple[int, ...]
    tables: dict[str, tuple[int, ...]]
    functions: tuple[Function, ...]
    routines: tuple[Routine, ...]
    events: dict[str, tuple[str, ...]]
    asks: tuple[Ask, ...]
    prices: PriceCode | None
    score: tuple[str, ...]
    invariants: tuple[str, ...]
    limit: int


@frozen
class PriceCode:
    """How goods prices come about: the sets whose cards produce, what is waived and left out per item, and who sells
    what (in the local names `buyer`, `item` and `good`). `receivers` are the players who can be paid; 0 stands for
    nobody."""

    own: tuple[Code, ...]
    waived: Code | None
    markets: tuple[MarketCode, ...]
    receivers: tuple[Code, ...]
    money: int
    goods: int
    choices: tuple[tuple[int, ...], ...]
    omitted: Code | None = None

    @property
    def one_price(self) -> bool:
        """Whether every good has one price at which any number of units can be bought, paid to nobody."""
        return not self.receivers and not any(m.stock or m.limit is not None for m in self.markets)


@frozen
class MarketCode:
    """Who sells: the goods of which any number (or `limit` units at most) is for sale, or the cards whose units are;
    prices; the receiver."""

    sells: tuple[int, ...]
    stock: tuple[Code, ...]
    prices: tuple[Code, ...]
    receiver: int
    limit: Code | None = None


# The first places of every position.
RANDOM, OVER, WINNER, WAY, ASKED, DECIDER, CHOSEN, PLAYERS, PEOPLE, DECISIONS, FIRST_FREE = range(11)

# An option is one integer: its number in the lowest bits, then its arguments.
OPTION_BITS, ARGUMENT_BITS = 6, 13
DECLINE = (1 << OPTION_BITS) - 1
# Added to numbers among the arguments, which can be below zero.
NUMBER_ORIGIN = 1 << ARGUMENT_BITS - 1
# A payment is one integer: an amount for nobody in the lowest bits, then one for every receiver.
AMOUNT_BITS, MOST_RECEIVERS = 11, 4
# What stands for an answer that has not been given, and for one where there was nothing to choose.
OPEN, NOTHING = -2, -1
