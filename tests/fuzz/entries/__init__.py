"""The ways into the program, each a module with `made`, which invents a case, and `run`, which fails where the program
does. Weights say how often each of them is tried."""

from __future__ import annotations

import gc
from random import Random
from types import ModuleType

import grammar
import mutator
from cases import Case
from folder import place_of_all

from . import games, log, machine, option, pack, program, reply, save, text

WEIGHTS = {text: 60, pack: 20, machine: 10, program: 10, save: 8, log: 4, reply: 4, option: 4}
ENTRIES: dict[str, ModuleType] = {module.__name__.rpartition(".")[2]: module for module in WEIGHTS}


def invented(seed: int, number: int, only: tuple[str, ...] = tuple(ENTRIES)) -> Case:
    """The case of a number: the same seed gives the same cases."""
    random = Random(f"{seed} {number}")
    entry = random.choices(only, [WEIGHTS[ENTRIES[name]] for name in only])[0]
    made: str = ENTRIES[entry].made(random)
    return Case(entry, random.randrange(10**6), made)


def warm_up() -> None:
    """Gets ready what all cases use, before processes are made that share it."""
    grammar.remember()
    place_of_all()
    mutator.warm_up()
    for name in games.NAMES:
        games.game(name)
    # What is there now stays: the processes need not look through it again and again.
    gc.collect()
    gc.freeze()
