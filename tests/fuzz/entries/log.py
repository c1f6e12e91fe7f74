"""Logs of games, damaged: refused with BadLog or another GameError, or read."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from cases import Case

from duel_dsl.interpreter import GameError
from duel_dsl.interpreter.playing.journal import FORM, VERSION, outcome, parse_log

from .games import DIGEST, FEW, game, somewhere

ODD: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    1.5,
    "",
    "x",
    [],
    {},
    [[]],
    {"a": {}},
    float("nan"),
    "\ud800",
    [1],
    {"": 1},
)


def made(random: Random) -> str:
    """The name of a game and its log, with one to four things wrong."""
    name = random.choice(FEW)
    lines = _whole(name, random)
    texts = [json.dumps(line) for line in lines]
    for _ in range(random.choice((1, 1, 2, 4))):
        at = random.randrange(len(texts))
        if random.random() < 0.8:
            which = random.choice((0, random.randrange(len(lines))))
            line = dict(lines[which])
            field = random.choice([*line, *line, "undo", "result", "key", "seat"])
            line[field] = random.choice(_like(line.get(field)) if random.random() < 0.7 else (*ODD, *line.values()))
            texts[min(which, len(texts) - 1)] = json.dumps(line if random.random() < 0.9 else random.choice(ODD))
        else:
            place = random.randrange(len(texts[at]) + 1)
            sign = random.choice(('"', "{", "[" * 5_000, "\0", "é", "\n", "9" * 5_000, ""))
            texts[at] = texts[at][:place] + sign + texts[at][place + random.randrange(3) :]
        if random.random() < 0.2:
            texts.insert(at, random.choice(texts))
    return "\n".join([name, *texts, ""]).replace(game(name).digest, DIGEST)


def _like(value: Any) -> tuple[Any, ...]:
    """Other values of the same type, which are refused late or never."""
    if isinstance(value, dict):
        return ({}, {"": ""}, {"winner": 0}, {**value, "x": "y"})
    if isinstance(value, str):
        return ("", value[1:], value + " ", value.upper(), "pass", "\0", "\ud800")
    return ([], ["x"] * 9) if isinstance(value, list) else (-1, 0, 1, 2, 3, 99, 10**30)


def _whole(name: str, random: Random) -> list[dict[str, Any]]:
    rules, seed = game(name), random.randrange(100)
    players = random.choice(rules.description.numbers)
    head = {"form": FORM, "version": VERSION, "game": rules.name, "digest": rules.digest, "seed": seed}
    start = somewhere(name, seed).save() if random.random() < 0.2 else ""
    head |= {"players": players, "switches": {}, "seats": ["human"] * players, "start": start}
    position = rules.restore(start) if start else rules.start(seed, players)
    lines: list[dict[str, Any]] = [head]
    for _ in range(random.randrange(30)):
        if position.over:
            break
        seat, key = position.decider, random.choice(position.keys())
        try:
            position.play(key)
        except GameError:
            break
        lines.append({"seat": seat, "key": key})
        if random.random() < 0.1:
            lines += [{"undo": 1}, lines[-1]]
    return [*lines, {"result": outcome(position.result)}] if position.over else lines


def run(case: Case) -> None:
    """Reads the log and plays it."""
    name, _, text = case.text.partition("\n")
    try:
        parse_log(text.replace(DIGEST, game(name).digest)).positions(game(name))
    except GameError:
        return
