"""The terminal: how wide it is, whether it shows colours, and lines written to it.

In a pipe or file everything is plain text. Packs come from strangers, so control characters in their texts never
reach the terminal.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import lru_cache

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
STYLES = {"bold": "1", "dim": "2", "underline": "4", "reverse": "7"}
STYLE_CODE = re.compile(r"\x1b\[[0-9;]*m")
# Control characters of both ranges, and the marks that turn the direction of writing.
UNWANTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# For terminals that cannot show the signs on the left.
PLAINER = str.maketrans("─│┌┐└┘├┤═░▒·•…→←↑↓●○◆▸★✶⚔✦«»", "-|++++++=##.*.><^v@oo>**/*<>")
LEAST_WIDTH, WIDTH_OF_A_PIPE = 20, 100


def styled(text: str, *styles: str) -> str:
    """The text in colours and styles; unknown or empty ones change nothing."""
    codes = [STYLES.get(s) or f"38;5;{PALETTE[s]}" for s in styles if s in STYLES or s in PALETTE]
    return f"\x1b[{';'.join(codes)}m{text}\x1b[0m" if codes and text else text


def plain(text: str) -> str:
    """The text without styles."""
    return STYLE_CODE.sub("", text)


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
    for part in re.split(r"(\x1b\[[0-9;]*m)", text):
        if STYLE_CODE.fullmatch(part):
            kept += part
            continue
        for character in part:
            if used + _columns(character) > most - 1:
                break
            kept, used = kept + character, used + _columns(character)
        else:
            continue
        return kept + "…" + ("\x1b[0m" if "\x1b" in kept else "")
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
        pieces = STYLE_CODE.split(text)
        codes = STYLE_CODE.findall(text) if self.color else [""] * (len(pieces) - 1)
        clean = [UNWANTED.sub("", piece) for piece in pieces]
        joined = clean[0] + "".join(code + piece for code, piece in zip(codes, clean[1:], strict=True))
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        try:
            joined.encode(encoding)
        except UnicodeEncodeError:
            joined = joined.translate(PLAINER).encode(encoding, "replace").decode(encoding)
        return joined

    def write(self, lines: str | Iterable[str] = "") -> None:
        """Writes one line or several."""
        for line in [lines] if isinstance(lines, str) else lines:
            sys.stdout.write(self.shown(line).rstrip() + "\n")
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
