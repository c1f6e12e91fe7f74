"""Playing with many: neighbours in full, secret decisions told together, payments in a grid, people at one keyboard."""

from __future__ import annotations

import io
import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from duel_dsl.cli.main import main
from duel_dsl.cli.screen.card_style import Pen
from duel_dsl.cli.screen.moves import Move, episodes
from duel_dsl.cli.screen.option_list import option_lines
from duel_dsl.cli.screen.session import Session
from duel_dsl.cli.screen.table import Table
from duel_dsl.cli.terminal import Terminal, plain, width
from duel_dsl.dsl.diagnostic import InvalidPack
from duel_dsl.interpreter import Game, Position, load
from duel_dsl.interpreter.bots import Bot, GreedyBot, RandomBot
from duel_dsl.interpreter.playing.journal import read_log

Run = Callable[..., tuple[int, str]]
HEADING = re.compile(r"(?m)^(?=7 Wonders  ·)")


@pytest.fixture(scope="module")
def wonders() -> Game:
    """7 Wonders, loaded once."""
    return load("wonders")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Plays with what is typed in: exit code and output."""
    monkeypatch.setenv("COLUMNS", "120")

    def call(*arguments: object, typed: str = "") -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out + captured.err

    return call


def later(game: Game, players: int, decisions: int, seed: int = 3) -> Position:
    """A game in which something has been built."""
    position = game.start(seed=seed, players=players)
    for number in range(decisions):
        built = [n for n, key in enumerate(position.keys()) if not key.startswith("sell")]
        position.play(built[number % len(built)] if built else 0)
    return position


def story(game: Game, players: int, decisions: int) -> list[Move]:
    """The first decisions of a game, always the first option."""
    position, moves = game.start(seed=5, players=players), list[Move]()
    for number in range(1, decisions + 1):
        before, seat, option = position.copy(), position.decider, position.options()[0]
        assert seat is not None
        position.play(option)
        moves.append(Move(number, before, seat, option, position.copy()))
    return moves


# ------------------------------------------------------------------ whole games
def test_a_person_among_four_bots(run: Run, tmp_path: Path, wonders: Game) -> None:
    log = tmp_path / "game.log"
    seats = "human,greedy,greedy,random,random"
    arguments = ("play", "wonders", "--players", 5, "--seats", seats, "--seed", 4, "--log", log)
    code, out = run(*arguments, typed="1\n" * 25)
    assert code == 0
    assert "\x1b" not in out
    assert re.search(r"(?m)^Total( +-?\d+){5}$", out)
    assert "1000000000" not in out
    assert read_log(log).positions(wonders)[-1].over
    code, shown = run("replay", log)
    assert code == 0
    assert out.splitlines()[-1] == shown.splitlines()[-1]
    code, middle = run("replay", log, "--step", 3)
    assert code == 0
    assert "decision 3 of" in middle


@pytest.mark.parametrize("players", [2, 3, 7])
def test_usual_seats(run: Run, players: int) -> None:
    code, out = run("play", "wonders", "--players", players, "--seed", 1, "--quiet")
    assert code == 0
    assert "wins: " in out or "draw" in out


def test_two_players_and_the_free_city(run: Run) -> None:
    code, out = run("play", "wonders", "--seats", "human,random", "--seed", 4, typed="1\n1\nlog\n" + "1\n" * 60)
    assert code == 0
    assert "Free City (nobody, right)" in out
    assert "First for Free City> " in out
    assert re.search(r"First +Build .* for Free City", out)
    assert run("play", "wonders", "--players", 2, "--seats", "human,random,random")[0] == 2


def test_boards_can_be_chosen(run: Run) -> None:
    typed = "gizah b\nquit\n"
    code, out = run(
        "play", "wonders", "--seats", "human,greedy,greedy", "--set", "boards=chosen", "--seed", 2, typed=typed
    )
    assert code == 0
    assert "Take …" in out
    assert "▸ First (you)   Gizah B" in HEADING.split(out)[2]


def test_in_german(run: Run) -> None:
    arguments = ("play", "wonders", "--seats", "human,random", "--lang", "de", "--seed", 4)
    code, out = run(*arguments, typed="1\n1\nverlauf\nende\n")
    assert code == 0
    assert "Freie Stadt (niemand, rechts)" in out
    assert "Erster für Freie Stadt> " in out
    assert "wählt geheim" not in out.split("verlauf")[0]


# ------------------------------------------------------------------ the table
def test_neighbours_in_full_and_others_in_short(wonders: Game) -> None:
    position = later(wonders, 6, 40)
    seat = position.decider
    assert seat is not None
    names = [f"seat{n}" for n in range(6)]
    for columns in (120, 80, 50):
        lines = [plain(line) for line in Table(Pen(wonders, "en", 6), position, seat, names).lines(columns)]
        text = "\n".join(lines)
        assert all(width(line) <= columns for line in lines)
        assert f"(seat{(seat + 1) % 6}, left)" in text
        assert f"(seat{(seat - 1) % 6}, right)" in text
        assert text.count("Makes") == 3
        assert all(name in text for name in names)


def test_stages_tell_what_is_built_and_what_it_takes(wonders: Game) -> None:
    position = wonders.start(seed=3, players=3)
    board, index = position.zone("board", 0)[0], 0
    stages = [card for card in wonders.description.cards if card.id.startswith(board)][1:]
    assert stages
    while position.zone("stages", 0) == [] and not position.over:
        keys = position.keys()
        raising = [n for n, key in enumerate(keys) if key.startswith("raise") and position.decider == 0]
        position.play(raising[0] if raising else index)
    pen = Pen(wonders, "en", 3)
    text = "\n".join(map(plain, Table(pen, position, 0, ["", "", ""]).lines(200)))
    row = re.search(r"(?m)^.*Wonder .*✓.*$", text)
    assert row is not None
    assert f"2 {plain(pen.cost(wonders.card(f'{board}_2')))}:" in text


def test_options_say_what_they_cost_and_who_is_paid(wonders: Game) -> None:
    position = later(wonders, 4, 50)
    pen, options = Pen(wonders, "en", 4), position.options()
    for columns in (120, 80, 60):
        lines = [plain(line) for line in option_lines(pen, position, options, columns)]
        assert all(width(line) <= columns for line in lines)
        for number in range(1, len(options) + 1):
            assert re.search(rf"(?<!\d){number}(?!\d)", "\n".join(lines))
    paid = [o for o in options if "left" in o.key or "right" in o.key]
    text = "\n".join(plain(line) for line in option_lines(pen, position, options, 200))
    assert bool(paid) == bool(re.search(r"\d\$ (left|right)", text))


# ------------------------------------------------------------------ secrets
def test_decisions_made_together_are_told_together(wonders: Game) -> None:
    moves = story(wonders, 4, 10)
    told = episodes(moves)
    assert [len(episode.moves) for episode in told] == [4, 4, 2]
    assert [episode.told for episode in told] == [True, True, False]
    pen = Pen(wonders, "en", 4)
    first = [plain(line) for line in told[-1].lines(pen, 0, 120)]
    assert "chooses in secret" not in first[0]
    assert first[1].split() == ["10", "Second", "chooses", "in", "secret"]


def test_a_plan_in_private_zones_is_secret_too(wonders: Game) -> None:
    told = episodes(story(wonders, 2, 5))
    assert [(len(episode.moves), episode.told) for episode in told] == [(3, True), (2, False)]


def test_a_sold_card_stays_hidden_even_if_a_copy_lies_open(wonders: Game) -> None:
    pen, checked = Pen(wonders, "en", 4), 0
    for seed in range(40):
        session, sales = Session(wonders, wonders.start(seed=seed, players=4), ("human",) * 4, 7), set[int]()
        while not session.position.over and session.position.read("age") == 1:
            open_cards = {card for other in range(4) for card in session.position.zone("city", other)}
            options = session.position.options()
            sold = [o for o in options if o.key.startswith("sell ") and o.key.removeprefix("sell ") in open_cards]
            move = session.play(sold[0] if sold else options[0])
            sales |= {move.number} if sold else set()
        for episode in (episode for episode in session.episodes if episode.told):
            for move in (move for move in episode.moves if move.number in sales):
                assert "Sell a hidden card" in plain(episode.line(move, pen, (move.seat + 2) % 4, 120))
                checked += 1
        if checked > 3:
            return
    raise AssertionError("no copy was ever sold")


def test_people_at_one_keyboard_do_not_see_each_other(run: Run) -> None:
    typed = "1\nlog\nsave {0}\nquit\n"
    code, out = run("play", "wonders", "--seats", "human,human,random", "--seed", 4, typed=typed.format("x" * 0))
    assert code == 0
    first, second = HEADING.split(out)[1:3]
    chosen = re.search(r"(?m)^  (\S+(?: \S+)*?)  .*\b1 (?:free|\d)", first)
    assert chosen is not None
    assert "now: Second" in first
    assert "First   chooses in secret" in second
    assert chosen[1] not in second


def test_one_person_never_has_to_pass_the_keyboard(run: Run) -> None:
    _, out = run("play", "wonders", "--seats", "human,random,random", "--seed", 4, typed="1\n1\n1\nquit\n")
    assert "now: " not in out
    _, out = run("play", "duel", "--seats", "human,human", "--seed", 4, typed="1\n" * 12)
    assert "now: " not in out


def test_a_new_screen_forgets_what_was_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    Terminal(80, False, True).forget()
    assert "\x1b[3J" in capsys.readouterr().out
    Terminal(80, False, False).forget()
    assert capsys.readouterr().out == ""


def test_undo_save_and_log_while_answers_are_gathered(run: Run, tmp_path: Path, wonders: Game) -> None:
    saved, log = tmp_path / "evening.save", tmp_path / "game.log"
    arguments = ("play", "wonders", "--seats", "human,human,random", "--seed", 4)
    typed = f"1\nundo\n2\nsave {saved}\n1\n1\nquit\n"
    code, out = run(*arguments, "--log", log, typed=typed)
    assert code == 0
    assert "taken back: 1 decision" in out
    position = wonders.restore(saved.read_text())
    assert (position.decider, position.gathered) == (1, 1)
    code, out = run(*arguments[:4], "--load", saved, typed="1\nlog\nquit\n")
    assert code == 0
    assert "Second  Build" in out
    code, out = run("replay", log)
    assert code == 0
    decisions = read_log(log).decisions
    assert [d.seat for d in decisions[:4]] == [0, 1, 2, 0]


def test_programs_learn_no_secrets(run: Run) -> None:
    code, out = run("play", "wonders", "--seats", "human,greedy,random", "--seed", 4, "--json", typed="0\n" * 30)
    assert code == 0
    lines = [json.loads(line) for line in out.splitlines()]
    assert lines[-1]["type"] == "result"
    seats = [line["seat"] for line in lines if line["type"] == "decision"]
    assert seats[:6] == [0, 1, 2, 0, 1, 2]
    of_bots = [line for line in lines if line["type"] == "decision" and line["seat"]]
    assert all(line["options"] is None for line in of_bots if line["choice"] == "turn")
    sold = [line["chosen"] for line in of_bots if line["chosen"].startswith("sell")]
    assert sold
    assert set(sold) == {"sell ?"}
    assert not any(line["chosen"].startswith("build ?") for line in of_bots)


# ------------------------------------------------------------------ bots
def test_greedy_plays_sensibly_and_fast(wonders: Game) -> None:
    won, spent, count = 0, 0.0, 0
    for seed in range(6):
        position, own = wonders.start(seed=seed, players=4), seed % 4
        bots: list[Bot] = [GreedyBot(seed) if seat == own else RandomBot(seed + seat) for seat in range(4)]
        while not position.over:
            seat = position.decider
            assert seat is not None
            began = time.process_time()
            index = bots[seat].choose(position, seat)
            if seat == own:
                spent, count = spent + time.process_time() - began, count + 1
            position.play(index)
        assert position.result is not None
        won += position.result.winner == own
    assert won >= 5
    assert spent / count < 0.05


def test_greedy_is_not_moved_by_what_it_cannot_know(wonders: Game) -> None:
    position = wonders.start(seed=2, players=3)
    for _ in range(12):
        seat = position.decider
        assert seat is not None
        choice = GreedyBot(3).choose(position, seat)
        assert GreedyBot(3).choose(position.guess(seat, seed=choice + 1), seat) == choice
        position.play(choice)


# ------------------------------------------------------------------ the look block
@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("near: left, opposite", "unknown-player"),
        ("near left: right", "misplaced"),
        ("own: deck", "unknown-field"),
        ("head: coins", "unknown-zone"),
        ("head: city, hand", "too-many"),
        ("nobody: city", "wrong-type"),
        ('worth: "much"', "wrong-type"),
        ("worth: hopes", "unknown-define"),
        ("worth: two_players", "wrong-type"),
        ("rows city: two_players", "unknown-zone"),
        ("rows heap: tower", "unknown-zone"),
        ("rows heap: deck", "wrong-type"),
        ("rows heap: two_players", "wrong-type"),
        ("hide size: 0", "unknown-field"),
        ("brief house: name", "unknown-kind"),
        ("brief thing: cost", "unknown-field"),
        ("show two_players: 'x'", "syntax"),
        ('show two_players: "x"', "wrong-type"),
    ],
)
def test_mistakes_in_a_look(tmp_path: Path, line: str, code: str) -> None:
    text = f"""pack small
    title: "Small"
    players: 2

kind thing
    size: number = 0

player
    coins: number = 0
    city: set of thing, public
    hand: set of thing, private

table
    deck: set of thing, hidden = thing
    heap: set of thing, public

define two_players(p: player, q: player) = p.coins + q.coins + sum(c.size for c in p.city)

procedure play
    first.coins += two_players(first, second)
    draw 1 from deck to first.city
    move heap to first.city
    move first.hand to second.city
    finish

look
    {line}

score
    wealth: coins

rank by total "most"

thing "Pebble"
    size: 1
"""
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidPack) as found:
        load(tmp_path)
    assert [diagnostic.code for diagnostic in found.value.diagnostics if diagnostic.severity == "error"] == [code]
