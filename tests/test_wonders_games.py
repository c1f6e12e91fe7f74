"""Random games of 7 Wonders with 2 to 7 players on all boards: invariants, cards, coins, secrecy, saves and results."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_play import healthy, keeps_secrets, played

from duel_dsl.interpreter import Game, Position, load

PRINTED: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "wonders_table.json").read_text("utf-8"))
ON_CARDS: dict[str, Any] = PRINTED["buildings"] | PRINTED["stages"]
TOWNS = sorted({board["town"] for board in PRINTED["boards"].values()})
LIKED = ("build", "raise", "sell", "")
GAMES = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
FEW = settings(GAMES, max_examples=20)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[str], int, str, int]:
    """Boards with their sides, how many play, what they like to do, and a seed."""
    players = draw(st.integers(2, 7))
    towns = draw(st.permutations(TOWNS))[: max(players, 3)]
    boards = [f"{town}_{draw(st.sampled_from('ab'))}" for town in towns]
    return boards, players, draw(st.sampled_from(LIKED)), draw(st.integers(0, 2**64))


TABLES = tables()


@pytest.fixture(scope="module")
def wonders() -> Game:
    return load("wonders")


def begun(game: Game, boards: list[str], players: int, seed: int) -> Position:
    """A game in which the seats have these boards."""
    position = game.start(seed, players, {"boards": "chosen"})
    for board in boards:
        position.play(f"take {board}")
    return position


def whole_game(game: Game, table: tuple[list[str], int, str, int]) -> Iterator[tuple[Position, str]]:
    """Every decision of a random game with the key that is played next; at last the end with an empty key."""
    boards, players, liked, seed = table
    yield from played(begun(game, boards, players, seed), [liked], seed)


# ------------------------------------------------------------------ what holds in every position
def fair(position: Position) -> None:
    """The result agrees with the points of the players, the Free City not counted."""
    result = position.result
    assert result is not None
    assert result.scores == tuple(position.scores(seat) for seat in range(position.players))
    people = range(position.people)
    standing = {seat: (result.totals[seat], position.read("coins", seat)) for seat in people}
    best = max(standing.values())
    winners = [seat for seat in people if standing[seat] == best]
    tied = sum(points == best[0] for points, _ in standing.values()) > 1
    assert result.winners == tuple(winners)
    assert result.winner == (winners[0] if len(winners) == 1 else None)
    assert result.how == ("draw" if len(winners) > 1 else "most coins" if tied else "most points")


@GAMES
@given(table=TABLES)
def test_random_games(wonders: Game, table: tuple[list[str], int, str, int]) -> None:
    boards, players, *_ = table
    turns = 0
    for position, key in whole_game(wonders, table):
        healthy(position)
        turns += position.choice == "turn"
        if not key:
            fair(position)
            assert [position.zone("board", seat) for seat in range(len(boards))] == [[board] for board in boards]
    cities = max(players, 3)
    assert 18 * cities <= turns <= 18 * cities + 3


@GAMES
@given(seed=st.integers(0, 2**64), players=st.integers(2, 7))
def test_the_fast_path_plays_by_the_same_rules(wonders: Game, seed: int, players: int) -> None:
    position = wonders.start(seed, players).play_random(seed % 1000)
    healthy(position)
    fair(position)
    assert position == wonders.start(seed, players).play_random(seed % 1000)


def test_every_board_and_every_power_comes_up(wonders: Game) -> None:
    raised: set[str] = set()
    used: set[str] = set()
    for seed in range(100):
        random = Random(seed)
        boards = [f"{town}_{random.choice('ab')}" for town in TOWNS]
        random.shuffle(boards)
        players = 2 + seed % 6
        for position, key in whole_game(wonders, (boards[: max(players, 3)], players, "raise", seed)):
            used |= {"salvage"} if key.startswith("salvage") else {"gift"} if key.endswith("without cost") else set()
            if position.choice == "turn" and position.gathered == 0 and position.read("round") == 6 and players > 2:
                hands = [len(position.zone("hand", seat)) for seat in range(players)]
                used |= {"seventh"} if hands.count(0) == players - 1 else set()
        for seat in range(position.players):
            raised |= set(position.zone("stages", seat))
    assert used == {"salvage", "gift", "seventh"}
    assert PRINTED["stages"].keys() - raised == set()


# ------------------------------------------------------------------ coins
class Purse:
    """Follows the coins of a round: what is paid must arrive, and all that is new must be printed on a card."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.before = self.coins()
        self.plans: dict[int, str] = {}

    def coins(self) -> list[int]:
        return [int(self.position.read("coins", seat) or 0) for seat in range(self.position.players)]

    def expected(self) -> list[int]:
        """The coins of everybody after the round, for the cities as they stand then."""
        count = len(self.before)
        found = self.before[:]
        for seat, key in self.plans.items():
            action, paid = key.partition(" paying ")[::2]
            words = paid.split()
            to = {"left": (seat + 1) % count, "right": (seat - 1) % count}
            for amount, receiver in zip(map(int, words[::2]), words[1::2], strict=True):
                found[seat] -= amount
                if receiver in to:
                    found[to[receiver]] += amount
            verb, card = action.split()[:2]
            found[seat] += 3 if verb == "sell" else self.brings(seat, card)
        return found

    def brings(self, seat: int, card: str) -> int:
        """The coins that a building or stage brings when it comes."""
        printed, count = ON_CARDS[card], len(self.before)
        at = {"own": seat, "left": (seat + 1) % count, "right": (seat - 1) % count}
        counted = [(per["each"], per["what"], at[w]) for per in printed.get("coins_per", ()) for w in per["where"]]
        return int(printed["coins_now"] + sum(each * self.number(what, where) for each, what, where in counted))

    def number(self, what: str, seat: int) -> int:
        if what == "completed wonder stage":
            return len(self.position.zone("stages", seat))
        return sum(ON_CARDS[name]["color"] == what.split()[0] for name in self.position.zone("city", seat))


@FEW
@given(table=TABLES)
def test_coins_come_from_the_bank_or_a_neighbour_only(wonders: Game, table: tuple[list[str], int, str, int]) -> None:
    purse: Purse | None = None
    for position, key in whole_game(wonders, table):
        complete = purse is not None and len(purse.plans) == position.players
        if complete and purse is not None:
            # A card from the discard pile that chooses itself has come already.
            if not any("raise halikarnassos" in plan for plan in purse.plans.values()):
                assert purse.coins() == purse.expected()
            purse = None
        seventh = position.read("round") == 6 and any(not position.zone("hand", s) for s in range(position.people))
        if position.choice == "turn" and not seventh:
            purse = purse or Purse(position)
            assert position.concerned is not None
            purse.plans[position.concerned] = key


# ------------------------------------------------------------------ secrecy
@FEW
@given(table=TABLES)
def test_nothing_depends_on_what_is_hidden(wonders: Game, table: tuple[list[str], int, str, int]) -> None:
    random = Random(table[3])
    for position, _ in whole_game(wonders, table):
        if random.random() <= 0.1:
            keeps_secrets(position, random)


@FEW
@given(table=TABLES)
def test_nothing_depends_on_answers_that_are_secret(wonders: Game, table: tuple[list[str], int, str, int]) -> None:
    """Whatever those before have chosen, the next one sees the same and decides among the same."""
    random = Random(table[3])
    for position, _ in whole_game(wonders, table):
        if position.choice != "turn" or position.gathered or random.random() > 0.3:
            continue
        one, other = position.copy(), position.copy()
        now = (position.read("age"), position.read("round"))
        held = {seat: position.seen_by(seat) for seat in range(position.people)}
        for _ in range(position.players - 1):
            seat = one.decider
            one.play(random.randrange(len(one.codes)))
            other.play(random.randrange(len(other.codes)))
            if one.choice != "turn" or (one.read("age"), one.read("round")) != now:
                break
            if one.decider == seat:
                # Who decides for the Free City knows the card for the own city.
                continue
            assert one.decider is not None
            assert one.decider == other.decider
            assert one.options() == other.options()
            for watching in range(position.people):
                if one.gathered:
                    seen = one.seen_by(watching)
                    assert (seen.table, seen.players) == (held[watching].table, held[watching].players)
            assert one.seen_by(one.decider) == other.seen_by(one.decider)


# ------------------------------------------------------------------ saves
@FEW
@given(table=TABLES)
def test_every_decision_can_be_saved(wonders: Game, table: tuple[list[str], int, str, int]) -> None:
    """Also while answers are being gathered: the game goes on from the text alone."""
    resumed: Position | None = None
    gathered = 0
    for position, key in whole_game(wonders, table):
        assert resumed in (None, position)
        gathered += position.gathered > 0
        resumed = wonders.restore(position.save())
        assert resumed == position
        assert resumed.gathered == position.gathered
        assert resumed.codes == position.codes
        if key:
            resumed.play(key)
    assert (gathered > 0) == (table[1] > 2)
