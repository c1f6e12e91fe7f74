"""Scenarios as they are checked: what is put in place, played and expected, in turn."""

from __future__ import annotations

from attrs import field, frozen

from .diagnostic import NOWHERE, Span
from .model import Term


@frozen
class GivenModel:
    """Something that a scenario puts in place. `op` is `value` (a field gets the value of its only item), `zone`
    (a set of cards, among others where `at` is not None), `refs` (cards that are referred to), `layout` (cards in the
    last slots, laid out as `at` where that is not None), `slot` (of number `at`) or `uncovered` (cards that nothing
    covers)."""

    op: str
    target: Term
    items: tuple[Term, ...]
    at: int | str | None = None
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class ChanceModel:
    """What chance brings in a scenario, pick by pick, wherever it picks under that label."""

    label: str
    outcomes: tuple[str, ...]
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class StepModel:
    """An option that a seat plays in a scenario."""

    seat: int
    key: str
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class ThenModel:
    """What must hold at that point of a scenario."""

    condition: Term
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class MeansModel:
    """What a card, procedure, define or value must still mean, in words without phrases."""

    name: str
    text: str
    span: Span = field(eq=False, repr=False, default=NOWHERE)


@frozen
class ScenarioModel:
    """An example of the rules: how many play (None for as few as can), how the game is switched, at which choice it
    begins (`start` for the first decision, empty for the first choice with a name), and what is put in place, played
    and expected, in turn."""

    title: str
    players: int | None
    switches: tuple[tuple[str, str], ...]
    at: str
    lines: tuple[GivenModel | ChanceModel | StepModel | ThenModel | MeansModel, ...]
    span: Span = field(eq=False, repr=False, default=NOWHERE)
