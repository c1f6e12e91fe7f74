"""Codes to Python expressions: the backend's half that has no control flow."""

from __future__ import annotations

from collections.abc import Callable

from ...program.model import PLAYERS, Code

# How tightly Python binds; brackets are written only where needed.
LOOSE, OR, AND, NOT, COMPARE, BITOR, BITAND, SHIFT, SUM, PRODUCT, TIGHT = range(11)
LEVEL = {"+": SUM, "-": SUM, "*": PRODUCT, "/": PRODUCT, "|": BITOR, "&": BITAND}
SIGN = {"/": "//"}

# A product of two unknown numbers could grow without bounds in a chain; `times` keeps it within some.
MOST_FACTOR = 1_000


class Printer:
    """Prints codes; `local` says how a local name is reached (a Python name or a place in the frame)."""

    def __init__(self, local: Callable[[str], str]) -> None:
        self.local = local
        self.bound: list[str] = []

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

    def _print(self, code: Code) -> tuple[str, int]:
        op, args = code.op, code.args
        if op == "int":
            return str(code.value), TIGHT if code.value >= 0 else SUM
        if op == "local":
            return (_inner(code.value) if code.value in self.bound else self.local(code.value)), TIGHT
        if op == "get":
            return self.place(code.value, args), TIGHT
        if op == "table":
            return f"T_{code.value}[{self.text(args[0])}]", TIGHT
        if op == "*" and not any(a.op == "int" and abs(a.value) <= MOST_FACTOR for a in args):
            return f"times({self.text(args[0])}, {self.text(args[1])})", TIGHT
        if op in LEVEL:
            level = LEVEL[op]
            return f"{self.text(args[0], level)} {SIGN.get(op, op)} {self.text(args[1], level + 1)}", level
        if op in ("==", "!=", "<", "<=", ">", ">="):
            return f"{self.text(args[0], BITOR)} {op} {self.text(args[1], BITOR)}", COMPARE
        if op in ("and", "or"):
            level = AND if op == "and" else OR
            return f" {op} ".join(self.text(a, level + 1) for a in args), level
        if op == "not":
            return f"not {self.text(args[0], NOT)}", NOT
        if op == "&~":
            return f"{self.text(args[0], BITAND)} & ~{self.text(args[1], TIGHT)}", BITAND
        if op == "count":
            if args[0].op == "int":
                return str(args[0].value.bit_count()), TIGHT
            return f"{self.text(args[0], TIGHT)}.bit_count()", TIGHT
        if op == "bit":
            return f"BIT[{self.text(args[0])}]", TIGHT
        if op == "has":
            # `BIT` has an empty set for none at its end: nothing is in a set that has no member.
            bit = str(1 << args[1].value) if args[1].op == "int" else f"BIT[{self.text(args[1])}]"
            return f"{self.text(args[0], BITAND)} & {bit} != 0", COMPARE
        if op in ("min", "max"):
            return f"{op}({', '.join(self.text(a) for a in args)})", TIGHT
        if op == "cond":
            test, then, otherwise = args
            return f"{self.text(then, OR)} if {self.text(test, OR)} else {self.text(otherwise, LOOSE)}", LOOSE
        if op == "within":
            return f"within({self.text(args[0])})", TIGHT
        if op == "seat":
            return f"({self.text(args[0], SUM)} + {code.value}) % s[{PLAYERS}]", TIGHT
        if op == "call":
            return f"{code.value}({', '.join(['s', *(self.text(a) for a in args)])})", TIGHT
        if op == "row":
            return f"goods_prices(s, {self.text(args[0])})", TIGHT
        if op == "trade_row":
            return f"goods_prices(s, {self.text(args[0])}).trade", TIGHT
        if op == "payment_row":
            return f"payment_rows(s, {self.text(args[0])})", TIGHT
        if op == "payment_total":
            return f"payment_total({self.text(args[0])})", TIGHT
        if op == "payment_part":
            return f"payment_part({self.text(args[0])}, {self.text(args[1])})", TIGHT
        if op == "at":
            return f"{self.text(args[0], TIGHT)}[{self.text(args[1])}]", TIGHT
        if op == "hoisted":
            return str(code.value), TIGHT
        if op == "top":
            return f"top(s, {self.text(args[0])}, {self.text(args[1])})", TIGHT
        if op == "card_at":
            return f"card_at(s, {code.value}, {self.text(args[0])})", TIGHT
        if op == "unrevealed":
            return f"unrevealed(s, {code.value})", TIGHT
        if op == "row_of":
            return f"row_of(s, {code.value}, {self.text(args[0])})", TIGHT
        if op == "uncovered":
            return f"uncovered(s, {code.value})", TIGHT
        if op in ("owner", "total"):
            return f"{op}(s, {self.text(args[0])})", TIGHT
        if op == "bits" and args[0].op == "uncovered":
            return f"uncovered_cards(s, {args[0].value})", TIGHT
        if op == "by_slot":
            return f"by_slot(s, {code.value}, {self.text(args[0])})", TIGHT
        if op == "different":
            return f"different({self.text(args[0])})", TIGHT
        if op == "bits":
            return f"bits({self.text(args[0])})", TIGHT
        if op == "range":
            return f"range({self.text(args[0])}, {self.text(args[1])})", TIGHT
        return self._loop(code), TIGHT

    def _range(self, domain: Code) -> str:
        """What an expression goes through; a range that could be long is counted against the budget."""
        found = self.text(domain)
        return found if domain.op != "range" or _is_short(domain) else found.replace("range", "span", 1)

    def _loop(self, code: Code) -> str:
        if code.op == "keep":
            name = code.value
            of = self.text(code.args[0])
            self.bound.append(name)
            test = self.text(code.args[1], OR)
            self.bound.pop()
            inner = _inner(name)
            return f"sum([1 << {inner} for {inner} in bits({of}) if {test}])"
        assert code.op == "fold", code.op
        fold, name = code.value
        domain = self._range(code.args[0])
        self.bound.append(name)
        body = self.text(code.args[1], OR)
        test = f" if {self.text(code.args[2], OR)}" if len(code.args) > 2 else ""
        self.bound.pop()
        inner = _inner(name)
        loop = f"[{body} for {inner} in {domain}{test}]"
        return f"{fold}({loop}, default=0)" if fold in ("min", "max") else f"{fold}({loop})"


def _is_short(domain: Code) -> bool:
    """Whether a range has few members in every position."""
    low, high = domain.args
    if high == Code("get", value=PLAYERS):
        return True
    return low.op == high.op == "int" and high.value - low.value <= MOST_FACTOR


def _inner(name: str) -> str:
    """Names inside a loop of an expression must not meet those around it."""
    return f"each_{name}"
