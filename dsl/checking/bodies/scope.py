"""Scopes: what names mean at a place in the text, apart from what is declared."""

from __future__ import annotations

from attrs import define, evolve, field

from ...model import Term, Type
from .narrowing import Facts


@define
class Scope:
    """What names mean at a place: the locals, whose fields bare names are, the element of a `where`, and what the
    conditions around the place tell about things."""

    locals: dict[str, Type] = field(factory=dict)
    owner: Term | None = None
    element: tuple[str, Type] | None = None
    card: int | None = None
    scenario: bool = False
    rules: bool = True
    known: Facts = field(factory=dict)

    def knowing(self, facts: Facts) -> Scope:
        """The same place, where more is known."""
        return evolve(self, known={**self.known, **facts}) if facts else self

    def with_local(self, name: str, type: Type) -> Scope:
        """The same place with a further name."""
        return evolve(self, locals={**self.locals, name: type})
