"""Sets of players, the order of the table, and choices that some make together with more than whose they are."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from foretold import contradicted

from duel_dsl.interpreter import Game, InvalidPack, load
from duel_dsl.interpreter.scenarios.runner import run_scenarios
from duel_dsl.interpreter.telling.sentences import card_text
from duel_dsl.lab.running.lockstep import beside_the_reference

WritePack = Callable[..., Game]
RING = Path(__file__).parent / "packs" / "ring"


@pytest.fixture(scope="module")
def ring() -> Game:
    return load(RING)


def test_the_scenarios_of_the_pack() -> None:
    assert [found.failure for found in run_scenarios(load(RING, scenarios=True))] == [None] * 3


@pytest.mark.parametrize("players", [2, 3, 5])
def test_both_machines_and_what_is_foretold(ring: Game, players: int) -> None:
    for seed in range(8):
        assert beside_the_reference(ring, seed, players, 1.0).differences == ()
        position = ring.start(seed, players)
        while not position.over:
            assert contradicted(position, 2, seed) == []
            assert ring.restore(position.save()) == position
            position.play(seed % len(position.codes))


def test_who_is_last_is_one_of_those_who_can_be(ring: Game) -> None:
    for seed in range(40):
        position = ring.start(seed, 4).play_random(seed)
        last = position.read("last")
        assert (last is None) == all(position.read("asleep", seat) for seat in range(4))
        assert last is None or not position.read("asleep", last)


def test_answers_stay_secret_until_all_who_are_asked_have_given_one(ring: Game) -> None:
    for seed in range(60):
        position = ring.start(seed, 3)
        if "tithe" not in position.zone("hand", 0):
            continue
        for _ in range(3):
            position.play("wait")
        assert (position.decider, position.together, position.gathered) == (1, True, 0)
        position.play("pay first")
        assert (position.decider, position.gathered, position.read("coins", 0)) == (2, 1, 3)
        assert position.guess(2, 1).keys() == position.keys()
        again = position.copy()
        again.play("pay first")
        assert [again.read("coins", seat) for seat in range(3)] == [7, 1, 1]
        return
    raise AssertionError("there was no tithe")


def test_names_in_a_set_are_kept_apart(written: WritePack) -> None:
    game = written(
        """
player
    friend: player
    chips: number = 2

table
    trace: number = 0

define friends(p: player) = players where any(q is p for q in players where q.friend is it)

define liked(q: player) = players where count(p for p in friends(q) where p is it) > 0

procedure play
    first.friend = second
    second.friend = third
    third.friend = third
    for q in players:
        for p in liked(q) where p is not q:
            trace = trace * 10 + q.chips
        q.chips += 1
    trace = trace * 10 + count(q for q in players where q in friends(q))
    finish

score
    chips: chips
    trace: trace
""",
        players="3",
    )
    # The first has the friend second, the second has third; the third is a friend of itself.
    assert game.start().read("trace") == 221


def test_texts(ring: Game) -> None:
    assert card_text(ring, "toll", "en")[-1].endswith(
        "at the same time each other player: taxed (that player, you, the paid plus 1)."
    )
    assert "each other player for whom" in card_text(ring, "tithe", "en")[-1]


def test_what_cannot_be_such_a_set(written: WritePack) -> None:
    with pytest.raises(InvalidPack, match="unknown kind `player`"):
        written("procedure play\n    ask(first)\n    finish\nprocedure ask(p: set of player)\n    stop\n")
