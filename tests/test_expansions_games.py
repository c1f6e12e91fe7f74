"""Random games of Duel with Pantheon, Agora and both: invariants, cards, the Senate, secrecy, saves and results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_play import healthy, played

from duel_dsl.interpreter import Game, Position, load
from duel_dsl.interpreter.playing.view import Zone

MODES = ("duel+pantheon", "duel+agora", "duel+pantheon+agora")
# What a random player likes to do, so that rare things happen too.
LIKED = ("", "activate", "recruit", "trigger", "prepare", "raise", "build", "place")
GAMES = settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
FEW = settings(GAMES, max_examples=6)
TABLES = st.tuples(st.sampled_from(LIKED), st.sampled_from(LIKED), st.integers(0, 2**64))
Likes = tuple[str, str, int]


@cache
def game(mode: str) -> Game:
    return load(mode)


def whole_game(mode: str, table: Likes) -> Iterator[tuple[Position, str]]:
    """Every decision of a random game with the key that is played next; at last the end with an empty key."""
    *likes, seed = table
    return played(game(mode).start(seed), likes, seed)


# ------------------------------------------------------------------ what holds in every position
def senate_is_right(position: Position) -> None:
    """Cubes, control and open decrees, worked out from what is marked on the cards that everybody sees."""
    marks = {card: dict(found) for card, found in position.seen_by(0).marks.items()}
    supply = [position.read("cubes", seat) for seat in (0, 1)]
    holders: dict[str, int | None] = {}
    for chamber in position.zone("chambers"):
        cubes = [int(marks.get(chamber, {}).get(f"{seat}_cubes", 0)) for seat in ("first", "second")]
        supply = [int(left or 0) + n for left, n in zip(supply, cubes, strict=True)]
        holders[chamber] = None if cubes[0] == cubes[1] else cubes.index(max(cubes))
    assert supply == [12, 12]
    ruled = [chamber for chamber, seat in holders.items() if seat is not None]
    closed = {slot for card in position.zone("closed_decrees") for slot in [_chamber(position, card)]}
    assert not closed & set(ruled)
    for seat in (0, 1):
        everywhere = all(holder == seat for holder in holders.values())
        won = position.result is not None and position.result.winner == seat
        assert not everywhere or won
    worth = {chamber: position.game.card(chamber).values["prestige"] for chamber in holders}
    for seat in (0, 1):
        assert position.scores(seat)["chambers"] == sum(worth[c] for c, holder in holders.items() if holder == seat)


def _chamber(position: Position, decree: str) -> str:
    first = position.game.program.memory.states["chamber"]
    return position.game.description.cards[position.state[first + position.game.card(decree).index]].id


# ------------------------------------------------------------------ whole games
@pytest.mark.parametrize("mode", MODES)
@GAMES
@given(TABLES)
def test_games_stay_healthy_to_the_end(mode: str, table: Likes) -> None:
    before = 0
    for position, _ in whole_game(mode, table):
        healthy(position)
        if "agora" in mode:
            senate_is_right(position)
        age = int(position.read("age") or 0)
        if "pantheon" in mode and before == 1 and age == 2:
            # Five divinities and the Gate lie on the six spaces.
            assert len(position.zone("enshrined")) == 6
        before = age
    result = position.result
    assert result is not None
    assert list(result.totals) == [sum(position.scores(seat).values()) for seat in (0, 1)]
    if result.how == "civilian victory":
        assert result.winner == result.totals.index(max(result.totals))
        assert result.totals[0] != result.totals[1]


@pytest.mark.parametrize("mode", MODES)
@FEW
@given(TABLES)
def test_a_seat_learns_nothing_it_may_not_know(mode: str, table: Likes) -> None:
    random = Random(table[2])
    for position, _ in whole_game(mode, table):
        if position.over or random.random() < 0.8:
            continue
        for seat in (0, 1):
            guess = position.guess(seat, random.getrandbits(32))
            assert guess.seen_by(seat) == position.seen_by(seat)
            assert guess.broken_invariants() == []
            if position.decider == seat:
                assert guess.keys() == position.keys()
                assert [o.remark for o in guess.options()] == [o.remark for o in position.options()]


@pytest.mark.parametrize("mode", MODES)
@FEW
@given(TABLES)
def test_a_guess_can_be_played_to_the_end(mode: str, table: Likes) -> None:
    random = Random(table[2])
    for position, _ in whole_game(mode, table):
        if not position.over and random.random() < 0.03:
            guess = position.guess(random.randrange(2), random.getrandbits(32))
            guess.play_random(random.getrandbits(32))
            assert guess.over
            assert guess.broken_invariants() == []


@pytest.mark.parametrize("mode", MODES)
@FEW
@given(TABLES)
def test_saved_anywhere_it_goes_on_the_same(mode: str, table: Likes) -> None:
    twin = None
    random = Random(table[2])
    for position, key in whole_game(mode, table):
        if twin is not None:
            assert twin.state == position.state
        if random.random() < 0.15:
            twin = game(mode).restore(position.save())
        if twin is not None and key:
            twin.play(key)


@pytest.mark.parametrize("mode", MODES[1:])
def test_conspiracies_of_the_other_player_stay_secret(mode: str) -> None:
    for position, _ in whole_game(mode, ("recruit", "prepare", 5)):
        for seat in (0, 1):
            other = position.seen_by(seat).players[1 - seat]
            for zone in ("plots", "prepared", "drawn_plots", "sifted"):
                seen = other[zone]
                assert isinstance(seen, Zone)
                assert not seen.cards, zone
