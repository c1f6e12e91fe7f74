"""Labels: texts of options with expressions between braces, such as `"take {c} for {price(self, c)}"`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from ..diagnostic import Span
from .ast import Word

HOLE = re.compile(r"\{([^{}]*)\}")


def holes_of(label: Word) -> Iterator[tuple[str, Span]]:
    """What stands between the braces of a label, and where."""
    for hole in HOLE.finditer(label.text):
        column = label.span.column + 1 + hole.start(1)
        yield hole[1], evolve(label.span, column=column, end_column=column + max(1, len(hole[1])))


def texts_of(label: Word) -> list[str]:
    """What stands before, between and behind the braces of a label."""
    return HOLE.split(label.text)[::2]
