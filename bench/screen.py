"""How fast screens are drawn for people, next to a loop of plain Python that makes machines comparable.

    python bench/screen.py duel [--players 2] [--games 3] [--json]

screens             how many were drawn: people at all seats choose by luck, the same every time
screens_per_second  in CPU time, from a reply at the prompt to the next prompt, the move itself included
calibration         millions of rounds per second of a fixed plain Python loop, in the same run
ratio               screens for every million rounds of that loop: the figure to compare between machines

The games are played through the command line and nothing else, so that older versions can be measured as well.
"""

from __future__ import annotations

import io
import re
import sys
import time
from contextlib import redirect_stdout
from random import Random

from frame import Figures, run
from playouts import calibration

from duel_dsl.cli.main import main
from duel_dsl.interpreter import load

HEADING = re.compile(r"decision \d+ · seed")
# Replies that are not on offer are asked for again and cost next to nothing.
HIGHEST_REPLY, MOST_REPLIES = 12, 4_000


class Replies(io.TextIOBase):
    """People who type numbers; it counts the time that passes between their replies."""

    def __init__(self, seed: int) -> None:
        self.luck, self.left, self.seconds, self.since = Random(seed), MOST_REPLIES, 0.0, -1.0

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]
        """The next reply."""
        now = time.process_time()
        self.seconds += now - self.since if self.since >= 0 else 0.0
        self.left -= 1
        self.since = time.process_time()
        return f"{self.luck.randint(1, HIGHEST_REPLY)}\n" if self.left >= 0 else ""


def screens_of(pack: str, players: int, seed: int) -> tuple[int, float]:
    """How many screens one game takes, and how long they take after the first one."""
    replies, shown, before = Replies(seed), io.StringIO(), sys.stdin
    sys.stdin = replies
    try:
        with redirect_stdout(shown):
            code = main(["play", pack, "--seats", ",".join(["human"] * players), "--seed", str(seed)])
    finally:
        sys.stdin = before
    if code:
        raise SystemExit(code)
    return len(HEADING.findall(shown.getvalue())), replies.seconds


def measure(pack: str, players: int | None, games: int) -> Figures:
    """All figures of a pack."""
    people = load(pack).start(0, players).people
    found = [screens_of(pack, people, seed) for seed in range(games)]
    screens, seconds = (sum(column) for column in zip(*found, strict=True))
    rounds = calibration()
    return {
        "screens": screens,
        "screens_per_second": round(screens / seconds, 2),
        "calibration": round(rounds, 2),
        "ratio": round(screens / seconds / rounds, 3),
    }


if __name__ == "__main__":
    sys.exit(run(__doc__, measure, "games", 3, "how many games are played"))
