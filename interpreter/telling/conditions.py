"""Conditions in sentences."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve

from ...dsl.model import SEVERAL, Game, Term
from .describing import Describing
from .grammars import Tongue
from .meanings import YOU, Amount, Meaning, Meanings, Mention, Part, Role, Thing
from .naming import Naming
from .noun_phrases import EVERYBODY, NounPhrases
from .nouns import DAT, NOM

OPPOSITES = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


@define
class Conditions:
    """Tells of conditions in one language. German ones have their verb at the end."""

    game: Game
    naming: Naming
    describing: Describing
    nouns: NounPhrases
    number: Callable[[Term, Meanings], Amount]

    @property
    def tongue(self) -> Tongue:
        """The language of the sentences."""
        return self.naming.tongue

    def told(self, term: Term, known: Meanings) -> str:
        """A condition in words."""
        match term.op:
            case "and" | "or":
                return f" {self.tongue.words[term.op]} ".join(self.told(a, known) for a in term.args)
            case "not":
                return self._negated(term.args[0], known)
            case "==" | "!=" | "<" | "<=" | ">" | ">=":
                return self._comparison(term, known)
            case "among" | "is_kind" | "has":
                return self._belonging(term, known, "")
            case "int":
                return self.tongue.words["always" if term.value else "never_so"]
            case "over":
                return self.tongue.words["over"]
            case "fold":
                return self._fold(term, known)
            case "define" | "value":
                return self._formula(term, known)
            case "card_field" | "card_state" | "player_field" | "table_field" | "local":
                return self._flag(term, known, holds=True)
            case "cond":
                condition, then, otherwise = (self.told(a, known) for a in term.args)
                return self.tongue.say("either", condition=condition, then=then, otherwise=otherwise)
        return self.naming.shown(self.nouns.elsewhere(term, known), known)

    def element(self, domain: Term, things: Thing, known: Meanings) -> Meaning:
        """One of the things that a name runs over, once it was introduced."""
        if domain.op in EVERYBODY or domain.type.of == "player":
            return Role("that_player")
        if domain.op == "listing" and domain.args and domain.args[0].type.tag == "player":
            return Role("that_player")
        if domain.op == "range":
            return (Part(1, text=self.tongue.words["that_many"]),)
        return Mention(things) if domain.type.tag == "set" else self.tongue.that(things.noun)

    # -------------------------------------------------------------- yes and no
    def _negated(self, term: Term, known: Meanings) -> str:
        """That a condition does not hold."""
        if term.op in OPPOSITES:
            return self.told(evolve(term, op=OPPOSITES[term.op]), known)
        match term.op:
            case "not":
                return self.told(term.args[0], known)
            case "among" | "is_kind" | "has":
                return self._belonging(term, known, "_not")
            case "card_field" | "card_state" | "player_field" | "table_field" | "local":
                return self._flag(term, known, holds=False)
            case "fold" if term.value[0] == "any":
                return self._fold(term, known, "none")
            case "int":
                return self.tongue.words["never_so" if term.value else "always"]
        if term.op in ("define", "value"):
            return self.tongue.denied(self.told(term, known))
        return self.tongue.say("not", condition=self.told(term, known))

    def _flag(self, term: Term, known: Meanings, holds: bool) -> str:
        """Whether a flag is set: as its phrase says, or by its name."""
        name, ending = str(term.value), "" if holds else "_not"
        if term.op == "local":
            found = known[name] if name in known else self.nouns.bare(name)
            if isinstance(found, str) and found:
                return found if holds else self.tongue.denied(found)
            return self.tongue.say(f"applies{ending}", flag=self.naming.shown(found, known, NOM))
        if term.op in ("card_field", "card_state"):
            card, field = self.nouns.card(term.args[0], known), self.naming.words.noun(name)
            return self.tongue.say(f"has{ending}", card=self.naming.shown(card, known, NOM), field=field.one)
        parts: list[Meaning] = [self.nouns.player(arg, known) for arg in term.args]
        phrase = self.naming.form(name, parts, known, 0)
        if phrase is not None:
            return phrase if holds else self.tongue.denied(phrase)
        self.naming.words.missing.add((name, True))
        field = self.naming.words.noun(name)
        if not parts:
            return self.tongue.say(f"applies{ending}", flag=field.one)
        assert isinstance(parts[0], Role)
        who = self.naming.who(parts[0], "acc")
        return self.tongue.say(f"applies_to{ending}", flag=field.one, who=who)

    # -------------------------------------------------------------- belonging
    def _belonging(self, term: Term, known: Meanings, ending: str) -> str:
        say = self.tongue.say
        if term.op == "is_kind":
            thing = Thing(self.naming.kind(str(term.value)))
            card = self._shown(term.args[0], known)
            return say(f"is{ending}", left=card, right=self.tongue.one(thing, NOM))
        if term.op == "has":
            things, card = self.nouns.things(term.args[0], known), self._shown(term.args[1], known)
            return say(f"belongs{ending}", card=card, things=self.tongue.the(things, DAT))
        right = self.naming.listed([self._shown(a, known) for a in term.args[1:]], "or")
        return say(f"is{ending}", left=self._shown(term.args[0], known), right=right)

    # -------------------------------------------------------------- comparisons
    def _comparison(self, term: Term, known: Meanings) -> str:
        left, right = term.args
        if left.op == "int" and right.op != "int":
            return self.told(evolve(term, op=TURNED.get(term.op, term.op), args=(right, left)), known)
        if right.type.tag == "none" or left.type.tag == "none":
            return self._nothing(left if right.type.tag == "none" else right, known, term.op == "==")
        if left.type.tag == "player":
            return self._players(term, known)
        if left.type.tag == "flag" and right.op == "int":
            holds = bool(right.value) == (term.op == "==")
            return self.told(left, known) if holds else self._negated(left, known)
        if left.type.tag == "number":
            return self._numbers(term, known)
        if left.type.tag == "set":
            template = "same_things" if term.op == "==" else "other_things"
            told = [self.tongue.the(self.nouns.things(side, known), NOM) for side in term.args]
            return self.tongue.say(template, left=told[0], right=told[1])
        told = [self._shown(side, known) for side in term.args]
        if left.op == "switch":
            told[1] = self.naming.words.noun(self.game.switches[str(left.value)][0][right.value]).one
        return self.tongue.say("is" if term.op == "==" else "is_not", left=told[0], right=told[1])

    def _shown(self, term: Term, known: Meanings) -> str:
        if term.type.tag == "flag" and term.op == "int":
            return self.tongue.words["yes" if term.value else "no"]
        return self.naming.shown(self.nouns.meaning(term, known), known, NOM)

    def _nothing(self, term: Term, known: Meanings, nothing: bool) -> str:
        """Whether there is anything in a field or behind a name."""
        say, ending = self.tongue.say, "_not" if nothing else ""
        if term.op == "owner":
            card = self.naming.shown(self.nouns.card(term.args[0], known), known)
            return say(f"somebody_owns{ending}", card=card)
        if term.op == "slot":
            return say(f"filled{ending}", slot=str(term.value), where=self.nouns.place(term.args[0], known, "at"))
        if term.op in ("card_field", "card_state"):
            card = self.naming.shown(self.nouns.card(term.args[0], known), known, NOM)
            return say(f"has{ending}", card=card, field=self.naming.words.noun(str(term.value)).one)
        if term.op in ("player_field", "table_field"):
            return say(f"known{ending}", field=self.naming.shown(self.nouns.elsewhere(term, known), known, NOM))
        if term.op == "local":
            return self.tongue.words[f"there_is{ending}"]
        return say(f"known{ending}", field=self._shown(term, known))

    def _players(self, term: Term, known: Meanings) -> str:
        owned = next((side for side in term.args if side.op == "owner"), None)
        if owned is not None and term.op == "==":
            whose = next(side for side in term.args if side is not owned)
            card = self.naming.shown(self.nouns.card(owned.args[0], known), known)
            role = self.nouns.player(whose, known)
            return self.tongue.say("you_own" if role == YOU else "owns", who=self.naming.who(role), card=card)
        left, right = (self.nouns.player(side, known) for side in term.args)
        if right == YOU != left:
            left, right = right, left
        ending = "" if term.op == "==" else "_not"
        subject, other = self.naming.who(left), self.naming.who(right)
        return self.tongue.say(f"you_are{ending}" if left == YOU else f"is{ending}", left=subject, right=other)

    def _numbers(self, term: Term, known: Meanings) -> str:
        left, right = (self.number(side, known) for side in term.args)
        one, other = _countable(left), _countable(right)
        say, op = self.tongue.say, term.op
        if one is not None and term.args[0].op == "player_field":
            return self._owning(term, known, one, right)
        if one is not None and term.args[1].op == "int":
            if (op, term.args[1].value) in (("==", 0), ("<", 1)):
                return say("no_things", things=self.tongue.none_of(one))
            if (op, term.args[1].value) in ((">", 0), ("!=", 0), (">=", 1)):
                return say("some_things", things=self.tongue.many(one))
            number = self.tongue.some(str(term.args[1].value), one)
            return say("things_counted", number=say(f"count{op}", number=number))
        if one is not None and other is not None and op in ("<", ">") and not one.fixed + other.fixed:
            alike = (one.noun, one.adjectives) == (other.noun, other.adjectives) and other.tail
            return say(
                f"things{op}", left=self.tongue.many(one), right=other.tail if alike else self.tongue.many(other)
            )
        told = [self.naming.plain(left), self.naming.plain(right)]
        return say(op, left=told[0], right=told[1])

    def _owning(self, term: Term, known: Meanings, one: Thing, right: Amount) -> str:
        """What a player has of something: `you have at least 3 apples`."""
        left, other = term.args
        role, say = self.nouns.player(left.args[0], known), self.tongue.say
        which = "you_have" if role == YOU else "several_have" if role.several else "has_number"
        who, noun = self.naming.who(role), self.naming.words.noun(str(left.value))
        if other.op == "int" and (term.op, other.value) in (("==", 0), ("<", 1)):
            return say(which, who=who, amount=self.tongue.none_of(Thing(noun)))
        if other.op == "int" and (term.op, other.value) in ((">", 0), (">=", 1), ("!=", 0)):
            return say(which, who=who, amount=noun.many)
        if other.op == "player_field" and other.value == left.value:
            than = self.naming.who(self.nouns.player(other.args[0], known))
            amount, _, as_ = say(f"compared{term.op}", nouns=noun.many).partition("|")
            return say(f"{which}_than", who=who, amount=amount, as_=as_, than=than)
        if other.op == "int":
            number = say(f"count{term.op}", number=self.tongue.counted(int(other.value), noun))
            return say(which, who=who, amount=number)
        number_of = self.tongue.number_of(one)
        return say(term.op, left=number_of, right=self.naming.plain(right))

    # -------------------------------------------------------------- through sets, and with names
    def _fold(self, term: Term, known: Meanings, fold: str = "") -> str:
        kind, name = term.value
        domain, body, held = term.args[0], term.args[1], held_in(term)
        if held is not None and body.args and body.args[0].type.tag == SEVERAL:
            both = [self.nouns.field_of(member, known, many=True) for member in (body.args[0], held)]
            common = self.tongue.say("in_common", left=both[0], right=both[1])
            return self.tongue.denied(common) if fold else common
        where = term.args[2] if len(term.args) > 2 else None
        if domain.op in EVERYBODY and not fold:
            everyone = self.nouns.everyone(domain, where, name, known)
            if everyone is not None:
                role = everyone if kind == "all" else Role("some_other" if where is not None else "some_player")
                return self.told(body, {**known, name: role})
        things = self.nouns.things(domain, known)
        if where is not None:
            things = self.describing.narrowed(things, domain.type.of, name, where, known)
        if domain.type.tag == "set" and kind == "any":
            things = self.describing.narrowed(things, domain.type.of, name, body, known)
            if fold:
                return self.tongue.say("no_things", things=self.tongue.none_of(things))
            return self.tongue.say("some_thing", one=self.tongue.one(things))
        told = self.told(body, {**known, name: self.element(domain, things, known)})
        text = self.tongue.say(kind, condition=told, one=self.tongue.one(things), each=self.tongue.each(things))
        return self.tongue.say("not", condition=text) if fold else text

    def _formula(self, term: Term, known: Meanings) -> str:
        name = str(term.value)
        formula = (self.game.defines | self.game.values)[name]
        inner = self.nouns.inner(formula, term.args, known)
        told = self.nouns.called(name, list(inner.values()), known)
        if told is None and term.op == "define" and isinstance(formula.body, Term):
            return self.told(formula.body, inner)
        if told is not None:
            return told
        return self.tongue.say("applies", flag=self.naming.called(name, list(inner.values()), known))


def _countable(amount: Amount) -> Thing | None:
    """What is counted, where a number is simply how many there are of something."""
    if len(amount) != 1 or amount[0].per is None or amount[0] != Part(1, amount[0].per):
        return None
    return amount[0].per


def held_in(term: Term) -> Term | None:
    """The field whose members a fold goes through, where it does."""
    test = term.args[2] if len(term.args) > 2 and term.args[0].op == "members" else None
    speaks = test is not None and test.op == "==" and test.args[0].type.tag == SEVERAL
    return test.args[0] if test is not None and speaks and test.args[1].value == term.value[1] else None
