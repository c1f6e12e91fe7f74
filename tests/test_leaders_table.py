"""Every number of the text of Leaders against a table made without it; what a leader does is found out by playing."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from duel_dsl.interpreter import Game, Position, load

TABLE: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "leaders_table.json").read_text(encoding="utf-8"))
LEADERS: dict[str, dict[str, Any]] = TABLE["leaders"]
GUILDS: dict[str, dict[str, Any]] = TABLE["guilds"]
STAGES: dict[str, dict[str, Any]] = TABLE["stages"]
PRINTED = {**LEADERS, **GUILDS, **STAGES}
GOODS = ("wood", "clay", "stone", "ore", "glass", "loom", "papyrus")
OWN, LEFT, RIGHT = SEATS = range(3)
SET = 7


@pytest.fixture(scope="module")
def leaders() -> Game:
    return load("leaders")


def led_to(game: Game, choice: str) -> Position:
    """The first time that somebody is asked this."""
    position = game.start(seed=0, players=3)
    while position.choice != choice:
        position.play(next(key for key in position.keys() if key.startswith(("keep", "sell"))))  # noqa: SIM118
    return position


@pytest.fixture
def table(leaders: Game, arrange: Any) -> Any:
    """The first recruitment of three players without boards and leaders."""
    arranged = arrange(led_to(leaders, "recruit"))
    for seat in SEATS:
        arranged.put("box", *arranged.position.zone("board", seat))
        arranged.put("leader_box", *arranged.position.zone("leader_hand", seat))
    return arranged


def asked(position: Position, function: str, *arguments: int) -> int:
    """What a function of the rules says now."""
    return position.game.machine.call(position.state, function, *arguments)


def points_of(position: Position, name: str) -> int:
    return asked(position, "formula_points", position.game.card(name).index, OWN)


# -------------------------------------------------------------- what is printed
def test_the_cards_are_those_of_the_table(leaders: Game, wonders: Game) -> None:
    new = {card.name for card in leaders.description.cards} - {card.name for card in wonders.description.cards}
    assert new == {*PRINTED, "roma_a", "roma_b"}
    assert (len(LEADERS), len(GUILDS), len(STAGES)) == (36, 4, 5)


@pytest.mark.parametrize("name", PRINTED)
def test_names_and_costs(leaders: Game, name: str) -> None:
    row, card = PRINTED[name], leaders.card(name)
    assert card.title == row["names"]["en"]
    assert {language: leaders.words(language).card(card.index) for language in ("en", "de")} == row["names"]
    assert card.values["cost"].money == row.get("cost", row.get("cost_coins", 0))
    wanted = row.get("cost_goods", {})
    assert dict(zip(GOODS, card.values["cost"].goods, strict=True)) == {good: wanted.get(good, 0) for good in GOODS}


@pytest.mark.parametrize("name", STAGES)
def test_stages(leaders: Game, table: Any, name: str) -> None:
    row, values = STAGES[name], leaders.card(name).values
    assert leaders.description.cards[values["board"]].id == row["board"]
    assert (values["number"], points_of(table.position, name)) == (row["number"], row["points"])


# -------------------------------------------------------------- points
def mixed(table: Any, random: Random) -> Position:
    """Random cities, stages, leaders, tokens and coins of all three."""
    cards = table.position.game.description.cards
    for zone, kinds, number in (
        ("city", ("building", "guild"), 50),
        ("stages", ("stage",), 9),
        ("leaders", ("leader",), 9),
    ):
        for card in random.sample([c for c in cards if c.kind in kinds and "." not in c.id], number):
            table.put(zone, card.id, seat=random.choice(SEATS))
    return table.set("tokens_won", random.randrange(7), OWN).set("coins", random.randrange(30), OWN).position


def expected(position: Position, row: dict[str, Any]) -> int:
    """The points that the table says, for the first player."""
    game, per = position.game, row.get("points_per")
    if per is None:
        return int(row["points"])

    def colored(color: str, seat: int = OWN) -> int:
        colors = game.description.enums["color"]
        return sum(colors[game.card(card).values["color"]] == color for card in position.zone("city", seat))

    match per:
        case {"cards": [color]}:
            number = colored(color)
        case {"set": colors}:
            number = min(colored(color) for color in colors)
        case {"field": "wonder_stage"}:
            number = len(position.zone("stages", OWN))
        case {"field": "victory_token"}:
            number = int(position.read("tokens_won", OWN) or 0)
        case {"coins": every}:
            number = int(position.read("coins", OWN) or 0) // every
        case {"guilds": _}:
            number = sum(colored("purple", seat) for seat in (LEFT, RIGHT))
        case {"leaders": _}:
            number = sum(len(position.zone("leaders", seat)) for seat in (LEFT, RIGHT))
        case _:
            raise AssertionError(per)
    return int(per["each"]) * number


@pytest.mark.parametrize("name", [*LEADERS, *(name for name, row in GUILDS.items() if "points_per" in row)])
def test_points(table: Any, name: str) -> None:
    random = Random(name)
    for _ in range(8):
        position = mixed(table, random)
        assert points_of(position, name) == expected(position, PRINTED[name])


# -------------------------------------------------------------- what leaders change
def answers(position: Position) -> dict[str, Any]:
    """Everything that leaders can change for the first player."""
    cards = position.game.description.cards
    symbols = position.game.description.enums["symbol"]
    paid = [card for card in cards if card.kind in ("building", "guild", "stage")]
    return {
        "shields": asked(position, "value_shields", OWN),
        "symbols": {name: asked(position, "value_held", OWN, number) for number, name in enumerate(symbols)},
        "set": asked(position, "value_set_worth", OWN),
        "bank": asked(position, "value_bank_goods", OWN),
        "sends_back": asked(position, "value_sends_defeats_back", OWN),
        "waived": {c.id: asked(position, "value_waived", OWN, c.index) for c in paid},
        "free": {c.id for c in paid if asked(position, "value_costs_nothing", OWN, c.index)},
        "recruiting": {c.id: asked(position, "value_recruit_price", OWN, c.index) for c in cards if c.kind == "leader"},
    }


def concerns(game: Game, what: str | None) -> set[str]:
    """The cards of a colour, or all stages."""
    colors = game.description.enums["color"]
    if what == "wonder_stage":
        return {card.id for card in game.description.cards if card.kind == "stage"}
    colored = [card for card in game.description.cards if card.kind in ("building", "guild")]
    return {card.id for card in colored if colors[card.values["color"]] == what}


@pytest.mark.parametrize("borrowed", [False, True])
@pytest.mark.parametrize("name", LEADERS)
def test_abilities(leaders: Game, table: Any, name: str, borrowed: bool) -> None:
    """A leader changes what the table says and nothing else, for its owner and for who borrows it only."""
    position, row = table.position, LEADERS[name]
    before = answers(position)
    table.put("leaders", name, seat=LEFT if borrowed else OWN)
    if borrowed:
        assert answers(position) == before
        position.state[leaders.place("borrowed", OWN)[0]] |= 1 << leaders.card(name).index
    after = answers(position)
    less, free = concerns(leaders, row.get("one_good_less")), row.get("free")
    assert after == {
        "shields": before["shields"] + row["shields"],
        "symbols": {symbol: int(symbol == row["symbol"]) for symbol in before["symbols"]},
        "set": SET + row.get("set_worth_more", 0),
        "bank": row.get("bank", {"units": 0})["units"],
        "sends_back": row.get("sends_defeats_back", False),
        "waived": {card: int(card in less) for card in before["waived"]},
        "free": concerns(leaders, free) if free == "purple" else set(),
        "recruiting": {leader: 0 if free == "leader" else row["cost"] for leader, row in LEADERS.items()},
    }


@pytest.mark.parametrize("name", LEADERS)
def test_recruiting(table: Any, name: str) -> None:
    row = LEADERS[name]
    position = table.put("leader_hand", name, seat=OWN).set("coins", 20, OWN).position
    # With nothing else to do the cards of the age are dealt at once.
    table.put("discard", "altar")
    position.play(f"recruit {name}")
    if row.get("builds_discarded", 0):
        position.play("salvage altar")
    assert position.zone("leaders", OWN) == [name]
    assert position.read("coins", OWN) == 20 - row["cost"] + row["coins_now"]
    assert position.zone("city", OWN) == ["altar"] * row.get("builds_discarded", 0)


# -------------------------------------------------------------- coins in the course of the game
def coins_after(game: Game, arrange: Any, event: str, leader: str | None) -> int:
    """The coins of the first player, who has a leader or none, after something has happened."""
    table = arrange(led_to(game, "turn"))
    for seat in SEATS:
        table.put("box", *table.position.zone("board", seat))
        for card in table.position.zone("hand", seat):
            table.put("deck", *(c.id for c in game.description.cards if c.name == card))
        table.set("coins", 10, seat)
    table.put("hand", "stockade", "west_trading_post", "temple", seat=OWN)
    table.put("city", "altar", "barracks", seat=OWN).put("city", "lumber_yard", seat=LEFT)
    if leader:
        table.put("leaders", leader, seat=OWN)
    if event == "gain victory_token":
        table.set("round", 6)
    keys = {"buy_from_neighbour": "build stockade paying 2 left", "build yellow": "build west_trading_post"}
    table.position.play(keys.get(event, "build temple" if event == "chain_build" else "sell temple"))
    return int(table.position.read("coins", OWN) or 0)


EVENTS = {name: row["coins_on"] for name, row in LEADERS.items() if "coins_on" in row}


@pytest.mark.parametrize("event", sorted(row["event"] for row in EVENTS.values()))
@pytest.mark.parametrize("name", EVENTS)
def test_coins(leaders: Game, arrange: Any, name: str, event: str) -> None:
    """Coins come where the table says so; two conflicts are won at the end of the age."""
    times = 2 if event == "gain victory_token" else 1
    more = EVENTS[name]["coins"] * times if EVENTS[name]["event"] == event else 0
    assert coins_after(leaders, arrange, event, name) == coins_after(leaders, arrange, event, None) + more
