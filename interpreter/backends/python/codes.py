"""Codes to Python expressions: the backend's half that has no control flow."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ....dsl.meaning import bit as one
from ...program.model import PLAYERS, Code, Table

# How tightly Python binds; brackets are written only where needed.
LOOSE, OR, AND, NOT, COMPARE, BITOR, BITAND, SHIFT, SUM, PRODUCT, TIGHT = range(11)
LEVEL = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "|": BITOR, "&": BITAND}
SIGN = {"/": "//"}
MANY = ("counted", "bits", "different", "by_slot")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
# Operations that are calls of the runtime: whether they look at the position, and what they are called there.
CALLS = {
    "times": (False, "times"),
    "payment_total": (False, "payment_total"),
    "payment_part": (False, "payment_part"),
    "bits": (False, "bits"),
    "range": (False, "range"),
    "min": (False, "min"),
    "max": (False, "max"),
    "top": (True, "top"),
    "owner": (True, "owner"),
    "total": (True, "total"),
    "row": (True, "goods_prices"),
    "payment_row": (True, "payment_rows"),
}
# The same for operations on the layout zone that begins at their value.
OF_LAYOUT = ("card_at", "face_up", "unrevealed", "row_of", "uncovered", "by_slot")


class Printer:
    """Prints codes; `local` says how a local name is reached (a Python name or a place in the frame)."""

    def __init__(self, local: Callable[[str], str], tables: Mapping[str, Table]) -> None:
        self.local = local
        self.tables = tables
        self.bound: list[str] = []
        self._domains = 0

    def text(self, code: Code, level: int = LOOSE) -> str:
        """The Python expression of a code, in brackets where it binds looser than `level`."""
        found, own = self._print(code)
        return f"({found})" if own < level else found

    def place(self, base: int, args: tuple[Code, ...]) -> str:
        """A place of the position."""
        if not args:
            return f"s[{base}]"
        index = args[0]
        if index.op == "-" and index.args[0] == Code("int", value=1) and index.args[1].op != "int":
            # The other one of two players.
            return f"s[{base + 1} - {self.text(index.args[1], PRODUCT)}]"
        return f"s[{base} + {self.text(index, SUM)}]"

    def _get_if(self, base: int, index: Code) -> str:
        """A place that may be none: written out, because it is asked often."""
        if index.op == "local":
            name = self.text(index)
            return f"s[{base} + {name}] if {name} >= 0 else 0"
        if self._domains:
            # Where a loop looks for what it goes through, Python cannot give a name.
            return f"get_if(s, {base}, {self.text(index)})"
        return f"s[{base} + at] if (at := {self.text(index)}) >= 0 else 0"

    def many(self, code: Code) -> str:
        """What a loop goes through."""
        if code.op == "counted":
            return f"counted({self.many(code.args[0])}, {code.value})"
        self._domains += 1
        found = self.text(code)
        self._domains -= 1
        return found

    def _print(self, code: Code) -> tuple[str, int]:
        op, args, value = code.op, code.args, code.value
        if op in LEVEL:
            level = LEVEL[op]
            return f"{self.text(args[0], level)} {SIGN.get(op, op)} {self.text(args[1], level + 1)}", level
        if op in COMPARISONS:
            return f"{self.text(args[0], BITOR)} {op} {self.text(args[1], BITOR)}", COMPARE
        if op == "by_slot" and args[0] == Code("uncovered", value=value):
            return f"uncovered_cards(s, {value})", TIGHT
        if op in CALLS:
            looks, name = CALLS[op]
            return f"{name}({', '.join([*(['s'] if looks else []), *(self.text(a) for a in args)])})", TIGHT
        if op == "different":
            return f"different({self.text(args[0])}, T_{value})", TIGHT
        if op in OF_LAYOUT:
            return f"{op}({', '.join(['s', str(value), *(self.text(a) for a in args)])})", TIGHT
        match op:
            case "int" | "set":
                return str(value), TIGHT if value >= 0 else SUM
            case "local":
                return (_inner(value) if value in self.bound else self.local(value)), TIGHT
            case "get":
                return self.place(value, args), TIGHT
            case "get_if":
                return self._get_if(value, args[0]), LOOSE
            case "table":
                row = self.tables[value].row
                index = self.text(args[0]) if row == 1 else f"{self.text(args[0], PRODUCT)} * {row}"
                return f"T_{value}[{' + '.join([index, *(self.text(a, SUM) for a in args[1:])])}]", TIGHT
            case "and" | "or":
                level = AND if op == "and" else OR
                return f" {op} ".join(self.text(a, level + 1) for a in args), level
            case "not":
                return f"not {self.text(args[0], NOT)}", NOT
            case "&~":
                return f"{self.text(args[0], BITAND)} & ~{self.text(args[1], TIGHT)}", BITAND
            case "count":
                if args[0].op == "set":
                    return str(args[0].value.bit_count()), TIGHT
                return f"{self.text(args[0], TIGHT)}.bit_count()", TIGHT
            case "bit":
                return f"BIT[{self.text(args[0])}]", TIGHT
            case "has":
                # `BIT` has an empty set for none at its end: nothing is in a set that has no member.
                bit = str(one(args[1].value)) if args[1].op == "int" else f"BIT[{self.text(args[1])}]"
                return f"{self.text(args[0], BITAND)} & {bit} != 0", COMPARE
            case "cond":
                test, then, otherwise = args
                return f"{self.text(then, OR)} if {self.text(test, OR)} else {self.text(otherwise, LOOSE)}", LOOSE
            case "clamp":
                return f"clamp({self.text(args[0])}, {value[0]}, {value[1]})", TIGHT
            case "index":
                return f"index({self.text(args[0])}, {value})", TIGHT
            case "charged":
                # Counting gives nothing, so what follows is the value.
                return f"charge({value}) or {self.text(args[0], AND)}", OR
            case "seat":
                return f"({self.text(args[0], SUM)} + {value}) % s[{PLAYERS}]", TIGHT
            case "call":
                return f"{value}({', '.join(['s', *(self.text(a) for a in args)])})", TIGHT
            case "dispatch":
                card, *rest = (self.text(a) for a in args)
                return f"BY_CARD_{value}[{card}]({', '.join(['s', *rest])})", TIGHT
            case "trade_row":
                return f"goods_prices(s, {self.text(args[0])}).trade", TIGHT
            case "at":
                return f"{self.text(args[0], TIGHT)}[{self.text(args[1])}]", TIGHT
            case "hoisted":
                return str(value), TIGHT
            case "counted":
                return self.many(code), TIGHT
        return self._loop(code), TIGHT

    def _loop(self, code: Code) -> str:
        if code.op == "keep":
            name, of = code.value, code.args[0]
            domain = self.many(of if of.op in MANY else Code("bits", (of,)))
            self.bound.append(name)
            test = self.text(code.args[1], OR)
            self.bound.pop()
            inner = _inner(name)
            return f"sum([1 << {inner} for {inner} in {domain} if {test}])"
        fold, name = code.value
        domain = self.many(code.args[0])
        self.bound.append(name)
        body = self.text(code.args[1], OR)
        test = f" if {self.text(code.args[2], OR)}" if len(code.args) > 2 else ""
        self.bound.pop()
        inner = _inner(name)
        loop = f"{body} for {inner} in {domain}{test}"
        # What could be very long is not put into a list; `any` and `all` end at the first that decides.
        loop = f"({loop})" if code.args[0].op == "counted" or fold in ("any", "all") else f"[{loop}]"
        return f"{FOLDS[fold]}({loop}, default=0)" if fold in ("min", "max") else f"{FOLDS[fold]}({loop})"


# What a fold is called in Python.
FOLDS = {"sum": "sum", "total": "saturated", "min": "min", "max": "max", "any": "any", "all": "all", "union": "union"}


def _inner(name: str) -> str:
    """Names inside a loop of an expression must not meet those around it."""
    return f"each_{name}"
