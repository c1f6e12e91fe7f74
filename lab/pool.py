"""The same work on many tasks, in this process or in several: results come as they are ready, each with its number.

Workers are deaf to Ctrl-C: it ends the loop that takes the results, and closing the iterator ends the workers.
"""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from itertools import islice
from typing import TypeVar

from ..interpreter.errors import GameError

Task = TypeVar("Task")
Result = TypeVar("Result")

# So many tasks for each process are under way or waiting: none is ever idle, and results do not pile up.
AHEAD = 3


def run(work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int) -> Generator[tuple[int, Result], None, None]:
    """The results of all tasks with their numbers, in the order in which they are ready."""
    if min(jobs, len(tasks)) <= 1:
        yield from ((number, work(task)) for number, task in enumerate(tasks))
    else:
        yield from _run_in_processes(work, tasks, min(jobs, len(tasks)))


def _run_in_processes(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int
) -> Generator[tuple[int, Result], None, None]:
    others = set(multiprocessing.active_children())
    # A fresh interpreter for each worker: the same on every platform, and no lock of ours is copied.
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _be_deaf)
    waiting: dict[Future[Result], int] = {}
    rest = iter(enumerate(tasks))
    done = False
    try:
        with _deaf_children():
            for number, task in _some(rest, jobs * AHEAD):
                waiting[pool.submit(work, task)] = number
        while waiting:
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                yield waiting.pop(future), future.result()
                for number, task in _some(rest, 1):
                    waiting[pool.submit(work, task)] = number
        done = True
    except BrokenProcessPool:
        raise GameError("a process that played games has ended unexpectedly (is there enough memory?)") from None
    finally:
        if not done:
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
        pool.shutdown(wait=done, cancel_futures=True)


def _some(rest: Iterator[tuple[int, Task]], most: int) -> Iterator[tuple[int, Task]]:
    """The next few, without taking one more from the rest."""
    yield from islice(rest, most)


def _be_deaf() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started here ignore Ctrl-C from their first moment on."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def in_order(found: Generator[tuple[int, Result], None, None]) -> Generator[Result, None, None]:
    """The results in the order of their tasks, each as soon as all before it are there."""
    early: dict[int, Result] = {}
    due = 0
    with closing(found):
        for number, result in found:
            early[number] = result
            while due in early:
                yield early.pop(due)
                due += 1
