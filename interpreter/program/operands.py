"""Whether codes keep to the table of operations: `Operands(program, wrong)` looks at codes, their operands and values.

What does not fit at all is told as `IllTyped`, what is not within bounds as a finding by `wrong`.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from ...dsl.meaning import FOLDS, MOST_RECEIVERS, MOST_WORD
from .data import room_in_sets
from .memory import PAYMENT_BITS, SLOTS
from .model import Code, Function, Local, Program
from .operations import CODES, MOST_UNCOUNTED
from .types import FLAG, Type, full, number, set_of
from .typing import BINDERS, IllTyped, Typing

Names = dict[str, Type]
# What stands in an operation, by the words of the table.
HELD: dict[str, Callable[[object], bool]] = {
    **dict.fromkeys(
        ("number", "low", "high", "place", "layout", "step", "side", "direction", "way", "ask"),
        lambda value: isinstance(value, int),
    ),
    **dict.fromkeys(("mask", "size", "work"), lambda value: isinstance(value, int) and value >= 0),
    **dict.fromkeys(
        ("name", "table", "function", "routine", "event", "label", "names", "zone"),
        lambda value: isinstance(value, str),
    ),
    "fold": lambda value: value in FOLDS,
}
FORMS: dict[str, Callable[[Type], bool]] = {
    "n": lambda type: type.scalar or type.tag in ("payment", "option"),
    "b": lambda type: type.scalar and FLAG.holds(type),
    "s": lambda type: type.tag == "set",
    "m": lambda type: type.tag == "many",
    "v": lambda type: type.scalar or type.tag in ("set", "payment", "option"),
    "r": lambda type: type.tag in ("prices", "payments"),
}
# What is made of many, by what it is made from; anything else is made of numbers.
MADE_FROM = {"any": "b", "all": "b", "union": "s"}


@define
class Operands:
    """Looks at the codes of one program."""

    program: Program
    wrong: Callable[[str], None]
    typing: Typing = field(init=False)
    _functions: dict[str, Function] = field(init=False)
    _members: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.typing = Typing(self.program)
        self._members = room_in_sets(self.program)
        self._functions = {function.name: function for function in self.program.functions}

    def into(self, code: Code, names: Names, wanted: Type) -> None:
        """Looks whether the value of a code is always of a type."""
        try:
            self.code(code, names)
            found = self.typing.of(code, names)
        except IllTyped as wrong:
            return self.wrong(str(wrong))
        if not wanted.holds(found):
            self.wrong(f"what `{code.op}` gives is {bounds(found)}, wanted is {bounds(wanted)}")

    def between(self, code: Code, names: Names, low: int, high: int) -> None:
        """The same for a number of any kind."""
        found = self.typing.of(code, names)
        if found.low < low or found.high > high:
            self.wrong(f"what `{code.op}` gives is {bounds(found)}, wanted is {low} to {high}")

    def cards(self, code: Code, names: Names) -> None:
        """Looks whether a set is one of cards."""
        self.into(code, names, set_of(full(self.program.cards)))
        if self.typing.of(code, names).of != "card":
            self.wrong(f"what `{code.op}` gives are no cards")

    def layout(self, base: int) -> None:
        """Looks whether a layout zone begins there."""
        if base not in self.program.memory.layouts.values():
            raise IllTyped(f"no layout zone begins at {base}")

    def arguments(self, codes: tuple[Code, ...], params: tuple[Local, ...], names: Names) -> None:
        """Looks at what is handed over."""
        if len(codes) != len(params):
            raise IllTyped(f"{len(params)} arguments are wanted, not {len(codes)}")
        for code, param in zip(codes, params, strict=True):
            self.into(code, names, param.type)

    def held(self, words: str, value: object, of: str) -> None:
        """Looks whether an operation holds what the table says."""
        wanted = words.split(", ") if words else []
        values = value if isinstance(value, tuple) else () if value is None else (value,)
        alike = len(values) == len(wanted) and isinstance(value, tuple) == (len(wanted) > 1)
        if not alike or not all(HELD[word](one) for word, one in zip(wanted, values, strict=True)):
            raise IllTyped(f"`{of}` cannot hold {value!r}")

    def operands(self, forms: str, args: tuple[Code, ...], names: Names, of: str) -> None:
        """Looks whether operands are as many as the table says, each of its form."""
        wanted = forms.split()
        least = sum(1 for form in wanted if form[-1] not in "*?")
        most = len(args) if any(form.endswith("*") for form in wanted) else len(wanted)
        if not least <= len(args) <= most:
            raise IllTyped(f"`{of}` has {len(args)} operands")
        for place, arg in enumerate(args):
            if not (of in BINDERS and place):
                self.form(arg, names, wanted[min(place, len(wanted) - 1)].rstrip("*?"), of)

    def form(self, code: Code, names: Names, form: str, of: str) -> None:
        """Looks whether an operand is of a form."""
        self.code(code, names)
        found = self.typing.of(code, names)
        if not any(FORMS[one](found) for one in form.split("|")):
            raise IllTyped(f"`{of}` cannot work with {found}")

    def code(self, code: Code, names: Names) -> None:
        """Looks at a code and everything inside it."""
        if code.op not in CODES:
            raise IllTyped(f"there is no operation `{code.op}`")
        self.held(CODES[code.op].value, code.value, code.op)
        self.operands(CODES[code.op].operands, code.args, names, code.op)
        if code.op == "set" and code.value > full(self._members):
            raise IllTyped("`set` has members that there are not")
        if code.op in BINDERS:
            self._loop(code, names)
        type = self.typing.of(code, names)
        if type.tag == "number" and not -MOST_WORD <= type.low <= type.high <= MOST_WORD:
            raise IllTyped(f"`{code.op}` can outgrow a machine word")
        self._bounds(code, names)

    def _loop(self, code: Code, names: Names) -> None:
        """A loop inside an expression: what it asks and makes, and that it does not go on for long uncounted."""
        inner = self.typing.inside(code, names)
        body = MADE_FROM.get(code.value[0], "n") if code.op == "fold" else "b"
        for part, form in zip(code.args[1:], (body, "b"), strict=False):
            self.form(part, inner, form, code.op)
        domain = self.typing.of(code.args[0], names)
        if code.op == "keep" and domain.tag == "many" and domain.of != "card":
            raise IllTyped(f"`keep` cannot make a set of {domain}")
        if code.args[0].op != "counted" and self.typing.rounds(code.args[0], names) > MOST_UNCOUNTED:
            raise IllTyped(f"`{code.op}` can go on for long without being counted")

    def _bounds(self, code: Code, names: Names) -> None:
        """Looks whether everything that is looked up is there."""
        args = code.args
        cards, seats = self.program.cards, self.program.memory.seats
        match code.op:
            case "get" | "get_if":
                low = -1 if code.op == "get_if" else 0
                for arg in args:
                    self.into(arg, names, number(low, self.typing.room_after(code.value) - 1))
            case "table":
                table = self.program.tables[code.value]
                self.into(args[0], names, number(-1, len(table.entries) // table.row - 1))
                for arg in args[1:]:
                    self.into(arg, names, number(0, table.row - 1))
            case "call":
                self.arguments(args, self._functions[code.value].params, names)
            case "dispatch":
                self.into(args[0], names, number(-1, cards - 1))
                for name in filter(None, self.program.dispatch[code.value]):
                    self.arguments(args[1:], self._functions[name].params, names)
                    if not self._functions[name].result.scalar:
                        raise IllTyped(f"the value of `{name}` is no number")
            case "clamp":
                if code.value[0] > code.value[1]:
                    raise IllTyped(f"`clamp` cannot hold {code.value!r}")
            case "cond":
                one, other = (self.typing.of(arg, names) for arg in args[1:])
                if one.tag != other.tag and not (one.scalar and other.scalar):
                    raise IllTyped("`cond` gives values of two forms")
            case "has":
                self.into(args[1], names, number(-1, self._members - 1))
            case "seat":
                self.between(Code("int", value=code.value), names, -seats, seats)
            case "owner" | "bit":
                self.into(args[0], names, number(-1, cards - 1))
            case "at":
                self.into(args[1], names, number(-1, cards - 1))
            case "total" | "row" | "trade_row" | "payment_row":
                self.into(args[0], names, number(0, seats - 1))
                if code.op != "total" and self.program.prices is None:
                    raise IllTyped("nothing can be paid in this game")
            case "card_at":
                self.layout(code.value)
                self.into(args[0], names, number(-1, self.program.memory.layout_size - SLOTS - 1))
            case "uncovered" | "unrevealed" | "face_up" | "row_of":
                self.layout(code.value)
            case "by_slot":
                self.layout(code.value)
                self.cards(args[0], names)
            case "different":
                self.cards(args[0], names)
                copies = self.program.tables.get(code.value)
                if copies is None or copies.row != 1 or len(copies.entries) != cards or copies.type.tag != "card":
                    raise IllTyped(f"`{code.value}` is no table of copies")
            case "top":
                self.cards(args[1], names)
            case "payment_total" | "payment_part":
                self.between(args[0], names, 0, full(PAYMENT_BITS))
                for arg in args[1:]:
                    self.between(arg, names, 0, MOST_RECEIVERS)
            case "counted":
                if args[0].op == "counted":
                    raise IllTyped("what is counted cannot be counted again")


def bounds(type: Type) -> str:
    """A type with its bounds, for a message."""
    return f"{type} ({type.low} to {type.high})" if type.scalar else str(type)
