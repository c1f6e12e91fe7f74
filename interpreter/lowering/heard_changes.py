"""Changes that somebody listens to: with whose effect they come about, and through what that is handed on.

On a card it is the owner. In the rules it is the player whose option of a choice is carried out: a parameter of all
procedures and signals that can lead to such a change, and of no others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from attrs import define, evolve, field

from ...dsl.model import NUMBER, PAYMENT, PLAYER, Act, ChoiceModel, Game, Term, Type
from ...dsl.number_changes import RISES, changed_by, is_change, listened_to
from ..program.model import START, Code, Origin, Step

# Names begin with a digit, as no name of the text does: with whose effect, what the number was, how it has changed,
# what was paid, what those had who pay and receive, and whose number it is: that of a player or a card.
BY, BEFORE, CHANGE, PAID, HAD, WHOSE, ON = "0by", "1before", "1change", "1paid", "1had", "1whose", "1on"
SOMEBODY = Type("player", optional=True)
NOBODY, ZERO = Code("int", value=-1), Code("int", value=0)


@define
class Changes:
    """What leads to changes that somebody listens to."""

    game: Game
    carrying: frozenset[str] = field(init=False)
    _roots: dict[int, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        game, self.carrying, self._roots = self.game, frozenset(), {}
        if not self.any:
            return
        bodies = {f"procedure {p.name}": [p.body] for p in game.procedures.values() if isinstance(p.body, tuple)}
        for listener in game.listeners:
            bodies.setdefault(f"signal {listener.signal}", []).extend([listener.body] if listener.card < 0 else [])
        found: set[str] = {f"signal {name}" for name in game.signals if is_change(name)}
        while True:
            self.carrying = frozenset(found)
            found |= {name for name, acts in bodies.items() if any(self.leads_to_one(body) for body in acts)}
            if found == self.carrying:
                break
        for choice in game.choices:
            inside = (act.value for option in choice.options for act in game.walk(option.body) if act.op == "choose")
            for number in inside:
                self._roots.setdefault(number, choice.id)

    @property
    def any(self) -> bool:
        """Whether anybody listens to a change."""
        return any(map(is_change, self.game.signals))

    def leads_to_one(self, body: Iterable[Act]) -> bool:
        """Whether a body changes something that somebody listens to, or does what does."""
        return self.any and any(self._does(act) for act in self.game.walk(tuple(body)))

    def _does(self, act: Act) -> bool:
        target = changed_by(self.game, act)
        if target is not None and listened_to(self.game.signals, target):
            return True
        procedure = act.value if act.op == "call" else act.value[1] if act.op == "together" else ""
        return f"procedure {procedure}" in self.carrying or (act.op == "emit" and self.is_told(str(act.value)))

    # -------------------------------------------------------------- with whose effect
    def takes(self, procedure: str) -> bool:
        """Whether a procedure is told with whose effect it is done."""
        return f"procedure {procedure}" in self.carrying and f"do_{procedure}" != START

    def is_told(self, signal: str) -> bool:
        """Whether a signal says with whose effect it is given, beside its own parameters."""
        return f"signal {signal}" in self.carrying and not is_change(signal)

    def chosen_by(self, choice: ChoiceModel) -> str:
        """The name for with whose effect the options of a choice are: the outermost one says it."""
        return f"{BY}{self._roots.get(choice.id, choice.id)}"

    def begun(self, choice: ChoiceModel, by: Code, body: tuple[Act, ...]) -> Iterator[Step]:
        """What comes before an option of a choice: the player who made a named choice, or who does what the choice is
        a part of."""
        if choice.id in self._roots or not self.leads_to_one(body):
            return
        if not choice.named and not self._at_the_start(choice):
            outer = Code("local", value=BY)
            by = Code("cond", (Code(">=", (outer, ZERO)), outer, by))
        yield Step("let", (by,), self.chosen_by(choice))

    def _at_the_start(self, choice: ChoiceModel) -> bool:
        start = next(p.body for p in self.game.procedures.values() if f"do_{p.name}" == START)
        assert isinstance(start, tuple)
        return any(act.op == "choose" and act.value == choice.id for act in self.game.walk(start))

    # -------------------------------------------------------------- telling of them
    def told(self, store: Step, target: Term, place: Code, whose: Code | None, by: Code, origin: Origin) -> list[Step]:
        """A number is stored, and whoever listens is told how it has changed."""
        name = ON if target.op == "card_state" else WHOSE
        steps, args = list[Step](), tuple[Code, ...]()
        if whose is not None:
            # Worked out once: it can depend on the number itself.
            steps, args = [Step("let", (whose,), name)], (Code("local", value=name),)
            if place.args:
                place, store = Code("get", args, place.value), evolve(store, args=(store.args[0], *args))
        before, change = Code("local", value=BEFORE), Code("local", value=CHANGE)
        steps += [Step("let", (place,), BEFORE), store, Step("let", (Code("-", (place, before)),), CHANGE)]
        told: tuple[Step, ...] = ()
        # One of the two: what is done when it falls may let it rise.
        for signal in reversed(listened_to(self.game.signals, target)):
            rises = signal.endswith(RISES)
            size = change if rises else Code("-", (ZERO, change))
            call = Step("call", (*args, size, by), routine_of(signal), origin=origin)
            told = (Step("if", (Code(">" if rises else "<", (change, ZERO)),), blocks=((call,), told), origin=origin),)
        return [*steps, *told]

    def settled(
        self, money: Term, place_of: Callable[[Code], Code], receivers: Sequence[Code], by: Code, origin: Origin
    ) -> list[Step]:
        """A payment is made, and whoever listens is told: first of what was paid, then of what was received."""
        paid, buyer = Code("local", value=PAID), Code("local", value=WHOSE)
        people = (buyer, *receivers)
        had = [Code("local", value=f"{HAD}{place}") for place in range(len(people))]
        # Who receives something can be nobody.
        places = [place_of(who) for who in receivers]
        money_of = [place_of(buyer), *(evolve(of, op="get_if") if of.args else of for of in places)]
        steps = [Step("let", (of,), kept.value) for of, kept in zip(money_of, had, strict=True)]
        steps.append(Step("settle", (paid, buyer), origin=origin))
        # All of it is worked out before anybody is told: that may change it again.
        for place, (of, kept) in enumerate(zip(money_of, had, strict=True)):
            more = Code("-", (kept, of) if place == 0 else (of, kept))
            part = Code("payment_part", (paid, Code("int", value=place)))
            steps.append(Step("let", (Code("min", (part, more)) if place else more,), kept.value))
        for signal in listened_to(self.game.signals, money):
            for place in range(1, len(people)) if signal.endswith(RISES) else (0,):
                call = Step("call", (people[place], had[place], by), routine_of(signal), origin=origin)
                steps.append(Step("if", (Code(">", (had[place], ZERO)),), blocks=((call,), ()), origin=origin))
        return steps

    def names(self, act: Act) -> Iterator[tuple[str, Type]]:
        """The names that telling of an act's changes gives to something."""
        target = changed_by(self.game, act)
        if target is not None and listened_to(self.game.signals, target):
            yield from ((BEFORE, NUMBER), (CHANGE, NUMBER))
            if act.op == "settle" and self.game.payment is not None:
                yield PAID, PAYMENT
                yield from ((f"{HAD}{place}", NUMBER) for place in range(len(self.game.payment.receivers) + 1))
            if target.op == "card_state":
                yield ON, Type("card", "card")
            elif target.args:
                yield WHOSE, PLAYER
        elif act.op == "choose" and self.any:
            yield f"{BY}{act.value}", SOMEBODY


def routine_of(signal: str) -> str:
    """The name of the routine that gives a signal."""
    field, _, change = signal.partition(" ")
    return f"change_{change}_{field}" if change else f"signal_{signal}"
