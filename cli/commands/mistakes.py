"""Diagnostics on the terminal: each with its source line and a caret under the place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from ...dsl.diagnostic import Diagnostic, rendered
from ...dsl.reading.sources import MOST_BYTES
from ..terminal import Terminal, styled

# What these point at is not a pack's to show, or would keep us waiting.
NEVER_READ = ("outside-pack", "unreadable")


def show_diagnostics(terminal: Terminal, diagnostics: Iterable[Diagnostic]) -> None:
    """Writes diagnostics with an empty line after each."""
    for diagnostic in diagnostics:
        source = None if diagnostic.code in NEVER_READ else _text(diagnostic.span.file)
        terminal.write([*rendered(diagnostic, source, styled), ""])


@lru_cache(maxsize=64)
def _text(file: str) -> str | None:
    """The text that a diagnostic points into, as far as it can be read."""
    try:
        with Path(file).open("rb") as opened:
            return opened.read(MOST_BYTES).decode("utf-8-sig", errors="replace")
    except (OSError, ValueError):
        return None
