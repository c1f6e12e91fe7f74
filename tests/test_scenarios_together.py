"""Scenarios of games for several players: how many play, answers given in secret, options with payments."""

from __future__ import annotations

from pathlib import Path

import pytest

from duel_dsl.dsl.diagnostic import InvalidPack
from duel_dsl.interpreter import load
from duel_dsl.interpreter.scenarios.runner import run_scenarios

RULES = """
pack small
    title: "Small"
    players: 2..4

enum good: wood, stone

kind thing
    cost: cost = free
    produces: goods = nothing

player
    coins: number = 5, stops at 0
    hand: set of thing, private
    yard: set of thing, public

table
    round: 0..3 = 0
    heap: set of thing, hidden = thing

payment
    goods: good
    money: coins
    own: yard(buyer)

market left
    sells: goods of left(buyer).yard
    price: 2
    pays: left(buyer)

procedure play
    for p in players:
        draw 1 from heap to p.hand
    until round is 3:
        round += 1
        together p in players: turn(p)
    finish

choice turn(p: player) by p
    option "make {t} {pay}" for t in p.hand, pay in payments(p, t) where pay.total <= p.coins:
        settle pay by p
        move t to p.yard
    option "keep" where p.coins > 0:
        p.coins -= 1

score
    coins: coins

rank by total "most coins"
"""
CARDS = """
thing "Log"
    produces: wood

thing "Rock"
    produces: stone

thing "Hut"
    cost: 1 coins, wood

thing "House"
    cost: wood, stone
"""
MAKING = """
    given
        players: 3
        first.hand: hut
        second.hand: rock
        second.yard: log
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "game.rules").write_text(RULES, encoding="utf-8")
    (folder / "all.cards").write_text(CARDS, encoding="utf-8")
    return folder


def said(pack: Path, lines: str) -> list[str]:
    """What is said of a scenario: the mistakes in its text, or how it fails."""
    (pack / "scenarios.rules").write_text(f'scenario "it"\n{lines}', encoding="utf-8")
    try:
        game = load(pack, scenarios=True)
    except InvalidPack as mistakes:
        return [f"{d.code}: {d.message}" for d in mistakes.diagnostics]
    failed = [outcome.failure for outcome in run_scenarios(game)]
    return [f"{d.code}: {d.message}" for d in failed if d is not None]


@pytest.mark.parametrize(
    "lines",
    [
        "    then count(players) == 2\n",
        "    given players: 4\n    then count(players) == 4 and count(fourth.hand) == 1\n",
        f'{MAKING}    then legal "make hut paying 1 coins 2 left"\n    when first: make hut paying 1 coins 2 left\n'
        "    then hut in first.hand and not sees(second, hut) and decider is second\n    when second: make rock\n"
        "    when third: keep\n    then first.coins == 2 and second.coins == 7 and rock in second.yard\n",
        "    given players: 3\n    when first: keep\n    when second: keep\n    when third: keep\n"
        "    given first.coins: 0\n    then round == 2 and decider is first\n",
    ],
)
def test_a_scenario_of_several_players_passes(small: Path, lines: str) -> None:
    assert said(small, lines) == []


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("    given players: 7\n    then over\n", "out-of-range: 7 is outside of 2..4"),
        ("    given players: some\n    then over\n", "wrong-type: expected how many play"),
        ("    given players: 2, 3\n    then over\n", "wrong-type: expected how many play"),
        ("    when first: keep\n    given players: 3\n", "misplaced: how many play is said before the game begins"),
        (
            "    when first: keep\n    given\n        first.coins: 1\n        players: 3\n",
            "misplaced: how many play is said before the game begins",
        ),
        (f"{MAKING}    when second: make rock\n", "no-beginning: no game was found in which `second` decides"),
        (f"{MAKING}    when first: keep\n    given first.coins: 9\n", "cannot-run: answers have been given"),
        (f"{MAKING}    when first: make hut paying 3 left\n", "not-legal: `make hut paying 3 left` is not on offer"),
        (f"{MAKING}    when first: make hut paying 3 lift\n", "unknown-name: unknown name `lift`"),
        (f"{MAKING}    when first: make hat paying 3 left\n", "unknown-thing: unknown thing `hat`"),
        (f"{MAKING}    when first: make hut paying left\n", "unknown-option: no option is ever called"),
    ],
)
def test_what_is_wrong_is_said(small: Path, lines: str, message: str) -> None:
    [found] = said(small, lines)
    assert found.startswith(message)
