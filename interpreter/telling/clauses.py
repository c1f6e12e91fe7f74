"""Clauses: what a card does, in the parts of a sentence."""

from __future__ import annotations

from attrs import define, field

from ...dsl.model import Act, ChoiceModel, OptionModel, Term
from .meanings import YOU, Meaning, Meanings, Role
from .noun_phrases import WHERE, WHERE_FROM, WHERE_TO
from .terms import Telling
from .transit_zones import passing_zones


@define
class Clauses:
    """Tells what is done. It remembers what was drawn where, to speak of `one of them` and `the rest`."""

    telling: Telling
    _drawn: dict[Term, Term] = field(factory=dict)

    def all(self, acts: tuple[Act, ...], known: Meanings) -> str:
        """All that a card does, in order."""
        return self._joined("; ", acts, known)

    def _block(self, acts: tuple[Act, ...], known: Meanings) -> str:
        """What is done inside of something: joined otherwise than what comes after it."""
        return self._joined(f" {self.telling.tongue.words['and']} ", acts, known)

    def _joined(self, joint: str, acts: tuple[Act, ...], known: Meanings) -> str:
        inner = dict(known)
        return joint.join(self._act(act, inner) for act in acts)

    def _act(self, act: Act, known: dict[str, Meaning]) -> str:
        tell = getattr(self, f"_tell_{act.op}", None)
        return str(tell(act, known)) if tell is not None else self.telling.tongue.words[act.op]

    def _by(self, role: Role, template: str, **parts: str) -> str:
        """A clause with a subject, in which the reader is spoken to."""
        if role == YOU:
            return self.telling.tongue.say(f"{template}_you", **parts)
        return self.telling.tongue.say(template, who=self.telling.naming.who(role), **parts)

    def _things(self, term: Term, known: Meanings) -> str:
        """All things of a set."""
        return self.telling.tongue.all(self.telling.nouns.things(term, known))

    # -------------------------------------------------------------- what has parts
    def _tell_call(self, act: Act, known: Meanings) -> str:
        parts = [self.telling.nouns.meaning(a, known) for a in act.args]
        return self.telling.naming.told(str(act.value), parts, known)

    def _tell_emit(self, act: Act, known: Meanings) -> str:
        return self.telling.tongue.say("emit", signal=self._tell_call(act, known))

    def _tell_run(self, act: Act, known: Meanings) -> str:
        event, card = self.telling.words.title(str(act.value)), self.telling.value(act.args[0], known)
        return self.telling.tongue.say("run", event=event, card=card)

    def _tell_win(self, act: Act, known: Meanings) -> str:
        way = self.telling.words.name(self.telling.game.ways[act.value])
        return self._by(self.telling.nouns.player(act.args[0], known), "win", way=way)

    # -------------------------------------------------------------- values
    def _tell_let(self, act: Act, known: dict[str, Meaning]) -> str:
        name, value = str(act.value), self.telling.value(act.args[0], known)
        known[name] = name
        return self.telling.tongue.say("let", name=name, value=value)

    def _tell_pick(self, act: Act, known: Meanings) -> str:
        things = self.telling.tongue.many(self.telling.nouns.things(act.args[1], known))
        return self.telling.tongue.say("at_random", what=self._target(act.args[0], known), things=things)

    def _tell_assign(self, act: Act, known: Meanings) -> str:
        telling, (target, value) = self.telling, act.args
        if act.value == "=":
            if target.type.tag == "flag" and value.op == "int" and value.value:
                phrase = telling.naming.phrase(str(target.value), [], known)
                if phrase is not None:
                    return phrase
            told = telling.value(value, known)
            return telling.tongue.say("becomes", what=self._target(target, known), value=told)
        amount, gains = telling.number(value, known), act.value == "+="
        if target.op != "player_field":
            template = "rises" if gains else "falls"
            return telling.tongue.say(template, what=self._target(target, known), amount=telling.naming.amount(amount))
        role, noun = telling.nouns.player(target.args[0], known), telling.words.noun(str(target.value))
        return self._by(role, "gain" if gains else "lose", amount=telling.naming.amount(amount, noun))

    def _target(self, target: Term, known: Meanings) -> str:
        telling = self.telling
        if target.op == "card_state":
            return telling.nouns.field_of(target, known)
        if target.op == "player_field":
            return telling.nouns.owned(target, known)
        return telling.words.noun(str(target.value)).one

    # -------------------------------------------------------------- cards
    def _tell_move(self, act: Act, known: Meanings) -> str:
        telling, (what, to) = self.telling, act.args
        if self._drawn.get(what) == to:
            return telling.tongue.words["put_back"]
        if what in self._drawn:
            things = telling.tongue.words["the_rest"]
        elif what.type.tag == "card":
            things = telling.value(what, known)
        else:
            things = telling.tongue.all(telling.nouns.things(what, known, WHERE_FROM))
        return telling.tongue.say("move", things=things, to=telling.nouns.place(to, known, WHERE_TO))

    def _tell_draw(self, act: Act, known: Meanings) -> str:
        telling, (count, source, to) = self.telling, act.args
        number = telling.naming.plain(telling.number(count, known))
        things = telling.tongue.some(number, telling.nouns.things(source, known, WHERE_FROM))
        if str(to.value) in passing_zones(telling.game):  # where they lie in the meantime is of no interest
            self._drawn[to] = source
            return telling.tongue.say("draw_for_now", things=things)
        return telling.tongue.say("draw", things=things, to=telling.nouns.place(to, known, WHERE_TO))

    def _tell_deal(self, act: Act, known: Meanings) -> str:
        return self.telling.tongue.say("deal", things=self._things(act.args[0], known))

    def _tell_reveal(self, act: Act, known: Meanings) -> str:
        return self.telling.tongue.say("reveal", where=self.telling.nouns.place(act.args[0], known, WHERE))

    def _tell_turn_up(self, act: Act, known: Meanings) -> str:
        what = act.args[0]
        told = self.telling.value(what, known) if what.type.tag == "card" else self._things(what, known)
        return self.telling.tongue.say(act.op, things=told)

    _tell_conceal = _tell_turn_up

    def _tell_lay(self, act: Act, known: Meanings) -> str:
        card, slot = act.args
        where = self.telling.nouns.place(slot.args[0], known, WHERE)
        return self.telling.tongue.say("lay", things=self.telling.value(card, known), slot=slot.value, where=where)

    def _tell_mark(self, act: Act, known: Meanings) -> str:
        zone, what = act.args
        to = self.telling.nouns.place(zone, known, WHERE)
        return self.telling.tongue.say(act.op, things=self._things(what, known), to=to)

    _tell_unmark = _tell_mark

    # -------------------------------------------------------------- decisions
    def _tell_choose(self, act: Act, known: Meanings) -> str:
        telling = self.telling
        choice = telling.game.choices[act.value]
        role = telling.nouns.player(choice.by, known)
        may = "may_" if choice.optional else ""
        if len(choice.options) == 1 and choice.options[0].names:
            one, inner = self._chosen(choice.options[0], known)
            text = self._by(role, f"{may}choose", one=one, body=self._block(choice.options[0].body, inner))
        else:
            text = self._by(role, f"{may}choose_one", options=self._options(choice, known))
        otherwise = self._block(act.blocks[0], known)
        if not otherwise:
            return text
        head = telling.tongue.words["otherwise" if choice.optional else "nothing_there"]
        return f"{text}, {telling.tongue.headed(head, otherwise)}"

    def _options(self, choice: ChoiceModel, known: Meanings) -> str:
        told = []
        for option in choice.options:
            one, inner = self._chosen(option, known)
            body = self._block(option.body, inner)
            text = self.telling.tongue.say("with_choice", one=one, body=body) if one else body
            if option.where is not None and not option.names:
                text = self.telling.tongue.say(
                    "provided", sentence=text, condition=self.telling.condition(option.where, known)
                )
            told.append(text)
        return self.telling.tongue.words["or_else"].join(told)

    def _chosen(self, option: OptionModel, known: Meanings) -> tuple[str, dict[str, Meaning]]:
        """What is chosen, and the meanings with it."""
        telling, inner = self.telling, dict(known)
        told = []
        last = len(option.names) - 1
        for place, (name, domain) in enumerate(zip(option.names, option.domains, strict=True)):
            things = telling.nouns.things(domain, inner, WHERE_FROM)
            if place == last:
                things = telling.describing.narrowed(things, domain.type.of, name, option.where, inner)
            inner[name] = telling.element(domain, things)
            told.append(
                telling.tongue.one_of_them(things.noun) if domain in self._drawn else telling.tongue.one(things)
            )
        return telling.naming.listed(told), inner

    def _tell_together(self, act: Act, known: Meanings) -> str:
        telling, (name, choice, conditional) = self.telling, act.value
        inner = {**known, name: Role("that_player")}
        tests = act.args[-1:] if conditional else ()
        tests = tests[0].args if tests and tests[0].op == "and" else tests
        others = [test for test in tests if not _is_another(test, name)]
        who = telling.tongue.words["each_player" if len(others) == len(tests) else "each_other_player"]
        if others:
            condition = f" {telling.tongue.words['and']} ".join(telling.condition(test, inner) for test in others)
            who = telling.tongue.say("of_whom", who=who, condition=condition)
        further = act.args[1:-1] if conditional else act.args[1:]
        parts = [Role("that_player"), *(telling.nouns.meaning(arg, inner) for arg in further)]
        return telling.tongue.say("at_once", who=who, what=telling.naming.told(choice, parts, inner))

    # -------------------------------------------------------------- flow
    def _tell_if(self, act: Act, known: Meanings) -> str:
        tongue, condition = self.telling.tongue, self.telling.condition(act.args[0], known)
        text = tongue.headed(tongue.say("when_if", condition=condition), self._block(act.blocks[0], known))
        otherwise = self._block(act.blocks[1], known)
        return f"{text}, {tongue.headed(tongue.words['otherwise'], otherwise)}" if otherwise else text

    def _tell_for(self, act: Act, known: Meanings) -> str:
        tongue, things = self.telling.tongue, self.telling.nouns.things(act.args[0], known)
        inner = {**known, str(act.value): self.telling.element(act.args[0], things)}
        return tongue.headed(tongue.say("for_each", each=tongue.each(things)), self._block(act.blocks[0], inner))

    def _tell_repeat(self, act: Act, known: Meanings) -> str:
        tongue, count = self.telling.tongue, act.args[0]
        often = "times_over" if count.op == "int" else "as_often"
        number = self.telling.naming.plain(self.telling.number(count, known))
        return tongue.headed(tongue.say(often, number=number), self._block(act.blocks[0], known))

    def _tell_until(self, act: Act, known: Meanings) -> str:
        tongue, condition = self.telling.tongue, self.telling.condition(act.args[0], known)
        return tongue.headed(tongue.say("until", condition=condition), self._block(act.blocks[0], known))


def _is_another(test: Term, name: str) -> bool:
    """Whether a condition says that somebody is not the reader."""
    return test.op == "!=" and {str(part.value) for part in test.args if part.op == "local"} == {name, "self"}
