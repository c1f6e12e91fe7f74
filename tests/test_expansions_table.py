"""The table with expansions on the screen: tokens on cards, spaces of the Pantheon, no line too wide."""

from __future__ import annotations

from random import Random

import pytest

from duel_dsl.cli.pen import Pen
from duel_dsl.cli.table import Table
from duel_dsl.cli.terminal import plain, width
from duel_dsl.interpreter import Position, load


def drawn(position: Position, seat: int, columns: int = 120, language: str = "en") -> str:
    """The table as plain text."""
    lines = Table(Pen(position.game, language), position, seat, ["human", "human"]).lines(columns)
    return plain("\n".join(lines))


def turns(packs: str, seed: int) -> list[Position]:
    """The positions of a random game, one for each decision."""
    position, random = load(packs).start(seed=seed), Random(seed)
    found = []
    while not position.over:
        found.append(position.copy())
        position.play(random.randrange(len(position.codes)))
    return found


def test_tokens_lie_on_the_cards_of_the_display() -> None:
    position = load("duel+pantheon").start(seed=3)
    table = drawn(position, 0)
    for token in position.zone("laid"):
        assert position.game.card(token).title in table
    assert "Snake" not in table
    assert "Minerva" not in table


def test_the_pantheon_is_drawn_with_its_spaces() -> None:
    positions = turns("duel+pantheon", 3)
    closed = next(p for p in positions if len(p.zone("shrine")) == 2 and p.choice == "turn")
    assert drawn(closed, 0).count("(Space ") == 2
    opened = next(p for p in positions if p.read("age") == 2 and p.choice == "turn")
    for card in opened.zone("enshrined"):
        assert f"{opened.game.card(card).title} (Space " in drawn(opened, 1)


@pytest.mark.parametrize("packs", ["duel+pantheon", "duel+agora", "duel+pantheon+agora"])
@pytest.mark.parametrize(("columns", "language"), [(80, "de"), (120, "en")])
def test_no_line_is_too_wide(packs: str, columns: int, language: str) -> None:
    for position in turns(packs, 8)[::9]:
        for seat in (0, 1):
            lines = drawn(position, seat, columns, language).split("\n")
            assert max(width(line) for line in lines) <= columns
