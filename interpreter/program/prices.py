"""Prices: how what cards cost comes about, worked out by whatever runs the program."""

from __future__ import annotations

from attrs import frozen

from .model import Code


@frozen
class PriceCode:
    """How goods prices come about: the sets whose cards produce, what is waived and left out per item, and who sells
    what (in the local names `buyer` and `item`). `receivers` are the players who can be paid; 0 stands for nobody.
    `added` is by good, what an item needs beyond its cost, or empty."""

    own: tuple[Code, ...]
    waived: Code | None
    markets: tuple[MarketCode, ...]
    receivers: tuple[Code, ...]
    money: int
    goods: int
    choices: tuple[tuple[int, ...], ...]
    omitted: Code | None = None
    added: tuple[Code, ...] = ()
    fees: tuple[FeeCode, ...] = ()

    @property
    def one_price(self) -> bool:
        """Whether every good has one price at which any number of units can be bought, paid to nobody."""
        return not any(m.receiver or m.stock or m.limit is not None for m in self.markets)


@frozen
class FeeCode:
    """What an item costs beside its cost, and the receiver."""

    receiver: int
    amount: Code


@frozen
class MarketCode:
    """Who sells: the goods of which any number (or `limit` units at most) is for sale, or the cards whose units are;
    prices; the receiver."""

    sells: tuple[int, ...]
    stock: tuple[Code, ...]
    prices: tuple[Code, ...]
    receiver: int
    limit: Code | None = None
