"""How fast `duel-dsl simulate` plays games of `greedy`, and what a second process adds.

    python bench/parallel.py duel [--players 2] [--games 200] [--json]

games_per_second_1, games_per_second_2  in wall time with one and with two processes, starting them included
speed_up                                the second as a multiple of the first
"""

from __future__ import annotations

import sys
import time

from frame import Figures, run

from duel_dsl.lab.running.games import Setup, loaded
from duel_dsl.lab.running.gathering import games_in_order


def measure(pack: str, players: int | None, games: int) -> Figures:
    """All figures of a pack."""
    people = loaded((pack,)).start(0, players).people
    setup = Setup((pack,), ("greedy",) * people)
    speeds = []
    for jobs in (1, 2):
        begin = time.perf_counter()
        played = sum(len(batch) for batch in games_in_order(setup, games, jobs))
        speeds.append(played / (time.perf_counter() - begin))
    return {
        "games_per_second_1": round(speeds[0], 2),
        "games_per_second_2": round(speeds[1], 2),
        "speed_up": round(speeds[1] / speeds[0], 2),
    }


if __name__ == "__main__":
    sys.exit(run(__doc__, measure, "games", 200, "how many games, for one process and for two"))
