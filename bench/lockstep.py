"""Plays random games on the machine that games run on and on the reference machine, and compares them at decisions.

    python bench/lockstep.py duel wonders+leaders [--players 7] [--games 20] [--seed 0] [--share 1.0]

Without packs all games that come with the project are played, each with the fewest and the most players that it is for.
Prints how many decisions were compared and what differed; exits with 1 if anything did.
"""

from __future__ import annotations

import argparse
import sys

from duel_dsl.interpreter import GameError, InvalidPack, load
from duel_dsl.lab.running.lockstep import beside_the_reference

PACKS = ("duel", "duel+pantheon", "duel+agora", "duel+pantheon+agora", "wonders", "wonders+leaders")


def main() -> int:
    """Plays the games of all packs that were named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("packs", nargs="*", default=PACKS, help="such as duel, or duel+pantheon (default: all)")
    parser.add_argument("--players", type=int, help="how many play, where a game allows several numbers")
    parser.add_argument("--games", type=int, default=20, help="how many games of each (default 20)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first game (default 0)")
    parser.add_argument("--share", type=float, default=1.0, help="the share of decisions that are compared (default 1)")
    arguments = parser.parse_args()
    try:
        apart = [_compared(pack, arguments) for pack in arguments.packs]
    except (InvalidPack, GameError) as failure:
        print(failure, file=sys.stderr)
        return 1
    return 1 if any(apart) else 0


def _compared(pack: str, arguments: argparse.Namespace) -> bool:
    """The games of one pack; whether anything differed."""
    game, apart = load(pack), False
    for players in [arguments.players] if arguments.players else sorted({*game.description.players}):
        decisions = compared = 0
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            found = beside_the_reference(game, seed, players, arguments.share)
            decisions, compared = decisions + found.decisions, compared + found.compared
            apart |= bool(found.differences)
            for what in found.differences:
                print(f"{pack}, {players} players, seed {seed}, {what}")
            if sys.stderr.isatty():
                print(f"\r{pack}: {seed - arguments.seed + 1} games", end="\r", file=sys.stderr, flush=True)
        print(f"{pack}, {players} players: {arguments.games} games, {decisions} decisions, {compared} compared")
    return apart


if __name__ == "__main__":
    sys.exit(main())
