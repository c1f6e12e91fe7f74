"""Where work is counted: `Work(program)` tells of codes whether it matters how often, and when, they are worked out.

A backend may work out a code once for many uses, earlier than it is needed or in several places: nobody can tell,
unless the code counts its work. Working out a price that nobody asks for can go wrong, as there can be too many ways to
pay.
"""

from __future__ import annotations

from collections.abc import Set

from attrs import define, field

from .model import Code, Program
from .reach import functions_in_order
from .rewriting import walk

COUNTS = ("charged", "counted")


@define
class Work:
    """Knows which functions of one program count their work, and which ask for prices."""

    program: Program
    _counting: frozenset[str] = field(init=False)
    _pricing: frozenset[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._counting = self._functions_with(COUNTS)
        self._pricing = self._functions_with((*COUNTS, "at"))

    def counts(self, code: Code) -> bool:
        """Whether a code can count work: it has to be worked out exactly as often as the program says."""
        return self._does(code, COUNTS, self._counting)

    def waits(self, code: Code) -> bool:
        """Whether a code must not be worked out before it is needed: it counts work or asks for a price."""
        return self._does(code, (*COUNTS, "at"), self._pricing)

    def _functions_with(self, operations: tuple[str, ...]) -> frozenset[str]:
        bodies = {function.name: function.body for function in self.program.functions}
        found = set[str]()
        for name in functions_in_order(self.program):
            if self._does(bodies[name], operations, found):
                found.add(name)
        return frozenset(found)

    def _does(self, code: Code, operations: tuple[str, ...], functions: Set[str]) -> bool:
        for part in walk(code):
            if part.op in operations or (part.op == "call" and part.value in functions):
                return True
            called = self.program.score if part.op == "total" else ()
            if part.op == "dispatch":
                called = self.program.dispatch[part.value]
            if any(name in functions for name in called):
                return True
        return False
