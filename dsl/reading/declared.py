"""What a pack declares, as written: cards, kinds, rules, and what alters those of other packs."""

from __future__ import annotations

import re
import unicodedata

from attrs import field, frozen

from ..diagnostic import Span
from .ast import Expr, Name, Node, Option, Statement, Word

# Words behind the type of a field: who sees it, and what is special about a zone.
VISIBILITIES = ("public", "private", "hidden")
ZONE_WORDS = (*VISIBILITIES, "active", "remembered")


def snake_case(name: str) -> str:
    """The id of a quoted name: "Horse Breeders" -> horse_breeders."""
    # Accents are dropped, so that an id can be typed on any keyboard.
    plain = "".join(c for c in unicodedata.normalize("NFKD", name.lower()) if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "_", plain.replace("'", "")).strip("_")


@frozen
class Declaration(Node):
    """A top-level part of a file."""


@frozen
class Setting(Node):
    """`key: item, item` in a pack header, a card, a market and the like."""

    key: Word
    items: tuple[Expr, ...]


@frozen
class Type(Node):
    """A type as written; `form` is name, range, each, set, pile, refs or layout."""

    form: str
    name: str = ""
    low: int = 0
    high: int = 0
    optional: bool = False


@frozen
class Modifier(Node):
    """A word after a type: public, active, `stops at 0`, `matching link`; where a field changes also `not active`."""

    word: str
    number: int = 0
    name: str = ""
    of: Word | None = None


@frozen
class Slot(Node):
    """A declared field of a kind, a player or the table."""

    name: Word
    type: Type
    modifiers: tuple[Modifier, ...]
    default: Expr | None
    state: bool = False


@frozen
class Param(Node):
    name: Word
    type: Type


@frozen
class Pack(Declaration):
    name: Word
    settings: tuple[Setting, ...]


@frozen
class Switch(Declaration):
    name: Word
    choices: tuple[Word, ...]
    default: Word


@frozen
class Enum(Declaration):
    name: Word
    members: tuple[Word, ...]


@frozen
class Kind(Declaration):
    name: Word
    base: Word | None
    slots: tuple[Slot, ...]
    events: tuple[Word, ...]
    back: tuple[Word, ...]


@frozen
class Fields(Declaration):
    """The `player` or the `table` block."""

    of: str
    slots: tuple[Slot, ...]


@frozen
class Layout(Declaration):
    """A drawing: per row the pairs of column and letter."""

    name: Word
    rows: tuple[tuple[tuple[int, str], ...], ...]

    @property
    def slots(self) -> tuple[str, ...]:
        """What the slots are called: row and place in the row, both from 1."""
        return tuple(f"r{r + 1}c{p + 1}" for r, row in enumerate(self.rows) for p in range(len(row)))


@frozen
class Formula(Declaration):
    """A `define` or a `value`."""

    form: str
    name: Word
    params: tuple[Param, ...]
    body: Expr


@frozen
class Signal(Declaration):
    name: Word
    params: tuple[Param, ...]


@frozen
class Procedure(Declaration):
    name: Word
    params: tuple[Param, ...]
    body: tuple[Statement, ...]


@frozen
class Choice(Declaration):
    name: Word
    params: tuple[Param, ...]
    by: Expr
    options: tuple[Option, ...]


@frozen
class Payment(Declaration):
    settings: tuple[Setting, ...]


@frozen
class Market(Declaration):
    name: Word
    settings: tuple[Setting, ...]


@frozen
class Fee(Declaration):
    name: Word
    settings: tuple[Setting, ...]


@frozen
class Score(Declaration):
    categories: tuple[tuple[Word, Expr], ...]


@frozen
class Rank(Declaration):
    by: tuple[tuple[Word, str], ...]


@frozen
class Sides(Declaration):
    """Players for whom it comes to the same rank and win together."""

    by: Expr


@frozen
class Invariant(Declaration):
    title: str
    condition: Expr
    every_player: bool


@frozen
class NameLine(Node):
    """What something is called in a language: a thing by its id, a field of one kind as `kind.field`, or a quoted text
    of the rules. With `parts`, the text is a phrase for the thing with these parts."""

    of: Word
    quoted: bool
    parts: tuple[Word, ...] | None
    text: Word


@frozen
class Names(Declaration):
    language: Word
    lines: tuple[NameLine, ...]


@frozen
class LookLine(Node):
    subject: Word
    member: Word | None
    items: tuple[Expr, ...]


@frozen
class Look(Declaration):
    """How things are drawn; with a language only the signs that are others there."""

    language: Word | None
    lines: tuple[LookLine, ...]


@frozen
class Handler(Node):
    """What happens on an event of the card."""

    event: Word
    body: tuple[Statement, ...]


@frozen
class Answer(Declaration):
    """A `set` or `adjust` of a value, by a card or by a pack's rules; for `adjust` the body is what is added."""

    form: str
    value: Word
    arguments: tuple[Expr, ...]
    condition: Expr | None
    body: Expr
    at_least: Expr | None = None


@frozen
class When(Declaration):
    """A listener, on a card or of a pack's rules."""

    signal: Word
    arguments: tuple[Expr, ...]
    condition: Expr | None
    body: tuple[Statement, ...]


@frozen
class FieldWhen(When):
    """A listener to a number that falls or rises; `by` is with whose effect, None where that makes no difference."""

    change: str = ""
    by: Expr | None = None


Ability = Setting | Handler | Answer | When


@frozen
class Card(Declaration):
    kind: Word
    title: str
    title_span: Span = field(eq=False, repr=False)
    abilities: tuple[Ability, ...]
    named: str = ""

    @property
    def id(self) -> str:
        """The name it was given with `as`, or the snake_case form of the title."""
        return self.named or snake_case(self.title)


def printed_names(card: Card) -> set[str]:
    """The names that stand in the fields of a card."""
    settings = [ability for ability in card.abilities if isinstance(ability, Setting)]
    return {item.id for setting in settings for item in setting.items if isinstance(item, Name)}


@frozen
class Change(Declaration):
    """Other lines for a card, a market or the payment, and lines that it should have below."""

    form: Word
    name: Word
    abilities: tuple[Ability, ...]
    expects: tuple[Ability, ...]


@frozen
class SlotChange(Node):
    """What changes of a declared field; what is not named stays."""

    name: Word
    type: Type | None
    modifiers: tuple[Modifier, ...]
    default: Expr | None


@frozen
class Back(Node):
    """The fields that can be read from the back of a kind."""

    fields: tuple[Word, ...]


@frozen
class ChangeFields(Declaration):
    """Changed fields of players, of the table or of a kind; `form` is player, table or kind."""

    form: str
    name: Word
    lines: tuple[SlotChange | Back, ...]
    expects: tuple[SlotChange | Back, ...]


@frozen
class Replace(Declaration):
    declaration: Declaration


@frozen
class ReplaceCategory(Declaration):
    category: Word
    formula: Expr


@frozen
class Remove(Declaration):
    form: Word
    name: Word


@frozen
class AddOptions(Declaration):
    choice: Word
    options: tuple[Option, ...]


@frozen
class AddMembers(Declaration):
    enum: Word
    members: tuple[Word, ...]


@frozen
class AddFields(Declaration):
    kind: Word
    slots: tuple[Slot, ...]
    events: tuple[Word, ...]


@frozen
class AddPoints(Declaration):
    category: Word
    formula: Expr
