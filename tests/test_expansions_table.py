"""The table with expansions on the screen: tokens on cards, spaces of the Pantheon, no line too wide."""

from __future__ import annotations

import io
import sys
from random import Random

import pytest

from duel_dsl.cli.main import main
from duel_dsl.cli.screen.card_style import Pen
from duel_dsl.cli.screen.legend import sign_lines
from duel_dsl.cli.screen.table import Table
from duel_dsl.cli.terminal import plain, width
from duel_dsl.interpreter import Position, load
from duel_dsl.interpreter.playing.view import Zone


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


def rows(table: str, start: str) -> list[str]:
    """The lines of the table that begin with a word and a number."""
    return [line for line in table.split("\n") if line.startswith(f"{start} ") and line.split()[1].isdigit()]


def test_the_pantheon_is_drawn_in_rows_with_the_prices_for_both() -> None:
    positions = turns("duel+pantheon", 3)
    closed = next(p for p in positions if len(p.zone("shrine")) == 2 and p.choice == "turn")
    titles = [closed.game.card(card).title for card in closed.zone("shrine")]
    for seat in (0, 1):
        spaces = rows(drawn(closed, seat), "Space")
        assert [line.split()[2:4] for line in spaces] == [[str(8 - n), str(3 + n)] for n in range(6)]
        seen = closed.seen_by(seat).table["shrine"]
        assert isinstance(seen, Zone)
        # Who did not choose a card knows its mythology and its space, and no more.
        assert sum("Divinity" in line for line in spaces) == len(titles) - len(seen.cards)
        assert sum(title in "".join(spaces) for title in titles) == len(seen.cards)
    opened = next(p for p in positions if p.read("age") == 2 and p.choice == "turn")
    spaces = rows(drawn(opened, 1), "Space")
    for card in opened.zone("enshrined"):
        assert sum(opened.game.card(card).title in line for line in spaces) == 1
    gate = next(line for line in spaces if "Gate" in line)
    assert int(gate.split()[2]) + int(gate.split()[3]) == 22


def test_the_senate_is_drawn_with_cubes_and_decrees() -> None:
    position = next(p for p in turns("duel+agora", 4)[40:] if p.choice == "turn" and p.zone("closed_decrees"))
    table = drawn(position, 0)
    chambers = rows(table, "Chamber")
    cubes = [sum(int(line.split()[place]) for line in chambers) for place in (3, 4)]
    assert cubes == [12 - int(position.read("cubes", seat) or 0) for seat in (0, 1)]
    assert sum(cubes) > 0
    for card in position.zone("decrees"):
        assert sum(f"  {position.game.card(card).title}  " in line for line in chambers) == 1
    # Those that are closed show no name.
    assert sum(line.endswith("  Decree") for line in chambers) == len(position.zone("closed_decrees"))


def test_senators_can_be_told_apart_on_narrow_screens() -> None:
    position = load("duel+agora").start(seed=5)
    table = drawn(position, 0, 80, "de")
    assert "Politiker" in table
    assert "(" in table
    assert "Age 1" not in table


def test_coins_on_astarte_are_drawn_only_where_there_are_some() -> None:
    position = load("duel+pantheon").start(seed=1)
    assert "0$" not in drawn(position, 0)
    position.state[position.game.place("hoard", 1)[0]] = 4
    assert drawn(position, 0).count(" 4$ ") == 1


def test_declining_has_a_german_word() -> None:
    position = next(p for p in turns("duel+agora", 2) if "pass" in [option.key for option in p.options()])
    assert "Verzichten" in [option.label for option in position.options("de")]


@pytest.mark.parametrize("packs", ["duel+pantheon", "duel+agora", "duel+pantheon+agora"])
@pytest.mark.parametrize(("columns", "language"), [(80, "de"), (120, "en")])
def test_no_line_is_too_wide(packs: str, columns: int, language: str) -> None:
    for position in turns(packs, 8)[::9]:
        for seat in (0, 1):
            lines = drawn(position, seat, columns, language).split("\n")
            assert max(width(line) for line in lines) <= columns


def test_the_legend_says_nothing_twice_and_all_in_german() -> None:
    signs = plain("\n".join(sign_lines(Pen(load("duel+pantheon+agora"), "de"), 120)))
    assert signs.count("★ Siegpunkte") == 1
    assert "★ Summe" in signs
    assert "↻ Noch ein Zug" in signs


def test_tokens_of_one_name_are_explained_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("? mesopotamian\n? me\n"))
    main(["play", "duel+pantheon", "--seats", "human,greedy", "--seed", "1", "--quiet"])
    said = capsys.readouterr().out
    assert said.count("Mythology token") == 1
    assert "Guild, Mesopotamian, Mesopotamian Grand Temple" in said
