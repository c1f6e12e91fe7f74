"""The text of a card: `card_text(game, card, language)` makes it from the card's checked description.

So it cannot disagree with what the card does: numbers, conditions, who and when all come from the terms and acts that
are run. The pack gives nouns and phrases in its `names` blocks; without them ids serve as words.
"""

from __future__ import annotations

from typing import Any

from attrs import define, evolve

from ...dsl.meaning import members_in
from ...dsl.model import SEVERAL, AnswerModel, CardModel, CostModel, GoodsModel, ListenerModel, Procedure, Term, Type
from ...dsl.number_changes import is_change
from ..playing.game import Game
from .clauses import Clauses
from .grammars import tongue
from .meanings import YOU, Meaning, Meanings, Mention, Part, Role, Thing
from .phrasebook import Phrasebook
from .terms import Telling, names_in
from .words import ENGLISH, capital


def card_text(game: Game, card: str, language: str = ENGLISH) -> list[str]:
    """The text of a card, line by line: its kind, what is printed on it, then a sentence for everything it does."""
    writer, model = _writer(game, language), game.card(card)
    return [*writer.printed(model), *writer.abilities(model)]


def ability_text(game: Game, card: str, language: str = ENGLISH) -> list[str]:
    """A sentence for everything a card does; nothing where it has only what is printed on it."""
    return _writer(game, language).abilities(game.card(card))


def effect_text(game: Game, card: str, language: str = ENGLISH) -> list[str]:
    """A sentence for every number that the card works out, and for everything it does."""
    writer, model = _writer(game, language), game.card(card)
    return [*writer.formulas(model), *writer.abilities(model)]


def _writer(game: Game, language: str) -> _Writer:
    description = game.description
    members = [member for enum in description.enums.values() for member in enum]
    book = Phrasebook.of(description.names.get(language, {}), members)
    return _Writer(Telling(description, game.words(language), tongue(language), book))


@define
class _Writer:
    """Writes cards in one language."""

    telling: Telling

    def printed(self, card: CardModel) -> list[str]:
        """The kind of a card and its printed fields."""
        lines = [capital(self.telling.naming.kind(card.kind).one)]
        for name, type in self.telling.game.kinds[card.kind].fields:
            if name in card.values and (line := self._field(name, type, card.values[name])):
                lines.append(line)
        return lines

    def formulas(self, card: CardModel) -> list[str]:
        """The printed numbers of a card that have to be worked out."""
        fields = self.telling.game.kinds[card.kind].fields
        lines = [
            self._field(name, type, card.values[name]) for name, type in fields if is_formula(card.values.get(name))
        ]
        return [sentence(line) for line in lines if line]

    def abilities(self, card: CardModel) -> list[str]:
        """What a card does: its events, its answers to values, the signals it listens to."""
        game = self.telling.game
        events = game.kinds[card.kind].events
        lines = [self._handler(event, card) for event in events if card.handlers.get(event)]
        lines += [self._answer(answer) for answer in game.answers if answer.card == card.index]
        lines += [self._listener(listener) for listener in game.listeners if listener.card == card.index]
        return lines

    # -------------------------------------------------------------- printed fields
    def _field(self, name: str, type: Type, value: Any) -> str:
        if type.tag == "flag":
            phrase = self.telling.naming.phrase(name, [], {}) if value else None
            return sentence(phrase) if phrase else self.telling.words.title(name) if value else ""
        told = self._printed(type, value)
        return self.telling.tongue.say("field", name=self.telling.words.title(name), value=told) if told else ""

    def _printed(self, type: Type, value: Any) -> str:
        """A printed value; nothing where the card has none."""
        telling = self.telling
        if isinstance(value, CostModel):
            return self._cost(value)
        if isinstance(value, GoodsModel):
            return self._goods(value)
        if isinstance(value, Term):
            amount = telling.number(value, {})
            return "" if amount == (Part(0),) else telling.naming.amount(amount)
        if isinstance(value, str):
            return value
        if type.tag == "number":
            return str(value) if value or type.low is not None else ""
        if value < 0:
            return ""
        if type.tag == "enum":
            return telling.words.noun(telling.words.key(type, value)).one
        if type.tag == SEVERAL:
            members = (telling.game.enums[type.of][member] for member in members_in(value))
            return telling.naming.listed([telling.words.noun(member).one for member in members])
        return telling.words.shown(type, value)

    def _cost(self, cost: CostModel) -> str:
        telling, payment = self.telling, self.telling.game.payment
        assert payment is not None
        parts = [telling.tongue.counted(cost.money, telling.words.noun(payment.money))] if cost.money else []
        return ", ".join(parts + self._counted_goods(cost.goods)) or telling.tongue.words["free"]

    def _goods(self, goods: GoodsModel) -> str:
        names = self._good_names()
        parts = self._counted_goods(goods.fixed)
        for mask in goods.choices:
            one_of = [self.telling.words.noun(n).one for i, n in enumerate(names) if mask >> i & 1]
            parts.append("1 " + self.telling.naming.listed(one_of, "or"))
        return ", ".join(parts)

    def _counted_goods(self, numbers: tuple[int, ...]) -> list[str]:
        counted = zip(self._good_names(), numbers, strict=True)
        return [self.telling.tongue.counted(n, self.telling.words.noun(name)) for name, n in counted if n]

    def _good_names(self) -> tuple[str, ...]:
        payment = self.telling.game.payment
        assert payment is not None
        return self.telling.game.enums[payment.goods]

    # -------------------------------------------------------------- abilities
    def _handler(self, event: str, card: CardModel) -> str:
        body = Clauses(self.telling).all(card.handlers[event], {"self": YOU})
        return sentence(self.telling.tongue.headed(self.telling.words.title(event), body))

    def _head(
        self,
        name: str,
        params: tuple[tuple[str, Type], ...],
        patterns: tuple[Term | str, ...],
        condition: Term | None,
    ) -> tuple[list[Meaning], Term | None]:
        """What the parts of a head stand for. A condition that speaks of one card or member only becomes part of its
        description; what is left of it is handed back."""
        telling, parts = self.telling, list[Meaning]()
        left = list(condition.args if condition.op == "and" else [condition]) if condition else []
        for (_, type), pattern in zip(params, patterns, strict=True):
            if isinstance(pattern, Term):
                parts.append(telling.nouns.meaning(pattern, {"self": YOU}))
            elif type.tag == "card":
                thing = Thing(telling.naming.kind(type.of))
                for test in [test for test in left if names_in(test) - {"self"} == {pattern}]:
                    thing = telling.describing.narrowed(thing, type.of, pattern, test, {"self": YOU})
                    left.remove(test)
                parts.append(Mention(thing, known=False))
            elif type.tag == "number":
                parts.append((Part(1, text=telling.tongue.words["that_many"]),))
            elif type.tag == "player":
                parts.append(Role("that_player"))
            else:
                parts.append(pattern)
        for place, pattern in enumerate(patterns):
            listed = next((test for test in left if _lists_members(test, pattern)), None)
            if listed is not None and telling.naming.names_part(name, parts, place):
                left.remove(listed)
                parts[place] = telling.naming.listed([telling.value(member, {}) for member in listed.args[1:]], "or")
        if len(left) > 1:
            assert condition is not None
            return parts, evolve(condition, args=tuple(left))
        return parts, left[0] if left else None

    def _answer(self, answer: AnswerModel) -> str:
        """How a card answers a value: the pack's phrase with `{value}`, or the value's name."""
        telling, say = self.telling, self.telling.tongue.say
        formula = telling.game.values[answer.value]
        parts, condition = self._head(answer.value, formula.params, answer.patterns, answer.condition)
        known = _after(answer.patterns, parts)
        value = self._new_value(answer, formula, known)
        phrase = telling.naming.phrase(answer.value, parts, known, value=value)
        if phrase is None:
            what = telling.naming.called(answer.value, parts, known)
            text = say(answer.form, what=what, value=telling.naming.shown(value, known))
        elif answer.body.type.tag == "flag" and answer.body.op == "int" and not answer.body.value:
            text = say("never", what=phrase)
        else:
            text = phrase
        if condition is not None:
            text = say("provided", sentence=text, condition=telling.condition(condition, known))
        if answer.at_least is not None:
            text = say("limited", sentence=text, least=telling.naming.plain(telling.number(answer.at_least, known)))
        return sentence(text)

    def _listener(self, listener: ListenerModel) -> str:
        telling, tongue = self.telling, self.telling.tongue
        params = telling.game.signals[listener.signal]
        parts, condition = self._head(listener.signal, params, listener.patterns, listener.condition)
        known = _after(listener.patterns, parts)
        if is_change(listener.signal):
            signal = self._change(listener, parts, known)
        else:
            signal = telling.naming.told(listener.signal, parts, known)
        head = tongue.say("whenever", signal=signal)
        if condition is not None:
            head = tongue.say("provided", sentence=head, condition=telling.condition(condition, known))
        return sentence(tongue.headed(head, Clauses(telling).all(listener.body, known)))

    def _change(self, listener: ListenerModel, parts: list[Meaning], known: Meanings) -> str:
        """That a number falls or rises, and with whose effect."""
        telling, (*whose, _, by) = self.telling, parts
        field, _, change = listener.signal.partition(" ")
        said = bool(listener.patterns[-1]) and isinstance(by, Role)
        effect = telling.tongue.say("by_effect", of=telling.naming.of(by)) if said and isinstance(by, Role) else ""
        noun = telling.words.noun(field)
        if whose and isinstance(whose[0], Role):
            name, who = f"{change}_of{'_you' * (whose[0] == YOU)}", telling.naming.who(whose[0])
            return telling.tongue.say(name, who=who, things=noun.many, by=effect)
        what = " ".join([noun.one, *(f"({telling.naming.shown(card, known)})" for card in whose)])
        return telling.tongue.say(f"number_{change}", what=what, by=effect)

    def _new_value(self, answer: AnswerModel, formula: Procedure, known: Meanings) -> Meaning:
        """What a value is set to, or how much more or less it becomes. More than nothing is simply so many."""
        telling = self.telling
        if answer.form == "set" or not isinstance(formula.body, Term):
            return telling.nouns.meaning(answer.body, known)
        from_nothing = formula.body.op == "int" and formula.body.value == 0
        changed = []
        for part in telling.number(answer.body, known):
            change = "less" if part.times < 0 else "" if from_nothing else "more"
            changed.append(evolve(part, times=abs(part.times), change=change))
        return tuple(changed)


def is_formula(value: object) -> bool:
    """Whether a printed value has to be worked out."""
    return isinstance(value, Term) and value.op != "int"


def _lists_members(test: Term, name: Term | str) -> bool:
    """Whether a condition says which members a name stands for."""
    if test.op not in ("==", "among") or test.args[0].op != "local" or test.args[0].value != name:
        return False
    return all(member.op == "int" and member.type.tag == "enum" for member in test.args[1:])


def _after(patterns: tuple[Term | str, ...], parts: list[Meaning]) -> dict[str, Meaning]:
    """What the names of a head stand for once it was told."""
    known: dict[str, Meaning] = {"self": YOU}
    for pattern, part in zip(patterns, parts, strict=True):
        if isinstance(pattern, str):
            known[pattern] = evolve(part, known=True) if isinstance(part, Mention) else part
    return known


def sentence(text: str) -> str:
    """The text as a sentence."""
    return capital(text) + "."
