"""Random rules against a second, naive interpreter: whatever is nested in whatever, it goes on where it waited.

A program is a tree of statements. It is written as text and played by the engine, saved and restored at every decision;
and it is walked through by Python generators. Both must ask the same questions and leave the same trace.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from duel_dsl.interpreter import Position, load

Statement = tuple[Any, ...]
Block = list[Statement]
# Each may use those before it; `rung` is the listener of a signal.
BODIES = ("alpha", "beta", "rung", "gamma", "play")
PROGRAMS = 25

HEAD = """
pack flow
    title: "Flow"
    players: 2

kind piece
    worth: number = 0

player
    hand: set of piece, public, active

table
    pile: set of piece, public = piece
    trace: number = 0
    steps: number = 0

signal rung(n: number)

score
    trace: trace
rank by total "trace"

# What happened so far as one number, kept below a million by its remainder.
procedure note(n: number)
    steps += 1
    trace = (trace * 31 + n) - (trace * 31 + n) / 1000003 * 1000003

procedure unused
    for c in pile:
        if c.worth is 0: move c to first.hand
"""

CARDS = "".join(f'piece "P{n}"\n    worth: {n}\n' for n in range(1, 4))


class Stopped(Exception):
    """A `stop`: the procedure ends."""


class Maker:
    """Makes random programs in which procedures only call those before them, so that all of them end."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.names = 0
        self.notes = 0

    def program(self) -> dict[str, Block]:
        """The bodies of the procedures, of the listener (`rung`) and of `play`."""
        found: dict[str, Block] = {}
        callable_: list[str] = []
        for name in BODIES:
            found[name] = self.block(3, [], callable_, signals="rung" in found)
            if name not in ("rung", "play"):
                callable_.append(name)
        # A signal must be given somewhere, and everything must be used.
        found["play"] += [("emit", 1), ("call", "gamma"), ("call", "alpha")]
        return found

    def block(self, depth: int, names: list[str], calls: list[str], signals: bool) -> Block:
        inner = [self.statement(depth, names, calls, signals) for _ in range(self.random.randint(1, 3))]
        if depth < 3 and self.random.random() < 0.08:
            inner.append(("stop",))
        return inner

    def statement(self, depth: int, names: list[str], calls: list[str], signals: bool) -> Statement:
        forms = ["note"] * 2
        if depth:
            forms += ["if", "for", "range", "repeat", "choose", "choose", "options", "until"]
        forms += ["call"] * bool(calls) + ["emit"] * signals + ["tell"] * bool(names)
        form = self.random.choice(forms)

        def block(*more: str) -> Block:
            return self.block(depth - 1, [*names, *more], calls, signals)

        if form == "note":
            self.notes += 1
            return ("note", self.notes)
        if form == "tell":
            return ("tell", self.random.choice(names))
        if form == "call":
            return ("call", self.random.choice(calls))
        if form == "emit":
            return ("emit", self.random.randint(0, 3))
        if form == "if":
            # An odd number of steps so far decides.
            return ("if", block(), block() if self.random.random() < 0.6 else [])
        if form in ("for", "range"):
            name = self.name()
            return (form, name, self.random.randint(1, 3), block(name))
        if form == "repeat":
            return ("repeat", self.random.randint(0, 3), block())
        if form == "until":
            return ("until", self.name(), self.random.randint(1, 3), block())
        name = self.name()
        if form == "choose":
            otherwise = block() if self.random.random() < 0.5 else []
            return ("choose", name, self.random.randint(0, 3), self.random.random() < 0.5, block(name), otherwise)
        return ("options", [(n, block()) for n in range(self.random.randint(2, 3))])

    def name(self) -> str:
        self.names += 1
        return f"x{self.names}"


# -------------------------------------------------------------- as text
def written(block: Block, indent: str) -> str:
    """The statements as text."""
    deeper = indent + "    "
    lines = []
    for form, *parts in block:
        match form:
            case "note":
                lines.append(f"{indent}note({parts[0]})")
            case "tell":
                lines.append(f"{indent}note({parts[0]}_worth)")
            case "call":
                lines.append(f"{indent}{parts[0]}(p)")
            case "emit":
                lines.append(f"{indent}emit rung({parts[0]})")
            case "stop":
                lines.append(f"{indent}stop")
            case "if":
                lines += [f"{indent}if steps - steps / 2 * 2 is 1:", written(parts[0], deeper)]
                lines += [f"{indent}else:", written(parts[1], deeper)] if parts[1] else []
            case "for":
                name, least, body = parts
                told = f"{deeper}let {name}_worth = {name}.worth"
                lines += [f"{indent}for {name} in pile where {name}.worth >= {least}:", told, written(body, deeper)]
            case "range":
                name, high, body = parts
                told = f"{deeper}let {name}_worth = 7 * {name}"
                lines += [f"{indent}for {name} in 0..{high}:", told, written(body, deeper)]
            case "repeat":
                lines += [f"{indent}repeat {parts[0]}:", written(parts[1], deeper)]
            case "until":
                name, rounds, body = parts
                lines += [f"{indent}let {name} = {rounds}", f"{indent}until {name} <= 0:"]
                lines += [f"{deeper}{name} -= 1", written(body, deeper)]
            case "choose":
                name, most, optional, body, otherwise = parts
                told = f"{deeper}let {name}_worth = {name}.worth"
                head = f'choose {name} in pile where {name}.worth <= {most} by p "{name} {{{name}}}":'
                lines += [f"{indent}{'may ' if optional else ''}{head}", told, written(body, deeper)]
                lines += [f"{indent}else:", written(otherwise, deeper)] if otherwise else []
            case "options":
                lines.append(f"{indent}choose by p")
                for number, body in parts[0]:
                    lines += [f'{deeper}option "way {number}":', written(body, deeper + "    ")]
    return "\n".join(lines)


def text_of(program: dict[str, Block]) -> str:
    parts = [HEAD]
    for name, body in program.items():
        if name == "rung":
            parts.append(f"when rung(m):\n    note(m)\n    let p = second\n{written(body, '    ')}\n")
        elif name == "play":
            parts.append(f"procedure play\n    let p = first\n{written(body, '    ')}\n")
        else:
            parts.append(f"procedure {name}(p: player)\n{written(body, '    ')}\n")
    return "\n".join(parts)


# -------------------------------------------------------------- as generators
class Naive:
    """Walks through a program with Python's own generators."""

    def __init__(self, program: dict[str, Block]) -> None:
        self.program = program
        self.trace = 0
        self.steps = 0

    def run(self) -> Iterator[tuple[int, list[str]]]:
        yield from self.procedure("play", 0)

    def note(self, number: int) -> None:
        self.steps += 1
        self.trace = (self.trace * 31 + number) % 1000003

    def procedure(self, name: str, player: int) -> Any:
        with suppress(Stopped):
            yield from self.block(self.program[name], player, {})

    def block(self, block: Block, player: int, names: dict[str, int]) -> Any:
        for form, *parts in block:
            match form:
                case "note":
                    self.note(parts[0])
                case "tell":
                    self.note(names[parts[0]])
                case "call":
                    yield from self.procedure(parts[0], player)
                case "emit":
                    self.note(parts[0])
                    yield from self.procedure("rung", 1)
                case "stop":
                    raise Stopped
                case "if":
                    yield from self.block(parts[0] if self.steps % 2 else parts[1], player, names)
                case "for":
                    for worth in range(parts[1], 4):
                        yield from self.block(parts[2], player, {**names, parts[0]: worth})
                case "range":
                    for number in range(parts[1] + 1):
                        yield from self.block(parts[2], player, {**names, parts[0]: 7 * number})
                case "repeat":
                    for _ in range(parts[0]):
                        yield from self.block(parts[1], player, names)
                case "until":
                    for _ in range(parts[1]):
                        yield from self.block(parts[2], player, names)
                case "choose":
                    yield from self.choose(parts, player, names)
                case "options":
                    answer = yield player, [f"way {number}" for number, _ in parts[0]]
                    yield from self.block(parts[0][int(answer.split()[1])][1], player, names)

    def choose(self, parts: list[Any], player: int, names: dict[str, int]) -> Any:
        name, most, optional, body, otherwise = parts
        keys = [f"{name} p{worth}" for worth in range(1, 4) if worth <= most]
        if not keys:
            yield from self.block(otherwise, player, names)
            return
        answer = keys[0]
        if optional or len(keys) > 1:
            answer = yield player, keys + ["pass"] * optional
        if answer == "pass":
            yield from self.block(otherwise, player, names)
        else:
            yield from self.block(body, player, {**names, name: int(answer[-1])})


def compare(position: Position, naive: Naive, seed: int) -> int:
    """Plays both with the same answers; returns how often somebody decided."""
    random = Random(seed)
    walk: Any = naive.run()
    asked, decisions = next(walk, None), 0
    while asked is not None:
        player, keys = asked
        assert not position.over
        assert (position.decider, position.keys(), position.read("trace")) == (player, keys, naive.trace)
        position = position.game.restore(position.save())
        key = random.choice(keys)
        position.play(key)
        decisions += 1
        if decisions > 300:
            return decisions
        try:
            asked = walk.send(key)
        except StopIteration:
            asked = None
    assert position.over
    assert (position.read("trace"), position.read("steps")) == (naive.trace, naive.steps)
    return decisions


@pytest.mark.parametrize("seed", range(PROGRAMS))
def test_random_rules(seed: int) -> None:
    program = Maker(seed).program()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "game.rules").write_text(text_of(program), encoding="utf-8")
        (Path(folder) / "pieces.cards").write_text(CARDS, encoding="utf-8")
        game = load(Path(folder))
    for answers in range(3):
        compare(game.start(), Naive(program), answers)
