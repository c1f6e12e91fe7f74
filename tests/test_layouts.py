"""The cards of a layout as sets, in rules, in options and in what seats are told of them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from foretold import contradicted
from two_machines import same_on_both

from duel_dsl.interpreter import Game, Position
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
    shop: layout of piece
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


def begun(written: WritePack, options: str, more: str = "") -> Position:
    """Cards p1 to p5 in two rows; p1, p3 and p5 lie face up, and nothing covers p3, p4 and p5."""
    lines = "".join(f"    {line}\n" for line in options.strip("\n").split("\n"))
    text = f'{FRAME}choice turn(p: player) by p\n{lines}    option "end":\n        finish\n'
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


def test_seats_are_told_what_holds_and_both_machines_agree(written: WritePack) -> None:
    position = begun(written, EVERYTHING)
    for seed in range(8):
        same_on_both(position.game.program, 100_000, seed=seed)
        chance, now = Random(seed), position.game.start(seed=seed)
        while not now.over:
            assert contradicted(now, 6) == []
            now.play(chance.randrange(len(now.codes)))


# -------------------------------------------------------------- texts
def test_texts(written: WritePack) -> None:
    card = """
piece "Wind"
    on_play:
        move face_down(shop) to away
        trace += count(face_up(shop) where worth > 2)
"""
    game = begun(written, "", card).game
    assert ability_text(game, "wind") == [
        "On play: move all pieces among those face down in the shop to the away; "
        "trace rises by 1 for each piece among those face up in the shop with worth more than 2."
    ]
    assert ability_text(game, "wind", "de") == [
        "On play: Lege alle pieces von den verdeckten im Bereich „shop“ in den Bereich „away“; "
        "trace steigt um 1 für je 1 piece von den aufgedeckten im Bereich „shop“ mit worth größer als 2."
    ]
