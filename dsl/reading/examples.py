"""Scenarios, as written: what is put in place, what is played, what is expected."""

from __future__ import annotations

from attrs import frozen

from .ast import Expr, Node, Word
from .declared import Declaration


@frozen
class Given(Node):
    target: Expr
    layout: Word | None
    items: tuple[Expr, ...]


@frozen
class Chance(Node):
    label: Word
    outcomes: tuple[Word, ...]


@frozen
class Step(Node):
    player: Word
    key: Word


@frozen
class Then(Node):
    condition: Expr


@frozen
class Means(Node):
    """What something means without any phrase, word for word."""

    name: Word
    text: Word


@frozen
class Scenario(Declaration):
    title: Word
    at: Word | None
    lines: tuple[Given | Chance | Step | Then | Means, ...]
