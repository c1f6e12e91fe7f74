"""Games end: where a position comes back the luck of bots does not, and a limit ends with a name what goes on for ever.

The pack `passing` goes on until somebody rings the bell, and for ever where there is no bell.
"""

from __future__ import annotations

import csv
import json
import signal
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from duel_dsl.cli.commands.progress import Progress
from duel_dsl.cli.main import main
from duel_dsl.dsl.model import LIMIT
from duel_dsl.interpreter import BadSave, Game, Position, load
from duel_dsl.interpreter.backends.reference.machine import ReferenceMachine
from duel_dsl.interpreter.bots import BOTS, bot
from duel_dsl.interpreter.program.model import DECISIONS
from duel_dsl.interpreter.program.verify import verify
from duel_dsl.lab.running import heartbeat
from duel_dsl.lab.running.games import Record, Setup
from duel_dsl.lab.running.gathering import Batches, games_in_order
from duel_dsl.lab.running.interrupts import Interrupts

PASSING = Path(__file__).parent / "packs" / "passing"
LIMIT_THERE, NAME_THERE = 60, "everybody is tired"
NO_BELL = (("bell", "is_missing"),)
# Nothing that can be chosen changes anything.
IDLE = """pack small
    title: "Idle"
    decisions: 40

table
    never: flag = no

procedure play
    until never:
        turn(first)

choice turn(p: player) by p
    option "pass":
        never = no
    option "wait":
        never = no
"""
Written = Callable[..., Game]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def passing() -> Game:
    return load(PASSING)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command in this process: exit code, output, errors."""
    monkeypatch.setenv("COLUMNS", "100")

    def call(*arguments: object) -> tuple[int, str, str]:
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def played(position: Position, names: list[str], seed: int) -> list[str]:
    """The keys that bots choose, to the end of the game."""
    bots, found = [bot(name, seed + seat) for seat, name in enumerate(names)], []
    while (seat := position.decider) is not None:
        index = bots[seat].choose(position, seat)
        found.append(position.keys()[index])
        position.play(index)
    return found


# ------------------------------------------------------------------ decisions are counted
def test_every_decision_counts_once(duel: Game) -> None:
    position, number = duel.start(seed=5), 0
    while not position.over:
        assert position.decisions == number
        assert position.copy().decisions == position.guess(0, 1).decisions == number
        assert duel.restore(position.save()).decisions == number
        position.play(0)
        number += 1
    assert position.decisions == number
    other = duel.start(seed=5)
    assert other.play_random(1, 7).decisions == 7


def test_a_decision_that_fails_does_not_count() -> None:
    position = load(PASSING.parent / "runaway").start()
    with pytest.raises(Exception, match="come to an end"):
        position.play("loop")
    assert position.decisions == 0


def test_answers_that_are_given_together_count_one_by_one(wonders: Game) -> None:
    position = wonders.start(1, 3)
    for number in range(7):
        assert position.decisions == number
        position.play(0)


# ------------------------------------------------------------------ the luck of bots
@pytest.mark.parametrize("name", ["random", "greedy", "mcts:4"])
def test_luck_moves_on_where_a_position_comes_back(written: Written, name: str) -> None:
    game = written(IDLE)
    keys = played(game.start(), [name, name], 3)
    assert len(keys) == 40
    assert set(keys) == {"pass", "wait"}
    assert keys == played(game.start(), [name, name], 3) != played(game.start(), [name, name], 4)


def test_games_with_cycles_end_by_themselves(passing: Game) -> None:
    for seed in range(30):
        position = passing.start(seed=seed)
        assert "ring the bell" in played(position, ["random", "random"], seed)
        assert position.result is not None
        assert not position.result.stopped


HIDDEN = """
kind piece
player
    hand: set of piece, private
table
    deck: set of piece, hidden = piece
    heap: set of piece, public
procedure play
    draw 2 from deck to first.hand
    draw 2 from deck to second.hand
    turn(first)
    finish
choice turn(p: player) by p
    option "left": move p.hand to heap
    option "right": move p.hand to heap
    option "up": move p.hand to heap
    option "down": move p.hand to heap
score
    cards: count(hand)
rank by total "points"
"""


@pytest.mark.parametrize("name", BOTS[:2])
def test_hidden_cards_change_no_choice(written: Written, name: str) -> None:
    game = written(HIDDEN, cards="".join(f'piece "No {number}"\n' for number in range(9)))
    for seed in range(20):
        position = game.start(seed=seed)
        chosen = {bot(name, seed).choose(position.guess(0, other), 0) for other in range(12)}
        assert chosen == {bot(name, seed).choose(position, 0)}


# ------------------------------------------------------------------ the limit
def test_a_game_that_goes_on_is_stopped(passing: Game) -> None:
    position = passing.start(seed=2, switches=dict(NO_BELL))
    for number in range(LIMIT_THERE):
        assert not position.over
        assert position.decisions == number
        position.play(position.keys()[-1])
    result = position.result
    assert result is not None
    assert (result.winner, result.how, result.winners, result.stopped) == (None, NAME_THERE, (0, 1), True)
    assert position.drawn
    assert position.keys() == []
    # Who has the most points does not win, but the points are there.
    assert sum(result.totals) > 0
    assert passing.restore(position.save()).result == result


def test_every_machine_stops_it_alike(passing: Game) -> None:
    assert verify(passing.program) == []
    other = Game(passing.description, passing.program, ReferenceMachine(passing.program))
    for switches in (dict(NO_BELL), {}):
        for seed in range(4):
            ends = [game.start(seed, switches=switches).play_random(seed) for game in (passing, other)]
            assert ends[0].state == ends[1].state
            assert ends[0].result == ends[1].result


def test_an_end_of_its_own_comes_first(passing: Game) -> None:
    position = passing.start(seed=2)
    for _ in range(LIMIT_THERE - 1):
        position.play("hop")
    position.play("ring the bell")
    result = position.result
    assert result is not None
    assert (result.how, result.stopped, position.decisions) == ("draw", False, LIMIT_THERE)


def test_random_play_is_stopped(passing: Game) -> None:
    assert passing.start(switches=dict(NO_BELL)).play_random(1).decisions == LIMIT_THERE


def test_a_save_beyond_the_limit_is_none(passing: Game) -> None:
    position = passing.start()
    position.state[DECISIONS] = LIMIT_THERE
    with pytest.raises(BadSave):
        passing.restore(position.save())


def test_what_holds_where_packs_say_nothing(written: Written, duel: Game) -> None:
    assert duel.description.limit == LIMIT
    position = written(IDLE.replace("    decisions: 40\n", "")).start()
    position.play_random(1)
    result = position.result
    assert result is not None
    assert (position.decisions, result.how) == LIMIT
    assert result.totals == (0, 0)


def test_packs_that_build_on_others_say_it_anew(tmp_path: Path) -> None:
    for name, limit in (("longer", "decisions: 70"), ("renamed", 'decisions: 60, "night"'), ("silent", "")):
        (tmp_path / name).mkdir()
        header = f'pack {name}\n    title: "{name}"\n    extends: passing\n    {limit}\n'
        (tmp_path / name / "pack.rules").write_text(header)
    (tmp_path / "passing").symlink_to(PASSING)
    found = {name: load(tmp_path / name) for name in ("longer", "renamed", "silent")}
    assert {name: game.description.limit for name, game in found.items()} == {
        "longer": (70, LIMIT[1]),
        "renamed": (60, "night"),
        "silent": (LIMIT_THERE, NAME_THERE),
    }
    assert len({game.digest for game in found.values()}) == 3


# ------------------------------------------------------------------ what is shown
def test_the_end_is_told_by_its_name(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    code, out, err = run("play", PASSING, "--seats", "random,random", "--set", "bell=is_missing", "--log", log)
    assert (code, err) == (0, "")
    assert f"The game ends in a draw: {NAME_THERE}" in out
    assert json.loads(log.read_text().splitlines()[-1])["result"]["how"] == NAME_THERE
    code, out, err = run("replay", log, "--pack", PASSING)
    assert (code, err) == (0, "")
    assert out.rstrip().splitlines()
    assert f"The game ends in a draw: {NAME_THERE}" in out


def test_scenarios_name_it(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "short"
    folder.mkdir()
    text = (PASSING / "pack.rules").read_text().replace("pack passing", "pack short")
    text = text.replace(f"decisions: {LIMIT_THERE}", "decisions: 2")
    scenario = """
scenario "two hops"
    when first: hop
    when second: hop
    then won_by "everybody is tired"

scenario "no win"
    when first: hop
    when second: hop
    when first: hop
"""
    (folder / "pack.rules").write_text(text + scenario)
    code, out, _ = run("test", folder)
    assert code == 1
    assert "the game is over: a draw by everybody is tired" in out
    assert "1 passed, 1 failed" in out


# ------------------------------------------------------------------ many games
def test_stopped_games_are_counted(run: Run, tmp_path: Path) -> None:
    table, database, page = (tmp_path / name for name in ("g.csv", "g.db", "g.html"))
    wanted = ["simulate", PASSING, "--games", 9, "--seats", "random", "--set", "bell=is_missing"]
    found = []
    for jobs in (1, 2):
        code, out, err = run(*wanted, "--jobs", jobs, "--json", "--csv", table, "--force")
        assert (code, err) == (0, "")
        figures = json.loads(out)
        del figures["speed"]
        found.append((figures, table.read_bytes()))
    assert found[0] == found[1]
    assert found[0][0]["stopped"] == found[0][0]["drawn"] == 9
    assert found[0][0]["ways"][0]["how"] == NAME_THERE
    with table.open(newline="") as file:
        assert {(row["how"], row["stopped"]) for row in csv.DictReader(file)} == {(NAME_THERE, "1")}
    _, out, _ = run(*wanted, "--jobs", 1, "--sqlite", database, "--html", page)
    told = f"9 of 9 games did not end, and were stopped after {LIMIT_THERE} decisions: {NAME_THERE}."
    assert told in out
    assert told in page.read_text(encoding="utf-8")
    connection = sqlite3.connect(database)
    assert connection.execute("select sum(stopped), count(*) from games").fetchone() == (9, 9)
    connection.close()
    _, out, _ = run("balance", PASSING, "--games", 9, "--seats", "random", "--set", "bell=is_missing", "--jobs", 1)
    assert told in out
    _, out, _ = run("simulate", PASSING, "--games", 9, "--seats", "random", "--jobs", 1)
    assert "did not end" not in out


ENDLESS = """pack endless
    title: "Endless"
    decisions: 1000000

table
    begins: player
    never: flag = no

procedure play
    begins = random players "who begins"
    turn(begins)
    until {test}:
        {does}

choice turn(p: player) by p
    option "pass":
        never = no
    option "wait":
        never = no
"""


@pytest.fixture
def endless(tmp_path: Path) -> Callable[[str, str], Setup]:
    """The setup of a game that ends after one decision where the first player begins, and does not where the second
    one does."""

    def write(test: str, does: str) -> Setup:
        folder = tmp_path / "endless"
        folder.mkdir()
        (folder / "pack.rules").write_text(ENDLESS.format(test=test, does=does))
        return Setup((str(folder),), ("random", "random"))

    return write


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_long_game_is_heard_and_can_be_left(endless: Callable[..., Setup], jobs: int) -> None:
    setup = endless("begins is first", "turn(second)")
    heard: list[tuple[int, int]] = []

    def listener(game: int, decisions: int) -> None:
        heard.append((game, decisions))
        if len(heard) == 2:
            signal.raise_signal(signal.SIGINT)

    records: list[Record] = []
    with Interrupts() as stop:
        for batch in games_in_order(setup, 40, jobs, stop=stop, listener=listener):
            records += batch
    assert stop.asked
    first_long = next(number for number in range(40) if number >= len(records))
    assert [record.number for record in records] == list(range(first_long))
    assert first_long < 40
    assert all(record.length == 1 for record in records)
    assert heard[0][0] >= first_long
    assert all(decisions > 1 for _, decisions in heard)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_endless_loop_is_told_with_its_seed(endless: Callable[..., Setup], run: Run, jobs: int) -> None:
    [folder] = endless("begins is first", "never = no").packs
    code, out, err = run("simulate", folder, "--games", 40, "--seats", "random", "--jobs", jobs, "--seed", 5)
    assert (code, out) == (1, "")
    message, seed = err.strip().removesuffix(")").rsplit(", seed ", 1)
    assert message.startswith("error: this does not come to an end: play")
    assert " (game " in message
    code, _, err = run("play", folder, "--seats", "random,random", "--seed", seed)
    assert code == 1
    assert "this does not come to an end" in err


def test_a_heartbeat_is_rare_and_nobody_has_to_listen(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(heartbeat.time, "monotonic", lambda: now)
    heard: list[tuple[int, int]] = []
    beat = heartbeat.Heartbeat(3, now)
    with heartbeat.heard_by(lambda *sign: heard.append(sign)):
        for decisions in range(100):
            now += heartbeat.PAUSE / 10
            beat.beat(decisions)
    assert 9 <= len(heard) <= 10
    assert {game for game, _ in heard} == {3}
    now += 100
    beat.beat(7)
    assert len(heard) <= 10


def test_progress_tells_of_a_long_game() -> None:
    progress = Progress(9, "games")
    progress.hear(4, 12_345)
    assert progress.line() == f"[{'.' * 30}] 0 of 9 games; game 4: 12,345 decisions"


@pytest.mark.parametrize(("games", "size"), [(0, 3), (1, 3), (6, 3), (7, 3), (5, 1)])
def test_batches(games: int, size: int) -> None:
    setup = Setup(("duel",), ("random", "random"))
    batches = list(Batches(setup, games, size))
    assert [number for _, first, last in batches for number in range(first, last)] == list(range(games))
    assert len(Batches(setup, games, size)) == len(batches)
    assert all(last - first <= size for _, first, last in batches)
