"""Every number of 7 Wonders' text against a table made without it; what a card does is found out by playing."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from duel_dsl.dsl.model import Term
from duel_dsl.interpreter import Game, Position

TABLE: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "wonders_table.json").read_text(encoding="utf-8"))
BUILDINGS: dict[str, dict[str, Any]] = TABLE["buildings"]
BOARDS: dict[str, dict[str, Any]] = TABLE["boards"]
STAGES: dict[str, dict[str, Any]] = TABLE["stages"]
PRINTED = {**BUILDINGS, **BOARDS, **STAGES}
GOODS = ("wood", "clay", "stone", "ore", "glass", "loom", "papyrus")
# Cards that produce at least four units of every raw material and two of every other good.
SELLERS = (
    *("lumber_yard", "lumber_yard.2", "sawmill", "clay_pool", "clay_pool.2", "brickyard"),
    *("stone_pit", "stone_pit.2", "quarry", "ore_vein", "ore_vein.2", "foundry"),
    *("glassworks_1", "glassworks_2", "loom_1", "loom_2", "press_1", "press_2"),
)
RICH = 1000
# What the abilities of the table are called in the rules.
ABILITIES = {
    "play_seventh_card": "plays_seventh",
    "free_build_once_per_age": "gift",
    "copy_neighbour_guild": "copies_guild",
}
OWN, LEFT, RIGHT = 0, 1, 2
SEATS = {"own": OWN, "left": LEFT, "right": RIGHT}


@pytest.fixture
def table(wonders: Game, arrange: Any) -> Any:
    """The first turn of three players without boards, all cards in the deck and the first player rich."""
    arranged = arrange(wonders.start(seed=0, players=3))
    position = arranged.position
    for seat in SEATS.values():
        arranged.put("box", *position.zone("board", seat))
        for card in position.zone("hand", seat):
            copy = next(c for c in copies_of(wonders, card) if c in held_by(position, "hand", seat))
            arranged.put("deck", copy)
    return arranged.set("coins", RICH, OWN)


def copies_of(game: Game, name: str) -> list[str]:
    """The ids of all copies of a card."""
    return [card.id for card in game.description.cards if card.name == name]


def held_by(position: Position, zone: str, seat: int) -> set[str]:
    """The ids of the very copies that lie in a zone."""
    mask = position.state[position.game.place(zone, seat)[0]]
    return {card.id for card in position.game.description.cards if mask >> card.index & 1}


def asked(position: Position, function: str, *arguments: int) -> int:
    """What a function of the rules says now."""
    return position.game.machine.call(position.state, function, *arguments)


# -------------------------------------------------------------- what there is
def test_the_cards_are_those_of_the_table(wonders: Game) -> None:
    assert {card.name for card in wonders.description.cards} == set(PRINTED)
    assert (len(BUILDINGS), len(BOARDS), len(STAGES)) == (78, 14, 42)
    assert wonders.description.enums["good"] == GOODS


@pytest.mark.parametrize("name", PRINTED)
def test_kind_and_names(wonders: Game, name: str) -> None:
    row = PRINTED[name]
    for copy in copies_of(wonders, name):
        card = wonders.card(copy)
        assert (card.kind, card.title) == (row["kind"], row["names"]["en"])
        # Where two cards have one printed name, ours says more.
        for language, said in row["names"].items():
            assert wonders.words(language).card(card.index).startswith(said)


@pytest.mark.parametrize("name", BUILDINGS)
def test_copies(wonders: Game, name: str) -> None:
    minima = [wonders.card(copy).values["minimum"] for copy in copies_of(wonders, name)]
    assert [sum(minimum <= players for minimum in minima) for players in range(3, 8)] == BUILDINGS[name]["copies"]


@pytest.mark.parametrize("players", range(3, 8))
def test_every_age_deals_seven_cards_each(wonders: Game, players: int) -> None:
    for age in (1, 2, 3):
        cards = [c for c in wonders.description.cards if c.kind == "building" and c.values["age"] == age]
        dealt = sum(card.values["minimum"] <= players for card in cards) + (players + 2 if age == 3 else 0)
        assert dealt == 7 * players


@pytest.mark.parametrize("name", PRINTED)
def test_cost_and_production(wonders: Game, name: str) -> None:
    row = PRINTED[name]
    for copy in copies_of(wonders, name):
        values = wonders.card(copy).values
        if "cost_goods" in row:
            assert values["cost"].money == row["cost_coins"]
            assert dict(zip(GOODS, values["cost"].goods, strict=True)) == amounts(row["cost_goods"])
        assert dict(zip(GOODS, values["produces"].fixed, strict=True)) == amounts(row["produces"])
        alternatives = [[g for i, g in enumerate(GOODS) if mask >> i & 1] for mask in values["produces"].choices]
        assert alternatives == ([row["produces_one_of"]] if row.get("produces_one_of") else [])


def amounts(given: dict[str, int]) -> dict[str, int]:
    return {good: given.get(good, 0) for good in GOODS}


@pytest.mark.parametrize("name", BUILDINGS)
def test_printed_fields_of_buildings(wonders: Game, name: str) -> None:
    row, enums = BUILDINGS[name], wonders.description.enums
    for copy in copies_of(wonders, name):
        values = wonders.card(copy).values
        assert (values["age"], values["shields"], values["wild"]) == (row["age"], row["shields"], row["wild"])
        assert enums["color"][values["color"]] == row["color"]
        assert (enums["symbol"][values["symbol"]] if values["symbol"] >= 0 else None) == row["symbol"]


@pytest.mark.parametrize("name", STAGES)
def test_printed_fields_of_stages(wonders: Game, name: str) -> None:
    values, row = wonders.card(name).values, STAGES[name]
    assert wonders.description.cards[values["board"]].id == row["board"]
    assert (values["number"], values["shields"], values["wild"]) == (row["number"], row["shields"], row["wild"])


@pytest.mark.parametrize("name", BOARDS)
def test_printed_fields_of_boards(wonders: Game, name: str) -> None:
    row = BOARDS[name]
    assert wonders.description.enums["town"][wonders.card(name).values["town"]] == row["town"]
    assert sum(stage["board"] == name for stage in STAGES.values()) == row["stages"]


# -------------------------------------------------------------- what is worked out
def points_of(position: Position, name: str, seat: int) -> int:
    return asked(position, "formula_points", position.game.card(name).index, seat)


@pytest.mark.parametrize("name", [*BUILDINGS, *STAGES])
def test_fixed_points(wonders: Game, table: Any, name: str) -> None:
    points = PRINTED[name]["points"]
    written = wonders.card(name).values["points"]
    assert isinstance(written, Term)
    if points is None:
        assert written.op != "int"
    else:
        assert points_of(table.position, name, OWN) == points


def counted(position: Position, what: str, seat: int) -> int:
    """What a formula of the table counts, in one city."""
    if what == "completed wonder stage":
        return len(position.zone("stages", seat))
    if what == "defeat token":
        return int(position.read("defeats", seat) or 0)
    color = what.removesuffix(" card")
    return sum(BUILDINGS[card]["color"] == color for card in position.zone("city", seat))


def by_formula(position: Position, parts: list[dict[str, Any]]) -> int:
    """A formula of the table worked out for the first player."""
    return sum(
        part["each"] * counted(position, part["what"], SEATS[where]) for part in parts for where in part["where"]
    )


def mixed(table: Any, random: Random, without: str) -> Position:
    """Random cities, stages and defeats of all three."""
    for name in random.sample(list(BUILDINGS), 40):
        if name != without:
            table.put("city", name, seat=random.randrange(3))
    for name in random.sample(list(STAGES), 8):
        table.put("stages", name, seat=random.randrange(3))
    for seat in SEATS.values():
        table.set("defeats", random.randrange(7), seat)
    return table.position


@pytest.mark.parametrize("name", [name for name, row in BUILDINGS.items() if row["points_per"]])
def test_points_by_formula(table: Any, name: str) -> None:
    random = Random(name)
    for _ in range(10):
        position = mixed(table, random, name)
        table.put("city", name, seat=OWN)
        assert points_of(position, name, OWN) == by_formula(position, BUILDINGS[name]["points_per"])


@pytest.mark.parametrize("name", [*BUILDINGS, *STAGES])
def test_prices_at_the_neighbours(table: Any, name: str) -> None:
    """Whoever sells, to whom: only the owner of the card buys cheaper, and only what the table says."""
    position = table.put("city" if name in BUILDINGS else "stages", name, seat=OWN).position
    for buyer in SEATS.values():
        for side, seller in (("left", (buyer + 1) % 3), ("right", (buyer + 2) % 3)):
            prices = PRINTED[name]["prices"].get(side, {}) if buyer == OWN else {}
            for number, good in enumerate(GOODS):
                assert asked(position, "value_trade_price", buyer, seller, number) == prices.get(good, 2)


# -------------------------------------------------------------- what is played
def sold_on_the_left(table: Any, without: str) -> None:
    """The neighbour on the left sells enough of everything."""
    table.put("city", *(name for name in SELLERS if name != without), seat=LEFT)


def price_on_the_left(coins: int, bought: int) -> tuple[str, int]:
    """What our key says of a price when everything is bought on the left, and its sum."""
    parts = [f"{coins} coins"] * bool(coins) + [f"{bought} left"] * bool(bought)
    return " ".join(["", "paying", *parts]) if parts else "", coins + bought


def symbols_of(position: Position) -> list[int]:
    """The first player's symbols: those of any kind, then each kind."""
    return [asked(position, "define_wild", OWN), *(asked(position, "value_held", OWN, kind) for kind in range(3))]


def offered(position: Position, start: str) -> list[str]:
    """The keys on offer that begin like this."""
    return [option.key for option in position.options() if option.key.startswith(start)]


def finish_round(position: Position) -> None:
    """The other two sell a card."""
    for seat in (LEFT, RIGHT):
        assert position.decider == seat
        position.play(offered(position, "sell ")[0])


def deal(table: Any, name: str) -> None:
    """Two cards for everybody; the first player's are the named one and a tavern."""
    table.put("hand", name, "tavern" if name != "tavern" else "altar", seat=OWN)
    table.put("hand", "vineyard.2", "bazar.2", seat=LEFT).put("hand", "forum.2", "forum.3", seat=RIGHT)


@pytest.mark.parametrize("name", BUILDINGS)
def test_building_a_building(table: Any, name: str) -> None:
    """Price, coins at once, strength and symbols, by playing the card."""
    row, random = BUILDINGS[name], Random(name)
    sold_on_the_left(table, name)
    # Nobody else produces anything, and nothing makes the card free or cheaper.
    idle = [n for n, r in BUILDINGS.items() if not r["produces"] and not r["produces_one_of"] and not r["prices"]]
    for other in random.sample([n for n in idle if n not in (name, "tavern", *row["free_with"])], 12):
        table.put("city", other, seat=random.choice((OWN, RIGHT)))
    deal(table, name)
    position = table.position
    strength, symbols = asked(position, "value_shields", OWN), symbols_of(position)
    paying, price = price_on_the_left(row["cost_coins"], 2 * sum(row["cost_goods"].values()))
    assert offered(position, f"build {name}") == [f"build {name}{paying}"]
    position.play(f"build {name}{paying}")
    finish_round(position)
    assert name in position.zone("city", OWN)
    income = row["coins_now"] + by_formula(position, row["coins_per"])
    assert position.read("coins", OWN) == RICH - price + income
    assert position.read("coins", LEFT) == 3 + 3 + price - row["cost_coins"]
    assert asked(position, "value_shields", OWN) == strength + row["shields"]
    shown = [row["wild"], *(int(row["symbol"] == symbol) for symbol in position.game.description.enums["symbol"])]
    assert symbols_of(position) == [old + new for old, new in zip(symbols, shown, strict=True)]


@pytest.mark.parametrize("name", BUILDINGS)
def test_free_by_a_chain(table: Any, name: str) -> None:
    """Each giver alone makes it free, and all other buildings together do not."""
    row = BUILDINGS[name]
    deal(table.set("coins", 0, OWN), name)
    for giver in row["free_with"]:
        table.put("city", giver, seat=OWN)
        assert is_chained(table.position, name)
        table.put("deck", giver)
    others = [n for n, r in BUILDINGS.items() if r["same_as"] != row["same_as"] and n not in row["free_with"]]
    assert not is_chained(table.put("city", *others, seat=OWN).position, name)


def is_chained(position: Position, name: str) -> bool:
    return any(o.key == f"build {name}" and o.remark == "by its chain" for o in position.options())


@pytest.mark.parametrize("name", BUILDINGS)
def test_no_two_of_one_name(wonders: Game, table: Any, name: str) -> None:
    row = BUILDINGS[name]
    deal(table, name)
    sold_on_the_left(table, name)
    key = f"build {name}{price_on_the_left(row['cost_coins'], 2 * sum(row['cost_goods'].values()))[0]}"
    assert offered(table.position, key)
    namesakes = [n for n, other in BUILDINGS.items() if other["same_as"] == row["same_as"]]
    for copy in [copy for n in namesakes for copy in copies_of(wonders, n) if copy != name]:
        table.put("city", copy, seat=OWN)
        assert not offered(table.position, key)
        table.put("deck", copy)


@pytest.mark.parametrize("name", STAGES)
def test_raising_a_stage(table: Any, name: str) -> None:
    """Price, coins, strength, symbols and what it allows from then on, by playing the card."""
    row = STAGES[name]
    sold_on_the_left(table, name)
    deal(table, "palace")
    earlier = [n for n, other in STAGES.items() if other["board"] == row["board"] and other["number"] < row["number"]]
    position = table.put("board", row["board"], seat=OWN).put("stages", *earlier, seat=OWN).position
    strength, symbols = asked(position, "value_shields", OWN), symbols_of(position)
    paying, price = price_on_the_left(0, bought_for(row, earlier))
    keys = [f"raise {name} with {card}{paying}" for card in ("tavern", "palace")]
    assert sorted(offered(position, "raise ")) == sorted(keys)
    position.play(keys[1])
    finish_round(position)
    assert name in position.zone("stages", OWN)
    assert position.zone("under", OWN) == ["palace"]
    assert position.read("coins", OWN) == RICH - price + row["coins_now"]
    assert asked(position, "value_shields", OWN) == strength + row["shields"]
    assert symbols_of(position) == [symbols[0] + row["wild"], *symbols[1:]]
    for ability, value in ABILITIES.items():
        allowed = any(STAGES[n]["ability"] == ability for n in position.zone("stages", OWN))
        assert asked(position, f"value_{value}", OWN) == allowed
    if row["ability"] == "build_from_discard":
        assert (position.decider, len(offered(position, "salvage ")), len(position.codes)) == (OWN, 2, 2)
    else:
        assert position.choice == "turn"


def bought_for(row: dict[str, Any], earlier: list[str]) -> int:
    """What the missing goods of a stage cost, by the board's own production and that of its earlier stages."""
    missing = Counter(row["cost_goods"]) - Counter(BOARDS[row["board"]]["produces"])
    prices = dict.fromkeys(GOODS, 2)
    for name in earlier:
        missing -= Counter([good for good in STAGES[name]["produces_one_of"] if missing[good]][:1])
        prices |= STAGES[name]["prices"].get("left", {})
    return sum(number * prices[good] for good, number in missing.items())
