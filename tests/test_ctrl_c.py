"""Ctrl-C while many games are played: it ends the work, loses nothing that was played and leaves no process behind."""

from __future__ import annotations

import csv
import json
import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from duel_dsl.lab.running.interrupts import Interrupts
from duel_dsl.lab.running.pool import run

COMMAND = [sys.executable, "-c", "import sys; from duel_dsl.cli.main import main; sys.exit(main())", "simulate"]


def press_ctrl_c(number: int) -> int:
    signal.raise_signal(signal.SIGINT)
    return number


@pytest.fixture
def usual_handler() -> Iterator[None]:
    """Ctrl-C raises, also where the tests run in the background of a script and it would be ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("usual_handler")
def test_ctrl_c_is_noted_and_breaks_off_only_what_may_be() -> None:
    with Interrupts() as stop:
        assert stop.unless_asked(lambda: 3) == 3
        assert not stop.asked
        press_ctrl_c(0)
        assert stop.asked
        assert stop.unless_asked(lambda: 3) is None
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with Interrupts() as stop:
        assert stop.unless_asked(lambda: press_ctrl_c(1)) is None
        # A second one is only noted.
        press_ctrl_c(2)
    with pytest.raises(KeyboardInterrupt):
        Interrupts().unless_asked(lambda: press_ctrl_c(3))


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_the_work_after_what_was_taken(jobs: int) -> None:
    taken = []
    with Interrupts() as stop:
        for number, _ in run(abs, range(1000), jobs, stop):
            taken.append(number)
            press_ctrl_c(number)
    assert 0 < len(taken) <= 2
    assert multiprocessing.active_children() == []
    assert list(run(abs, [1, 2], jobs, stop)) == []


def test_work_in_this_process_is_broken_off() -> None:
    with Interrupts() as stop:
        assert list(run(press_ctrl_c, [1, 2, 3], 1, stop)) == []


def test_workers_end_with_the_iterator() -> None:
    results = run(time.sleep, [0.0, 0.0, 3600.0, 3600.0], 2)
    assert next(results)[1] is None
    assert len(multiprocessing.active_children()) == 2
    results.close()
    assert multiprocessing.active_children() == []


# So long that only what never ends fails, however busy the machine is.
PATIENCE = 300


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts a run that would take hours, writing all kinds of files, as a group of processes like that of a terminal;
    whatever happens, none of them stays."""
    groups = []

    def start(*more: str) -> subprocess.Popen[str]:
        files = [word for kind in ("csv", "html") for word in (f"--{kind}", str(tmp_path / f"g.{kind}"))]
        process = subprocess.Popen(
            [*COMMAND, "duel", "--games", "1000000", "--seats", "random", "--json", *files, *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        groups.append(process.pid)
        return process

    yield start
    for group in groups:
        with suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)


def wait_until(true: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < until
        time.sleep(0.02)


def gone(group: int) -> bool:
    """Whether there is no process of a group any more."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


def all_gone(group: int) -> None:
    until = time.monotonic() + PATIENCE
    while not gone(group):
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.parametrize(("jobs", "presses"), [("2", 1), ("2", 3), ("1", 2)])
def test_ctrl_c_gives_the_result_so_far(
    jobs: str, presses: int, tmp_path: Path, started: Callable[..., subprocess.Popen[str]]
) -> None:
    table, database, page_file = (tmp_path / name for name in ("g.csv", "g.db", "g.html"))
    process = started("--jobs", jobs, "--sqlite", str(database))
    part = tmp_path / f"g-cards.csv.{process.pid}.part"
    wait_until(lambda: part.exists() and part.stat().st_size > 2000, process)
    # A terminal sends Ctrl-C to the workers as well.
    for _ in range(presses):
        os.killpg(process.pid, signal.SIGINT)
        time.sleep(0.02)
    out, err = process.communicate(timeout=PATIENCE)
    # When all is done, one more Ctrl-C ends Python itself; a shell calls that 130 too.
    assert process.returncode == 130 or (presses > 1 and process.returncode == -signal.SIGINT)
    assert err == ""
    games = json.loads(out)["games"]
    assert 0 < games < 1_000_000
    with table.open(encoding="utf-8", newline="") as file:
        assert [int(row["game"]) for row in csv.DictReader(file)] == list(range(games))
    connection = sqlite3.connect(database)
    assert connection.execute("select count(*) from games").fetchone() == (games,)
    connection.close()
    assert "1,000,000 were asked for" in page_file.read_text(encoding="utf-8")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["g-cards.csv", "g.csv", "g.db", "g.html"]
    all_gone(process.pid)


def test_ctrl_c_while_workers_start(tmp_path: Path, started: Callable[..., subprocess.Popen[str]]) -> None:
    process = started("--jobs", "8")
    wait_until(lambda: any(entry.name.endswith(".part") for entry in tmp_path.iterdir()), process)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, "")
    assert "1,000,000 were asked for" in (tmp_path / "g.html").read_text(encoding="utf-8")
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["g-cards.csv", "g.csv", "g.html"]
    assert json.loads(out)["asked"] == 1_000_000
    all_gone(process.pid)
