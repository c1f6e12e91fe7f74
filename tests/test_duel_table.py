"""Every number of Duel's text against a table that was made without it; what a card does is found out by playing."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from duel_dsl.dsl.model import Term
from duel_dsl.interpreter import Game, Position

TABLE: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "duel_table.json").read_text(encoding="utf-8"))
BUILDINGS: dict[str, dict[str, Any]] = TABLE["buildings"]
WONDERS: dict[str, dict[str, Any]] = TABLE["wonders"]
TOKENS: dict[str, dict[str, Any]] = TABLE["tokens"]
LOOT: dict[str, dict[str, Any]] = TABLE["loot"]
PRINTED = {**BUILDINGS, **WONDERS, **TOKENS, **LOOT}
GOODS = ("wood", "clay", "stone", "glass", "papyrus")
RICH = 1000
SEATS = ("first", "second")


def price_of(position: Position, key: str) -> int:
    """The price that an option tells."""
    option = next(o for o in position.options() if o.key == key)
    return int(option.remark.removeprefix("for "))


def key_like(position: Position, start: str, without: str = "-") -> str:
    """The first key that begins like this."""
    return next(o.key for o in position.options() if o.key.startswith(start) and without not in o.key)


def member(game: Game, enum: str, value: int) -> str | None:
    return game.description.enums[enum][value] if value >= 0 else None


# -------------------------------------------------------------- what there is
def test_the_cards_are_those_of_the_table(duel: Game) -> None:
    assert sorted(card.id for card in duel.description.cards) == sorted(PRINTED)
    assert (len(BUILDINGS), len(WONDERS), len(TOKENS), len(LOOT)) == (73, 12, 10, 4)


@pytest.mark.parametrize("identifier", PRINTED)
def test_kind_and_names(duel: Game, identifier: str) -> None:
    card, row = duel.card(identifier), PRINTED[identifier]
    assert card.kind == row["kind"]
    assert card.title == row.get("title", row["names"]["en"])
    for language, name in row["names"].items():
        assert duel.words(language).card(card.index) == name


@pytest.mark.parametrize("identifier", [*BUILDINGS, *WONDERS])
def test_cost_and_production(duel: Game, identifier: str) -> None:
    values, row = duel.card(identifier).values, PRINTED[identifier]
    assert values["cost"].money == row["cost_coins"]
    assert dict(zip(GOODS, values["cost"].goods, strict=True)) == {g: row["cost_goods"].get(g, 0) for g in GOODS}
    assert dict(zip(GOODS, values["produces"].fixed, strict=True)) == {g: row["produces"].get(g, 0) for g in GOODS}
    alternatives = [[g for i, g in enumerate(GOODS) if mask >> i & 1] for mask in values["produces"].choices]
    assert alternatives == ([row["produces_one_of"]] if row["produces_one_of"] else [])
    assert duel.description.enums["good"] == GOODS


@pytest.mark.parametrize("identifier", BUILDINGS)
def test_printed_fields_of_buildings(duel: Game, identifier: str) -> None:
    values, row = duel.card(identifier).values, BUILDINGS[identifier]
    assert (values["age"], values["shields"]) == (row["age"], row["shields"])
    assert member(duel, "color", values["color"]) == row["color"]
    assert member(duel, "symbol", values["symbol"]) == row["symbol"]
    assert member(duel, "link", values["link"]) == row["link"]
    assert member(duel, "link", values["free_with"]) == row["free_with"]


@pytest.mark.parametrize("identifier", WONDERS)
def test_printed_fields_of_wonders(duel: Game, identifier: str) -> None:
    values, row = duel.card(identifier).values, WONDERS[identifier]
    assert (values["shields"], bool(values["again"])) == (row["shields"], row["again"])


def test_printed_fields_of_tokens(duel: Game) -> None:
    for identifier, row in TOKENS.items():
        assert member(duel, "symbol", duel.card(identifier).values["symbol"]) == row["symbol"]
    for identifier, row in LOOT.items():
        values = duel.card(identifier).values
        assert (SEATS[values["side"]], values["at"]) == (row["side"], row["at"])


def test_the_layouts_are_those_of_the_table(duel: Game) -> None:
    assert list(duel.description.layouts) == list(TABLE["layouts"])
    for name, rows in TABLE["layouts"].items():
        layout = duel.description.layouts[name]
        found = [
            {
                "id": slot,
                "row": layout.rows[index] + 1 - min(layout.rows),
                "face_up": bool(layout.face_up >> index & 1),
                "covered_by": [other for bit, other in enumerate(layout.slots) if layout.covers[index] >> bit & 1],
            }
            for index, slot in enumerate(layout.slots)
        ]
        assert found == [{key: row[key] for key in found[0]} for row in rows]
        assert [f"r{row['row']}c{row['position']}" for row in rows] == list(layout.slots)


# -------------------------------------------------------------- what is worked out
def printed_points(position: Position, card: str, seat: int) -> int:
    return position.game.machine.call(position.state, "formula_points", position.game.card(card).index, seat)


@pytest.mark.parametrize("identifier", [*BUILDINGS, *WONDERS, *TOKENS])
def test_fixed_points(duel: Game, first_turn: Position, identifier: str) -> None:
    points = PRINTED[identifier]["points"]
    written = duel.card(identifier).values["points"]
    assert isinstance(written, Term)
    if points is None:
        assert written.op != "int"
        assert PRINTED[identifier]["points_formula"]
    else:
        assert printed_points(first_turn, identifier, 0) == points


def counted(position: Position, what: str, seat: int) -> int:
    """What a formula of the table counts, in one city."""
    if what.startswith("wonder"):
        return len(position.zone("wonders", seat))
    if what.startswith("progress token"):
        return len(position.zone("tokens", seat))
    if what == "3 coins":
        return int(position.read("coins", seat) or 0) // 3
    colors = what.removesuffix(" building").split(" or ")
    return sum(1 for card in position.zone("city", seat) if BUILDINGS[card]["color"] in colors)


def by_formula(position: Position, formula: str, seat: int) -> int:
    """A formula of the table worked out for a seat."""
    own = re.fullmatch(r"(\d) per own (.*?)(?: built| \(including this one\))?", formula)
    most = re.fullmatch(r"(\d) per (.*?)(?: built)? in the city with the most", formula)
    richest = re.fullmatch(r"(\d) per (3 coins) held by the richest city", formula)
    if own:
        return int(own[1]) * counted(position, own[2], seat)
    found = most or richest
    assert found, formula
    return int(found[1]) * max(counted(position, found[2], s) for s in (0, 1))


def mixed(arranged: Any, random: Random, without: str) -> Position:
    """Random cities, wonders, tokens and coins."""
    deal = [(n, "city") for n in BUILDINGS] + [(n, "wonders") for n in WONDERS] + [(n, "tokens") for n in TOKENS]
    for name, zone in random.sample(deal, 40):
        if name != without:
            arranged.put(zone, name, seat=random.randrange(2))
    for seat in (0, 1):
        arranged.set("coins", random.randrange(40), seat)
    position: Position = arranged.position
    return position


@pytest.mark.parametrize("identifier", [n for n, row in PRINTED.items() if row.get("points_formula")])
def test_points_by_formula(arranged: Any, identifier: str) -> None:
    random = Random(identifier)
    for _ in range(10):
        position = mixed(arranged, random, identifier)
        arranged.put("tokens" if identifier in TOKENS else "city", identifier, seat=0)
        wanted = by_formula(position, PRINTED[identifier]["points_formula"], 0)
        assert printed_points(position, identifier, 0) == wanted


@pytest.mark.parametrize("row", TABLE["track"], ids=lambda row: str(row["pawn"]))
def test_points_of_the_track(arranged: Any, row: dict[str, Any]) -> None:
    arranged.set("pawn", row["pawn"])
    for seat, name in enumerate(SEATS):
        if not row["wins"]:
            wanted = row["leader_points"] if row["leader"] == name else 0
            assert arranged.position.scores(seat)["military"] == wanted
    if not row["wins"]:
        return
    # One shield before the end of the track wins.
    seat = SEATS.index(row["leader"])
    position = seat_to_move(arranged, seat)
    arranged.set("pawn", row["pawn"] + (1 if row["pawn"] < 0 else -1)).set("coins", RICH, seat)
    arranged.put("removed" if "removed" in position.game.description.table else "box", *LOOT)
    arranged.offer("display", "guard_tower")
    position.play("build guard_tower")
    assert position.over
    assert position.result is not None
    assert (position.result.winner, position.result.how) == (seat, "military supremacy")


def seat_to_move(arranged: Any, seat: int) -> Position:
    """The position with that seat deciding."""
    position: Position = arranged.position
    if position.decider != seat:
        position.play(key_like(position, "discard"))
    assert position.decider == seat
    return position


# -------------------------------------------------------------- what is played
@pytest.mark.parametrize("identifier", BUILDINGS)
def test_building_a_building(arranged: Any, identifier: str) -> None:
    """Price without production, coins at once, steps on the track and symbols, by playing the card."""
    row = BUILDINGS[identifier]
    random = Random(identifier)
    position = arranged.position
    seat = position.decider
    arranged.put("wonders", *random.sample(list(WONDERS), 3), seat=seat)
    others = [n for n, r in BUILDINGS.items() if n != identifier and not r["symbol"] and not r["fixed_prices"]]
    for name in random.sample(others, 10):
        if row["free_with"] is None or BUILDINGS[name]["link"] != row["free_with"]:
            arranged.put("city", name, seat=random.randrange(2))
    # Own production would hide the cost.
    for zone, kept in (("city", BUILDINGS), ("wonders", WONDERS)):
        makers = [n for n in position.zone(zone, seat) if kept[n]["produces_one_of"]]
        arranged.put("box" if zone == "wonders" else "discard", *makers)
    arranged.set("coins", RICH, seat).offer("display", identifier)
    produced = dict.fromkeys(GOODS, 0)
    sold = dict.fromkeys(GOODS, 0)
    for owner, amounts in ((seat, produced), (1 - seat, sold)):
        for name in position.zone("city", owner):
            for good, number in BUILDINGS[name]["produces"].items():
                amounts[good] += number
    price = row["cost_coins"] + sum(
        max(0, number - produced[good]) * (2 + sold[good]) for good, number in row["cost_goods"].items()
    )
    pawn = position.read("pawn")
    assert price_of(position, f"build {identifier}") == price
    position.play(f"build {identifier}")
    assert identifier in position.zone("city", seat)
    formula = row["coins_now_formula"]
    income = by_formula(position, formula, seat) if formula else row["coins_now"]
    assert position.read("coins", seat) == RICH - price + income
    assert position.read("pawn") == pawn + (row["shields"] if seat == 0 else -row["shields"])


@pytest.mark.parametrize("identifier", [n for n, row in BUILDINGS.items() if row["fixed_prices"]])
def test_fixed_prices(arranged: Any, identifier: str) -> None:
    """A fixed price holds whatever the opponent produces; the other goods cost what they did."""
    position = arranged.position
    seat = position.decider
    arranged.set("coins", RICH, seat)
    for good, seller in zip(GOODS, ("sawmill", "brickyard", "shelf_quarry", "glass_blower", "press"), strict=True):
        arranged.put("city", seller, seat=1 - seat)
        asking = next(n for n, r in BUILDINGS.items() if r["cost_goods"].get(good) and n != identifier)
        before = price_of(arranged.offer("display", asking).position, f"build {asking}")
        arranged.put("city", identifier, seat=seat)
        after = price_of(position, f"build {asking}")
        sold = sum(BUILDINGS[n]["produces"].get(good, 0) for n in position.zone("city", 1 - seat))
        others = [
            g for g in BUILDINGS[asking]["cost_goods"] if g != good and g in BUILDINGS[identifier]["fixed_prices"]
        ]
        if good in BUILDINGS[identifier]["fixed_prices"] and not others:
            saved = 2 + sold - BUILDINGS[identifier]["fixed_prices"][good]
            assert before - after == saved * BUILDINGS[asking]["cost_goods"][good]
        elif not others:
            assert before == after
        arranged.put("discard", identifier)


@pytest.mark.parametrize("identifier", [n for n, row in BUILDINGS.items() if row["free_with"]])
def test_free_with_a_link(arranged: Any, identifier: str) -> None:
    giver = next(n for n, row in BUILDINGS.items() if row["link"] == BUILDINGS[identifier]["free_with"])
    position = arranged.position
    seat = position.decider
    arranged.set("coins", 0, seat).put("city", giver, seat=seat).offer("display", identifier)
    option = next(o for o in position.options() if o.key == f"build {identifier}")
    assert option.remark == "by its link"
    position.play(option)
    assert identifier in position.zone("city", seat)


@pytest.mark.parametrize("identifier", WONDERS)
def test_raising_a_wonder(arranged: Any, identifier: str) -> None:
    """Price, coins of both, steps, another turn and what is destroyed, by playing the card."""
    row = WONDERS[identifier]
    position = arranged.position
    seat = position.decider
    arranged.put("plans", identifier, seat=seat).offer("display", "altar", "baths")
    arranged.put("city", "lumber_yard", "logging_camp", "glassworks", "press", "theater", seat=1 - seat)
    arranged.set("coins", RICH, seat).set("coins", 50, 1 - seat)
    pawn = position.read("pawn")
    sold = {"wood": 2, "glass": 1, "papyrus": 1}
    price = sum(number * (2 + sold.get(good, 0)) for good, number in row["cost_goods"].items()) + row["cost_coins"]
    assert price_of(position, f"raise {identifier} with altar") == price
    position.play(f"raise {identifier} with altar")
    assert position.zone("wonders", seat) == [identifier]
    assert position.zone("tucked") == ["altar"]
    assert position.read("coins", seat) == RICH - price + row["coins_now"]
    assert position.read("coins", 1 - seat) == 50 - row["opponent_loses_coins"]
    assert position.read("pawn") == pawn + (row["shields"] if seat == 0 else -row["shields"])
    if row["destroys_color"]:
        wanted = {"brown": {"lumber_yard", "logging_camp"}, "grey": {"glassworks", "press"}}[row["destroys_color"]]
        assert set(position.keys()) == {f"destroy {name}" for name in wanted}
        assert position.decider == seat
        position.play(0)
        assert len(set(position.zone("discard")) & wanted) == 1
    if identifier == "the_great_library":
        assert len(position.keys()) == 3
        position.play(0)
    assert position.choice == "turn"
    assert (position.decider == seat) == row["again"]


@pytest.mark.parametrize("identifier", TOKENS)
def test_taking_a_token(arranged: Any, identifier: str) -> None:
    position = arranged.position
    seat = position.decider
    arranged.put("token_box", *(t for t in position.zone("board") if t != identifier)).put("board", identifier)
    arranged.put("board", "philosophy" if identifier != "philosophy" else "law")
    arranged.put("city", "workshop", seat=seat).offer("display", "laboratory").set("coins", RICH, seat)
    price = price_of(position, "build laboratory")
    position.play("build laboratory")
    position.play(f"take {identifier}")
    assert position.zone("tokens", seat) == [identifier]
    assert position.read("coins", seat) == RICH - price + TOKENS[identifier]["coins_now"]


@pytest.mark.parametrize("identifier", LOOT)
def test_reaching_a_military_token(arranged: Any, identifier: str) -> None:
    row = LOOT[identifier]
    loser = SEATS.index(row["side"])
    position = seat_to_move(arranged, 1 - loser)
    sign = 1 if loser == 1 else -1
    arranged.set("pawn", sign * (row["at"] - 1)).set("coins", 50, loser).set("coins", RICH, 1 - loser)
    arranged.offer("display", "guard_tower")
    position.play("build guard_tower")
    assert position.read("pawn") == sign * row["at"]
    assert position.read("coins", loser) == 50 - row["coins_lost"]
    assert identifier not in position.zone("track")


@pytest.mark.parametrize(
    ("token", "affected"),
    [("architecture", [*WONDERS]), ("masonry", [n for n, row in BUILDINGS.items() if row["color"] == "blue"])],
)
def test_waivers(arranged: Any, token: str, affected: list[str]) -> None:
    """Two units fewer, the dearest ones; everything else costs what it did."""
    position = arranged.position
    seat = position.decider
    arranged.set("coins", RICH, seat).put("city", "sawmill", "glassworks", seat=1 - seat).offer("display", "altar")
    unit = {"wood": 4, "clay": 2, "stone": 2, "glass": 3, "papyrus": 2}
    arranged.put("tokens", token, seat=seat)
    for name in [*WONDERS, *(n for n, row in BUILDINGS.items() if row["color"] in ("blue", "green", "red"))]:
        row = PRINTED[name]
        if name in WONDERS:
            arranged.put("plans", name, seat=seat)
            key = key_like(position, f"raise {name} with ")
        else:
            arranged.offer("display", name)
            key = f"build {name}"
        units = sorted(unit[good] for good, number in row["cost_goods"].items() for _ in range(number))
        if name in affected:
            units = units[: max(0, len(units) - 2)]
        assert price_of(position, key) == row["cost_coins"] + sum(units)


def test_the_other_tokens(arranged: Any) -> None:
    """Strategy, theology, economy and urbanism each once; their rulings have scenarios beside the cards."""
    position = arranged.position
    seat = position.decider
    arranged.put("tokens", "strategy", "theology", "urbanism", seat=seat).put("tokens", "economy", seat=1 - seat)
    arranged.put("plans", "the_pyramids", seat=seat).put("city", "stable", seat=seat)
    arranged.set("coins", RICH, seat).set("coins", 0, 1 - seat)
    arranged.offer("display", "guard_tower", "horse_breeders", "altar")
    position.play("raise the_pyramids with altar")
    assert (position.decider, position.read("coins", 1 - seat)) == (seat, 8)
    position.play("build guard_tower")
    assert abs(position.read("pawn")) == 2
    while position.decider != seat:
        position.play(key_like(position, "discard", "horse"))
    before = position.read("coins", seat)
    position.play("build horse_breeders")
    assert position.read("coins", seat) == before + 4
