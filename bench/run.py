"""Runs every measurement that needs no file of its own and prints the figures of each pack.

python bench/run.py
"""

from __future__ import annotations

import sys

from playouts import measure

from duel_dsl.dsl.sources import installed_packs


def main() -> int:
    """Measures all packs that come with the project."""
    for pack in installed_packs():
        print(pack)
        for name, figure in measure(pack, None, 3.0).items():
            print(f"  {name:20}{figure:10}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
