"""Answers of the rules, parts of a cost left out, rows, zones active for whom a define names, shared ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duel_dsl.interpreter import Game, InvalidPack
from duel_dsl.interpreter.asking.figures import price
from duel_dsl.interpreter.backends.reference.values import Values
from duel_dsl.interpreter.program.model import Code

WritePack = Callable[..., Game]
FRAME = """
enum good: wood, clay

kind thing
    cost: cost = free
    produces: goods = nothing
    state place: thing?
    event on_use

kind secret is thing
    back: nothing

player
    coins: number = 9, stops at 0
    bag: set of thing, public, active

table
    deck: set of thing, hidden = thing
    shown: set of thing, public, active for keeper
    shelf: layout of thing
    owner_now: player?

layout rows
    U U
     D

payment
    goods: good
    money: coins
    own: bag(buyer)
    waived: waived(buyer, item)
    omitted: omitted(buyer, item)

market bank
    sells: any good
    price: 2
    pays: nobody

value waived(p: player, what: card) = 0
value omitted(p: player, what: card) = 0
value luck(p: player) = 1

define keeper(c: thing) = owner_now if c.place is none else none
define back_row = row(1, shelf)

choice turn(p: player) by p
    option "give to {q}" for q in players:
        owner_now = q
    option "mark {c}" for c in shown:
        c.place = c
    option "pay for {c}", "for {price(p, c)}" for c in back_row:
        p.coins -= goods_price(p, c)
        move c to p.bag
        run c.on_use for p
    option "share":
        win nobody by "peace"

procedure play
    move charm to shown
    move [plank, brick] to first.bag
    move first.bag to deck
    deal deck to shelf as rows
    until luck(first) > 9:
        turn(first)
    finish

score
    luck: luck(self)

rank by total "luck"

thing "Charm"
    adjust luck(self): + 2
    adjust omitted(self, c): + 1

thing "Plank"
    cost: 3 coins, wood

thing "Brick"
    cost: 1 coins, 2 clay

secret "Note"

"""


@pytest.fixture
def game(written: WritePack) -> Game:
    return written(FRAME + "adjust luck(p) if p is second: + 3\n\nset luck(p) if p.coins is 0: 7\n")


def test_the_rules_answer_values_before_cards(game: Game) -> None:
    position = game.start(1)
    assert [position.scores(seat)["luck"] for seat in (0, 1)] == [1, 4]
    position.play("give to second")
    assert [position.scores(seat)["luck"] for seat in (0, 1)] == [1, 6]


def test_abilities_work_for_whom_the_define_names(game: Game) -> None:
    position = game.start(1)
    position.play("give to first")
    assert [position.scores(seat)["luck"] for seat in (0, 1)] == [3, 4]
    position.play("mark charm")
    assert [position.scores(seat)["luck"] for seat in (0, 1)] == [1, 4]


def prices(game: Game, seat: int, holder: str) -> dict[str, tuple[int, int]]:
    """What every card costs in all, and its goods alone."""
    position = game.start(1)
    if holder:
        position.play(f"give to {holder}")
    trade = Code("at", (Code("trade_row", (Code("local", value="buyer"),)), Code("local", value="card")))
    values, found = Values(game.program), {}
    for name in ("plank", "brick", "note"):
        card = game.card(name).index
        goods = values.of(trade, position.state, {"buyer": seat, "card": card})
        found[name] = (price(position, seat, card) or 0, goods)
    return found


def test_a_part_of_a_cost_is_one_good_or_all_of_the_money(game: Game) -> None:
    assert prices(game, 0, "") == {"plank": (5, 2), "brick": (5, 4), "note": (0, 0)}
    # The money of the plank is dearer than its wood, a clay is dearer than the money of the brick.
    assert prices(game, 0, "first") == {"plank": (2, 2), "brick": (3, 2), "note": (0, 0)}
    assert prices(game, 1, "first") == {"plank": (5, 2), "brick": (5, 4), "note": (0, 0)}


def test_a_row_holds_its_cards_covered_or_not(game: Game) -> None:
    position = game.start(1)
    slots = position.slots("shelf")
    keys = position.keys()
    offered = {key.removeprefix("pay for ") for key in keys if key.startswith("pay")}
    assert offered == {slots["r1c1"], slots["r1c2"]}


def test_a_game_that_nobody_wins(game: Game) -> None:
    position = game.start(1)
    position.play("share")
    assert position.over
    assert position.drawn
    assert position.result is not None
    assert (position.result.winner, position.result.how, position.result.winners) == (None, "peace", (0, 1))


def test_a_back_without_signs(game: Game) -> None:
    assert game.backs[game.card("note").index] == "secret"


def test_parts_are_not_left_out_where_somebody_is_paid(written: WritePack) -> None:
    with pytest.raises(InvalidPack) as failure:
        written(FRAME.replace("pays: nobody", "pays: first"))
    assert [d.code for d in failure.value.diagnostics] == ["misplaced"]


def test_an_answer_of_the_rules_has_no_self(written: WritePack) -> None:
    with pytest.raises(InvalidPack) as failure:
        written(FRAME + "adjust luck(self): + 1\n")
    assert failure.value.diagnostics
