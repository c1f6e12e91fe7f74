"""Small games in which cards answer values, listen to signals and run events, with results worked out by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from small_games import trace

from duel_dsl.interpreter import Game

WritePack = Callable[..., Game]

ANSWERS = """
piece "Plus"
    adjust fee(self, n): + 10
piece "Minus"
    adjust fee(self, n): - 100, at least 3
piece "Later Plus"
    adjust fee(self, n) if n > 1: + 1000
piece "Fixed"
    set fee(self, 2): 50
piece "Fixed Later"
    set fee(self, n) if n is 2: 60
piece "Tax"
    adjust fee(opponent, n): + n
"""


@pytest.mark.parametrize(
    ("own", "other", "first", "second"),
    [
        ("", "", 1, 2),
        ("plus", "", 11, 12),
        ("plus, minus", "", 3, 3),
        ("plus, minus, later_plus", "", 3, 1003),
        ("fixed", "", 1, 50),
        ("fixed, fixed_later, plus", "", 1 + 10, 60 + 10),
        ("fixed, minus", "", 3, 3),
        ("", "plus, minus, fixed", 1, 2),
        ("", "tax", 1 + 1, 2 + 2),
        ("tax", "tax, fixed", 1, 2),
        ("minus, later_plus", "tax", 3 + 1, 1003 + 2),
    ],
)
def test_first_the_base_then_set_then_adjust(small: WritePack, own: str, other: str, first: int, second: int) -> None:
    if own == "tax":
        # There is one card of each: it can only be in one hand.
        other = "fixed"
    moves = [f"move [{cards}] to {seat}.hand" for cards, seat in ((own, "first"), (other, "second")) if cards]
    body = "\n".join([*moves, "trace = fee(first, 1) * 10000 + fee(first, 2)"])
    game = small(body, "\nvalue fee(p: player, n: number) = n\n", ANSWERS)
    assert divmod(trace(game.start()), 10000) == (first, second)


def test_a_value_without_a_player_asks_all_owners(small: WritePack) -> None:
    cards = 'piece "Boost"\n    adjust limit: + chips\npiece "Cap"\n    set limit: 20\n'
    game = small(
        "move boost to second.hand\nnote(limit - 12)\nmove cap to first.hand\ntrace = trace * 100 + limit",
        "\nvalue limit = 7\n",
        cards,
    )
    assert trace(game.start()) == 25


def test_values_that_are_flags_players_cards_and_sets(small: WritePack) -> None:
    more = """
value may_go(p: player) = p.chips > 4
value starter = first
value favourite(p: player) = one
value wanted(p: player) = pile where worth > 2
"""
    cards = """
piece "Other Way"
    set may_go(self): no
    set starter: opponent
    set favourite(opponent): three
    set wanted(self): pile where worth is 1
"""
    game = small(
        """
if may_go(first) and may_go(second): note(1)
if starter is first: note(2)
note(favourite(first).worth)
note(count(wanted(first)))
move other_way to first.hand
if not may_go(first) and may_go(second): note(1)
if starter is second: note(2)
note(favourite(first).worth)
note(favourite(second).worth)
note(count(wanted(first)))
note(count(wanted(second)))
""",
        more,
        cards,
    )
    assert trace(game.start()) == 1212 * 10**6 + 121312


def test_the_order_of_listeners(small: WritePack) -> None:
    """Cards in the order of the text, whoever owns them; then the rules. Conditions are looked at in turn."""
    more = """
signal rung(p: player, n: number)

when rung(p, n) if n > 1:
    note(7)

when rung(first, n):
    note(8)
"""
    cards = """
piece "Second Bell"
    when rung(self, n):
        note(2)
        chips -= 3
piece "Third Bell"
    when rung(opponent, n):
        note(3)
piece "Fourth Bell"
    when rung(p, n) if self.chips < 5: note(4)
piece "Fifth Bell"
    when rung(self, 2): note(5)
"""
    body = """
move [third_bell] to second.hand
move [second_bell, fourth_bell, fifth_bell] to first.hand
emit rung(first, 2)
emit rung(second, 1)
emit rung(first, 1)
"""
    game = small(body, more, cards)
    assert trace(game.start()) == 2345_78 * 10**5 + 4 * 10**4 + 2348


def test_cards_outside_of_active_zones_are_silent(small: WritePack) -> None:
    cards = 'piece "Bell"\n    adjust limit: + 1\n    when rung: note(2)\n'
    more = "\nvalue limit = 1\nsignal rung\n"
    look = "\nemit rung\nnote(limit)\n"
    body = f"{look}move bell to second.hand{look}move bell to away{look}"
    assert trace(small(body, more, cards).start()) == 1221


def test_events_run_for_a_player(small: WritePack) -> None:
    cards = """
piece "Gift"
    on_play:
        chips += 2
        opponent.chips -= 9
        this.mark = 3
        note(this.mark)
"""
    game = small(
        "run one.on_play for first\nrun gift.on_play for second\nfor c in pile:\n    run c.on_play for first", "", cards
    )
    position = game.start()
    # The second player gains 2 and the first loses all; then the first gains 2 and the second stops at 0.
    assert (position.read("chips", 0), position.read("chips", 1), trace(position)) == (2, 0, 33)
