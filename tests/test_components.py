"""Players, layouts, switches and payment in small games, with results worked out by hand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from duel_dsl.interpreter import Game, Position

WritePack = Callable[..., Game]


# -------------------------------------------------------------- players
ROUND = """
player
    coins: number = 0

table
    trace: number = 0

procedure play
    for p in players:
        left(p).coins += 1
        right(p).coins += 10
        left(left(p)).coins += 100
        choose q in players where q is not p by p "{p} to {q}":
            q.coins += 1000
    trace = count(players)

score
    coins: coins

rank by total "richest"
"""


@pytest.mark.parametrize("players", [2, 3, 4, 7])
def test_neighbours(written: WritePack, players: int) -> None:
    game = written(ROUND, players="2..7")
    position = game.start(players=players)
    if players == 2:
        # There is one other player, so nobody is asked.
        assert position.over
        assert [position.read("coins", seat) for seat in (0, 1)] == [1111, 1111]
        return
    deciders = []
    while not position.over:
        deciders.append(position.decider)
        assert len(position.keys()) == players - 1
        position.play(0)
    assert deciders == list(range(players))
    # The first option is `first` for everybody but the first player, who takes `second`.
    wanted = [111 + 1000 * (players - 1), 1111, *[111] * (players - 2)]
    assert [position.read("coins", seat) for seat in range(players)] == wanted
    assert position.read("trace") == players
    assert position.result is not None
    assert position.result.winner == 0
    assert len(position.result.scores) == players


def test_neighbours_are_asked_anew_in_another_number_of_players(written: WritePack) -> None:
    """What is remembered of prices in a game of three must not be used in a game of four."""
    text = """
enum good: wood

kind ware
    cost: cost = free
    produces: goods = nothing

player
    coins: number = 9
    city: set of ware, public

table
    pile: set of ware, public = ware
    trace: number = 0

payment
    goods: good
    money: coins
    own: city(buyer)

market bank
    sells: any good
    price: unit(buyer)
    pays: nobody

value unit(p: player) = 1 + left(p).coins

procedure play
    for p in players:
        p.coins = 1
    first.coins = 5
    if count(pile) > 0: trace = price(third, hut)

score
    coins: coins
rank by total "coins"
"""
    cards = 'ware "Hut"\n    cost: 2 wood\nware "Yard"\n    produces: wood\n'
    game = written(text, players="3..4", cards=cards)
    assert [game.start(players=n).read("trace") for n in (3, 4, 3)] == [12, 4, 12]


def test_seats_that_do_not_play_are_not_asked(written: WritePack) -> None:
    position = written(ROUND, players="2..7").start(players=3)
    assert position.players == 3
    with pytest.raises(Exception, match="no seat 3"):
        position.read("coins", seat=3)


# -------------------------------------------------------------- switches
def test_switches(written: WritePack) -> None:
    text = """
switch pace: slow | fast | faster = fast

table
    n: number = 0

procedure play
    if pace is slow: n += 1
    if pace is not slow: n += 10
    n += 100 if pace is faster else 200

score
    n: n
rank by total "n"
"""
    game = written(text)
    found = {pace: game.start(switches={"pace": pace}).read("n") for pace in ("slow", "fast", "faster")}
    assert found == {"slow": 201, "fast": 210, "faster": 110}
    assert game.start().read("n") == 210


# -------------------------------------------------------------- layouts
LAID = """
kind piece
    worth: number = 0

player
    hand: set of piece, public

table
    deck: set of piece, hidden = piece
    shop: layout of piece
    other: layout of piece
    away: set of piece, public
    trace: number = 0

layout peak
     D
    D D
     U

layout row
    U U D U

layout square
    U D
    D U

procedure play
    deal deck where worth < 5 to shop as peak
    deal deck to other as row
    until shop is empty and other is empty:
        turn(first)
    for c in first.hand:
        trace += c.worth
    deal first.hand to shop as square
    turn(second)
    deal first.hand to shop as row
    turn(second)
    move shop to away

choice turn(p: player) by p
    option "take {c}" for c in uncovered(shop) + uncovered(other):
        move c to p.hand
        reveal uncovered in shop
        reveal uncovered in other

score
    worth: sum(c.worth for c in hand) + count(away)

rank by total "worth"
"""


class InOrder:
    """Deals the cards in the order of the text."""

    def pick(self, what: str, candidates: list[str]) -> int:
        return candidates.index(min(candidates))


@pytest.fixture
def laid(written: WritePack) -> Position:
    """Nine cards p1 to p9, four in a peak and four in a row."""
    cards = "".join(f'piece "P{n}"\n    worth: {n}\n' for n in range(1, 10))
    return written(LAID, cards=cards).start(chance=InOrder())


def test_other_shapes_of_layouts(laid: Position) -> None:
    assert laid.slots("shop") == {"r1c1": "p1", "r2c1": "p2", "r2c2": "p3", "r3c1": "p4"}
    assert laid.slots("other") == {"r1c1": "p5", "r1c2": "p6", "r1c3": "p7", "r1c4": "p8"}
    # A card face down is not to be had, though nothing covers it, until somebody turns it up.
    assert laid.keys() == ["take p4", "take p5", "take p6", "take p8"]
    laid.play("take p4")
    assert laid.keys() == ["take p2", "take p3", "take p5", "take p6", "take p7", "take p8"]
    laid.play("take p2")
    assert "take p1" not in laid.keys()  # noqa: SIM118
    laid.play("take p3")
    assert laid.keys()[0] == "take p1"


def test_dealing_less_than_there_are_slots_and_dealing_on(laid: Position) -> None:
    while laid.decider == 0:
        laid.play(0)
    # Eight cards were taken; four of them lie in the square now: p1 and p4 can be seen, and p4 is not covered.
    assert laid.read("trace") == 36
    assert laid.slots("shop") == {"r1c1": "p1", "r1c2": "p2", "r2c1": "p3", "r2c2": "p4"}
    assert laid.keys() == ["take p4"]
    laid.play(0)
    # Where cards lie, dealing fills what is empty and leaves the layout as it is.
    assert laid.slots("shop") == {"r1c1": "p1", "r1c2": "p2", "r2c1": "p3", "r2c2": "p5"}
    assert laid.keys() == ["take p3", "take p5"]
    laid.play("take p3")
    assert laid.over
    assert laid.zone("away") == ["p1", "p2", "p5"]
    assert laid.zone("hand", 1) == ["p3", "p4"]


# -------------------------------------------------------------- payment
PAID = """
enum good: wood, clay, silk

kind ware
    cost: cost = free
    produces: goods = nothing

player
    coins: number = 100, stops at 0
    city: set of ware, public, active
    barn: set of ware, public, active

table
    pile: set of ware, public = ware
    trace: number = 0

value unit(p: player, g: good) = 3 if g is silk else 2
value waived(p: player, what: card) = 0

payment
    goods: good
    money: coins
    own: city(buyer), barn(buyer)
    waived: waived(buyer, item)

market bank
    sells: any good
    price: unit(buyer, good)
    pays: nobody

procedure play
    until pile is empty:
        turn(first)
    turn(second)

choice turn(p: player) by p
    option "keep {c}", "for {price(p, c)}" for c in pile:
        move c to p.city
    option "store {c}" for c in pile:
        move c to p.barn
    option "ask", "{goods_price(p, palace)}":
        trace = price(p, palace) * 100 + goods_price(p, palace)

score
    coins: coins
rank by total "coins"
"""

WARES = """
ware "Palace"
    cost: 5 coins, 2 wood, clay, 2 silk
ware "Wood Yard"
    produces: wood
ware "Two Pits"
    produces: 2 clay
ware "Caravan"
    produces: wood or clay or silk
ware "Loom"
    produces: clay or silk
ware "Friend"
    adjust waived(self, c): + 1
ware "Better Friend"
    adjust waived(self, c) if c is ware: + 1
ware "Old Contract"
    set unit(self, silk): 1
ware "Toll"
    adjust unit(opponent, g): + 2
ware "Fair"
    adjust unit(self, g): - 5
"""


@pytest.mark.parametrize(
    ("moves", "goods"),
    [
        ([], 2 * 2 + 2 + 2 * 3),
        (["keep wood_yard"], 2 + 2 + 6),
        (["store wood_yard"], 2 + 2 + 6),
        (["keep two_pits"], 4 + 6),
        (["keep caravan"], 4 + 2 + 3),
        (["keep loom"], 4 + 2 + 3),
        (["keep loom", "keep caravan"], 4 + 2),
        (["keep two_pits", "keep loom", "store caravan"], 4),
        (["keep friend"], 4 + 2 + 3),
        (["keep friend", "keep better_friend"], 4 + 2),
        (["keep friend", "keep loom", "keep caravan"], 4),
        (["keep old_contract"], 4 + 2 + 2),
        (["keep old_contract", "keep caravan"], 2 + 2 + 2),
        (["keep old_contract", "keep friend"], 2 + 2 + 2),
        (["keep fair"], 0),
        (["keep toll"], 2 * 2 + 2 + 2 * 3),
    ],
)
def test_prices(written: WritePack, moves: list[str], goods: int) -> None:
    position = written(PAID, cards=WARES).start()
    for key in moves:
        position.play(key)
    remarks = {option.key: option.remark for option in position.options()}
    assert remarks["keep palace"] == f"for {5 + goods}"
    assert remarks["ask"] == str(goods)
    position.play("ask")
    assert position.read("trace") == (5 + goods) * 100 + goods


def test_what_the_opponent_has_counts(written: WritePack) -> None:
    """The toll of the first player makes everything dearer for the second."""
    position = written(PAID, cards=WARES).start()
    position.play("keep toll")
    while position.decider == 0:
        position.play("store palace" if "store palace" in position.keys() else position.keys()[0])  # noqa: SIM118
    option = next(o for o in position.options() if o.key == "ask")
    assert option.remark == str(2 * 4 + 4 + 2 * 5)


def test_the_same_prices_whatever_was_asked_before(written: WritePack) -> None:
    """Remembered prices are never stale: a walk there and back gives the same numbers as a fresh position."""
    game = written(PAID, cards=WARES)
    position = game.start()
    seen = [position.save()]
    for key in ("keep caravan", "keep friend", "store loom", "keep old_contract", "keep two_pits"):
        position.play(key)
        seen.append(position.save())
    remarks = [[o.remark for o in game.restore(text).options()] for text in reversed(seen)]
    assert remarks == [[o.remark for o in game.restore(text).options()] for text in seen][::-1]
    assert all(one != other for one, other in pairwise(remarks))
