"""Zones of references, markets with a limit, the parts of a payment and the money of a cost."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duel_dsl.interpreter import BadSave, Game, InvalidPack
from duel_dsl.interpreter.playing.saving import FORM, VERSION, _check_sum
from duel_dsl.interpreter.telling.sentences import ability_text

WritePack = Callable[..., Game]

REFERRING = """
kind piece
    worth: number = 0
    event on_take

player
    hand: set of piece, public, active
    lent: refs of piece, {modifiers}

table
    pile: set of piece, public = piece
    away: set of piece, public

value gain(p: player) = 0

signal rung(p: player)

procedure play
    move pile to second.hand
    for c in second.hand:
        run c.on_take for first
    ask(first)
    ask(first)
    emit rung(first)
    finish

choice ask(p: player) by p
    option "mark {c}" for c in second.hand where c not in p.lent:
        mark c in p.lent
    option "unmark {c}" for c in p.lent:
        unmark c in p.lent
    option "mark all":
        mark second.hand in p.lent
    option "throw {c} away" for c in p.lent:
        move c to away

score
    gained: gain(self)
    lent: sum(c.worth for c in lent)
    hand: sum(c.worth for c in hand)

rank by total "most points"

piece "Bell"
    worth: 1
    adjust gain(self): + 5
    when rung(self): move this to away

piece "Drum"
    worth: 2
    on_take:
        mark this in lent
        unmark this in lent
"""


def referring(written: WritePack, modifiers: str = "public, active") -> Game:
    return written(REFERRING.replace("{modifiers}", modifiers))


# -------------------------------------------------------------- references
def test_marked_cards_stay_where_they_are_and_work_for_both(written: WritePack) -> None:
    position = referring(written).start()
    assert position.zone("lent", 0) == []
    assert position.scores(0)["gained"] == 0
    position.play("mark bell")
    assert position.zone("lent", 0) == ["bell"]
    assert position.zone("hand", 1) == ["bell", "drum"]
    assert [position.scores(seat)["gained"] for seat in (0, 1)] == [5, 5]
    assert [position.scores(seat)["lent"] for seat in (0, 1)] == [1, 0]
    position.play("unmark bell")
    assert position.zone("lent", 0) == []
    assert position.scores(0)["gained"] == 0


def test_listeners_of_a_marked_card_hear_for_who_has_marked_it(written: WritePack) -> None:
    position = referring(written).start()
    position.play("mark drum")
    position.play("unmark drum")
    assert position.zone("away") == []
    position = referring(written).start()
    position.play("mark all")
    position.play("unmark drum")
    # The signal came for the first player, who has only marked the bell.
    assert position.zone("away") == ["bell"]


def test_a_card_that_moves_is_still_referred_to(written: WritePack) -> None:
    position = referring(written).start()
    position.play("mark bell")
    position.play("throw bell away")
    assert position.zone("away") == ["bell"]
    assert position.zone("lent", 0) == ["bell"]


def test_references_without_active_do_nothing_but_count(written: WritePack) -> None:
    position = referring(written, "public").start()
    position.play("mark bell")
    assert position.scores(0) == {"gained": 0, "lent": 1, "hand": 0}


def test_saves_keep_references_and_refuse_impossible_ones(written: WritePack) -> None:
    game = referring(written)
    position = game.start()
    position.play("mark bell")
    assert game.restore(position.save()) == position
    state = list(position.state)
    state[game.place("lent", 0)[0]] = 1 << len(game.description.cards)
    numbers = " ".join(f"{number:x}" for number in state)
    with pytest.raises(BadSave, match="do not fit together"):
        game.restore(f"{FORM} {VERSION} {game.name} {game.digest} {_check_sum(numbers)} {numbers}")


def test_views_and_guesses_keep_references(written: WritePack) -> None:
    position = referring(written, "private").start()
    position.play("mark bell")
    assert position.seen_by(1).players[0]["lent"] is None
    assert position.seen_by(0).players[0]["lent"] is not None
    # What is only referred to in secret is no secret itself.
    assert position.guess(1, 3).zone("hand", 1) == ["bell", "drum"]


def test_marking_is_told(written: WritePack) -> None:
    texts = [ability_text(referring(written), "drum", language) for language in ("en", "de")]
    assert [text[0].split(":")[0] for text in texts] == ["On take"] * 2
    assert "mark this piece" in texts[0][0]
    assert "Markiere" in texts[1][0]


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("move c to away", "move c to p.lent", "wrong-type"),
        ("move pile to second.hand", "draw 1 from pile to second.lent", "wrong-type"),
        ("mark c in p.lent", "mark c in p.hand", "wrong-type"),
        ("mark c in p.lent", "mark p in p.lent", "wrong-type"),
        ("mark c in p.lent", "mark c in p.lend", "unknown-player-field"),
        ("emit rung(first)", "pass lent to left", "unknown-zone-of-players"),
        ("refs of piece", "refs of pieces", "unknown-kind"),
        ("signal rung(p: player)", "signal rung(p: refs of piece)", "wrong-type"),
        ("away: set of piece, public", "away: refs of piece, public = piece", "misplaced"),
    ],
)
def test_mistakes_with_references(written: WritePack, old: str, new: str, code: str) -> None:
    text = REFERRING.replace("{modifiers}", "public, active")
    assert old in text
    with pytest.raises(InvalidPack) as caught:
        written(text.replace(old, new))
    assert code in {diagnostic.code for diagnostic in caught.value.diagnostics}


# -------------------------------------------------------------- markets
TRADING = """
enum good: wool, dye

kind shop
    cost: cost = free
    makes: goods = nothing

player
    coins: number = 10, stops at 0
    town: set of shop, public, active
    units: number = 0
    paid: payment

table
    deck: set of shop, public = shop
    told: number = 0

payment
    goods: good
    money: coins
    own: town(buyer)

market left
    sells: goods of town(left(buyer))
    price: 2
    pays: left(buyer)

market bank
    sells: any good
    price: 1
    pays: nobody
    limit: units(buyer)

procedure play
    move sheep to second.town
    first.units = LIMIT
    turn(first)
    finish

choice turn(p: player) by p
    option "build {c} {pay}" for c in deck, pay in payments(p, c) where c.cost[coins] < 9:
        move c to p.town
        settle pay by p
        p.paid = pay
        told = 100 * pay.left + 10 * pay.bank + pay.bank - c.cost[coins]
    option "nothing":
        told = sheep.cost[coins]

score
    told: told

rank by total "most told"

shop "Sheep"
    cost: 3 coins
    makes: wool

shop "Cloth"
    cost: 2 coins, wool, dye

shop "Carpet"
    cost: wool, 2 dye

shop "Palace"
    cost: 9 coins
"""


def builds(written: WritePack, limit: int) -> list[str]:
    return [key for key in written(TRADING.replace("LIMIT", str(limit))).start().keys() if key != "nothing"]  # noqa: SIM118


def test_a_limit_counts_all_goods_together(written: WritePack) -> None:
    assert builds(written, 0) == []
    assert builds(written, 1) == ["build cloth paying 3 coins 2 left"]
    assert builds(written, 2) == [
        *("build cloth paying 3 coins 2 left", "build cloth paying 4 coins"),
        "build carpet paying 2 coins 2 left",
    ]
    assert "build carpet paying 3 coins" in builds(written, 3)
    assert builds(written, -1) == []
    assert builds(written, 1_000_000) == builds(written, 3)


def test_parts_of_a_payment_and_the_money_of_a_cost(written: WritePack) -> None:
    position = written(TRADING.replace("LIMIT", "1")).start()
    position.play("build cloth paying 3 coins 2 left")
    assert position.read("told") == 100 * 2 + 10 * 3 + 3 - 2
    assert (position.read("coins", 0), position.read("coins", 1)) == (5, 12)
    position = written(TRADING.replace("LIMIT", "1")).start()
    position.play("nothing")
    assert position.read("told") == 3


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("limit: units(buyer)", "limit: yes", "wrong-type"),
        ("limit: units(buyer)", "limits: units(buyer)", "unknown-field"),
        ("    price: 2\n", "    price: 2\n    limit: 3\n", "misplaced"),
        ("pay.left", "pay.middle", "unknown-field"),
        ("sheep.cost[coins]", "sheep.makes[coins]", "unknown-good"),
        ("limit: units(buyer)", "limit: price(buyer, sheep)", "endless"),
    ],
)
def test_mistakes_with_markets(written: WritePack, old: str, new: str, code: str) -> None:
    text = TRADING.replace("LIMIT", "1")
    assert old in text
    with pytest.raises(InvalidPack) as caught:
        written(text.replace(old, new))
    assert code in {diagnostic.code for diagnostic in caught.value.diagnostics}
