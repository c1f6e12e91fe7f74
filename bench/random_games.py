"""Plays many random games and asks every invariant after every decision: a larger run than the tests have time for.

    python bench/random_games.py duel+pantheon+agora [--players 2] [--games 1000] [--seed 0]

Prints how many games and decisions were played and what went wrong; exits with 1 if anything did.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from duel_dsl.interpreter import Game, GameError, InvalidPack, load


def play(game: Game, players: int | None, seed: int) -> tuple[int, str]:
    """One random game: its decisions, and what went wrong in it (nothing for a good one)."""
    random, position, decisions = Random(seed), game.start(seed, players), 0
    while not position.over:
        position.play(random.randrange(len(position.codes)))
        decisions += 1
        broken = position.broken_invariants()
        if broken:
            return decisions, f"decision {decisions}: broken: {', '.join(broken)}"
    return decisions, ""


def main() -> int:
    """Plays the games of one pack."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("pack", help="such as duel, or duel+pantheon")
    parser.add_argument("--players", type=int, help="how many play, where the game allows several numbers")
    parser.add_argument("--games", type=int, default=1000, help="how many games (default 1000)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (default 0)")
    arguments = parser.parse_args()
    decisions, wrong = 0, 0
    try:
        game = load(arguments.pack)
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            played, fault = play(game, arguments.players, seed)
            decisions += played
            if fault:
                wrong += 1
                print(f"seed {seed}, {fault}")
            if sys.stderr.isatty():
                print(f"\r{seed - arguments.seed + 1} games", end="", file=sys.stderr, flush=True)
    except (InvalidPack, GameError) as failure:
        print(f"{arguments.pack}: {failure}", file=sys.stderr)
        return 1
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print(f"{arguments.games} games, {decisions} decisions, {wrong} with a fault")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
