"""Random games of 7 Wonders with Leaders, 2 to 7 players on all boards: invariants, cards, secrecy, saves, results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_play import healthy, keeps_secrets, played

from duel_dsl.interpreter import Game, Position, load

LEADERS = 36
LIKED = ("build", "raise", "sell", "recruit", "")
FEW = settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
Table = tuple[list[str], int, str, dict[str, str], int]


@pytest.fixture(scope="module")
def leaders() -> Game:
    return load("leaders")


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Boards, how many play, what they like to do, the variants and a seed."""
    game = load("leaders").description
    players = draw(st.integers(2, 7))
    towns = draw(st.permutations(game.enums["town"]))[: max(players, 3)]
    boards = [f"{town}_{draw(st.sampled_from('ab'))}" for town in towns]
    switches = {name: draw(st.sampled_from(choices)) for name, (choices, _) in game.switches.items()}
    return boards, players, draw(st.sampled_from(LIKED)), {**switches, "boards": "chosen"}, draw(st.integers(0, 2**64))


TABLES = tables()


def whole_game(game: Game, table: Table) -> Iterator[tuple[Position, str]]:
    """Every decision of a random game with the key that is played next; at last the end with an empty key."""
    boards, players, liked, switches, seed = table
    position = game.start(seed, players, switches)
    for board in boards:
        position.play(f"take {board}")
    yield from played(position, [liked], seed)


def borrows_next_door(position: Position) -> None:
    """Who borrows a leader borrows that of a neighbour."""
    for seat in range(position.players):
        for leader in position.zone("borrowed", seat):
            assert any(leader in position.zone("leaders", (seat + step) % position.players) for step in (1, -1))


@FEW
@given(table=TABLES)
def test_random_games(leaders: Game, table: Table) -> None:
    choices: Counter[str] = Counter()
    for position, key in whole_game(leaders, table):
        healthy(position)
        borrows_next_door(position)
        choices[position.choice] += bool(key)
    players = table[1]
    assert choices["keep"] == choices["recruit"] == 3 * players
    result = position.result
    assert result is not None
    assert result.scores == tuple(position.scores(seat) for seat in range(position.players))
    assert result.winners == tuple(
        seat
        for seat in range(players)
        if (result.totals[seat], position.read("coins", seat))
        == max((result.totals[other], position.read("coins", other)) for other in range(players))
    )


def test_every_leader_and_every_power_comes_up(leaders: Game) -> None:
    recruited: set[str] = set()
    used: set[str] = set()
    raised: set[str] = set()
    for seed in range(60):
        random = Random(seed)
        towns = [town for town in leaders.description.enums["town"] if town != "roma"]
        random.shuffle(towns)
        players = 2 + seed % 6
        boards = ["roma_b" if seed % 3 else "roma_a"]
        boards += [f"{town}_{random.choice('ab')}" for town in towns[: max(players, 3) - 1]]
        liked = ("raise", "recruit", "build")[seed % 3]
        for position, key in whole_game(leaders, (boards, players, liked, {"boards": "chosen"}, seed)):
            if not position.choice and key.startswith(("recruit", "borrow", "pass")):
                used.add(key.split()[0])
        for seat in range(position.players):
            recruited |= set(position.zone("leaders", seat))
            raised |= set(position.zone("stages", seat))
    assert len(recruited) == LEADERS
    assert used == {"recruit", "borrow", "pass"}
    assert {stage for stage in raised if "roma" in stage} == {f"roma_{s}" for s in ("a_1", "a_2", "b_1", "b_2", "b_3")}


@FEW
@given(table=TABLES)
def test_nothing_depends_on_what_is_hidden(leaders: Game, table: Table) -> None:
    random = Random(table[-1])
    for position, _ in whole_game(leaders, table):
        if random.random() <= 0.1:
            keeps_secrets(position, random)


@FEW
@given(table=TABLES)
def test_every_decision_can_be_saved(leaders: Game, table: Table) -> None:
    """Also while answers are being gathered: the game goes on from the text alone."""
    resumed: Position | None = None
    for position, key in whole_game(leaders, table):
        assert resumed in (None, position)
        resumed = leaders.restore(position.save())
        assert resumed == position
        assert resumed.codes == position.codes
        if key:
            resumed.play(key)
