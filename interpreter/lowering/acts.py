"""Acts to steps: every checked statement becomes stores, loops, calls and decisions."""

from __future__ import annotations

from attrs import define

from ...dsl.model import Act, OptionModel, Term, Type
from ..program.model import AMOUNT_BITS, ARGUMENT_BITS, MOST_RECEIVERS, NUMBER_ORIGIN, Code, OptionCode, Step
from .terms import Terms, folded, number


@define
class Acts:
    """Lowers acts with the help of the terms inside them."""

    terms: Terms

    def acts(self, acts: tuple[Act, ...]) -> tuple[Step, ...]:
        """The steps of a block."""
        return tuple(step for act in acts for step in self._act(act))

    def _act(self, act: Act) -> list[Step]:
        blocks = tuple(self.acts(b) for b in act.blocks)
        match act.op:
            case "call":
                return [Step("call", tuple(self.terms.term(a) for a in act.args), f"do_{act.value}")]
            case "emit":
                if not any(x.signal == act.value for x in self.terms.game.listeners):
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
                return [Step("for", (domain,), name, ((step,),)) for step in (gather, enter)]
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

    def _limits(self, target: Term) -> tuple[int | None, int | None]:
        if target.op == "local":
            return None, None
        if target.op == "card_state":
            models = [s for k in self.terms.game.kinds.values() for s in k.states if s.name == target.value]
            return models[0].stops_low, models[0].stops_high
        fields = self.terms.game.player if target.op == "player_field" else self.terms.game.table
        return fields[target.value].stops_low, fields[target.value].stops_high

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
        low, high = self._limits(target)
        # A loss takes what is there; a gain needs no look at the lower end.
        growing = act.value == "+=" and value.op == "int" and value.value >= 0
        if target.type.tag == "number":
            if _can_multiply(act):
                code = Code("within", (code,))
            if low is not None and not growing:
                code = Code("max", (number(low), code))
            if high is not None:
                code = Code("min", (number(high), code))
        return self._store(target, code)

    def _pick(self, act: Act) -> list[Step]:
        target, domain = act.args
        names = "player" if domain.op == "players" else domain.type.of if domain.type.tag == "domain" else "card"
        picked = "0"  # no name of the text begins with a digit
        steps = [Step("pick", (self.terms.domain(domain),), (picked, act.value, names))]
        return [*steps, self._store(target, Code("local", value=picked))]

    def option(self, option: OptionModel) -> OptionCode:
        payments = [domain.type.of == "payment" for domain in option.domains]
        return OptionCode(
            option.names,
            tuple(AMOUNT_BITS * (MOST_RECEIVERS + 1) if payment else ARGUMENT_BITS for payment in payments),
            tuple(NUMBER_ORIGIN if domain.op == "range" else 0 for domain in option.domains),
            tuple(self._distinct(d) for d in option.domains),
            self.terms.term(option.where) if option.where is not None else None,
            self.acts(option.body),
            tuple(self.terms.term(p) for p in option.label.parts if isinstance(p, Term)),
            tuple(self.terms.term(p) for p in option.remark.parts if isinstance(p, Term)) if option.remark else (),
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

    def tags(self, acts: tuple[Act, ...], params: tuple[tuple[str, Type], ...]) -> dict[str, str]:
        """Which local names of a body hold a card, a set of cards or a player."""
        found = {"self": "player"} | {name: type.tag for name, type in params}
        waiting = list(acts)
        while waiting:
            act = waiting.pop()
            waiting += [inner for block in act.blocks for inner in block]
            if act.op == "let":
                found[act.value] = act.args[0].type.tag
            elif act.op == "pick" and act.args[0].op == "local":
                found[act.args[0].value] = act.args[0].type.tag
            elif act.op == "for":
                found[act.value] = _member_tag(act.args[0])
            elif act.op == "choose":
                for option in self.terms.game.choices[act.value].options:
                    waiting += option.body
                    found |= {n: _member_tag(d) for n, d in zip(option.names, option.domains, strict=True)}
        return {name: tag for name, tag in found.items() if tag in ("card", "set", "player")}


def _can_multiply(act: Act) -> bool:
    """Whether an assignment done again and again could make a number grow faster than step by step."""
    target, value = act.args
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if part.op == "*" or (part == target and act.value != "="):
            return True
        waiting += part.args
    return act.value == "=" and value.op == "+" and value.args.count(target) > 1


def _member_tag(domain: Term) -> str:
    return "card" if domain.type.tag == "set" else "player" if domain.type.of == "player" else ""
