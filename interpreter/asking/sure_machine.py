"""What certainly comes of an option: the reference machine on a position of which a seat knows only a part.

It stops at the next decision. Where it cannot be told what is done next, `Doubt` is raised: then nothing that comes of
the option is certain.
"""

from __future__ import annotations

from attrs import define, field

from ..backends.reference.ends import Ends
from ..backends.reference.machine import Names, ReferenceMachine
from ..backends.reference.values import Row
from ..program.model import CHOSEN, DECIDER, DECLINE, OVER, WINNER, Ask, Code, Program, Routine, Step
from ..program.sets import bits
from ..runtime.chance import State
from ..runtime.runtime import GameOver
from .doubts import UNKNOWN, Doubt, Placed, as_set, partly
from .sure_options import SureOptions
from .sure_table import SureTable
from .sure_values import SureValues
from .veil import Facts, Veil

# How much work is done to foretell something: what takes longer is not told.
MOST_WORK = 500_000


@define
class SureEnds(Ends):
    """Ends of which nobody may know who wins."""

    def finish(self, s: State) -> None:
        """Ends the game by rank, as far as that is certain."""
        try:
            super().finish(s)
        except Doubt:
            s[OVER], s[WINNER] = 1, UNKNOWN
            raise GameOver from None


@define(eq=False)
class SureMachine(ReferenceMachine):
    """A program done step by step, as far as a seat can foretell it; `veil` says what that seat does not see."""

    veil: Veil = field(init=False)
    values: SureValues = field(init=False)
    _offered: SureOptions = field(init=False)

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        facts = Facts.of(self.program)
        self._values = self.values = SureValues(self.program)
        self._table = SureTable(self.program, facts=facts)
        self._options = self._offered = SureOptions(self.program, self.values)
        self._ends = SureEnds(self.program, self.values)
        self.look(Veil(facts, self.program.cards))

    @classmethod
    def of(cls, program: Program) -> SureMachine:
        """The machine of a program, for a seat that sees everything."""
        return cls(program, budget=MOST_WORK)

    def look(self, veil: Veil) -> None:
        """Takes another seat, or another position."""
        self.veil = self.values.veil = veil

    # -------------------------------------------------------------- prices
    def prices_of(self, state: State, seat: int) -> Row:
        """What each card costs a seat beside its printed money, by card; doubtful for some or for all."""
        return self._asked(lambda: self.values.row(Code("row", (Code("int", value=seat),)), state, {}))

    def price_in(self, row: Row, card: int) -> int:
        """The entry of such a row."""
        return self._asked(lambda: int(row[card]))

    # -------------------------------------------------------------- cards known by their places
    def _routine(self, s: State, routine: Routine, names: Names, at: int) -> bool:
        for local in routine.frame.locals if at and routine.frame is not None else ():
            # It may be the card that lies somewhere, or one that was named.
            held = names.get(local.name)
            if local.type.tag == "card" and type(held) is int and self.veil.like(held):
                names[local.name] = UNKNOWN
            elif local.type.tag == "set" and type(held) is int and held & self.veil.unseen:
                unseen = self.veil.alike(held & self.veil.unseen)
                names[local.name] = partly(held & ~self.veil.unseen, unseen, held.bit_count())
        return super()._routine(s, routine, names, at)

    def _called(self, s: State, step: Step, names: Names) -> int:
        if step.op == "run":
            card, handlers = self._of(step.args[0], s, names), self.program.dispatch[step.value]
            if card is UNKNOWN:
                raise Doubt
            if isinstance(card, Placed) and len({handlers[other] for other in bits(self.veil.like(card))}) > 1:
                raise Doubt
        return super()._called(s, step, names)

    def _next(self, step: Step, names: Names) -> None:
        over_cards = step.op == "for" and step.args[0].op != "range"
        if over_cards:
            left = as_set(names[step.keeps[0]])
            if left.maybe or (left.sure & self.veil.unseen and left.sure & left.sure - 1):
                raise Doubt
        super()._next(step, names)
        if over_cards:
            names[step.value] = self.veil.placed(names[step.value])

    def _plain(self, s: State, step: Step, names: Names) -> None:
        if step.op in ("store", "store_if", "move", "lay"):
            named = self._of(step.args[0], s, names) if step.op in ("move", "lay") else None
            if step.op not in ("move", "lay"):
                offsets = [self._of(arg, s, names) for arg in step.args[1:]]
                if not any(offset is UNKNOWN or isinstance(offset, Placed) for offset in offsets):
                    named = self.veil.facts.cards.get(step.value + sum(offsets))
            if type(named) is int and self.veil.like(named):
                # The text names a card that lies nobody knows where.
                raise Doubt
        super()._plain(s, step, names)

    # -------------------------------------------------------------- decisions
    def _ask(self, s: State, step: Step, names: Names, at: int) -> int:
        ask = self.program.asks[step.value]
        if at and at != step.place:
            return super()._ask(s, step, names, at)
        if at:
            number, given = self._opened(s, ask, s[CHOSEN])
        else:
            found = self._offered.offers(s, ask, names)
            if len(found) > 1 or (found and (ask.named or ask.optional)):
                return self._put(s, ask, names, [], step.place)
            number, given = (found[0][0], dict(found[0][1])) if found else (DECLINE, {})
        if number >= len(ask.options):
            return self._block(s, step.blocks[0], names, 0) if step.blocks else 0
        names.update(given)
        return self._block(s, ask.options[number].body, names, 0)

    def _opened(self, s: State, ask: Ask, answer: int) -> tuple[int, Names]:
        """The number of an option, and what its names stand for."""
        number, given = answer & DECLINE, Names()
        option = ask.options[number] if number < len(ask.options) else None
        for name, type, value in (
            zip(option.names, option.types, option.arguments(answer), strict=True) if option is not None else ()
        ):
            if value >= self.program.cards and type.tag == "card":
                # A spot, on which a card lies that is not seen.
                sight = self._options.sight
                given[name] = self.veil.placed(sight.card(s, value, sight.unseen(s, s[DECIDER])))
            else:
                given[name] = UNKNOWN if type.tag == "card" and self.veil.like(value) else value
        return number, given

    # -------------------------------------------------------------- asking
    def production(self, state: State, seat: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """What the cards of a seat produce: units of each good, and units that are one of several (as sets)."""
        return self._asked(lambda: self.values.production(state, seat))

    # -------------------------------------------------------------- chance
    def _pick(self, s: State, step: Step, names: Names) -> None:
        members, doubtful = self.values.through(step.args[0], s, names)
        certain = len(members) + len(doubtful) < 2 and not doubtful
        names[step.value[0]] = UNKNOWN if not certain else members[0] if members else -1
