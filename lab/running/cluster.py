"""The same work on many tasks, on the machines of a Dask cluster: results come as they are ready, with their numbers.

Needs the extra `duel-dsl[cluster]`, here, on the scheduler and on the workers. Work of a worker that dies is done by
another one: a task is a pure function of what it is given, so that changes no number.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from itertools import islice
from threading import Lock
from time import monotonic, sleep
from typing import Any, TypeVar

from ...dsl.diagnostic import InvalidPack
from ...interpreter.errors import BadSetup, GameError
from .interrupts import PULSE, Interrupts

try:
    from distributed import Client, Security, wait
    from distributed.comm import connect, resolve_address
    from distributed.scheduler import KilledWorker
except ModuleNotFoundError as missing:
    raise BadSetup(f"{missing.name} is not installed here: pip install 'duel-dsl[cluster]'") from None

Task = TypeVar("Task")
Result = TypeVar("Result")

# How long to look for a scheduler and its first worker, and to wait without any worker, in seconds.
PATIENCE = 10.0
# So many tasks for each thread are under way or waiting: none is ever idle, also when workers join, and a long list of
# tasks costs nothing.
AHEAD = 3

_ONE_AT_A_TIME = Lock()


def run(
    work: Callable[[Task], Result], tasks: Sequence[Task], address: str, stop: Interrupts | None = None
) -> Generator[tuple[int, Result], None, None]:
    """The results of all tasks with their numbers, in the order in which they are ready; closing it calls off the rest,
    and so does Ctrl-C.

    Raises `GameError` when nobody answers at the address, the cluster goes away or its workers keep dying.
    """
    stop = stop or Interrupts()
    rest = iter(enumerate(tasks))
    with _connected(address, stop) as client:
        numbers: dict[Any, int] = {}
        try:
            while not stop.asked:
                for number, task in islice(rest, max(0, AHEAD * _threads(client, address) - len(numbers))):
                    numbers[client.submit(_alone, work, task, pure=False)] = number
                if not numbers:
                    return
                for future in _ready(client, list(numbers), address, stop):
                    result = _result(future, address)
                    yield numbers.pop(future), result
        finally:
            if numbers:
                client.cancel(list(numbers))


def _alone(work: Callable[[Task], Result], task: Task) -> Result:
    """Does the work on a worker while no other thread of it does any: a game that is loaded serves one at a time."""
    with _ONE_AT_A_TIME:
        return work(task)


@contextmanager
def _connected(address: str, stop: Interrupts) -> Generator[Any, None, None]:
    """A connection to a cluster that has at least one worker, unless Ctrl-C was pressed: then it may be nothing."""
    # What happens to workers is the cluster's to log; here it would be written across the progress bar.
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    try:
        # A client that never got a connection would try to end it for long, and whoever is there may not even speak.
        stop.unless_asked(lambda: asyncio.run(_called(address)))
        client = stop.unless_asked(lambda: Client(address, timeout=PATIENCE, set_as_default=False))
    except Exception as failure:
        # What a machine says that is no scheduler can be anything, also a message of more bytes than there are.
        why = "it gives no answer" if isinstance(failure, TimeoutError | MemoryError) else failure
        raise BadSetup(f"there is no Dask scheduler at {address}: {why}") from None
    try:
        until = monotonic() + PATIENCE
        while client is not None and not stop.asked and not _workers(client, address):
            if monotonic() > until:
                raise BadSetup(f"the Dask scheduler at {address} has no workers")
            sleep(PULSE)
        yield client
    finally:
        if client is not None:
            client.close()


async def _called(address: str) -> None:
    """Returns when somebody at an address has answered in the language of Dask."""
    known = Security().get_connection_args("client")
    comm = await asyncio.wait_for(connect(resolve_address(address), PATIENCE, **known), PATIENCE)
    comm.abort()


def _ready(client: Any, waiting: list[Any], address: str, stop: Interrupts) -> list[Any]:
    """The tasks that are ready, at least one unless Ctrl-C was pressed."""
    seen = monotonic()
    while not stop.asked:
        try:
            with client.as_current():
                return list(wait(waiting, timeout=PULSE, return_when="FIRST_COMPLETED").done)
        except TimeoutError:
            if _workers(client, address):
                seen = monotonic()
            elif monotonic() > seen + PATIENCE:
                raise GameError(f"no worker is left at {address}") from None
        except CancelledError:
            raise _gone(address) from None
    return []


def _workers(client: Any, address: str) -> dict[str, int]:
    """How many threads each worker has."""
    try:
        return dict(client.nthreads())
    except OSError:
        raise _gone(address) from None


def _threads(client: Any, address: str) -> int:
    return max(1, sum(_workers(client, address).values()))


def _result(future: Any, address: str) -> Any:
    try:
        return future.result()
    except KilledWorker:
        raise GameError(f"workers at {address} died again and again (is there enough memory?)") from None
    except CancelledError:
        raise _gone(address) from None
    except InvalidPack as failure:
        raise BadSetup(f"the pack cannot be read by the workers at {address}: {failure}") from None
    except (ImportError, RuntimeError) as failure:
        if isinstance(failure, ImportError) or "deserialization" in str(failure):
            raise BadSetup(f"the machines at {address} need the same duel-dsl as this one: {failure}") from None
        raise


def _gone(address: str) -> GameError:
    return GameError(f"the cluster at {address} has gone away")
