"""Diagnostics on the terminal: each with its source line and a caret under the place."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from ..dsl.diagnostic import Diagnostic, render
from .terminal import Terminal


def show_diagnostics(terminal: Terminal, diagnostics: Iterable[Diagnostic]) -> None:
    """Writes diagnostics with an empty line after each."""
    for diagnostic in diagnostics:
        text = render(diagnostic, _text(diagnostic.span.file), terminal.color)
        terminal.write([*text.split("\n"), ""])


@lru_cache(maxsize=64)
def _text(file: str) -> str | None:
    """The text that a diagnostic points into, as far as it can be read."""
    try:
        return Path(file).read_text(encoding="utf-8-sig", errors="replace")
    except (OSError, ValueError):
        return None
