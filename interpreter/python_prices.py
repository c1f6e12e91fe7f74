"""Goods prices as a Python function: `goods_prices(s, buyer)` is a row of prices by card, remembered by its reasons.

What prices depend on is read off the program: production, waivers and market prices look at certain places of the
position and, in sets, at certain cards only. Two positions that agree in those share a row, so a row is never stale.
"""

from __future__ import annotations

from collections.abc import Mapping

from .codes import free_names, simplified, substitute, written_out
from .program import PLAYERS, Code, Function, Memory, PriceCode
from .python_codes import BITAND, Printer
from .python_steps import Lines, python_name

ALL = -1
BUYER, ITEM, GOOD = "buyer", "item", "good"

Reasons = dict[tuple[int, Code | None], int]


def price_lines(
    prices: PriceCode,
    functions: Mapping[str, Function],
    memory: Memory,
    tables: Mapping[str, tuple[int, ...]],
) -> Lines:
    """The source of `goods_prices` and of what it needs."""
    printer = Printer(python_name)
    waived = written_out(prices.waived, functions) if prices.waived is not None else Code("int", value=0)
    own = [written_out(zone, functions) for zone in prices.own]
    units = [
        simplified(substitute(written_out(unit, functions), {GOOD: Code("int", value=good)}))
        for good, unit in enumerate(prices.units)
    ]
    key = [python_name(BUYER)]
    for (base, index), mask in _reasons([waived, *own, *units], memory, tables).items():
        place = printer.place(base, () if index is None else (index,))
        key.append(place if mask == ALL else f"{place} & {mask}")
    sources = " | ".join(printer.text(zone, BITAND) for zone in own) or "0"
    return [
        f"def waived_for(s, {python_name(BUYER)}, {python_name(ITEM)}):",
        f"    return {printer.text(waived)}",
        "",
        "",
        f"def goods_prices(s, {python_name(BUYER)}):",
        f"    key = ({', '.join(key)},)",
        "    row = remembered.get(key)",
        "    if row is None:",
        f"        unit = ({''.join(f'{printer.text(u)}, ' for u in units)})",
        f"        row = price_row(key, {sources}, unit, {python_name(BUYER)}, waived_for)",
        "    row.position = s",
        "    return row",
    ]


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
        elif code.op == "uncovered":
            for place in range(code.value, code.value + memory.layout_size):
                note(place, None, ALL)
        elif code.op == "owner":
            for place in range(memory.where, memory.stack):
                note(place, None, ALL)
        else:
            assert code.op not in ("row", "total"), "a price may not depend on itself or on a score"
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
