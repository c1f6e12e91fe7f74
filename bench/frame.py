"""What the measurements of one pack have in common: their arguments, what goes wrong, and how figures are printed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable

from duel_dsl.interpreter import GameError, InvalidPack

Figures = dict[str, float]
MOST = 1_000_000


def run(about: str | None, measure: Callable[..., Figures], amount: str, usual: float, meaning: str) -> int:
    """Measures the pack that is asked for, with a number of players and how much of something, and prints the figures;
    `amount` is the name of that option, and `usual` its value where it is left out."""
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("pack", help="such as duel, or duel+pantheon")
    parser.add_argument("--players", type=int, help="how many play, where the game allows several numbers")
    parser.add_argument(
        f"--{amount}", dest="amount", type=type(usual), default=usual, help=f"{meaning} (default {usual})"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    arguments = parser.parse_args()
    if not 0 < arguments.amount <= MOST:
        parser.error(f"--{amount} is above 0 and at most {MOST:,}")
    try:
        figures = measure(arguments.pack, arguments.players, arguments.amount)
    except (InvalidPack, GameError) as failure:
        print(f"{arguments.pack}: {failure}", file=sys.stderr)
        return 1
    if arguments.json:
        print(json.dumps({"pack": arguments.pack, **figures}))
    else:
        print("\n".join(lines(figures)))
    return 0


def lines(figures: Figures) -> list[str]:
    """Figures for people."""
    return [f"{name:24}{figure:10}" for name, figure in figures.items()]
