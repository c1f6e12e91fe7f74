"""What a value was read from that not everybody sees: `Unseen(program).of(code, names)`.

It is a set of names of cards (or of sets of cards), so that the value is no secret where these are seen, or `SECRET`
where it was read from a zone, a layout or a number of somebody or was picked by chance. What the back of a card shows
and how many cards lie somewhere is no secret.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import define, field

from ..program.model import Code, Function, Place, Program
from ..program.reach import functions_in, inner_steps
from ..program.types import full
from ..program.typing import bound_name

Read = frozenset[str]
SEEN: Read = frozenset()
# Stands among the names for what is a secret whatever is seen.
SECRET: Read = frozenset(("",))


@define
class Unseen:
    """Finds out what the values of one program were read from."""

    program: Program
    _functions: dict[str, Function] = field(init=False)
    _places: dict[int, Place] = field(init=False)
    _laid: Read = field(init=False)
    _backs: dict[str, bool] = field(factory=dict)
    _called: dict[str, bool] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._functions = {function.name: function for function in self.program.functions}
        face_down = any(layout.face_up != full(len(layout.slots)) for layout in self.program.layouts)
        steps = (step for routine in self.program.routines for step in inner_steps(self.program, routine.body))
        face_down = face_down or any(step.op == "turn" for step in steps)
        self._laid = SECRET if face_down else SEEN
        self._places = {place.first + n: place for place in self.program.places for n in range(place.count)}

    def of(self, code: Code, names: Mapping[str, Read], by: Code | None = None) -> Read:
        """What a code was read from where names stand for what was read from these; `by` sees what is its own."""
        args, op = code.args, code.op
        if op == "local":
            return names.get(code.value, SEEN)
        if op in ("uncovered", "face_up"):
            return SEEN
        if op in ("unrevealed", "row_of", "card_at"):
            return self._laid
        if op == "count" and self._of_known_size(args[0], names, by):
            return SEEN
        if op in ("get", "get_if") and self._places[code.value].per == "card" and self._of_place(code, by) == SEEN:
            # A mark on a card, which everybody sees wherever that lies.
            return SEEN
        if op == "table" and len(args) == 1 and self._on_backs(code.value):
            return SEEN
        own = bound_name(code)
        if own is not None:
            domain = self.of(args[0], names, by)
            return domain.union(*(self.of(arg, {**names, own: domain}, by) for arg in args[1:]))
        found = SEEN.union(*(self.of(arg, names, by) for arg in args))
        if op in ("get", "get_if"):
            return found | self._of_place(code, by)
        if op in ("call", "dispatch", "total"):
            called = set(functions_in(self.program, Code(op, value=code.value)))
            return found | (SECRET if any(self._reads(name) for name in called) else SEEN)
        return found

    def _reads(self, name: str) -> bool:
        """Whether a function reads a secret besides what it is given."""
        if name not in self._called:
            self._called[name] = bool(self.of(self._functions[name].body, {}))
        return self._called[name]

    def _of_place(self, code: Code, by: Code | None) -> Read:
        place = self._places[code.value]
        if place.per != "player" and place.name.endswith(".cards"):
            return self._laid
        own = by is not None and bool(code.args) and place.first == code.value and within(code.args[0]) == within(by)
        return SEEN if place.seen == "public" or (place.seen == "private" and own) else SECRET

    def _of_known_size(self, code: Code, names: Mapping[str, Read], by: Code | None) -> bool:
        """Whether everybody sees how many cards there are in a set."""
        if code.op == "keep":
            inner = {**names, code.value: SECRET}
            return not self.of(code.args[1], inner, by) and self._of_known_size(code.args[0], names, by)
        if code.op in ("bits", "counted"):
            return self._of_known_size(code.args[0], names, by)
        if code.op in ("get", "get_if"):
            place = self._places[code.value]
            return place.zone or place.name.endswith(".cards")
        if code.op == "&~":
            # Those of a layout that lie face down.
            return code.args[1].op == "face_up" and self._of_known_size(code.args[0], names, by)
        return code.op in ("unrevealed", "row_of")

    def _on_backs(self, table: str) -> bool:
        """Whether what a table says of a card is the same for all cards of its back."""
        if table not in self._backs:
            entries = self.program.tables[table].entries
            pairs = set(zip(self.program.backs, entries, strict=False))
            self._backs[table] = len(pairs) == len({back for back, _ in pairs}) and len(entries) == self.program.cards
        return self._backs[table]


def within(code: Code) -> Code:
    """A number without what keeps it within bounds."""
    return within(code.args[0]) if code.op in ("clamp", "index") else code
