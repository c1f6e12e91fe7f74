"""Lines of text before they are parsed: comments, brackets, depth, and how a file is cut into pieces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from attrs import frozen

_PART = re.compile(r'"[^"\n]*"|#.*|[()\[\]]')
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_ALTERS = ("add", "replace", "change", "remove")


@frozen
class Piece:
    """The lines of one top-level declaration; `first` is the number of its first line, from 1."""

    first: int
    lines: tuple[str, ...]

    @property
    def text(self) -> str:
        """The piece as it is parsed."""
        return "\n".join(self.lines).rstrip() + "\n"


def pieces(text: str) -> list[Piece]:
    """Cuts a text at its top-level lines. Comments between pieces belong to none."""
    lines = text.split("\n")
    written = [i for i, line in enumerate(lines) if is_written(line)]
    heads = [i for n, i in enumerate(written) if n == 0 or depth(lines[i]) == 0]
    return [Piece(a + 1, tuple(lines[a:b])) for a, b in pairwise([*heads, len(lines)])]


def is_written(line: str) -> bool:
    """Whether a line says something: it is neither empty nor only a comment."""
    bare = line.strip()
    return bool(bare) and not bare.startswith("#")


def depth(line: str) -> int:
    """How far a line is indented."""
    return len(line) - len(line.lstrip(" \t"))


def without_comment(line: str) -> str:
    """The line up to its comment; a `#` in a quoted text begins none."""
    for part in _PART.finditer(line):
        if part.group().startswith("#"):
            return line[: part.start()].rstrip()
    return line.rstrip()


def words(lines: Iterable[str]) -> set[str]:
    """Every word in some lines, comments left out."""
    return {word for line in lines for word in _WORD.findall(without_comment(line))}


def head_word(line: str) -> str:
    """The word a declaration begins with; of one that alters another, the word after that."""
    found = _WORD.findall(without_comment(line))
    while found and found[0] in (*_ALTERS, "to"):
        found = found[1:]
    return found[0] if found else ""


def open_brackets(lines: Sequence[str], line: int, column: int) -> list[tuple[int, int]]:
    """The brackets still open before a place, outermost first: lines and columns from 0."""
    stack: list[tuple[int, int]] = []
    for number in range(min(line + 1, len(lines))):
        for part in _PART.finditer(lines[number]):
            if number == line and part.start() >= column:
                break
            if part.group() in "([":
                stack.append((number, part.start()))
            elif part.group() in ")]" and stack:
                stack.pop()
    return stack
