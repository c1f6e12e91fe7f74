"""Runs every measurement that needs no file of its own and prints the figures of each pack.

python bench/run.py
"""

from __future__ import annotations

import sys

from frame import lines
from playouts import measure

from duel_dsl.dsl.reading.sources import installed_packs
from duel_dsl.interpreter import load


def main() -> int:
    """Measures all packs that come with the project."""
    for pack in installed_packs():
        low, high = load(pack).description.players
        for players in [low] if low == high else [n for n in (3, 5, 7) if low <= n <= high]:
            print(f"{pack}, {players} players")
            print("\n".join(f"  {line}" for line in lines(measure(pack, players, 3.0))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
