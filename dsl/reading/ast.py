"""The syntax tree: what was written, with the place of every part, and nothing worked out yet.

Spans do not take part in equality, so that two texts that say the same compare equal.
"""

from __future__ import annotations

import re
from functools import cache

from attrs import field, frozen

from ..diagnostic import NOWHERE, Span


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


def form_of(node: Node) -> str:
    """What a node is called where something is found by its class: a `PassOn` is `pass_on`."""
    return _snake_case(type(node).__name__)


@cache
def _snake_case(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


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
class PartOf(Expr):
    """`goods of items`: what some cards have of something."""

    what: Word
    of: Expr


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
    bottom: bool = False


@frozen
class Shuffle(Statement):
    zone: Expr


@frozen
class Mark(Statement):
    """Cards are marked in a zone of references, or not any more."""

    what: Expr
    zone: Expr
    on: bool


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
class Turn(Statement):
    """`reveal c` and `conceal c`: a card, or a set of cards, is turned where it lies in a layout."""

    what: Expr
    face_up: bool


@frozen
class PassOn(Statement):
    """Every player's zone goes on to a neighbour, all at once."""

    zone: Word
    to: Word


@frozen
class Settle(Statement):
    """A payment is made."""

    payment: Expr
    player: Expr


@frozen
class SettleFees(Statement):
    """The fees that were paid for a card go on to their receivers."""

    item: Expr
    player: Expr


@frozen
class Emit(Statement):
    signal: Word
    arguments: tuple[Expr, ...]


@frozen
class Run(Statement):
    """An event of a card is carried out; `player` is None where the owner of the text is meant."""

    event: Expr
    player: Expr | None


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
class Together(Statement):
    """Everybody decides before anything that was decided happens."""

    name: Word
    domain: Domain
    body: tuple[Statement, ...]


@frozen
class Binding(Node):
    name: Word
    domain: Expr


@frozen
class Option(Node):
    """One thing that can be chosen: its key pattern, a remark, the names it runs over and what it does. The holes are
    what stands between the braces of the two texts, None for what cannot be read."""

    label: Word
    remark: Word | None
    bindings: tuple[Binding, ...]
    where: Expr | None
    body: tuple[Statement, ...]
    # They say nothing that is not in the texts.
    label_holes: tuple[Expr | None, ...] = field(eq=False, repr=False, kw_only=True)
    remark_holes: tuple[Expr | None, ...] = field(eq=False, repr=False, kw_only=True)


@frozen
class Choose(Statement):
    """A decision inside a text; `by` is None where the owner of the card decides."""

    by: Expr | None
    options: tuple[Option, ...]
    optional: bool
    otherwise: tuple[Statement, ...]
