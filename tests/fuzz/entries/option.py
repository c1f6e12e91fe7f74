"""Anything given to `play` as an option: it is one that is on offer, or is refused and changes nothing."""

from __future__ import annotations

import ast
from random import Random

from attrs import evolve
from cases import Case

from duel_dsl.interpreter import GameError, IllegalOption, Option

from .games import any_name, somewhere

NUMBERS = (-1, 0, 1, 2, 10**30, -(10**30), 2**63, True, 255, 256)
TEXTS = ("", " ", "pass", "\0", "\ud800", "x" * 10_000, "{c}", "0", "1")


def made(random: Random) -> str:
    """The name of a game and some options, one a line as Python writes them; an option itself is a code and a key."""
    name = any_name(random)
    options = somewhere(name, random.randrange(50)).options()
    lines: list[object] = []
    for _ in range(random.randint(1, 10)):
        one, other = random.choice(options), random.choice(options)
        at = random.randrange(len(one.key) + 1)
        odd: tuple[object, ...] = (None, 1.0, b"pass", [], (random.choice(NUMBERS), one.key), (one.code, other.key))
        keys = (one.key, one.label, one.key[:at], f" {one.key}  ", one.key.upper(), random.choice(TEXTS))
        lines.append(random.choice((random.choice(odd), random.choice(NUMBERS), random.choice(keys), one.code)))
    return "\n".join([name, *map(repr, lines)])


def run(case: Case) -> None:
    """Plays what is given, one after the other."""
    name, *lines = case.text.split("\n")
    position = somewhere(name, case.number % 50)
    for line in lines:
        if position.over:
            break
        given = ast.literal_eval(line)
        if isinstance(given, tuple):
            given = evolve(Option("", "", ""), code=given[0], key=given[1])
        before, offered = position.copy(), position.options()
        refused: GameError | None = None
        try:
            position.play(given)
        except GameError as failure:
            refused = failure
        if refused is not None:
            on_offer = given in [o.key for o in offered] or (isinstance(given, int) and 0 <= given < len(offered))
            assert position == before, "what is refused must change nothing"
            assert not (on_offer and isinstance(refused, IllegalOption)), "this is on offer"
