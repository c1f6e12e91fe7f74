"""Game description to program: `lower(game)` turns every term into codes and every act into steps."""

from __future__ import annotations

from attrs import define, field

from ..dsl.model import Act, AnswerModel, CardModel, Game, ListenerModel, OptionModel, Procedure, Term, Type
from .codes import substitute
from .memory import CARDS, OCCUPIED, SLOTS, plan
from .program import (
    ASKED,
    DECIDER,
    OVER,
    PLAYERS,
    WAY,
    WINNER,
    Ask,
    Code,
    Function,
    Memory,
    OptionCode,
    PriceCode,
    Program,
    Routine,
    Step,
)
from .runtime import bits
from .statics import mask_where, mentions

ZERO, ONE = Code("int", value=0), Code("int", value=1)


def number(value: int) -> Code:
    """A constant."""
    return Code("int", value=value)


def lower(game: Game) -> Program:
    """The program of a game."""
    lowering = Lowering(game, plan(game))
    lowering.everything()
    return Program(
        memory=lowering.memory,
        first=lowering.first(),
        tables={name: tuple(values) for name, values in lowering.tables.items()},
        functions=tuple(lowering.functions),
        routines=tuple(lowering.routines),
        events=lowering.events,
        asks=tuple(lowering.asks),
        prices=lowering.prices,
        score=tuple(f"score_{name}" for name in game.score),
        invariants=tuple(f"invariant_{n}" for n in range(len(game.invariants))),
    )


@define
class Lowering:
    """Holds the parts of the program while they are made."""

    game: Game
    memory: Memory
    tables: dict[str, list[int]] = field(factory=dict)
    functions: list[Function] = field(factory=list)
    routines: list[Routine] = field(factory=list)
    events: dict[str, tuple[str, ...]] = field(factory=dict)
    asks: list[Ask] = field(factory=list)
    prices: PriceCode | None = None

    def everything(self) -> None:
        """Lowers all parts in a fixed order."""
        game = self.game
        for define_ in game.defines.values():
            assert isinstance(define_.body, Term)
            params = tuple(name for name, _ in define_.params)
            self.functions.append(Function(f"define_{define_.name}", params, self.term(define_.body)))
        for value in game.values.values():
            self._value(value)
        self._formulas()
        if game.payment is not None:
            self._prices()
        for name, body in game.score.items():
            self.functions.append(Function(f"score_{name}", ("self",), self.term(body)))
        for index, invariant in enumerate(game.invariants):
            params = ("self",) if invariant.every_player else ()
            self.functions.append(Function(f"invariant_{index}", params, self.term(invariant.condition)))
        for procedure in game.procedures.values():
            assert isinstance(procedure.body, tuple)
            params = tuple(name for name, _ in procedure.params)
            tags = self._tags(procedure.body, procedure.params)
            body = self.acts(procedure.body)
            self.routines.append(Routine(f"do_{procedure.name}", params, body, procedure.name, tags))
        self._handlers()
        for name, parameters in game.signals.items():
            self._signal(name, parameters)
        for choice in game.choices:
            options = tuple(self._option(option) for option in choice.options)
            self.asks.append(Ask(choice.id, self.term(choice.by), options, choice.optional, choice.named))

    def first(self) -> tuple[int, ...]:
        """The position before anything has happened: defaults, and every card where it lies at first."""
        game, memory = self.game, self.memory
        state = [0] * memory.stack
        state[WINNER] = state[WAY] = state[ASKED] = -1
        for name, (_, default) in game.switches.items():
            state[memory.switches[name]] = default
        for name, model in game.table.items():
            place = memory.table[name]
            if model.type.tag == "layout":
                state[place + SLOTS : place + memory.layout_size] = [-1] * (memory.layout_size - SLOTS)
            elif model.type.tag != "set":
                state[place] = model.default
            elif model.home is not None:
                home = self.term(model.home)
                assert home.op == "int", "what lies somewhere at first is known from the text"
                state[place] = home.value
                for card in bits(home.value):
                    state[memory.where + card] = place
        for name, model in game.player.items():
            for place in range(memory.player[name], memory.player[name] + memory.seats):
                state[place] = 0 if model.type.tag == "set" else model.default
        for kind in game.kinds.values():
            for model in kind.states:
                place = memory.states[model.name]
                state[place : place + len(game.cards)] = [model.default] * len(game.cards)
        return tuple(state)

    # -------------------------------------------------------------- terms
    def term(self, term: Term) -> Code:
        """The code of a checked expression."""
        method = getattr(self, f"_term_{term.op}", None)
        if method is not None:
            found = method(term)
            assert isinstance(found, Code)
            return found
        args = tuple(self.term(a) for a in term.args)
        if term.op in ("+", "-", "*", "/", "==", "!=", "<", "<=", ">", ">=", "and", "or", "not", "min", "max", "cond"):
            return self._folded(Code(term.op, args))
        raise AssertionError(term.op)

    def _folded(self, code: Code) -> Code:
        """Arithmetic on constants is done now."""
        if code.op in ("+", "-", "*") and all(a.op == "int" for a in code.args):
            left, right = code.args[0].value, code.args[1].value
            return number(left + right if code.op == "+" else left - right if code.op == "-" else left * right)
        return code

    def _term_int(self, term: Term) -> Code:
        return number(int(term.value))

    _term_card = _term_int

    def _term_text(self, term: Term) -> Code:
        return ZERO

    def _term_local(self, term: Term) -> Code:
        return Code("local", value=term.value)

    def _term_player_field(self, term: Term) -> Code:
        return self.place_of_player(term.value, self.term(term.args[0]))

    def place_of_player(self, name: str, player: Code) -> Code:
        """A player's field."""
        base = self.memory.player[name]
        if player.op == "int":
            return Code("get", value=base + player.value)
        return Code("get", (player,), base)

    def _term_table_field(self, term: Term) -> Code:
        return Code("get", value=self.memory.table[term.value])

    def _term_switch(self, term: Term) -> Code:
        return Code("get", value=self.memory.switches[term.value])

    def _term_over(self, term: Term) -> Code:
        return Code("!=", (Code("get", value=OVER), ZERO))

    def _term_decider(self, term: Term) -> Code:
        asked = Code(">=", (Code("get", value=ASKED), ZERO))
        return Code("cond", (asked, Code("get", value=DECIDER), number(-1)))

    def _term_winner(self, term: Term) -> Code:
        return Code("get", value=WINNER)

    def _term_card_field(self, term: Term) -> Code:
        return Code("table", (self.term(term.args[0]),), self.field_table(term.value))

    def field_table(self, name: str) -> str:
        """The table of a printed field, one entry per card; -1 where a card has none."""
        table = f"field_{name}"
        if table not in self.tables:
            values = [card.values.get(name, -1) for card in self.game.cards]
            self.tables[table] = [v if isinstance(v, int) else -1 for v in values]
        return table

    def _mask_table(self, name: str) -> str:
        """Per value of a printed field the set of cards that have it; the last entry, for none, is empty."""
        table = f"cards_by_{name}"
        if table not in self.tables:
            values = self.tables[self.field_table(name)]
            masks = [0] * (max([*values, len(self.game.cards), 0]) + 2)
            for index, value in enumerate(values):
                if value >= 0:
                    masks[value] |= 1 << index
            self.tables[table] = masks
        return table

    def _term_card_state(self, term: Term) -> Code:
        return Code("get", (self.term(term.args[0]),), self.memory.states[term.value])

    def _term_amount(self, term: Term) -> Code:
        card, good = self.term(term.args[0]), self.term(term.args[1])
        goods = self._goods_count()
        name = f"amount_{term.value}"
        if name not in self.tables:
            values: list[int] = []
            for model in self.game.cards:
                found = model.values.get(term.value)
                amounts = getattr(found, "fixed", None) or getattr(found, "goods", None) or (0,) * goods
                values.extend(amounts)
            self.tables[name] = values
        return Code("table", (Code("+", (Code("*", (card, number(goods))), good)),), name)

    def _goods_count(self) -> int:
        assert self.game.payment is not None
        return len(self.game.enums[self.game.payment.goods])

    def _term_formula(self, term: Term) -> Code:
        return Code("call", tuple(self.term(a) for a in term.args), f"formula_{term.value}")

    def _term_define(self, term: Term) -> Code:
        return Code("call", tuple(self.term(a) for a in term.args), f"define_{term.value}")

    def _term_value(self, term: Term) -> Code:
        return Code("call", tuple(self.term(a) for a in term.args), f"value_{term.value}")

    def _term_opponent(self, term: Term) -> Code:
        return Code("-", (ONE, self.term(term.args[0])))

    def _term_left(self, term: Term) -> Code:
        return Code("seat", (self.term(term.args[0]),), 1)

    def _term_right(self, term: Term) -> Code:
        return Code("seat", (self.term(term.args[0]),), -1)

    def _term_kind(self, term: Term) -> Code:
        return number(self.game.mask_of_kind(term.value))

    def _term_cards(self, term: Term) -> Code:
        if all(a.op == "card" for a in term.args):
            return number(sum(1 << a.value for a in term.args))
        codes = [Code("bit", (self.term(a),)) for a in term.args]
        found = codes[0]
        for code in codes[1:]:
            found = Code("|", (found, code))
        return found

    def _term_singleton(self, term: Term) -> Code:
        return Code("bit", (self.term(term.args[0]),))

    def _term_union(self, term: Term) -> Code:
        return Code("|", tuple(self.term(a) for a in term.args))

    def _term_without(self, term: Term) -> Code:
        return Code("&~", tuple(self.term(a) for a in term.args))

    def _term_contents(self, term: Term) -> Code:
        return Code("get", value=self.layout_base(term.args[0]) + CARDS)

    def layout_base(self, term: Term) -> int:
        """The first place of a layout zone."""
        return self.memory.layouts[term.value]

    def _term_uncovered(self, term: Term) -> Code:
        return Code("uncovered", value=self.layout_base(term.args[0]))

    def _term_count(self, term: Term) -> Code:
        of = term.args[0]
        if of.type.tag == "layout":
            return Code("count", (Code("get", value=self.layout_base(of) + OCCUPIED),))
        if of.op == "players":
            return Code("get", value=PLAYERS)
        if of.op == "members":
            return number(len(self.game.enums[of.value]))
        return Code("count", (self.term(of),))

    def _term_is_kind(self, term: Term) -> Code:
        return Code("has", (number(self.game.mask_of_kind(term.value)), self.term(term.args[0])))

    def _term_has(self, term: Term) -> Code:
        return Code("has", tuple(self.term(a) for a in term.args))

    def _term_among(self, term: Term) -> Code:
        left = self.term(term.args[0])
        items = [self.term(a) for a in term.args[1:]]
        if all(i.op == "int" and i.value >= 0 for i in items) and not term.args[0].type.optional:
            return Code("has", (number(sum(1 << i for i in {i.value for i in items})), left))
        return Code("or", tuple(Code("==", (left, item)) for item in items))

    def _term_price(self, term: Term) -> Code:
        player, card = (self.term(a) for a in term.args)
        money = Code("table", (card,), "money")
        return Code("+", (money, Code("at", (Code("row", (player,)), card))))

    def _term_goods_price(self, term: Term) -> Code:
        player, card = (self.term(a) for a in term.args)
        return Code("at", (Code("row", (player,)), card))

    def _term_owner(self, term: Term) -> Code:
        return Code("owner", (self.term(term.args[0]),))

    def _term_score(self, term: Term) -> Code:
        return Code("call", (self.term(term.args[0]),), f"score_{term.value}")

    def _term_total(self, term: Term) -> Code:
        return Code("total", (self.term(term.args[0]),))

    def _term_filter(self, term: Term) -> Code:
        """A set narrowed by a condition: by a mask where it is on printed fields, member by member elsewhere."""
        found, name = self.term(term.args[0]), str(term.value)
        conditions = term.args[1].args if term.args[1].op == "and" else (term.args[1],)
        left: list[Term] = []
        for condition in conditions:
            mask = mask_where(self.game, condition, name)
            by_value = self._by_value(condition, name)
            if mask is not None:
                found = number(found.value & mask) if found.op == "int" else Code("&", (found, number(mask)))
            elif by_value is not None:
                found = Code("&", (found, by_value))
            else:
                left.append(condition)
        if left:
            test = Code("and", tuple(self.term(c) for c in left)) if len(left) > 1 else self.term(left[0])
            found = Code("keep", (found, test), name)
        return found

    def _by_value(self, condition: Term, name: str) -> Code | None:
        """`field is X` where X depends on the position: a table of sets, indexed by X."""
        if condition.op != "==":
            return None
        for one, other in (condition.args, condition.args[::-1]):
            on_card = one.op == "card_field" and one.args[0].op == "local" and one.args[0].value == name
            if on_card and one.type.tag in ("enum", "player", "flag") and not mentions(other, name):
                return Code("table", (self.term(other),), self._mask_table(str(one.value)))
        return None

    def domain(self, term: Term) -> Code:
        """Something to loop over: a set as `bits`, or a range of numbers."""
        if term.op == "players":
            return Code("range", (ZERO, Code("get", value=PLAYERS)))
        if term.op == "members":
            return Code("range", (ZERO, number(len(self.game.enums[term.value]))))
        if term.op == "range":
            low, high = (self.term(a) for a in term.args)
            return Code("range", (low, self._folded(Code("+", (high, ONE)))))
        return Code("bits", (self.term(term),))

    def _term_fold(self, term: Term) -> Code:
        fold, name = term.value
        if fold == "count" and len(term.args) == 2 and term.args[0].type.tag == "set":
            return Code("count", (self.term(term.args[0]),))
        parts = [self.domain(term.args[0]), self.term(term.args[1])]
        if len(term.args) > 2:
            parts.append(self.term(term.args[2]))
        return Code("fold", tuple(parts), ("sum" if fold == "count" else fold, name))

    # -------------------------------------------------------------- values and formulas
    def active_zone(self, card: int, owner: Code) -> Code | None:
        """The set of cards in play that could hold this card, for an owner."""
        zones = [
            model
            for model in self.game.player.values()
            if model.active and (model.type.of == "card" or self._could_hold(model.type, self.game.cards[card]))
        ]
        found: Code | None = None
        for zone in zones:
            code = self.place_of_player(zone.name, owner)
            found = code if found is None else Code("|", (found, code))
        return found

    def _could_hold(self, type: Type, card: CardModel) -> bool:
        return type.of in self.game.lineage(card.kind)

    def _match(
        self, card: int, patterns: tuple[Term | str, ...], params: tuple[tuple[str, Type], ...]
    ) -> tuple[dict[str, Code], list[Code], bool]:
        """How parameters bind the names of patterns, the conditions, and whether the owner is found by a parameter."""
        names: dict[str, Code] = {}
        tests: list[Code] = []
        owner_found = False
        for pattern, (param, _) in zip(patterns, params, strict=True):
            code = Code("local", value=param)
            if isinstance(pattern, str):
                names[pattern] = code
            elif pattern.op == "local" and pattern.value == "self" and not owner_found:
                names["self"] = code
                owner_found = True
            elif pattern.op == "opponent" and pattern.args[0].value == "self" and not owner_found:
                names["self"] = Code("-", (ONE, code))
                owner_found = True
            else:
                tests.append(Code("==", (code, self.term(pattern))))
        return names, tests, owner_found

    def _value(self, value: Procedure) -> None:
        """A value: the base, then what cards set, then what they adjust, cards in their fixed order."""
        assert isinstance(value.body, Term)
        params = tuple(name for name, _ in value.params)
        result = self.term(value.body)
        answers = [a for a in self.game.answers if a.value == value.name]
        for form in ("set", "adjust"):
            for answer in sorted((a for a in answers if a.form == form), key=lambda a: a.card):
                result = self._answered(value, answer, result)
        self.functions.append(Function(f"value_{value.name}", params, result))

    def _answered(self, value: Procedure, answer: AnswerModel, base: Code) -> Code:
        names, tests, owner_found = self._match(answer.card, answer.patterns, value.params)
        owners = [names["self"]] if owner_found else [number(seat) for seat in range(self.memory.seats)]
        for owner in owners:
            zone = self.active_zone(answer.card, owner)
            if zone is None:
                continue
            bound = {**names, "self": owner}
            conditions = [Code("has", (zone, number(answer.card))), *(substitute(t, bound) for t in tests)]
            if answer.condition is not None:
                conditions.append(substitute(self.term(answer.condition), bound))
            test = Code("and", tuple(conditions)) if len(conditions) > 1 else conditions[0]
            body = substitute(self.term(answer.body), bound)
            if answer.form == "set":
                base = Code("cond", (test, body, base))
            elif answer.at_least is not None:
                least = substitute(self.term(answer.at_least), bound)
                base = Code("cond", (test, Code("max", (least, Code("+", (base, body)))), base))
            else:
                base = Code("+", (base, Code("cond", (test, body, ZERO))))
        return base

    def _formulas(self) -> None:
        """Fields of type formula: a table of constants, and cases for the cards whose value depends on the position."""
        names = {n: None for k in self.game.kinds.values() for n, t in k.fields if t.tag == "formula"}
        for name in names:
            constants = []
            cases: list[tuple[int, Code]] = []
            for card in self.game.cards:
                term = card.values.get(name)
                code = self.term(term) if isinstance(term, Term) else ZERO
                constants.append(code.value if code.op == "int" else 0)
                if code.op != "int":
                    cases.append((card.index, substitute(code, {"self": Code("local", value="self")})))
            self.tables[f"formula_{name}"] = constants
            body = Code("table", (Code("local", value="card"),), f"formula_{name}")
            for index, code in reversed(cases):
                body = Code("cond", (Code("==", (Code("local", value="card"), number(index))), code, body))
            self.functions.append(Function(f"formula_{name}", ("card", "self"), body))

    def _prices(self) -> None:
        payment = self.game.payment
        assert payment is not None
        goods = self._goods_count()
        money, needs, fixed = list[int](), list[int](), list[int]()
        choices: list[tuple[int, ...]] = []
        for card in self.game.cards:
            cost = card.values.get(payment.cost_field)
            produced = card.values.get(payment.produces_field)
            money.append(cost.money if cost is not None else 0)
            needs.extend(cost.goods if cost is not None else (0,) * goods)
            fixed.extend(produced.fixed if produced is not None else (0,) * goods)
            choices.append(produced.choices if produced is not None else ())
        self.tables |= {"money": money, "needs": needs, "produced": fixed}
        producers = sum(
            1 << i for i in range(len(self.game.cards)) if choices[i] or any(fixed[i * goods : (i + 1) * goods])
        )
        own = tuple(Code("&", (self.term(zone), number(producers))) for zone in payment.own)
        waived = self.term(payment.waived) if payment.waived is not None else None
        self.prices = PriceCode(own, waived, self.term(payment.price), goods, tuple(choices))

    # -------------------------------------------------------------- handlers and signals
    def _handlers(self) -> None:
        events = {event: None for kind in self.game.kinds.values() for event in kind.events}
        for event in events:
            names = []
            for card in self.game.cards:
                body = card.handlers.get(event)
                if not body:
                    names.append("")
                    continue
                name = f"{event}_{card.id}"
                tags = self._tags(body, ())
                self.routines.append(Routine(name, ("self",), self.acts(body), f"{card.title} ({event})", tags))
                names.append(name)
            self.events[event] = tuple(names)

    def _signal(self, name: str, params: tuple[tuple[str, Type], ...]) -> None:
        """A signal: one routine that tries its listeners, cards in their fixed order, then the rules."""
        steps: list[Step] = []
        listeners = [x for x in self.game.listeners if x.signal == name]
        for listener in sorted(listeners, key=lambda x: (x.card < 0, x.card)):
            steps.extend(self._listener(listener, params))
        names = tuple(param for param, _ in params)
        self.routines.append(Routine(f"signal_{name}", names, tuple(steps), f"signal {name}", self._tags((), params)))

    def _listener(self, listener: ListenerModel, params: tuple[tuple[str, Type], ...]) -> list[Step]:
        number_ = self.game.listeners.index(listener)
        names, tests, owner_found = self._match(listener.card, listener.patterns, params)
        taken = tuple(p for p in listener.patterns if isinstance(p, str))
        card = self.game.cards[listener.card] if listener.card >= 0 else None
        title = f"{card.title} (when {listener.signal})" if card else f"rules (when {listener.signal})"
        own = ("self",) if card else ()
        known = [(p, t) for p, (_, t) in zip(listener.patterns, params, strict=True) if isinstance(p, str)]
        tags = self._tags(listener.body, tuple(known))
        self.routines.append(Routine(f"when_{number_}", own + taken, self.acts(listener.body), title, tags))
        owners: list[Code | None] = [None]
        if card:
            owners = [names["self"]] if owner_found else [number(seat) for seat in range(self.memory.seats)]
        steps = []
        for owner in owners:
            bound = {**names, "self": owner} if owner is not None else dict(names)
            conditions = [substitute(t, bound) for t in tests]
            if card and owner is not None:
                zone = self.active_zone(listener.card, owner)
                if zone is None:
                    continue
                conditions.insert(0, Code("has", (zone, number(listener.card))))
            if listener.condition is not None:
                conditions.append(substitute(self.term(listener.condition), bound))
            args = ((owner,) if owner is not None else ()) + tuple(bound[t] for t in taken)
            call = Step("call", args, f"when_{number_}")
            test = Code("and", tuple(conditions)) if len(conditions) > 1 else conditions[0] if conditions else ONE
            steps.append(Step("if", (test,), blocks=((call,), ())))
        return steps

    def _tags(self, acts: tuple[Act, ...], params: tuple[tuple[str, Type], ...]) -> dict[str, str]:
        """Which local names of a body hold a card or a set of cards."""
        found = {name: type.tag for name, type in params}
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
                for option in self.game.choices[act.value].options:
                    waiting += option.body
                    found |= {n: _member_tag(d) for n, d in zip(option.names, option.domains, strict=True)}
        return {name: tag for name, tag in found.items() if tag in ("card", "set")}

    # -------------------------------------------------------------- acts
    def acts(self, acts: tuple[Act, ...]) -> tuple[Step, ...]:
        """The steps of a block."""
        return tuple(step for act in acts for step in self._act(act))

    def _act(self, act: Act) -> list[Step]:
        blocks = tuple(self.acts(b) for b in act.blocks)
        match act.op:
            case "call":
                return [Step("call", tuple(self.term(a) for a in act.args), f"do_{act.value}")]
            case "emit":
                if not any(x.signal == act.value for x in self.game.listeners):
                    return []
                return [Step("call", tuple(self.term(a) for a in act.args), f"signal_{act.value}")]
            case "run":
                return [Step("run", tuple(self.term(a) for a in act.args), act.value)]
            case "assign":
                return [self._assign(act)]
            case "let":
                return [Step("let", (self.term(act.args[0]),), act.value)]
            case "pick":
                return self._pick(act)
            case "move":
                what, to = act.args
                op = "move" if what.type.tag == "card" else "move_all"
                return [Step(op, (self.term(what), self._address(to)))]
            case "draw":
                count, source, to = act.args
                return [Step("draw", (self.term(count), self.term(source), self._address(to)), act.value)]
            case "deal":
                source, to, pattern = act.args
                return [Step("deal", (self.term(source), self.term(pattern)), (self.layout_base(to), act.value))]
            case "reveal":
                return [Step("reveal", value=self.layout_base(act.args[0]))]
            case "win":
                return [Step("win", (self.term(act.args[0]),), act.value)]
            case "finish" | "stop":
                return [Step(act.op)]
            case "if":
                return [Step("if", (self.term(act.args[0]),), blocks=blocks)]
            case "for":
                return [Step("for", (self.domain(act.args[0]),), act.value, blocks)]
            case "repeat":
                return [Step("repeat", (self.term(act.args[0]),), blocks=blocks)]
            case "until":
                return [Step("while", (Code("not", (self.term(act.args[0]),)),), blocks=blocks)]
            case "choose":
                return [Step("ask", value=act.value, blocks=blocks)]
        raise AssertionError(act.op)

    def _address(self, zone: Term) -> Code:
        """The place of a zone as a number."""
        if zone.op == "table_field":
            return number(self.memory.table[zone.value])
        base = number(self.memory.player[zone.value])
        return self._folded(Code("+", (base, self.term(zone.args[0]))))

    def _limits(self, target: Term) -> tuple[int | None, int | None]:
        if target.op == "local":
            return None, None
        if target.op == "card_state":
            models = [s for k in self.game.kinds.values() for s in k.states if s.name == target.value]
            return models[0].stops_low, models[0].stops_high
        fields = self.game.player if target.op == "player_field" else self.game.table
        return fields[target.value].stops_low, fields[target.value].stops_high

    def _store(self, target: Term, value: Code) -> Step:
        if target.op == "local":
            return Step("let", (value,), target.value)
        place = self.term(target)
        return Step("store", (value, *place.args), place.value)

    def _assign(self, act: Act) -> Step:
        target, value = act.args
        code = self.term(value)
        if act.value != "=":
            code = self._folded(Code(act.value[0], (self.term(target), code)))
        low, high = self._limits(target)
        # A loss takes what is there; a gain needs no look at the lower end.
        growing = act.value == "+=" and value.op == "int" and value.value >= 0
        if target.type.tag == "number":
            if low is not None and not growing:
                code = Code("max", (number(low), code))
            if high is not None:
                code = Code("min", (number(high), code))
        return self._store(target, code)

    def _pick(self, act: Act) -> list[Step]:
        target, domain = act.args
        names = "player" if domain.op == "players" else domain.type.of if domain.type.tag == "domain" else "card"
        picked = "picked"
        steps = [Step("pick", (self.domain(domain),), (picked, act.value, names))]
        return [*steps, self._store(target, Code("local", value=picked))]

    def _option(self, option: OptionModel) -> OptionCode:
        return OptionCode(
            option.names,
            tuple(self.domain(d) for d in option.domains),
            self.term(option.where) if option.where is not None else None,
            self.acts(option.body),
            tuple(self.term(p) for p in option.label.parts if isinstance(p, Term)),
            tuple(self.term(p) for p in option.remark.parts if isinstance(p, Term)) if option.remark else (),
        )




def _member_tag(domain: Term) -> str:
    return "card" if domain.type.tag == "set" else ""
