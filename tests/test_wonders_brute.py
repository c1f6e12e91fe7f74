"""7 Wonders against plain enumeration from what is printed: payments of random cities, points of random games."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duel_dsl.interpreter import Game, Position, load
from duel_dsl.interpreter.scenarios.placing import Placing

PRINTED: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "wonders_table.json").read_text("utf-8"))
BUILDINGS, BOARDS, STAGES = PRINTED["buildings"], PRINTED["boards"], PRINTED["stages"]
SYMBOLS = ("compass", "gear", "tablet")
SEATS = 3
MANY = settings(max_examples=400, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))

# A unit: the goods it can be, and where it comes from (own, left or right).
Unit = tuple[frozenset[str], str]
# What is paid to the bank, to the left and to the right.
Payment = tuple[int, int, int]


@pytest.fixture(scope="module")
def wonders() -> Game:
    return load("wonders")


@pytest.fixture(scope="module")
def first_turn(wonders: Game) -> Position:
    return wonders.start(1, SEATS)


# ------------------------------------------------------------------ payments
def units(card: dict[str, Any], origin: str) -> list[Unit]:
    """What a card yields."""
    fixed = [(frozenset([good]), origin) for good, number in card["produces"].items() for _ in range(number)]
    return fixed + ([(frozenset(card["produces_one_of"]), origin)] if card.get("produces_one_of") else [])


def market(position: Position, seat: int) -> list[Unit]:
    """All units that a seat can use: its own, and what the neighbours have for sale."""
    found = [unit for name in position.zone("city", seat) for unit in units(BUILDINGS[name], "own")]
    found += [unit for name in position.zone("stages", seat) for unit in units(STAGES[name], "own")]
    for origin, owner in (("own", seat), ("left", (seat + 1) % SEATS), ("right", (seat - 1) % SEATS)):
        found += [unit for name in position.zone("board", owner) for unit in units(BOARDS[name], origin)]
        if origin != "own":
            sold = [name for name in position.zone("city", owner) if BUILDINGS[name]["color"] in ("brown", "grey")]
            found += [unit for name in sold for unit in units(BUILDINGS[name], origin)]
    return found


def prices(position: Position, seat: int) -> dict[tuple[str, str], int]:
    """Where and for which good less than two coins are paid."""
    cards = [BUILDINGS[name] for name in position.zone("city", seat)]
    cards += [STAGES[name] for name in position.zone("stages", seat)]
    return {(side, good): n for card in cards for side, goods in card["prices"].items() for good, n in goods.items()}


def all_payments(position: Position, seat: int, item: dict[str, Any]) -> set[Payment]:
    """Every payment that is possible and not worse than another, whatever there is in the treasury."""
    cheap = prices(position, seat)
    need = tuple(sorted(good for good, number in item["cost_goods"].items() for _ in range(number)))
    # What is still missing after some units, with all that may have been paid so far.
    reached: dict[tuple[str, ...], set[tuple[int, int]]] = {need: {(0, 0)}}
    for goods, origin in market(position, seat):
        further = {missing: set(paid) for missing, paid in reached.items()}
        for missing, paid in reached.items():
            for good in goods & set(missing):
                rest = list(missing)
                rest.remove(good)
                price = 0 if origin == "own" else cheap.get((origin, good), 2)
                left, right = price * (origin == "left"), price * (origin == "right")
                further.setdefault(tuple(rest), set()).update((a + left, b + right) for a, b in paid)
        reached = further
    found = reached.get((), set())
    kept = {one for one in found if not any(o != one and o[0] <= one[0] and o[1] <= one[1] for o in found)}
    return {(item["cost_coins"], left, right) for left, right in kept}


def written(payment: Payment) -> str:
    words = [f"{n} {whom}" for n, whom in zip(payment, ("coins", "left", "right"), strict=True) if n]
    return " ".join(["paying", *words]) if words else ""


def expected_keys(position: Position, seat: int, card: str) -> set[str]:
    """What a seat can do with a card of its hand that has no chain."""
    [board] = position.zone("board", seat)
    coins = int(position.read("coins", seat) or 0)
    city = {BUILDINGS[name]["same_as"] for name in position.zone("city", seat)}
    keys = {f"sell {card}"}
    stage = f"{board}_{len(position.zone('stages', seat)) + 1}"
    if stage in STAGES:
        possible = all_payments(position, seat, STAGES[stage])
        keys |= {f"raise {stage} with {card} {written(p)}".rstrip() for p in possible if sum(p) <= coins}
    printed = BUILDINGS[card]
    if printed["same_as"] in city:
        return keys
    if city & {BUILDINGS[parent]["same_as"] for parent in printed["free_with"]}:
        return keys | {f"build {card}"}
    possible = all_payments(position, seat, printed)
    keys |= {f"build {card} {written(p)}".rstrip() for p in possible if sum(p) <= coins}
    gift = any(STAGES[name]["ability"] == "free_build_once_per_age" for name in position.zone("stages", seat))
    return keys | ({f"build {card} without cost"} if gift and not {sum(p) for p in possible} & {0} else set())


class Table:
    """A position whose cities are filled at random, mostly with what yields goods."""

    def __init__(self, first_turn: Position, random: Random) -> None:
        self.game, self.random = first_turn.game, random
        self.position = first_turn.copy()
        names = list(BUILDINGS)
        producing = [name for name in names if units(BUILDINGS[name], "own")]
        others = [name for name in names if name not in producing]
        cards = [*random.sample(producing, random.randint(0, 20)), *random.sample(others, 12)]
        random.shuffle(cards)
        boards = random.sample(list(BOARDS), SEATS)
        for seat, board in enumerate(boards):
            self.fill("board", seat, [board])
            built = random.randint(0, BOARDS[board]["stages"])
            self.fill("stages", seat, [f"{board}_{number}" for number in range(1, built + 1)])
            self.fill("city", seat, self.different(cards[seat::SEATS]))
            self.position.state[self.game.place("coins", seat)[0]] = random.choice([0, 1, 3, 6, 20])
        held = set(self.position.zone("city", 0) + self.position.zone("city", 1) + self.position.zone("city", 2))
        self.fill("hand", 0, random.sample([name for name in names if name not in held], 7))
        self.position = Position(self.game, self.position.state)

    def different(self, names: list[str]) -> list[str]:
        """The cards without second ones of a name."""
        return list({BUILDINGS[name]["same_as"]: name for name in names}.values())

    def fill(self, zone: str, seat: int, names: list[str]) -> None:
        cards = [self.game.card(name).index for name in names]
        Placing(self.game, self.position.state).fill(self.game.place(zone, seat)[0], cards)


@MANY
@given(random=st.integers(0, 2**64).map(Random))
def test_payments_of_random_cities(first_turn: Position, random: Random) -> None:
    position = Table(first_turn, random).position
    hand = position.zone("hand", 0)
    expected = {key for card in hand for key in expected_keys(position, 0, card)}
    assert set(position.keys()) == expected


def test_the_enumeration_finds_something(first_turn: Position) -> None:
    """Random cities bring payments to both sides, discounts and several payments for one card."""
    keys = [key for seed in range(100) for key in Table(first_turn, Random(seed)).position.keys()]  # noqa: SIM118
    assert sum(" left" in key and " right" in key for key in keys) > 50
    assert any(key.endswith("paying 1 left") for key in keys)
    assert any("without cost" in key for key in keys)


# ------------------------------------------------------------------ points
class Points:
    """The points of a position, from the table alone."""

    def __init__(self, position: Position) -> None:
        self.position, self.players = position, position.players

    def number(self, what: str, seat: int) -> int:
        if what == "completed wonder stage":
            return len(self.position.zone("stages", seat))
        if what == "defeat token":
            return int(self.position.read("defeats", seat) or 0)
        return len(self.colored(what.removesuffix(" card"), seat))

    def colored(self, color: str, seat: int) -> list[dict[str, Any]]:
        return [BUILDINGS[name] for name in self.position.zone("city", seat) if BUILDINGS[name]["color"] == color]

    def around(self, seat: int) -> dict[str, int]:
        return {"own": seat, "left": (seat + 1) % self.players, "right": (seat - 1) % self.players}

    def printed(self, card: dict[str, Any], seat: int) -> int:
        """The points of a card in the city of a seat."""
        at = self.around(seat)
        counted = [per["each"] * self.number(per["what"], at[w]) for per in card["points_per"] for w in per["where"]]
        return int(card["points"] or 0) + sum(counted)

    def science(self, seat: int, more: int = 0) -> int:
        """The best of all uses of the symbols that can be of any kind."""
        cards = [BUILDINGS[name] for name in self.position.zone("city", seat)]
        stages = [STAGES[name] for name in self.position.zone("stages", seat)]
        wild = more + sum(card["wild"] for card in [*cards, *stages])
        symbols = [card["symbol"] for card in cards if card["symbol"]]
        best = 0
        for chosen in product(SYMBOLS, repeat=wild):
            counts = [[*symbols, *chosen].count(symbol) for symbol in SYMBOLS]
            best = max(best, sum(n * n for n in counts) + 7 * min(counts))
        return best

    def of(self, seat: int) -> dict[str, int]:
        """All points of a seat by category, those of guilds and symbols together."""
        read = self.position.read
        sums = {color: sum(self.printed(card, seat) for card in self.colored(color, seat)) for color in COLORS}
        stages = [STAGES[name] for name in self.position.zone("stages", seat)]
        copied = [self.science(seat)]
        if any(stage["ability"] == "copy_neighbour_guild" for stage in stages):
            at = self.around(seat)
            guilds = self.colored("purple", at["left"]) + self.colored("purple", at["right"])
            copied += [self.printed(guild, seat) + self.science(seat, guild["wild"]) for guild in guilds]
        return {
            "military": int(read("victories", seat) or 0) - int(read("defeats", seat) or 0),
            "treasury": int(read("coins", seat) or 0) // 3,
            "wonder": sum(stage["points"] for stage in stages),
            "blue": sums["blue"],
            "yellow": sums["yellow"],
            "guilds and science": sums["purple"] + max(copied),
        }


COLORS = ("blue", "yellow", "purple")


def counted_alike(position: Position) -> None:
    points = Points(position)
    for seat in range(position.players):
        ours = position.scores(seat)
        ours["guilds and science"] = ours.pop("guilds") + ours.pop("science")
        assert ours == points.of(seat)


@MANY
@given(random=st.integers(0, 2**64).map(Random), players=st.integers(2, 7))
def test_points_at_the_end_of_random_games(wonders: Game, random: Random, players: int) -> None:
    counted_alike(wonders.start(random.randrange(2**60), players).play_random(random.randrange(1000)))


@MANY
@given(random=st.integers(0, 2**64).map(Random))
def test_points_of_random_cities(first_turn: Position, random: Random) -> None:
    """Cities full of symbols and guilds, which random games seldom have."""
    table = Table(first_turn, random)
    names = [name for name, card in BUILDINGS.items() if card["symbol"] or card["color"] in ("purple", "yellow")]
    random.shuffle(names)
    boards = random.sample(["olympia_b", "babylon_a", "babylon_b", "gizah_a"], SEATS)
    for seat, board in enumerate(boards):
        table.fill("board", seat, [board])
        built = BOARDS[board]["stages"]
        table.fill("stages", seat, [f"{board}_{number}" for number in range(1, built + 1)])
        table.fill("city", seat, names[seat * 9 : seat * 9 + 9])
        table.position.state[table.game.place("defeats", seat)[0]] = random.randint(0, 6)
    counted_alike(Position(table.game, table.position.state))
