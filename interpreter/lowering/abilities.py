"""What cards do while they lie somewhere: answers to values, formulas, handlers of events, listeners of signals."""

from __future__ import annotations

from attrs import define, field

from ...dsl.diagnostic import NOWHERE
from ...dsl.meaning import MOST_NUMBER
from ...dsl.model import PLAYER, AnswerModel, FieldModel, ListenerModel, Procedure, Term, Type
from ...dsl.number_changes import is_change
from ..program.model import RULES, Code, Function, Local, Origin, Routine, Step
from ..program.rewriting import substitute
from ..program.types import FLAG, NUMBER
from .acts import Acts, Params
from .heard_changes import BY, SOMEBODY, routine_of
from .printed_fields import bounds, united
from .terms import ONE, ZERO, Terms, members, number

# So many answers stand in one function: what is nested deeper would be hard to run, and hard to read.
MOST_NESTED = 12
# In so many zones it is asked in place whether a card is active; more of them make a function.
MOST_ZONES = 8


@define
class Abilities:
    """Lowers what cards answer, and what they do when something happens."""

    terms: Terms
    acts: Acts
    dispatch: dict[str, tuple[str, ...]] = field(factory=dict)
    functions: dict[str, Function] = field(factory=dict)
    _active: dict[str, tuple[list[FieldModel], list[FieldModel]]] = field(factory=dict)

    # -------------------------------------------------------------- values and formulas
    def in_play(self, card: int, owner: Code) -> Code | None:
        """Whether the abilities of a card work for a player; None where they never can."""
        kind = self.terms.game.cards[card].kind
        if kind not in self._active:
            self._active[kind] = self._active_zones(kind)
        own, table = self._active[kind]
        if len(own) + len(table) <= MOST_ZONES:
            return self._lies_in(own, table, number(card), owner)
        name = f"in_play_{kind}"
        if name not in self.functions:
            params = self.acts.params((("card", Type("card", kind)), ("self", PLAYER)))
            lies = self._lies_in(own, table, *(Code("local", value=param.name) for param in params))
            assert lies is not None
            self.functions[name] = Function(name, params, FLAG, lies)
        return Code("call", (number(card), owner), name)

    def _active_zones(self, kind: str) -> tuple[list[FieldModel], list[FieldModel]]:
        """The zones of a player and of the table in which cards of a kind are active."""
        could_hold = {"card", *self.terms.game.lineage(kind)}
        own = [zone for zone in self.terms.game.player.values() if zone.active and zone.type.of in could_hold]
        table = self.terms.game.table.values()
        return own, [zone for zone in table if zone.active_for is not None and zone.type.of in could_hold]

    def _lies_in(self, own: list[FieldModel], table: list[FieldModel], card: Code, owner: Code) -> Code | None:
        found: list[Code] = []
        if own:
            places = [self.terms.place_of_player(zone.name, owner) for zone in own]
            found.append(Code("has", (united(places), card)))
        for zone in table:
            assert zone.active_for is not None
            lies_there = Code("has", (Code("get", value=self.terms.memory.table[zone.name]), card))
            whose = substitute(self.terms.term(zone.active_for), {"it": card})
            found.append(Code("and", (lies_there, Code("==", (whose, owner)))))
        return None if not found else found[0] if len(found) == 1 else Code("or", tuple(found))

    def _match(
        self, card: int, patterns: tuple[Term | str, ...], params: Params
    ) -> tuple[dict[str, Code], list[Code], bool]:
        """How parameters bind the names of patterns, the conditions, and whether the owner is found by a parameter."""
        names: dict[str, Code] = {}
        tests: list[Code] = []
        owner_found = False
        for pattern, (param, type) in zip(patterns, params, strict=True):
            code = Code("local", value=param)
            # Who may be nobody is no owner.
            owns = isinstance(pattern, Term) and not type.optional and not owner_found
            if isinstance(pattern, str):
                names |= {pattern: code} if pattern else {}
            elif owns and pattern.op == "local" and pattern.value == "self":
                names["self"] = code
                owner_found = True
            elif owns and pattern.op == "opponent" and pattern.args[0].value == "self":
                names["self"] = Code("-", (ONE, code))
                owner_found = True
            else:
                tests.append(Code("==", (code, self.terms.term(pattern))))
        return names, tests, owner_found

    def answered_values(self) -> list[Function]:
        """The values with everything that cards answer."""
        answers: dict[str, list[AnswerModel]] = {}
        for answer in self.terms.game.answers:
            answers.setdefault(answer.value, []).append(answer)
        return [f for v in self.terms.game.values.values() for f in self._value(v, answers.get(v.name, []))]

    def _value(self, value: Procedure, answers: list[AnswerModel]) -> list[Function]:
        """A value: the base, then what is set, then what is adjusted; by the rules first, then by cards in order. Where
        very many answer, the first of them make a function of their own, which the others build on."""
        assert isinstance(value.body, Term)
        params, origin = self.acts.params(value.params), Origin(value.span)
        result, found = self.terms.term(value.body), list[Function]()
        of = self.terms.type(value.body.type)
        # Answers can make it more than the rules' own answer could be.
        of = NUMBER if of.tag == "number" else of
        ordered = sorted(answers, key=lambda answer: (answer.form != "set", answer.card))
        for count, answer in enumerate(ordered):
            if count and count % MOST_NESTED == 0 and len(ordered) > 2 * MOST_NESTED:
                found.append(Function(f"value_{value.name}_{len(found)}", params, of, result, origin))
                result = Code("call", tuple(Code("local", value=p.name) for p in params), found[-1].name)
            result = self._answered(value, answer, result)
        return [*found, Function(f"value_{value.name}", params, of, result, origin)]

    def _answered(self, value: Procedure, answer: AnswerModel, base: Code) -> Code:
        names, tests, owner_found = self._match(answer.card, answer.patterns, value.params)
        origin = Origin(answer.span, answer.card)
        owners: list[Code | None] = [None]
        if answer.card >= 0:
            owners = [names["self"]] if owner_found else [number(seat) for seat in range(self.terms.memory.seats)]
        for owner in owners:
            bound = names if owner is None else {**names, "self": owner}
            conditions = [substitute(t, bound) for t in tests]
            if owner is not None:
                in_play = self.in_play(answer.card, owner)
                if in_play is None:
                    continue
                conditions.insert(0, in_play)
            if answer.condition is not None:
                conditions.append(substitute(self.terms.term(answer.condition), bound))
            test = Code("and", tuple(conditions)) if len(conditions) > 1 else conditions[0] if conditions else ONE
            body = substitute(self.terms.term(answer.body), bound)
            if answer.form == "set":
                base = Code("cond", (test, body, base), origin=origin)
            elif answer.at_least is not None:
                # The base stands in the code once: many such answers must not double it each time.
                least = substitute(self.terms.term(answer.at_least), bound)
                floor = Code("cond", (test, least, number(-MOST_NUMBER)), origin=origin)
                given = Code("cond", (test, body, ZERO), origin=origin)
                base = Code("max", (floor, Code("+", (base, given))))
            else:
                base = Code("+", (base, Code("cond", (test, body, ZERO), origin=origin)))
        return base

    def formula_fields(self) -> list[Function]:
        """Fields of type formula: a table of constants, and a function for each card whose value depends on the
        position."""
        names = {n: None for k in self.terms.game.kinds.values() for n, t in k.fields if t.tag == "formula"}
        card, owner = self.acts.params((("card", Type("card", "card")), ("self", Type("player"))))
        found = []
        for name in names:
            constants, functions = list[int](), list[str]()
            for model in self.terms.game.cards:
                term = model.values.get(name)
                code = self.terms.term(term) if isinstance(term, Term) else ZERO
                constants.append(code.value if code.op == "int" else 0)
                functions.append("" if code.op == "int" else f"formula_{name}_{model.name}_{model.index}")
                if functions[-1]:
                    origin = Origin(term.span if isinstance(term, Term) else NOWHERE, model.index)
                    found.append(Function(functions[-1], (owner,), NUMBER, code, origin))
            self.terms.table(f"formula_{name}", constants, bounds(constants))
            self.dispatch[f"formula_{name}"] = tuple(functions)
            body = Code("table", (Code("local", value="card"),), f"formula_{name}")
            working = sum(1 << index for index, function in enumerate(functions) if function)
            if working:
                of_card = Code("has", (members(working), Code("local", value="card")))
                own = Code("dispatch", (Code("local", value="card"), Code("local", value="self")), f"formula_{name}")
                body = Code("cond", (of_card, own, body))
            spans = [term.span for model in self.terms.game.cards if isinstance(term := model.values.get(name), Term)]
            found.append(Function(f"formula_{name}", (card, owner), NUMBER, body, Origin(spans[0]) if spans else RULES))
        return found

    # -------------------------------------------------------------- handlers and signals
    def handlers(self) -> list[Routine]:
        """What cards do on their events; `dispatch` tells which routine is whose."""
        found = []
        events = {event: None for kind in self.terms.game.kinds.values() for event in kind.events}
        for number_, event in enumerate(events):
            names = []
            for card in self.terms.game.cards:
                body = card.handlers.get(event)
                if not body:
                    names.append("")
                    continue
                # Copies of a card do the same.
                if card.id != card.name and body == self.terms.game.cards[card.index - 1].handlers.get(event):
                    names.append(names[-1])
                    continue
                name = f"event{number_}_{event}_{card.name}_{card.index}"
                acts = Acts(self.terms, card.index)
                steps, title = acts.acts(body), f"{card.title} ({event})"
                origin = Origin(body[0].span, card.index)
                found.append(Routine(name, self._owner(), acts.locals(body), steps, title, None, origin))
                names.append(name)
            self.dispatch[event] = tuple(names)
        return found

    def _owner(self) -> tuple[Local, ...]:
        """The parameter that stands for the owner of a card."""
        return self.acts.params((("self", Type("player")),))

    def signals(self) -> list[Routine]:
        """What listens: one routine per listener, and one per signal that tries them."""
        listeners: dict[str, list[tuple[int, ListenerModel]]] = {}
        for number_, listener in enumerate(self.terms.game.listeners):
            listeners.setdefault(listener.signal, []).append((number_, listener))
        signals = self.terms.game.signals.items()
        return [r for name, params in signals for r in self._signal(name, params, listeners.get(name, []))]

    def _signal(self, name: str, params: Params, listeners: list[tuple[int, ListenerModel]]) -> list[Routine]:
        """Listeners are tried in a fixed order: cards in theirs, then the rules."""
        steps: list[Step] = []
        found: list[Routine] = []
        for number_, listener in sorted(listeners, key=lambda x: (x[1].card < 0, x[1].card)):
            routine, calls = self._listener(number_, listener, params)
            found.append(routine)
            steps.extend(calls)
        origin = Origin(found[0].origin.span) if found else RULES
        title, told = f"signal {name}", self._told(name)
        return [
            *found,
            Routine(routine_of(name), (*self.acts.params(params), *told), (), tuple(steps), title, None, origin),
        ]

    def _told(self, signal: str) -> tuple[Local, ...]:
        """The parameter of a signal that says with whose effect it is given."""
        return self.acts.params(((BY, SOMEBODY),)) if self.terms.changes.is_told(signal) else ()

    def _listener(self, number_: int, listener: ListenerModel, params: Params) -> tuple[Routine, list[Step]]:
        names, tests, owner_found = self._match(listener.card, listener.patterns, params)
        taken = tuple(p for p in listener.patterns if p and isinstance(p, str))
        card = self.terms.game.cards[listener.card] if listener.card >= 0 else None
        title = f"{card.title} (when {listener.signal})" if card else f"rules (when {listener.signal})"
        own = self._owner() if card else ()
        named = tuple((p, t) for p, (_, t) in zip(listener.patterns, params, strict=True) if p and isinstance(p, str))
        # The rules go on with whose effect it was; a card does what its owner does.
        told = is_change(listener.signal) or self.terms.changes.is_told(listener.signal)
        handed = (Code("local", value="by" if is_change(listener.signal) else BY),) if told and not card else ()
        named += ((BY, SOMEBODY),) if handed else ()
        by = BY if handed else ""
        acts, origin = Acts(self.terms, listener.card, by), Origin(listener.span, listener.card)
        steps_, locals_ = acts.acts(listener.body), acts.locals(listener.body)
        routine = Routine(f"when_{number_}", (*own, *acts.params(named)), locals_, steps_, title, None, origin)
        owners: list[Code | None] = [None]
        if card:
            owners = [names["self"]] if owner_found else [number(seat) for seat in range(self.terms.memory.seats)]
        steps = []
        for owner in owners:
            bound = {**names, "self": owner} if owner is not None else dict(names)
            conditions = [substitute(t, bound) for t in tests]
            if card and owner is not None:
                in_play = self.in_play(listener.card, owner)
                if in_play is None:
                    continue
                conditions.insert(0, in_play)
            if listener.condition is not None:
                conditions.append(substitute(self.terms.term(listener.condition), bound))
            args = ((owner,) if owner is not None else ()) + tuple(bound[t] for t in taken) + handed
            call = Step("call", args, routine.name, origin=origin)
            test = Code("and", tuple(conditions)) if len(conditions) > 1 else conditions[0] if conditions else ONE
            steps.append(Step("if", (test,), blocks=((call,), ()), origin=origin))
        return routine, steps
