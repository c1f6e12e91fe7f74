"""Many games of a setup, in the order of their numbers whatever plays them, and Ctrl-C that tears nothing.

What was gathered before Ctrl-C are always the first games: the same ones that a shorter run would have played.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from types import FrameType
from typing import TypeVar

from attrs import define, field

from .games import Record, Setup, play_games
from .pool import in_order, run

Batch = TypeVar("Batch")

# A batch is small enough for a progress bar that moves and large enough that sending it costs little.
MOST_IN_A_BATCH = 20
BATCHES_FOR_EACH_JOB = 25


def games_in_order(setup: Setup, games: int, jobs: int = 1, cluster: str = "") -> Generator[list[Record], None, None]:
    """The first games of a setup in batches: by processes of this machine, or by a cluster at an address."""
    size = max(1, min(MOST_IN_A_BATCH, games // (jobs * BATCHES_FOR_EACH_JOB)))
    if cluster:
        # An optional extra, imported only when it is asked for.
        from .cluster import run as run_on_cluster

        yield from in_order(run_on_cluster(play_games, _tasks(setup, games, size), cluster))
    else:
        yield from in_order(run(play_games, _tasks(setup, games, size), jobs))


def _tasks(setup: Setup, games: int, size: int) -> list[tuple[Setup, int, int]]:
    """The numbers of the games in batches; the first ones are smaller, so that there is soon something to show."""
    tasks: list[tuple[Setup, int, int]] = []
    first = 0
    while first < games:
        last = min(games, first + min(size, len(tasks) + 1))
        tasks.append((setup, first, last))
        first = last
    return tasks


def gather(batches: Generator[Batch, None, None], take: Callable[[Batch], None]) -> bool:
    """Hands on every batch as a whole. Says whether all came: Ctrl-C ends the waiting, but never a `take`."""
    with _Interrupts() as interrupts, closing(batches):
        while True:
            try:
                with interrupts.heard():
                    batch = next(batches, None)
            except KeyboardInterrupt:
                return False
            if batch is None:
                return True
            take(batch)


@define
class _Interrupts:
    """Ctrl-C that is heard only where it does no harm, and kept until then."""

    asked: bool = False
    listening: bool = False
    before: object = field(default=None)

    def __enter__(self) -> _Interrupts:
        if threading.current_thread() is threading.main_thread():
            self.before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)  # type: ignore[arg-type]

    def _ask(self, _signal: int, _frame: FrameType | None) -> None:
        self.asked = True
        if self.listening:
            raise KeyboardInterrupt

    @contextmanager
    def heard(self) -> Iterator[None]:
        """Where Ctrl-C interrupts, also one that came before."""
        self.listening = True
        try:
            if self.asked:
                raise KeyboardInterrupt
            yield
        finally:
            self.listening = False
