"""`duel-dsl validate`: reports every mistake in packs, for people or for programs.

What is valid is remembered by its content, so that checking it again needs no parser.
"""

from __future__ import annotations

from pathlib import Path

import click
from attrs import frozen

from ...dsl import cache
from ...dsl.diagnostic import Diagnostic, Report
from ...dsl.reading.sources import content_stamp
from ..terminal import Terminal, write_json
from .mistakes import show_diagnostics
from .targets import Target, find_targets


@frozen
class Verdict:
    """What was found in a game: its files, the places of its cards, and all diagnostics."""

    files: frozenset[str]
    cards: frozenset[str]
    diagnostics: tuple[Diagnostic, ...]


@click.command(
    epilog="""\b
Examples:
  duel-dsl validate cards/                  every pack in a folder, alone and together
  duel-dsl validate mypack                  one pack with what it builds on
  duel-dsl validate mypack/first.cards      only the mistakes in this file
  duel-dsl validate base+mypack --json      for programs

Exit code: 0 no mistakes, 1 mistakes found, 2 cannot do what was asked."""
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects instead of text.")
def validate(paths: tuple[str, ...], as_json: bool) -> int:
    """Check packs and report every mistake.

    PATH is the folder of a pack, a folder of packs, a file of a pack, or the name of an installed pack; `a+b`
    checks packs together.
    """
    targets = find_targets(paths)
    verdicts = [_verdict(target) for target in targets]
    diagnostics = _merged(targets, verdicts)
    if as_json:
        write_json([diagnostic.as_json() for diagnostic in diagnostics], indent=2)
    else:
        terminal = Terminal.here()
        show_diagnostics(terminal, diagnostics)
        terminal.write(_summary(targets, verdicts, diagnostics))
    return 1 if any(diagnostic.severity == "error" for diagnostic in diagnostics) else 0


def _verdict(target: Target) -> Verdict:
    stamp = content_stamp(target.packs)
    name = f"valid-{cache.stamp_of('dsl', 'interpreter')}-{stamp}"
    known = cache.read(name) if stamp is not None else None
    if isinstance(known, Verdict):
        return known
    # Only here: what is known to be valid is not parsed.
    from ...dsl import compile_packs
    from ...dsl.reading.declared import Card
    from ...interpreter.telling.review import review
    from ...interpreter.trial import trial

    report = Report()
    description, composed = compile_packs(list(target.packs), report)
    if description is not None:
        report.diagnostics += trial(description) or review(description, composed)
    files = frozenset(source.file for pack in composed.packs for source in pack.sources)
    cards = frozenset(str(d.span) for pack in composed.packs for d in pack.declarations if isinstance(d, Card))
    verdict = Verdict(files, cards, tuple(report.sorted()))
    if stamp is not None and not report.failed:
        cache.write(name, verdict)
    return verdict


def _merged(targets: list[Target], verdicts: list[Verdict]) -> list[Diagnostic]:
    """The diagnostics that were asked for, each once, in the order of the text."""
    found: dict[tuple[object, ...], Diagnostic] = {}
    for target, verdict in zip(targets, verdicts, strict=True):
        for diagnostic in verdict.diagnostics:
            if target.file is None or Path(diagnostic.span.file).resolve() == target.file:
                found.setdefault((diagnostic.span, diagnostic.code), diagnostic)
    return sorted(found.values(), key=lambda d: (d.span, d.code))


def _summary(targets: list[Target], verdicts: list[Verdict], diagnostics: list[Diagnostic]) -> str:
    files = frozenset().union(*(verdict.files for verdict in verdicts))
    cards = frozenset().union(*(verdict.cards for verdict in verdicts))
    checked = f"{_counted(len(files), 'file')}, {_counted(len(cards), 'card')}"
    errors = [d for d in diagnostics if d.severity == "error"]
    warnings = len(diagnostics) - len(errors)
    if errors:
        places = _counted(len({d.span.file for d in diagnostics}), "file")
        found = _counted(len(errors), "error") + (f" and {_counted(warnings, 'warning')}" if warnings else "")
        return f"{found} in {places}"
    remark = f", {_counted(warnings, 'warning')}" if warnings else ""
    elsewhere = {d for verdict in verdicts for d in verdict.diagnostics if d.severity == "error"}
    if elsewhere and any(target.file is not None for target in targets):
        return f"no mistakes here{remark}; {_counted(len(elsewhere), 'error')} in other files of the pack"
    return f"{checked}: no mistakes{remark}"


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
