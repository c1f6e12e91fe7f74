"""A finding made small: lines and then tokens are left out for as long as the same thing goes wrong."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import pairwise

import grammar
from cases import Case, Finding, tried

SECONDS = 30.0


def shrunk(case: Case, finding: Finding, seconds: float = SECONDS) -> Case:
    """The smallest case found in this time with the same failure at the same place."""
    end = time.monotonic() + seconds

    def fails(text: str) -> bool:
        found = tried(case.with_text(text))
        return found is not None and (found.failure, found.place) == (finding.failure, finding.place)

    text = case.text
    for parts in (_lines, _tokens):
        text = "".join(_least(parts(text), lambda kept: fails("".join(kept)), end))
    return case.with_text(text)


def _lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


def _tokens(text: str) -> list[str]:
    """The text cut before every token."""
    places = [0, *(piece.start for piece in grammar.tokens(text)), len(text)]
    return [text[a:b] for a, b in pairwise(places)]


def _least(parts: list[str], fails: Callable[[list[str]], bool], end: float) -> list[str]:
    """Leaves out runs of parts, long ones first, until no single one can be left out or the time is up."""
    size = max(1, len(parts) // 2)
    while time.monotonic() < end:
        at, before = 0, len(parts)
        while at < len(parts) and time.monotonic() < end:
            less = parts[:at] + parts[at + size :]
            if fails(less):
                parts = less
            else:
                at += size
        if size == 1 and len(parts) == before:
            break
        size = max(1, size // 2)
    return parts
