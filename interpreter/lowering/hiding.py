"""Program to program that tells nobody too much: `hiding(program)` says of every option on which spots cards can lie
that it is about and that its decider does not see, and what others may not learn of the choice.

What lies in a zone that everybody sees, or in one of the decider's own that it sees, needs no such care, and neither
does what lies face up in a layout. Where that cannot be told from the text, a card may lie anywhere.
"""

from __future__ import annotations

from attrs import define, evolve, field

from ..program.memory import CARDS
from ..program.model import Ask, Code, Function, Hole, OptionCode, Place, Program, Routine
from ..program.reach import inner_steps
from ..program.rewriting import free_names, substitute
from ..program.types import Type
from ..program.typing import Typing
from .keeping import Keeping
from .unseen import Unseen, within

Names = dict[str, Type]


def hiding(program: Program) -> Program:
    """The program with the spots and holes of its options."""
    hidden, asks = Hiding(program), dict(enumerate(program.asks))
    for routine in program.routines:
        for step in inner_steps(program, routine.body):
            if step.op in ("ask", "gather"):
                asks[step.value] = hidden.ask(program.asks[step.value], routine)
    return evolve(program, asks=tuple(asks[number] for number in sorted(asks)))


@define
class Hiding:
    """Finds the spots of the options of one program."""

    program: Program
    _functions: dict[str, Function] = field(init=False)
    _places: dict[int, Place] = field(init=False)
    _everywhere: frozenset[int] = field(init=False)
    _typing: Typing = field(init=False)
    _unseen: Unseen = field(init=False)
    _keeping: Keeping = field(init=False)
    _known: dict[tuple[Code, Code], frozenset[int]] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._functions = {function.name: function for function in self.program.functions}
        self._places = {place.first + n: place for place in self.program.places for n in range(place.count)}
        self._everywhere = frozenset(range(len(self.program.spots)))
        self._typing = Typing(self.program)
        self._unseen = Unseen(self.program)
        self._keeping = Keeping(self.program)

    def ask(self, ask: Ask, routine: Routine) -> Ask:
        """A decision with the spots of its options."""
        names = {local.name: local.type for local in (*routine.params, *routine.locals)}
        # Where answers are only gathered, what comes of them stands in the choice itself.
        done = self.program.asks[ask.choice].options
        kept = (
            self._keeping.kept(option, names | dict(zip(option.names, option.types, strict=True))) for option in done
        )
        options = (self._option(option, ask.by, names) for option in ask.options)
        return evolve(ask, options=tuple(evolve(o, kept=k) for o, k in zip(options, kept, strict=True)))

    def _option(self, option: OptionCode, by: Code, names: Names) -> OptionCode:
        inner = {**names, **dict(zip(option.names, option.types, strict=True))}
        found = [
            tuple(sorted(self._spots(domain, by))) if type.tag == "card" else ()
            for type, domain in zip(option.types, option.domains, strict=True)
        ]
        room = self.program.spotted.bit_length()
        widths = [max(width, room) if spots else width for width, spots in zip(option.widths, found, strict=True)]
        seen = {name for name, spots in zip(option.names, found, strict=True) if not spots}
        holes = tuple(self._hole(code, inner, seen, by) for code in (*option.label, *option.remark))
        tells = any(hole.card or hole.cards or hole.confided for hole in holes)
        return evolve(option, spots=tuple(found), widths=tuple(widths), holes=holes if tells else ())

    def _hole(self, code: Code, names: Names, seen: set[str], by: Code) -> Hole:
        unsure = free_names(code) - seen
        cards = tuple(sorted(name for name in unsure if names[name].tag == "card"))
        card = self._typing.of(code, names).tag == "card"
        hidden, confided = (not card and bool(self._unseen.of(code, {}, who)) for who in (by, None))
        return Hole(card and (code.op != "local" or bool(unsure)), cards, hidden, confided)

    # -------------------------------------------------------------- where the cards of a code can lie
    def _spots(self, code: Code, by: Code) -> frozenset[int]:
        """The spots of cards in a set (or gone through) that the decider may not see."""
        if (code, by) not in self._known:
            self._known[code, by] = self._found(code, by)
        return self._known[code, by]

    def _found(self, code: Code, by: Code) -> frozenset[int]:
        args = code.args
        match code.op:
            case "get" | "get_if":
                return self._of_place(code, by)
            case "uncovered" | "face_up":
                return frozenset()
            case "unrevealed" | "row_of":
                return self._of_layout(code.value)
            case "by_slot":
                return self._spots(args[0], by) & self._of_layout(code.value)
            case "bits" | "different" | "counted" | "keep" | "&~":
                return self._spots(args[0], by)
            case "top":
                return self._spots(args[1], by)
            case "&":
                return self._spots(args[0], by) & self._spots(args[1], by)
            case "|":
                return frozenset().union(*(self._spots(arg, by) for arg in args))
            case "cond":
                return self._spots(args[1], by) | self._spots(args[2], by)
            case "call":
                function = self._functions[code.value]
                names = {param.name: arg for param, arg in zip(function.params, args, strict=True)}
                return self._spots(substitute(function.body, names), by)
            case "set" if not code.value:
                return frozenset()
        return self._everywhere

    def _of_place(self, code: Code, by: Code) -> frozenset[int]:
        place = self._places[code.value]
        if place.per != "player" and place.name.endswith(".cards"):
            return self._of_layout(place.first - CARDS)
        if not place.zone:
            return self._everywhere
        own = bool(code.args) and place.first == code.value and within(code.args[0]) == within(by)
        if place.seen == "public" or (place.seen == "private" and own):
            return frozenset()
        return self._on(range(place.first, place.first + place.count))

    def _of_layout(self, base: int) -> frozenset[int]:
        return self._on(range(base, base + self.program.memory.layout_size))

    def _on(self, places: range) -> frozenset[int]:
        return frozenset(number for number, spot in enumerate(self.program.spots) if spot.place in places)
