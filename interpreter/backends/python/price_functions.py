"""Prices as Python functions: a row of prices or payments by card for a buyer, remembered by its reasons.

What prices depend on is read off the program: production, waivers and market prices look at certain places of the
position and, in sets, at certain cards only. Two positions that agree in those share a row, so a row is never stale.

`goods_prices(s, buyer)[card]` is the least that the goods of a card cost; `payment_rows(s, buyer)[card]` are all
payments for it that are not worse than another in every respect.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...lowering.codes import free_names, simplified, written_out
from ...program.model import PLAYERS, Code, Function, Memory, PriceCode
from ...runtime.price_rows import NOT_FOR_SALE
from .codes import BITAND, LOOSE, Printer
from .steps import Lines, python_name

ALL = -1
BUYER, ITEM = "buyer", "item"

Reasons = dict[tuple[int, Code | None], int]


def price_lines(
    prices: PriceCode, functions: Mapping[str, Function], memory: Memory, tables: Mapping[str, tuple[int, ...]]
) -> Lines:
    """The source of `goods_prices`, `payment_rows` and of what they need."""
    printer = Printer(python_name)

    def full(code: Code) -> Code:
        return simplified(written_out(code, functions))

    waived = full(prices.waived) if prices.waived is not None else Code("int", value=0)
    omitted = full(prices.omitted) if prices.omitted is not None else None
    if omitted == Code("int", value=0):
        omitted = None
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
        *limits,
        *own,
        *(c for stock in stocks for c in stock),
        *(c for codes in sold for c in codes),
    ]
    for (base, index), mask in _reasons(read, memory, tables).items():
        place = printer.place(base, () if index is None else (index,))
        key.append(place if mask == ALL else f"{place} & {mask}")

    def union(codes: list[Code]) -> str:
        return " | ".join(printer.text(code, BITAND) for code in codes) or "0"

    def listed(codes: list[Code]) -> str:
        return f"({''.join(f'{printer.text(code, LOOSE)}, ' for code in codes)})"

    left_out = "waived_for" if omitted is None else "waived_for, omitted_for"
    if prices.one_price:
        made = f"price_row(key, {union(own)}, {listed(sold[0])}, {python_name(BUYER)}, {left_out})"
    else:
        offered = f"({''.join(f'{union(stock)}, ' for stock in stocks)})"
        asked = f"({''.join(f'{listed(codes)}, ' for codes in sold)})"
        made = f"payment_row(key, {union(own)}, {offered}, {asked}, {listed(limits)}, {python_name(BUYER)}, waived_for)"
    asked_for = {"waived_for": waived} if omitted is None else {"waived_for": waived, "omitted_for": omitted}
    return [
        *(line for name, code in asked_for.items() for line in _of_item(name, printer.text(code))),
        f"def price_rows(s, {python_name(BUYER)}):",
        f"    key = ({', '.join(key)},)",
        "    row = remembered.get(key)",
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


def _reasons(codes: list[Code], memory: Memory, tables: Mapping[str, tuple[int, ...]]) -> Reasons:
    """Which places the codes read; a place that depends on more than the buyer stands for its whole range."""
    found: Reasons = {}

    def note(base: int, index: Code | None, mask: int) -> None:
        before = found.get((base, index), 0)
        found[base, index] = ALL if ALL in (before, mask) else before | mask

    def read(code: Code, mask: int) -> None:
        if code.op == "get":
            index = code.args[0] if code.args else None
            if index is None or free_names(index) <= {BUYER}:
                note(code.value, index, mask)
            else:
                size = memory.seats if code.value in memory.player.values() else memory.stack - memory.where
                for place in range(code.value, code.value + size):
                    note(place, None, mask)
            for arg in code.args:
                read(arg, ALL)
        elif code.op == "has" and code.args[1].op == "int":
            read(code.args[0], 1 << code.args[1].value)
        elif code.op == "&":
            for one, other in (code.args, code.args[::-1]):
                read(one, _possible(other, tables) if mask == ALL else mask & _possible(other, tables))
        elif code.op == "|":
            for arg in code.args:
                read(arg, mask)
        elif code.op == "seat":
            note(PLAYERS, None, ALL)
            read(code.args[0], ALL)
        elif code.op in ("uncovered", "unrevealed", "row_of", "card_at"):
            for place in range(code.value, code.value + memory.layout_size):
                note(place, None, ALL)
        elif code.op in ("owner", "top"):
            for place in range(memory.where, memory.stack):
                note(place, None, ALL)
        else:
            assert code.op not in ("row", "trade_row", "payment_row", "total"), (
                "a price may not depend on itself or on a score"
            )
            for arg in code.args:
                read(arg, ALL)

    for code in codes:
        read(code, ALL)
    return found


def _possible(code: Code, tables: Mapping[str, tuple[int, ...]]) -> int:
    """The cards that a set can hold at most, as far as the text alone tells."""
    if code.op == "int":
        return int(code.value)
    if code.op == "table":
        union = 0
        for entry in tables[code.value]:
            union |= entry
        return union
    return ALL
