"""Things in sentences: what players, cards, sets of cards and members are called.

`Things` is the lower half of `Terms`. What a name stands for is looked up in the meanings that are passed along:
the sentence is told with the arguments that a formula is called with, not with the names of its parameters.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from attrs import define, evolve

from ..dsl.model import SEATS, Game, Procedure, Term, Type
from .meanings import YOU, Amount, Meaning, Meanings, Member, Mention, Role, Thing
from .nouns import Noun, forms, read_noun
from .phrasebook import HOLE, Phrasebook
from .tongues import Tongue
from .words import Words

WHERE, WHERE_TO, WHERE_FROM = "at", "to", "from"
PLACES = (WHERE, WHERE_TO, WHERE_FROM)


@define
class Things:
    """Tells of players, cards and sets in one language."""

    game: Game
    words: Words
    tongue: Tongue
    book: Phrasebook

    @abstractmethod
    def condition(self, term: Term, known: Meanings) -> str:
        """A condition in words."""

    @abstractmethod
    def number(self, term: Term, known: Meanings) -> Amount:
        """A number in words."""

    @abstractmethod
    def shown(self, meaning: Meaning, known: Meanings) -> str:
        """What something is called in the middle of a sentence."""

    @abstractmethod
    def amount(self, amount: Amount, noun: Noun | None = None) -> str:
        """A number of something."""

    # -------------------------------------------------------------- meanings
    def meaning(self, term: Term, known: Meanings) -> Meaning:
        """What a term speaks of."""
        match term.type.tag:
            case "player":
                return self.player(term, known)
            case "card":
                return self.card(term, known)
            case "set" | "layout" | "domain":
                return self.things(term, known)
            case "number":
                return self.number(term, known)
            case "enum" if term.op == "int":
                return Member(self.words.key(term.type, term.value))
            case "none":
                return self.tongue.words["none"]
            case "flag":
                return self.condition(term, known)
        return self._elsewhere(term, known)

    def _elsewhere(self, term: Term, known: Meanings) -> Meaning:
        """Something that is not written out: where it is found."""
        if term.op == "local":
            return known.get(str(term.value), str(term.value))
        if term.op in ("card_field", "card_state"):
            return self.field_of(term, known)
        if term.op == "cond":
            condition = self.condition(term.args[0], known)
            then, otherwise = (self.shown(self.meaning(a, known), known) for a in term.args[1:])
            return self.tongue.say("if_else", condition=condition, then=then, otherwise=otherwise)
        if term.op == "owner":
            return self.tongue.say("owner", card=self.shown(self.card(term.args[0], known), known))
        if term.op in ("define", "value"):
            parts = [self.meaning(arg, known) for arg in term.args]
            return self.phrase(str(term.value), parts, known) or self.called(str(term.value), parts, known)
        return self.words.noun(str(term.value or term.op)).one

    def field_of(self, term: Term, known: Meanings) -> str:
        """A field of a card: `its size`."""
        card, field = self.card(term.args[0], known), self.words.noun(str(term.value)).one
        alone = sum(isinstance(m, Mention) and m.known for m in known.values()) < 2
        if alone and card.known and not card.thing.fixed:
            return self.tongue.say("its", its=self.tongue.its(card.thing.noun), field=field)
        return self.tongue.say("of_card", field=field, card=self.shown(card, known))

    def called(self, name: str, parts: Sequence[Meaning], known: Meanings) -> str:
        """Something that the pack has no phrase for: its name and what it is called with."""
        told = ", ".join(self.shown(part, known) for part in parts)
        noun = self.words.noun(name).one
        return self.tongue.say("call", name=noun, arguments=told) if told else noun

    def inner(self, formula: Procedure, args: Sequence[Term], known: Meanings) -> dict[str, Meaning]:
        """What the parameters of a formula stand for in a call."""
        values = (self.meaning(arg, known) for arg in args)
        return dict(zip((name for name, _ in formula.params), values, strict=True))

    # -------------------------------------------------------------- phrases of the pack
    def phrase(self, name: str, parts: Sequence[Meaning], known: Meanings, **more: Meaning) -> str | None:
        """What the pack says for something with these parts; `more` are further holes."""
        found = self.book.find(name, [_key(part) for part in parts])
        if found is None:
            return None
        text, holes = found
        values = {hole: parts[place] for hole, place in holes.items()} | more
        return HOLE.sub(lambda hole: self._filled(hole[1], hole[0], values, known), text)

    def _filled(self, hole: str, whole: str, values: Meanings, known: Meanings) -> str:
        """A hole: `{x}`, `{of x}` for the owner, `{each x}`, or `{x apples}` for so many of them."""
        first, _, second = hole.partition(" ")
        if first == "of" and isinstance(role := values.get(second), Role):
            return self.of(role)
        if first == "each" and isinstance(mention := values.get(second), Mention):
            return self.tongue.each(mention.thing)
        if first not in values:
            return whole
        value = values[first]
        if second and isinstance(value, tuple):
            return self.amount(value, self.words.noun(second))
        return self.shown(value, known)

    # -------------------------------------------------------------- players
    def player(self, term: Term, known: Meanings) -> Role:
        """Who is spoken of."""
        if term.op == "local":
            found = known.get(str(term.value))
            return found if isinstance(found, Role) else YOU if term.value == "self" else Role("that_player")
        if term.op in ("opponent", "left", "right"):
            of = self.player(term.args[0], known)
            if (term.op, of.key) == ("opponent", "opponent"):
                return YOU
            return Role(term.op) if of == YOU else Role("", self.tongue.say(f"{term.op}_of", of=self.of(of)))
        if term.op == "int" and 0 <= term.value < len(SEATS):
            return Role("", self.words.seat(term.value))
        found = self._elsewhere(term, known)
        return found if isinstance(found, Role) else Role("", self.shown(found, known))

    def who(self, role: Role) -> str:
        """A player as the subject of a sentence."""
        return role.name or self.tongue.words[role.key]

    def of(self, role: Role) -> str:
        """A player as the owner of what was said before."""
        if role.name:
            return self.tongue.say("of_name", name=role.name)
        return self.tongue.words[f"of_{role.key}"]

    def owned(self, field: Term, known: Meanings) -> str:
        """A field of a player, with the owner."""
        noun, role = self.words.noun(str(field.value)), self.player(field.args[0], known)
        return self.tongue.yours(noun) if role == YOU else self.tongue.theirs(noun, self.of(role))

    # -------------------------------------------------------------- cards
    def card(self, term: Term, known: Meanings) -> Mention:
        """Which card is spoken of."""
        if term.op == "card":
            name = self.words.card(term.value)
            return Mention(Thing(self.kind(self.game.cards[term.value].kind), fixed=name))
        found = known.get(str(term.value)) if term.op == "local" else None
        if isinstance(found, Mention):
            return found
        if term.op == "card_state":
            return Mention(Thing(self.kind(term.type.of), fixed=self.field_of(term, known)))
        return Mention(Thing(self.kind(term.type.of)))

    def kind(self, name: str) -> Noun:
        """What a card of a kind is called; `card` where it can be of any."""
        if name == "card":
            return read_noun(self.tongue.words["card"], self.words.language)
        return self.words.noun(name)

    # -------------------------------------------------------------- sets
    def things(self, term: Term, known: Meanings, place: str = WHERE) -> Thing:
        """What a set or a domain holds; the place is told as where it is, or where it is taken from."""
        match term.op:
            case "player_field" | "table_field":
                return Thing(self.kind(term.type.of), tail=self.place(term, known, place))
            case "contents":
                return self.things(term.args[0], known, place)
            case "uncovered":
                where = self.place(term.args[0], known, WHERE)
                return Thing(self.kind(term.type.of), tail=self.tongue.say("uncovered", where=where))
            case "kind":
                return Thing(self.kind(str(term.value)))
            case "define" | "value":
                return self._formula(term, known, place)
            case "filter":
                of = self.things(term.args[0], known, place)
                return self.narrowed(of, term.args[0].type.of, str(term.value), term.args[1], known)
            case "union" | "without":
                return self._combined(term, known, place)
            case "cards":
                names = [self.shown(self.card(a, known), known) for a in term.args]
                return Thing(self.kind(term.type.of), fixed=self.listed(names))
            case "singleton":
                return Thing(self.kind(term.type.of), fixed=self.shown(self.card(term.args[0], known), known))
            case "members":
                return Thing(self.words.noun(str(term.value)))
            case "range":
                low, high = (self.amount(self.number(a, known)) for a in term.args)
                return Thing(read_noun(self.tongue.words["number"], self.words.language), tail=f"{low}..{high}")
            case "players":
                return Thing(read_noun(self.tongue.words["players"], self.words.language))
        found = known.get(str(term.value))
        return found if isinstance(found, Thing) else Thing(self.words.noun(str(term.value or term.op)))

    def listed(self, texts: Sequence[str], joint: str = "and") -> str:
        """`a, b and c`."""
        if len(texts) < 2:
            return "".join(texts)
        return f"{', '.join(texts[:-1])} {self.tongue.words[joint]} {texts[-1]}"

    def place(self, zone: Term, known: Meanings, place: str) -> str:
        """Where a zone is, as the pack says it or by the zone's name."""
        name = str(zone.value)
        owner = self.player(zone.args[0], known) if zone.args else None
        found = self.phrase(name, [owner] if owner else [], known)
        if found is not None:
            told = forms(found)
            if place == WHERE or len(told) > PLACES.index(place):
                return told[PLACES.index(place)]
        title = self.words.noun(name).many
        if owner == YOU:
            return self.tongue.say(f"{place}_you", zone=title)
        return self.tongue.say(place, zone=title, of=self.of(owner) if owner else "").strip()

    def _formula(self, term: Term, known: Meanings, place: str) -> Thing:
        """A set with a name: what the pack calls it, or what it is defined as."""
        formula = (self.game.defines | self.game.values)[str(term.value)]
        inner = self.inner(formula, term.args, known)
        called = self.phrase(formula.name, list(inner.values()), known)
        if called is not None:
            return Thing(read_noun(called, self.words.language))
        assert isinstance(formula.body, Term)
        return self.things(formula.body, inner, place)

    def _combined(self, term: Term, known: Meanings, place: str) -> Thing:
        left, right = (self.things(a, known, place) for a in term.args)
        if term.op == "without":
            return left.behind(self.tongue.say("except", things=self.tongue.many(right)))
        if (left.noun, left.adjectives) == (right.noun, right.adjectives) and not left.fixed + right.fixed:
            return evolve(left, tail=f"{left.tail} {self.tongue.words['or']} {right.tail}")
        return Thing(left.noun, fixed=self.listed([self.tongue.many(left), self.tongue.many(right)], "or"))

    # -------------------------------------------------------------- conditions on cards
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
            noun = self.kind(str(test.value))
            if negated:
                return thing.behind(self.tongue.say("except", things=noun.many))
            return evolve(thing, noun=noun)
        if test.op not in ("==", "!=", "among", "<", "<=", ">", ">="):
            return None
        left, *values = (self._written_out(arg, known) for arg in test.args)
        if left.op != "card_field" or not _is(left.args[0], name) or any(v.op != "int" for v in values):
            return None
        field, owners = str(left.value), self._owners(kind, str(left.value))
        if thing.noun == self.kind(kind) and kind not in owners:
            thing = evolve(thing, noun=self.kind(self._common(owners, kind)))
        return self._printed(thing, field, left.type, test.op, values, negated, owners)

    def _printed(
        self, thing: Thing, field: str, type: Type, op: str, values: list[Term], negated: bool, owners: list[str]
    ) -> Thing:
        """Things by what is printed in one of their fields."""
        noun, say = self.words.noun(field), self.tongue.say
        if type.tag == "number" and op != "!=" and not negated:
            told = self.listed([str(v.value) for v in values], "or")
            if op in ("==", "among"):
                return thing.behind(say("with", field=noun.one, value=told))
            return thing.behind(say("with", field=noun.one, value=say(f"with{op}", number=told)))
        if values[0].type.tag == "none":
            return thing.behind(say("with_any" if (op == "!=") != negated else "without", field=noun.one))
        members = [Member(self.words.key(v.type, v.value)) for v in values]
        told = self.listed([self.words.noun(m.id).one for m in members], "or")
        if (op == "!=") != negated:
            return thing.behind(say("with_other", field=noun.one, value=told))
        if len(members) == 1 and (phrase := self.phrase(field, members, {})):
            return thing.behind(phrase)
        # What every card of the kind has is what it is; what only some have is something about them.
        if all(not dict(self.game.kinds[owner].fields)[field].optional for owner in owners):
            adjectives = tuple(self.words.noun(m.id).one for m in members)
            return evolve(thing, adjectives=(*thing.adjectives, adjectives))
        return thing.behind(say("with", field=noun.one, value=told))

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


def _key(meaning: Meaning) -> str | None:
    """The word in the head of a phrase that stands for exactly this."""
    if isinstance(meaning, Role) and not meaning.name:
        return "self" if meaning == YOU else meaning.key
    return meaning.id if isinstance(meaning, Member) else None
