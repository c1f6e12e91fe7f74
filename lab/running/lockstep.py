"""Two machines on the same game: `beside_the_reference(game, ...)` plays by chance and says where they differ.

Everything that a machine answers is compared: the options and what they tell, the functions of the program, prices and
production, who leads, and what comes of an option. An error is an answer too, if both give the same one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import methodcaller
from random import Random

from attrs import define, frozen

from ...interpreter.backends.protocol import Machine
from ...interpreter.backends.reference.machine import ReferenceMachine
from ...interpreter.errors import RunawayChain
from ...interpreter.playing.game import Game
from ...interpreter.playing.position import Position
from ...interpreter.program.model import ASKED, CHOSEN, DECLINE, OVER, PEOPLE, PLAYERS, Function, Program
from ...interpreter.program.sets import bits
from ...interpreter.program.types import Type
from ...interpreter.runtime.chance import State

# How many options of a decision, cards and ways to call a function are looked at, if there are more.
MOST_TOLD, MOST_CARDS, MOST_CALLS = 12, 6, 3
# Numbers that functions are often asked with.
SMALL = range(-1, 8)

# What is asked, in words and of a machine.
Question = tuple[str, methodcaller]


@define
class Lockstep:
    """Compares two machines of one program; what is looked at, where that is not all, is picked by chance."""

    one: Machine
    other: Machine
    random: Random

    @property
    def program(self) -> Program:
        """What both machines run."""
        return self.one.program

    # -------------------------------------------------------------- a position
    def differences(self, state: State) -> list[str]:
        """What the machines answer differently about a position."""
        before, found = list(state), []
        for what, ask in self._questions(state):
            answers = [answered(partial(ask, machine)) for machine in (self.one, self.other)]
            if answers[0] != answers[1]:
                found.append(f"{what}: {answers[0]} and {answers[1]}")
        if state != before:
            found.append("a question has changed the position")
        return found

    def _questions(self, state: State) -> Iterator[Question]:
        if not state[OVER]:
            yield "options", methodcaller("options", state)
            yield from self._about_options(state)
        for function in self.program.functions:
            for arguments in self._arguments(function, state):
                name = f"{function.name}{arguments}"
                yield name, methodcaller("call", state, function.name, *arguments)
        if self.program.prices is not None:
            yield from self._about_prices(state)
        yield "leading", methodcaller("leading", state)

    def _about_options(self, state: State) -> Iterator[Question]:
        found = answered(lambda: self.one.options(state))
        codes = [code for code in found if code & DECLINE != DECLINE] if isinstance(found, list) else []
        for code in self._some(codes, MOST_TOLD):
            yield f"what option {code} tells", methodcaller("told", state, code)
        if self.program.asks[state[ASKED]].gathers:
            for seat in range(state[PEOPLE]):
                yield f"answers of {seat}", methodcaller("answers", state, seat)

    def _about_prices(self, state: State) -> Iterator[Question]:
        for seat in range(state[PLAYERS]):
            yield f"production of {seat}", methodcaller("production", state, seat)
            for card in self._some(list(range(self.program.cards)), MOST_CARDS):
                yield f"price of {card} for {seat}", methodcaller("price", state, seat, card)

    def _some(self, things: list[int], most: int) -> list[int]:
        return things if len(things) <= most else self.random.sample(things, most)

    def _arguments(self, function: Function, state: State) -> Iterator[tuple[int, ...]]:
        for _ in range(MOST_CALLS if function.params else 1):
            yield tuple(self._one(param.type, state) for param in function.params)

    def _one(self, type: Type, state: State) -> int:
        """Something of a type: a seat that plays, a small number, a set with some of its members."""
        match type.tag:
            case "player":
                return self.random.randint(type.low, min(type.high, state[PLAYERS] - 1))
            case "set":
                members = bits(type.high)
                return sum(1 << member for member in self.random.sample(members, self.random.randint(0, len(members))))
            case "number":
                return min(max(self.random.choice(SMALL), type.low), type.high)
        return self.random.randint(type.low, type.high)

    # -------------------------------------------------------------- decisions
    def chosen(self, state: State, code: int) -> list[str]:
        """What the machines make differently of an option."""
        one, other = list(state), list(state)
        one[CHOSEN] = other[CHOSEN] = code
        answers = [answered(lambda: self.one.run(one)), answered(lambda: self.other.run(other))]
        if answers[0] != answers[1]:
            return [f"what comes of option {code}: {answers[0]} and {answers[1]}"]
        return [] if isinstance(answers[0], str) else apart(one, other)


@frozen
class Beside:
    """What came of a game on two machines: decisions played and compared, and differences, in words."""

    decisions: int
    compared: int
    differences: tuple[str, ...]


def beside_the_reference(game: Game, seed: int, players: int | None, share: float, most: int | None = None) -> Beside:
    """A random game with random switches (or so many decisions of it), on the game's machine and on the reference; a
    share of the decisions is compared, and the beginning and the end."""
    random = Random(f"{game.name} {seed}")
    plain = Game(game.description, game.program, ReferenceMachine(game.program))
    lockstep = Lockstep(game.machine, plain.machine, random)
    switches = {name: random.choice(choices) for name, (choices, _) in game.description.switches.items()}
    position, other = _started(game, seed, players, switches), _started(plain, seed, players, switches)
    if position is None or other is None:
        return Beside(0, 1, () if position is other else ("the game begins on one machine only",))
    found, number, compared = apart(position.state, other.state), 0, 1
    while True:
        looked = random.random() < share or position.over
        found += lockstep.differences(position.state) if looked else []
        compared += looked
        if position.over or found or number == most:
            break
        code = random.choice(position.codes)
        found += lockstep.chosen(position.state, code) if looked else []
        try:
            position.play(position.codes.index(code))
        except RunawayChain:
            break
        number += 1
    return Beside(number, compared, tuple(f"decision {number}: {what}" for what in found))


def _started(game: Game, seed: int, players: int | None, switches: dict[str, str]) -> Position | None:
    try:
        return game.start(seed, players, switches)
    except RunawayChain:
        return None


def apart(one: State, other: State) -> list[str]:
    """Where two positions differ."""
    places = [str(place) for place, both in enumerate(zip(one, other, strict=False)) if both[0] != both[1]]
    places += ["the stack"] if len(one) != len(other) else []
    return [f"the positions differ at {', '.join(places)}"] if places else []


def answered(ask: Callable[[], object]) -> object:
    """An answer, or why there is none."""
    try:
        return ask()
    except RunawayChain as failure:
        return str(failure).partition(":")[0]
