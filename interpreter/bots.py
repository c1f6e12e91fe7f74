"""Players that are programs: `random` plays anything, `greedy` looks one decision ahead.

A bot is a pure function of its seed and of what its seat may know: the same game gives the same moves, and hidden
cards never change one.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from random import Random
from typing import Protocol

from attrs import frozen

from .figures import figure, price
from .position import Position
from .secrecy import undisclosed
from .view import Zone

WIN = 1_000_000.0
# Points that it is worth when one of the cards lying open costs one less; found by playing.
SAVING = 0.4
# What cannot be bought at all is as bad as this price.
DEAREST = 10
# What packs say a position is worth besides its points is told in tenths of a point.
WHOLE_POINT = 10
# A decision may ask for the next one of the same seat (which card, which of these); further ones are left open.
DEEPEST = 2
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
        return _luck(self.seed, position, seat).randrange(len(position.codes))


@frozen
class GreedyBot:
    """Takes what leaves its seat best off at once: points ahead of the others, and cheaper cards than they have."""

    seed: int = 0

    def choose(self, position: Position, seat: int) -> int:
        """The option after which the seat stands best in a game that could be this one."""
        luck = _luck(self.seed, position, seat)
        guess = position.guess(seat, luck.getrandbits(32))
        look = _Look(seat, _open_cards(guess, seat), [luck.random() for _ in range(2 * guess.players)])
        worths = [look.after(guess, index) for index in range(len(guess.codes))]
        order = list(range(len(worths)))
        luck.shuffle(order)
        order.sort(key=lambda index: -worths[index])
        safe = (i for i in order[:MOST_CHECKED] if worths[i] == WIN or not _loses_at_once(guess, i, seat))
        return next(safe, order[0])


@frozen
class _Look:
    """A look ahead of one seat: the cards that may be paid for, and luck for what others decide in the meantime,
    the same after every option."""

    seat: int
    cards: list[int]
    luck: list[float]

    def after(self, position: Position, index: int, depth: int = 1) -> float:
        """How well the seat stands after an option."""
        after = position.copy()
        after.play(index)
        for chance in self.luck:
            if not undisclosed(position, after):
                break
            after.play(int(chance * len(after.codes)))
        if after.over:
            result = after.result
            if result is not None and result.winner is not None:
                return WIN if result.winner == self.seat else -WIN
        elif after.decider == self.seat and depth < DEEPEST and not after.choice:
            return max(self.after(after, i, depth + 1) for i in range(len(after.codes)))
        standing = [_standing(after, player, self.cards) for player in range(after.players)]
        own = standing.pop(self.seat)
        return own - max(standing, default=0.0)


def _loses_at_once(position: Position, index: int, seat: int) -> bool:
    """Whether another seat can answer an option by winning."""
    after = position.copy()
    after.play(index)
    if after.over or after.decider == seat:
        return False
    for answer in range(len(after.codes)):
        end = after.copy()
        end.play(answer)
        result = end.result
        if result is not None and result.winner not in (None, seat):
            return True
    return False


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def _luck(seed: int, position: Position, seat: int) -> Random:
    """Random numbers that depend on nothing but the seed and the view."""
    view = repr(position.seen_by(seat)).encode()
    return Random(seed << 32 | zlib.crc32(view))


def _open_cards(position: Position, seat: int) -> list[int]:
    """The cards with a cost that the seat sees and nobody has in play: what there may be to pay for."""
    game, view = position.game.description, position.seen_by(seat)
    seen: set[str] = set()
    for models, fields in ((game.table, view.table), *((game.player, fields) for fields in view.players)):
        for name, value in fields.items():
            if isinstance(value, tuple):
                seen |= {slot.card for slot in value if isinstance(slot.card, str)}
            elif isinstance(value, Zone) and not models[name].active and name not in game.look.hidden:
                seen |= set(value.cards)
    cards = [position.game.card(identifier).index for identifier in sorted(seen)]
    return [card for card in cards if price(position, seat, card) is not None]


def _standing(position: Position, seat: int, cards: list[int]) -> float:
    points = sum(position.scores(seat).values())
    hope = position.game.description.look.worth
    hoped = figure(position, hope, seat) / WHOLE_POINT if hope else 0.0
    return points + hoped - SAVING * sum(min(price(position, seat, card) or 0, DEAREST) for card in cards)
