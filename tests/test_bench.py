"""The measurements run and print the promised figures; how fast they are is not tested."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FIGURES = {"games_per_second", "decisions_per_game", "load_cold", "load_warm", "calibration"}


def bench(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "bench" / f"{name}.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.slow
def test_playouts_print_all_figures() -> None:
    done = bench("playouts", "duel", "--seconds", "0.2", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures.keys() >= FIGURES
    assert all(figures[name] > 0 for name in FIGURES)
    assert 40 < figures["decisions_per_game"] < 90


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "little", "figures"),
    [
        ("search", "--iterations", ("iterations_per_second", "speed_up", "memory_per_process")),
        ("parallel", "--games", ("games_per_second_1", "games_per_second_2", "speed_up")),
    ],
)
def test_what_a_second_process_adds_is_printed(name: str, little: str, figures: tuple[str, ...]) -> None:
    done = bench(name, "duel", little, "4", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert all(found[figure] > 0 for figure in figures)


@pytest.mark.parametrize("name", ["playouts", "search", "parallel"])
def test_mistakes_are_told(name: str) -> None:
    done = bench(name, "duell")
    assert done.returncode == 1
    assert "there is no pack `duell`" in done.stderr
    assert "Traceback" not in done.stderr
    assert bench(name, "duel", "--json", "--players", "5").returncode == 1
