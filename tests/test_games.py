"""Random games of Duel: invariants, cards, options and results in every position, and every way of winning."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_play import healthy

from duel_dsl.interpreter import Game, Position

Decisions = Callable[..., Iterator[tuple[Position, str]]]

POLICIES = st.sampled_from(["any", "build", "symbols", "shields", "raise", "discard"])
SEEDS = st.integers(min_value=-(2**70), max_value=2**70)
SWITCHES = st.fixed_dictionaries(
    {},
    optional={
        "tied_pawn": st.sampled_from(["last_player_starts", "last_player_chooses"]),
        "first_game": st.sampled_from(["no", "yes"]),
    },
)
GAMES = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def sound(position: Position) -> None:
    """What holds in every position of Duel."""
    healthy(position)
    for option in position.options():
        assert option.key
        assert option.label
    for seat in range(position.players):
        assert all(points >= 0 for points in position.scores(seat).values())


def fair(position: Position) -> None:
    """The result agrees with the points and the rank."""
    result = position.result
    assert result is not None
    assert result.scores == tuple(position.scores(seat) for seat in range(position.players))
    if result.how in ("military supremacy", "scientific supremacy"):
        assert result.winner is not None
        return
    assert position.zone("display") == []
    first, second = result.totals
    blue = [scores["blue"] for scores in result.scores]
    if first != second:
        assert result.how == "civilian victory"
        assert result.winner == (0 if first > second else 1)
    elif blue[0] != blue[1]:
        assert result.how == "points of blue buildings"
        assert result.winner == (0 if blue[0] > blue[1] else 1)
    else:
        assert (result.how, result.winner, position.drawn) == ("draw", None, True)


@GAMES
@given(seed=SEEDS, policy=POLICIES, switches=SWITCHES)
def test_random_games(duel: Game, decisions: Decisions, seed: int, policy: str, switches: dict[str, str]) -> None:
    turns = 0
    for position, key in decisions(duel, policy, seed, switches):
        sound(position)
        turns += position.choice == "turn"
        if not key:
            fair(position)
    assert turns <= 60


@GAMES
@given(seed=SEEDS)
def test_the_fast_path_plays_by_the_same_rules(duel: Game, seed: int) -> None:
    position = duel.start(seed=seed).play_random(seed % 1000)
    sound(position)
    fair(position)
    assert position == duel.start(seed=seed).play_random(seed % 1000)
    assert position.play_random(1) is position


def test_every_supremacy_is_reached(duel: Game, decisions: Decisions) -> None:
    ways: Counter[str] = Counter()
    for policy in ("any", "symbols", "shields"):
        for seed in range(25):
            *_, (position, _) = decisions(duel, policy, seed)
            assert position.result is not None
            ways[position.result.how] += 1
    assert {"civilian victory", "military supremacy", "scientific supremacy"} <= ways.keys()


def before_the_last_card(duel: Game, arrange: Callable[[Position], Any]) -> Any:
    """A game with one card left, both without coins, tokens and wonders, and the pawn in the middle."""
    for seed in range(100):
        position = duel.start(seed=seed)
        while not position.over and not (position.read("age") == 3 and len(position.zone("display")) == 1):
            position.play(next((k for k in position.keys() if k.startswith("discard")), 0))  # noqa: SIM118
        if not position.over and position.choice == "turn":
            arranged = arrange(position)
            for seat in (0, 1):
                arranged.put("discard", *position.zone("city", seat)).set("coins", 0, seat)
            return arranged.set("pawn", 0)
    raise AssertionError("no such game")


@pytest.mark.parametrize(
    ("mine", "yours", "my_coins", "how", "wins"),
    [
        ([], [], 0, "draw", None),
        (["palace"], ["palace"], 0, "civilian victory", True),
        (["palace"], [], 0, "civilian victory", True),
        ([], ["palace"], 0, "civilian victory", False),
        ([], ["altar"], 9, "points of blue buildings", False),
        (["altar"], ["theater"], 0, "draw", None),
    ],
)
def test_the_end_of_a_game(
    duel: Game, arranged: Any, mine: list[str], yours: list[str], my_coins: int, how: str, wins: bool | None
) -> None:
    table = before_the_last_card(duel, type(arranged))
    position = table.position
    seat = position.decider
    # The other one gets as much as discarding the last card brings, so that the coins are even.
    table.put("city", *mine, seat=seat).put("city", *[c for c in yours if c not in mine], seat=1 - seat)
    table.set("coins", my_coins, seat).set("coins", 2, 1 - seat)
    position.play(f"discard {position.zone('display')[0]}")
    sound(position)
    fair(position)
    assert position.result.how == how
    assert position.result.winner == (None if wins is None else seat if wins else 1 - seat)


def test_both_values_of_the_switches_matter(duel: Game, decisions: Decisions) -> None:
    drafts = {
        value: sum(key.startswith("draft") for _, key in decisions(duel, "any", 1, {"first_game": value}))
        for value in ("no", "yes")
    }
    assert drafts == {"no": 6, "yes": 0}
    asked = {
        value: sum(
            key.endswith("begins") and position.read("pawn") == 0
            for seed in range(10)
            for position, key in decisions(duel, "discard", seed, {"tied_pawn": value})
        )
        for value in ("last_player_starts", "last_player_chooses")
    }
    assert asked["last_player_starts"] == 0 < asked["last_player_chooses"]
