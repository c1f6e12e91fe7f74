"""Changes that follow the grammar: the text says something else, and is often still valid."""

from __future__ import annotations

from random import Random

import grammar
import spots
import writing
from grammar import Piece
from seeds import small_games

from duel_dsl.dsl.reading.lines import depth, is_written

SWAPS = (("first", "second"), ("left", "right"), ("min", "max"), ("and", "or"), ("any", "all"), ("+", "-"), ("<", ">="))


def expression_of_its_kind(text: str, random: Random) -> str:
    """An expression becomes another one of the same text, most of the time of the same rule."""
    found = [piece for piece in spots.parts(text) if piece.name in grammar.family("expression")]
    if not found:
        return text
    one = random.choice(found)
    same = [piece for piece in found if piece.name == one.name and spots.shown(text, piece) != spots.shown(text, one)]
    other = random.choice(same if same and random.random() < 0.8 else found)
    return spots.put(text, one, spots.bracketed(spots.shown(text, other)))


def foreign_expression(text: str, random: Random) -> str:
    """An expression becomes one of another small game; many of them have the same zones and fields."""
    other = random.choice(small_games())
    found, offered = ([p for p in spots.parts(t) if p.name in grammar.family("expression")] for t in (text, other))
    if not found or not offered:
        return text
    one = random.choice(found)
    same = [piece for piece in offered if piece.name == one.name]
    return spots.put(text, one, spots.bracketed(spots.shown(other, random.choice(same or offered))))


def foreign_statement(text: str, random: Random) -> str:
    """A block of another small game, at the same depth, before one that begins with the same word if there is one."""
    others, other = spots.line(random.choice(small_games()), random, "    ")
    lines, level, word = text.split("\n"), depth(others[other]), others[other].split()[0]
    places = [i for i, line in enumerate(lines) if is_written(line) and depth(line) == level]
    same = [i for i in places if lines[i].split()[0] == word]
    if not places:
        return text
    to = random.choice(same or places)
    return "\n".join([*lines[:to], *others[other : spots.end_of_block(others, other)], *lines[to:]])


def new_expression(text: str, random: Random) -> str:
    """An expression becomes a new one."""
    found = [piece for piece in spots.parts(text) if piece.name in grammar.family("expression")]
    if not found:
        return text
    new = writing.written("expression", random, spots.words_of(text), random.choice((13, 14, 16)))
    return spots.put(text, random.choice(found), spots.bracketed(new))


def new_statement(text: str, random: Random) -> str:
    """A new statement comes before a line."""
    lines, number = spots.line(text, random, "    ")
    level = depth(lines[number]) // 4
    new = writing.written("_statement", random, spots.words_of(text), random.choice((15, 17, 19)), level)
    return "\n".join([*lines[:number], " " * depth(lines[number]) + new, *lines[number:]])


def negate(text: str, random: Random) -> str:
    """A condition becomes its opposite."""
    rules = ("compare", "same", "not_same", "within", "not_within", "any", "all", "negate")
    found = [piece for piece in spots.parts(text) if piece.name in rules]
    piece = random.choice(found) if found else Piece("", 0, 0)
    return spots.put(text, piece, f"(not ({spots.shown(text, piece)}))") if found else text


def small_number(text: str, random: Random) -> str:
    """A number becomes another one nearby."""
    piece = spots.token(text, random, "INT")
    number = spots.shown(text, piece)
    return (
        spots.put(text, piece, str(max(0, int(number[:9]) + random.choice((-1, 1, 2, 10)))))
        if number.isdecimal()
        else text
    )


def swap_words(text: str, random: Random) -> str:
    """A word or sign becomes its counterpart."""
    pairs = {**dict(SWAPS), **{b: a for a, b in SWAPS}}
    found = [piece for piece in grammar.tokens(text) if spots.shown(text, piece) in pairs]
    piece = random.choice(found) if found else Piece("", 0, 0)
    return spots.put(text, piece, pairs[spots.shown(text, piece)]) if found else text


def loop(text: str, random: Random) -> str:
    """A statement is done several times, for everybody, or under a condition."""
    lines, number = spots.line(text, random, "    ")
    end, space = spots.end_of_block(lines, number), " " * depth(lines[number])
    amount = random.choice(("2", "3", "1000", "1000000"))
    heads = (f"repeat {amount}:", f"for extra in 1..{amount}:", "for extra in players:", "if count(players) > 1:")
    block = [space + random.choice(heads), *("    " + line for line in lines[number:end])]
    return "\n".join(lines[:number] + block + lines[end:])


def same_level(text: str, random: Random) -> str:
    """A block moves to another place at the same depth of the same text."""
    lines, number = spots.line(text, random, "    ")
    end, level = spots.end_of_block(lines, number), depth(lines[number])
    places = [i for i, line in enumerate(lines) if is_written(line) and depth(line) == level and not number <= i < end]
    if not places:
        return text
    to = random.choice(places)
    copied = lines[:to] + lines[number:end] + lines[to:]
    return "\n".join(copied)
