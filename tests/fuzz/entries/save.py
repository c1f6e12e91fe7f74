"""Saved games, damaged or forged with a right check sum: refused, or played on like any other."""

from __future__ import annotations

from random import Random

from cases import Case

from duel_dsl.interpreter import BadSave, GameError
from duel_dsl.interpreter.playing.saving import FORM, VERSION, _check_sum

from .games import DIGEST, any_name, game, somewhere

FORGED = "forged"
MOST_DECISIONS = 200
CHANGES = (0, 1, -1, 2, 3, 7, 31, 2**20, 2**64, 10**15, -(10**15), 10**30)


def made(random: Random) -> str:
    """The name of a game and a line that may be its position: a damaged one, or only the numbers of a forged one."""
    name = any_name(random)
    line = somewhere(name, random.randrange(300)).save().replace(game(name).digest, DIGEST)
    return f"{name}\n{_forged(line, random) if random.random() < 0.8 else _damaged(line, random)}"


def _forged(line: str, random: Random) -> str:
    numbers = [int(part, 16) for part in line.split(" ")[5:]]
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        # What is still to be done lies at the end.
        at = random.randrange(len(numbers)) if random.random() < 0.6 else -random.randint(1, min(6, len(numbers)))
        numbers[at] = random.choice(
            (random.choice(CHANGES), numbers[at] + random.choice((-1, 1)), random.choice(numbers))
        )
        if random.random() < 0.1:
            numbers.insert(at, random.choice(CHANGES))
        if random.random() < 0.1 and len(numbers) > 1:
            del numbers[at]
    return " ".join([FORGED, *(f"{number:x}" for number in numbers)])


def _damaged(line: str, random: Random) -> str:
    at, sign = random.randrange(len(line)), random.choice("0fz -_\0é \n\u0663")
    return random.choice((line[:at], line[:at] + sign + line[at + 1 :], line + " " + line[at:], line[at:]))


def run(case: Case) -> None:
    """What is not refused can be looked at and played."""
    name, _, line = case.text.partition("\n")
    rules = game(name)
    if line.startswith(FORGED):
        numbers = " ".join(line.split()[1:])
        line = f"{FORM} {VERSION} {name} {DIGEST} {_check_sum(numbers)} {numbers}"
    try:
        position = rules.restore(line.replace(DIGEST, rules.digest))
    except BadSave:
        return
    try:
        position.options()
        position.broken_invariants()
        for seat in range(position.players):
            position.seen_by(seat)
            position.scores(seat)
            position.guess(seat).keys()
        position.play_random(case.number, MOST_DECISIONS)
        assert position.result is None or position.over
    except GameError:
        return
