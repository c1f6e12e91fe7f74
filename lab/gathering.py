"""Work on many tasks wherever it is done, with results in the order of the tasks, and many games of a setup.

What was there when Ctrl-C came is always the first part: the games that a shorter run would have played.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from .games import Record, Setup, play_games
from .interrupts import Interrupts
from .pool import in_order, run

Task = TypeVar("Task")
Result = TypeVar("Result")

# A batch is small enough for a progress bar that moves and large enough that sending it costs little.
MOST_IN_A_BATCH = 20
BATCHES_FOR_EACH_JOB = 25


def done_in_order(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int, cluster: str, stop: Interrupts | None = None
) -> Generator[Result, None, None]:
    """The results of all tasks: by processes of this machine, or by a cluster at an address."""
    if cluster:
        # An optional extra, imported only when it is asked for.
        from .cluster import run as run_on_cluster

        return in_order(run_on_cluster(work, tasks, cluster, stop))
    return in_order(run(work, tasks, jobs, stop))


def games_in_order(
    setup: Setup, games: int, jobs: int = 1, cluster: str = "", stop: Interrupts | None = None
) -> Generator[list[Record], None, None]:
    """The first games of a setup, in batches."""
    size = max(1, min(MOST_IN_A_BATCH, games // (jobs * BATCHES_FOR_EACH_JOB)))
    return done_in_order(play_games, _tasks(setup, games, size), jobs, cluster, stop)


def _tasks(setup: Setup, games: int, size: int) -> list[tuple[Setup, int, int]]:
    """The numbers of the games in batches; the first ones are smaller, so that there is soon something to show."""
    tasks: list[tuple[Setup, int, int]] = []
    first = 0
    while first < games:
        last = min(games, first + min(size, len(tasks) + 1))
        tasks.append((setup, first, last))
        first = last
    return tasks
