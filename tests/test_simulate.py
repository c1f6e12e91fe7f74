"""`duel-dsl simulate`: the same numbers however they are played, whole files whatever happens, clear refusals."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from duel_dsl.cli.commands.progress import Progress, clock
from duel_dsl.cli.main import main
from duel_dsl.interpreter import GameError
from duel_dsl.lab.reports.outputs import CsvOutput, NewFile
from duel_dsl.lab.running.games import Record, Setup, game_seed, loaded, play_game, play_games
from duel_dsl.lab.running.gathering import games_in_order
from duel_dsl.lab.running.pool import in_order, run
from duel_dsl.lab.studies.summary import Tally, spread

Run = Callable[..., tuple[int, str, str]]
DUEL = Setup(("duel",), ("random", "random"), 3)
GARDEN = str(Path(__file__).parent / "packs" / "garden")


@pytest.fixture
def simulate(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command in this process: exit code, output, errors."""
    monkeypatch.setenv("COLUMNS", "100")

    def call(*arguments: object) -> tuple[int, str, str]:
        code = main(["simulate", *(str(argument) for argument in arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return play_games((DUEL, 0, 8))


def numbers(text: str) -> dict[str, Any]:
    """The figures of a run without the time it took."""
    found = json.loads(text)
    assert set(found.pop("speed")) == {"seconds", "games_per_second"}
    return dict(found)


# ------------------------------------------------------------------ one game
def test_a_game_can_be_watched(records: list[Record], capsys: pytest.CaptureFixture[str]) -> None:
    """`play` with the seed of a record plays the same game."""
    record = records[1]
    assert record.seed == game_seed(DUEL.seed, 1)
    main(["play", "duel", "--seats", "random,random", "--seed", str(record.seed), "--json"])
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last.get("result", last)["totals"] == list(record.totals)


def test_a_record_is_a_function_of_setup_and_number(records: list[Record]) -> None:
    assert play_game(DUEL, 5) == records[5]
    assert len({record.seed for record in records}) == len(records)


def test_what_is_taken_was_offered(records: list[Record]) -> None:
    for record in records:
        offered = {(offer.seat, offer.use): offer.decisions for offer in record.offers}
        taken = Counter((event.seat, event.use) for event in record.events)
        assert all(count <= offered[place] for place, count in taken.items())
        assert sum(one.count for one in record.decisions) == record.length


def test_a_card_of_an_option_is_told_by_its_hole(records: list[Record]) -> None:
    uses = {event.use for record in records for event in record.events if event.use.label == "raise {w} with {b}"}
    assert {use.text for use in uses} == {"raise it with {b}", "raise {w} with it"}
    kinds = {use.hole: {loaded(("duel",)).card(u.card).kind for u in uses if u.hole == use.hole} for use in uses}
    assert kinds == {"w": {"wonder"}, "b": {"building", "guild"}}


def test_a_card_that_is_built_comes_into_play(records: list[Record]) -> None:
    for record in records:
        built = {(e.decision, e.seat, e.use.card) for e in record.events if e.use.label == "build {b}"}
        assert built <= {(entry.decision, entry.seat, entry.card) for entry in record.entered}


def test_other_rules_are_refused() -> None:
    with pytest.raises(GameError, match="other rules"):
        play_game(Setup(("duel",), ("random", "random"), digest="0123"), 0)


# ------------------------------------------------------------------ many games
def test_processes_change_nothing(simulate: Run, tmp_path: Path) -> None:
    found = []
    for jobs in (1, 2):
        table = tmp_path / f"{jobs}.csv"
        code, out, _ = simulate(
            "duel", "--games", 12, "--seats", "random", "--seed", 4, "--jobs", jobs, "--json", "--csv", table
        )
        assert code == 0
        cards = tmp_path / f"{jobs}-cards.csv"
        found.append((numbers(out), table.read_bytes(), cards.read_bytes()))
    assert found[0] == found[1]


def test_fewer_games_are_the_first_ones(records: list[Record]) -> None:
    [few] = [[record for batch in games_in_order(DUEL, 5) for record in batch]]
    assert few == records[:5]


def test_results_come_in_the_order_of_their_tasks() -> None:
    assert list(in_order((number, number * 10) for number in (2, 0, 1, 4, 3))) == [0, 10, 20, 30, 40]
    assert list(run(str, [1, 2, 3], 1)) == [(0, "1"), (1, "2"), (2, "3")]


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(GameError, match="ended unexpectedly"):
        list(run(os._exit, [3, 3], 2))


def test_a_mistake_of_a_worker_is_told() -> None:
    wrong = Setup(("duel",), ("random", "random"), digest="0123")
    with pytest.raises(GameError, match="other rules"):
        list(games_in_order(wrong, 2, jobs=2))


def test_figures(records: list[Record]) -> None:
    tally = Tally(DUEL, tuple(loaded(("duel",)).description.score))
    for record in records:
        tally.add(record)
    summary = tally.summary()
    assert summary.games == len(records)
    assert sum(wins.won for wins in summary.wins) + summary.drawn == len(records)
    assert sum(way.games for way in summary.ways) == len(records)
    assert summary.length.mean == sum(record.length for record in records) / len(records)
    for seat, total in enumerate(summary.totals):
        assert total.mean == pytest.approx(sum(points.means[seat].value for points in summary.points))
    assert sum(one.per_game for one in summary.choices) == pytest.approx(summary.length.mean)


def test_spread() -> None:
    found = spread(Counter({1: 1, 2: 2, 9: 1}))
    assert (found.mean, found.low, found.lower, found.middle, found.upper, found.high) == (3.5, 1, 1, 2, 2, 9)
    assert found.deviation == pytest.approx(3.6968, abs=1e-4)


# ------------------------------------------------------------------ what is shown
def test_summary(simulate: Run) -> None:
    code, out, err = simulate(GARDEN, "--games", 20, "--seats", "random", "--jobs", 1)
    assert (code, err) == (0, "")
    for part in ["digest", "games  20", "wins by seat", "ways of winning", "choices per decision", "games per second"]:
        assert part in out
    assert max(map(len, out.splitlines())) <= 100


def test_one_bot_for_all_seats(simulate: Run) -> None:
    _, out, _ = simulate("wonders", "--games", 1, "--seats", "random", "--players", 4, "--jobs", 1, "--json")
    found = numbers(out)
    assert found["seats"] == ["random"] * 4
    assert [wins["bot"] for wins in found["wins"]] == ["random"] * 4


def test_seats_without_a_player_are_left_out(simulate: Run) -> None:
    _, out, _ = simulate("wonders", "--games", 1, "--seats", "random", "--players", 2, "--jobs", 1, "--json")
    found = numbers(out)
    assert len(found["wins"]) == len(found["totals"]) == 2


def test_database(simulate: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    arguments = ["--games", 6, "--seats", "random", "--seed", 3, "--jobs", 1, "--set", "tied_pawn=last_player_chooses"]
    _, out, _ = simulate("duel", *arguments, "--json", "--sqlite", path)
    figures = numbers(out)
    database = sqlite3.connect(path)

    def ask(question: str) -> list[tuple[Any, ...]]:
        return database.execute(question).fetchall()

    assert dict(ask("select name, value from run")) == {
        "game": "duel",
        "digest": figures["digest"],
        "seed": "3",
        "switches": "tied_pawn=last_player_chooses",
    }
    assert ask("select * from seats") == [(0, "first", "random"), (1, "second", "random")]
    assert ask("select count(*), avg(length) from games") == [(6, figures["length"]["mean"])]
    won = ask("select count(*) from games where winner = 0")[0][0]
    assert won == figures["wins"][0]["won"]
    total = ask("select avg(total) from (select sum(points) as total from points where seat = 1 group by game)")
    assert total[0][0] == pytest.approx(figures["totals"][1]["mean"])
    events = dict(ask("select event, sum(times) from cards group by event"))
    assert set(events) == {"offered", "taken", "entered"}
    assert events["offered"] > events["taken"]
    database.close()


def test_table_of_text(simulate: Run, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    simulate("duel", "--games", 4, "--seats", "random", "--seed", 3, "--jobs", 1, "--csv", path)
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["game"] for row in rows] == ["0", "1", "2", "3"]
    assert all(int(row["first_total"]) == sum(_points(row, "first")) for row in rows)
    with (tmp_path / "games-cards.csv").open(encoding="utf-8", newline="") as file:
        cards = list(csv.DictReader(file))
    assert {row["game"] for row in cards} == {"0", "1", "2", "3"}
    assert sorted(entry.name for entry in tmp_path.iterdir()) == ["games-cards.csv", "games.csv"]


FORMULAS = """pack formulas
    title: "=1+1"

kind gem

player
    bag: set of gem, public

table
    heap: set of gem, public = gem

procedure play
    until heap is empty:
        turn(first)
    win nobody by "{way}"

choice turn(p: player) by p
    option "{label} {{g}}" for g in heap:
        move g to p.bag

score
    debts: 0 - count(bag)

gem "One"
gem "Two"
"""


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+ take", "'+ take"),
        ("-take", "'-take"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\uff1d1", "'\uff1d1"),
        ("take =1", "take =1"),
        ("'quoted", "'quoted"),
    ],
)
def test_no_cell_is_a_formula(text: str, cell: str, simulate: Run, tmp_path: Path) -> None:
    pack, path = tmp_path / "formulas", tmp_path / "games.csv"
    pack.mkdir()
    (pack / "pack.rules").write_text(FORMULAS.format(way=text, label=text), encoding="utf-8")
    code, _, err = simulate(pack, "--games", 1, "--seats", "random", "--jobs", 1, "--csv", path)
    assert (code, err) == (0, "")
    with path.open(encoding="utf-8", newline="") as file:
        [row] = csv.DictReader(file)
    # Numbers below zero stay numbers.
    assert (row["how"], row["first_debts"], row["second_total"]) == (cell, "-2", "0")
    with (tmp_path / "games-cards.csv").open(encoding="utf-8", newline="") as file:
        assert {row["label"] for row in csv.DictReader(file) if row["label"]} == {f"{cell} {{g}}"}


def _points(row: dict[str, str], seat: str) -> list[int]:
    return [int(text) for name, text in row.items() if name.startswith(f"{seat}_") and name != f"{seat}_total"]


def test_progress_tells_the_time_left() -> None:
    progress = Progress(100, "games", done=25, began=time.monotonic() - 50)
    assert re.fullmatch(r"\[#{7}\.{23}\] 25 of 100 games, 0\.5 a second, 2:30 left", progress.line())
    assert Progress(9, "games").line() == f"[{'.' * 30}] 0 of 9 games"
    assert clock(3725) == "1:02:05"


# ------------------------------------------------------------------ refusals
@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["duell"], 2, "did you mean `duel`"),
        (["duel", "--games", "0"], 2, "--games"),
        (["duel", "--games", "many"], 2, "--games"),
        (["duel", "--jobs", "0"], 2, "--jobs"),
        (["duel", "--seed", "x"], 2, "--seed"),
        (["duel", "--seats", "human,random"], 2, "`human` cannot take a seat"),
        (["duel", "--seats", ""], 2, "cannot take a seat"),
        (["duel", "--seats", "random,random,random"], 2, "is for 2 players, not 3"),
        (["duel", "--seats", "random,random", "--players", "3"], 2, "is for 2 players, not 3"),
        (["wonders", "--seats", "random,random", "--players", "3"], 2, "3 play, but --seats names 2"),
        (["duel", "--set", "tied_pawn"], 2, "write --set name=choice"),
        (["duel", "--set", "pawn=x"], 2, "there is no switch `pawn`"),
        (["duel", "--csv", "there.txt"], 1, "--force replaces it"),
        (["duel", "--csv", "new.csv"], 1, "there is a file new-cards.csv already"),
        (["duel", "--html", "there.txt"], 1, "--force replaces it"),
        (["duel", "--sqlite", "no/such/folder.db"], 1, "cannot write"),
        (["duel", "--html", "."], 1, "is a folder"),
        (["duel", "--html", "a", "--csv", "a"], 1, "same file"),
        (["duel", "--html", "a-cards.csv", "--csv", "a.csv"], 1, "same file"),
        (["duel", "--html", "pipe", "--force"], 1, "is no file that could be replaced"),
    ],
)
def test_refusals(
    arguments: list[str], code: int, message: str, simulate: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("there.txt", "new-cards.csv"):
        (tmp_path / name).write_text("mine")
    os.mkfifo(tmp_path / "pipe")
    found, out, err = simulate(*arguments)
    assert (found, out) == (code, "")
    assert message in err
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 2
    assert (tmp_path / "pipe").is_fifo()
    assert {entry.name: entry.read_text() for entry in tmp_path.iterdir() if entry.name != "pipe"} == {
        "there.txt": "mine",
        "new-cards.csv": "mine",
    }


def test_force_replaces(simulate: Run, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("old")
    code, _, _ = simulate(GARDEN, "--games", 2, "--seats", "random", "--jobs", 1, "--html", path, "--force")
    assert code == 0
    assert path.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    file = NewFile.create(tmp_path / "a", replace=False)
    file.discard()
    output = CsvOutput.create(tmp_path / "b.csv", loaded(("duel",)), 2)
    output.discard()
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------ invariants
GREEDY = 'pack proud\n    title: "Proud"\n    extends: {}\n\ninvariant "nobody is {}": {}\n'


@pytest.fixture
def proud(tmp_path: Path) -> Callable[[str, str], str]:
    """A pack on the garden with an invariant."""

    def write(what: str, condition: str) -> str:
        shutil.copytree(GARDEN, tmp_path / "garden")
        (tmp_path / "proud").mkdir()
        (tmp_path / "proud" / "pack.rules").write_text(GREEDY.format("garden", what, condition), encoding="utf-8")
        return str(tmp_path / "proud")

    return write


def test_a_broken_invariant_is_told_with_its_place(simulate: Run, proud: Callable[[str, str], str]) -> None:
    pack = proud("done", "not over")
    code, out, err = simulate(pack, "--games", 3, "--seats", "random", "--jobs", 1)
    assert code == 1
    seed = game_seed(0, 0)
    assert f"error[broken-invariant]: it is not true any more that nobody is done (game 0, seed {seed}, after" in out
    assert "pack.rules:5:1" in out
    assert 'invariant "nobody is done": not over' in out
    assert "a rule or a card is wrong" in err
    code, out, err = simulate(pack, "--games", 3, "--seats", "random", "--jobs", 1, "--json")
    assert (code, out) == (1, "")
    assert "nobody is done" in err


def test_invariants_are_looked_at_as_wanted(simulate: Run, proud: Callable[[str, str], str]) -> None:
    pack = proud("done", "not over")
    code, out, _ = simulate(pack, "--games", 3, "--seats", "random", "--jobs", 1, "--no-check", "--json")
    assert (code, numbers(out)["checked"]) == (0, 0)
    common = ("duel", "--games", 12, "--seats", "random", "--jobs", 2)
    assert "invariants held in the first 10 games" in simulate(*common)[1]
    assert "invariants held in all games" in simulate(*common, "--check")[1]
