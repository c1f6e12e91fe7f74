"""The same work on many tasks, in this process or in several: results come as they are ready, each with its number.

Each worker has a pipe of its own and there are no threads, so there is no lock that somebody could die with: ending a
worker in the middle of anything harms nobody else. Workers are deaf to Ctrl-C, and none outlives the iterator.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from itertools import islice
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from traceback import format_exc
from typing import TypeVar, cast

from ...interpreter.errors import GameError
from .heartbeat import Listener, heard_by
from .interrupts import PULSE, Interrupts

Task = TypeVar("Task")
Result = TypeVar("Result")

# So many tasks for each process are under way or waiting: none is ever idle, and results do not pile up.
AHEAD = 3
# Stands in the place of a task's number where what comes is no result.
SIGN_OF_LIFE = -1


def run(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    jobs: int,
    stop: Interrupts | None = None,
    listener: Listener | None = None,
) -> Generator[tuple[int, Result], None, None]:
    """The results of all tasks with their numbers, in the order in which they are ready; Ctrl-C ends it early."""
    stop = stop or Interrupts()
    if stop.asked:
        return
    if min(jobs, len(tasks)) > 1:
        yield from _run_in_processes(work, tasks, min(jobs, len(tasks)), stop, listener)
        return
    for number, task in enumerate(tasks):
        with heard_by(listener):
            result = stop.unless_asked(partial(work, task))
        if stop.asked:
            return
        yield number, result  # type: ignore[misc]


def _run_in_processes(
    work: Callable[[Task], Result], tasks: Sequence[Task], jobs: int, stop: Interrupts, listener: Listener | None
) -> Generator[tuple[int, Result], None, None]:
    rest = iter(enumerate(tasks))
    with _workers(work, jobs) as workers:
        left = len(tasks)
        for worker in workers * AHEAD:
            _hand_out(worker, rest)
        while left and not stop.asked:
            for worker in cast(list[Connection], wait(workers, PULSE)):
                with _both_alive():
                    number, result, failure = worker.recv()
                if number == SIGN_OF_LIFE:
                    if listener is not None:
                        listener(*result)
                    continue
                if failure is not None:
                    raise failure
                _hand_out(worker, rest)
                left -= 1
                yield number, result


def _hand_out(worker: Connection, rest: Iterator[tuple[int, Task]]) -> None:
    """Gives a worker the next task, if there is one."""
    with _both_alive():
        for numbered in islice(rest, 1):
            worker.send(numbered)


@contextmanager
def _both_alive() -> Iterator[None]:
    try:
        yield
    except (EOFError, OSError):
        raise GameError("a process that played games has ended unexpectedly (is there enough memory?)") from None


@contextmanager
def _workers(work: Callable[[Task], Result], jobs: int) -> Iterator[list[Connection]]:
    """Processes that do the work, as the pipes to them; they end with the block, whatever they are doing."""
    # A fresh interpreter for each worker: the same on every platform, and nothing of this process is copied.
    context = multiprocessing.get_context("spawn")
    pipes: list[Connection] = []
    processes = []
    try:
        with _deaf_children():
            for _ in range(jobs):
                ours, theirs = context.Pipe()
                pipes.append(ours)
                processes.append(context.Process(target=_serve, args=(work, theirs), daemon=True))
                processes[-1].start()
                # The worker's end must be open nowhere else: this is how the death of either side is noticed.
                theirs.close()
        yield pipes
    finally:
        for process in processes:
            if process.pid is not None:
                process.kill()
                process.join()
        for pipe in pipes:
            pipe.close()


def _serve(work: Callable[[Task], Result], pipe: Connection) -> None:
    """Does tasks until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError), heard_by(lambda *sign: pipe.send((SIGN_OF_LIFE, sign, None))):
        while True:
            number, task = pipe.recv()
            result: Result | None = None
            wrong: Exception | None = None
            try:
                result = work(task)
            except Exception as failure:
                # Where it happened does not travel with it.
                failure.add_note(format_exc())
                wrong = failure
            pipe.send((number, result, wrong))


@contextmanager
def _deaf_children() -> Iterator[None]:
    """Processes started here do not hear Ctrl-C from their first moment on; this one hears it at the end of the block.

    Where signals cannot be held back they are deaf only after they have started.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Started by the first worker otherwise, and some versions let signals through again when they do that.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


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
