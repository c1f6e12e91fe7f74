"""Acts to steps: every checked statement becomes stores, loops, calls and decisions."""

from __future__ import annotations

from attrs import define, evolve

from ...dsl.model import Act, OptionModel, Term
from ...dsl.model import Type as TextType
from ..program.memory import PAYMENT_BITS
from ..program.model import ARGUMENT_BITS, NUMBER_ORIGIN, Code, Local, OptionCode, Origin, Step
from ..program.rewriting import folded
from ..program.types import Type
from .copies import Copies
from .terms import Terms, number

# No name of the text begins with a digit.
PICKED = "0"

Block = tuple[Step, ...]
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
        blocks = tuple(self.acts(block) for block in act.blocks)
        steps: list[Step] = getattr(self, f"_act_{act.op}")(act, *blocks)
        return steps

    def _terms(self, act: Act) -> tuple[Code, ...]:
        return tuple(self.terms.term(arg) for arg in act.args)

    # -------------------------------------------------------------- what has parts
    def _act_call(self, act: Act) -> list[Step]:
        return [Step("call", self._terms(act), f"do_{act.value}")]

    def _act_emit(self, act: Act) -> list[Step]:
        return [Step("call", self._terms(act), f"signal_{act.value}")] if act.value in self.terms.heard else []

    def _act_run(self, act: Act) -> list[Step]:
        return [Step("run", self._terms(act), act.value)]

    def _act_settle(self, act: Act) -> list[Step]:
        return [Step("settle", self._terms(act))]

    # -------------------------------------------------------------- ends
    def _act_win(self, act: Act) -> list[Step]:
        return [Step("win", self._terms(act), act.value)]

    def _act_finish(self, act: Act) -> list[Step]:
        return [Step("finish")]

    def _act_stop(self, act: Act) -> list[Step]:
        return [Step("stop")]

    # -------------------------------------------------------------- cards
    def _act_move(self, act: Act) -> list[Step]:
        what, to = act.args
        single, cards, zone = what.type.tag == "card", self.terms.term(what), self._address(to)
        if act.value:
            return [Step("put", (Code("bit", (cards,)) if single else cards, zone), 1 if act.value == "top" else -1)]
        return [Step("move" if single else "move_all", (cards, zone))]

    def _act_shuffle(self, act: Act) -> list[Step]:
        return [Step("shuffle", (self._address(act.args[0]),), act.value)]

    def _act_draw(self, act: Act) -> list[Step]:
        count, source, to = act.args
        return [Step("draw", (self.terms.term(count), self.terms.term(source), self._address(to)), act.value)]

    def _act_draw_top(self, act: Act) -> list[Step]:
        count, source, to = act.args
        drawn = Code("top", (self.terms.term(count), self.terms.term(source)))
        return [Step("move_all", (drawn, self._address(to)))]

    def _act_deal(self, act: Act) -> list[Step]:
        source, to, pattern = act.args
        cards = self.terms.term(source), self.terms.term(pattern)
        return [Step("deal", cards, (self.terms.layout_base(to), act.value))]

    def _act_reveal(self, act: Act) -> list[Step]:
        return [Step("reveal", value=self.terms.layout_base(act.args[0]))]

    def _act_pass_on(self, act: Act) -> list[Step]:
        zone, direction = act.value
        return [Step("pass_on", value=(self.terms.memory.player[zone], 1 if direction == "left" else -1))]

    def _act_mark(self, act: Act) -> list[Step]:
        return self._marked("|", act)

    def _act_unmark(self, act: Act) -> list[Step]:
        return self._marked("&~", act)

    def _marked(self, op: str, act: Act) -> list[Step]:
        place, cards = self._terms(act)
        return [Step("store", (Code(op, (place, cards)), *place.args), place.value)]

    # -------------------------------------------------------------- blocks
    def _act_if(self, act: Act, *blocks: Block) -> list[Step]:
        return [Step("if", self._terms(act), blocks=blocks)]

    def _act_for(self, act: Act, *blocks: Block) -> list[Step]:
        return [Step("for", (self.terms.domain(act.args[0]),), act.value, blocks)]

    def _act_repeat(self, act: Act, *blocks: Block) -> list[Step]:
        return [Step("repeat", self._terms(act), blocks=blocks)]

    def _act_until(self, act: Act, *blocks: Block) -> list[Step]:
        return [Step("while", (Code("not", self._terms(act)),), blocks=blocks)]

    def _act_choose(self, act: Act, *blocks: Block) -> list[Step]:
        return [Step("ask", value=act.value, blocks=blocks)]

    def _act_together(self, act: Act) -> list[Step]:
        name, choice = act.value
        domain, player = self.terms.domain(act.args[0]), Code("local", value=name)
        origin = Origin(act.span, self.card)
        gather = Step("call", (player,), f"gather_{choice}", origin=origin)
        enter = Step("enter", (player,), f"do_{choice}", origin=origin)
        return [Step("for", (domain,), name, ((step,),)) for step in (gather, enter)]

    # -------------------------------------------------------------- values
    def _act_let(self, act: Act) -> list[Step]:
        return [Step("let", self._terms(act), act.value)]

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

    def _act_assign(self, act: Act) -> list[Step]:
        target, value = act.args
        code = self.terms.term(value)
        if act.value != "=":
            code = folded(Code(act.value[0], (self.terms.term(target), code)))
        return [self._store(target, code)]

    def _act_pick(self, act: Act) -> list[Step]:
        target, domain = act.args
        names = "player" if domain.op == "players" else domain.type.of if domain.type.tag == "domain" else "card"
        steps = [Step("pick", (self.terms.domain(domain),), (PICKED, act.value, names))]
        return [*steps, self._store(target, Code("local", value=PICKED))]

    def option(self, option: OptionModel) -> OptionCode:
        """One option of a choice."""
        domains, where = Copies(self.terms).offered(option)
        payments = [domain.type.of == "payment" for domain in option.domains]
        return OptionCode(
            option.names,
            tuple(self._member_type(domain) for domain in option.domains),
            tuple(PAYMENT_BITS if payment else ARGUMENT_BITS for payment in payments),
            tuple(NUMBER_ORIGIN if domain.op == "range" else 0 for domain in option.domains),
            domains,
            where,
            self.acts(option.body),
            tuple(self.terms.term(p) for p in option.label.parts if isinstance(p, Term)),
            tuple(self.terms.term(p) for p in option.remark.parts if isinstance(p, Term)) if option.remark else (),
            Origin(option.span, self.card),
        )

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
