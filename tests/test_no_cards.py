"""A game without any card is a game too."""

from __future__ import annotations

from collections.abc import Callable

from duel_dsl.interpreter import Game
from duel_dsl.interpreter.program.verify import verify

RULES = """
player
    coins: number = 0

procedure play
    for p in players: turn(p)
    finish

choice turn(p: player) by p
    option "take": p.coins += 1
    option "take two": p.coins += 2

score
    coins: coins

rank by total "more coins"
"""


def test_a_game_without_cards(written: Callable[[str], Game]) -> None:
    game = written(RULES)
    assert verify(game.program) == []
    position = game.start()
    assert position.keys() == ["take", "take two"]
    position.play("take")
    position.play("take two")
    assert position.result is not None
    assert position.result.winner == 1
