"""Thousands of random games of every pack and combination, under any switches: none fails, gets stuck or loses a card.

Each is looked at somewhere in the middle and at its end. Tests of the single games look at every position of a few.
"""

from __future__ import annotations

from random import Random

import pytest
from random_play import healthy

from duel_dsl.interpreter import load

# Which packs, how many play, and how many games.
RUNS = [
    ("duel", 2, 700),
    ("duel+pantheon", 2, 700),
    ("duel+agora", 2, 700),
    ("duel+pantheon+agora", 2, 700),
    *[("wonders", players, 40) for players in range(2, 8)],
    *[("wonders+leaders", players, 40) for players in range(2, 8)],
]
# Games are left for a look after at most so many decisions, or at their end.
LATEST_LOOK = 120


@pytest.mark.parametrize(("packs", "players", "games"), RUNS)
def test_many_games(packs: str, players: int, games: int) -> None:
    game = load(packs)
    random = Random(f"{packs} {players}")
    for _ in range(games):
        switches = {name: random.choice(choices) for name, (choices, _) in game.description.switches.items()}
        seed, look_after = random.getrandbits(64), random.randrange(LATEST_LOOK)
        try:
            position = game.start(seed, players, switches)
            for most in (look_after, None):
                position.play_random(seed, most)
                healthy(position)
        except Exception as failure:
            failure.add_note(f"seed {seed}, {switches}, looked at after {look_after} decisions and at the end")
            raise
