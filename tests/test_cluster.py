"""A Dask cluster plays the same games, also when a worker is killed in the middle of them."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest

from duel_dsl.cli.main import main
from duel_dsl.interpreter.errors import BadSetup, GameError
from duel_dsl.lab.running.games import Setup, play_games
from duel_dsl.lab.running.gathering import games_in_order
from duel_dsl.lab.running.interrupts import Interrupts

distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
cluster = pytest.importorskip("duel_dsl.lab.running.cluster")

SETUP = Setup(("duel",), ("random", "random"), seed=5)


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    """A scheduler here and two workers, each a process with several threads that starts anew when it dies."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=3, dashboard_address=":0") as found:
        yield found


def workers_at_work(machines: Any) -> list[str]:
    with distributed.Client(machines, set_as_default=False) as client:
        return [worker for worker, tasks in client.processing().items() if tasks]


@pytest.mark.slow
def test_a_worker_that_is_killed_changes_no_number(machines: Any) -> None:
    tasks = [(SETUP, first, first + 2) for first in range(0, 32, 2)]
    found, killed = {}, 0
    for number, records in cluster.run(play_games, tasks, machines.scheduler_address):
        found[number] = records
        if not killed:
            at_work = workers_at_work(machines)
            nanny = next(nanny for nanny in machines.workers.values() if nanny.worker_address in at_work)
            killed = nanny.pid
            os.kill(killed, signal.SIGKILL)
    assert killed
    assert [found[number] for number in range(len(tasks))] == [play_games(task) for task in tasks]
    assert killed not in {nanny.pid for nanny in machines.workers.values()}


@pytest.mark.slow
def test_games_come_in_order_and_can_be_called_off(machines: Any) -> None:
    batches = games_in_order(SETUP, 400, jobs=2, cluster=machines.scheduler_address)
    numbers = [record.number for _, batch in zip(range(2), batches, strict=False) for record in batch]
    batches.close()
    assert numbers == list(range(len(numbers)))
    # What was called off does not keep the workers from the next work.
    assert dict(cluster.run(abs, [-1, -2], machines.scheduler_address)) == {0: 1, 1: 2}


@pytest.mark.slow
def test_ctrl_c_calls_off_the_rest(machines: Any) -> None:
    numbers = []
    with Interrupts() as stop:
        for batch in games_in_order(SETUP, 400, jobs=2, cluster=machines.scheduler_address, stop=stop):
            numbers += [record.number for record in batch]
            signal.raise_signal(signal.SIGINT)
        assert numbers == list(range(len(numbers)))
        assert 0 < len(numbers) < 400
        # Nobody is even called any more.
        assert list(cluster.run(abs, [1], "127.0.0.1:1", stop)) == []
    assert dict(cluster.run(abs, [-1, -2], machines.scheduler_address)) == {0: 1, 1: 2}


@pytest.mark.parametrize("command", [["simulate", "duel"], ["balance", "duel", "--without", "arena"]])
def test_the_commands_say_the_same_on_a_cluster(
    command: list[str], machines: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*more: str) -> dict[str, Any]:
        assert main([*command, "--games", "12", "--seats", "random,random", "--seed", "3", "--json", *more]) == 0
        found = dict(json.loads(capsys.readouterr().out))
        found.pop("speed", None)
        return found

    assert said("--cluster", machines.scheduler_address) == said("--jobs", "1")


def test_rules_that_differ_on_the_workers_are_noticed(machines: Any) -> None:
    other = Setup(SETUP.packs, SETUP.seats, digest="of-other-rules")
    with pytest.raises(BadSetup, match="has other rules here"):
        list(cluster.run(play_games, [(other, 0, 1)], machines.scheduler_address))


def test_a_pack_that_is_only_here_is_told(machines: Any) -> None:
    with pytest.raises(BadSetup, match=r"cannot be read by the workers .* there is no pack `not/on/the/workers`"):
        list(cluster.run(play_games, [(Setup(("not/on/the/workers",), ()), 0, 1)], machines.scheduler_address))


@pytest.mark.parametrize("address", ["nonsense", "foo://somewhere:1", "tcp://127.0.0.1", "127.0.0.1:port"])
def test_an_address_that_is_none_is_told(address: str) -> None:
    with pytest.raises(BadSetup, match="there is no Dask scheduler at"):
        list(cluster.run(abs, [1], address))


def test_nobody_at_the_address(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    assert main(["simulate", "duel", "--games", "1", "--cluster", "127.0.0.1:1"]) == 1
    assert capsys.readouterr().err.startswith("error: there is no Dask scheduler at 127.0.0.1:1")


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_somebody_else_at_the_address(answer: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            caller, _ = server.accept()
            caller.sendall(answer)
            held.append(caller)

        held: list[socket.socket] = []
        thread = threading.Thread(target=serve)
        thread.start()
        with pytest.raises(BadSetup, match="there is no Dask scheduler at"):
            list(cluster.run(abs, [1], f"tcp://127.0.0.1:{server.getsockname()[1]}"))
        thread.join()
        for caller in held:
            caller.close()


def test_a_cluster_that_has_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "PATIENCE", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, processes=False, dashboard_address=":0") as empty,
        pytest.raises(BadSetup, match="has no workers"),
    ):
        next(cluster.run(abs, [1], empty.scheduler_address))


class Deserted:
    """A connection to a cluster whose workers are all gone."""

    def as_current(self) -> AbstractContextManager[None]:
        return nullcontext()

    def nthreads(self) -> dict[str, int]:
        return {}


@pytest.mark.parametrize(
    ("failure", "message"), [(TimeoutError, "no worker is left at there"), (CancelledError, "at there has gone away")]
)
def test_a_cluster_that_fails_later(failure: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(*_: object, **__: object) -> None:
        raise failure

    monkeypatch.setattr(cluster, "wait", nothing)
    monkeypatch.setattr(cluster, "PATIENCE", 0.1)
    with pytest.raises(GameError, match=message):
        cluster._ready(Deserted(), [], "there", Interrupts())


def test_the_extra_is_missed_with_a_message(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "duel_dsl.lab.running.cluster")
    assert main(["simulate", "duel", "--games", "1", "--cluster", "127.0.0.1:8786"]) == 1
    assert "pip install 'duel-dsl[cluster]'" in capsys.readouterr().err
