"""The bot `mcts`: it knows no more than its seat, keeps to its budget, takes what wins and beats the other bots."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from duel_dsl.cli.main import main
from duel_dsl.interpreter import Game, Position
from duel_dsl.interpreter.bots import bot
from duel_dsl.interpreter.bots.mcts import ITERATIONS, SearchBot
from duel_dsl.interpreter.errors import BadSetup
from duel_dsl.interpreter.playing.guessing import Guesser

BENCH = Path(__file__).resolve().parent.parent / "bench"


def decisions(game: Game, seed: int, players: int, every: int) -> list[Position]:
    """Some decisions with several options of a game that is played at random."""
    position, luck, found = game.start(seed, players), Random(seed), list[Position]()
    while not position.over:
        if len(position.codes) > 1:
            found.append(position.copy())
        position.play(luck.randrange(len(position.codes)))
    return found[::every]


def hidden_part_differs(one: Position, other: Position, seat: int) -> bool:
    """Whether two positions look alike to a seat and are not."""
    return one.state != other.state and one.seen_by(seat) == other.seen_by(seat)


def knows_no_more_than_its_seat(positions: list[Position]) -> int:
    """Checks that the search chooses the same wherever the seat sees the same; counts positions that differed."""
    differing = 0
    for position in positions:
        seat = position.decider
        assert seat is not None
        choice = SearchBot(5, 40).choose(position, seat)
        for seed in range(3):
            other = position.guess(seat, seed)
            differing += hidden_part_differs(position, other, seat)
            assert SearchBot(5, 40).choose(other, seat) == choice
    return differing


def test_hidden_cards_do_not_change_what_mcts_chooses(duel: Game) -> None:
    assert knows_no_more_than_its_seat(decisions(duel, 3, 2, every=12)) >= 6


def test_secret_answers_and_hands_do_not_change_what_mcts_chooses(wonders: Game) -> None:
    positions = decisions(wonders, 4, 3, every=7)
    assert any(position.gathered for position in positions)
    assert knows_no_more_than_its_seat(positions) >= 6


def test_the_choice_does_not_change_the_position_and_depends_on_the_seed_only(duel: Game) -> None:
    position = decisions(duel, 8, 2, every=20)[1]
    seat, before = position.decider, position.save()
    assert seat is not None
    assert SearchBot(1, 50).choose(position, seat) == SearchBot(1, 50).choose(position, seat)
    assert position.save() == before


def test_all_guesses_of_one_guesser_are_those_of_the_position(duel: Game, wonders: Game) -> None:
    for position in decisions(duel, 5, 2, every=9) + decisions(wonders, 5, 4, every=17):
        for seat in range(position.players):
            guesser = Guesser.of(position.game, position.state, seat)
            for seed in (1, 2, 1):
                assert guesser.deal(seed) == position.guess(seat, seed).state


def test_random_play_stops_after_so_many_decisions(duel: Game) -> None:
    one, other = duel.start(3), duel.start(3)
    one.play_random(6, most=0)
    assert one == other
    one.play_random(6, most=10)
    assert not one.over
    assert one.codes == duel.restore(one.save()).codes
    luck = Random(6)
    for _ in range(10):
        other.play(int(luck.random() * len(other.codes)))
    assert one == other
    assert one.play_random(1, most=1000).over


# ------------------------------------------------------------------ strength
def shares_won(game: Game, players: int, first: str, second: str, games: int) -> float:
    """How many games the first bot wins against others of the second kind, sitting in every seat."""
    won = 0.0
    for number in range(games):
        own = number % players
        position = game.start(number // players, players)
        bots = [bot(first if seat == own else second, number) for seat in range(players)]
        while not position.over:
            seat = position.decider
            assert seat is not None
            position.play(bots[seat].choose(position, seat))
        result = position.result
        assert result is not None
        won += (own in result.winners) / len(result.winners)
    return won


def test_a_short_search_beats_random_players(duel: Game, wonders: Game) -> None:
    assert shares_won(duel, 2, "mcts:30", "random", 4) >= 3
    assert shares_won(wonders, 3, "mcts:30", "random", 3) >= 2


def test_mcts_takes_a_win(duel: Game) -> None:
    found = 0
    for seed in range(12):
        position = duel.start(seed)
        while position.choice != "turn":
            position.play(0)
        seat = position.decider
        assert seat is not None
        position.state[duel.place("pawn", None)[0]] = 8 if seat == 0 else -8
        ends = []
        for index in range(len(position.codes)):
            after = position.copy()
            after.play(index)
            ends.append(after.result is not None and after.result.winner == seat)
        if any(ends):
            found += 1
            assert ends[SearchBot(seed, 60).choose(position, seat)]
    assert found


# ------------------------------------------------------------------ names and budgets
def test_budgets() -> None:
    assert bot("mcts", 3) == SearchBot(3, ITERATIONS)
    assert bot("mcts:2000", 3) == SearchBot(3, 2000)
    assert bot("mcts:1s") == SearchBot(0, seconds=1.0)
    assert bot("mcts:0.25s") == SearchBot(0, seconds=0.25)


@pytest.mark.parametrize(
    "name", ["mcts:", "mcts:0", "mcts:0s", "mcts:-5", "mcts:x", "mcts:1m", "mcts:1.5", "mcts:nans", "mcts:s", "mcts:٣"]
)
def test_bad_budgets(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadSetup):
        bot(name)
    assert main(["play", "duel", "--seats", f"random,{name}"]) == 2
    error = capsys.readouterr().err
    assert "mcts" in error
    assert "Traceback" not in error


@pytest.mark.parametrize("name", ["greedy:3", "random:", "robot", "", "mctss"])
def test_other_names_are_no_seats(name: str) -> None:
    with pytest.raises(BadSetup, match="cannot take a seat"):
        bot(name)
    assert main(["play", "duel", "--seats", f"random,{name}"]) == 2


def test_seconds_are_kept(duel: Game) -> None:
    position = decisions(duel, 2, 2, every=10)[2]
    begin = time.perf_counter()
    choice = SearchBot(seconds=0.2).choose(position, position.decider or 0)
    assert 0 <= choice < len(position.codes)
    assert 0.2 <= time.perf_counter() - begin < 5


def test_mcts_plays_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["play", "duel", "--seats", "mcts:2,random", "--seed", "3", "--quiet"]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert main(arguments) == 0
    assert capsys.readouterr().out == first


# ------------------------------------------------------------------ measurements
def bench(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, str(BENCH / program), *arguments], capture_output=True, text=True)


@pytest.mark.slow
def test_strength_is_measured() -> None:
    done = bench("strength.py", "duel", "--games", "11", "--pairs", "greedy/random", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["games"] == 12
    assert found["even"] == 0.5 < found["low"] <= found["won"] <= found["high"] <= 1
    assert found["stronger"] is True
    assert bench("strength.py", "duel", "--pairs", "greedy/robot").returncode == 2


@pytest.mark.slow
def test_searching_is_measured() -> None:
    done = bench("search.py", "duel", "--iterations", "5", "--json")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    names = {"iterations_per_second", "rollouts_per_second", "speed_up", "memory_per_process"}
    assert all(figures[name] > 0 for name in names)
