"""Players that are programs: `random` plays anything, `greedy` looks one decision ahead, `mcts` searches.

A bot is a pure function of its seed, of what its seat may know and of how many decisions there were: the same game
gives the same moves, and hidden cards never change one. Where a position comes back, its luck does not.
"""

from __future__ import annotations

from typing import Protocol

from attrs import frozen

from ..errors import BadSetup
from ..playing.position import Position
from .mcts import SearchBot
from .standing import WIN, Look, looked_at, luck_of, on_offer_in, open_cards

# How seats of bots are named.
BOTS = ("random", "greedy", "mcts", "mcts:2000", "mcts:1s")
# How many of the best options are looked at for an answer that ends the game.
MOST_CHECKED = 12


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, position: Position, seat: int) -> int:
        """The index of the option that the seat takes; only what the seat may know may count."""


@frozen
class RandomBot:
    """Takes any option."""

    seed: int = 0

    def choose(self, position: Position, seat: int) -> int:
        """Any option, each as likely as the others."""
        return luck_of(self.seed, position, seat).randrange(len(position.codes))


@frozen
class GreedyBot:
    """Takes what leaves its seat best off at once: points ahead of the others, and cheaper cards than they have."""

    seed: int = 0

    def choose(self, position: Position, seat: int) -> int:
        """The option after which the seat stands best in a game that could be this one."""
        luck = luck_of(self.seed, position, seat)
        guess = position.guess(seat, luck.getrandbits(32))
        look = Look(seat, open_cards(guess, seat), [luck.random() for _ in range(2 * guess.players)])
        there = on_offer_in(guess, position)
        worths = {index: look.after(guess, there[index]) for index in looked_at(len(position.codes)) if index in there}
        order = list(worths)
        luck.shuffle(order)
        order.sort(key=lambda index: -worths[index])
        safe = (i for i in order[:MOST_CHECKED] if worths[i] == WIN or not _loses_at_once(guess, there[i], seat))
        best = next(safe, order[0] if order else None)
        return luck.randrange(len(position.codes)) if best is None else best


def _loses_at_once(position: Position, index: int, seat: int) -> bool:
    """Whether another seat can answer an option by winning."""
    after = position.copy()
    after.play(index)
    if after.over or after.decider == seat:
        return False
    for answer in looked_at(len(after.codes)):
        end = after.copy()
        end.play(answer)
        result = end.result
        if result is not None and not result.drawn and seat not in result.winners:
            return True
    return False


def bot(name: str, seed: int = 0) -> Bot:
    """The bot that a seat is named after: `random`, `greedy`, `mcts`, `mcts:2000` (iterations), `mcts:1.5s` (seconds).

    Raises BadSetup for any other name.
    """
    kind, colon, budget = name.partition(":")
    if kind == "mcts" and (budget or not colon):
        return SearchBot.within(budget, seed) if budget else SearchBot(seed)
    if name == "random":
        return RandomBot(seed)
    if name == "greedy":
        return GreedyBot(seed)
    raise BadSetup(f"`{name}` cannot take a seat; there are: {', '.join(BOTS)}")
