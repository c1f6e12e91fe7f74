"""What cards do while they lie somewhere: answers to values, formulas, handlers of events, listeners of signals."""

from __future__ import annotations

from attrs import define, field

from ...dsl.model import AnswerModel, CardModel, ListenerModel, Procedure, Term, Type
from ..program.model import Code, Function, Routine, Step
from ..runtime.runtime import MOST_NUMBER
from .acts import Acts
from .codes import substitute
from .terms import ONE, ZERO, Terms, number


@define
class Abilities:
    """Lowers what cards answer, and what they do when something happens."""

    terms: Terms
    acts: Acts
    events: dict[str, tuple[str, ...]] = field(factory=dict)

    # -------------------------------------------------------------- values and formulas
    def in_play(self, card: int, owner: Code) -> Code | None:
        """Whether the abilities of a card work for a player; None where they never can."""
        model = self.terms.game.cards[card]
        places = [
            self.terms.place_of_player(zone.name, owner)
            for zone in self.terms.game.player.values()
            if zone.active and self._could_hold(zone.type, model)
        ]
        found: list[Code] = []
        if places:
            zones = places[0]
            for place in places[1:]:
                zones = Code("|", (zones, place))
            found.append(Code("has", (zones, number(card))))
        for zone in self.terms.game.table.values():
            if zone.active_for is not None and self._could_hold(zone.type, model):
                lies_there = Code("has", (Code("get", value=self.terms.memory.table[zone.name]), number(card)))
                whose = substitute(self.terms.term(zone.active_for), {"it": number(card)})
                found.append(Code("and", (lies_there, Code("==", (whose, owner)))))
        return None if not found else found[0] if len(found) == 1 else Code("or", tuple(found))

    def _could_hold(self, type: Type, card: CardModel) -> bool:
        return type.of == "card" or type.of in self.terms.game.lineage(card.kind)

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
                tests.append(Code("==", (code, self.terms.term(pattern))))
        return names, tests, owner_found

    def answered_values(self) -> list[Function]:
        """The values with everything that cards answer."""
        return [self._value(value) for value in self.terms.game.values.values()]

    def _value(self, value: Procedure) -> Function:
        """A value: the base, then what is set, then what is adjusted; by the rules first, then by cards in order."""
        assert isinstance(value.body, Term)
        params = tuple(name for name, _ in value.params)
        result = self.terms.term(value.body)
        answers = [a for a in self.terms.game.answers if a.value == value.name]
        for form in ("set", "adjust"):
            for answer in sorted((a for a in answers if a.form == form), key=lambda a: a.card):
                result = self._answered(value, answer, result)
        return Function(f"value_{value.name}", params, result)

    def _answered(self, value: Procedure, answer: AnswerModel, base: Code) -> Code:
        names, tests, owner_found = self._match(answer.card, answer.patterns, value.params)
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
                base = Code("cond", (test, body, base))
            elif answer.at_least is not None:
                # The base stands in the code once: many such answers must not double it each time.
                least = substitute(self.terms.term(answer.at_least), bound)
                floor = Code("cond", (test, least, number(-MOST_NUMBER)))
                base = Code("max", (floor, Code("+", (base, Code("cond", (test, body, ZERO))))))
            else:
                base = Code("+", (base, Code("cond", (test, body, ZERO))))
        return base

    def formula_fields(self) -> list[Function]:
        """Fields of type formula: a table of constants, and cases for the cards whose value depends on the position."""
        names = {n: None for k in self.terms.game.kinds.values() for n, t in k.fields if t.tag == "formula"}
        found = []
        for name in names:
            constants = []
            cases: list[tuple[int, Code]] = []
            for card in self.terms.game.cards:
                term = card.values.get(name)
                code = self.terms.term(term) if isinstance(term, Term) else ZERO
                constants.append(code.value if code.op == "int" else 0)
                if code.op != "int":
                    cases.append((card.index, substitute(code, {"self": Code("local", value="self")})))
            self.terms.tables[f"formula_{name}"] = constants
            body = Code("table", (Code("local", value="card"),), f"formula_{name}")
            for index, code in reversed(cases):
                body = Code("cond", (Code("==", (Code("local", value="card"), number(index))), code, body))
            found.append(Function(f"formula_{name}", ("card", "self"), body))
        return found

    # -------------------------------------------------------------- handlers and signals
    def handlers(self) -> list[Routine]:
        """What cards do on their events; `events` tells which routine is whose."""
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
                tags = self.acts.tags(body, ())
                found.append(Routine(name, ("self",), self.acts.acts(body), f"{card.title} ({event})", tags))
                names.append(name)
            self.events[event] = tuple(names)
        return found

    def signals(self) -> list[Routine]:
        """What listens: one routine per listener, and one per signal that tries them."""
        return [r for name, params in self.terms.game.signals.items() for r in self._signal(name, params)]

    def _signal(self, name: str, params: tuple[tuple[str, Type], ...]) -> list[Routine]:
        """Listeners are tried in a fixed order: cards in theirs, then the rules."""
        steps: list[Step] = []
        found: list[Routine] = []
        listeners = [x for x in self.terms.game.listeners if x.signal == name]
        for listener in sorted(listeners, key=lambda x: (x.card < 0, x.card)):
            routine, calls = self._listener(listener, params)
            found.append(routine)
            steps.extend(calls)
        names = tuple(param for param, _ in params)
        return [*found, Routine(f"signal_{name}", names, tuple(steps), f"signal {name}", self.acts.tags((), params))]

    def _listener(self, listener: ListenerModel, params: tuple[tuple[str, Type], ...]) -> tuple[Routine, list[Step]]:
        number_ = self.terms.game.listeners.index(listener)
        names, tests, owner_found = self._match(listener.card, listener.patterns, params)
        taken = tuple(p for p in listener.patterns if isinstance(p, str))
        card = self.terms.game.cards[listener.card] if listener.card >= 0 else None
        title = f"{card.title} (when {listener.signal})" if card else f"rules (when {listener.signal})"
        own = ("self",) if card else ()
        known = [(p, t) for p, (_, t) in zip(listener.patterns, params, strict=True) if isinstance(p, str)]
        tags = self.acts.tags(listener.body, tuple(known))
        routine = Routine(f"when_{number_}", own + taken, self.acts.acts(listener.body), title, tags)
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
            args = ((owner,) if owner is not None else ()) + tuple(bound[t] for t in taken)
            call = Step("call", args, f"when_{number_}")
            test = Code("and", tuple(conditions)) if len(conditions) > 1 else conditions[0] if conditions else ONE
            steps.append(Step("if", (test,), blocks=((call,), ())))
        return routine, steps
