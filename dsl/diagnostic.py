"""A mistake in a text, as a value: where it is, what is wrong, what would help.

Mistakes are collected and reported together; an exception always means a bug of ours, except `InvalidPack`,
which carries the diagnostics to callers that cannot go on without a game.
"""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from attrs import field, frozen


@frozen(order=True)
class Span:
    """A place in a text file; lines and columns count from 1, the end column is exclusive."""

    file: str
    line: int
    column: int
    end_column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("", 1, 1, 2)
MOST_ADVICE = 200
FEW = 7
LONGEST_SHOWN = 100


@frozen
class Diagnostic:
    """One message about one place in a text."""

    code: str
    message: str
    span: Span
    help: str = ""
    severity: str = "error"
    also: Span | None = field(default=None)

    def as_json(self) -> dict[str, Any]:
        """The form that programs read."""
        return {
            "code": self.code,
            "severity": self.severity,
            "file": self.span.file,
            "line": self.span.line,
            "column": self.span.column,
            "message": self.message,
            "help": self.help,
            "also": str(self.also) if self.also is not None else "",
        }


class InvalidPack(Exception):
    """A pack that cannot become a game; `diagnostics` say why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = sorted(diagnostics, key=lambda d: (d.span, d.code))
        first = self.diagnostics[0]
        rest = f" (and {len(self.diagnostics) - 1} more)" if len(self.diagnostics) > 1 else ""
        super().__init__(f"{first.span}: {first.message}{rest}")

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.diagnostics,))


class Report:
    """Collects the diagnostics of one run, each place and code once.

    `damaged` are the declarations (file and line) of which a part could not be read, and `broken` the words of all text
    that could not: nothing is said about what seems to be missing only because of that. `meant` are the names that
    misspelt ones probably stand for: they count as used. `pack_of` gives the number of the pack of
    every file, in the order of what they build on.
    """

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.damaged: set[tuple[str, int]] = set()
        self.broken: set[str] = set()
        self.meant: set[str] = set()
        self.pack_of: Mapping[str, int] = {}
        self._seen: set[tuple[Span, str]] = set()

    def error(self, code: str, message: str, span: Span, help: str = "", also: Span | None = None) -> None:
        """Notes a mistake that keeps the pack from being played."""
        self._add(Diagnostic(code, message, span, help, "error", also))

    def warning(self, code: str, message: str, span: Span, help: str = "") -> None:
        """Notes something odd that does no harm."""
        self._add(Diagnostic(code, message, span, help, "warning"))

    def unknown(self, what: str, name: str, span: Span, legal: Iterable[str]) -> None:
        """Notes a name that means nothing here, with the nearest legal one."""
        if name in self.broken:
            return
        code = "unknown-" + what.replace(" ", "-").replace("_", "-")
        # Looking for similar names takes time: a text full of unknown words gets no advice for the last of them.
        known = list(dict.fromkeys(legal)) if len(self.diagnostics) < MOST_ADVICE else []
        near = nearest(name, known)
        help = f"did you mean `{near}`?" if near else ""
        if near:
            self.meant.add(near)
        elif 0 < len(known) <= FEW:
            help = f"there {'is only' if len(known) == 1 else 'are'} {listed(known)}"
        self.error(code, f"unknown {what} `{name}`", span, help)

    def is_later(self, one: Span, other: Span) -> bool:
        """Whether a place is in a pack that comes after that of another: it was written by who can still mend it."""
        return self.pack_of.get(one.file, 0) > self.pack_of.get(other.file, 0)

    def _add(self, diagnostic: Diagnostic) -> None:
        key = (diagnostic.span, diagnostic.code)
        if key not in self._seen:
            self._seen.add(key)
            self.diagnostics.append(diagnostic)

    @property
    def failed(self) -> bool:
        """Whether any error, not only warnings, was noted."""
        return any(d.severity == "error" for d in self.diagnostics)

    def sorted(self) -> list[Diagnostic]:
        """All diagnostics in the order of the text."""
        return sorted(self.diagnostics, key=lambda d: (d.span, d.code))


def nearest(wrong: str, legal: Iterable[str], likeness: float = 0.6) -> str | None:
    """The one of some names that is most like a wrong one, if any is like enough."""
    near = difflib.get_close_matches(wrong, list(dict.fromkeys(legal)), n=1, cutoff=likeness)
    return near[0] if near else None


def did_you_mean(wrong: str, legal: Iterable[str]) -> str:
    """Advice naming the nearest of the names that are legal at that place, or nothing."""
    near = nearest(wrong, legal)
    return f"did you mean `{near}`?" if near else ""


def listed(words: Iterable[str]) -> str:
    """Names as they stand in a sentence: `a`, `b` and `c`."""
    *most, last = [f"`{word}`" for word in words]
    return f"{', '.join(most)} and {last}" if most else last


def ranges(numbers: Iterable[int], to: str, last: str = ", ") -> str:
    """Numbers in their order with those that follow each other drawn together: 2..4, 6."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    *most, end = [to.join(map(str, stretch)) for stretch in found]
    return f"{', '.join(most)}{last}{end}" if most else end


def render(diagnostic: Diagnostic, source: str | None) -> str:
    """The message as people read it, with the source line and a caret under the place."""
    return "\n".join(rendered(diagnostic, source, lambda text, style: text))


def rendered(diagnostic: Diagnostic, source: str | None, paint: Callable[[str, str], str]) -> list[str]:
    """The same in lines; `paint` gives a text a style: that of an error, a warning, what is bold, or the margin."""
    span = diagnostic.span
    head = paint(f"{diagnostic.severity}[{diagnostic.code}]", diagnostic.severity)
    lines = [head + paint(f": {diagnostic.message}", "bold")]
    number = str(span.line)
    margin = " " * len(number)
    lines.append(f"{margin}{paint('-->', 'margin')} {span}")
    text = source.split("\n") if source is not None else []
    if 0 < span.line <= len(text):
        line = "".join(c if c.isprintable() else "\ufffd" for c in text[span.line - 1].expandtabs(1))
        before, marked = line[: span.column - 1], line[span.column - 1 : span.end_column - 1]
        # A line that is too long for any screen is shown around the place.
        if len(before) > LONGEST_SHOWN:
            line, before = "..." + line[span.column - 1 - LONGEST_SHOWN :], "..." + before[-LONGEST_SHOWN:]
        line = line[: len(before) + max(LONGEST_SHOWN, len(marked))]
        lines.append(f"{margin} {paint('|', 'margin')}")
        lines.append(f"{paint(f'{number} |', 'margin')} {line}")
        caret = paint("^" * max(1, _width(marked)), diagnostic.severity)
        lines.append(f"{margin} {paint('|', 'margin')} {' ' * _width(before)}{caret}")
    if diagnostic.also is not None:
        lines.append(f"{margin} {paint('=', 'margin')} see also: {diagnostic.also}")
    if diagnostic.help:
        lines.append(f"{margin} {paint('=', 'margin')} help: {diagnostic.help}")
    return lines


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)
