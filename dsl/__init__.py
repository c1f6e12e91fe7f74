"""From text to a checked game description: parse, compose packs, resolve names, check types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .diagnostic import Diagnostic, InvalidPack, Report, Span, render
from .model import Game

if TYPE_CHECKING:
    from .composing.composed import Composed

__all__ = ["Diagnostic", "Game", "InvalidPack", "Report", "Span", "compile_packs", "describe", "render"]


def compile_packs(names: list[str], report: Report, scenarios: bool = True) -> tuple[Game | None, Composed]:
    """Reads, composes and checks the named packs; mistakes go into the report."""
    # The parser is imported only where text is read: what is cached starts without it.
    from .checking.check import check
    from .composing.blame import pass_on
    from .composing.compose import compose
    from .reading.packs import read_packs

    packs = read_packs(names, report, scenarios)
    composed = compose(packs, report)
    game = check(composed, report) if packs else None
    pass_on(composed, report)
    return game, composed


def describe(names: list[str], scenarios: bool = False) -> Game:
    """The description of a composed game; raises InvalidPack with all mistakes."""
    report = Report()
    game, _ = compile_packs(names, report, scenarios)
    if game is None:
        raise InvalidPack(d for d in report.diagnostics if d.severity == "error")
    return game
