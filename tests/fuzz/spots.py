"""Places of a text where something can be changed, and what can be put there."""

from __future__ import annotations

from functools import cache
from random import Random

import grammar
from grammar import Piece
from seeds import shipped_files, small_games

from duel_dsl.dsl.reading.lines import depth, is_written, pieces


@cache
def texts() -> tuple[str, ...]:
    """What is taken from elsewhere is taken from these."""
    return (*small_games(), *shipped_files())


@cache
def words() -> dict[str, tuple[str, ...]]:
    """What the tokens of every terminal are in all texts."""
    found: dict[str, dict[str, None]] = {}
    for text in texts():
        for piece in grammar.tokens(text):
            found.setdefault(piece.name, {})[shown(text, piece)] = None
    return {name: tuple(words) for name, words in found.items()}


def words_of(text: str) -> dict[str, list[str]]:
    """What can be written with the words of one text, by terminal."""
    found: dict[str, list[str]] = {}
    for piece in grammar.tokens(text):
        if piece.name in ("NAME", "INT", "STRING", "COMPARE", "ADJUSTMENT", "TIMES", "ASSIGN"):
            found.setdefault(piece.name, []).append(shown(text, piece))
    return found


def token(text: str, random: Random, name: str = "") -> Piece:
    """A token, of a terminal if one is named; an empty place where there is none."""
    found = [piece for piece in grammar.tokens(text) if piece.name == name or not name]
    return random.choice(found) if found else Piece("", 0, 0)


def line(text: str, random: Random, indent: str = "") -> tuple[list[str], int]:
    """The lines, and the number of one that says something, if possible one that is indented like this."""
    lines = text.split("\n")
    found = [number for number, line in enumerate(lines) if is_written(line) and line.startswith(indent)]
    return lines, random.choice(found or range(len(lines)))


def end_of_block(lines: list[str], number: int) -> int:
    """The number of the line behind all that is indented below a line."""
    end = number + 1
    while end < len(lines) and (not is_written(lines[end]) or depth(lines[end]) > depth(lines[number])):
        end += 1
    return end


def parts(text: str) -> list[Piece]:
    """The trees of all declarations, as places of the whole text."""
    starts, at = [], 0
    for line in text.split("\n"):
        starts.append(at)
        at += len(line) + 1
    return [
        Piece(part.name, part.start + starts[piece.first - 1], part.end + starts[piece.first - 1])
        for piece in pieces(text)
        for part in grammar.parts(piece.text)
    ]


def shown(text: str, piece: Piece) -> str:
    """What stands at a place."""
    return text[piece.start : piece.end]


def put(text: str, piece: Piece, new: str) -> str:
    """The text with something else at a place."""
    return text[: piece.start] + new + text[piece.end :]


def bracketed(expression: str) -> str:
    """An expression that can stand where any other stood."""
    return f"({expression})" if " " in expression else expression
