"""What `verify` says about damaged data of a program: its places, tables, layouts, cards, prices."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from duel_dsl.interpreter import load
from duel_dsl.interpreter.program.model import START, Code, Invariant, Rank
from duel_dsl.interpreter.program.types import FLAG, number
from duel_dsl.interpreter.program.verify import verify

WORKSHOP = load(Path(__file__).parent / "packs" / "workshop").program
MEMORY = WORKSHOP.memory
LUCK, COINS = MEMORY.table["luck"], MEMORY.player["coins"]
PLACES, TABLES = WORKSHOP.places, WORKSHOP.tables
DATA = {
    "places with a gap": (
        {"places": (*PLACES[:-1], evolve(PLACES[-1], first=PLACES[-1].first + 1))},
        "where begins at 93, not at 92",
    ),
    "places that do not fill the position": ({"places": PLACES[:-1]}, "the places do not fill the position"),
    "a first position out of bounds": (
        {"first": tuple(99 if at == COINS else value for at, value in enumerate(WORKSHOP.first))},
        "coins begins with 99, which is no 0..50",
    ),
    "half a row": ({"tables": {**TABLES, "needs": evolve(TABLES["needs"], row=4)}}, "needs has no whole rows"),
    "an entry out of bounds": (
        {"tables": {**TABLES, "field_size": evolve(TABLES["field_size"], type=number(0, 1))}},
        "field_size has an entry that is no 0..1",
    ),
    "a card without an entry": (
        {"dispatch": {**WORKSHOP.dispatch, "on_take": ("",)}},
        "on_take has not one entry for each card",
    ),
    "a handler that there is not": (
        {"dispatch": {**WORKSHOP.dispatch, "on_take": ("gone",) + ("",) * 9}},
        "on_take names gone, which there is not",
    ),
    "fewer seats than players": ({"players": (2, 9)}, "2 to 9 players do not fit on 3 seats"),
    "a card without a back": ({"backs": (0,)}, "it has not one back and one place in the text for each card"),
    "a layout with a row too few": (
        {"layouts": (evolve(WORKSHOP.layouts[0], rows=(0,)),)},
        "layout steps has not one row and what covers it for each slot",
    ),
    "a slot under one that there is not": (
        {"layouts": (evolve(WORKSHOP.layouts[0], face_up=1 << 50),)},
        "layout steps speaks of slots that it does not have",
    ),
    "a type that is none": (
        {"tables": {**TABLES, "money": evolve(TABLES["money"], type=number(5, 2))}},
        "table money: there is no number from 5 to 2",
    ),
    "a machine's place that is too narrow": (
        {"places": (evolve(PLACES[0], type=FLAG), *PLACES[1:])},
        "1 times 0..18446744073709551615 is wanted at 0",
    ),
    "a memory that leads elsewhere": (
        {"memory": evolve(MEMORY, table={**MEMORY.table, "luck": MEMORY.table["loud"]})},
        f"luck does not lie at {MEMORY.table['loud']}",
    ),
    "no spots": ({"spots": ()}, "the spots are not those on which cards can lie unseen"),
    "a card that lies nowhere at first": (
        {"first": tuple(0 if at == MEMORY.table["deck"] else value for at, value in enumerate(WORKSHOP.first))},
        "not every card lies in one zone at first",
    ),
    "a game that is over at first": (
        {"first": tuple(1 if at == 1 else value for at, value in enumerate(WORKSHOP.first))},
        "the game does not begin with its beginning",
    ),
    "a table with too few entries": (
        {"tables": {**TABLES, "money": evolve(TABLES["money"], entries=(1, 2))}},
        "money has not one entry for each card",
    ),
    "an event of functions and routines": (
        {
            "dispatch": {
                **WORKSHOP.dispatch,
                "formula_worth": ("event0_on_take_bell_8", "formula_worth_bell_8") + ("",) * 8,
            }
        },
        "formula_worth names functions and routines",
    ),
    "a rank of nothing": ({"rank": (Rank("score", 9),)}, "nothing can be decided by score 9"),
    "no way to end": ({"ways": ()}, "too few ways of winning"),
    "no beginning": (
        {"routines": tuple(routine for routine in WORKSHOP.routines if routine.name != START)},
        f"there is no routine `{START}` without parameters",
    ),
    "a score that there is not": ({"score": ("gone",)}, "there is no function `gone` with 1 parameters"),
    "an invariant of nobody": (
        {"invariants": (Invariant("score_coins", False),)},
        "there is no function `score_coins` with 0 parameters",
    ),
    "two of one name": (
        {"functions": (*WORKSHOP.functions, WORKSHOP.functions[0])},
        f"there are several `{WORKSHOP.functions[0].name}`",
    ),
}


def _int(value: int) -> Code:
    return Code("int", value=value)


@pytest.mark.parametrize("case", DATA)
def test_data(case: str) -> None:
    changes, finding = DATA[case]
    assert finding in "\n".join(verify(evolve(WORKSHOP, **changes)))


def test_prices_of_the_wrong_form() -> None:
    assert WORKSHOP.prices is not None
    wrong = evolve(WORKSHOP.prices, own=(_int(1),))
    assert "`prices` cannot work with" in "\n".join(verify(evolve(WORKSHOP, prices=wrong)))
    market = evolve(WORKSHOP.prices.markets[0], receiver=4)
    for changes, finding in (
        ({"money": LUCK}, f"money does not lie at {LUCK}"),
        ({"markets": (market,)}, "a market pays receiver 4, which there is not"),
        ({"markets": (evolve(market, sells=(7,)),)}, "sells what there is not"),
        ({"receivers": (_int(7),)}, "wanted is -1..2"),
        ({"receivers": (_int(0),) * 5}, "too many can be paid"),
    ):
        assert finding in "\n".join(verify(evolve(WORKSHOP, prices=evolve(WORKSHOP.prices, **changes))))
