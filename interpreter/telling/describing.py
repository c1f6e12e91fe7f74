"""Describing: cards that fulfil a condition, with adjectives before the noun and words behind it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve

from ...dsl.model import SEVERAL, Game, Term
from .grammars import Tongue
from .meanings import Meaning, Meanings, Member, Mention, Thing
from .naming import Naming
from .nouns import Noun
from .words import Words

COMPARISONS = ("<", "<=", ">", ">=")
NEGATED = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@define
class Describing:
    """Tells of cards by what is printed on them."""

    game: Game
    naming: Naming
    condition: Callable[[Term, Meanings], str]
    value_of: Callable[[Term, Meanings], Meaning]

    @property
    def words(self) -> Words:
        """What things are called."""
        return self.naming.words

    @property
    def tongue(self) -> Tongue:
        """The language of the sentences."""
        return self.naming.tongue

    def narrowed(self, thing: Thing, kind: str, name: str, condition: Term | None, known: Meanings) -> Thing:
        """Things that fulfil a condition: as adjectives and in words behind the noun."""
        if condition is None:
            return thing
        left = []
        for part in _in_ranges(_parts(condition)):
            found = self._described(thing, kind, name, part, known)
            if found is None:
                left.append(part)
            else:
                thing = found
        if not left:
            return thing
        # A member of an enum is no card that could be `it`.
        itself: Meaning = self.tongue.that(thing.noun) if kind in self.game.enums else Mention(thing)
        inner = {**{n: m for n, m in known.items() if _mentions(condition, n)}, name: itself}
        told = [self.condition(part, inner) for part in left]
        relative = [self.tongue.whose(part) for part in told]
        if all(relative):
            joint = f" {self.tongue.words['and']} "
            return thing.behind(joint.join([relative[0], *(part.lstrip(", ") for part in relative[1:])]))
        return thing.behind(self.tongue.say("such_that", condition=f" {self.tongue.words['and']} ".join(told)))

    def _described(self, thing: Thing, kind: str, name: str, condition: Term, known: Meanings) -> Thing | None:
        """A simple condition on a printed field or the kind; None for any other."""
        negated = condition.op == "not"
        test = condition.args[0] if negated else condition
        if test.op == "is_kind" and _is(test.args[0], name):
            noun = self.naming.kind(str(test.value))
            if negated:
                return thing.behind(self.tongue.say("except", things=noun.many))
            return evolve(thing, noun=noun)
        if test.op in ("card_field", "card_state") and test.type.tag == "flag" and _is(test.args[0], name):
            return self._flagged(thing, str(test.value), not negated)
        if test.op not in ("==", "!=", "among", "..", *COMPARISONS):
            return None
        left, *values = (self._written_out(arg, known) for arg in test.args)
        if self._is_itself(left, name) and test.op == "!=" and not negated:
            return thing.behind(
                self.tongue.say("except", things=self.naming.shown(self.value_of(values[0], known), known, "dat"))
            )
        if left.op not in ("card_field", "card_state") or not _is(left.args[0], name):
            return None
        if any(v.op != "int" for v in values) or (negated and test.op in COMPARISONS):
            return None
        field, owners = str(left.value), self._owners(kind, str(left.value))
        if left.type.tag == "flag":
            return self._flagged(thing, field, bool(values[0].value) == ((test.op == "==") != negated))
        if thing.noun == self.naming.kind(kind) and kind not in owners:
            thing = evolve(thing, noun=self.naming.kind(self._common(owners, kind)))
        other = (test.op == "!=") != negated
        if left.type.tag == SEVERAL and other and values[0].type.tag == "enum":
            return None
        printed = left.op == "card_field" and left.type.tag in ("enum", SEVERAL)
        if printed and not other and values[0].type.tag == "enum":
            return self._of_members(thing, field, values, owners)
        return self._with(thing, field, test.op, values, other)

    def _is_itself(self, term: Term, name: str) -> bool:
        return _is(term, name) and term.type.tag == "card"

    def _flagged(self, thing: Thing, field: str, holds: bool) -> Thing:
        """Things that have what a flag says, or have it not."""
        keys = [*(f"{kind}.{field}" for kind in self.game.kinds), field]
        forms = (self.naming.form(key, [], {}, 1) for key in keys) if holds else ()
        told = next((form for form in forms if form), None)
        return thing.behind(
            told or self.tongue.say("with_any" if holds else "without", field=self.words.noun(field).one)
        )

    def _of_members(self, thing: Thing, field: str, values: list[Term], owners: list[str]) -> Thing:
        """Things that have one of some members in a field."""
        members = [Member(self.words.key(v.type, v.value)) for v in values]
        if len(members) == 1 and (phrase := self.naming.form(field, members, {}, 1)):
            return thing.behind(phrase)
        # What every card of the kind has is what it is; what only some have is something about them.
        if all(not dict(self.game.kinds[owner].fields)[field].optional for owner in owners):
            adjectives = tuple(self.words.noun(m.id).one for m in members)
            return evolve(thing, adjectives=(*thing.adjectives, adjectives))
        return self._with(thing, field, "==", values, other=False)

    def _with(self, thing: Thing, field: str, op: str, values: list[Term], other: bool) -> Thing:
        """Things by the value of a field, in words behind the noun."""
        name, say = self.words.noun(field), self.tongue.say
        noun = name.one
        if name.counts and values[0].type.tag == "number" and op != "..":
            return thing.behind(self._counted(name, "!=" if other else "==" if op == "among" else op, values))
        if values[0].type.tag == "none":
            return thing.behind(say("with_any" if other else "without", field=noun))
        told = self.naming.listed([self._value(value) for value in values], "or")
        if op in COMPARISONS:
            told = say(f"with{op}", number=told)
        if op == "..":
            told = say("between", low=self._value(values[0]), high=self._value(values[1]))
        return thing.behind(say("with_other" if other else "with", field=noun, value=told))

    def _counted(self, noun: Noun, op: str, values: list[Term]) -> str:
        """With so many of something."""
        if len(values) == 1 and (op, values[0].value) in (("==", 0), ("<", 1)):
            return self.tongue.say("without", field=noun.many)
        if len(values) == 1 and (op, values[0].value) in (("!=", 0), (">", 0), (">=", 1)):
            return self.tongue.say("with_any", field=self.tongue.counted_in("", noun))
        numbers = [str(value.value) for value in values]
        told = self.tongue.counted_in(self.naming.listed(numbers, "or"), noun)
        return self.tongue.say("with_any", field=told if op == "==" else self.tongue.say(f"count{op}", number=told))

    def _value(self, value: Term) -> str:
        key = self.words.key(value.type, value.value)
        return self.words.noun(key).one if value.type.tag == "enum" else self.words.shown(value.type, value.value)

    def _written_out(self, term: Term, known: Meanings) -> Term:
        """The member that a name stands for, where it does."""
        found = known.get(str(term.value)) if term.op == "local" and term.type.tag == "enum" else None
        if not isinstance(found, Member):
            return term
        return evolve(term, op="int", value=self.game.enums[term.type.of].index(found.id))

    def _owners(self, kind: str, field: str) -> list[str]:
        """The kinds at or below a kind that have a field."""
        kinds = [k for k in self.game.kinds if kind == "card" or kind in self.game.lineage(k)]
        return [k for k in kinds if field in dict(self.game.kinds[k].fields)]

    def _common(self, kinds: list[str], otherwise: str) -> str:
        """The kind that all of these are."""
        for candidate in kinds:
            if all(candidate in self.game.lineage(kind) for kind in kinds):
                return candidate
        return otherwise


def _is(term: Term, name: str) -> bool:
    return term.op == "local" and term.value == name


def _mentions(term: Term, name: str) -> bool:
    return any(_is(part, name) for part in term.walk())


def _parts(condition: Term) -> list[Term]:
    """What all has to hold, with what it is about on the left."""
    if condition.op == "and":
        return [part for arg in condition.args for part in _parts(arg)]
    turned = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}.get(condition.op)
    if turned is not None and condition.args[0].op == "int" and condition.args[1].op != "int":
        return [evolve(condition, op=turned, args=condition.args[::-1])]
    if condition.op == "not" and (opposite := NEGATED.get(condition.args[0].op)) is not None:
        return _parts(evolve(condition.args[0], op=opposite))
    return [condition]


def _in_ranges(parts: list[Term]) -> list[Term]:
    """At least and at most of the same thing become one condition."""
    found: list[Term] = []
    for part in parts:
        before = found[-1] if found else None
        if before is not None and (before.op, part.op) == (">=", "<=") and before.args[0] == part.args[0]:
            found[-1] = evolve(part, op="..", args=(part.args[0], before.args[1], part.args[1]))
        else:
            found.append(part)
    return found
