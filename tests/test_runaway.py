"""Chains that never end at run time: a clear error after so much work, and the position as it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from duel_dsl.cli.main import main
from duel_dsl.interpreter import Game, Position, RunawayChain, load

PACKS = Path(__file__).parent / "packs"


@pytest.fixture(scope="module")
def ping() -> Game:
    """A game with endless ways that cannot be seen in the text alone."""
    return load(PACKS / "runaway")


def fails(position: Position, key: str) -> str:
    """Plays a key that never ends, looks that nothing has changed, and returns the message."""
    before, keys = position.save(), position.keys()
    with pytest.raises(RunawayChain) as caught:
        position.play(key)
    assert position.save() == before
    assert position.keys() == keys
    return str(caught.value)


@pytest.mark.parametrize("key", ["loop", "count", "climb", "add", "nest", "toss"])
def test_an_endless_decision_leaves_the_position_alone(ping: Game, key: str) -> None:
    position = ping.start()
    message = fails(position, key)
    assert message.startswith("this does not come to an end: ")
    position.play("rest")
    assert position.read("rests") == 1


def test_the_message_names_the_cards(ping: Game) -> None:
    message = fails(ping.start(), "toss")
    assert "Ping (when tossed)" in message
    assert "Pong (when caught)" in message


def test_after_a_choice_in_the_middle(ping: Game) -> None:
    """The error comes from a decision inside an effect; that decision is still to be made."""
    position = ping.start()
    position.play("ask")
    assert position.keys() == ["with ping", "with pong"]
    assert "Ping (on_play)" in fails(position, "with ping")
    position.play("with pong")
    assert position.choice == "turn"


def test_in_a_random_game(ping: Game) -> None:
    failed = 0
    for seed in range(20):
        position = ping.start()
        before = position.save()
        try:
            position.play_random(seed)
        except RunawayChain:
            failed += 1
            assert position.save() == before
            assert position.keys()[0] == "rest"
        else:
            assert position.over
    assert failed > 10


def test_a_game_that_never_begins(written: Callable[..., Game]) -> None:
    play = "procedure play\n    until n < 0:\n        n += 1\n"
    game = written(f'table\n    n: number = 0\n\nscore\n    n: n\n\nrank by total "n"\n\n{play}')
    with pytest.raises(RunawayChain, match="play"):
        game.start()


def test_endless_work_in_a_score_or_an_option(written: Callable[..., Game]) -> None:
    game = written(
        """
table
    n: number = 100000000

choice turn(p: player) by p
    option "go" where sum(m for m in 0..n) > 0:
        n = 5

score
    n: sum(m for m in 0..n)

rank by total "n"

procedure play
    n = 3
    turn(first)
    n = 100000000
    turn(first)
"""
    )
    position = game.start()
    assert position.scores(0) == {"n": 6}
    with pytest.raises(RunawayChain):
        position.play("go")
    assert position.scores(1) == {"n": 6}


def test_many_small_questions_are_not_one_large(written: Callable[..., Game]) -> None:
    """The budget is one decision's, not the position's."""
    text = """
table
    n: number = 40000

choice turn(p: player) by p
    option "go" where sum(m for m in 0..n) > 0:
        n += 1

score
    n: sum(m for m in 0..n)

invariant "many": sum(m for m in 0..n) > 0
rank by total "n"

procedure play
    repeat 5:
        turn(first)
"""
    position = written(text).start()
    while not position.over:
        for _ in range(3):
            position.options()
            position.scores(0)
            assert position.broken_invariants() == []
        position.play("go")


LONG = "sum(sum(sum(a for a in 0..999) for b in 0..999) for c in 0..999)"
ENDLESS = """pack small
    title: "Small"

table
    n: number = 0

choice turn(p: player) by p
    option "go":
        n += 1
    option "stay", "%s":
        n += 2

score
    n: n + %s

rank by total "n"

procedure play
    repeat 3:
        turn(first)

scenario "a"
    when first: go
    then n == %s
"""


def test_endless_work_in_a_condition_of_a_scenario(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "small.rules").write_text(ENDLESS % ("a remark", "0", LONG))
    assert main(["test", str(tmp_path)]) == 1
    assert "error[cannot-run]: this does not come to an end" in capsys.readouterr().out


@pytest.mark.parametrize("parts", [(f"for {{{LONG}}}", "0"), ("a remark", LONG)])
def test_endless_work_that_everybody_sees_at_the_beginning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], parts: tuple[str, str]
) -> None:
    """What validates can be shown: the options of the first decision, and the points."""
    (tmp_path / "small.rules").write_text(ENDLESS % (*parts, "1"))
    assert main(["validate", str(tmp_path)]) == 1
    assert "error[cannot-begin]: no game can begin: this does not come to an end" in capsys.readouterr().out


LARGE = """
kind chip
    worth: number = 1

player
    hand: set of chip, public

table
    heap: pile of chip, public = chip
    other: pile of chip, public
    n: number = 0

score
    n: n + count(hand) + count(other) + count(show) + sum(c.worth for c in hand)

rank by total "n"

layout long
    U U U U U U U U U U U U U U U U U U U U

table
    show: layout of chip, public

procedure play
    deal heap to show as long
    repeat 100000000:
        {work}
"""


@pytest.mark.parametrize(
    "work",
    [
        "shuffle heap",
        "move heap to bottom of other\n        move other to heap",
        "for c in heap: move c to heap",
        "draw 5 from heap to first.hand",
        'let c = random heap "lucky"\n        if c is not none: n += 1',
        "pass hand to left",
        "n += count(top(2, heap))",
        "n += count(uncovered(show))",
        "n += 1 if owner(chip_7) is first else 2",
        "reveal uncovered in show",
    ],
)
def test_work_with_many_cards_counts_for_each(written: Callable[..., Game], work: str) -> None:
    """A statement that looks at thousands of cards is not one unit of work."""
    cards = "".join(f'\nchip "Chip {number}"\n' for number in range(500))
    with pytest.raises(RunawayChain, match="play"):
        written(LARGE.format(work=work) + cards).start()


def test_rules_that_need_too_large_a_position_are_refused_in_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    states = "".join(f"    state s{number}: number = 0\n" for number in range(60))
    reads = "\n    ".join(f"n{number}: sum(c.s{number} for c in hand)" for number in range(60))
    cards = "".join(f'\nchip "Chip {number}"\n' for number in range(3990))
    head = 'pack many\n    title: "Many"\n\ntable\n    hand: set of chip, public = chip\n\n'
    text = f"{head}kind chip\n{states}\nprocedure play\n    finish\n\nscore\n    {reads}\n{cards}"
    (tmp_path / "many.rules").write_text(text)
    for command in ("play", "simulate", "program", "test"):
        assert main([command, str(tmp_path)]) == 1
        assert capsys.readouterr().err.startswith("error: a position of Many would have")
