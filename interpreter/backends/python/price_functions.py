"""Prices as Python functions: a row of prices or payments by card for a buyer, remembered by its reasons.

What prices depend on is read off the program: production, waivers and market prices look at certain places of the
position and, in sets, at certain cards only. Two positions that agree in those share a row, so a row is never stale.

`goods_prices(s, buyer)[card]` is the least that the goods of a card cost; `payment_rows(s, buyer)[card]` are all
payments for it that are not worse than another in every respect.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....dsl.meaning import bit
from ...program.model import PLAYERS, Code, Function, Program, Table
from ...program.prices import PriceCode
from ...program.rewriting import free_names, is_short, simplified, substitute, written_out
from ...program.work import Work
from ...runtime.price_rows import NOT_FOR_SALE
from .codes import BITAND, LOOSE, Printer
from .steps import Lines, python_name

ALL = -1
# What prices are made from is written out up to so many parts.
MOST_WRITTEN_OUT = 500
BUYER, ITEM = "buyer", "item"

Reasons = dict[tuple[int, Code | None], int]


def price_lines(program: Program, functions: Mapping[str, Function], work: Work) -> Lines:
    """The source of `goods_prices`, `payment_rows` and of what they need."""
    prices = program.prices
    if prices is None:
        return []
    printer = Printer(python_name, program.tables)

    def full(code: Code) -> Code:
        short = is_short(code, functions, MOST_WRITTEN_OUT) and not work.counts(code)
        return simplified(written_out(code, functions)) if short else code

    waived = full(prices.waived) if prices.waived is not None else Code("int", value=0)
    omitted = full(prices.omitted) if prices.omitted is not None else None
    if omitted == Code("int", value=0):
        omitted = None
    added = [full(code) for code in prices.added]
    if all(code == Code("int", value=0) for code in added):
        added = []
    fees = [full(fee.amount) for fee in prices.fees]
    own = [full(zone) for zone in prices.own]
    stocks = [[full(cards) for cards in market.stock] for market in prices.markets]
    sold = [[full(price) for price in market.prices] for market in prices.markets]
    limits = [full(market.limit) if market.limit is not None else Code("int", value=0) for market in prices.markets]
    if prices.one_price:
        sold = [[_least(prices, sold, good) for good in range(prices.goods)]]
    key = [python_name(BUYER)]
    read = [
        waived,
        *([omitted] if omitted is not None else []),
        *added,
        *fees,
        *limits,
        *own,
        *(c for stock in stocks for c in stock),
        *(c for codes in sold for c in codes),
    ]
    # What counts its work is worked out whenever somebody asks for it.
    remembered = not any(work.counts(code) for code in read)
    for (base, index), mask in _reasons(read, program, functions).items() if remembered else ():
        place = printer.place(base, () if index is None else (index,))
        key.append(place if mask == ALL else f"{place} & {mask}")

    def union(codes: list[Code]) -> str:
        return " | ".join(printer.text(code, BITAND) for code in codes) or "0"

    def listed(codes: list[Code]) -> str:
        return f"({''.join(f'{printer.text(code, LOOSE)}, ' for code in codes)})"

    if prices.one_price:
        made = f"price_row(key, {union(own)}, {listed(sold[0])}, {python_name(BUYER)}, OF_ITEM)"
    else:
        offered = f"({''.join(f'{union(stock)}, ' for stock in stocks)})"
        asked = f"({''.join(f'{listed(codes)}, ' for codes in sold)})"
        made = f"payment_row(key, {union(own)}, {offered}, {asked}, {listed(limits)}, {python_name(BUYER)}, OF_ITEM)"
    asked_for = {"waived": printer.text(waived)}
    if omitted is not None:
        asked_for["omitted"] = printer.text(omitted)
    if added:
        asked_for["added"] = listed(added)
    if fees:
        asked_for["fees"] = listed(fees)
    return [
        *(line for name, body in asked_for.items() for line in _of_item(f"{name}_for", body)),
        f"OF_ITEM = of_item({', '.join(f'{name}={name}_for' for name in asked_for)})",
        "",
        "",
        f"def price_rows(s, {python_name(BUYER)}):",
        f"    key = ({', '.join(key)},)",
        f"    row = {'remembered.get(key)' if remembered else 'None'}",
        "    if row is None:",
        f"        row = {made}",
        "    row.position = s",
        "    return row",
        "",
        "",
        *_readers(prices.one_price),
    ]


def _of_item(name: str, body: str) -> Lines:
    return [f"def {name}(s, {python_name(BUYER)}, {python_name(ITEM)}):", f"    return {body}", "", ""]


def _readers(one_price: bool) -> Lines:
    """In one game rows are prices, in the other payments; both can be asked for."""
    buyer = python_name(BUYER)
    if one_price:
        rows = [f"def payment_rows(s, {buyer}):", f"    return single_payments(price_rows(s, {buyer}))"]
        return ["goods_prices = price_rows", "", "", *rows]
    rows = [f"def goods_prices(s, {buyer}):", f"    return price_rows(s, {buyer}).cheapest"]
    return ["payment_rows = price_rows", "", "", *rows]


def _least(prices: PriceCode, sold: list[list[Code]], good: int) -> Code:
    """The least price of a good at any market that sells it."""
    found = [codes[good] for codes, market in zip(sold, prices.markets, strict=True) if good in market.sells]
    if not found:
        return Code("int", value=NOT_FOR_SALE)
    return found[0] if len(found) == 1 else Code("min", tuple(found))


def _reasons(codes: list[Code], program: Program, functions: Mapping[str, Function]) -> Reasons:
    """Which places the codes read; a place that depends on more than the buyer stands for its whole range."""
    found: Reasons = {}
    memory, tables = program.memory, program.tables
    waiting = [(code, ALL) for code in codes]
    called: set[tuple[Code, int]] = set()

    def note(base: int, index: Code | None, mask: int) -> None:
        before = found.get((base, index), 0)
        found[base, index] = ALL if ALL in (before, mask) else before | mask

    def note_all(first: int, count: int) -> None:
        for place in range(first, first + count):
            note(place, None, ALL)

    def enter(name: str, args: tuple[Code, ...], mask: int) -> None:
        function = functions[name]
        names = {param.name: arg for param, arg in zip(function.params, args, strict=True)}
        waiting.append((substitute(function.body, names), mask))

    # No recursion: what many cards answer is long.
    while waiting:
        code, mask = waiting.pop()
        args = code.args
        if code.op in ("get", "get_if"):
            index = args[0] if args else None
            if index is None or free_names(index) <= {BUYER}:
                note(code.value, index, mask)
            else:
                note_all(code.value, memory.seats if code.value in memory.player.values() else program.cards)
        elif code.op == "has" and args[1].op == "int":
            waiting.append((args[0], bit(args[1].value)))
            continue
        elif code.op == "&":
            for one, other in (args, args[::-1]):
                possible = _possible(other, tables)
                waiting.append((one, possible if mask == ALL else mask & possible))
            continue
        elif code.op == "|":
            waiting += [(arg, mask) for arg in args]
            continue
        elif code.op == "call":
            if (code, mask) not in called:
                called.add((code, mask))
                enter(code.value, args, mask)
        elif code.op == "dispatch":
            for name in filter(None, program.dispatch[code.value]):
                enter(name, args[1:], ALL)
        elif code.op == "seat":
            note(PLAYERS, None, ALL)
        elif code.op in ("uncovered", "unrevealed", "face_up", "row_of", "card_at", "by_slot"):
            note_all(code.value, memory.layout_size)
        elif code.op in ("owner", "top"):
            note_all(memory.where, memory.stack - memory.where)
        assert code.op not in ("row", "trade_row", "payment_row", "total"), (
            "a price may not depend on itself or on a score"
        )
        waiting += [(arg, ALL) for arg in args]
    return found


def _possible(code: Code, tables: Mapping[str, Table]) -> int:
    """The cards that a set can hold at most, as far as the text alone tells."""
    if code.op == "set":
        return int(code.value)
    if code.op == "table":
        union = 0
        for entry in tables[code.value].entries:
            union |= entry
        return union
    return ALL
