"""The machine that games run on against the reference machine: the same positions, options, answers and errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from duel_dsl.interpreter import load
from duel_dsl.lab.running.lockstep import beside_the_reference

PACKS = Path(__file__).parent / "packs"
# With how many players, how many games, and which share of their decisions is compared.
GAMES = [
    ("duel", 2, 8, 0.4),
    ("duel+pantheon", 2, 6, 0.3),
    ("duel+agora", 2, 5, 0.3),
    ("duel+pantheon+agora", 2, 5, 0.25),
    ("wonders", 2, 5, 0.3),
    ("wonders", 3, 5, 0.25),
    ("wonders", 7, 2, 0.2),
    ("wonders+leaders", 2, 4, 0.25),
    ("wonders+leaders", 3, 4, 0.2),
    ("wonders+leaders", 7, 2, 0.12),
]


@pytest.mark.parametrize(("pack", "players", "games", "share"), GAMES)
def test_random_games_are_the_same_on_both_machines(pack: str, players: int, games: int, share: float) -> None:
    game, compared = load(pack), 0
    for seed in range(games):
        found = beside_the_reference(game, seed, players, share)
        assert found.differences == (), f"{pack}, {players} players, seed {seed}"
        compared += found.compared
    assert compared > 3 * games


def test_what_does_not_end_ends_alike() -> None:
    game = load(PACKS / "runaway")
    for seed in range(3):
        assert beside_the_reference(game, seed, None, 1.0).differences == ()
