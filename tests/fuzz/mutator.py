"""Texts to other texts: `wild` breaks them in every way, `tame` changes what they say so that many stay valid.

All of it depends on the random numbers it is given and on nothing else.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import grammar
from grammar import Piece
from seeds import shipped_files, small_games

from duel_dsl.dsl.reading.lines import depth, is_written, pieces

EXTREMES = ("0", "1", "2", "7", "999", "1000000", str(10**15), str(10**15 + 1), str(10**30), "9" * 500)
ODD = (
    "\0",
    "\x1b[2J",
    "\t",
    "\r",
    "\n",
    "\u202e",
    "\u200b",
    "\ufeff",
    "\ud800",
    "é",
    "≤",
    '"',
    "#",
    "\x85",
    "\u2028",
    "🂡",
    "`",
)
SWAPS = (("first", "second"), ("left", "right"), ("min", "max"), ("and", "or"), ("any", "all"), ("+", "-"), ("<", ">="))
PLENTY = 20_000

Change = Callable[[str, Random], str]


def wild(text: str, random: Random) -> str:
    """The text after one to eight changes of any kind."""
    for _ in range(random.choice((1, 1, 2, 3, 5, 8))):
        text = random.choice(WILD)(text, random)[:PLENTY]
    return text


def tame(text: str, random: Random) -> str:
    """The text after one to three changes that follow the grammar."""
    for _ in range(random.choice((1, 1, 1, 1, 2, 2, 3))):
        text = random.choice(TAME)(text, random)
    return text


def warm_up() -> None:
    """Reads all texts that mutants are made from."""
    _words()
    for text in small_games():
        _parts(text)


# ------------------------------------------------------------------ tokens
def _delete_tokens(text: str, random: Random) -> str:
    piece = _token(text, random)
    return text[: piece.start] + text[piece.end :]


def _repeat_token(text: str, random: Random) -> str:
    piece, often = _token(text, random), random.choice((1, 1, 2, 50))
    return text[: piece.end] + (" " + text[piece.start : piece.end]) * often + text[piece.end :]


def _swap_tokens(text: str, random: Random) -> str:
    one, other = sorted((_token(text, random), _token(text, random)), key=lambda piece: piece.start)
    if one.end > other.start:
        return text
    a, b = text[one.start : one.end], text[other.start : other.end]
    return text[: one.start] + b + text[one.end : other.start] + a + text[other.end :]


def _token_of_its_kind(text: str, random: Random) -> str:
    piece = _token(text, random)
    return _put(text, piece, random.choice(_words().get(piece.name, ("x",))))


def _any_token(text: str, random: Random) -> str:
    return _put(text, _token(text, random), random.choice(_words()[random.choice(sorted(_words()))]))


def _extreme_number(text: str, random: Random) -> str:
    return _put(text, _token(text, random, "INT"), random.choice(("", "", "-")) + random.choice(EXTREMES))


def _other_name(text: str, random: Random) -> str:
    """A name becomes another one of the same text."""
    return _put(text, _token(text, random, "NAME"), _shown(text, _token(text, random, "NAME")))


# ------------------------------------------------------------------ lines and characters
def _indentation(text: str, random: Random) -> str:
    lines, number = _line(text, random)
    lines[number] = random.choice(("", " ", "   ", "    ", "        ", "\t", " " * 200)) + lines[number].lstrip()
    return "\n".join(lines)


def _drop_block(text: str, random: Random) -> str:
    lines, number = _line(text, random)
    return "\n".join(lines[:number] + lines[_end_of_block(lines, number) :])


def _repeat_block(text: str, random: Random) -> str:
    lines, number = _line(text, random)
    end = _end_of_block(lines, number)
    return "\n".join(lines[:end] + lines[number:end] * random.choice((1, 1, 2, 20)) + lines[end:])


def _move_block(text: str, random: Random) -> str:
    lines, number = _line(text, random)
    end = _end_of_block(lines, number)
    rest = lines[:number] + lines[end:]
    to = random.randrange(len(rest) + 1)
    return "\n".join(rest[:to] + lines[number:end] + rest[to:])


def _foreign_block(text: str, random: Random) -> str:
    """A block of another text."""
    lines, number = _line(text, random)
    others, other = _line(random.choice(_texts()), random)
    return "\n".join([*lines[:number], *others[other : _end_of_block(others, other)], *lines[number:]])


def _foreign_declaration(text: str, random: Random) -> str:
    found = pieces(random.choice(_texts()))
    return text + "\n" + random.choice(found).text if found else text


def _odd_characters(text: str, random: Random) -> str:
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(ODD) * random.choice((1, 1, 3, 1_100)) + text[at:]


def _cut_off(text: str, random: Random) -> str:
    return text[: random.randrange(len(text) + 1)]


def _join_lines(text: str, random: Random) -> str:
    lines, number = _line(text, random)
    return "\n".join([*lines[:number], "".join(lines[number : number + 2]), *lines[number + 2 :]])


# ------------------------------------------------------------------ what follows the grammar
def _expression_of_its_kind(text: str, random: Random) -> str:
    """An expression becomes another one of the same text, most of the time of the same rule."""
    found = [piece for piece in _parts(text) if piece.name in grammar.family("expression")]
    if not found:
        return text
    one = random.choice(found)
    same = [piece for piece in found if piece.name == one.name and _shown(text, piece) != _shown(text, one)]
    other = random.choice(same if same and random.random() < 0.8 else found)
    return _put(text, one, _bracketed(_shown(text, other)))


def _foreign_expression(text: str, random: Random) -> str:
    """An expression becomes one of another small game; many of them have the same zones and fields."""
    other = random.choice(small_games())
    found, offered = ([p for p in _parts(t) if p.name in grammar.family("expression")] for t in (text, other))
    if not found or not offered:
        return text
    one = random.choice(found)
    same = [piece for piece in offered if piece.name == one.name]
    return _put(text, one, _bracketed(_shown(other, random.choice(same or offered))))


def _foreign_statement(text: str, random: Random) -> str:
    """A block of another small game, at the same depth, before one that begins with the same word if there is one."""
    others, other = _line(random.choice(small_games()), random, "    ")
    lines, level, word = text.split("\n"), depth(others[other]), others[other].split()[0]
    places = [i for i, line in enumerate(lines) if is_written(line) and depth(line) == level]
    same = [i for i in places if lines[i].split()[0] == word]
    if not places:
        return text
    to = random.choice(same or places)
    return "\n".join([*lines[:to], *others[other : _end_of_block(others, other)], *lines[to:]])


def _new_expression(text: str, random: Random) -> str:
    found = [piece for piece in _parts(text) if piece.name in grammar.family("expression")]
    if not found:
        return text
    new = grammar.written("expression", random, _words_of(text), random.choice((13, 14, 16)))
    return _put(text, random.choice(found), _bracketed(new))


def _new_statement(text: str, random: Random) -> str:
    lines, number = _line(text, random, "    ")
    level = depth(lines[number]) // 4
    new = grammar.written("_statement", random, _words_of(text), random.choice((15, 17, 19)), level)
    return "\n".join([*lines[:number], " " * depth(lines[number]) + new, *lines[number:]])


def _negate(text: str, random: Random) -> str:
    rules = ("compare", "same", "not_same", "within", "not_within", "any", "all", "negate")
    found = [piece for piece in _parts(text) if piece.name in rules]
    piece = random.choice(found) if found else Piece("", 0, 0)
    return _put(text, piece, f"(not ({_shown(text, piece)}))") if found else text


def _small_number(text: str, random: Random) -> str:
    piece = _token(text, random, "INT")
    number = _shown(text, piece)
    return (
        _put(text, piece, str(max(0, int(number[:9]) + random.choice((-1, 1, 2, 10))))) if number.isdecimal() else text
    )


def _swap_words(text: str, random: Random) -> str:
    """A word or sign becomes its counterpart."""
    pairs = {**dict(SWAPS), **{b: a for a, b in SWAPS}}
    found = [piece for piece in grammar.tokens(text) if _shown(text, piece) in pairs]
    piece = random.choice(found) if found else Piece("", 0, 0)
    return _put(text, piece, pairs[_shown(text, piece)]) if found else text


def _loop(text: str, random: Random) -> str:
    """A statement is done several times, for everybody, or under a condition."""
    lines, number = _line(text, random, "    ")
    end, space = _end_of_block(lines, number), " " * depth(lines[number])
    amount = random.choice(("2", "3", "1000", "1000000"))
    heads = (f"repeat {amount}:", f"for extra in 1..{amount}:", "for extra in players:", "if count(players) > 1:")
    block = [space + random.choice(heads), *("    " + line for line in lines[number:end])]
    return "\n".join(lines[:number] + block + lines[end:])


def _same_level(text: str, random: Random) -> str:
    """A block moves to another place at the same depth of the same text."""
    lines, number = _line(text, random, "    ")
    end, level = _end_of_block(lines, number), depth(lines[number])
    places = [i for i, line in enumerate(lines) if is_written(line) and depth(line) == level and not number <= i < end]
    if not places:
        return text
    to = random.choice(places)
    copied = lines[:to] + lines[number:end] + lines[to:]
    return "\n".join(copied)


# ------------------------------------------------------------------ helpers
@cache
def _texts() -> tuple[str, ...]:
    return (*small_games(), *shipped_files())


@cache
def _words() -> dict[str, tuple[str, ...]]:
    """What the tokens of every terminal are in all texts."""
    found: dict[str, dict[str, None]] = {}
    for text in _texts():
        for piece in grammar.tokens(text):
            found.setdefault(piece.name, {})[_shown(text, piece)] = None
    return {name: tuple(words) for name, words in found.items()}


def _words_of(text: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for piece in grammar.tokens(text):
        if piece.name in ("NAME", "INT", "STRING", "COMPARE", "ADJUSTMENT", "TIMES", "ASSIGN"):
            found.setdefault(piece.name, []).append(_shown(text, piece))
    return found


def _token(text: str, random: Random, name: str = "") -> Piece:
    found = [piece for piece in grammar.tokens(text) if piece.name == name or not name]
    return random.choice(found) if found else Piece("", 0, 0)


def _line(text: str, random: Random, indent: str = "") -> tuple[list[str], int]:
    """The lines, and the number of one that says something, if possible one that is indented like this."""
    lines = text.split("\n")
    found = [number for number, line in enumerate(lines) if is_written(line) and line.startswith(indent)]
    return lines, random.choice(found or range(len(lines)))


def _end_of_block(lines: list[str], number: int) -> int:
    end = number + 1
    while end < len(lines) and (not is_written(lines[end]) or depth(lines[end]) > depth(lines[number])):
        end += 1
    return end


def _parts(text: str) -> list[Piece]:
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


def _shown(text: str, piece: Piece) -> str:
    return text[piece.start : piece.end]


def _put(text: str, piece: Piece, new: str) -> str:
    return text[: piece.start] + new + text[piece.end :]


def _bracketed(expression: str) -> str:
    return f"({expression})" if " " in expression else expression


WILD: tuple[Change, ...] = (
    _delete_tokens,
    _repeat_token,
    _swap_tokens,
    _token_of_its_kind,
    _any_token,
    _extreme_number,
    _other_name,
    _indentation,
    _drop_block,
    _repeat_block,
    _move_block,
    _foreign_block,
    _foreign_declaration,
    _odd_characters,
    _cut_off,
    _join_lines,
    _new_expression,
    _new_statement,
)
TAME: tuple[Change, ...] = (
    _expression_of_its_kind,
    _expression_of_its_kind,
    _expression_of_its_kind,
    _foreign_expression,
    _foreign_expression,
    _foreign_statement,
    _foreign_statement,
    _new_expression,
    _new_statement,
    _negate,
    _small_number,
    _small_number,
    _extreme_number,
    _swap_words,
    _loop,
    _same_level,
    _same_level,
    _drop_block,
    _repeat_block,
    _other_name,
)
