"""The cards of a layout as sets, in rules, in options and in what seats are told of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from foretold import contradicted
from two_machines import same_on_both

from duel_dsl.interpreter import Game, Position, Unknown
from duel_dsl.interpreter.telling.sentences import ability_text

WritePack = Callable[..., Game]
CARDS = "".join(f'piece "P{n}"\n    worth: {n}\n' for n in range(1, 7))
FRAME = """
kind piece
    worth: number = 0
    event on_play

player
    hand: set of piece, public, active

table
    deck: set of piece, hidden = piece
    shop: layout of piece{remembered}
    away: set of piece, public
    trace: number = 0
    sum_of_all: number = 0

layout rows
     U D U
    D U

define wares = shop where worth < 6

score
    worth: sum(c.worth for c in hand) + trace + sum_of_all

rank by total "most"

procedure play
    deal deck to shop as rows
    until over: turn(first)

procedure note(n: number)
    trace = trace * 10 + n

procedure add_up(s: set of piece)
    sum_of_all += sum(c.worth for c in s)

"""


class InOrder:
    """Deals the cards in the order of the text."""

    def pick(self, what: str, candidates: list[str]) -> int:
        return candidates.index(min(candidates))


def begun(written: WritePack, options: str, more: str = "", remembered: str = "") -> Position:
    """Cards p1 to p5 in two rows; p1, p3 and p5 lie face up, and nothing covers p3, p4 and p5."""
    lines = "".join(f"    {line}\n" for line in options.strip("\n").split("\n"))
    text = FRAME.replace("{remembered}", remembered)
    text += f'choice turn(p: player) by p\n{lines}    option "end":\n        finish\n'
    used = "    for c in deck: run c.on_play for first\n    note(0)\n    add_up(wares)\n    move deck to away\n"
    text += f"procedure unused\n{used}"
    return written(text, cards=CARDS + more).start(chance=InOrder())


# -------------------------------------------------------------- sets
def test_a_layout_stands_where_a_set_is_expected(written: WritePack) -> None:
    options = """
option "look":
    for c in shop where c.worth > 2: note(c.worth)
    let laid = shop
    note(count(laid))
    note(count(shop + deck))
    note(count(shop - uncovered(shop)))
    add_up(shop)
    add_up(shop if p is first else deck)
    note(count(wares))
    note(count(top(2, shop)))
"""
    position = begun(written, options)
    position.play("look")
    assert position.read("trace") == 34556352
    assert position.read("sum_of_all") == 30


def test_face_up_and_face_down(written: WritePack) -> None:
    options = """
option "look":
    for c in face_up(shop): note(c.worth)
    for c in face_down(shop): note(c.worth)
    note(count(face_down(shop)))
    note(count(face_down(shop) where worth > 2))
option "take {c}", "{count(face_down(shop))} lie face down, worth {c.worth}" for c in face_down(shop):
    move c to p.hand
option "drop {c}" for c in face_up(shop):
    move c to away
option "pick {c}" for c in shop where c.worth > 3:
    move c to away
"""
    position = begun(written, options)
    # What lies face down is called by its slot, and so are all that a condition keeps.
    assert position.keys() == [
        "look",
        "take r1c2",
        "take r2c1",
        "drop p1",
        "drop p3",
        "drop p5",
        "pick r2c1",
        "pick p5",
        "end",
    ]
    assert position.options()[1].remark == "2 lie face down, worth ?"
    position.play("look")
    assert position.read("trace") == 1352421
    position.play("take r1c2")
    assert position.zone("hand", 0) == ["p2"]
    assert position.keys()[1] == "take r2c1"


# -------------------------------------------------------------- turning and moving to slots
TURNING = """
option "conceal {c}" for c in face_up(shop):
    conceal c
option "reveal {c}" for c in face_down(shop):
    reveal c
option "put {c}" for c in p.hand + deck:
    move c to shop.r1c2
option "shift {c}" for c in face_up(shop):
    move c to shop.r1c2
option "take":
    if shop.r1c2 is not none: move shop.r1c2 to p.hand
option "conceal all":
    conceal shop + p.hand
"""


def test_turning(written: WritePack) -> None:
    position = begun(written, TURNING)
    position.play("conceal p3")
    # Nobody is told any more what lies there.
    assert [o.key for o in position.options() if "reveal" in o.key] == ["reveal r1c2", "reveal r1c3", "reveal r2c1"]
    assert {position.guess(0, seed).slots("shop")["r1c3"] for seed in range(30)} == {"p2", "p3", "p4", "p6"}
    assert isinstance(slot(position, 1, "r1c3"), Unknown)
    position.play("reveal r1c3")
    assert slot(position, 1, "r1c3") == "p3"
    position.play("conceal all")
    assert not [o.key for o in position.options() if "conceal p" in o.key]


def test_what_was_seen_is_remembered_where_the_layout_says_so(written: WritePack) -> None:
    position = begun(written, TURNING, remembered=", remembered")
    position.play("conceal p3")
    assert [slot(position, seat, "r1c3") for seat in (0, 1)] == ["p3", "p3"]
    assert {position.guess(1, seed).slots("shop")["r1c3"] for seed in range(9)} == {"p3"}
    assert "reveal p3" in position.keys()  # noqa: SIM118
    assert isinstance(slot(position, 0, "r1c2"), Unknown)
    # Everybody still knows it where it is moved on to, although it is drawn face down there.
    position.play("take")
    position.play("reveal p3")
    position.play("shift p3")
    assert position.slots("shop")["r1c2"] == "p3"
    assert slot(position, 1, "r1c2") == "p3"


def test_moving_to_a_slot(written: WritePack) -> None:
    position = begun(written, TURNING)
    before = position.slots("shop")
    position.play("put deck 1")
    # It was not free.
    assert position.slots("shop") == before
    position.play("take")
    assert position.zone("hand", 0) == ["p2"]
    position.play("put deck 1")
    # As it is drawn, face down.
    assert position.slots("shop")["r1c2"] == "p6"
    assert isinstance(slot(position, 0, "r1c2"), Unknown)
    position.play("take")
    position.play("shift p1")
    assert position.slots("shop")["r1c1"] is None
    assert position.slots("shop")["r1c2"] == "p1"
    assert position.zone("hand", 0) == ["p2", "p6"]


def slot(position: Position, seat: int, name: str) -> object:
    """What a seat sees in a slot."""
    seen = position.seen_by(seat).table["shop"]
    assert isinstance(seen, tuple)
    return next(slot.card for slot in seen if slot.name == name)


# -------------------------------------------------------------- what holds of all of them
EVERYTHING = """
option "take {c}", "{count(face_down(shop))} lie face down" for c in face_down(shop):
    note(count(face_down(shop) where worth > 3))
    move c to p.hand
option "drop {c}", "{sum(d.worth for d in face_up(shop))} face up" for c in shop where c.worth > 2:
    add_up(face_up(shop) where worth > 2)
    move c to away
option "turn up":
    reveal uncovered in shop
"""


@pytest.mark.parametrize("remembered", ["", ", remembered"])
@pytest.mark.parametrize("options", [EVERYTHING, TURNING])
def test_seats_are_told_what_holds_and_both_machines_agree(written: WritePack, options: str, remembered: str) -> None:
    position = begun(written, options, remembered=remembered)
    for seed in range(4):
        same_on_both(position.game.program, 100_000, most=40, seed=seed)
        chance, now = Random(seed), position.game.start(seed=seed)
        for _ in range(40):
            if now.over:
                break
            assert contradicted(now, 6) == []
            now.play(chance.randrange(len(now.codes)))


# -------------------------------------------------------------- texts
def test_texts(written: WritePack) -> None:
    card = """
piece "Wind"
    on_play:
        move face_down(shop) to away
        trace += count(face_up(shop) where worth > 2)
        conceal uncovered(shop)
        if shop.r1c2 is not none: reveal shop.r1c2
        move this to shop.r1c2
"""
    game = begun(written, "", card).game
    assert ability_text(game, "wind") == [
        "On play: move all face-down pieces from the shop to the away. "
        "Raise the trace by 1 for each face-up piece in the shop with worth more than 2. "
        "Turn all uncovered pieces in the shop face down. "
        "If a card lies in slot r1c2 in the shop: turn the card in slot r1c2 in the shop face up. "
        "Lay this piece into the free slot r1c2 in the shop."
    ]
    assert ability_text(game, "wind", "de") == [
        "On play: Lege alle verdeckten pieces aus dem Bereich „shop“ in den Bereich „away“. "
        "Erhöhe trace um 1 für je 1 offenes piece im Bereich „shop“ mit worth über 2. "
        "Drehe alle freiliegenden pieces im Bereich „shop“ auf die Rückseite. "
        "Falls auf Platz r1c2 im Bereich „shop“ eine Karte liegt: "
        "Decke die Karte auf Platz r1c2 im Bereich „shop“ auf. "
        "Lege diese Karte auf den freien Platz r1c2 im Bereich „shop“."
    ]
