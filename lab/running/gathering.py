"""Work on many tasks wherever it is done, with results in the order of the tasks, and many games of a setup.

What was there when Ctrl-C came is always the first part: the games that a shorter run would have played.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, TypeVar

from attrs import frozen

from .games import Record, Setup, play_games
from .heartbeat import Listener
from .interrupts import Interrupts
from .pool import in_order, run

Task = TypeVar("Task")
Result = TypeVar("Result")

# What a cluster plays at once: few enough for a bar that moves, enough that sending them costs little.
MOST_IN_A_BATCH = 20
BATCHES_FOR_EACH_JOB = 25


def done_in_order(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    jobs: int,
    cluster: str,
    stop: Interrupts | None = None,
    listener: Listener | None = None,
) -> Generator[Result, None, None]:
    """The results of all tasks: by processes of this machine, or by a cluster at an address, whose games are silent."""
    if cluster:
        # An optional extra, imported only when it is asked for.
        from .cluster import run as run_on_cluster

        return in_order(run_on_cluster(work, tasks, cluster, stop))
    return in_order(run(work, tasks, jobs, stop, listener))


def games_in_order(
    setup: Setup,
    games: int,
    jobs: int = 1,
    cluster: str = "",
    stop: Interrupts | None = None,
    listener: Listener | None = None,
) -> Generator[list[Record], None, None]:
    """The first games of a setup, in batches."""
    # Here every game is handed in when it is over, so a long one holds back no other; to a cluster the way is long.
    size = max(1, min(MOST_IN_A_BATCH, games // (jobs * BATCHES_FOR_EACH_JOB))) if cluster else 1
    return done_in_order(play_games, Batches(setup, games, size), jobs, cluster, stop, listener)


@frozen
class Batches(Sequence[tuple[Setup, int, int]]):
    """The numbers of the games in batches, made when they are asked for: there may be millions."""

    setup: Setup
    games: int
    size: int

    def __len__(self) -> int:
        return -(-self.games // self.size)

    def __getitem__(self, batch: Any) -> Any:
        if batch not in range(len(self)):
            raise IndexError(batch)
        return self.setup, batch * self.size, min(self.games, (batch + 1) * self.size)
