"""How fast `mcts` searches: iterations per second, what a second process adds, and the memory of each.

    python bench/search.py duel [--players 2] [--iterations 300] [--json]

iterations_per_second  in CPU time, over decisions spread over a game of `greedy`, one process
rollouts_per_second    random games from the same positions to the end, for comparison
speed_up               what two processes get done in the same time, in wall time, as a multiple of what one does
memory_per_process     the most that a searching process has used, in megabytes
"""

from __future__ import annotations

import multiprocessing
import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor

from frame import Figures, run

from duel_dsl.interpreter import Game, Position, load
from duel_dsl.interpreter.bots import GreedyBot
from duel_dsl.interpreter.bots.mcts import SearchBot

DECISIONS = 8


def sample(game: Game, players: int | None) -> list[Position]:
    """Decisions with several options, spread evenly over one game."""
    position, bot, found = game.start(1, players), GreedyBot(1), list[Position]()
    while not position.over:
        seat = position.decider
        assert seat is not None
        if len(position.codes) > 1:
            found.append(position.copy())
        position.play(bot.choose(position, seat))
    return found[:: max(1, len(found) // DECISIONS)]


def search(pack: str, players: int | None, iterations: int) -> dict[str, float]:
    """Searches every position of the sample; a first, short round fills tables that later ones use."""
    positions = sample(load(pack), players)
    for position in positions:
        SearchBot(1, 20).choose(position, position.decider or 0)
    cpu, wall = time.process_time(), time.perf_counter()
    for position in positions:
        SearchBot(2, iterations).choose(position, position.decider or 0)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    begin = time.process_time()
    for position in positions:
        for seed in range(20):
            position.copy().play_random(seed)
    rollouts = 20 * len(positions) / (time.process_time() - begin)
    # Linux counts in kilobytes, macOS in bytes.
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
    return {"done": iterations * len(positions), "cpu": cpu, "wall": wall, "rollouts": rollouts, "memory": memory}


def measure(pack: str, players: int | None, iterations: int) -> Figures:
    """All figures of a pack."""
    speeds = []
    for processes in (1, 2):
        # Spawned, so that a process has only the memory it needs itself.
        with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
            running = [pool.submit(search, pack, players, iterations) for _ in range(processes)]
            ends = [process.result() for process in running]
        if processes == 1:
            alone = ends[0]
        speeds.append(sum(end["done"] / end["wall"] for end in ends))
    return {
        "iterations_per_second": round(alone["done"] / alone["cpu"], 1),
        "rollouts_per_second": round(alone["rollouts"], 1),
        "speed_up": round(speeds[1] / speeds[0], 2),
        "memory_per_process": round(max(end["memory"] for end in ends), 1),
    }


if __name__ == "__main__":
    sys.exit(run(__doc__, measure, "iterations", 300, "for each decision"))
