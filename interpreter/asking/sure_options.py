"""What is certainly on offer: options on a position of which a seat knows only a part."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define

from ..backends.reference.options import Options, tests
from ..program.model import Ask, OptionCode
from ..program.rewriting import free_names
from ..runtime.chance import State
from .doubts import UNKNOWN, Doubt, some
from .sure_values import SureValues

Names = Mapping[str, int]


@define
class SureOptions(Options):
    """Lists options as far as a seat can foretell them."""

    values: SureValues

    def of(self, s: State, ask: Ask, names: Names) -> list[int]:
        """As many certain options as decide whether a question is put."""
        return [number for number, _ in self.offers(s, ask, names)]

    def offers(self, s: State, ask: Ask, names: Names) -> list[tuple[int, dict[str, int]]]:
        """The same, with what their names stand for."""
        needed = 1 if ask.named or ask.optional or ask.gathers else 2
        found, doubtful = list[tuple[int, dict[str, int]]](), False
        # What is always on offer is soonest found.
        for number, option in sorted(enumerate(ask.options), key=lambda one: one[1].where is not None):
            for given, certain in self._from_level(s, option, 0, names):
                doubtful = doubtful or not certain
                found += [(number, given)] if certain else []
                if len(found) >= needed:
                    return found
        if doubtful:
            raise Doubt
        return found

    def _from_level(
        self, s: State, option: OptionCode, level: int, names: Names
    ) -> Iterator[tuple[dict[str, int], bool]]:
        """The options of a pattern from a level on: what the names stand for, and whether it is certain."""
        known, fresh = set(option.names[:level]), set(option.names[level - 1 : level])
        certain = True
        for test in tests(option):
            spoken = free_names(test) & set(option.names)
            if spoken <= known and (fresh & spoken or not (level or spoken)):
                holds = some(self.values.of(test, s, names))
                if holds is False:
                    return
                certain = certain and holds is True
        if level == len(option.names):
            yield {name: names[name] for name in option.names}, certain
            return
        domain, name = option.domains[level], option.names[level]
        try:
            members, doubtful = self.values.through(domain, s, names)
        except Doubt:
            members, doubtful = (), (-1,)
        asked = any(name in free_names(test) for test in tests(option))
        if doubtful and level + 1 == len(option.names) and not asked:
            # Nobody knows what they are, but how many.
            for _ in range(self.values.least(domain, s, names) - len(members)):
                yield {**{n: names[n] for n in option.names[:level]}, name: UNKNOWN}, certain
        for member in members:
            for given, sure in self._from_level(s, option, level + 1, {**names, name: member}):
                yield given, sure and certain
        if doubtful:
            yield {}, False
