"""Games recorded by an independent engine replay without a difference, where their file is at hand."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench" / "recorded.py"
# The recorded games are not part of the project; they lie beside it where it is developed.
RECORDED = ROOT.parent / "shared" / "recorded"


def compare(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, BENCH, path], capture_output=True, text=True)


def recorded(name: str) -> Path:
    path = RECORDED / name
    if not path.is_file():
        pytest.skip(f"the recorded games {name} are not here")
    return path


@pytest.mark.slow
def test_duel_games_replay_without_difference() -> None:
    done = compare(recorded("duel_games.jsonl.gz"))
    assert done.stdout.splitlines()[-1].endswith(" 0 differences"), done.stdout + done.stderr
    assert done.returncode == 0
    games, decisions = (int(part.split()[0]) for part in done.stdout.splitlines()[-1].split(", ")[:2])
    assert games >= 400
    assert decisions > 60 * games


def first_games(count: int) -> list[dict[str, Any]]:
    with gzip.open(recorded("duel_games.jsonl.gz"), "rt", encoding="utf-8") as file:
        return [json.loads(next(file)) for _ in range(count)]


def spoil_coins(game: dict[str, Any]) -> str:
    game["decisions"][20]["after"]["p"][0]["coins"] += 1
    return "coins"


def spoil_legal(game: dict[str, Any]) -> str:
    turn = next(d for d in game["decisions"] if d["kind"] == "turn")
    turn["legal"] = [entry for entry in turn["legal"] if entry is not turn["legal"][0]]
    turn["chosen"] = 0
    return "legal options"


def spoil_price(game: dict[str, Any]) -> str:
    turn = next(d for d in game["decisions"] if d["kind"] == "turn")
    name = next(iter(turn["prices"]))
    turn["prices"][name] += 1
    return "prices"


def spoil_points(game: dict[str, Any]) -> str:
    game["result"]["vp"][1]["blue"] += 1
    return "points of player 1"


@pytest.mark.parametrize("spoil", [spoil_coins, spoil_legal, spoil_price, spoil_points])
def test_a_difference_is_found_and_told(tmp_path: Path, spoil: Any) -> None:
    games = first_games(2)
    told = spoil(games[1])
    path = tmp_path / "games.jsonl"
    path.write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    done = compare(path)
    assert done.returncode == 1
    assert f"game {games[1]['game']}, decision" in done.stdout
    assert told in done.stdout
    assert "recorded:" in done.stdout
    assert not done.stderr


@pytest.mark.parametrize("content", ["", "{}\n", "no json\n", '{"setup": {}, "decisions": [], "result": {}}\n'])
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(content, encoding="utf-8")
    done = compare(path)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    done = compare(tmp_path / "none.jsonl.gz")
    assert done.returncode == 2
    assert "cannot be compared" in done.stderr
