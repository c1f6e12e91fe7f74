"""The measurements run and print the promised figures; how fast they are is not tested."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FIGURES = {"games_per_second", "decisions_per_game", "load_cold", "load_warm", "calibration"}


def playouts(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "bench" / "playouts.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True)


@pytest.mark.slow
def test_playouts_print_all_figures() -> None:
    done = playouts("duel", "--seconds", "0.2", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures.keys() >= FIGURES
    assert all(figures[name] > 0 for name in FIGURES)
    assert 40 < figures["decisions_per_game"] < 90


def test_an_unknown_pack_is_told() -> None:
    done = playouts("duell")
    assert done.returncode == 1
    assert "there is no pack `duell`" in done.stderr
