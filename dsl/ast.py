"""The syntax tree: what was written, with the place of every part, and nothing worked out yet.

Spans do not take part in equality, so that two texts that say the same compare equal.
"""

from __future__ import annotations

import re

from attrs import field, frozen

from .diagnostic import NOWHERE, Span


def snake_case(name: str) -> str:
    """The id of a quoted name: "Horse Breeders" -> horse_breeders."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower().replace("'", "")).strip("_")


@frozen
class Word:
    """A name as written."""

    text: str
    span: Span = field(eq=False, repr=False, default=NOWHERE)

    def __str__(self) -> str:
        return self.text


@frozen
class Node:
    """Anything that was written somewhere."""

    span: Span = field(eq=False, repr=False, kw_only=True, default=NOWHERE)


# ------------------------------------------------------------------ expressions
@frozen
class Expr(Node):
    """Something with a value."""


@frozen
class Name(Expr):
    id: str


@frozen
class Integer(Expr):
    value: int


@frozen
class Text(Expr):
    value: str


@frozen
class Listing(Expr):
    items: tuple[Expr, ...]


@frozen
class Amount(Expr):
    """`2 apples`: a number of something."""

    count: int
    of: Word


@frozen
class AnyOf(Expr):
    """`any good`."""

    of: Word


@frozen
class Attribute(Expr):
    of: Expr
    name: Word


@frozen
class Apply(Expr):
    function: Expr
    arguments: tuple[Expr, ...]


@frozen
class Index(Expr):
    of: Expr
    at: Expr


@frozen
class Domain(Node):
    """The things a name runs over, and which of them count."""

    of: Expr
    where: Expr | None


@frozen
class Comprehension(Expr):
    """`sum(body for name in domain)`; `function` is the word before the bracket."""

    function: Word
    body: Expr
    name: Word
    domain: Domain


@frozen
class Filter(Expr):
    """`set where condition`; the condition speaks of the element by its bare fields or as `it`."""

    of: Expr
    condition: Expr


@frozen
class Ternary(Expr):
    then: Expr
    condition: Expr
    otherwise: Expr


@frozen
class Logic(Expr):
    """`and`, `or` over two or more parts, `not` over one."""

    operator: str
    parts: tuple[Expr, ...]


@frozen
class Compare(Expr):
    """A comparison; the operator is one of == != < <= > >= is `is not` in `not in`."""

    operator: str
    left: Expr
    right: Expr


@frozen
class Range(Expr):
    low: Expr
    high: Expr


@frozen
class Arithmetic(Expr):
    operator: str
    left: Expr
    right: Expr


@frozen
class Legal(Expr):
    """`legal "build arena"`: only in scenarios."""

    key: str


@frozen
class WonBy(Expr):
    """`won_by "..."`: only in scenarios."""

    way: str


# ------------------------------------------------------------------ statements
@frozen
class Statement(Node):
    """Something that is done."""


@frozen
class Random(Node):
    """One of a set, picked by chance; `label` names the pick for scripts."""

    of: Expr
    label: str


@frozen
class Call(Statement):
    call: Expr


@frozen
class Assign(Statement):
    target: Expr
    operator: str
    value: Expr | Random


@frozen
class Let(Statement):
    name: Word
    value: Expr | Random


@frozen
class Move(Statement):
    what: Expr
    to: Expr


@frozen
class Draw(Statement):
    count: Expr
    source: Expr
    to: Expr


@frozen
class Deal(Statement):
    source: Expr
    to: Expr
    layout: Expr


@frozen
class Reveal(Statement):
    where: Expr


@frozen
class Emit(Statement):
    signal: Word
    arguments: tuple[Expr, ...]


@frozen
class Run(Statement):
    event: Expr
    player: Expr


@frozen
class Win(Statement):
    player: Expr
    way: str


@frozen
class Finish(Statement):
    pass


@frozen
class Stop(Statement):
    pass


@frozen
class If(Statement):
    condition: Expr
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...]


@frozen
class For(Statement):
    name: Word
    domain: Domain
    body: tuple[Statement, ...]


@frozen
class Repeat(Statement):
    count: Expr
    body: tuple[Statement, ...]


@frozen
class Until(Statement):
    condition: Expr
    body: tuple[Statement, ...]


@frozen
class Binding(Node):
    name: Word
    domain: Expr


@frozen
class Option(Node):
    """One thing that can be chosen: its key pattern, a remark, the names it runs over and what it does."""

    label: str
    remark: str
    bindings: tuple[Binding, ...]
    where: Expr | None
    body: tuple[Statement, ...]


@frozen
class Choose(Statement):
    """A decision inside a text; `by` is None where the owner of the card decides."""

    by: Expr | None
    options: tuple[Option, ...]
    optional: bool
    otherwise: tuple[Statement, ...]


# ------------------------------------------------------------------ declarations
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
    """A type as written; `form` is name, range, set or layout."""

    form: str
    name: str = ""
    low: int = 0
    high: int = 0
    optional: bool = False


@frozen
class Modifier(Node):
    """A word after a type: public, active, `stops at 0`, `matching link`."""

    word: str
    number: int = 0
    name: str = ""


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
class Score(Declaration):
    categories: tuple[tuple[Word, Expr], ...]


@frozen
class Rank(Declaration):
    by: tuple[tuple[Word, str], ...]


@frozen
class Invariant(Declaration):
    title: str
    condition: Expr
    every_player: bool


@frozen
class Names(Declaration):
    language: Word
    lines: tuple[tuple[Word, str], ...]


@frozen
class LookLine(Node):
    subject: Word
    member: Word | None
    items: tuple[Expr, ...]


@frozen
class Look(Declaration):
    lines: tuple[LookLine, ...]


@frozen
class Handler(Node):
    """What happens on an event of the card."""

    event: Word
    body: tuple[Statement, ...]


@frozen
class Answer(Node):
    """A card's `set` or `adjust` of a value; for `adjust` the body is what is added."""

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


Ability = Setting | Handler | Answer | When


@frozen
class Card(Declaration):
    kind: Word
    title: str
    title_span: Span = field(eq=False, repr=False)
    abilities: tuple[Ability, ...]

    @property
    def id(self) -> str:
        """The snake_case form of the title."""
        return snake_case(self.title)


@frozen
class Change(Declaration):
    form: Word
    name: Word
    abilities: tuple[Ability, ...]
    expects: tuple[Setting, ...]


@frozen
class Replace(Declaration):
    declaration: Declaration


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


# ------------------------------------------------------------------ scenarios
@frozen
class Given(Node):
    target: Expr
    items: tuple[Expr, ...]


@frozen
class Chance(Node):
    label: str
    outcomes: tuple[Word, ...]


@frozen
class Step(Node):
    player: Word
    key: str


@frozen
class Then(Node):
    condition: Expr


@frozen
class Scenario(Declaration):
    title: str
    at: Word | None
    lines: tuple[Given | Chance | Step | Then, ...]
