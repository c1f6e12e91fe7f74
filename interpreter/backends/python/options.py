"""Asks to Python functions that list the legal options, each as one integer, in the order of the text.

What does not depend on the names an option runs over is worked out before its loops, conditions are tested as soon as
their names are known, and options that run over the same things share one loop.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from ...program.model import DECLINE, LITTLE, Ask, Code, Function, OptionCode, Table
from ...program.rewriting import free_names, is_short, walk, written_out
from ...program.work import Work
from .codes import BITOR, OR, Printer
from .steps import Lines, indented, python_name

# What the decider does not see is called.
UNSEEN = "unseen"
# A called function is written out where that does not make the code much longer.
MOST_WRITTEN_OUT = 60


@define
class OptionsWriter:
    """Writes the functions of one ask."""

    ask: Ask
    functions: Mapping[str, Function]
    tables: Mapping[str, Table]
    work: Work
    _printer: Printer = field(init=False)
    _hoisted: dict[Code, str] = field(factory=dict)
    _head: Lines = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self._printer = Printer(python_name, self.tables)

    def lines(self) -> Lines:
        """`options_N`: the legal options; `label_N_M`: what fills the holes of an option's label and remark."""
        arguments = ", ".join(["s", *(python_name(n) for n in self.ask.uses)])
        body: Lines = []
        groups: list[list[int]] = []
        for number, option in enumerate(self.ask.options):
            same = [g for g in groups if self._runs_alike(self.ask.options[g[0]], option)]
            if same:
                same[0].append(number)
            else:
                groups.append([number])
        for group in groups:
            body += self._loops(group)
        lists = [f"found{n}" for n in range(len(self.ask.options))]
        made = [f"{name} = []" for name in lists]
        result = " + ".join(lists) or "[]"
        if self.ask.optional and lists:
            result = f"{result} + [{DECLINE}] if {' or '.join(lists)} else []"
        lines = [f"def options_{self.ask.id}({arguments}):"]
        lines += indented([*self._head, *made, *body, f"return {result}"])
        for number, option in enumerate(self.ask.options):
            lines += ["", "", *self._label(number, option, arguments)]
        return lines

    def _runs_alike(self, one: OptionCode, other: OptionCode) -> bool:
        """Whether one loop does for two options, without any work being done more or less often by that."""
        domains = [tuple(_uncounted(domain) for domain in option.domains) for option in (one, other)]
        alike = len(one.names) == 1 and one.names == other.names and domains[0] == domains[1]
        return alike and not self.work.counts(domains[0][0]) and self._always_begins(one) and self._always_begins(other)

    def _always_begins(self, option: OptionCode) -> bool:
        """Whether nothing is asked before the loop that matters to the work."""
        before = [test for test in _conjuncts(option) if not self._level(test, option.names)]
        return not any(self.work.waits(test) for test in before)

    # -------------------------------------------------------------- loops
    def _loops(self, group: list[int]) -> Lines:
        first = self.ask.options[group[0]]
        bound = frozenset(first.names)
        conditions = {n: [self._prepared(c, bound) for c in _conjuncts(self.ask.options[n])] for n in group}
        shared = self._shared(conditions) if len(group) > 1 else {}
        lines = [f"{name} = {self._printer.text(code)}" for code, name in shared.items()]
        for number in group:
            tests = [_replaced(c, shared) for c in conditions[number]]
            lines += self._append(number, first, tests, alone=len(group) == 1)
        if len(group) > 1:
            works = [work for number in group for work in self._work_of(number, conditions[number])]
            domain = self._domain(first.domains[0], works, frozenset(), bool(first.spots[0]))
            return [f"for {python_name(first.names[0])} in {domain}:", *indented(lines)]
        return lines

    def _work_of(self, number: int, conditions: list[Code]) -> list[tuple[int, str]]:
        """The work of a round of an option's loop, at most and as Python, in a loop that several options share: every
        option counts its own, if what it asks before the loop holds."""
        option = self.ask.options[number]
        if option.domains[0].op != "counted":
            return []
        work = option.domains[0].value
        before = [self._printer.text(test, OR + 2) for test in conditions if not self._level(test, option.names)]
        return [(work, f"{work} if {' and '.join(before)} else 0" if before else str(work))]

    def _append(self, number: int, option: OptionCode, tests: list[Code], alone: bool) -> Lines:
        """The loops over the option's names, outermost first, with every test as far out as it can stand."""
        value = str(number)
        for place, name in enumerate(option.names):
            origin = option.origins[place]
            argument = f"({python_name(name)} + {origin})" if origin else python_name(name)
            if option.spots[place]:
                argument = f"(spot_of(s, {argument}, {self._unseen()}) if {UNSEEN} >> {argument} & 1 else {argument})"
            value += f" | {argument} << {option.shifts[place]}"
        lines = [f"found{number}.append({value})"]
        levels = len(option.names)
        for level in range(levels, -1, -1):
            here = [t for t in tests if self._level(t, option.names) == level]
            if here:
                lines = [f"if {' and '.join(self._printer.text(t, OR + 2) for t in here)}:", *indented(lines)]
            if level > 0 and alone:
                known = frozenset(option.names[: level - 1])
                given = option.domains[level - 1]
                works = [(given.value, str(given.value))] if given.op == "counted" else []
                domain = self._domain(given, works, known, bool(option.spots[level - 1]))
                lines = [f"for {python_name(option.names[level - 1])} in {domain}:", *indented(lines)]
        return lines

    def _level(self, test: Code, names: tuple[str, ...]) -> int:
        free = free_names(test)
        return max((i + 1 for i, name in enumerate(names) if name in free), default=0)

    def _domain(self, domain: Code, works: list[tuple[int, str]], bound: frozenset[str], hides: bool) -> str:
        """What a name runs over, once or for several options. That there is little work, as nearly always, is seen
        without a call."""
        many = self._many(_uncounted(domain), bound, hides)
        most = max((most for most, _ in works), default=0)
        few = LITTLE // most if most else 0
        # What is worked out for this loop only needs a name to be looked at twice.
        name = many if many.isidentifier() or not few else "many"
        counted = name
        for _, work in works:
            counted = f"counted({counted}, {work})"
        if not few:
            return counted
        return f"{name} if len({name if name == many else f'{name} := {many}'}) <= {few} else {counted}"

    def _many(self, domain: Code, bound: frozenset[str], hides: bool) -> str:
        """What a name runs over; cards that the decider does not see come by their spots, as those of a layout do."""
        if not hides or domain.op == "by_slot":
            return self._printer.many(self._prepared(domain, bound))
        cards = self._printer.text(self._prepared(domain.args[0], bound))
        if domain.op == "different":
            return f"different_in_order(s, {cards}, {self._unseen()}, T_{domain.value})"
        return f"in_order(s, {cards}, {self._unseen()})"

    def _unseen(self) -> str:
        """The set of cards that the decider does not see, worked out once."""
        line = f"{UNSEEN} = unseen_by(s, {self._printer.text(self.ask.by)})"
        if line not in self._head:
            self._head.insert(0, line)
        return UNSEEN

    # -------------------------------------------------------------- conditions
    def _prepared(self, code: Code, bound: frozenset[str]) -> Code:
        """The code with short calls written out and everything worked out before the loop that can be."""
        if is_short(code, self.functions, MOST_WRITTEN_OUT) and not self.work.counts(code):
            longer = written_out(code, self.functions)
            if sum(1 for _ in walk(longer)) <= MOST_WRITTEN_OUT:
                code = longer
        return self._hoist(code, bound)

    def _hoist(self, code: Code, bound: frozenset[str]) -> Code:
        if code.op in ("int", "local", "hoisted"):
            return code
        if not free_names(code) & bound and code.op != "range" and not self.work.waits(code):
            if code not in self._hoisted:
                name = f"known{len(self._hoisted)}"
                self._hoisted[code] = name
                self._head.append(f"{name} = {self._printer.text(code)}")
            return Code("hoisted", value=self._hoisted[code])
        if code.op in ("fold", "keep"):
            own = code.value[1] if code.op == "fold" else code.value
            inner = bound | {own}
            return Code(
                code.op,
                (self._hoist(code.args[0], bound), *(self._hoist(a, inner) for a in code.args[1:])),
                code.value,
            )
        return Code(code.op, tuple(self._hoist(a, bound) for a in code.args), code.value)

    def _shared(self, conditions: dict[int, list[Code]]) -> dict[Code, str]:
        """Conditions that several options ask, some of them negated: asked once per turn of the loop."""
        positive = [c.args[0] if c.op == "not" else c for cs in conditions.values() for c in cs]
        twice = {c: None for c in positive if positive.count(c) > 1 and not self.work.waits(c)}
        return {code: f"shared{n}" for n, code in enumerate(twice)}

    # -------------------------------------------------------------- labels
    def _label(self, number: int, option: OptionCode, arguments: str) -> Lines:
        names = ", ".join([arguments, *(python_name(n) for n in option.names)])
        holes = [self._printer.text(c, BITOR) for c in (*option.label, *option.remark)]
        return [
            f"def label_{self.ask.id}_{number}({names}):",
            f"    return ({''.join(f'{h}, ' for h in holes)})",
        ]


def _conjuncts(option: OptionCode) -> tuple[Code, ...]:
    if option.where is None:
        return ()
    return option.where.args if option.where.op == "and" else (option.where,)


def _uncounted(domain: Code) -> Code:
    return domain.args[0] if domain.op == "counted" else domain


def _replaced(code: Code, shared: dict[Code, str]) -> Code:
    if code in shared:
        return Code("hoisted", value=shared[code])
    if code.op == "not" and code.args[0] in shared:
        return Code("not", (Code("hoisted", value=shared[code.args[0]]),))
    return code
