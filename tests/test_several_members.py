"""Printed fields that hold several members of an enum: what asks for one means all of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from foretold import contradicted

from duel_dsl.cli.screen.card_style import Pen
from duel_dsl.cli.terminal import MARK, plain
from duel_dsl.interpreter import Game, load
from duel_dsl.interpreter.scenarios.runner import run_scenarios
from duel_dsl.interpreter.telling.sentences import card_text
from duel_dsl.lab.running.lockstep import beside_the_reference

WritePack = Callable[..., Game]
TWO_COLORS = Path(__file__).parent / "packs" / "two_colors"
FLOWERS = """
enum color: red, blue, white, green

kind flower
    colors: set of color = nothing
    wanted: color?, matching colors
    worth: number = 1

kind thistle is flower
    colors: blue, green

player
    bed: set of flower, public, active
    favorite: color

table
    meadow: set of flower, hidden = flower
    trace: number = 0

look
    group bed: colors
    color red: red
    color blue: blue

procedure play
    for p in players:
        draw 3 from meadow to p.bed
    for p in players:
        favor(p)
    for f in first.bed where f.colors is first.favorite:
        for c in f.colors where c is not green:
            trace += 1
    finish

choice favor(p: player) by p
    option "name {c} for {f}" for f in p.bed, c in f.colors where f.worth > 0:
        p.favorite = c
    option "none":
        stop

score
    plain: count(bed where colors is empty)
    colored: count(bed where colors is not none)
    favorite: count(bed where colors is favorite)
    others: count(f for f in bed where f.colors is not favorite)
    cold: count(bed where colors in [blue, green])
    colors: sum(count(f.colors) for f in bed)
    shared: count(f for f in bed where any(f.colors is g.colors for g in bed where g is not f))
    sought: count(f for f in bed where f.wanted is not none)
    thistles: count(bed where it is thistle and blue in colors)
    trace: trace

flower "Poppy"
    colors: red

flower "Pansy"
    colors: red, blue, white
    wanted: green

flower "Moss"

flower "Daisy"
    colors: white

thistle "Gorse"

thistle "Burr"
    colors: green

flower "Cornflower"
    colors: blue
"""
COLORS = {
    "poppy": {"red"},
    "pansy": {"red", "blue", "white"},
    "moss": set(),
    "daisy": {"white"},
    "gorse": {"blue", "green"},
    "burr": {"green"},
    "cornflower": {"blue"},
}


@pytest.fixture
def flowers(written: WritePack) -> Game:
    rules, _, cards = FLOWERS.partition('flower "Poppy"')
    return written(rules, cards='flower "Poppy"' + cards)


def test_the_scenarios_of_the_pack() -> None:
    assert [found.failure for found in run_scenarios(load(TWO_COLORS, scenarios=True))] == [None]


def test_comparing_counting_and_going_through(flowers: Game) -> None:
    for seed in range(30):
        position = flowers.start(seed)
        keys = position.keys()
        offered = {key.removeprefix("name ") for key in keys} - {"none"}
        assert offered == {f"{color} for {flower}" for flower in position.zone("bed", 0) for color in COLORS[flower]}
        position.play(seed % len(position.codes))
        position.play(0)
        for seat in (0, 1):
            bed, favorite = [COLORS[flower] for flower in position.zone("bed", seat)], position.read("favorite", seat)
            scores = position.scores(seat)
            assert scores["plain"] == sum(not colors for colors in bed)
            assert scores["colored"] == sum(bool(colors) for colors in bed)
            assert scores["favorite"] == sum(favorite in colors for colors in bed)
            assert scores["others"] == sum(favorite not in colors for colors in bed)
            assert scores["cold"] == sum(bool(colors & {"blue", "green"}) for colors in bed)
            assert scores["colors"] == sum(len(colors) for colors in bed)
            shared = [any(bed[i] & bed[j] for j in range(len(bed)) if i != j) for i in range(len(bed))]
            assert scores["shared"] == sum(shared)
            assert scores["thistles"] == sum(flower == "gorse" for flower in position.zone("bed", seat))


def test_both_machines_and_what_is_foretold(flowers: Game) -> None:
    for seed in range(8):
        assert beside_the_reference(flowers, seed, None, 1.0).differences == ()
        assert contradicted(flowers.start(seed), 3, seed) == []
    for seed in range(2):
        assert beside_the_reference(load(TWO_COLORS), seed, 2, 0.3).differences == ()


def test_texts_and_colours(flowers: Game) -> None:
    assert "Colors: red, blue and white" in card_text(flowers, "pansy", "en")
    assert not any(line.startswith("Colors") for line in card_text(flowers, "moss", "en"))
    pen = Pen(flowers, "en")
    assert pen.held(flowers.card("gorse"), "colors") == [1, 3]
    # A part of the name in each colour that is drawn.
    assert len(MARK.findall(pen.card("pansy"))) == 2 * len(MARK.findall(pen.card("poppy")))
    assert plain(pen.card("pansy")) == "Pansy"


def test_a_base_that_asks_for_one_of_them_means_all() -> None:
    game = load(TWO_COLORS)
    position = game.start(3).play_random(3)
    assert position.over
    text = " ".join(card_text(game, "theater", "en"))
    assert "blue and green" in text
