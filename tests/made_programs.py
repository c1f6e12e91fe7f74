"""Programs that Hypothesis makes: well-typed codes and steps of every operation, on the positions of a small game."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, TypeVar

from attrs import define, evolve, field, frozen
from hypothesis import strategies as st

from duel_dsl.dsl.meaning import FOLDS
from duel_dsl.interpreter import load
from duel_dsl.interpreter.lowering.confiding import confiding
from duel_dsl.interpreter.lowering.counting import counted
from duel_dsl.interpreter.lowering.fitting import fitted
from duel_dsl.interpreter.lowering.framing import framed
from duel_dsl.interpreter.lowering.hiding import hiding
from duel_dsl.interpreter.program.memory import OCCUPIED, PAYMENT_BITS
from duel_dsl.interpreter.program.model import (
    ARGUMENT_BITS,
    FIRST_FREE,
    PLAYERS,
    START,
    Ask,
    Code,
    Function,
    Local,
    OptionCode,
    Place,
    Program,
    Routine,
    Step,
)
from duel_dsl.interpreter.program.printed import printed
from duel_dsl.interpreter.program.types import FLAG, NUMBER, Type, number, set_of

BASE = load(Path(__file__).parent / "packs" / "workshop").program
CARDS, SEATS = BASE.cards, BASE.memory.seats
CARD, SEAT, MEMBER = Type("card", -1, CARDS - 1), Type("player", 0, SEATS - 1), Type("member", 0, 1, "color")
SET = set_of((1 << CARDS) - 1)
PAYMENT = Type("payment", 0, (1 << PAYMENT_BITS) - 1)
ROW = BASE.memory.layouts["row"]
DEPTH = 3

Names = dict[str, Type]
Block = tuple[Step, ...]
T = TypeVar("T")


def int_(value: int) -> Code:
    """A constant."""
    return Code("int", value=value)


def is_field(place: Place) -> bool:
    """Whether the rules of a game could give a part of the position a value."""
    own = (BASE.memory.answers, BASE.memory.order, BASE.memory.known, BASE.memory.where)
    inner = place.first < FIRST_FREE or "." in place.name or place.first in own or place.name in BASE.memory.switches
    return not inner and not place.zone


FIELDS = [place for place in BASE.places if is_field(place)]
ZONES = [place for place in BASE.places if place.zone]


@define
class Maker:
    """Makes one program."""

    draw: st.DrawFn
    functions: list[Function] = field(factory=list)
    asks: list[Ask] = field(factory=list)
    help_waits: bool = field(init=False)

    def __attrs_post_init__(self) -> None:
        # Known from the beginning, so that nothing calls the helping routine where no decision may come up.
        self.help_waits = self.draw(st.booleans())

    def one_of(self, *things: T) -> T:
        """One of several things."""
        return self.draw(st.sampled_from(things))

    def _local(self, names: Names, *types: Type) -> list[Code]:
        return [Code("local", value=name) for name, type in names.items() if type.tag in {t.tag for t in types}]

    # -------------------------------------------------------------- codes
    def value(self, type: Type, names: Names, depth: int) -> Code:
        """A code with a value of a type, or of one that can be brought into its bounds."""
        if type.tag == "set":
            return self.cards(names, depth)
        if type.tag == "card":
            return self.card(names, depth)
        if type.tag == "player":
            return self.seat(names, depth)
        return self.condition(names, depth) if type == FLAG else self.number(names, depth)

    def number(self, names: Names, depth: int) -> Code:
        """A number."""
        known = [*self._local(names, NUMBER, MEMBER, FLAG), int_(self.one_of(0, 1, 2, 3, -1, -4, 7, 10**9, -(10**15)))]
        if not depth:
            return self.one_of(*known)
        inner = depth - 1
        match self.one_of(
            *("known", "get", "arithmetic", "bounded", "table", "call", "many", "cond", "cards", "place", "pay", "flag")
        ):
            case "get":
                return self.got(NUMBER, names, inner)
            case "arithmetic":
                return self._arithmetic(names, inner)
            case "bounded":
                low, high = sorted((self.draw(st.integers(-9, 9)), self.draw(st.integers(-9, 9))))
                op, value = self.one_of(("clamp", (low, high)), ("index", self.draw(st.integers(0, 9))))
                return Code(op, (self.number(names, inner),), value)
            case "table":
                if self.draw(st.booleans()):
                    return Code("table", (self.card(names, inner), self.number(names, inner)), "needs")
                return Code("table", (self.card(names, inner),), self.one_of("field_size", "money"))
            case "call":
                return self._called(names, inner)
            case "many":
                return self.fold(names, inner, self.one_of(*(fold for fold in FOLDS if fold != "union")))
            case "cond":
                branches = (self.number(names, inner), self.number(names, inner))
                return Code("cond", (self.condition(names, inner), *branches))
            case "cards":
                return Code("count", (self.cards(names, inner),))
            case "place":
                return Code("charged", (self.number(names, inner),), self.draw(st.integers(0, 50)))
            case "pay":
                return self._price(names, inner)
            case "flag":
                return self.condition(names, inner)
        return self.one_of(*known)

    def _arithmetic(self, names: Names, depth: int) -> Code:
        op = self.one_of("+", "-", "*", "times", "/", "min", "max")
        one = self.number(names, depth)
        return Code(op, (one, int_(self.draw(st.integers(1, 9))) if op == "/" else self.number(names, depth)))

    def _called(self, names: Names, depth: int) -> Code:
        seat = self.seat(names, depth)
        if self.draw(st.booleans()):
            return Code("total", (seat,))
        if self.draw(st.booleans()):
            return Code("dispatch", (self.card(names, depth), seat), "formula_worth")
        called = self.one_of(*(f for f in (*BASE.functions, *self.functions) if f.result.tag != "set"))
        arguments = tuple(self.value(param.type, names, depth) for param in called.params)
        return Code("call", arguments, called.name)

    def _price(self, names: Names, depth: int) -> Code:
        seat, card = self.seat(names, depth), self.card(names, depth)
        if self.draw(st.booleans()):
            return Code("at", (Code(self.one_of("row", "trade_row"), (seat,)), card))
        payments, pay = Code("at", (Code("payment_row", (seat,)), card)), Code("local", value="pay")
        part = Code("payment_part", (pay, int_(self.draw(st.integers(0, 2)))))
        body = self.one_of(Code("payment_total", (pay,)), part)
        return Code("fold", (payments, body), (self.one_of("sum", "min", "max"), "pay"))

    def condition(self, names: Names, depth: int) -> Code:
        """Something that holds or does not."""
        known = [*self._local(names, FLAG), int_(self.one_of(0, 1))]
        if not depth:
            return self.one_of(*known)
        inner = depth - 1
        match self.one_of("known", "compare", "both", "not", "has", "many", "get", "same"):
            case "compare":
                op = self.one_of("==", "!=", "<", "<=", ">", ">=")
                return Code(op, (self.number(names, inner), self.number(names, inner)))
            case "both":
                parts = [self.condition(names, inner) for _ in range(self.draw(st.integers(2, 3)))]
                return Code(self.one_of("and", "or"), tuple(parts))
            case "not":
                return Code("not", (self.one_of(self.condition(names, inner), self.cards(names, inner)),))
            case "has":
                return Code("has", (self.cards(names, inner), self.card(names, inner)))
            case "many":
                return self.fold(names, inner, self.one_of("any", "all"))
            case "get":
                return Code("get", value=next(place.first for place in FIELDS if place.type == FLAG))
            case "same":
                return Code(self.one_of("==", "!="), (self.cards(names, inner), self.cards(names, inner)))
        return self.one_of(*known)

    def cards(self, names: Names, depth: int) -> Code:
        """A set of cards."""
        known = [*self._local(names, SET), Code("set", value=self.draw(st.integers(0, (1 << CARDS) - 1)))]
        if not depth:
            return self.one_of(*known)
        inner = depth - 1
        match self.one_of("known", "get", "two", "one", "keep", "layout", "top", "table", "union", "cond"):
            case "get":
                return self.got(SET, names, inner)
            case "two":
                return Code(self.one_of("&", "|", "&~"), (self.cards(names, inner), self.cards(names, inner)))
            case "one":
                return Code("bit", (self.card(names, inner),))
            case "keep":
                domain = self.one_of(self.cards(names, inner), self.many_cards(names, inner))
                return Code("keep", (domain, self.condition({**names, "k": CARD}, inner)), "k")
            case "layout":
                if self.draw(st.booleans()):
                    return Code("row_of", (self.number(names, inner),), ROW)
                return Code(self.one_of("uncovered", "unrevealed", "face_up"), value=ROW)
            case "top":
                return Code("top", (self.number(names, inner), self.cards(names, inner)))
            case "table":
                return Code("table", (self.number(names, inner),), "cards_by_color")
            case "union":
                return self.fold(names, inner, "union")
            case "cond":
                branches = (self.cards(names, inner), self.cards(names, inner))
                return Code("cond", (self.condition(names, inner), *branches))
        return self.one_of(*known)

    def card(self, names: Names, depth: int) -> Code:
        """A card, or none."""
        known = [*self._local(names, CARD), int_(self.draw(st.integers(-1, CARDS - 1)))]
        if not depth:
            return self.one_of(*known)
        match self.one_of("known", "get", "slot", "number", "least"):
            case "get":
                return self.got(CARD, names, depth - 1)
            case "slot":
                return Code("card_at", (self.number(names, depth - 1),), ROW)
            case "number":
                return self.number(names, depth - 1)
            case "least":
                return Code("fold", (self.many_cards(names, depth - 1), Code("local", value="k")), ("max", "k"))
        return self.one_of(*known)

    def seat(self, names: Names, depth: int) -> Code:
        """A seat."""
        known = [*self._local(names, SEAT), int_(self.draw(st.integers(0, 1)))]
        if not depth:
            return self.one_of(*known)
        match self.one_of("known", "next", "owner", "get"):
            case "next":
                return Code("seat", (self.seat(names, depth - 1),), self.draw(st.integers(-2, 2)))
            case "owner":
                return Code("owner", (self.card(names, depth - 1),))
            case "get":
                return self.got(SEAT, names, depth - 1)
        return self.one_of(*known)

    def got(self, type: Type, names: Names, depth: int) -> Code:
        """Something that stands in the position."""
        alike = [place for place in BASE.places[1:] if place.type.tag == type.tag and place.type.of == type.of]
        place = self.one_of(*alike)
        if place.count == 1:
            return Code("get", value=place.first)
        return Code("get", (self.index(place, names, depth),), place.first)

    def index(self, place: Place, names: Names, depth: int) -> Code:
        """Which of many parts of the position."""
        return self.card(names, depth) if place.per == "card" else self.seat(names, depth)

    def fold(self, names: Names, depth: int, fold: str) -> Code:
        """Something made of many."""
        domain, of = self.many(names, depth)
        inner = {**names, "m": of}
        body = {"union": self.cards, "any": self.condition, "all": self.condition}.get(fold, self.number)(inner, depth)
        test = (self.condition(inner, depth),) if self.draw(st.booleans()) else ()
        return Code("fold", (domain, body, *test), (fold, "m"))

    def many(self, names: Names, depth: int) -> tuple[Code, Type]:
        """What a loop goes through, and what its name stands for."""
        match self.one_of("range", "cards", "seats"):
            case "range":
                ends = (int_(self.draw(st.integers(-3, 2))), int_(self.draw(st.integers(-3, 12))))
                domain = Code("range", self.one_of(ends, (ends[0], self.number(names, depth))))
                if domain.args != ends:
                    domain = Code("range", (ends[0], Code("clamp", (domain.args[1],), (-3, 40))))
                return domain, NUMBER
            case "seats":
                return Code("range", (int_(0), Code("get", value=PLAYERS))), SEAT
        return self.many_cards(names, depth), CARD

    def many_cards(self, names: Names, depth: int) -> Code:
        """The cards of a set one after the other."""
        match self.one_of("bits", "different", "by_slot", "counted"):
            case "by_slot":
                return Code("by_slot", (self.cards(names, depth),), ROW)
            case "counted":
                return Code("counted", (Code("bits", (self.cards(names, depth),)),), self.draw(st.integers(0, 50)))
            case op:
                return Code(op, (self.cards(names, depth),), "first_copy" if op == "different" else None)

    # -------------------------------------------------------------- steps
    def block(self, names: Names, depth: int, waits: bool) -> Block:
        """Some steps, one after the other; `waits` says whether a decision may come up among them."""
        steps = [step for _ in range(self.draw(st.integers(1, 3))) for step in self.step(names, depth, waits)]
        return tuple(steps)

    def step(self, names: Names, depth: int, waits: bool) -> Block:
        """One step, or two that belong together."""
        small = DEPTH - 1
        if depth and self.draw(st.booleans()):
            return self._nested(names, depth - 1, waits)
        match self.one_of(*("store", "let", "move", "luck", "call", "charge", "display", "pay", "end", "rare")):
            case "store":
                return (self._store(names, small),)
            case "let":
                name = self.one_of(*(name for name in names if name in NAMES))
                return (Step("let", (self.value(names[name], names, small),), name),)
            case "move":
                return (self._move(names, small),)
            case "luck":
                return (self._luck(names, small),)
            case "call":
                if self.help_waits > waits or self.draw(st.booleans()):
                    return (Step("run", (self.card(names, small), self.seat(names, small)), "on_take"),)
                return (Step("call", (self.seat(names, small), self.number(names, small)), "do_help"),)
            case "charge":
                return (Step("charge", value=self.draw(st.integers(0, 90))),)
            case "display":
                direction = self.one_of(1, -1)
                passed = self.one_of(*(zone.first for zone in ZONES if zone.per == "player"))
                turned = Step("turn", (self.cards(names, small),), self.one_of(1, -1))
                laid = Step("lay", (self.card(names, small), int_(self.draw(st.integers(-1, 3)))), ROW)
                return (
                    self.one_of(turned, laid, Step("reveal", value=ROW), Step("pass_on", value=(passed, direction))),
                )
            case "pay":
                pay = Code("local", value="pay")
                seat = self.seat(names, small)
                payments = Code("at", (Code("payment_row", (seat,)), self.card(names, small)))
                return (Step("for", (payments,), "pay", ((Step("settle", (pay, seat)),),)),)
            case "end":
                if self.draw(st.integers(0, 3)):
                    return (Step("stop"),)
                return (self.one_of(Step("win", (self.number(names, small),), 0), Step("finish")),)
        return (self._store(names, small),)

    def _nested(self, names: Names, depth: int, waits: bool) -> Block:
        small = DEPTH - 1
        match self.one_of("if", "while", "for", "repeat", "ask", "together"):
            case "if":
                blocks = (self.block(names, depth, waits), self.block(names, depth, waits))
                return (Step("if", (self.condition(names, small),), blocks=blocks),)
            case "while":
                return (Step("while", (self.condition(names, small),), blocks=(self.block(names, depth, waits),)),)
            case "for":
                domain, of = self.many(names, small)
                name = {"number": "n", "card": "c", "player": "p"}[of.tag]
                plain = domain.op in ("bits", "range")
                return (Step("for", (domain,), name, (self.block(names, depth, waits and plain),)),)
            case "repeat":
                return (Step("repeat", (self.number(names, small),), blocks=(self.block(names, depth, waits),)),)
            case "ask" if waits:
                ask = self.ask(names, depth)
                otherwise = self.one_of((), (self.block(names, depth, waits),))
                return (Step("ask", value=ask.id, blocks=otherwise),)
            case "together" if waits:
                seats, seat = Code("range", (int_(0), Code("get", value=PLAYERS))), Code("local", value="p")
                both = (Step("call", (seat,), "gather_vote"), Step("enter", (seat,), "do_vote"))
                return tuple(Step("for", (seats,), "p", ((step,),)) for step in both)
        return self.step(names, 0, waits)

    def _store(self, names: Names, depth: int) -> Step:
        place = self.one_of(*FIELDS)
        index = () if place.count == 1 else (self.index(place, names, depth),)
        return Step("store", (self.value(place.type, names, depth), *index), place.first)

    def zone(self, names: Names, depth: int) -> Code:
        """The place of a zone."""
        zone = self.one_of(*ZONES)
        return int_(zone.first) if zone.count == 1 else Code("+", (int_(zone.first), self.seat(names, depth)))

    def _move(self, names: Names, depth: int) -> Step:
        op = self.one_of("move", "move_all", "put")
        what = self.card(names, depth) if op == "move" else self.cards(names, depth)
        return Step(op, (what, self.zone(names, depth)), self.one_of(1, -1) if op == "put" else None)

    def _luck(self, names: Names, depth: int) -> Step:
        match self.one_of("pick", "draw", "deal", "shuffle"):
            case "pick":
                domain, of = self.many(names, depth)
                name = {"number": "n", "card": "c", "player": "q"}[of.tag]
                return Step("pick", (domain,), (name, "picked", of.tag))
            case "draw":
                number, cards = self.number(names, depth), self.cards(names, depth)
                return Step("draw", (number, cards, self.zone(names, depth)), "drawn")
            case "deal":
                laid = Code("&~", (self.cards(names, depth), Code("get", value=ROW + 3)))
                empty = Code("cond", (Code("not", (Code("get", value=ROW + OCCUPIED),)), laid, Code("set", value=0)))
                return Step("deal", (empty, int_(0)), (ROW, "row"))
        return Step("shuffle", (self.zone(names, depth),), "shuffled")

    # -------------------------------------------------------------- decisions
    def ask(self, names: Names, depth: int) -> Ask:
        """A decision with one or two options."""
        made = len(self.asks)
        self.asks.append(Ask(made, made, int_(0), (), False, False))
        options = tuple(self.option(names, depth) for _ in range(self.draw(st.integers(1, 2))))
        optional, named = self.draw(st.booleans()), self.draw(st.booleans())
        self.asks[made] = Ask(made, made, self.seat(names, 1), options, optional, named)
        return self.asks[made]

    def option(self, names: Names, depth: int) -> OptionCode:
        """An option, which runs over up to two names."""
        domains, inner = list[Code](), dict(names)
        taken = [name for name in ("x", "y") if name not in names and self.draw(st.booleans())]
        for name in taken:
            op = self.one_of("bits", "different")
            domain = Code(op, (self.cards(inner, 1),), "first_copy" if op == "different" else None)
            domain = self.one_of(domain, Code("by_slot", domain.args, ROW))
            domains.append(domain)
            inner[name] = CARD
        where = self.condition(inner, 2) if self.draw(st.booleans()) else None
        told = (self.number(inner, 1),)
        body = self.block(inner, depth, True)
        types, widths, origins = (CARD,) * len(taken), (ARGUMENT_BITS,) * len(taken), (0,) * len(taken)
        remark = (self.seat(inner, 1),)
        return OptionCode(tuple(taken), types, widths, origins, tuple(domains), where, body, told, remark)

    # -------------------------------------------------------------- the program
    def program(self) -> Program:
        """A program: functions, a routine that begins, one that it may call, and a choice that all make together."""
        for made in range(self.draw(st.integers(0, 2))):
            params = (Local("p", SEAT), Local("c", CARD), Local("n", NUMBER))
            names = {param.name: param.type for param in params}
            self.functions.append(Function(f"made_{made}", params, NUMBER, self.number(names, DEPTH)))
        vote = self.ask({"p": SEAT}, 0)
        self.asks[vote.id] = vote = evolve(vote, by=Code("local", value="p"))
        start = (*BEGUN, *self.block(NAMES, DEPTH, waits=True))
        helping = self.block({**NAMES, "who": SEAT, "how": NUMBER}, 1, waits=self.help_waits)
        options = tuple(evolve(option, body=()) for option in vote.options)
        self.asks.append(evolve(vote, id=len(self.asks), options=options))
        seat = (Local("p", SEAT),)
        others = tuple(Local(name, type) for name, type in LOCALS.items())
        mine = tuple(local for local in others if local.name != "p")
        routines = (
            Routine(START, (), others, start, "play"),
            Routine("do_help", (Local("who", SEAT), Local("how", NUMBER)), others, (*BEGUN, *helping), "help"),
            Routine("do_vote", seat, mine, (Step("ask", value=vote.id),), "vote"),
            Routine("gather_vote", seat, mine, (Step("gather", value=len(self.asks) - 1),), "vote"),
            *(routine for routine in BASE.routines if routine.name.startswith("event")),
        )
        asked = number(-1, len(self.asks) - 1)
        places = tuple(evolve(place, type=asked) if place.name == "asked" else place for place in BASE.places)
        functions = (*BASE.functions, *self.functions)
        made = evolve(BASE, functions=functions, routines=routines, asks=tuple(self.asks), places=places, limit=12)
        return confiding(framed(counted(hiding(fitted(made)))))


# The names of every routine: those that have a value from the beginning, what options run over, and payments.
NAMES: Names = {
    "n": number(-(10**6), 10**6),
    "c": CARD,
    "p": Type("player", -1, SEATS - 1),
    "q": Type("player", -1, SEATS - 1),
    "k": SET,
    "f": FLAG,
}
LOCALS: Names = {**NAMES, "x": CARD, "y": CARD, "pay": PAYMENT}
BEGUN = tuple(Step("let", (Code("set", value=0) if type == SET else int_(0),), name) for name, type in NAMES.items())


class Pretty(Protocol):
    """Where Hypothesis writes a case that failed."""

    def text(self, text: str) -> None:
        """Writes something."""


@frozen
class Made:
    """A program that is shown as people read it."""

    program: Program

    def _repr_pretty_(self, pretty: Pretty, cycle: bool) -> None:
        lines = [line for name in ("made", "do") for line in printed(self.program, name)]
        pretty.text("\n".join(["", *printed(self.program, "play"), *lines]))


@st.composite
def programs(draw: st.DrawFn) -> Made:
    """Programs in which nothing should be wrong."""
    return Made(Maker(draw).program())
