"""Changes that need not follow the grammar: tokens, lines and characters go, come, move or become others."""

from __future__ import annotations

from random import Random

import spots

from duel_dsl.dsl.reading.lines import pieces

EXTREMES = ("0", "1", "2", "7", "999", "1000000", str(10**15), str(10**15 + 1), str(10**30), "9" * 500)
ODD = (*'\0\t\r\n"#`é≤\x85🂡', "\x1b[2J", "\u202e", "\u200b", "\u2028", "\ufeff", "\ud800")


# ------------------------------------------------------------------ tokens
def delete_token(text: str, random: Random) -> str:
    """A token is missing."""
    piece = spots.token(text, random)
    return text[: piece.start] + text[piece.end :]


def repeat_token(text: str, random: Random) -> str:
    """A token stands there several times."""
    piece, often = spots.token(text, random), random.choice((1, 1, 2, 50))
    return text[: piece.end] + (" " + text[piece.start : piece.end]) * often + text[piece.end :]


def swap_tokens(text: str, random: Random) -> str:
    """Two tokens change places."""
    one, other = sorted((spots.token(text, random), spots.token(text, random)), key=lambda piece: piece.start)
    if one.end > other.start:
        return text
    a, b = text[one.start : one.end], text[other.start : other.end]
    return text[: one.start] + b + text[one.end : other.start] + a + text[other.end :]


def token_of_its_kind(text: str, random: Random) -> str:
    """A token becomes another of the same terminal, from any text."""
    piece = spots.token(text, random)
    return spots.put(text, piece, random.choice(spots.words().get(piece.name, ("x",))))


def any_token(text: str, random: Random) -> str:
    """A token becomes any other."""
    new = random.choice(spots.words()[random.choice(sorted(spots.words()))])
    return spots.put(text, spots.token(text, random), new)


def extreme_number(text: str, random: Random) -> str:
    """A number becomes one at the limits or far behind them."""
    return spots.put(text, spots.token(text, random, "INT"), random.choice(("", "", "-")) + random.choice(EXTREMES))


def other_name(text: str, random: Random) -> str:
    """A name becomes another one of the same text."""
    return spots.put(text, spots.token(text, random, "NAME"), spots.shown(text, spots.token(text, random, "NAME")))


# ------------------------------------------------------------------ lines and characters
def indentation(text: str, random: Random) -> str:
    """A line is indented in another way."""
    lines, number = spots.line(text, random)
    lines[number] = random.choice(("", " ", "   ", "    ", "        ", "\t", " " * 200)) + lines[number].lstrip()
    return "\n".join(lines)


def drop_block(text: str, random: Random) -> str:
    """A line goes with all that is indented below it."""
    lines, number = spots.line(text, random)
    return "\n".join(lines[:number] + lines[spots.end_of_block(lines, number) :])


def repeat_block(text: str, random: Random) -> str:
    """A line and all below it stand there several times."""
    lines, number = spots.line(text, random)
    end = spots.end_of_block(lines, number)
    return "\n".join(lines[:end] + lines[number:end] * random.choice((1, 1, 2, 20)) + lines[end:])


def move_block(text: str, random: Random) -> str:
    """A line and all below it stand elsewhere."""
    lines, number = spots.line(text, random)
    end = spots.end_of_block(lines, number)
    rest = lines[:number] + lines[end:]
    to = random.randrange(len(rest) + 1)
    return "\n".join(rest[:to] + lines[number:end] + rest[to:])


def foreign_block(text: str, random: Random) -> str:
    """A block of another text."""
    lines, number = spots.line(text, random)
    others, other = spots.line(random.choice(spots.texts()), random)
    return "\n".join([*lines[:number], *others[other : spots.end_of_block(others, other)], *lines[number:]])


def foreign_declaration(text: str, random: Random) -> str:
    """A declaration of another text comes last."""
    found = pieces(random.choice(spots.texts()))
    return text + "\n" + random.choice(found).text if found else text


def odd_characters(text: str, random: Random) -> str:
    """Characters that steer, cannot be seen, are not ASCII, or make a line too long."""
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(ODD) * random.choice((1, 1, 3, 1_100)) + text[at:]


def cut_off(text: str, random: Random) -> str:
    """The text ends early."""
    return text[: random.randrange(len(text) + 1)]


def join_lines(text: str, random: Random) -> str:
    """A line goes on where it ended."""
    lines, number = spots.line(text, random)
    return "\n".join([*lines[:number], "".join(lines[number : number + 2]), *lines[number + 2 :]])
