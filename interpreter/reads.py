"""What a code depends on: which places of the position it reads and, for sets, which cards of them matter.

Prices are remembered by exactly what they depend on, so they never have to be thrown away.
"""

from __future__ import annotations

from .memory import CARDS, OCCUPIED
from .program import Code, Function, Memory

ALL = -1


def reads(codes: list[Code], functions: dict[str, Function], memory: Memory, tables: dict[str, tuple[int, ...]]) -> dict[int, int]:
    """Place -> mask of the bits that matter (ALL for the whole number), through all calls."""
    found: dict[int, int] = {}
    done: set[str] = set()
    waiting = list(codes)

    def note(code: Code, mask: int) -> None:
        seats = memory.seats if code.args else 1
        spread = seats if code.value in memory.player.values() else (len(tables["money"]) if code.args else 1)
        for place in range(code.value, code.value + (spread if code.args else 1)):
            before = found.get(place, 0)
            found[place] = ALL if ALL in (before, mask) else before | mask

    def table_mask(code: Code) -> int:
        if code.op == "int":
            return int(code.value)
        if code.op == "table":
            union = 0
            for entry in tables[code.value]:
                union |= entry
            return union
        return ALL

    while waiting:
        code = waiting.pop()
        if code.op == "get":
            note(code, ALL)
            waiting.extend(code.args)
        elif code.op == "&" and any(a.op == "get" for a in code.args):
            for one, other in (code.args, code.args[::-1]):
                if one.op == "get":
                    note(one, table_mask(other))
                    waiting.extend(one.args)
                else:
                    waiting.append(one)
        elif code.op == "has" and code.args[0].op == "get" and code.args[1].op == "int":
            note(code.args[0], 1 << code.args[1].value)
            waiting.extend(code.args[0].args)
        elif code.op == "uncovered":
            for offset in range(memory.layout_size):
                found[code.value + offset] = ALL
        elif code.op == "call":
            waiting.extend(code.args)
            if code.value not in done:
                done.add(code.value)
                waiting.append(functions[code.value].body)
        elif code.op in ("owner", "total", "price_row"):
            raise AssertionError("a price may not depend on itself, an owner or a score")
        else:
            waiting.extend(code.args)
    return found


__all__ = ["ALL", "CARDS", "OCCUPIED", "reads"]
