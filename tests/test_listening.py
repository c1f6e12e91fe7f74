"""Listening to numbers that fall and rise: sizes, whose effect it was, the order of things, and what has no end."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from foretold import contradicted
from hypothesis import given
from hypothesis import strategies as st

from duel_dsl.interpreter import Game, InvalidPack, load
from duel_dsl.interpreter.scenarios.runner import run_scenarios
from duel_dsl.interpreter.telling.sentences import card_text
from duel_dsl.lab.running.lockstep import beside_the_reference

WritePack = Callable[..., Game]
LISTENING = Path(__file__).parent / "packs" / "listening"
# All that falls and rises together is what somebody has.
BOOKS = """
pack small
    title: "Books"
    extends: {base}

player
    spent: number = 0
    got: number = 0

when coins falls(p, n): p.spent += n
when coins rises(p, n): p.got += n

invariant "the books are right": coins == {begin} + got - spent for every player
"""
CARDS = """
kind charm
    worth: number = 0

player
    coins: number = 5, stops at 0
    hand: set of charm, active

table
    box: set of charm = charm
    round: 0..9 = 0
    loose: number = 0

procedure play
    for p in players:
        draw 1 from box to p.hand
        p.coins -= 1
        round += 1
        loose += 1

score
    coins: coins + round + loose + sum(c.worth for c in hand)

"""


@pytest.fixture(scope="module")
def listening() -> Game:
    return load(LISTENING)


def test_the_scenarios_of_the_pack() -> None:
    assert [found.failure for found in run_scenarios(load(LISTENING, scenarios=True))] == [None] * 9


def test_both_machines_and_what_is_foretold(listening: Game) -> None:
    for seed in range(6):
        assert beside_the_reference(listening, seed, None, 1.0).differences == ()
    position = listening.start(1)
    while not position.over:
        assert contradicted(position, 2) == []
        position.play(len(position.codes) // 2)


@given(seed=st.integers(0, 2**32), most=st.integers(0, 40))
def test_games_go_on_from_a_saved_one(listening: Game, seed: int, most: int) -> None:
    position = listening.start(seed).play_random(seed, most)
    again = listening.restore(position.save())
    assert again.play_random(1) == position.play_random(1)


@pytest.mark.parametrize(("base", "begin", "players"), [("duel", 7, 2), ("wonders", 3, 4), ("wonders+leaders", 3, 3)])
def test_whatever_changes_a_number_is_heard(written: WritePack, base: str, begin: int, players: int) -> None:
    game = written(BOOKS.format(base=base.replace("+", ", "), begin=begin))
    for seed in range(3):
        assert beside_the_reference(game, seed, players, 0.1).differences == ()
        position = game.start(seed, players)
        while not position.over:
            position.play_random(seed, 5)
            assert position.broken_invariants() == []
        assert any(position.read("spent", seat) for seat in range(players))


def test_nothing_is_added_where_nobody_listens(duel: Game) -> None:
    names = {routine.name for routine in duel.program.routines}
    assert not any(name.startswith("change_") for name in names)
    assert not any(local.name.startswith("0by") for r in duel.program.routines for local in (*r.params, *r.locals))


def test_texts(listening: Game) -> None:
    assert card_text(listening, "opal", "en")[-1] == (
        "Whenever you lose coins by an effect of your opponent: gain that many coins."
    )
    assert card_text(listening, "jet", "de")[-1] == "Immer wenn dein Gegner Münzen erhält: Erhalte ebenso viele Münzen."
    assert card_text(listening, "tin", "de")[-2].startswith("Immer wenn Figur durch einen Effekt von dir steigt")


@pytest.mark.parametrize(
    "lines",
    [
        ("when coins falls(self, n): opponent.coins -= n",),
        ("when coins falls(self, n): coins -= 1",),
        ("when round rises(n): round += n",),
        ("when coins rises(self, n): opponent.coins += n", "when coins falls(opponent, n): coins -= n"),
    ],
)
def test_what_comes_to_an_end(written: WritePack, lines: tuple[str, ...]) -> None:
    cards = "".join(f'charm "Charm {number}"\n    {line}\n\n' for number, line in enumerate((*lines, *lines)))
    if "rises(self" in lines[0]:
        # Two that give each other something would go on for ever.
        with pytest.raises(InvalidPack, match="for ever"):
            written(CARDS, cards=cards)
        return
    assert written(CARDS, cards=cards).start().over


@pytest.mark.parametrize(
    "lines",
    [
        ("when coins rises(p, n): coins += 1",),
        ("when loose falls(n): loose -= 1",),
        ("when coins falls(p, n): coins += n", "when coins rises(p, n): coins -= n"),
        ("when round rises(n): round -= n", "when round falls(n): round += n"),
    ],
)
def test_what_would_go_on_for_ever(written: WritePack, lines: tuple[str, ...]) -> None:
    cards = "".join(f'charm "Charm {number}"\n    {line}\n\n' for number, line in enumerate(lines))
    with pytest.raises(InvalidPack, match="for ever"):
        written(CARDS, cards=cards)
