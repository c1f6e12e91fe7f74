"""Choices that lead back to themselves and are then forbidden by what their option has set."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duel_dsl.interpreter import Game, InvalidPack

WritePack = Callable[..., Game]

TURNS = """
enum mood: calm, angry

kind coin

player
    used: flag = no
    mood: mood = calm
    n: 0..5 = 0

table
    box: set of coin, public = coin

procedure play
    first.used = no
    turn(first)
    finish

choice turn(p: player) by p
    option "once" where not p.used and p.n < 3:
        p.used = yes
        turn(p)
    option "rage" where p.mood is calm:
        p.mood = angry
        turn(p)
    option "count" where p.n < 3:
        p.n += 1
        again(p)
    option "end":
        p.n += 0

procedure again(p: player)
    if p.n <= 4:
        p.n += 1
        turn(p)

score
    n: n + count(box)

rank by total "most"

coin "Penny"
"""


def test_what_forbids_itself_comes_to_an_end(written: WritePack) -> None:
    position = written(TURNS).start()
    for key in ("once", "rage", "count", "count"):
        assert key in position.keys()  # noqa: SIM118
        position.play(key)
    assert list(position.keys()) == ["end"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("p.used = yes", "p.used = no"),
        ("p.used = yes", "first.used = yes"),
        ("p.used = yes", "p.used = p.n < 2"),
        ("p.used = yes\n", "p.used = yes\n        p.used = no\n"),
        ("p.used = yes\n", "p.used = yes\n        reset(p)\n"),
        ("where not p.used and p.n < 3", "where not p.used or p.n < 3"),
        ("p.mood = angry", "p.mood = calm"),
        ("if p.n <= 4:\n        p.n += 1", "if p.n <= 4:\n        p.n -= 1"),
    ],
)
def test_what_can_come_back_does_not(written: WritePack, old: str, new: str) -> None:
    assert old in TURNS
    text = TURNS.replace(old, new) + "\nprocedure reset(p: player)\n    p.used = no\n"
    with pytest.raises(InvalidPack) as caught:
        written(text)
    assert {diagnostic.code for diagnostic in caught.value.diagnostics} == {"endless-chain"}
