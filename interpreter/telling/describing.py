"""Describing: cards that fulfil a condition, with adjectives before the noun and words behind it."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve

from ...dsl.model import SEVERAL, Game, Term
from .grammars import Tongue
from .meanings import Meanings, Member, Mention, Thing
from .naming import Naming
from .words import Words

COMPARISONS = ("<", "<=", ">", ">=")


@define
class Describing:
    """Tells of cards by what is printed on them."""

    game: Game
    naming: Naming
    condition: Callable[[Term, Meanings], str]

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
        for part in condition.args if condition.op == "and" else (condition,):
            found = self._described(thing, kind, name, part, known)
            if found is None:
                left.append(part)
            else:
                thing = found
        if not left:
            return thing
        inner = {**known, name: Mention(thing)}
        told = f" {self.tongue.words['and']} ".join(self.condition(part, inner) for part in left)
        return thing.behind(self.tongue.say("such_that", condition=told))

    def _described(self, thing: Thing, kind: str, name: str, condition: Term, known: Meanings) -> Thing | None:
        """A simple condition on a printed field or the kind; None for any other."""
        negated = condition.op == "not"
        test = condition.args[0] if negated else condition
        if test.op == "is_kind" and _is(test.args[0], name):
            noun = self.naming.kind(str(test.value))
            if negated:
                return thing.behind(self.tongue.say("except", things=noun.many))
            return evolve(thing, noun=noun)
        if test.op not in ("==", "!=", "among", "<", "<=", ">", ">="):
            return None
        left, *values = (self._written_out(arg, known) for arg in test.args)
        if left.op != "card_field" or not _is(left.args[0], name) or any(v.op != "int" for v in values):
            return None
        if left.type.tag == "flag" or (negated and test.op in COMPARISONS):
            return None
        field, owners = str(left.value), self._owners(kind, str(left.value))
        if thing.noun == self.naming.kind(kind) and kind not in owners:
            thing = evolve(thing, noun=self.naming.kind(self._common(owners, kind)))
        other = (test.op == "!=") != negated
        if left.type.tag == SEVERAL and other and values[0].type.tag == "enum":
            return None
        if left.type.tag in ("enum", SEVERAL) and not other and values[0].type.tag == "enum":
            return self._of_members(thing, field, values, owners)
        return self._with(thing, field, test.op, values, other)

    def _of_members(self, thing: Thing, field: str, values: list[Term], owners: list[str]) -> Thing:
        """Things that have one of some members in a field."""
        members = [Member(self.words.key(v.type, v.value)) for v in values]
        if len(members) == 1 and (phrase := self.naming.phrase(field, members, {})):
            return thing.behind(phrase)
        # What every card of the kind has is what it is; what only some have is something about them.
        if all(not dict(self.game.kinds[owner].fields)[field].optional for owner in owners):
            adjectives = tuple(self.words.noun(m.id).one for m in members)
            return evolve(thing, adjectives=(*thing.adjectives, adjectives))
        return self._with(thing, field, "==", values, other=False)

    def _with(self, thing: Thing, field: str, op: str, values: list[Term], other: bool) -> Thing:
        """Things by the value of a field, in words behind the noun."""
        noun, say = self.words.noun(field).one, self.tongue.say
        if values[0].type.tag == "none":
            return thing.behind(say("with_any" if other else "without", field=noun))
        told = self.naming.listed([self._value(value) for value in values], "or")
        if op in COMPARISONS:
            told = say(f"with{op}", number=told)
        return thing.behind(say("with_other" if other else "with", field=noun, value=told))

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
