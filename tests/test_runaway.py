"""Chains that never end at run time: a clear error in less than a second, and the position as it was."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from duel_dsl.interpreter import Game, Position, RunawayChain, load

PACKS = Path(__file__).parent / "packs"
SECONDS = 1.0


@pytest.fixture(scope="module")
def ping() -> Game:
    """A game with endless ways that cannot be seen in the text alone."""
    return load(PACKS / "runaway")


def fails(position: Position, key: str) -> str:
    """Plays a key that never ends, looks that nothing has changed, and returns the message."""
    before, keys = position.save(), position.keys()
    began = time.perf_counter()
    with pytest.raises(RunawayChain) as caught:
        position.play(key)
    assert time.perf_counter() - began < SECONDS
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
