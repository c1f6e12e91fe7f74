"""The program: a small typed intermediate form between the game description and whatever runs it.

Everything in it is an integer, a set as a bit mask, a table of integers or a structured block. There is no Python
object in it and no dispatch that is not a table, so a backend is a translation. What every operation of its codes and
steps means stands in `operations.py`; `verify.py` says whether a program keeps to that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from ...dsl.diagnostic import NOWHERE, Span
from .sets import bits
from .types import Type

if TYPE_CHECKING:
    from .prices import PriceCode


@frozen
class Origin:
    """Where in the text something comes from, and from which card (-1: the rules)."""

    span: Span = NOWHERE
    card: int = -1


RULES, OWN = Origin(), "@"


@frozen
class Code:
    """Something with a value. What a card or a rule answers to a value is a `cond` with an origin: its condition says
    whether it answers, and what it gives stands behind."""

    op: str
    args: tuple[Code, ...] = ()
    value: Any = None
    origin: Origin | None = field(default=None, eq=False, repr=False)


@frozen
class Step:
    """Something that is done; `blocks` are its inner steps. A step in the middle of which a decision can come up is
    left and entered again at its `place` (from 1; 0: never), and `keeps` are the locals of a frame that hold where a
    loop has got to."""

    op: str
    args: tuple[Code, ...] = ()
    value: Any = None
    blocks: tuple[tuple[Step, ...], ...] = ()
    origin: Origin = field(default=RULES, eq=False, repr=False)
    place: int = 0
    keeps: tuple[str, ...] = ()


@frozen
class Local:
    """A parameter or a name inside a routine."""

    name: str
    type: Type


@frozen
class Function:
    """A pure function: parameters and the code of its value."""

    name: str
    params: tuple[Local, ...]
    result: Type
    body: Code
    origin: Origin = field(default=RULES, eq=False, repr=False)


@frozen
class Secret:
    """A name that can hold what not everybody knows, and what it was read from: names of cards or parameters, `@` with
    a seat, or a name of one, that alone knows it, or an empty one for what is always a secret. `place` is where it is
    handed over to another routine (0: a name of the frame)."""

    name: str
    read: tuple[str, ...]
    place: int = 0


@frozen
class Frame:
    """What is kept of a routine that is left at a decision: the place to go on from, these names, and `number`, by
    which the frame is known. Places are numbered from 1 to `places`. `secrets` are names that can hold what not
    everybody knows, and `handed` such parameters of other routines."""

    number: int
    locals: tuple[Local, ...]
    places: int
    secrets: tuple[Secret, ...] = ()
    handed: tuple[Secret, ...] = ()

    @property
    def size(self) -> int:
        """How many numbers a frame holds below its own number."""
        return 1 + len(self.locals)


@frozen
class Routine:
    """Something that is done under a name; `title` is how an error names it. A routine that can be left at a decision
    has a frame."""

    name: str
    params: tuple[Local, ...]
    locals: tuple[Local, ...]
    body: tuple[Step, ...]
    title: str
    frame: Frame | None = None
    origin: Origin = field(default=RULES, eq=False, repr=False)


@frozen
class Spot:
    """Where a card can lie that not everybody sees: a slot of a layout, or a zone with so many positions (of a seat).
    They are numbered over all spots, behind the cards, from `first` on; `place` is where the slot or zone lies."""

    name: str
    place: int
    first: int
    count: int
    slot: bool
    seat: int = -1

    @property
    def positions(self) -> range:
        """The numbers of its positions."""
        return range(self.first, self.first + self.count)


@frozen
class Hole:
    """What stands in a hole of an option's label or remark: a card, or something that is read from these cards, from
    what is hidden from the decider, or from what is hidden from others."""

    card: bool
    cards: tuple[str, ...]
    hidden: bool
    confided: bool


@frozen
class OptionCode:
    """One option of an ask: the names it runs over, their types and domains, the condition and what it does. An origin
    is added to an argument that can be below zero. `spots` are, for each name, those (by number) on which cards can lie
    that it stands for and that the decider does not see: then the argument is the number of the
    position. `holes` are those of label and remark, where one of them can speak of what somebody does not see. `kept`
    are the names whose values go to where others do not see them; an empty one stands for which option it is."""

    names: tuple[str, ...]
    types: tuple[Type, ...]
    widths: tuple[int, ...]
    origins: tuple[int, ...]
    domains: tuple[Code, ...]
    where: Code | None
    body: tuple[Step, ...]
    label: tuple[Code, ...]
    remark: tuple[Code, ...]
    origin: Origin = field(default=RULES, eq=False, repr=False)
    spots: tuple[tuple[int, ...], ...] = ()
    holes: tuple[Hole, ...] = ()
    kept: tuple[str, ...] = ()

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
    make together has a second ask, in which answers are only gathered. `uses` are the names around it that its options
    speak of, and `frame` where they lie: the number of the frame that waits for it (None: nothing leads to it)."""

    id: int
    choice: int
    by: Code
    options: tuple[OptionCode, ...]
    optional: bool
    named: bool
    origin: Origin = field(default=RULES, eq=False, repr=False)
    uses: tuple[str, ...] = ()
    frame: int | None = None

    @property
    def gathers(self) -> bool:
        """Whether answers stay secret until everybody has given one."""
        return self.id != self.choice

    @property
    def hides(self) -> bool:
        """Whether an option can be on a card that the decider does not see."""
        return any(any(option.spots) for option in self.options)


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
class Place:
    """A part of every position: where it begins, how many numbers it has and for what (`per`: nothing, player, card or
    slot), and their type. Who sees it is public, private or hidden. In a `zone` cards lie, in a `pile` in an order; in
    a remembered one they are known to those who saw them before."""

    name: str
    first: int
    count: int
    type: Type
    per: str = ""
    seen: str = "public"
    zone: bool = False
    remembered: bool = False
    pile: bool = False


@frozen
class Table:
    """A row of integers made from the text, or several rows of one length, one behind the other; looked up for none
    (-1) it gives `none`."""

    entries: tuple[int, ...]
    type: Type
    none: int = 0
    row: int = 1


@frozen
class Layout:
    """A drawn layout: per slot its name, its row and the slots that cover it; and the slots dealt face up."""

    name: str
    slots: tuple[str, ...]
    rows: tuple[int, ...]
    face_up: int
    covers: tuple[int, ...]

    def open_slots(self, occupied: int) -> tuple[int, ...]:
        """The occupied slots that nothing covers."""
        return tuple(slot for slot in bits(occupied) if not self.covers[slot] & occupied)


@frozen
class Rank:
    """What the end of a game is decided by: the points of a category (by its number), the total, or a player's field
    (by its place)."""

    by: str
    index: int = 0


@frozen
class Invariant:
    """The function of something that always holds, for every player or at all."""

    function: str
    every_player: bool


@frozen
class Program:
    """All functions, routines, asks and tables of a game.

    `names` are what chance, logs and scripts call cards and the members of enums, `origins` where the cards stand in
    the text; `dispatch` holds, by card, the routine of an event or the function of a formula (empty: none). `ways` are
    the ways of winning: those of the text, those of `rank` in its order, the draw, and the end of a game that is
    stopped after `limit` decisions. `side` is the function of a player by which sides
    are told apart (empty: everybody plays alone).
    """

    memory: Memory
    places: tuple[Place, ...]
    spots: tuple[Spot, ...]
    first: tuple[int, ...]
    players: tuple[int, int]
    seats: int
    names: dict[str, tuple[str, ...]]
    origins: tuple[Origin, ...]
    backs: tuple[int, ...]
    layouts: tuple[Layout, ...]
    tables: dict[str, Table]
    functions: tuple[Function, ...]
    routines: tuple[Routine, ...]
    dispatch: dict[str, tuple[str, ...]]
    asks: tuple[Ask, ...]
    prices: PriceCode | None
    score: tuple[str, ...]
    rank: tuple[Rank, ...]
    side: str
    ways: tuple[str, ...]
    limit: int
    invariants: tuple[Invariant, ...]

    @property
    def drawn(self) -> int:
        """The way of a game that ran to its end and that nobody won."""
        return len(self.ways) - 2

    @property
    def stopped(self) -> int:
        """The way of a game that went on for too long."""
        return len(self.ways) - 1

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return len(self.names["card"])

    @property
    def spotted(self) -> int:
        """How many cards there are, and positions of cards that are not seen."""
        return self.spots[-1].first + self.spots[-1].count if self.spots else self.cards

    def place_at(self, first: int) -> Place:
        """The part of every position that begins there."""
        return next(place for place in self.places if place.first == first)

    @property
    def frames(self) -> tuple[Routine, ...]:
        """The routines that can be left at a decision, by the numbers of their frames."""
        return tuple(routine for routine in self.routines if routine.frame is not None)


# The first places of every position.
RANDOM, OVER, WINNER, WAY, ASKED, DECIDER, CHOSEN, PLAYERS, PEOPLE, DECISIONS, FIRST_FREE = range(11)

# An option is one integer: its number in the lowest bits, then its arguments.
OPTION_BITS, ARGUMENT_BITS = 6, 13
DECLINE = (1 << OPTION_BITS) - 1
# Added to numbers among the arguments, which can be below zero.
NUMBER_ORIGIN = 1 << ARGUMENT_BITS - 1
# Work up to this much is not counted where counting it would be a good part of it.
LITTLE = 1_000
# A payment is one integer: an amount for nobody in the lowest bits, then one for every receiver.
AMOUNT_BITS = 11
# What stands for an answer that has not been given, and for one where there was nothing to choose.
OPEN, NOTHING = -2, -1
# What is not told of a card that is not seen; no number of a game is as small.
UNTOLD = -(2**62)
# Who plays first of all routines, and the way of a game that nobody won.
START = "do_play"
DRAW = "draw"
