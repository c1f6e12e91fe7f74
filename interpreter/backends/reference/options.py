"""Options: `Options(program, values).of(state, ask, names)` lists what can be chosen, in the order of the text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, field

from ...program.model import DECLINE, Ask, Code, OptionCode, Program
from ...program.rewriting import free_names
from ...runtime.chance import State
from ...runtime.sight import Sight
from .values import Values

Names = Mapping[str, int]


@define
class Options:
    """Lists the options of one program's decisions."""

    program: Program
    values: Values
    sight: Sight = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.sight = Sight(self.program)

    def of(self, s: State, ask: Ask, names: Names) -> list[int]:
        """The legal options, in the order of the text; declining comes last."""
        found, unseen = [], self.sight.unseen(s, self.values.of(ask.by, s, names)) if ask.hides else 0
        for number, option in enumerate(ask.options):
            found += [number | code for code in self._arguments(s, option, 0, names, unseen)]
        return [*found, DECLINE] if found and ask.optional else found

    def opened(self, s: State, ask: Ask, option: int, names: Names) -> int:
        """The integer of an option with the cards themselves in place of spots."""
        return self.sight.opened(s, ask.id, option, self.values.of(ask.by, s, names)) if ask.hides else option

    def _arguments(self, s: State, option: OptionCode, level: int, names: Names, unseen: int) -> list[int]:
        """What the names of an option can stand for, from a level on. A condition is asked as soon as all names that it
        speaks of are known."""
        known = set(option.names[:level])
        fresh = {option.names[level - 1]} if level else set()
        for test in self._tests(option):
            spoken = free_names(test) & set(option.names)
            if spoken <= known and (fresh & spoken or not (level or spoken)) and not self.values.of(test, s, names):
                return []
        if level == len(option.names):
            return [0]
        found, name, at, origin = [], option.names[level], option.shifts[level], option.origins[level]
        hides = bool(option.spots[level])
        for member in self._offered(option.domains[level], s, names, unseen if hides else 0):
            rest = self._arguments(s, option, level + 1, {**names, name: member}, unseen)
            if hides and unseen >> member & 1:
                member = self.sight.spot(s, member, unseen)
            found += [member + origin << at | code for code in rest]
        return found

    def _offered(self, domain: Code, s: State, names: Names, unseen: int) -> Sequence[int]:
        """What a name runs over; unseen cards come by their spots, behind the others or as they lie in a layout."""
        if domain.op == "counted":
            found = self._offered(domain.args[0], s, names, unseen)
            self.values.charge_for_each(found, domain.value)
            return found
        if not unseen or domain.op == "by_slot":
            return self.values.many(domain, s, names)
        cards = self.values.of(domain.args[0], s, names)
        seen = Code(domain.op, (Code("set", value=cards & ~unseen),), domain.value)
        return [*self.values.many(seen, s, names), *self.sight.by_spot(s, cards, unseen)]

    def _tests(self, option: OptionCode) -> tuple[Code, ...]:
        if option.where is None:
            return ()
        return option.where.args if option.where.op == "and" else (option.where,)
