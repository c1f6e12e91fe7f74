"""The terminal: how wide it is, whether it shows colours, and lines written to it.

Everything that is printed goes through here. In a pipe or file it is plain text. Packs, saved games, logs, names of
files and what is typed come from strangers: whatever of them would steer the terminal or break a line is made harmless
in one place, and only our own styles become escapes.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any, TextIO

from attrs import define

# The colours that packs may name, as codes of the 256-colour palette.
PALETTE = {
    "red": 203,
    "orange": 208,
    "bronze": 137,
    "gold": 178,
    "yellow": 221,
    "green": 71,
    "cyan": 80,
    "blue": 75,
    "purple": 141,
    "pink": 211,
    "white": 231,
    "silver": 250,
    "grey": 245,
}
STYLES = {"bold": "1", "dim": "2", "underline": "4", "reverse": "7", "error": "31", "warning": "33", "margin": "34"}
CODES = {**STYLES, **{name: f"38;5;{number}" for name, number in PALETTE.items()}}
# In a text a style begins and ends with a character that is none, and that Unicode sets apart for uses such as this.
# Only on the terminal it becomes an escape, so no text from outside can hold one.
END = "\ufdd0"
MARKS = {name: chr(ord(END) + number) for number, name in enumerate(CODES, 1)}
ESCAPES = {END: "\x1b[0m", **{MARKS[name]: f"\x1b[{code}m" for name, code in CODES.items()}}
MARK = re.compile("([\ufdd0-\ufdef])")
# Control characters of both ranges, line breaks and what is no character; and the marks that turn the direction of
# writing or cannot be seen.
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]")
UNSEEN = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\U000e0000-\U000e007f]")
# For terminals that cannot show the signs on the left.
PLAINER = str.maketrans("─│┌┐└┘├┤═░▒·•…→←↑↓●○◆▸★✶⚔✦«»", "-|++++++=##.*.><^v@oo>**/*<>")
LEAST_WIDTH, WIDTH_OF_A_PIPE = 20, 100


def harmless(text: str) -> str:
    """What may be printed of a text from anywhere: one line, without anything that steers a terminal."""
    return UNSEEN.sub("", CONTROLS.sub("\ufffd", text))


def styled(text: str, *styles: str) -> str:
    """The text in colours and styles; unknown or empty ones change nothing."""
    marks = "".join([MARKS[style] for style in styles if style in MARKS])
    return f"{marks}{text}{END}" if marks and text else text


def is_styled(text: str) -> bool:
    """Whether a part of the text has a style of its own."""
    return MARK.search(text) is not None


def plain(text: str) -> str:
    """The text without styles."""
    return MARK.sub("", text)


def words_of(text: str) -> list[str]:
    """The words of a text, each with the styles that it had."""
    found, style = list[str](), ""
    for word in text.split():
        shown = style + word
        for mark in MARK.findall(word):
            style = "" if mark == END else style + mark
        found.append(shown + END if style else shown)
    return found


def width(text: str) -> int:
    """How many columns a text takes."""
    bare = plain(text)
    if bare.isascii():
        return len(bare)
    return sum(_columns(character) for character in bare)


@lru_cache(maxsize=4096)
def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, most: int) -> str:
    """The text, shortened with a sign where it is wider than there is room for."""
    if width(text) <= most:
        return text
    kept, used = "", 0
    for part in MARK.split(text):
        if MARK.fullmatch(part):
            kept += part
            continue
        for character in part:
            if used + _columns(character) > most - 1:
                break
            kept, used = kept + character, used + _columns(character)
        else:
            continue
        return kept + "…" + (END if is_styled(kept) else "")
    return kept


def padded(text: str, columns: int, side: str = "left") -> str:
    """The text cut or filled with blanks to a width; `side` says where the text stands."""
    text = cut(text, columns)
    free = columns - width(text)
    before = {"left": 0, "right": free, "middle": free // 2}[side]
    return " " * before + text + " " * (free - before)


def wrapped(parts: Sequence[str], columns: int, between: str = ", ", indent: int = 0) -> list[str]:
    """Parts joined to lines that fit; a part is broken only where it alone is too wide."""
    lines: list[str] = []
    line = ""
    for number, part in enumerate(parts):
        tail = part + (between.rstrip() if number < len(parts) - 1 else "")
        gap = between[len(between.rstrip()) :] if line else ""
        room = columns - (indent if lines else 0)
        if line and width(line) + width(gap) + width(tail) > room:
            lines.append(" " * (indent if lines else 0) + line)
            line = tail
        else:
            line += gap + tail
    lines.append(" " * (indent if lines else 0) + line)
    return [cut(found, columns) for found in lines]


def side_by_side(blocks: Sequence[Sequence[str]], columns: int, gap: str = "   ") -> list[str]:
    """Blocks of lines beside each other, each as wide as `columns`."""
    height = max((len(block) for block in blocks), default=0)
    lines = []
    for row in range(height):
        cells = [padded(block[row] if row < len(block) else "", columns) for block in blocks]
        lines.append(gap.join(cells).rstrip())
    return lines


def encodable(text: str, stream: TextIO) -> str:
    """The text with other signs for what a stream cannot write."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(PLAINER).encode(encoding, "replace").decode(encoding)
    return text


def complain(*lines: str) -> None:
    """Writes lines to the error stream."""
    for line in lines:
        sys.stderr.write(encodable(harmless(plain(line)), sys.stderr) + "\n")
    sys.stderr.flush()


def show_status(line: str) -> None:
    """Puts a line that will be taken away again on the error stream, in place of the one before."""
    sys.stderr.write(f"\r{encodable(harmless(line), sys.stderr)}\x1b[K")
    sys.stderr.flush()


def write_json(value: Any, indent: int | None = None) -> None:
    """Writes a value as JSON; whatever could steer a terminal is written as JSON writes it in plain letters."""
    sys.stdout.write(json.dumps(value, indent=indent).replace("\x7f", "\\u007f") + "\n")
    sys.stdout.flush()


@define
class Terminal:
    """Where the game is shown: the width of lines, whether colours are understood, whether a person sits there."""

    width: int
    color: bool
    person: bool

    @classmethod
    def here(cls) -> Terminal:
        """The terminal of this process."""
        shows = sys.stdout.isatty()
        dumb = os.environ.get("TERM") == "dumb" or "NO_COLOR" in os.environ
        columns = shutil.get_terminal_size((WIDTH_OF_A_PIPE, 40)).columns
        return cls(max(LEAST_WIDTH, columns), shows and not dumb, shows and sys.stdin.isatty())

    def resized(self) -> None:
        """Takes up a new size of the window."""
        self.width = max(LEAST_WIDTH, shutil.get_terminal_size((WIDTH_OF_A_PIPE, 40)).columns)

    def shown(self, text: str) -> str:
        """The text as this terminal can show it."""
        joined = "".join(self._styles(part) if MARK.fullmatch(part) else harmless(part) for part in MARK.split(text))
        return encodable(joined, sys.stdout)

    def _styles(self, mark: str) -> str:
        return ESCAPES.get(mark, "") if self.color else ""

    def write(self, lines: str | Iterable[str] = "") -> None:
        """Writes one line or several."""
        for line in [lines] if isinstance(lines, str) else lines:
            sys.stdout.write(self.shown(line.rstrip("\n")).rstrip() + "\n")
        sys.stdout.flush()

    def clear(self) -> None:
        """Begins a new screen where a person looks at one; what was there can be scrolled back to."""
        if self.person and os.environ.get("TERM") != "dumb":
            self.write("")
            sys.stdout.write("\x1b[2J\x1b[H")

    def forget(self) -> None:
        """Begins a new screen from which nothing before can be found again, not even what was typed."""
        self.clear()
        if self.person and os.environ.get("TERM") != "dumb":
            sys.stdout.write("\x1b[3J")
        with suppress(ImportError):
            import readline

            readline.clear_history()

    def ask(self, prompt: str) -> str | None:
        """A line typed in, or None at the end of the input."""
        if self.person:
            # Only for its effect: arrows and history at the prompt. Not every Python has it.
            with suppress(ImportError):
                import readline  # noqa: F401
        try:
            # Styles in a prompt would confuse the line editor about its length.
            reply = input(plain(self.shown(prompt)))
        except EOFError:
            return None
        except UnicodeDecodeError:
            reply = "\ufffd"
        if not sys.stdin.isatty():
            # Nobody saw it being typed.
            self.write(reply)
        return reply
