"""Copies of a card in options: what is offered once, what apart, and how two of them are chosen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duel_dsl.cli.screen.card_style import Pen
from duel_dsl.cli.screen.option_list import cards_on_offer, private_cards_on_offer
from duel_dsl.interpreter import Game, Position

WritePack = Callable[..., Game]

MARKET = """
kind fruit
    weight: each 1..5
    state bruises: number = 0

player
    basket: set of fruit, public

table
    stall: set of fruit, public = fruit

procedure play
    for f in stall where f.weight is 1:
        f.bruises = 1
    %s
    finish

define heavy(f: fruit) = f.weight > 1

score
    weight: sum(f.weight for f in basket)
    bruises: sum(f.bruises for f in basket)

fruit "Apple"
    weight: 1, 1, 2

fruit "Pear"
    weight: 3
"""


def offer(written: WritePack, *option: str) -> Position:
    """The decision that a block of options is."""
    return written(MARKET % "\n    ".join(["choose by first", *("    " + line for line in option)])).start()


def figures(position: Position) -> tuple[int, int]:
    """How heavy the basket is, and how many bruises are in it."""
    assert position.result is not None
    return position.result.scores[0]["weight"], position.result.scores[0]["bruises"]


def test_two_copies_can_both_be_chosen(written: WritePack) -> None:
    option = 'option "take {a} and {b}" for a in stall, b in stall where a is not b:'
    position = offer(written, option, "    move [a, b] to first.basket")
    assert sorted(position.keys()) == ["take apple and apple", "take apple and pear", "take pear and apple"]
    position.play("take apple and apple")
    assert figures(position) == (2, 2)


def test_three_copies_can_all_be_chosen(written: WritePack) -> None:
    option = (
        'option "{a} {b} {c}" for a in stall, b in stall, c in stall where a is not b and b is not c and not a is c:'
    )
    position = offer(written, option, "    move [a, b, c] to first.basket")
    assert sorted(position.keys()) == ["apple apple apple", "apple apple pear", "apple pear apple", "pear apple apple"]
    position.play("apple apple apple")
    assert figures(position) == (4, 2)


def test_what_a_label_shows_keeps_copies_apart(written: WritePack) -> None:
    position = offer(written, 'option "take {f} of {f.weight}" for f in stall:', "    move f to first.basket")
    assert sorted(position.keys()) == ["take apple of 1", "take apple of 2", "take pear of 3"]
    position.play("take apple of 2")
    assert figures(position) == (2, 0)


@pytest.mark.parametrize("condition", ["f.weight > 1", "heavy(f)", "f.bruises is 0 and f.weight < 9"])
def test_a_condition_finds_the_copy_for_which_it_holds(written: WritePack, condition: str) -> None:
    position = offer(written, f'option "take {{f}}" for f in stall where {condition}:', "    move f to first.basket")
    assert position.keys() == ["take apple", "take pear"]
    position.play("take apple")
    assert figures(position) == (2, 0)


def test_copies_that_are_alike_are_offered_once(written: WritePack) -> None:
    position = offer(written, 'option "take {f}" for f in stall:', "    move f to first.basket")
    assert position.keys() == ["take apple", "take pear"]


def test_a_hand_is_listed_where_cards_of_its_names_are_on_offer_elsewhere(written: WritePack) -> None:
    text = MARKET.replace(
        "basket: set of fruit, public", "basket: set of fruit, public\n    hand: set of fruit, private"
    )
    text = (
        text % 'move [apple] to first.hand\n    choose f in stall by first "take {f}":\n        move f to first.basket'
    )
    position = written(text).start()
    assert "apple" in cards_on_offer(position)
    assert private_cards_on_offer(position, 0) == frozenset()


def test_a_constant_below_zero_is_shown(written: WritePack) -> None:
    game = written(
        """
kind weed
    worth: formula = 0

player
    bed: set of weed, public

table
    heap: set of weed, public = weed

procedure play
    choose w in heap by first "take {w}":
        move w to first.bed
    finish

score
    weeds: sum(w.worth(self) for w in bed)

weed "Nettle"
    worth: -1

weed "Thistle"
    worth: 1 - 3
"""
    )
    pen = Pen(game, "en")
    assert [pen.facts(card) for card in game.description.cards] == ["Worth -1", "Worth -2"]
