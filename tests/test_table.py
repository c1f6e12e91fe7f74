"""The table on the screen: drawn at any width, in any game, and of nothing that the seat may not see."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from duel_dsl.cli.screen.card_style import Pen
from duel_dsl.cli.screen.legend import help_lines, sign_lines
from duel_dsl.cli.screen.moves import Move
from duel_dsl.cli.screen.option_list import option_lines
from duel_dsl.cli.screen.table import Table
from duel_dsl.cli.terminal import PALETTE, Terminal, cut, padded, plain, styled, width, words_of, wrapped
from duel_dsl.dsl import Report, compile_packs
from duel_dsl.dsl.look import COLORS
from duel_dsl.interpreter import Game, Position, load

ROOT = Path(__file__).parent.parent
HANDS = Path(__file__).parent / "packs" / "hands"


def at(game: Game, decisions: int, seed: int = 7) -> Position:
    """A position of a random game."""
    position, random = game.start(seed=seed), Random(seed)
    for _ in range(decisions):
        if not position.over:
            position.play(random.randrange(len(position.codes)))
    return position


def drawn(position: Position, seat: int, columns: int = 120, language: str = "en") -> str:
    """The table and the options as plain text."""
    pen = Pen(position.game, language)
    lines = Table(pen, position, seat, ["human"] * position.players).lines(columns, "remark")
    if position.decider == seat:
        lines += option_lines(pen, position, position.options(language), columns)
    return plain("\n".join(lines))


# ------------------------------------------------------------------ what is drawn
def test_the_display_lies_as_laid_out(duel: Game) -> None:
    position = duel.start(seed=7, switches={"first_game": "yes"})
    lines = drawn(position, 0).split("\n")
    rows = lines[2:12]
    assert [row.count("Age 1") for row in rows] == [0, 0, 0, 3, 0, 0, 0, 5, 0, 0]
    assert rows[8].count("[") == rows[9].count("]") == 6
    assert "[" not in "".join(rows[:8])
    hidden = {card for slot, card in position.slots("display").items() if slot.startswith(("r2", "r4"))}
    assert not any(duel.card(card or "").title in "".join(rows) for card in hidden)
    # Every row is indented half a card less than the one above it.
    indents = [len(row) - len(row.lstrip(" ")) for row in (rows[2], rows[6])]
    assert indents[0] > indents[1]


def test_players_goods_track_and_tokens_are_drawn(duel: Game) -> None:
    text = drawn(at(duel, 40), 0)
    for words in ("Makes", "Trade", "Wonders", "Brown", "Pawn  First ├", "◆", "●", "Board  "):
        assert words in text


def test_names_follow_the_language(duel: Game) -> None:
    position = at(duel, 20)
    text = drawn(position, position.decider or 0, language="de")
    for words in ("Zeitalter", "Erzeugt", "Handel", "Konflikt-Figur  Erster ├", "… abwerfen"):
        assert words in text


@pytest.mark.parametrize("columns", [20, 33, 50, 79, 80, 100, 120, 200])
@pytest.mark.parametrize("decisions", [0, 9, 30, 55, 200])
def test_no_line_is_wider_than_the_screen(duel: Game, columns: int, decisions: int) -> None:
    position = at(duel, decisions)
    pen = Pen(duel, "de")
    lines = Table(pen, position, 0, ["human", "greedy"]).lines(columns, "decision 3")
    if not position.over:
        lines += option_lines(pen, position, position.options("de"), columns)
    lines += help_lines(pen, columns) if columns > 40 else []
    lines += sign_lines(pen, columns)
    assert all(width(line) <= columns for line in lines)


def test_hidden_things_never_show(duel: Game) -> None:
    for decisions in range(0, 60, 5):
        position = at(duel, decisions)
        for seat in range(2):
            text = drawn(position, seat)
            for seed in range(3):
                assert drawn(position.guess(seat, seed), seat) == text


def test_hands_are_seen_by_their_owners_only() -> None:
    game = load(HANDS)
    position = game.start(seed=1, players=4)
    for seat in range(4):
        text = drawn(position, seat)
        own = [game.card(card).title for card in position.zone("hand", seat=seat)]
        others = [game.card(c).title for s in range(4) if s != seat for c in position.zone("hand", seat=s)]
        assert all(name in text for name in own)
        assert not any(name in text for name in others)
        assert text.count("2 Pieces") == 3


def test_a_decision_is_told_without_hidden_cards(written: Callable[..., Game]) -> None:
    game = written(
        """
kind stone
    worth: 1..9

player
    hand: set of stone, private
    bag: set of stone, private
table
    deck: set of stone, hidden = stone

procedure play
    draw 2 from deck to first.hand
    turn(first)
    finish

choice turn(p: player) by p
    option "pack {s}" for s in p.hand:
        move s to p.bag

score
    bag: sum(s.worth for s in bag)

rank by total "weight"
""",
        cards='stone "Agate"\n    worth: 2\n\nstone "Opal"\n    worth: 3\n',
    )
    position = game.start()
    before, option = position.copy(), position.options()[0]
    position.play(option)
    move = Move(1, before, 0, option, position)
    pen = Pen(game, "en")
    assert re.search(r"Pack Agate .*Total \+2", plain(move.line(pen, 0, 100)))
    assert plain(move.line(pen, 1, 100)).split() == ["1", "First", "Pack", "a", "hidden", "card", "First", "wins"]
    assert "Total 2" in drawn(position, 0)
    assert "Total 2" not in drawn(position, 1)


# ------------------------------------------------------------------ the look block
def test_the_look_changes_no_digest(duel: Game, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "cards" / "duel", tmp_path / "duel")
    (tmp_path / "duel" / "look.rules").unlink()
    bare = load(tmp_path / "duel")
    assert bare.digest == duel.digest
    text = drawn(at(bare, 30), 0)
    assert "Coins" in text
    assert "Current" in text


def examples() -> list[str]:
    """The look blocks in the documentation."""
    return re.findall(r"```rules\n(look\n.*?)```", (ROOT / "docs" / "look.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", examples())
def test_examples_in_the_documentation(example: str, tmp_path: Path) -> None:
    assert mistakes(example, tmp_path) == []


def mistakes(text: str, folder: Path) -> list[str]:
    """The codes of the mistakes in a look block added to Duel, with the help."""
    shutil.copytree(ROOT / "cards" / "duel", folder / "duel", ignore=shutil.ignore_patterns("scenarios"))
    (folder / "duel" / "zz.rules").write_text(text, encoding="utf-8")
    report = Report()
    compile_packs([str(folder / "duel")], report)
    return [f"{d.code} {d.help}".strip() for d in report.sorted()]


@pytest.mark.parametrize(
    ("line", "mistake"),
    [
        ("colour blue: blue", "unknown-look did you mean `color`?"),
        ("color bleu: blue", "unknown-color did you mean `blue`?"),
        ("color blue: blau", "unknown-colour did you mean `blue`?"),
        ("color: blue", "missing-name write `color brown: ...`"),
        ('sign coinz: "$"', "unknown-field did you mean `coins`?"),
        ('sign coins: "dollars"', "wrong-sign"),
        ("sign coins: 3", "wrong-type"),
        ('sign: "x"', "missing-name write `sign name: ...`"),
        ("group city: colr", "unknown-field did you mean `color`?"),
        ("group coins: color", "unknown-zone"),
        ("group city: color, color", "too-many"),
        ("order: age, dispaly", "unknown-field did you mean `display`?"),
        ("hide deck: box", "misplaced write `hide: deck, ...`"),
        ("track pwan: first", "unknown-field did you mean `pawn`?"),
        ("track pawn: frist", "unknown-player did you mean `first`?"),
        ("track pawn: spce(track)", "unknown-define did you mean `space`?"),
        ("track pawn: space(trakc)", "unknown-zone did you mean `track`?"),
        ("track pawn: space(board)", "wrong-type"),
        ("track pawn: lead(track)", "wrong-type it takes one card and gives a number"),
        ('show symbolz: "x"', "unknown-define did you mean `symbols`?"),
        ("show symbols: x", "wrong-type"),
    ],
)
def test_mistakes_in_a_look_block(line: str, mistake: str, tmp_path: Path) -> None:
    found = mistakes(f"look\n    {line}\n", tmp_path)
    assert len(found) == 1
    assert found[0].startswith(mistake.split(" ")[0])
    assert mistake.partition(" ")[2] in found[0]


# ------------------------------------------------------------------ the terminal
def test_every_colour_of_the_language_can_be_shown() -> None:
    assert set(COLORS) == set(PALETTE)


def test_widths() -> None:
    assert width(styled("abc", "red", "bold")) == 3
    assert width("日本") == 4
    assert width("e\u0301") == 1
    assert cut("abcdef", 4) == "abc…"
    assert plain(cut(styled("abcdef", "red"), 4)) == "abc…"
    assert padded("ab", 5, "middle") == " ab  "
    assert wrapped(["one", "two", "three"], 8) == ["one,", "two,", "three"]
    assert wrapped(["one", "two", "three"], 9) == ["one, two,", "three"]
    assert words_of(styled("two words", "red") + " more") == [styled("two", "red"), styled("words", "red"), "more"]


def test_texts_of_packs_cannot_steer_the_terminal() -> None:
    terminal = Terminal(80, color=False, person=False)
    assert terminal.shown("a\x1b[2Jb\x07c\u202ed\x9b31m") == "a\ufffd[2Jb\ufffdcd\ufffd31m"
    assert terminal.shown("one\ntwo\rthree\u2028four\ud800") == "one\ufffdtwo\ufffdthree\ufffdfour\ufffd"
    assert terminal.shown(styled("red", "red")) == "red"
    shown = Terminal(80, True, False).shown(styled("red", "red", "bold") + "\x1b]0;title\x07")
    assert shown == "\x1b[38;5;203m\x1b[1mred\x1b[0m\ufffd]0;title\ufffd"
