"""Clauses: what a card does, in the parts of a sentence."""

from __future__ import annotations

from attrs import define, field

from ...dsl.model import Act, ChoiceModel, OptionModel, Term
from .meanings import YOU, Meaning, Meanings, Mention, Part, Role
from .noun_phrases import WHERE, WHERE_FROM, WHERE_TO
from .terms import Telling, names_in
from .transit_zones import passing_zones
from .words import capital

# The forms of a flag's phrase that say that it is set or taken back.
SET, UNSET = 1, 2
# What has a sentence of its own inside of it.
NESTED = ("choose", "if", "for", "repeat")


@define
class Clauses:
    """Tells what is done. It remembers what was drawn where, to speak of `one of them` and `the rest`."""

    telling: Telling
    _drawn: dict[Term, Term] = field(factory=dict)

    def all(self, acts: tuple[Act, ...], known: Meanings) -> str:
        """All that a card does, in order: a sentence for each."""
        told = self._told(acts, known)
        return ". ".join([*told[:1], *map(capital, told[1:])])

    def _block(self, acts: tuple[Act, ...], known: Meanings) -> str:
        """What is done inside of something, in one sentence."""
        told = self._told(acts, known)
        if len(told) < 2:
            return "".join(told)
        long = _long(told) or any(act.op in NESTED for act in acts)
        joint = self.telling.tongue.words["and_then" if long else "and_joined"]
        return f"{', '.join(told[:-1])}{joint}{told[-1]}"

    def _told(self, acts: tuple[Act, ...], known: Meanings) -> list[str]:
        inner, told = dict(known), []
        for number, act in enumerate(acts):
            text = self._act(act, inner, acts[number + 1 :])
            if text:
                told.append(text)
            self._used(act, inner)
        return told

    def _used(self, act: Act, known: dict[str, Meaning]) -> None:
        """A number with a name was said: from now on it is `that many`."""
        for name in _names(self.telling, act):
            found = known.get(name)
            if act.op != "let" and isinstance(found, tuple) and (len(found) > 1 or found[0].text or found[0].per):
                known[name] = (Part(1, text=self.telling.tongue.words["that_many"]),)

    def _act(self, act: Act, known: dict[str, Meaning], following: tuple[Act, ...]) -> str:
        if act.op == "let":
            return self._let(act, known, following)
        tell = getattr(self, f"_tell_{act.op}", None)
        return str(tell(act, known)) if tell is not None else self.telling.tongue.words[act.op]

    def _by(self, role: Role, template: str, **parts: str) -> str:
        """A clause with a subject, in which the reader is spoken to."""
        if role == YOU:
            return self.telling.tongue.say(f"{template}_you", **parts)
        return self.telling.tongue.say(template, who=self.telling.naming.who(role), **parts)

    # -------------------------------------------------------------- what has parts
    def _tell_call(self, act: Act, known: Meanings) -> str:
        parts = [self.telling.nouns.meaning(a, known) for a in act.args]
        return self.telling.naming.told(str(act.value), parts, known)

    def _tell_emit(self, act: Act, known: Meanings) -> str:
        return self.telling.tongue.say("emit", signal=self._tell_call(act, known))

    def _tell_run(self, act: Act, known: Meanings) -> str:
        telling = self.telling
        event, card = telling.words.title(str(act.value)), telling.value(act.args[0], known)
        return self._by(telling.nouns.player(act.args[1], known), "run", event=event, card=card)

    def _tell_win(self, act: Act, known: Meanings) -> str:
        way, role = self.telling.words.name(self.telling.game.ways[act.value]), act.args[0]
        if role.type.tag == "none":
            return self.telling.tongue.say("draw_game", way=way)
        return self._by(self.telling.nouns.player(role, known), "win", way=way)

    def _tell_settle(self, act: Act, known: Meanings) -> str:
        return self._by(self.telling.nouns.player(act.args[1], known), "pay")

    def _tell_settle_fees(self, act: Act, known: Meanings) -> str:
        card = self.telling.value(act.args[0], known)
        return self._by(self.telling.nouns.player(act.args[1], known), "pay_fees", card=card)

    # -------------------------------------------------------------- values
    def _let(self, act: Act, known: dict[str, Meaning], following: tuple[Act, ...]) -> str:
        """A name for a value stands for the value itself, unless it changes later."""
        name, telling = str(act.value), self.telling
        changed = any(
            inner.op in ("assign", "pick") and inner.args[0].op == "local" and inner.args[0].value == name
            for inner in telling.game.walk(following)
        )
        value = act.args[0]
        if not changed and (value.type.tag != "player" or value.op != "cond"):
            known[name] = telling.nouns.meaning(value, known)
            return ""
        told = telling.value(value, known)
        if not changed:
            known[name] = Role("that_player")
            return telling.tongue.say("let_player", value=told)
        known[name] = telling.tongue.say("quoted", text=name.replace("_", " "))
        return telling.tongue.say("let", name=str(known[name]), value=told)

    def _tell_pick(self, act: Act, known: dict[str, Meaning]) -> str:
        telling, (target, domain) = self.telling, act.args
        things = telling.nouns.things(domain, known, WHERE_FROM)
        if target.op == "local":
            known[str(target.value)] = telling.element(domain, things, known)
            return telling.tongue.say("pick", one=telling.tongue.one(things))
        what = self._target(target, known)
        return telling.tongue.say("at_random", what=what, one=telling.tongue.one(things))

    def _tell_assign(self, act: Act, known: Meanings) -> str:
        telling, (target, value) = self.telling, act.args
        if act.value == "=":
            if target.type.tag == "flag" and value.op == "int":
                return self._flag(target, bool(value.value), known)
            told = telling.naming.shown(telling.nouns.meaning(value, known), known, "acc")
            if target.type.tag == "number":
                told = telling.naming.plain(telling.number(value, known))
            return telling.tongue.say("becomes", what=self._target(target, known), value=told)
        amount, gains = telling.number(value, known), act.value == "+="
        if target.op != "player_field":
            template = "rises" if gains else "falls"
            what = self._target(target, known)
            return telling.tongue.say(template, what=what, amount=telling.naming.amount(amount))
        role, noun = telling.nouns.player(target.args[0], known), telling.words.noun(str(target.value))
        phrase = telling.naming.form(str(target.value), [role, amount], known, 0 if gains else 1)
        if phrase is not None:
            return phrase
        return self._by(role, "gain" if gains else "lose", amount=telling.naming.amount(amount, noun))

    def _flag(self, target: Term, holds: bool, known: Meanings) -> str:
        """A flag is set or taken back: as its phrase says, or by its name."""
        telling, name = self.telling, str(target.value)
        parts: list[Meaning] = []
        if target.op in ("player_field", "table_field"):
            parts = [telling.nouns.player(arg, known) for arg in target.args]
            phrase = telling.naming.form(name, parts, known, SET if holds else UNSET)
            if phrase is None and holds:
                phrase = telling.naming.form(name, parts, known, 0)
            if phrase is not None:
                return phrase
            telling.words.missing.add((name, True))
        flag, ending = telling.words.noun(name).one, "" if holds else "_not"
        if target.op == "player_field" and isinstance(parts[0], Role):
            who = telling.naming.who(parts[0], "acc")
            return telling.tongue.say(f"now_applies_to{ending}", flag=flag, who=who)
        if target.op == "card_state":
            card = telling.naming.shown(telling.nouns.card(target.args[0], known), known, "nom")
            return telling.tongue.say(f"now_has{ending}", flag=flag, card=card)
        return telling.tongue.say(f"now_applies{ending}", flag=flag)

    def _target(self, target: Term, known: Meanings) -> str:
        telling = self.telling
        if target.op == "card_state":
            return telling.nouns.field_of(target, known, many=True)
        if target.op == "player_field":
            return telling.nouns.owned(target, known)
        if target.op == "local":
            return telling.naming.shown(known.get(str(target.value), str(target.value)), known)
        called = telling.naming.form(str(target.value), [], known, 0)
        return called or telling.tongue.named(telling.words.noun(str(target.value)), "acc")

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
        template = "move_under" if act.value == "bottom" else "move"
        return telling.tongue.say(template, things=things, to=telling.nouns.place(to, known, WHERE_TO))

    def _tell_draw(self, act: Act, known: Meanings) -> str:
        telling, (count, source, to) = self.telling, act.args
        number = telling.naming.plain(telling.number(count, known))
        from_top = act.op == "draw_top"
        of = telling.nouns.things(source, known, WHERE_FROM)
        things = telling.tongue.topmost(number, of) if from_top else telling.tongue.some(number, of)
        ending = "_top" if from_top else ""
        if str(to.value) in passing_zones(telling.game):  # where they lie in the meantime is of no interest
            self._drawn[to] = source
            return telling.tongue.say(f"draw_for_now{ending}", things=things)
        return telling.tongue.say(f"draw{ending}", things=things, to=telling.nouns.place(to, known, WHERE_TO))

    _tell_draw_top = _tell_draw

    def _tell_shuffle(self, act: Act, known: Meanings) -> str:
        zone = self.telling.words.noun(str(act.args[0].value))
        return self.telling.tongue.say("shuffle", zone=self.telling.tongue.named(zone))

    def _tell_deal(self, act: Act, known: Meanings) -> str:
        telling = self.telling
        things = telling.tongue.all(telling.nouns.things(act.args[0], known, WHERE_FROM))
        return telling.tongue.say("deal", things=things, to=telling.nouns.place(act.args[1], known, WHERE))

    def _tell_reveal(self, act: Act, known: Meanings) -> str:
        return self.telling.tongue.say("reveal", where=self.telling.nouns.place(act.args[0], known, WHERE))

    def _tell_turn_up(self, act: Act, known: Meanings) -> str:
        telling, what = self.telling, act.args[0]
        single = what.type.tag == "card"
        told = telling.value(what, known) if single else telling.tongue.all(telling.nouns.things(what, known))
        return telling.tongue.say(act.op, things=told)

    _tell_conceal = _tell_turn_up

    def _tell_lay(self, act: Act, known: Meanings) -> str:
        card, slot = act.args
        where = self.telling.nouns.place(slot.args[0], known, WHERE)
        return self.telling.tongue.say("lay", things=self.telling.value(card, known), slot=slot.value, where=where)

    def _tell_pass_on(self, act: Act, known: Meanings) -> str:
        zone, direction = act.value
        told = self.telling.words.noun(zone)
        return self.telling.tongue.say(f"pass_{direction}", zone=told.many)

    def _tell_mark(self, act: Act, known: Meanings) -> str:
        telling, (zone, what) = self.telling, act.args
        owner: list[Meaning] = [telling.nouns.player(arg, known) for arg in zone.args]
        to = telling.naming.form(str(zone.value), owner, known, 1) or telling.nouns.place(zone, known, WHERE)
        things = telling.nouns.things(what, known)
        return telling.tongue.say(act.op, things=telling.tongue.all(things), to=to)

    _tell_unmark = _tell_mark

    # -------------------------------------------------------------- decisions
    def _tell_choose(self, act: Act, known: Meanings) -> str:
        telling = self.telling
        choice = telling.game.choices[act.value]
        role = telling.nouns.player(choice.by, known)
        may = "may_" if choice.optional else ""
        alike = self._alike(choice, known)
        if alike is not None:
            then = "_then" if choice.options[0].body and choice.options[0].body[0].op in NESTED else ""
            text = self._by(role, f"{may}choose{then}", one=alike[0], body=alike[1])
        else:
            text = self._by(role, f"{may}choose_one", options=self._options(choice, known))
        otherwise = self._block(act.blocks[0], known)
        if not otherwise:
            return text
        head = telling.tongue.words["otherwise_may" if choice.optional else "nothing_there"]
        return telling.tongue.say("but", text=text, other=telling.tongue.headed(head, otherwise))

    def _alike(self, choice: ChoiceModel, known: Meanings) -> tuple[str, str] | None:
        """What is chosen and what is then done, where every option names something and does the same with it."""
        if not all(option.names for option in choice.options):
            return None
        told = []
        for option in choice.options:
            one, inner = self._chosen(option, known)
            told.append((one, self._block(option.body, inner)))
        bodies = {body for _, body in told}
        if len(bodies) > 1 or (len(told) > 1 and any(len(option.names) > 1 for option in choice.options)):
            return None
        return self.telling.naming.listed([one for one, _ in told], "or"), told[0][1]

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
        """What is chosen, and the meanings with it. Cards that nothing is said about any more are forgotten."""
        telling = self.telling
        spoken = {name for act in option.body for name in _names(telling, act)}
        spoken |= {name for domain in option.domains for name in names_in(domain)}
        spoken |= names_in(option.where) if option.where is not None else set()
        inner = {n: m for n, m in known.items() if n in spoken or not isinstance(m, Mention)}
        told = []
        last = len(option.names) - 1
        for place, (name, domain) in enumerate(zip(option.names, option.domains, strict=True)):
            things = telling.nouns.things(domain, inner, WHERE_FROM)
            if place == last:
                things = telling.describing.narrowed(things, domain.type.of, name, option.where, inner)
            inner[name] = telling.element(domain, things, known)
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
        who = telling.naming.who(Role("each_player" if len(others) == len(tests) else "each_other"))
        if others:
            condition = f" {telling.tongue.words['and']} ".join(telling.condition(test, inner) for test in others)
            who = telling.tongue.say("of_whom", who=who, condition=condition)
        further = act.args[1:-1] if conditional else act.args[1:]
        subject = Role("that_player") if others else Role("each_player" if len(others) == len(tests) else "each_other")
        parts = [subject, *(telling.nouns.meaning(arg, inner) for arg in further)]
        if telling.naming.form(choice, parts, inner, 0) is None:
            parts[0] = Role("that_player")
        what = telling.naming.told(choice, parts, inner)
        if not others and what.startswith(who):
            return telling.tongue.say("together", choice=what)
        return telling.tongue.say("at_once", who=who, what=what)

    # -------------------------------------------------------------- flow
    def _tell_if(self, act: Act, known: Meanings) -> str:
        telling, tongue, test = self.telling, self.telling.tongue, act.args[0]
        head = tongue.say("when_if", condition=telling.condition(test, known))
        if test.op == "not" and test.args[0].op in ("define", "value"):
            head = tongue.say("unless", condition=telling.condition(test.args[0], known))
        text = tongue.headed(head, self._block(act.blocks[0], known))
        otherwise = self._block(act.blocks[1], known)
        if not otherwise:
            return text
        return tongue.say("but", text=text, other=tongue.headed(tongue.words["otherwise"], otherwise))

    def _tell_for(self, act: Act, known: Meanings) -> str:
        telling, tongue, domain, name = self.telling, self.telling.tongue, act.args[0], str(act.value)
        body, where = act.blocks[0], None
        if domain.type.tag != "set" and len(body) == 1 and body[0].op == "if" and not body[0].blocks[1]:
            body, where = body[0].blocks[0], body[0].args[0]
        everyone = telling.nouns.everyone(domain, where, name, known)
        if everyone is not None:
            subject = everyone if len(body) == 1 and body[0].op in ("assign", "call", "choose") else Role("that_player")
            told = self._block(body, {**known, name: subject})
            if subject is everyone and told.startswith(telling.naming.who(everyone)):
                return told
            told = self._block(body, {**known, name: Role("that_player")})
            return tongue.headed(tongue.say("for_each", each=telling.naming.who(everyone, "acc")), told)
        things = telling.nouns.things(domain, known)
        inner = {**known, name: telling.element(domain, things, known)}
        return tongue.headed(tongue.say("for_each", each=tongue.each(things)), self._block(act.blocks[0], inner))

    def _tell_repeat(self, act: Act, known: Meanings) -> str:
        tongue, count = self.telling.tongue, act.args[0]
        amount = self.telling.number(count, known)
        body = self._block(act.blocks[0], known)
        if len(amount) == 1 and amount[0].per is not None and (amount[0].times, amount[0].every) == (1, 1):
            return tongue.headed(tongue.say("for_each", each=tongue.each(amount[0].per)), body)
        often = "times_over" if count.op == "int" else "as_often"
        return tongue.headed(tongue.say(often, number=self.telling.naming.plain(amount)), body)

    def _tell_until(self, act: Act, known: Meanings) -> str:
        tongue, condition = self.telling.tongue, self.telling.condition(act.args[0], known)
        return tongue.headed(tongue.say("until", condition=condition), self._block(act.blocks[0], known))


def _names(telling: Telling, act: Act) -> set[str]:
    """The names that an act speaks of, and what is inside of it."""
    found: set[str] = set()
    for inner in telling.game.walk((act,)):
        found |= {name for arg in inner.args for name in names_in(arg)}
        if inner.op == "choose":
            choice = telling.game.choices[inner.value]
            found |= names_in(choice.by)
            for option in choice.options:
                found |= {name for domain in option.domains for name in names_in(domain)}
                found |= names_in(option.where) if option.where is not None else set()
    return found


def _long(told: list[str]) -> bool:
    """Whether clauses are so long that `and` between them could be misread."""
    return any(": " in text for text in told[:-1])


def _is_another(test: Term, name: str) -> bool:
    """Whether a condition says that somebody is not the reader."""
    return test.op == "!=" and {str(part.value) for part in test.args if part.op == "local"} == {name, "self"}
