"""Ends of a game, and payments: who wins, who is ahead, who gets what."""

from __future__ import annotations

from functools import partial

from attrs import define

from ...program.model import ASKED, OVER, PEOPLE, WAY, WINNER, Program, Rank
from ...runtime.amounts import amounts
from ...runtime.chance import State
from ...runtime.runtime import GameOver
from ...runtime.sides import Side, ahead, sides
from .values import Values


@define
class Ends:
    """Pays, and ends the games of one program."""

    program: Program
    values: Values

    def settle(self, s: State, payment: int, player: int) -> None:
        """Takes a payment from a player and gives every receiver their part, within the bounds of money."""
        prices = self.program.prices
        assert prices is not None
        money = prices.money
        type = self.program.place_at(money).type
        for place, amount in enumerate(amounts(payment)):
            s[money + player] = max(type.low, s[money + player] - amount)
            receiver = self.values.of(prices.receivers[place - 1], s, {"buyer": player}) if place else -1
            if receiver >= 0:
                s[money + receiver] = min(type.high, s[money + receiver] + amount)

    def end(self, s: State, winner: int, way: int) -> None:
        """Ends the game."""
        s[OVER], s[WINNER], s[WAY], s[ASKED] = 1, winner, way, -1
        raise GameOver

    def finish(self, s: State) -> None:
        """Ends the game by rank: the first category in which one side is ahead decides."""
        leading, number = self.leading(s)
        drawn, ranks = self.program.drawn, len(self.program.rank)
        if len(leading) > 1:
            self.end(s, -1, drawn)
        self.end(s, leading[0][0], drawn if number is None else drawn - ranks + number)

    def sides(self, s: State) -> tuple[Side, ...]:
        """Who plays together."""
        side = self.program.side
        return sides(s[PEOPLE], (lambda seat: self.values.call(s, side, seat)) if side else None)

    def leading(self, s: State) -> tuple[tuple[Side, ...], int | None]:
        """The sides that are ahead by rank, and the number of the category that decided."""
        leading = self.sides(s)
        for number, rank in enumerate(self.program.rank):
            leading = ahead(leading, partial(self._ranked, s, rank))
            if len(leading) == 1:
                return leading, number
        return leading, None

    def _ranked(self, s: State, rank: Rank, seat: int) -> int:
        if rank.by == "score":
            return self.values.call(s, self.program.score[rank.index], seat)
        return self.values.total(s, seat) if rank.by == "total" else s[rank.index + seat]
