"""Piles, remembered zones, marks on cards, slots in rules, options over numbers and cards that lie face down."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from duel_dsl.interpreter import Game, InvalidPack, Position, Unknown, Zone

WritePack = Callable[..., Game]
LEAVES = "".join(
    f'leaf "{name}"\n    suit: {suit}\n    worth: {worth}\n\n'
    for worth, (name, suit) in enumerate(
        [("Rose", "red"), ("Ruby", "red"), ("Fire", "red"), ("Ink", "black"), ("Coal", "black"), ("Night", "black")], 1
    )
)
FRAME = """
enum suit: red, black

kind leaf
    suit: suit
    worth: number
    state mark: leaf?
    back: suit

player
    hand: set of leaf, private, remembered
    shown: set of leaf, public

table
    deck: pile of leaf, hidden, remembered = leaf
    bag: set of leaf, hidden, remembered
    row: layout of leaf
    trace: number = 0

layout line
    U U
     D D D

score
    points: sum(c.worth for c in shown) + count(hand) + trace
    rest: count(deck where suit is red) + count(bag where mark is not none) + count(row)

procedure play
"""


class InOrder:
    """A chance that always brings the first candidate."""

    def pick(self, what: str, candidates: list[str]) -> int:
        return 0


def game_of(written: WritePack, body: str, more: str = "") -> Game:
    lines = "".join(f"    {line}\n" for line in body.strip("\n").split("\n"))
    return written(f"{FRAME}{lines}    finish\n{more}", cards=LEAVES)


def begun(written: WritePack, body: str, more: str = "") -> Position:
    return game_of(written, body, more).start(seed=1, chance=InOrder())


def mistakes(written: WritePack, body: str) -> list[str]:
    with pytest.raises(InvalidPack) as caught:
        game_of(written, body)
    return [diagnostic.message for diagnostic in caught.value.diagnostics]


def known(position: Position, seat: int, zone: str) -> tuple[str, ...]:
    """The cards of a zone of the table whose faces a seat knows."""
    seen = position.seen_by(seat).table[zone]
    assert isinstance(seen, Zone)
    return seen.cards


# ------------------------------------------------------------------ piles
def test_draw_takes_the_topmost(written: WritePack) -> None:
    position = begun(written, "shuffle deck\ndraw 2 from deck to first.shown\ndraw 9 from deck to second.shown")
    assert position.zone("shown", 0) == ["rose", "ruby"]
    assert position.zone("shown", 1) == ["fire", "ink", "coal", "night"]


def test_top_and_bottom(written: WritePack) -> None:
    body = """
shuffle deck
draw 1 from deck to first.shown
move first.shown to bottom of deck
move top(1, deck) to first.shown
move first.shown to deck
move top(2, deck where suit is black) to second.shown
move top(4, deck) - top(3, deck) to first.shown
"""
    position = begun(written, body)
    # rose lies at the bottom, ruby on top; ink and coal are the highest black ones.
    assert position.zone("shown", 1) == ["ink", "coal"]
    assert position.zone("shown", 0) == ["rose"]


def test_the_same_seed_shuffles_alike(written: WritePack) -> None:
    game = game_of(written, "shuffle deck\ndraw 3 from deck to first.shown")
    hands = {tuple(game.start(seed=seed).zone("shown", 0)) for seed in range(40)}
    assert len(hands) > 8
    assert game.start(seed=5) == game.start(seed=5)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("shuffle bag", "`bag` is no pile; it has no order"),
        ("move deck to bottom of bag", "`bag` is no pile; it has no bottom"),
        ("draw 1 from bag to deck", "`deck` is a pile; cards are put on it with `move`"),
    ],
)
def test_what_is_no_pile(written: WritePack, body: str, message: str) -> None:
    assert message in mistakes(written, body)


def test_names_of_late_calls_are_free(written: WritePack) -> None:
    position = begun(
        written,
        "trace = top(first) + unrevealed(1)",
        "value top(p: player) = 4\ndefine unrevealed(n: number) = n + 1\n",
    )
    assert position.read("trace") == 6


# ------------------------------------------------------------------ memory
PEEK = """
shuffle deck
draw 2 from deck to first.hand
move first.hand to deck
{more}
choose p in players by first "{{p}}":
    trace = 1
"""


def test_who_saw_a_card_knows_it_in_a_remembered_zone(written: WritePack) -> None:
    position = begun(written, PEEK.format(more="trace = 0"))
    assert known(position, 0, "deck") == ("rose", "ruby")
    assert known(position, 1, "deck") == ()
    for seed in range(20):
        guess = position.guess(0, seed)
        assert guess.seen_by(0) == position.seen_by(0)
        order = guess.game.program.memory.order
        for card in ("rose", "ruby"):
            index = guess.game.card(card).index
            assert guess.state[order + index] == position.state[order + index]


@pytest.mark.parametrize("more", ["shuffle deck", "move deck to bag\ndraw 1 from bag to second.shown"])
def test_what_is_mixed_is_forgotten(written: WritePack, more: str) -> None:
    position = begun(written, PEEK.format(more=more))
    assert known(position, 0, "deck") == () == known(position, 0, "bag")


def test_whoever_saw_a_card_on_the_table_knows_it_in_a_hand(written: WritePack) -> None:
    position = begun(written, PEEK.format(more="move top(1, deck) to first.shown\nmove first.shown to first.hand"))
    hand = position.seen_by(1).players[0]["hand"]
    assert isinstance(hand, Zone)
    assert hand.cards == ("ruby",)


# ------------------------------------------------------------------ slots and marks
def test_slots_in_rules(written: WritePack) -> None:
    body = """
deal deck where worth < 6 to row as line
if row.r2c1 is not none: trace += row.r2c1.worth
if row.r9c9 is none: trace += 10
move uncovered(row) to first.shown
move [rose] to first.shown
move top(1, unrevealed(row)) to second.shown
"""
    position = begun(written, body)
    # The cards of the lower row lie face down, so nothing is uncovered; the last slot lies highest.
    slots = list(position.slots("row").values())
    assert slots[4] is None
    assert position.zone("shown", 0) == ["rose"]
    assert len(position.zone("shown", 1)) == 1
    assert int(position.read("trace") or 0) > 10


def test_a_word_that_is_no_slot(written: WritePack) -> None:
    assert "unknown slot `left`" in mistakes(written, "deal deck to row as line\nif row.left is none: trace = 1")


MARKED = """
deal deck where worth < 6 to row as line
for c in row:
    if c is coal: c.mark = night
move night to first.shown
choose b in row by second "take {b}":
    move b to second.shown
    if b.mark is not none:
        trace = 7
        b.mark = none
"""


def slot_of(position: Position, card: str) -> Any:
    view = position.seen_by(1).table["row"]
    assert isinstance(view, tuple)
    name = next(slot for slot, lying in position.slots("row").items() if lying == card)
    return next(slot for slot in view if slot.name == name)


def test_marks_are_seen_on_cards_face_down(written: WritePack) -> None:
    game = game_of(written, MARKED)
    found = set()
    for seed in range(30):
        position = game.start(seed=seed)
        slot = slot_of(position, "coal")
        if isinstance(slot.card, Unknown):
            assert slot.card.marks == (("mark", "night"),)
            guesses = {position.guess(1, n).slots("row")[slot.name] for n in range(30)}
            found |= guesses
            assert all(position.guess(1, n).seen_by(1) == position.seen_by(1) for n in range(5))
        else:
            assert position.seen_by(1).marks == {"coal": (("mark", "night"),)}
    assert len(found) > 1


def test_options_name_cards_face_down_by_their_slot(written: WritePack) -> None:
    game = game_of(written, MARKED)
    for seed in range(20):
        position = game.start(seed=seed)
        slots = position.slots("row")
        keys = [f"take {card if slot.startswith('r1') else slot}" for slot, card in slots.items()]
        assert position.keys() == keys
        assert [option.label for option in position.options()][2] == "Take r2c1"
        guess = position.guess(1, seed + 1)
        assert guess.keys() == keys
        position.play("take r2c2")
        assert position.zone("shown", 1) == [slots["r2c2"]]
        assert position.read("trace") == (7 if slots["r2c2"] == "coal" else 0)


# ------------------------------------------------------------------ numbers
def test_options_over_numbers(written: WritePack) -> None:
    position = begun(written, 'choose n in -3..2 where n != 0 by first "go to {n}":\n    trace = n * 10')
    assert position.keys() == [f"go to {n}" for n in (-3, -2, -1, 1, 2)]
    other = position.copy()
    position.play("go to -3")
    assert position.read("trace") == -30
    other.play(4)
    assert other.read("trace") == 20


@pytest.mark.parametrize("domain", ["1..trace", "0..5000"])
def test_numbers_have_to_be_written_out(written: WritePack, domain: str) -> None:
    found = mistakes(written, f'choose n in {domain} by first "go to {{n}}":\n    trace = n')
    assert "an option runs over cards, players, an enum or numbers that are written out" in found


# ------------------------------------------------------------------ chains that fill a zone
CHAIN = """
kind step
    event on_use

player
    used: set of step, public

table
    waiting: set of step, public = step
    near: set of step, public

procedure play
    use(first, spark)
    finish

procedure use(p: player, c: step)
    move c to p.used
    run c.on_use for p

score
    points: count(used)
"""
SPARK = """
step "Spark"
    on_use:
        {more}move waiting to near
        choose c in near "use {{c}}":
            move near where it is not c to waiting
            use(self, c)

step "Flame"

step "Glow"
"""


def test_a_chain_may_fill_a_zone_that_nothing_leaves(written: WritePack) -> None:
    game = written(CHAIN, cards=SPARK.format(more=""))
    assert game.start(seed=1).play_random(1).over


def test_a_chain_may_not_fill_a_zone_and_empty_it_again(written: WritePack) -> None:
    with pytest.raises(InvalidPack, match="for ever"):
        written(CHAIN, cards=SPARK.format(more="move used to waiting\n        "))
