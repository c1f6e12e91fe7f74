"""The games that cases about saved games, logs, replies and options belong to, and positions to begin from."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from seeds import SMALL_FOLDERS

from duel_dsl.interpreter import Game, Position, RunawayChain, load

NAMES = (*(str(index) for index in range(len(SMALL_FOLDERS))), "duel", "duel+pantheon+agora", "wonders+leaders")
# Stands in cases for the digest of their game, so that they stay what they are when its rules change.
DIGEST = "DIGEST"
FEW = NAMES[: len(SMALL_FOLDERS)]


@cache
def game(name: str) -> Game:
    """A small game by its number, or a shipped one."""
    return load(Path(SMALL_FOLDERS[int(name)]) if name.isdecimal() else name)


def any_name(random: Random) -> str:
    """Mostly a small game."""
    return random.choice(FEW if random.random() < 0.8 else NAMES)


def somewhere(name: str, number: int, most: int = 60) -> Position:
    """A position of a random game."""
    random = Random(number)
    position = game(name).start(number, random.choice(game(name).description.numbers))
    for _ in range(random.randrange(most)):
        before = position.copy()
        try:
            position.play_random(random.randrange(1000), 1)
        except RunawayChain:
            return before
        if position.over:
            return before
    return position
