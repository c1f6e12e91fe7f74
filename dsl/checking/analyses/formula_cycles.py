"""Formulas that need themselves: through answers, prices, scores or the formulas printed on cards.

A `define` that names itself is found while names are resolved; this finds the longer ways round, over all
packs.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...diagnostic import Report, Span
from ...graph import connected_groups, shortest_circle
from ...model import NUMBER, CardModel, Game, Term
from ..bodies.formulas import MOST_DEEP

# How often a formula may need others, counted through all of them.
MOST_WORK = 100_000
MOST_REPORTED = 20
# Stands between a formula printed on cards and the kind of the card that is asked.
OF_KIND = " of any "
PAYING = ("price", "goods_price", "payments")


def report_circles(game: Game, report: Report) -> None:
    """Reports every group of formulas that need each other, and formulas that need others too often."""
    needs: dict[str, list[str]] = {}
    places: dict[str, Span] = {}
    # Where a formula says that it needs another; the last pack to say so closed the circle.
    steps: dict[tuple[str, str], Span] = {}
    for key, span, terms in _formulas(game):
        places.setdefault(key, span)
        needed = [n for term in terms for n in _needed(term)]
        needs.setdefault(key, []).extend(needed)
        for need in needed:
            before = steps.setdefault((key, need), span)
            steps[key, need] = span if report.is_later(span, before) else before
    printed = _printed(game, {need for needed in needs.values() for need in needed})
    left = {key: set(needed) & (places.keys() | printed.keys()) for key, needed in (needs | printed).items()}
    for _ in range(MOST_REPORTED):
        found = shortest_circle(left)
        if found is None:
            break
        ways = [steps[step] for step in zip(found, [*found[1:], found[0]], strict=True) if step in steps]
        place = max(ways, key=lambda span: report.pack_of.get(span.file, 0))
        begin = next(n for n, key in enumerate(found) if steps.get((key, [*found, found[0]][n + 1])) == place)
        # What is printed on some card of a kind is no place in the text.
        circle = [key for key in [*found[begin:], *found[:begin]] if key in places]
        way = " -> ".join(f"`{key}`" for key in [*circle, circle[0]])
        report.error("endless", f"this needs itself to be worked out: {way}", place)
        for key in circle:
            del left[key]
        left = {key: needed & left.keys() for key, needed in left.items()}
    if not report.failed:
        _report_endless_work(needs, printed, places, report)


def _report_endless_work(
    needs: dict[str, list[str]], printed: dict[str, list[str]], places: dict[str, Span], report: Report
) -> None:
    """A define that needs two others that need two others ... takes for ever although it comes to an end; and what
    needs another that needs another ... is more than can be left open at a time."""
    work: dict[str, int] = {}
    depth: dict[str, int] = {}
    # Those that need nothing come first.
    for (key,) in connected_groups({key: set(needed) for key, needed in (needs | printed).items()}):
        if key in printed:
            # One card is asked at a time.
            work[key] = max((work[card] for card in printed[key]), default=0)
            depth[key] = max((depth[card] for card in printed[key]), default=0)
            continue
        depth[key] = 1 + max((depth.get(need, 0) for need in needs[key]), default=0)
        if depth[key] > MOST_DEEP:
            message = f"`{key}` stands in a chain of formulas that need each other, more than {MOST_DEEP} of them"
            report.error("too-deep", message, places[key])
            return
        work[key] = 1 + sum(work.get(need, 0) for need in needs[key])
        if work[key] > MOST_WORK:
            message = f"`{key}` needs other formulas more than {MOST_WORK:,} times to be worked out"
            report.error("too-large", message, places[key])
            return


def _printed(game: Game, needed: set[str]) -> dict[str, list[str]]:
    """For every formula printed on cards of a kind that is needed, those of the cards."""
    found = {}
    for key in sorted(key for key in needed if OF_KIND in key):
        name, _, kind = key.partition(OF_KIND)
        printing = (card for card in game.cards if isinstance(card.values.get(name), Term))
        cards = [card.id for card in printing if kind == "card" or kind in game.lineage(card.kind)]
        found[key] = [f"{name} of {card}" for card in cards]
    return found


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
        charged = [fee.amount for fee in game.payment.fees]
        if game.payment.added is not None:
            charged.append(game.payment.added)
        for term in (*game.payment.own, *left_out, *charged, *limits, *sold):
            yield "price", term.span, [term]
    if game.sides is not None:
        yield "sides", game.sides.span, [game.sides]
    for name, term in game.score.items():
        yield f"score of {name}", term.span, [term]
    if game.score:
        total = tuple(Term("score", NUMBER, value=name) for name in game.score)
        yield "total", next(iter(game.score.values())).span, [*total]
    for card in game.cards:
        for name, value in card.values.items():
            if isinstance(value, Term):
                yield f"{name} of {card.id}", _place(card, value), [value]


def _place(card: CardModel, value: Term) -> Span:
    """Where a formula stands that is printed on a card: where it was changed, if that is in another pack."""
    return value.span if value.span.file not in ("", card.span.file) else card.span


def _needed(term: Term) -> Iterator[str]:
    for part in term.walk():
        if part.op in ("define", "value"):
            yield str(part.value)
        elif part.op in PAYING:
            yield "price"
        elif part.op == "score" and part.value is not None:
            yield f"score of {part.value}"
        elif part.op in ("score", "total"):
            yield "total"
        elif part.op == "formula" or (part.op == "card_field" and part.type.tag == "formula"):
            yield f"{part.value}{OF_KIND}{part.args[0].type.of}"
