"""How fast games are played and loaded, next to a loop of plain Python that makes machines comparable.

    python bench/playouts.py duel [--players 2] [--seconds 3] [--json]

games_per_second     random games to the end on one core, in CPU time
decisions_per_game   the mean over the games of a sample
load_cold, load_warm seconds of a whole process that loads the game, without and with a filled cache (best of some)
calibration          millions of rounds per second of a fixed plain Python loop, in the same run
ratio                games per second for every million rounds of that loop: the figure to compare between machines
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from random import Random

from frame import Figures, run

from duel_dsl.interpreter import Game, load

SAMPLE = 200


def calibration(seconds: float = 0.5) -> float:
    """Millions of rounds per second of a loop with the arithmetic, lists and calls that rules are made of."""
    places = list(range(64))

    def step(index: int) -> int:
        places[index & 63] = (places[index & 31] * 5 + index) & 0xFFFF
        return places[index & 63]

    rounds, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        for index in range(2_000):
            step(index)
        rounds += 2_000
    return rounds / spent / 1e6


def games_per_second(game: Game, players: int | None, seconds: float) -> float:
    """Random games in CPU time; the first ones are left out, as they fill tables that later ones use."""
    for seed in range(20):
        game.start(seed, players).play_random(seed)
    games, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds:
        game.start(games, players).play_random(games)
        games += 1
    return games / spent


def decisions_per_game(game: Game, players: int | None) -> float:
    """The mean number of decisions of random games."""
    decisions = 0
    for seed in range(SAMPLE):
        position, random = game.start(seed, players), Random(seed)
        while not position.over:
            position.play(random.randrange(len(position.codes)))
            decisions += 1
    return decisions / SAMPLE


def load_seconds(pack: str, seconds: float) -> tuple[float, float]:
    """The best time of a process that loads the game with an empty cache, and with a filled one."""
    command = [sys.executable, "-c", f"from duel_dsl.interpreter import load; load({pack!r})"]
    cold, warm = list[float](), list[float]()
    while not warm or sum(cold) + sum(warm) < seconds:
        with tempfile.TemporaryDirectory() as folder:
            environment = {**os.environ, "DUEL_DSL_CACHE": folder}
            for times in (cold, warm):
                begin = time.perf_counter()
                subprocess.run(command, env=environment, check=True)
                times.append(time.perf_counter() - begin)
    return min(cold), min(warm)


def measure(pack: str, players: int | None, seconds: float) -> Figures:
    """All figures of a pack; the calibration is taken before and after, as machines change their pace."""
    game = load(pack)
    before = calibration()
    speed = games_per_second(game, players, seconds)
    pace = (before + calibration()) / 2
    cold, warm = load_seconds(pack, 2 * seconds)
    return {
        "games_per_second": round(speed, 1),
        "decisions_per_game": round(decisions_per_game(game, players), 2),
        "load_cold": round(cold, 3),
        "load_warm": round(warm, 3),
        "calibration": round(pace, 3),
        "ratio": round(speed / pace, 1),
    }


if __name__ == "__main__":
    sys.exit(run(__doc__, measure, "seconds", 3.0, "how long to play"))
