"""Goods that are needed beyond a cost, and fees with a receiver: prices, payments and what is paid out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from test_payment import assignments, pareto

from duel_dsl.interpreter import Game, InvalidPack, load
from duel_dsl.interpreter.runtime.payment import Market, Offer
from duel_dsl.interpreter.scenarios.runner import run_scenarios
from duel_dsl.lab.running.lockstep import beside_the_reference

WritePack = Callable[..., Game]
PACKS = Path(__file__).parent / "packs"

# A shop with everything at once: what the left neighbour makes is for sale, and any good of a bank.
TRADING = """
enum good: wool, dye

kind shop
    cost: cost = free
    makes: goods = nothing

player
    coins: 0..999 = 99
    town: set of shop, public, active

table
    deck: set of shop, public = shop
    zero: number = 0

payment
    goods: good
    money: coins
    own: town(buyer)
    waived: WAIVED
    added: (ADDED_WOOL if good is wool else ADDED_DYE) if item is cloth else 0

market left
    sells: goods of town(left(buyer))
    price: 2
    pays: left(buyer)

market bank
    sells: any good
    price: 3
    pays: nobody

fee toll
    amount: TOLL
    pays: WHOM

fee stamp
    amount: 1 if item is cloth else 0
    pays: nobody

procedure play
    move sheep to second.town
    turn(first)
    finish

choice turn(p: player) by p
    option "build {c} {pay}" for c in deck, pay in payments(p, c) where pay.total <= p.coins:
        move c to p.town
        settle pay by p

score
    coins: coins
    whole: price(self, cloth)
    goods: goods_price(self, cloth)
    nothing_else: zero

rank by total "most coins"

shop "Sheep"
    makes: wool

shop "Cloth"
    cost: 2 coins, wool, dye
"""
NUMBERS = {"WAIVED": "0", "ADDED_WOOL": "0", "ADDED_DYE": "0", "TOLL": "1", "WHOM": "left(buyer)"}


def trading(**numbers: object) -> str:
    text = TRADING
    for name, value in {**NUMBERS, **numbers}.items():
        text = text.replace(name, str(value))
    return text


def ways(game: Game) -> tuple[tuple[int, ...], ...]:
    """What the ways to pay for the cloth give to nobody, to the left neighbour and to a third receiver."""
    found = []
    for key in game.start().keys():  # noqa: SIM118
        if key.startswith("build cloth"):
            words = key.split(" ")[3:]
            paid = dict(zip(words[1::2], map(int, words[::2]), strict=True))
            found.append(tuple(paid.get(name, 0) for name in ("coins", "left", "toll")))
    return tuple(sorted(found))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    *(st.integers(-1, 3) for _ in range(4)),
    st.sampled_from(["nobody", "left(buyer)", "buyer", "none"]),
)
def test_payments_equal_brute_force(written: WritePack, wool: int, dye: int, waived: int, toll: int, whom: str) -> None:
    to = "(opponent(buyer) if buyer is second else none)" if whom == "none" else whom
    numbers = {"ADDED_WOOL": f"zero + {wool}", "ADDED_DYE": f"zero + {dye}", "WAIVED": f"zero + {waived}"}
    game = written(trading(**numbers, TOLL=f"zero + {toll}", WHOM=to))
    need = (1 + max(0, wool), 1 + max(0, dye))
    place = {"nobody": 0, "left(buyer)": 1}.get(whom, 2)
    offers, bank = (Offer(1, (2, 2), 1),), (Market((3, 3), 0),)
    goods = pareto(set(assignments((need, (0, 0), (), max(0, waived), offers, bank, 3))))
    due = [2 + 1, 0, 0]
    due[place] += max(0, toll)
    assert ways(game) == tuple(tuple(map(sum, zip(way, due, strict=True))) for way in goods)
    least = min(map(sum, goods))
    assert game.start().scores(0)["goods"] == least
    assert game.start().scores(0)["whole"] == least + sum(due)
    assert beside_the_reference(game, 1, None, 1.0).differences == ()
    position = game.start()
    wealth = position.read("coins", 0), position.read("coins", 1)
    nobody, left, third = ways(game)[0]
    position.play(next(key for key in position.keys() if key.startswith("build cloth")))  # noqa: SIM118
    assert position.read("coins", 1) == wealth[1] + left
    assert position.read("coins", 0) == wealth[0] - nobody - left - (0 if whom == "buyer" else third)


@pytest.mark.parametrize("pack", ["tolls", "harbours"])
def test_packs_with_surcharges(pack: str) -> None:
    game = load(PACKS / pack)
    assert [outcome for outcome in run_scenarios(game) if outcome.failure] == []
    for seed in range(3):
        assert beside_the_reference(game, seed, None, 0.3).differences == ()


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("    waived: 0\n", "    waived: -1\n", "out-of-range"),
        ("    amount: 1\n", "    amount: -1\n", "out-of-range"),
        ("    amount: 1\n", "    amount: yes\n", "wrong-type"),
        ("    amount: 1\n", "", "missing-field"),
        ("    amount: 1\n", "    price: 1\n", "unknown-field"),
        ("    amount: 1\n", "    amount: price(buyer, item)\n", "endless"),
        ("    amount: 1\n    pays: left(buyer)", "    amount: 1\n    pays: owner(item)", "unknown-name"),
        ("fee toll", "fee left", "duplicate"),
        ("pay.total", "pay.tolls", "unknown-field"),
    ],
)
def test_mistakes(written: WritePack, old: str, new: str, code: str) -> None:
    text = trading()
    assert old in text
    with pytest.raises(InvalidPack) as caught:
        written(text.replace(old, new))
    assert code in {diagnostic.code for diagnostic in caught.value.diagnostics}
