"""Bots: `greedy` beats `random`, is quick, and no bot is moved by what it may not see."""

from __future__ import annotations

import time

import pytest

from duel_dsl.interpreter import Game, Position, load
from duel_dsl.interpreter.asking.figures import figure
from duel_dsl.interpreter.bots import Bot, GreedyBot, RandomBot, bot
from duel_dsl.interpreter.bots.standing import standing

GAMES = 24


def played(game: Game, seed: int, bots: list[Bot]) -> Position:
    """A game of bots to its end."""
    position = game.start(seed=seed)
    while not position.over:
        seat = position.decider
        assert seat is not None
        position.play(bots[seat].choose(position, seat))
    return position


def test_greedy_beats_random(duel: Game) -> None:
    won = 0
    for seed in range(GAMES):
        own = seed % 2
        bots: list[Bot] = [RandomBot(seed), RandomBot(seed)]
        bots[own] = GreedyBot(seed)
        result = played(duel, seed, bots).result
        assert result is not None
        won += result.winner == own
    assert won >= 0.85 * GAMES


@pytest.mark.parametrize("name", ["random", "greedy", "mcts:8"])
def test_a_bot_is_a_function_of_what_it_sees(duel: Game, name: str) -> None:
    player = bot(name, 3)
    position = duel.start(seed=9)
    while not position.over:
        seat = position.decider
        assert seat is not None
        choice = player.choose(position, seat)
        assert bot(name, 3).choose(position.copy(), seat) == choice
        assert player.choose(position.guess(seat, seed=choice), seat) == choice
        position.play(choice)


def near_the_end(game: Game, seed: int, lead: int) -> tuple[Position, int]:
    """The first turn of a game, with the pawn so far on the way for the one who decides."""
    position = game.start(seed=seed)
    while position.choice != "turn":
        position.play(0)
    seat = position.decider
    assert seat is not None
    position.state[game.place("pawn", None)[0]] = lead if seat == 0 else -lead
    return position, seat


def winners_after(position: Position, index: int) -> set[int | None]:
    """Who wins at once after an option, or by an answer to it."""
    after = position.copy()
    after.play(index)
    if after.over:
        return {after.result.winner} if after.result else set()
    ends = []
    for answer in range(len(after.codes)):
        end = after.copy()
        end.play(answer)
        ends.append(end)
    return {end.result.winner for end in ends if end.result is not None}


def test_greedy_takes_a_win_and_gives_none_away(duel: Game) -> None:
    takes = avoids = 0
    for seed in range(24):
        position, seat = near_the_end(duel, seed, 8)
        if any(winners_after(position, index) == {seat} for index in range(len(position.codes))):
            takes += 1
            assert winners_after(position, GreedyBot(1).choose(position, seat)) == {seat}
        position, seat = near_the_end(duel, seed, -8)
        after = [winners_after(position, index) for index in range(len(position.codes))]
        if any(1 - seat in winners for winners in after) and not all(1 - seat in winners for winners in after):
            avoids += 1
            assert 1 - seat not in after[GreedyBot(1).choose(position, seat)]
    assert takes
    assert avoids


def test_greedy_is_quick(duel: Game) -> None:
    position = duel.start(seed=2)
    spent: list[float] = []
    greedy = GreedyBot(2)
    while not position.over:
        seat = position.decider
        assert seat is not None
        start = time.process_time()
        choice = greedy.choose(position, seat)
        spent.append(time.process_time() - start)
        position.play(choice)
    assert sum(spent) / len(spent) < 0.03


def test_what_packs_hope_for_adds_up() -> None:
    game = load("duel+pantheon+agora")
    hopes = game.description.look.worth
    assert sorted(hopes) == ["agora_hoped", "pantheon_hoped"]
    position = game.start(seed=1)
    for index in range(60):
        position.play(index % len(position.codes))
    for seat in (0, 1):
        hoped = sum(figure(position, hope, seat) for hope in hopes)
        assert hoped != 0
        assert standing(position, seat, []) == sum(position.scores(seat).values()) + hoped / 10


def test_greedy_puts_divinities_where_they_will_cost_it_little() -> None:
    game, player = load("duel+pantheon"), GreedyBot(1)
    for seed in range(3):
        position = game.start(seed=seed)
        while not any(option.key.endswith("on space_1") for option in position.options()):
            position.play(0)
        seat = position.decider
        assert seat is not None
        chosen = position.options()[player.choose(position, seat)].key
        assert chosen.endswith("on space_6" if seat == 0 else "on space_1")
