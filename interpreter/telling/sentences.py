"""The text of a card: `card_text(game, card, language)` makes it from the card's checked description.

So it cannot disagree with what the card does: numbers, conditions, who and when all come from the terms and acts that
are run. The pack gives nouns and phrases in its `names` blocks; without them ids serve as words.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from ...dsl.model import AnswerModel, CardModel, ListenerModel, Procedure, Term, Type
from ...dsl.model import Game as Description
from ...dsl.number_changes import is_change
from ..playing.game import Game
from .clauses import Clauses
from .grammars import tongue
from .meanings import ANY_NUMBER, THIS, YOU, Meaning, Meanings, Member, Mention, Part, Role, Thing, finished
from .phrasebook import Phrasebook
from .printed import Printed, is_formula
from .rulings import about_card, is_card
from .terms import Telling, names_in
from .words import ENGLISH, Words, capital

Params = tuple[tuple[str, Type], ...]
Patterns = tuple[Term | str, ...]


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


def named_text(game: Game, card: str, field: str, on: str, language: str = ENGLISH) -> str:
    """What a card says about those that name it in a field: the third form of the field's phrase, if it has one."""
    writer, model = _writer(game, language), game.card(card)
    kinds = [kind for kind, found in game.description.kinds.items() if field in dict(found.fields)]
    part = Mention(Thing(writer.telling.naming.kind(model.kind), fixed=on))
    told = (writer.telling.naming.form(key, [part], {}, 2) for key in (*(f"{kind}.{field}" for kind in kinds), field))
    return capital(next((text for text in told if text), ""))


def plain_words(game: Game, name: str) -> str:
    """What a card or a procedure does, or what a define or value is, without any phrase for it: in words that change
    whenever it means something else."""
    description = game.description
    bare = evolve(description, names={})
    writer = writer_of(bare, Words(bare))
    formula = (description.defines | description.values | description.procedures).get(name)
    if formula is None:
        return " ".join([*writer.formulas(game.card(name)), *writer.abilities(game.card(name))])
    known: dict[str, Meaning] = {n: Role("", n) if t.tag == "player" else n for n, t in formula.params}
    if isinstance(formula.body, Term):
        return writer.telling.value(formula.body, known)
    return Clauses(writer.telling).all(formula.body, known)


def _writer(game: Game, language: str) -> Writer:
    return writer_of(game.description, game.words(language))


def writer_of(description: Description, words: Words) -> Writer:
    """Who writes the texts of the cards of a game."""
    members = [member for enum in description.enums.values() for member in enum]
    book = Phrasebook.of(description.names.get(words.language, {}), members)
    return Writer(Telling(description, words, tongue(words.language), book))


@define
class Writer:
    """Writes cards in one language."""

    telling: Telling
    fields: Printed = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.fields = Printed(self.telling)

    def title(self, card: CardModel) -> str:
        """What a card is called."""
        return self.telling.words.card(card.index)

    def printed(self, card: CardModel) -> list[str]:
        """The kind of a card and its printed fields."""
        lines = [capital(self.telling.naming.kind(card.kind).one)]
        for name, type in self.telling.game.kinds[card.kind].fields:
            if name in card.values and (line := self.fields.line(card, name, type, card.values[name])):
                lines.append(finished(line))
        return lines

    def formulas(self, card: CardModel) -> list[str]:
        """The printed numbers of a card that have to be worked out."""
        fields = self.telling.game.kinds[card.kind].fields
        lines = [
            self.fields.line(card, name, type, card.values[name])
            for name, type in fields
            if is_formula(card.values.get(name))
        ]
        return [sentence(line) for line in lines if line]

    def abilities(self, card: CardModel) -> list[str]:
        """What a card does: its events, its answers to values, the signals it listens to."""
        game = self.telling.game
        events = game.kinds[card.kind].events
        lines = [self._handler(event, card) for event in events if card.handlers.get(event)]
        own = [answer for answer in game.answers if answer.card == card.index]
        lines += [self._answer(answers[0], card, answers[1:]) for answers in _alike(own)]
        lines += [self._listener(listener, card) for listener in game.listeners if listener.card == card.index]
        answers, listeners = about_card(game, card)
        lines += [self._answer(answer, card) for answer in answers]
        lines += [self._listener(listener, card) for listener in listeners]
        return [line for line in lines if line.strip(".")]

    # -------------------------------------------------------------- abilities
    def _known(self, card: CardModel) -> dict[str, Meaning]:
        """Who and what is known on a card: its owner, and itself."""
        noun = self.telling.naming.kind(card.kind)
        return {"self": YOU, THIS: Mention(Thing(noun, fixed=self.telling.words.card(card.index)))}

    def _handler(self, event: str, card: CardModel) -> str:
        body = Clauses(self.telling).all(card.handlers[event], self._known(card))
        title = self.telling.words.title(self.telling.words.on_kind(card.kind, event))
        return sentence(self.telling.tongue.headed(title, body)) if body else ""

    def _head(
        self, name: str, params: Params, patterns: Patterns, condition: Term | None, card: CardModel, own: bool
    ) -> tuple[list[Meaning], Term | None]:
        """What the parts of a head stand for. A condition that speaks of one card or member only becomes part of its
        description; what is left of it is handed back. In a head of the rules the first player is the card's owner."""
        telling, parts, known = self.telling, list[Meaning](), self._known(card)
        left = list(condition.args if condition.op == "and" else [condition]) if condition else []
        for (_, type), pattern in zip(params, patterns, strict=True):
            if isinstance(pattern, Term):
                parts.append(telling.nouns.meaning(pattern, known))
            elif type.tag == "card" and (itself := next((t for t in left if is_card(t, pattern, card)), None)):
                left.remove(itself)
                parts.append(telling.nouns.card(_this(card), known))
            elif type.tag == "card":
                thing = Thing(telling.naming.kind(type.of))
                for test in [test for test in left if names_in(test) - {"self"} == {pattern}]:
                    thing = telling.describing.narrowed(thing, type.of, pattern, test, known)
                    left.remove(test)
                parts.append(Mention(thing, known=False))
            elif type.tag == "number":
                parts.append(ANY_NUMBER)
            elif type.tag == "player":
                parts.append(Role("some_player") if own or YOU in parts else YOU)
            elif type.tag == "enum":
                chosen = next((t for t in left if _is_member(t, pattern)), None)
                if chosen is not None:
                    left.remove(chosen)
                    parts.append(Member(telling.words.key(chosen.args[1].type, chosen.args[1].value)))
                else:
                    parts.append(Mention(Thing(telling.words.noun(type.of)), known=False, member=True))
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

    def _answer(self, answer: AnswerModel, card: CardModel, others: Sequence[AnswerModel] = ()) -> str:
        """How a card answers a value: the pack's phrase with `{value}`, or the value's name. Others may say the same of
        other members."""
        telling, say = self.telling, self.telling.tongue.say
        formula = telling.game.values[answer.value]
        parts, condition = self._head(
            answer.value, formula.params, answer.patterns, answer.condition, card, answer.card >= 0
        )
        for place, pattern in enumerate(answer.patterns):
            if any(other.patterns[place] != pattern for other in others) and isinstance(pattern, Term):
                terms = [pattern, *(t for o in others if isinstance(t := o.patterns[place], Term))]
                parts[place] = telling.naming.listed([telling.value(term, {}) for term in terms])
        known = self._after(answer.patterns, parts, card)
        value = self._new_value(answer, formula, known)
        phrase = telling.naming.form(answer.value, parts, known, 0, value=value)
        if phrase == "":
            return ""
        flag = answer.body.type.tag == "flag"
        if phrase is None:
            what = telling.naming.called(answer.value, parts, known)
            text = say(answer.form, what=what, value=telling.naming.shown(value, known))
        elif flag and answer.body.op == "int" and not answer.body.value:
            text = telling.naming.form(answer.value, parts, known, 2) or say("never", what=phrase)
        elif flag and answer.body.op != "int":
            text = say("provided", sentence=phrase, condition=telling.condition(answer.body, known))
        else:
            text = phrase
        if condition is not None:
            text = say("provided", sentence=text, condition=telling.condition(condition, known))
        if answer.at_least is not None:
            text = say("limited", sentence=text, least=telling.naming.plain(telling.number(answer.at_least, known)))
        return sentence(text)

    def _listener(self, listener: ListenerModel, card: CardModel) -> str:
        telling, tongue = self.telling, self.telling.tongue
        params = telling.game.signals[listener.signal]
        parts, condition = self._head(
            listener.signal, params, listener.patterns, listener.condition, card, listener.card >= 0
        )
        known = self._after(listener.patterns, parts, card)
        if is_change(listener.signal):
            signal = self._change(listener, parts, known)
        else:
            signal = telling.naming.told(listener.signal, parts, self._known(card))
        body = Clauses(telling).all(listener.body, known)
        if not signal or not body:
            return ""
        head = tongue.say("whenever", signal=signal)
        if condition is not None:
            head = tongue.say("provided", sentence=head, condition=telling.condition(condition, known))
        return sentence(tongue.headed(head, body))

    def _after(self, patterns: Patterns, parts: list[Meaning], card: CardModel) -> dict[str, Meaning]:
        """What the names of a head stand for once it was told."""
        known = self._known(card)
        for pattern, part in zip(patterns, parts, strict=True):
            if isinstance(pattern, str):
                if part == Role("some_player"):
                    part = Role("that_player")
                elif part == ANY_NUMBER:
                    part = (Part(1, text=self.telling.tongue.words["that_many"]),)
                known[pattern] = evolve(part, known=True) if isinstance(part, Mention) else part
        return known

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


def _alike(answers: list[AnswerModel]) -> list[list[AnswerModel]]:
    """Answers that say the same of different members of an enum belong together."""
    found: list[list[AnswerModel]] = []
    for answer in answers:
        like = next((group for group in found if _differ_in_a_member(group, answer)), None)
        if like is None:
            found.append([answer])
        else:
            like.append(answer)
    return found


def _differ_in_a_member(group: list[AnswerModel], answer: AnswerModel) -> bool:
    first = group[0]
    if evolve(first, patterns=()) != evolve(answer, patterns=()):
        return False
    pairs = zip(first.patterns, answer.patterns, strict=True)
    places = [place for place, (one, other) in enumerate(pairs) if one != other]
    member = answer.patterns[places[0]] if len(places) == 1 else None
    # All of them differ in the same place.
    same = all(a.patterns[places[0]] != first.patterns[places[0]] for a in group[1:]) if places else False
    return isinstance(member, Term) and member.op == "int" and member.type.tag == "enum" and same


def _this(card: CardModel) -> Term:
    return Term("card", Type("card", card.kind), value=card.index)


def _is_member(test: Term, name: str) -> bool:
    """Whether a condition says which member a name stands for."""
    if test.op != "==" or test.args[0].op != "local" or test.args[0].value != name:
        return False
    return test.args[1].op == "int" and test.args[1].type.tag == "enum"


def _lists_members(test: Term, name: Term | str) -> bool:
    """Whether a condition says which members a name stands for."""
    if test.op not in ("==", "among") or test.args[0].op != "local" or test.args[0].value != name:
        return False
    return all(member.op == "int" and member.type.tag == "enum" for member in test.args[1:])


def sentence(text: str) -> str:
    """The text as a sentence."""
    return finished(capital(text) + ".")
