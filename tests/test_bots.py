"""Bots: `greedy` beats `random`, is quick, and neither is moved by what it may not see."""

from __future__ import annotations

import time

import pytest

from duel_dsl.interpreter import Game, Position
from duel_dsl.interpreter.bots import BOTS, Bot, GreedyBot, RandomBot

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


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_is_a_function_of_what_it_sees(duel: Game, name: str) -> None:
    bot = BOTS[name](3)
    position = duel.start(seed=9)
    while not position.over:
        seat = position.decider
        assert seat is not None
        choice = bot.choose(position, seat)
        assert BOTS[name](3).choose(position.copy(), seat) == choice
        assert bot.choose(position.guess(seat, seed=choice), seat) == choice
        position.play(choice)


def test_greedy_takes_a_win_and_avoids_a_loss(duel: Game) -> None:
    position = duel.start(seed=0)
    while position.choice != "turn":
        position.play(0)
    seat = position.decider
    assert seat is not None
    for pawn, decided in ((8, 0), (-8, 1)):
        if decided != seat:
            continue
        near = position.copy()
        near.state[duel.place("pawn", None)[0]] = pawn
        winning = []
        for index in range(len(near.codes)):
            after = near.copy()
            after.play(index)
            if after.over:
                winning.append(index)
        if winning:
            assert GreedyBot(1).choose(near, seat) in winning


def test_greedy_is_quick(duel: Game) -> None:
    position = duel.start(seed=2)
    spent: list[float] = []
    bot = GreedyBot(2)
    while not position.over:
        seat = position.decider
        assert seat is not None
        start = time.process_time()
        choice = bot.choose(position, seat)
        spent.append(time.process_time() - start)
        position.play(choice)
    assert sum(spent) / len(spent) < 0.03
