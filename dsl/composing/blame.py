"""Whose affair a mistake is: where a pack altered what the text below it needs, it is told, not the text below."""

from __future__ import annotations

import re

from attrs import evolve

from ..diagnostic import Diagnostic, Report
from ..reading.lines import words
from .composed import Composed

QUOTED = re.compile(r"`([^`]+)`")
HELP = "the other place needs what was there before; alter that as well"


def pass_on(composed: Composed, report: Report) -> None:
    """Moves mistakes in a text to the line that altered what the text needs, if another pack has."""
    report.diagnostics[:] = [_passed_on(composed, found) for found in report.diagnostics]


def _passed_on(composed: Composed, found: Diagnostic) -> Diagnostic:
    number = composed.pack_of.get(found.span.file)
    # A message that speaks of two places is at the right one.
    if number is None or found.severity != "error" or found.also is not None:
        return found
    pack = composed.packs[number].name
    known = {pack, *composed.below[pack]}
    strange = [altered for altered in composed.altered if altered.pack not in known]
    if not strange:
        return found
    said = set(QUOTED.findall(found.message))
    # What is only of another type than before has no word in the message.
    there = words(
        _line(source.text, found) for source in composed.packs[number].sources if source.file == found.span.file
    )
    causes = (altered for altered in reversed(strange) if said & altered.words or altered.id in said | there)
    cause = next(causes, None)
    return evolve(found, span=cause.span, also=found.span, help=HELP) if cause is not None else found


def _line(text: str, found: Diagnostic) -> str:
    lines = text.split("\n")
    return lines[found.span.line - 1] if found.span.line <= len(lines) else ""
