"""The game description: everything of the composed packs with every name resolved and every type checked.

Made by `check`, read by the interpreter and the tools. All of it is frozen, hashable data; spans point back
into the text and do not take part in equality.

Terms (things with a value) and acts (things that are done) are small uniform trees: an operation, its parts
and, where needed, a plain value. The operations are listed with their meaning in `docs/architecture.md`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from .diagnostic import NOWHERE, Span
from .look import LookModel

if TYPE_CHECKING:
    from .scenario_model import ScenarioModel

# What the players are called in texts; as many as can play.
SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
# When a game is stopped that does not end, where its packs do not say: after so many decisions, under this name.
LIMIT = (10_000, "too many decisions")
# The tag of fields that hold several members of an enum.
SEVERAL = "several"
# An enum that every game with points has: its members are the categories of the score.
CATEGORY = "category"


@frozen
class Type:
    """What a value can be. `tag` is number, flag, player, enum, card, set, layout, pattern, text, goods, cost, formula
    or several (members of an enum); `of` names the enum or kind (`card` for any kind); a number may have a range."""

    tag: str
    of: str = ""
    low: int | None = None
    high: int | None = None
    optional: bool = False

    def __str__(self) -> str:
        if self.tag == "number":
            return "number" if self.low is None else f"{self.low}..{self.high}"
        name = {
            "flag": "yes or no",
            "player": "player",
            "set": f"set of {self.of}",
            SEVERAL: f"set of {self.of}",
            "layout": f"layout of {self.of}",
            "pattern": "layout",
            "text": "text",
            "domain": "set of players" if self.of == "player" else f"set of all {self.of}",
        }.get(self.tag, self.of or self.tag)
        return name + ("?" if self.optional else "")


NUMBER = Type("number")
FLAG = Type("flag")
PLAYER = Type("player")
TEXT = Type("text")
PATTERN = Type("pattern")
PAYMENT = Type("payment")
NONE = Type("none")


@frozen
class Term:
    """A checked expression."""

    op: str
    type: Type
    args: tuple[Term, ...] = ()
    value: Any = None
    span: Span = field(eq=False, repr=False, default=NOWHERE)

    def walk(self) -> Iterator[Term]:
        """The term and all terms inside it, each before its parts."""
        waiting = [self]
        while waiting:
            term = waiting.pop()
            yield term
            waiting += reversed(term.args)


@frozen
class Act:
    """A checked statement; `blocks` are its inner statements."""

    op: str
    args: tuple[Term, ...] = ()
    value: Any = None
    blocks: tuple[tuple[Act, ...], ...] = ()
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class Label:
    """A text with holes: literal parts and terms in turn."""

    parts: tuple[str | Term, ...]
    text: str


@frozen
class OptionModel:
    """One option of a choice: names, what they run over, when it is legal and what it does."""

    label: Label
    remark: Label | None
    names: tuple[str, ...]
    domains: tuple[Term, ...]
    where: Term | None
    body: tuple[Act, ...]
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class ChoiceModel:
    """A place in the text where somebody decides. A named choice is always asked; another makes itself when
    there is only one option."""

    id: int
    name: str
    by: Term
    options: tuple[OptionModel, ...]
    optional: bool
    named: bool
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class FieldModel:
    """A field of a player or the table. Zones have a visibility; `home` is what lies there at first. In a zone of
    references (`refs`) no card lies: its cards lie elsewhere. A pile has an order; in a remembered zone a player still
    knows the cards they saw before. The abilities of cards in a zone of the table can work for the player that
    `active_for` gives for the card `it`."""

    name: str
    type: Type
    default: int = 0
    stops_low: int | None = None
    stops_high: int | None = None
    visibility: str = "public"
    active: bool = False
    home: Term | None = None
    refs: bool = False
    span: Span = field(eq=False, repr=False, default=NOWHERE)
    pile: bool = False
    remembered: bool = False
    active_for: Term | None = None


@frozen
class KindModel:
    """A kind of card: the fields, state and events its cards have, what their backs show, and which kind they look like
    from behind: the one that says what is on the back."""

    name: str
    base: str | None
    fields: tuple[tuple[str, Type], ...]
    states: tuple[FieldModel, ...]
    events: tuple[str, ...]
    back: tuple[str, ...]
    back_of: str


@frozen
class CostModel:
    """Money and a number of each good."""

    money: int
    goods: tuple[int, ...]


@frozen
class GoodsModel:
    """What a card produces: fixed units per good, and sources that give one of several (as bit masks)."""

    fixed: tuple[int, ...]
    choices: tuple[int, ...] = ()


@frozen
class AnswerModel:
    """How a card in play (or the rules, card -1) answers a value: parameter patterns, condition, body. `self` is local
    `self`."""

    card: int
    form: str
    value: str
    patterns: tuple[Term | str, ...]
    condition: Term | None
    body: Term
    at_least: Term | None
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class ListenerModel:
    """What a card in play (or the rules, card -1) does when a signal is given."""

    card: int
    signal: str
    patterns: tuple[Term | str, ...]
    condition: Term | None
    body: tuple[Act, ...]
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class CardModel:
    """One card with all its printed fields; formulas are terms in the local `self`. Of several copies of a card
    the second has the id `name.2` and so on."""

    index: int
    id: str
    title: str
    kind: str
    values: dict[str, Any] = field(hash=False)
    handlers: dict[str, tuple[Act, ...]] = field(hash=False)
    span: Span = field(eq=False, repr=False, default=NOWHERE)

    @property
    def name(self) -> str:
        """What all copies of the card are called in keys and logs."""
        return self.id.partition(".")[0]


@frozen
class Procedure:
    """A procedure, define or value: named parameters and a body."""

    name: str
    params: tuple[tuple[str, Type], ...]
    body: tuple[Act, ...] | Term
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class MarketModel:
    """Who sells goods at which price per unit, and who gets the money (None: nobody). A market sells any number of
    units of some goods (by number), at most `limit` altogether where there is one, or of the production of some cards
    each unit once."""

    name: str
    sells: tuple[int, ...]
    stock: tuple[Term, ...]
    price: Term
    pays: Term | None
    limit: Term | None = None


@frozen
class FeeModel:
    """What has to be paid beside the cost of a card, and who gets it (None: nobody)."""

    name: str
    amount: Term
    pays: Term | None


@frozen
class PaymentModel:
    """Which enum are the goods, which field is the money, whose production counts, what is waived and where the rest is
    bought. `waived` is a number of goods, `omitted` a number of parts of the cost: one good or all of the money each;
    `added` is how many units of a good are needed beyond the cost. The terms speak of the locals `buyer`, `item` and
    `good`."""

    goods: str
    money: str
    cost_field: str
    produces_field: str
    own: tuple[Term, ...]
    waived: Term | None
    markets: tuple[MarketModel, ...]
    omitted: Term | None = None
    added: Term | None = None
    fees: tuple[FeeModel, ...] = ()

    @property
    def receivers(self) -> tuple[Term, ...]:
        """Who can be paid, in the order of the parts of a payment."""
        return tuple(dict.fromkeys(pays for pays in self.paid_to.values() if pays is not None))

    @property
    def paid_to(self) -> dict[str, Term | None]:
        """Whom each market and each fee pays, by its name."""
        return {market.name: market.pays for market in self.markets} | {fee.name: fee.pays for fee in self.fees}


@frozen
class LayoutModel:
    """A drawn layout: per slot its name, row, column, whether it is dealt face up, and which slots cover
    it."""

    name: str
    slots: tuple[str, ...]
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    face_up: int
    covers: tuple[int, ...]


@frozen
class InvariantModel:
    title: str
    condition: Term
    every_player: bool
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class Game:
    """The whole description of a composed game. `players` are the fewest and the most that play, `numbers` all numbers
    of players that it is for; `seats` is how many seats there are at least: those beyond the players are nobody's.
    `limit` is after how many decisions a game is stopped, and what that end is called. Players for whom `sides` (of the
    local `self`) is equal rank and win together; those for whom it is none, alone."""

    name: str
    title: str
    digest: str
    players: tuple[int, int]
    numbers: tuple[int, ...]
    seats: int
    limit: tuple[int, str]
    switches: dict[str, tuple[tuple[str, ...], int]]
    enums: dict[str, tuple[str, ...]]
    kinds: dict[str, KindModel]
    player: dict[str, FieldModel]
    table: dict[str, FieldModel]
    layouts: dict[str, LayoutModel]
    cards: tuple[CardModel, ...]
    defines: dict[str, Procedure]
    values: dict[str, Procedure]
    signals: dict[str, tuple[tuple[str, Type], ...]]
    procedures: dict[str, Procedure]
    choices: tuple[ChoiceModel, ...]
    answers: tuple[AnswerModel, ...]
    listeners: tuple[ListenerModel, ...]
    payment: PaymentModel | None
    score: dict[str, Term]
    rank: tuple[tuple[str, str], ...]
    sides: Term | None
    invariants: tuple[InvariantModel, ...]
    names: dict[str, dict[str, str]]
    look: LookModel
    ways: tuple[str, ...]
    scenarios: tuple[ScenarioModel, ...] = ()

    def bodies(self) -> Iterator[tuple[int, tuple[Act, ...]]]:
        """All that is done in the game, with the card that it stands on or -1; options lie inside the choices."""
        yield from ((-1, p.body) for p in self.procedures.values() if isinstance(p.body, tuple))
        yield from ((card.index, body) for card in self.cards for body in card.handlers.values())
        yield from ((listener.card, listener.body) for listener in self.listeners)

    def walk(self, body: tuple[Act, ...]) -> Iterator[Act]:
        """The acts of a body and all acts inside them, also those of options, each before what is inside it."""
        waiting = list(reversed(body))
        while waiting:
            act = waiting.pop()
            yield act
            waiting += [inner for block in reversed(act.blocks) for inner in reversed(block)]
            if act.op == "choose":
                waiting += [inner for option in self.choices[act.value].options for inner in reversed(option.body)]

    def mask_of_kind(self, kind: str) -> int:
        """The set of all cards of a kind or of the kinds below it."""
        return sum(1 << c.index for c in self.cards if kind == "card" or kind in self.lineage(c.kind))

    def lineage(self, kind: str) -> tuple[str, ...]:
        """A kind and the kinds it is, nearest first."""
        found = []
        step: str | None = kind
        while step is not None and step in self.kinds and step not in found:
            found.append(step)
            step = self.kinds[step].base
        return tuple(found)
