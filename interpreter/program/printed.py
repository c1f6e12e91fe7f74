"""The printed form of a program: `printed(program)` and `printed(program, name)` give lines that a person can read.

Each operation is written as the table of operations names it, except that arithmetic stands between its operands.
Behind steps, options and functions stands the place in the text that they come from, and the card. Long sets and tables
are only begun; a part that is asked for by its name has everything.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from .model import Ask, Code, Function, Local, Origin, Place, Program, Routine, Step
from .printed_data import came_from, sections
from .types import in_words

BETWEEN = ("+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">=", "and", "or", "&", "|", "&~")
INDENT = "    "
MOST_MEMBERS = 6
MOST_ENTRIES = 24


def printed(program: Program, name: str = "") -> list[str]:
    """The lines of a whole program, or of everything in it that has a name (or a part of it between underscores)."""
    return list(Printer(program).everything() if not name else Printer(program, whole=True).named(name))


def names(program: Program) -> list[str]:
    """What a program has under a name."""
    return [
        *sections(program, Printer(program).code),
        *(place.name for place in program.places),
        *program.tables,
        *program.dispatch,
        *(layout.name for layout in program.layouts),
        *(function.name for function in program.functions),
        *(f"ask_{ask.id}" for ask in program.asks),
        *(routine.name for routine in program.routines),
    ]


class Printer:
    """Prints the parts of one program."""

    def __init__(self, program: Program, whole: bool = False) -> None:
        self.program = program
        self.most_members, self.most_entries = (sys.maxsize,) * 2 if whole else (MOST_MEMBERS, MOST_ENTRIES)
        self._places = {place.first + n: (place, n) for place in program.places for n in range(place.count)}

    def everything(self) -> Iterator[str]:
        """All parts, in the order in which a program holds them."""
        low, high = self.program.players
        seats = f" on {self.program.seats} seats" if self.program.seats else ""
        yield f"program for {low} to {high} players{seats}, {self.program.cards} cards, {self.program.limit} decisions"
        yield ""
        yield "places"
        yield from self._all_places()
        for title, section in sections(self.program, self.code).items():
            yield from ("", title, *(INDENT + line for line in section))
        for title, parts in (
            ("tables", [self.table(name) for name in self.program.tables]),
            ("functions", [self.function(function) for function in self.program.functions]),
            ("asks", [self.ask(ask) for ask in self.program.asks]),
            ("routines", [self.routine(routine) for routine in self.program.routines]),
        ):
            yield from ("", title)
            for lines in parts:
                yield from (INDENT + line for line in lines)
                if title != "tables":
                    yield ""

    def named(self, name: str) -> Iterator[str]:
        """The parts of that name, whatever they are: `push` finds the routine `do_push` too."""
        section = sections(self.program, self.code)
        found = [section[name]] if name in section else []
        for title in ("events", "layouts"):
            found += [part for part in _parts(section.get(title, [])) if part[0].split()[-1] == name]
        for function in self.program.functions:
            if _is(name, function.name):
                found.append(list(self.function(function)))
        for routine in self.program.routines:
            if _is(name, routine.name):
                found.append(list(self.routine(routine)))
                found += [list(self.ask(ask)) for ask in self.program.asks if self._asks(routine, ask)]
        found += [list(self.ask(ask)) for ask in self.program.asks if name == f"ask_{ask.id}"]
        found += [list(self.table(table)) for table in self.program.tables if _is(name, table)]
        found += [[line.strip()] for place, line in self._placed() if _is(name, place)]
        for number, lines in enumerate(found):
            yield from [""] * bool(number)
            yield from lines

    def _from(self, origin: Origin) -> str:
        return came_from(origin, self.program)

    def _asks(self, routine: Routine, ask: Ask) -> bool:
        return routine.frame is not None and ask.frame == routine.frame.number

    # -------------------------------------------------------------- data
    def _all_places(self) -> Iterator[str]:
        yield from (line for _, line in self._placed())

    def _placed(self) -> Iterator[tuple[str, str]]:
        width = max(len(place.name) for place in self.program.places)
        for place in self.program.places:
            per = f" for each {place.per}" if place.per else ""
            notes = (place.seen != "public", place.seen), (place.pile, "pile"), (place.remembered, "remembered")
            more = "".join(f", {word}" for holds, word in notes if holds)
            yield (
                place.name,
                f"{INDENT}{place.first:>5}  {place.name:<{width}}  {place.type}{per}{more}{self._begins(place)}",
            )

    def _begins(self, place: Place) -> str:
        """With what a part of the position begins, where it is more than nothing and the same for all."""
        values = set(self.program.first[place.first : place.first + place.count])
        value = values.pop()
        if values or value in (0, -1):
            return ""
        return f" = {self._set(value) if place.type.tag == 'set' else value}"

    def table(self, name: str) -> Iterator[str]:
        """A table with its first entries."""
        table = self.program.tables[name]
        is_set = table.type.tag == "set"
        shown = [self._set(entry) if is_set else str(entry) for entry in table.entries[: self.most_entries]]
        more = f" ... {len(table.entries)} in all" if len(table.entries) > self.most_entries else ""
        row = f", rows of {table.row}" if table.row > 1 else ""
        yield f"table {name}: {table.type}{row} = {' '.join(shown)}{more}"

    # -------------------------------------------------------------- functions, routines, decisions
    def function(self, function: Function) -> Iterator[str]:
        """A function."""
        head = f"function {function.name}({self._params(function.params)}): {function.result}"
        yield head + self._from(function.origin)
        yield INDENT + self.code(function.body)

    def routine(self, routine: Routine) -> Iterator[str]:
        """A routine, with what is kept of it when it is left."""
        yield f"routine {routine.name}({self._params(routine.params)}){self._from(routine.origin)}"
        if routine.frame is not None:
            kept = ", ".join(f"{local.name}: {local.type}" for local in routine.frame.locals) or "nothing"
            yield f"{INDENT}frame {routine.frame.number}: {kept}"
        held = {local.name for local in routine.frame.locals} if routine.frame is not None else set()
        if others := tuple(local for local in routine.locals if local.name not in held):
            yield f"{INDENT}names: {self._params(others)}"
        yield from (INDENT + line for line in self._block(routine.body))

    def ask(self, ask: Ask) -> Iterator[str]:
        """A decision with its options."""
        kind = "".join([" optional" * ask.optional, " named" * ask.named])
        yield f"ask {ask.id} by {self.code(ask.by)}{kind}{self._from(ask.origin)}"
        for number, option in enumerate(ask.options):
            parts = zip(option.names, option.types, option.domains, option.spots, strict=True)
            runs = ", ".join(f"{n}: {t}{' unseen' * bool(s)} in {self.code(d)}" for n, t, d, s in parts)
            where = f" where {self.code(option.where)}" if option.where is not None else ""
            yield f"{INDENT}option {number}{' for ' * bool(runs)}{runs}{where}{self._from(option.origin)}"
            for title, told in (("label", option.label), ("remark", option.remark)):
                if told:
                    yield f"{INDENT * 2}{title} {', '.join(self.code(code) for code in told)}"
            yield from (INDENT * 2 + line for line in self._block(option.body))

    def _params(self, params: tuple[Local, ...]) -> str:
        return ", ".join(f"{param.name}: {param.type}" for param in params)

    def _block(self, steps: tuple[Step, ...]) -> Iterator[str]:
        for step in steps:
            yield from self._step(step)

    def _step(self, step: Step) -> Iterator[str]:
        place = f"  [{step.place}]" if step.place else ""
        yield self._head(step) + place + self._from(step.origin)
        for number, block in enumerate(step.blocks):
            if number and block:
                yield "else"
            yield from (INDENT + line for line in self._block(block))

    def _head(self, step: Step) -> str:
        args = [self.code(arg) for arg in step.args]
        match step.op:
            case "store" | "store_if":
                return f"{self._place(step.value, step.args[1:])} = {args[0]}"
            case "let":
                return f"let {step.value} = {args[0]}"
            case "for":
                return f"for {step.value} in {args[0]}{self._kept(step)}"
            case "repeat":
                return f"repeat {args[0]}{self._kept(step)}"
            case "deal":
                return f"deal {args[0]} to {self._zone_name(step.value[0])} as layout {args[1]}"
            case "reveal":
                return f"reveal {self._zone_name(step.value)}"
            case "lay":
                return f"lay {args[0]} to slot {args[1]} of {self._zone_name(step.value)}"
            case "pass_on":
                return f"pass_on {self._zone_name(step.value[0])} by {step.value[1]}"
            case "draw":
                return f"draw {args[0]} from {args[1]} to {self._zone(step.args[2])}"
            case "shuffle":
                return f"shuffle {self._zone(step.args[0])}"
            case "win":
                return f"win {args[0]} by {self.program.ways[step.value]!r}"
            case "call" | "enter" | "run":
                return f"{step.op} {step.value}({', '.join(args)})"
            case "pick":
                return f"pick {step.value[0]} from {args[0]} as {step.value[1]!r}"
            case "move" | "move_all" | "put":
                return f"{step.op} {args[0]} to {self._zone(step.args[1])}"
        value = "" if step.value is None else f" {self._value(step.value)}"
        return f"{step.op}{value}{' ' * bool(args)}{', '.join(args)}"

    def _kept(self, step: Step) -> str:
        return f", kept in {' and '.join(step.keeps)}" if step.keeps else ""

    def _zone_name(self, first: int) -> str:
        return self._places[first][0].name.partition(".")[0]

    def _value(self, value: object) -> str:
        return ", ".join(in_words(part) for part in (value if isinstance(value, tuple) else (value,)))

    # -------------------------------------------------------------- codes
    def code(self, code: Code, inside: bool = False) -> str:
        """A code in one line; in brackets where it stands inside another."""
        args = code.args
        match code.op:
            case "int":
                return str(code.value)
            case "set":
                return self._set(code.value)
            case "local":
                return str(code.value)
            case "get" | "get_if":
                return self._place(code.value, args)
            case "table":
                return f"{code.value}[{', '.join(self.code(arg) for arg in args)}]"
            case "call" | "dispatch":
                return f"{code.value}({', '.join(self.code(arg) for arg in args)})"
            case "cond":
                test, then, otherwise = (self.code(arg, True) for arg in args)
                found = f"{then} if {test} else {otherwise}"
                return f"({found})" if inside else found
            case "keep":
                return f"keep({code.value} in {self.code(args[0])}: {self.code(args[1])})"
            case "fold":
                test = f" if {self.code(args[2])}" if len(args) > 2 else ""
                fold, name = code.value
                return f"{fold}({self.code(args[1])} for {name} in {self.code(args[0])}{test})"
            case "at":
                return f"{self.code(args[0])}[{self.code(args[1])}]"
        if code.op in BETWEEN:
            found = f" {code.op} ".join(self.code(arg, True) for arg in args)
            return f"({found})" if inside else found
        parts = [self.code(arg) for arg in args]
        if code.op in ("uncovered", "unrevealed", "face_up", "row_of", "card_at", "by_slot"):
            parts.append(self._zone_name(code.value))
        elif code.value is not None:
            parts.append(self._value(code.value))
        return f"{code.op}({', '.join(parts)})"

    def _place(self, first: int, index: tuple[Code, ...]) -> str:
        place, offset = self._places[first]
        if index:
            at = self.code(index[0]) if not offset else f"{self.code(index[0])} + {offset}"
            return f"{place.name}[{at}]"
        return f"{place.name}[{offset}]" if place.per else place.name

    def _zone(self, code: Code) -> str:
        if code.op == "int":
            return self._place(code.value, ())
        if code.op == "+" and code.args[0].op == "int":
            return self._place(code.args[0].value, code.args[1:])
        return self.code(code)

    def _set(self, mask: int) -> str:
        cards = self.program.names["card"]
        members = [number for number in range(mask.bit_length()) if mask >> number & 1]
        shown = [cards[m] if m < len(cards) else str(m) for m in members[: self.most_members]]
        return (
            "{" + ", ".join(shown) + (f", ... {len(members)} in all" if len(members) > self.most_members else "") + "}"
        )


def _is(wanted: str, name: str) -> bool:
    """Whether a part is meant: by its name, or by what comes behind its kind (`do_`, `value_`, ...)."""
    return wanted == name or name.partition("_")[2] == wanted or name.partition(".")[0] == wanted


def _parts(lines: list[str]) -> Iterator[list[str]]:
    """A section in parts: each begins with a line that is not moved in."""
    for line in lines:
        if not line.startswith(" "):
            part = [line]
            yield part
        else:
            part.append(line)
