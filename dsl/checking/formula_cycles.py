"""Formulas that need themselves: through answers, prices, scores or the formulas printed on cards.

A `define` that names itself is found while names are resolved; this finds the longer ways round, over all
packs.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..diagnostic import Report, Span
from ..model import Game, Term
from .graph import shortest_circle

# How often a formula may need others, counted through all of them.
MOST_WORK = 100_000
PAYING = ("price", "goods_price", "payments")


def report_circles(game: Game, report: Report) -> None:
    """Reports every group of formulas that need each other, and formulas that need others too often."""
    needs: dict[str, set[str]] = {}
    places: dict[str, Span] = {}
    for key, span, terms in _formulas(game):
        places.setdefault(key, span)
        needs.setdefault(key, set()).update(n for term in terms for n in _needed(game, term))
    left = {key: needed & needs.keys() for key, needed in needs.items()}
    while (circle := shortest_circle(left)) is not None:
        way = " -> ".join(f"`{key}`" for key in [*circle, circle[0]])
        report.error("endless", f"this needs itself to be worked out: {way}", places[circle[0]])
        for key in circle:
            del left[key]
        left = {key: needed & left.keys() for key, needed in left.items()}
    if not report.failed:
        _report_endless_work(game, report)


def _report_endless_work(game: Game, report: Report) -> None:
    """A define that needs two others that need two others ... takes for ever although it comes to an end."""
    parts: dict[str, list[str]] = {}
    places: dict[str, Span] = {}
    for key, span, terms in _formulas(game):
        places.setdefault(key, span)
        parts.setdefault(key, []).extend(n for term in terms for n in _needed(game, term))
    work: dict[str, int] = {}

    def of(key: str) -> int:
        if key not in work:
            work[key] = 1 + sum(of(part) for part in parts.get(key, ()))
        return work[key]

    for key in parts:
        if of(key) > MOST_WORK:
            message = f"`{key}` needs other formulas more than {MOST_WORK:,} times to be worked out"
            report.error("too-large", message, places[key])
            return


def _formulas(game: Game) -> Iterator[tuple[str, Span, list[Term]]]:
    """Everything that is worked out when asked for: its name, its place and the terms it consists of."""
    for formulas in (game.defines, game.values):
        for name, formula in formulas.items():
            if isinstance(formula.body, Term):
                yield name, formula.span, [formula.body]
    for answer in game.answers:
        parts = [answer.condition, answer.body, answer.at_least, *answer.patterns]
        yield answer.value, answer.span, [part for part in parts if isinstance(part, Term)]
    if game.payment is not None:
        left_out = [term for term in (game.payment.waived, game.payment.omitted) if term is not None]
        limits = [market.limit for market in game.payment.markets if market.limit is not None]
        sold = [term for market in game.payment.markets for term in (market.price, *market.stock)]
        for term in (*game.payment.own, *left_out, *limits, *sold):
            yield "price", term.span, [term]
    for name, term in game.score.items():
        yield f"score of {name}", term.span, [term]
    if game.score:
        yield "total", next(iter(game.score.values())).span, []
    for card in game.cards:
        for name, value in card.values.items():
            if isinstance(value, Term):
                yield f"{name} of {card.id}", card.span, [value]


def _needed(game: Game, term: Term) -> Iterator[str]:
    for part in term.walk():
        if part.op in ("define", "value"):
            yield str(part.value)
        elif part.op in PAYING:
            yield "price"
        elif part.op == "score":
            yield f"score of {part.value}"
        elif part.op == "total":
            yield from (f"score of {name}" for name in game.score)
        elif part.op == "formula" or (part.op == "card_field" and part.type.tag == "formula"):
            kind = part.args[0].type.of
            for card in game.cards:
                if isinstance(card.values.get(str(part.value)), Term) and (
                    kind == "card" or kind in game.lineage(card.kind)
                ):
                    yield f"{part.value} of {card.id}"
