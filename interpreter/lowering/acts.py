"""Acts to steps: every checked statement becomes stores, loops, calls and decisions."""

from __future__ import annotations

from attrs import define, evolve

from ...dsl.model import Act, OptionModel, Term
from ...dsl.model import Type as TextType
from ..program.memory import PAYMENT_BITS
from ..program.model import ARGUMENT_BITS, NUMBER_ORIGIN, Code, Local, OptionCode, Origin, Step
from ..program.rewriting import folded
from ..program.types import Type
from .terms import Terms, number

# No name of the text begins with a digit.
PICKED = "0"

Params = tuple[tuple[str, TextType], ...]


@define
class Acts:
    """Lowers the acts of the rules or of a card with the help of the terms inside them."""

    terms: Terms
    card: int = -1

    def acts(self, acts: tuple[Act, ...]) -> tuple[Step, ...]:
        """The steps of a block."""
        return tuple(evolve(step, origin=Origin(act.span, self.card)) for act in acts for step in self._act(act))

    def _act(self, act: Act) -> list[Step]:
        blocks = tuple(self.acts(b) for b in act.blocks)
        match act.op:
            case "call":
                return [Step("call", tuple(self.terms.term(a) for a in act.args), f"do_{act.value}")]
            case "emit":
                if act.value not in self.terms.heard:
                    return []
                return [Step("call", tuple(self.terms.term(a) for a in act.args), f"signal_{act.value}")]
            case "run":
                return [Step("run", tuple(self.terms.term(a) for a in act.args), act.value)]
            case "assign":
                return [self._assign(act)]
            case "let":
                return [Step("let", (self.terms.term(act.args[0]),), act.value)]
            case "pick":
                return self._pick(act)
            case "move":
                what, to = act.args
                single = what.type.tag == "card"
                if act.value:
                    cards = Code("bit", (self.terms.term(what),)) if single else self.terms.term(what)
                    return [Step("put", (cards, self._address(to)), 1 if act.value == "top" else -1)]
                return [Step("move" if single else "move_all", (self.terms.term(what), self._address(to)))]
            case "shuffle":
                return [Step("shuffle", (self._address(act.args[0]),), act.value)]
            case "draw_top":
                count, source, to = act.args
                drawn = Code("top", (self.terms.term(count), self.terms.term(source)))
                return [Step("move_all", (drawn, self._address(to)))]
            case "mark" | "unmark":
                place, cards = (self.terms.term(arg) for arg in act.args)
                marked = Code("|" if act.op == "mark" else "&~", (place, cards))
                return [Step("store", (marked, *place.args), place.value)]
            case "draw":
                count, source, to = act.args
                return [Step("draw", (self.terms.term(count), self.terms.term(source), self._address(to)), act.value)]
            case "deal":
                source, to, pattern = act.args
                return [
                    Step(
                        "deal",
                        (self.terms.term(source), self.terms.term(pattern)),
                        (self.terms.layout_base(to), act.value),
                    )
                ]
            case "reveal":
                return [Step("reveal", value=self.terms.layout_base(act.args[0]))]
            case "pass_on":
                zone, direction = act.value
                return [Step("pass_on", value=(self.terms.memory.player[zone], 1 if direction == "left" else -1))]
            case "settle":
                return [Step("settle", tuple(self.terms.term(a) for a in act.args))]
            case "together":
                name, choice = act.value
                domain, player = self.terms.domain(act.args[0]), Code("local", value=name)
                gather = Step("call", (player,), f"gather_{choice}")
                enter = Step("enter", (player,), f"do_{choice}")
                origin = Origin(act.span, self.card)
                return [Step("for", (domain,), name, ((evolve(step, origin=origin),),)) for step in (gather, enter)]
            case "win":
                return [Step("win", (self.terms.term(act.args[0]),), act.value)]
            case "finish" | "stop":
                return [Step(act.op)]
            case "if":
                return [Step("if", (self.terms.term(act.args[0]),), blocks=blocks)]
            case "for":
                return [Step("for", (self.terms.domain(act.args[0]),), act.value, blocks)]
            case "repeat":
                return [Step("repeat", (self.terms.term(act.args[0]),), blocks=blocks)]
            case "until":
                return [Step("while", (Code("not", (self.terms.term(act.args[0]),)),), blocks=blocks)]
            case "choose":
                return [Step("ask", value=act.value, blocks=blocks)]
        raise AssertionError(act.op)

    def _address(self, zone: Term) -> Code:
        """The place of a zone as a number."""
        if zone.op == "table_field":
            return number(self.terms.memory.table[zone.value])
        base = number(self.terms.memory.player[zone.value])
        return folded(Code("+", (base, self.terms.term(zone.args[0]))))

    def _store(self, target: Term, value: Code) -> Step:
        if target.op == "local":
            return Step("let", (value,), target.value)
        place = self.terms.term(target)
        return Step("store", (value, *place.args), place.value)

    def _assign(self, act: Act) -> Step:
        target, value = act.args
        code = self.terms.term(value)
        if act.value != "=":
            code = folded(Code(act.value[0], (self.terms.term(target), code)))
        return self._store(target, code)

    def _pick(self, act: Act) -> list[Step]:
        target, domain = act.args
        names = "player" if domain.op == "players" else domain.type.of if domain.type.tag == "domain" else "card"
        steps = [Step("pick", (self.terms.domain(domain),), (PICKED, act.value, names))]
        return [*steps, self._store(target, Code("local", value=PICKED))]

    def option(self, option: OptionModel) -> OptionCode:
        """One option of a choice."""
        payments = [domain.type.of == "payment" for domain in option.domains]
        return OptionCode(
            option.names,
            tuple(self._member_type(domain) for domain in option.domains),
            tuple(PAYMENT_BITS if payment else ARGUMENT_BITS for payment in payments),
            tuple(NUMBER_ORIGIN if domain.op == "range" else 0 for domain in option.domains),
            tuple(self._distinct(d) for d in option.domains),
            self.terms.term(option.where) if option.where is not None else None,
            self.acts(option.body),
            tuple(self.terms.term(p) for p in option.label.parts if isinstance(p, Term)),
            tuple(self.terms.term(p) for p in option.remark.parts if isinstance(p, Term)) if option.remark else (),
            Origin(option.span, self.card),
        )

    def _distinct(self, domain: Term) -> Code:
        """What an option runs over: of several copies of a card one is enough. The cards of a layout come in the order
        of their slots: the order of the cards would tell what lies face down."""
        code = self.terms.domain(domain)
        laid = domain
        while laid.op == "filter":
            laid = laid.args[0]
        if code.op == "bits" and laid.op == "contents":
            return Code("by_slot", code.args, self.terms.layout_base(laid.args[0]))
        return Code("different", code.args) if code.op == "bits" and self._has_copies(domain.type.of) else code

    def _has_copies(self, kind: str) -> bool:
        game = self.terms.game
        return any("." in c.id and (kind == "card" or kind in game.lineage(c.kind)) for c in game.cards)

    # -------------------------------------------------------------- names and their types
    def params(self, params: Params) -> tuple[Local, ...]:
        """The parameters of a routine or function."""
        return tuple(Local(name, self.terms.type(_or_none(type))) for name, type in params)

    def locals(self, acts: tuple[Act, ...]) -> tuple[Local, ...]:
        """The names that a body gives to something, with what they can stand for."""
        found: dict[str, Type] = {}
        for act in self.terms.game.walk(acts):
            if act.op == "let":
                self._note(found, act.value, self.terms.type(_any_number(act.args[0].type)))
            elif act.op == "pick":
                of = self._member_type(act.args[1])
                self._note(found, PICKED, of.within(-1, of.high))
                if act.args[0].op == "local":
                    self._note(found, act.args[0].value, of.within(-1, of.high))
            elif act.op == "together":
                self._note(found, act.value[0], self._member_type(act.args[0]))
            elif act.op == "for":
                self._note(found, act.value, self._member_type(act.args[0]))
            elif act.op == "choose":
                for option in self.terms.game.choices[act.value].options:
                    for name, domain in zip(option.names, option.domains, strict=True):
                        self._note(found, name, self._member_type(domain))
        return tuple(Local(name, type) for name, type in found.items())

    def _note(self, found: dict[str, Type], name: str, type: Type) -> None:
        found[name] = found[name].joined(type) if name in found else type

    def _member_type(self, domain: Term) -> Type:
        """What a name stands for that runs over a domain."""
        if domain.type.tag != "domain":
            return self.terms.type(TextType("card", "card"))
        if domain.type.of == "number":
            return self.terms.type(TextType("number"))
        tag = domain.type.of if domain.type.of in ("player", "payment") else "enum"
        return self.terms.type(TextType(tag, domain.type.of))


def _or_none(type: TextType) -> TextType:
    """A member that may be missing is handed on as it is where a condition has made sure that it is there."""
    return TextType(type.tag, type.of, optional=True) if type.tag == "enum" else type


def _any_number(type: TextType) -> TextType:
    """A local name can be given anything of its kind later: numbers of any size, and none."""
    return TextType(type.tag, type.of, optional=type.tag != "number")
