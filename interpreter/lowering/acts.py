"""Acts to steps: every checked statement becomes stores, loops, calls and decisions."""

from __future__ import annotations

from attrs import define, evolve

from ...dsl.model import Act, ChoiceModel, OptionModel, Term
from ...dsl.model import Type as TextType
from ...dsl.number_changes import changed_by, listened_to
from ..program.memory import PAYMENT_BITS
from ..program.model import ARGUMENT_BITS, NUMBER_ORIGIN, OPEN, Code, Local, OptionCode, Origin, Step
from ..program.rewriting import folded, substitute
from ..program.types import Type
from .copies import Copies
from .heard_changes import NOBODY, PAID, WHOSE, routine_of
from .payment import names_when_paid_out, paid_out
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
    # With whose effect things are done in the rules; on a card it is the owner.
    by: str = ""

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
    @property
    def _by(self) -> Code:
        """The player with whose effect something is done here."""
        name = "self" if self.card >= 0 else self.by
        return Code("local", value=name) if name else NOBODY

    def _handed(self, known: bool) -> tuple[Code, ...]:
        """With whose effect it is, for what is told so."""
        return (self._by,) if known else ()

    def _act_call(self, act: Act) -> list[Step]:
        by = self._handed(self.terms.changes.takes(str(act.value)))
        return [Step("call", (*self._terms(act), *by), f"do_{act.value}")]

    def _act_emit(self, act: Act) -> list[Step]:
        by = self._handed(self.terms.changes.is_told(str(act.value)))
        step = Step("call", (*self._terms(act), *by), routine_of(str(act.value)))
        return [step] if act.value in self.terms.heard else []

    def _act_run(self, act: Act) -> list[Step]:
        return [Step("run", self._terms(act), act.value)]

    def _act_settle(self, act: Act) -> list[Step]:
        payment, player = self._terms(act)
        money, changes = changed_by(self.terms.game, act), self.terms.changes
        if money is None or not listened_to(self.terms.game.signals, money):
            return [Step("settle", (payment, player))]
        begun = [Step("let", (payment,), PAID), Step("let", (player,), WHOSE)]
        receivers = [substitute(who, {"buyer": Code("local", value=WHOSE)}) for who in self.terms.receivers()]

        def place_of(who: Code) -> Code:
            return self.terms.place_of_player(str(money.value), who)

        return begun + changes.settled(money, place_of, receivers, self._by, Origin(act.span, self.card))

    def _act_settle_fees(self, act: Act) -> list[Step]:
        money, origin = changed_by(self.terms.game, act), Origin(act.span, self.card)
        assert money is not None

        def gives(whom: Code, amount: Code) -> list[Step]:
            place = self.terms.place_of_player(str(money.value), whom)
            store = Step("store", (Code("+", (place, amount)), *place.args), place.value, origin=origin)
            if not listened_to(self.terms.game.signals, money):
                return [store]
            return self.terms.changes.told(store, money, place, whom, self._by, origin)

        item, player = self._terms(act)
        return paid_out(self.terms, item, player, gives)

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

    def _act_turn_up(self, act: Act) -> list[Step]:
        return self._turned(act, 1)

    def _act_conceal(self, act: Act) -> list[Step]:
        return self._turned(act, -1)

    def _turned(self, act: Act, side: int) -> list[Step]:
        (cards,) = self._terms(act)
        return [Step("turn", (Code("bit", (cards,)) if act.args[0].type.tag == "card" else cards,), side)]

    def _act_lay(self, act: Act) -> list[Step]:
        card, at = self._terms(act)
        # What a slot holds is looked up by its number in the layout that lies there.
        return [Step("lay", (card, *at.args), at.value)]

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
        if act.args[0].op == "around":
            return self._around(act, *blocks)
        return [Step("for", (self.terms.domain(act.args[0]),), act.value, blocks)]

    def _around(self, act: Act, *blocks: Block) -> list[Step]:
        """A loop round the table: the seats are counted from the one that begins."""
        domain, start, turn = self.terms.domain(act.args[0]), f"1{act.value}", f"2{act.value}"
        begun = Step("let", (self.terms.term(act.args[0].args[0]),), start)
        seat = folded(Code("+", (Code("local", value=start), Code("local", value=turn))))
        players = domain.args[1]
        at = Code("cond", (Code("<", (seat, players)), seat, Code("-", (seat, players))))
        return [begun, Step("for", (domain,), turn, ((Step("let", (at,), act.value), *blocks[0]),))]

    def _act_repeat(self, act: Act, *blocks: Block) -> list[Step]:
        return [Step("repeat", self._terms(act), blocks=blocks)]

    def _act_until(self, act: Act, *blocks: Block) -> list[Step]:
        return [Step("while", (Code("not", self._terms(act)),), blocks=blocks)]

    def _act_choose(self, act: Act, *blocks: Block) -> list[Step]:
        return [Step("ask", value=act.value, blocks=blocks)]

    def _act_together(self, act: Act) -> list[Step]:
        name, choice, conditional = act.value
        domain, player = self.terms.domain(act.args[0]), Code("local", value=name)
        origin, by = Origin(act.span, self.card), self._handed(self.terms.changes.takes(str(choice)))
        # What is handed over is the same for all, whatever the answers of others change.
        kept = [Step("let", (self.terms.term(arg),), f"1{place}") for place, arg in enumerate(self._further(act))]
        further = tuple(Code("local", value=step.value) for step in kept)
        gather = Step("call", (player, *further), f"gather_{choice}", origin=origin)
        enter = Step("enter", (player, *further, *by), f"do_{choice}", origin=origin)
        if conditional:
            # Those who were asked are those who have answered.
            asked = Code("!=", (Code("get", (player,), self.terms.memory.answers), number(OPEN)))
            gather = Step("if", (self.terms.term(act.args[-1]),), blocks=((gather,), ()), origin=origin)
            enter = Step("if", (asked,), blocks=((enter,), ()), origin=origin)
        return [*kept, *(Step("for", (domain,), name, ((step,),)) for step in (gather, enter))]

    def _further(self, act: Act) -> tuple[Term, ...]:
        """What a choice that all make together is handed beside the player."""
        return act.args[1:-1] if act.value[2] else act.args[1:]

    # -------------------------------------------------------------- values
    def _act_let(self, act: Act) -> list[Step]:
        return [Step("let", self._terms(act), act.value)]

    def _address(self, zone: Term) -> Code:
        """The place of a zone as a number."""
        if zone.op == "table_field":
            return number(self.terms.memory.table[zone.value])
        base = number(self.terms.memory.player[zone.value])
        return folded(Code("+", (base, self.terms.term(zone.args[0]))))

    def _store(self, target: Term, value: Code, act: Act) -> list[Step]:
        if target.op == "local":
            return [Step("let", (value,), target.value)]
        place = self.terms.term(target)
        if not listened_to(self.terms.game.signals, target):
            return [Step("store", (value, *place.args), place.value)]
        whose = self.terms.term(target.args[0]) if target.args else None
        store = Step("store", (value, *place.args), place.value, origin=Origin(act.span, self.card))
        return self.terms.changes.told(store, target, place, whose, self._by, store.origin)

    def _act_assign(self, act: Act) -> list[Step]:
        target, value = act.args
        code = self.terms.term(value)
        if act.value != "=":
            code = folded(Code(act.value[0], (self.terms.term(target), code)))
        return self._store(target, code, act)

    def _act_pick(self, act: Act) -> list[Step]:
        target, domain = act.args
        names = "player" if domain.op == "players" else domain.type.of if domain.type.tag == "domain" else "card"
        steps = [Step("pick", (self.terms.domain(domain),), (PICKED, act.value, names))]
        return [*steps, *self._store(target, Code("local", value=PICKED), act)]

    def option(self, option: OptionModel, choice: ChoiceModel) -> OptionCode:
        """One option of a choice."""
        begun = () if self.card >= 0 else self.terms.changes.begun(choice, self.terms.term(choice.by), option.body)
        domains, where = Copies(self.terms).offered(option)
        payments = [domain.type.of == "payment" for domain in option.domains]
        return OptionCode(
            option.names,
            tuple(self._member_type(domain) for domain in option.domains),
            tuple(PAYMENT_BITS if payment else ARGUMENT_BITS for payment in payments),
            tuple(NUMBER_ORIGIN if domain.op == "range" else 0 for domain in option.domains),
            domains,
            where,
            (*begun, *self.acts(option.body)),
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
            for name, type in self.terms.changes.names(act):
                self._note(found, name, self.terms.type(type))
            if act.op == "let":
                self._note(found, act.value, self.terms.type(_any_number(act.args[0].type)))
            elif act.op == "pick":
                of = self._member_type(act.args[1])
                self._note(found, PICKED, of.within(-1, of.high))
                if act.args[0].op == "local":
                    self._note(found, act.args[0].value, of.within(-1, of.high))
            elif act.op == "together":
                self._note(found, act.value[0], self._member_type(act.args[0]))
                for place, arg in enumerate(self._further(act)):
                    self._note(found, f"1{place}", self.terms.type(_any_number(arg.type)))
            elif act.op == "settle_fees":
                for name, known in names_when_paid_out(self.terms).items():
                    self._note(found, name, known)
            elif act.op == "for":
                if act.args[0].op == "around":
                    self._note(found, f"1{act.value}", self._member_type(act.args[0]))
                    self._note(found, f"2{act.value}", self.terms.type(TextType("number")))
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
