"""The printed form of the data of a program: `sections(program, code)` gives what is neither a place nor a table of
numbers, and does nothing by itself, as titles with lines; `code` prints a code."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .memory import SLOTS
from .model import Layout, Origin, Program, Rank, Spot
from .prices import MarketCode, PriceCode
from .sets import bits

Lines = Iterator[str]
INDENT = "    "


def sections(program: Program, code: Callable[..., str]) -> dict[str, list[str]]:
    """The data of a program by titles; those that it does not have are left out."""
    found = {
        "cards": _cards(program),
        "names": (f"{of}: {' '.join(names)}" for of, names in program.names.items() if of != "card"),
        "layouts": (line for layout in program.layouts for line in _layout(layout)),
        "spots": (f"{spot.first:>5}  {spot.count:>3} in {_where(spot, program)}" for spot in program.spots),
        "events": _events(program),
        "prices": _prices(program.prices, program, code) if program.prices is not None else iter(()),
        "score": iter(program.score),
        "rank": (f"{_rank(program, rank)}: {way}" for rank, way in zip(program.rank, _ranked(program), strict=True)),
        "side": iter((program.side,) if program.side else ()),
        "ways": (f"{number}  {way}" for number, way in enumerate(program.ways)),
        "invariants": (f"{x.function}{' for every player' * x.every_player}" for x in program.invariants),
    }
    return {title: lines for title, given in found.items() if (lines := list(given))}


def came_from(origin: Origin, program: Program) -> str:
    """Where in the text something comes from, and from which card."""
    card = f" ({program.names['card'][origin.card]})" if 0 <= origin.card < program.cards else ""
    return f"    # {origin.span.file}:{origin.span.line}{card}" if origin.span.file else ""


def _cards(program: Program) -> Lines:
    width = max(map(len, program.names["card"]), default=0)
    for number, name in enumerate(program.names["card"]):
        origin = program.origins[number]
        yield f"{number:>5}  {name:<{width}}  back {program.backs[number]}{came_from(Origin(origin.span), program)}"


def _layout(layout: Layout) -> Lines:
    yield f"layout {layout.name}"
    for slot, name in enumerate(layout.slots):
        face = "up" if layout.face_up >> slot & 1 else "down"
        above = [layout.slots[other] for other in bits(layout.covers[slot])]
        covered = f", under {' '.join(above)}" if above else ""
        yield f"{INDENT}{slot:>2}  {name} in row {layout.rows[slot] + 1}, face {face}{covered}"


def _where(spot: Spot, program: Program) -> str:
    if spot.slot:
        return f"slot {spot.place - program.memory.layouts[spot.name] - SLOTS} of {spot.name}"
    return spot.name if spot.seat < 0 else f"{spot.name} of {spot.seat}"


def _events(program: Program) -> Lines:
    """What cards do on an event, or which function works a formula of theirs out."""
    cards = program.names["card"]
    for name, handlers in program.dispatch.items():
        yield name
        yield from (f"{INDENT}{cards[card]}: {handler}" for card, handler in enumerate(handlers) if handler)


def _ranked(program: Program) -> tuple[str, ...]:
    return program.ways[program.drawn - len(program.rank) : program.drawn]


def _rank(program: Program, rank: Rank) -> str:
    if rank.by == "score":
        return program.score[rank.index]
    return program.place_at(rank.index).name if rank.by == "field" else rank.by


def _prices(prices: PriceCode, program: Program, code: Callable[..., str]) -> Lines:
    yield f"{prices.goods} goods, money in {program.place_at(prices.money).name}"
    yield f"own: {' '.join(code(own) for own in prices.own) or 'nothing'}"
    yield from (f"{name}: {code(c)}" for name, c in (("waived", prices.waived), ("omitted", prices.omitted)) if c)
    yield from (f"receiver {number}: {code(receiver)}" for number, receiver in enumerate(prices.receivers, 1))
    yield from (f"added of good {good}: {code(added)}" for good, added in enumerate(prices.added))
    for fee in prices.fees:
        yield f"fee that pays {f'receiver {fee.receiver}' if fee.receiver else 'nobody'}: {code(fee.amount)}"
    for market in prices.markets:
        yield from _market(market, code)
    produced = [(card, choices) for card, choices in enumerate(prices.choices) if choices]
    for card, choices in produced:
        goods = " and ".join("/".join(map(str, bits(mask))) for mask in choices)
        yield f"{program.names['card'][card]} produces one of {goods}"


def _market(market: MarketCode, code: Callable[..., str]) -> Lines:
    whom = f"receiver {market.receiver}" if market.receiver else "nobody"
    most = f", at most {code(market.limit)}" if market.limit is not None else ""
    yield f"market that pays {whom}{most}"
    yield from (f"{INDENT}good {good}: {code(price)}" for good, price in enumerate(market.prices))
    yield f"{INDENT}any number of: {' '.join(map(str, market.sells)) or 'nothing'}"
    yield from (f"{INDENT}what is produced by: {code(stock)}" for stock in market.stock)
