"""`duel-dsl replay` and the logs it reads: equal to the game that was played, and never taken in by a bad file."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duel_dsl.cli.main import main
from duel_dsl.interpreter import Game, GameError
from duel_dsl.interpreter.errors import BadLog
from duel_dsl.interpreter.playing.journal import Header, LogWriter, read_log, save_file

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in this process: exit code, output, errors."""
    monkeypatch.setenv("COLUMNS", "100")

    def call(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture(scope="session")
def logged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The log of a game of bots, and what was shown while they played."""
    path = tmp_path_factory.mktemp("logs") / "game.log"
    shown = path.with_suffix(".txt")
    with shown.open("w", encoding="utf-8") as file, pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", file)
        patch.setenv("COLUMNS", "100")
        assert main(["play", "duel", "--seats", "greedy,random", "--seed", "5", "--log", str(path)]) == 0
    return path, shown.read_text(encoding="utf-8")


def moves(text: str) -> list[str]:
    """The lines that tell a decision."""
    return re.findall(r"(?m)^ *\d+  (?:First|Second) .*$", text)


def changed(path: Path, target: Path, change: Callable[[list[str]], list[str]]) -> Path:
    """A copy of a log with other lines."""
    lines = change(path.read_text(encoding="utf-8").splitlines())
    target.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return target


def test_a_replay_tells_what_was_played(run: Run, logged: tuple[Path, str]) -> None:
    path, shown = logged
    code, out, err = run("replay", path)
    assert (code, err) == (0, "")
    assert "\x1b" not in out
    told = moves(out)
    assert told[: len(moves(shown))] == moves(shown)
    assert out.split("wins: ")[1] == shown.split("wins: ")[1]


def test_a_single_step(run: Run, logged: tuple[Path, str]) -> None:
    path, _ = logged
    code, out, _ = run("replay", path, "--step", 10)
    assert code == 0
    assert "decision 10 of" in out
    assert re.search(r"(?m)^ 10  ", out)
    assert "Age 0" in run("replay", path, "--step", 0)[1]
    code, _, err = run("replay", path, "--step", 1000)
    assert code == 2
    assert "decisions" in err
    assert "Zeitalter" in run("replay", path, "--step", 10, "--lang", "de")[1]


def test_other_rules_are_refused(run: Run, logged: tuple[Path, str], tmp_path: Path) -> None:
    def other(lines: list[str]) -> list[str]:
        header = json.loads(lines[0])
        return [json.dumps(header | {"digest": "0" * 16}), *lines[1:]]

    code, out, err = run("replay", changed(logged[0], tmp_path / "a.log", other))
    assert (code, out) == (1, "")
    assert "belongs to other rules" in err


def test_an_illegal_decision_is_found(run: Run, logged: tuple[Path, str], tmp_path: Path) -> None:
    def illegal(lines: list[str]) -> list[str]:
        return [*lines[:9], json.dumps({"seat": json.loads(lines[9])["seat"], "key": "build arena"}), *lines[10:]]

    def wrong_seat(lines: list[str]) -> list[str]:
        decision = json.loads(lines[9])
        return [*lines[:9], json.dumps(decision | {"seat": 1 - decision["seat"]}), *lines[10:]]

    def other_result(lines: list[str]) -> list[str]:
        result = json.loads(lines[-1])["result"]
        return [*lines[:-1], json.dumps({"result": result | {"how": "cheating"}})]

    for change, message in (
        (illegal, "decision 9 is not legal: `build arena` is not on offer"),
        (wrong_seat, "decision 9 is not legal: it is not the turn of seat"),
        (other_result, "the result in the closing line is not the one"),
    ):
        code, out, err = run("replay", changed(logged[0], tmp_path / "a.log", change))
        assert (code, out) == (1, "")
        assert message in err


def test_a_log_without_end_replays_as_far_as_it_goes(run: Run, logged: tuple[Path, str], tmp_path: Path) -> None:
    code, out, _ = run("replay", changed(logged[0], tmp_path / "a.log", lambda lines: lines[:13]))
    assert code == 0
    assert "decision 12 of 12" in out
    cut = tmp_path / "cut.log"
    cut.write_bytes(logged[0].read_bytes()[:1000])
    code, out, err = run("replay", cut)
    assert (code, err) == (0, "")


def test_what_is_no_log_gets_a_clear_message(run: Run, logged: tuple[Path, str], tmp_path: Path) -> None:
    header = logged[0].read_text(encoding="utf-8").splitlines()[0]
    for text, message in (
        (b"", "is not the log of a game"),
        (b"hello\n", "is not the log of a game"),
        (b"\xff\xfe\n", "is not a text"),
        (header.replace('"version": 1', '"version": 9').encode() + b"\n", "version 9"),
        (header.replace('"seed": 5', '"seed": "x"').encode() + b"\n", "`seed` is missing or wrong"),
        (header.encode() + b"\n{nonsense\n", "damaged in line 2"),
        (header.encode() + b'\n{"undo": 3}\n', "damaged in line 2"),
        (header.replace('"game": "duel"', '"game": "lost"').encode() + b"\n", "--pack says where the log's pack is"),
    ):
        path = tmp_path / "bad.log"
        path.write_bytes(text)
        code, out, err = run("replay", path)
        assert code in (1, 2)
        assert out == ""
        assert message in err
    assert run("replay", tmp_path / "nowhere")[0] == 1
    assert run("replay", tmp_path)[0] == 1


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_log_never_surprises(
    data: st.DataObject, logged: tuple[Path, str], tmp_path: Path, duel: Game
) -> None:
    text = bytearray(logged[0].read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        text[data.draw(st.integers(0, len(text) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "damaged.log"
    path.write_bytes(bytes(text[: data.draw(st.integers(0, len(text)))]))
    with suppress(GameError):
        read_log(path).positions(duel)


def test_undo_in_a_log(tmp_path: Path, duel: Game) -> None:
    path = tmp_path / "undo.log"
    writer = LogWriter.create(path, Header("duel", duel.digest, 1, 2))
    position = duel.start(seed=1)
    keys = position.keys()
    writer.decision(position.decider or 0, keys[0])
    writer.undo(1)
    writer.decision(position.decider or 0, keys[1])
    writer.close(None)
    assert [decision.key for decision in read_log(path).decisions] == [keys[1]]
    with pytest.raises(BadLog, match="already"):
        LogWriter.create(path, Header("duel", duel.digest, 1, 2))


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "file"
    save_file(path, "one")
    save_file(path, "two")
    assert path.read_text() == "two"
    with pytest.raises(GameError, match="cannot write"):
        save_file(tmp_path / "missing" / "file", "three")
    with pytest.raises(GameError, match="cannot write"):
        save_file(tmp_path, "four")
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]
