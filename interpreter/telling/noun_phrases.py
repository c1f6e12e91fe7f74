"""Things in sentences: what players, cards, sets of cards and members are called.

What a name stands for is looked up in the meanings that are passed along:
the sentence is told with the arguments that a formula is called with, not with the names of its parameters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, evolve

from ...dsl.model import SEATS, Game, Procedure, Term
from .describing import Describing
from .grammars import Tongue
from .meanings import YOU, Amount, Meaning, Meanings, Member, Mention, Role, Thing
from .naming import Naming
from .nouns import forms, read_noun
from .words import Words

WHERE, WHERE_TO, WHERE_FROM = "at", "to", "from"
PLACES = (WHERE, WHERE_TO, WHERE_FROM)


@define
class NounPhrases:
    """Tells of players, cards and sets in one language."""

    game: Game
    naming: Naming
    describing: Describing
    number: Callable[[Term, Meanings], Amount]
    condition: Callable[[Term, Meanings], str]

    @property
    def words(self) -> Words:
        """What things are called."""
        return self.naming.words

    @property
    def tongue(self) -> Tongue:
        """The language of the sentences."""
        return self.naming.tongue

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
        return self.elsewhere(term, known)

    def elsewhere(self, term: Term, known: Meanings) -> Meaning:
        """Something that is not written out: where it is found."""
        if term.op == "local":
            return known.get(str(term.value), str(term.value))
        if term.op in ("card_field", "card_state"):
            return self.field_of(term, known)
        if term.op == "cond":
            condition = self.condition(term.args[0], known)
            then, otherwise = (self.naming.shown(self.meaning(a, known), known) for a in term.args[1:])
            return self.tongue.say("if_else", condition=condition, then=then, otherwise=otherwise)
        if term.op == "slot":
            return self.tongue.say("on_slot", slot=term.value, where=self.place(term.args[0], known, WHERE))
        if term.op == "owner":
            return self.tongue.say("owner", card=self.naming.shown(self.card(term.args[0], known), known))
        if term.op in ("define", "value"):
            parts = [self.meaning(arg, known) for arg in term.args]
            return self.naming.told(str(term.value), parts, known)
        return self.words.noun(str(term.value or term.op)).one

    def field_of(self, term: Term, known: Meanings, many: bool = False) -> str:
        """A field of a card: `its size`, or what it holds: `its colors`."""
        card, noun = self.card(term.args[0], known), self.words.noun(str(term.value))
        field = noun.many if many else noun.one
        alone = sum(isinstance(m, Mention) and m.known for m in known.values()) < 2
        if alone and card.known and not card.thing.fixed:
            return self.tongue.say("its", its=self.tongue.its(card.thing.noun), field=field)
        return self.tongue.say("of_card", field=field, card=self.naming.shown(card, known))

    def inner(self, formula: Procedure, args: Sequence[Term], known: Meanings) -> dict[str, Meaning]:
        """What the parameters of a formula stand for in a call."""
        values = (self.meaning(arg, known) for arg in args)
        return dict(zip((name for name, _ in formula.params), values, strict=True))

    # -------------------------------------------------------------- players
    def player(self, term: Term, known: Meanings) -> Role:
        """Who is spoken of."""
        if term.op == "local":
            role = known.get(str(term.value), YOU if term.value == "self" else Role("that_player"))
            return role if isinstance(role, Role) else Role("", self.naming.shown(role, known))
        if term.op in ("opponent", "left", "right"):
            of = self.player(term.args[0], known)
            if (term.op, of.key) == ("opponent", "opponent"):
                return YOU
            return Role(term.op) if of == YOU else Role("", self.tongue.say(f"{term.op}_of", of=self.naming.of(of)))
        if term.op == "int" and 0 <= term.value < len(SEATS):
            return Role("", self.words.seat(term.value))
        found = self.elsewhere(term, known)
        return found if isinstance(found, Role) else Role("", self.naming.shown(found, known))

    def owned(self, field: Term, known: Meanings) -> str:
        """A field of a player, with the owner."""
        noun, role = self.words.noun(str(field.value)), self.player(field.args[0], known)
        return self.tongue.yours(noun) if role == YOU else self.tongue.theirs(noun, self.naming.of(role))

    # -------------------------------------------------------------- cards
    def card(self, term: Term, known: Meanings) -> Mention:
        """Which card is spoken of."""
        if term.op == "card":
            name = self.words.card(term.value)
            return Mention(Thing(self.naming.kind(self.game.cards[term.value].kind), fixed=name))
        found = known.get(str(term.value)) if term.op == "local" else self.elsewhere(term, known)
        if isinstance(found, Mention):
            return found
        told = self.naming.shown(found, known) if found is not None else ""
        return Mention(Thing(self.naming.kind(term.type.of), fixed=told))

    # -------------------------------------------------------------- sets
    def things(self, term: Term, known: Meanings, place: str = WHERE) -> Thing:
        """What a set or a domain holds; the place is told as where it is, or where it is taken from."""
        match term.op:
            case "player_field" | "table_field":
                return Thing(self.naming.kind(term.type.of), tail=self.place(term, known, place))
            case "contents":
                return self.things(term.args[0], known, place)
            case "uncovered" | "face_up" | "face_down":
                where = self.place(term.args[0], known, WHERE)
                return Thing(self.naming.kind(term.type.of), tail=self.tongue.say(term.op, where=where))
            case "kind":
                return Thing(self.naming.kind(str(term.value)))
            case "define" | "value":
                return self._formula(term, known, place)
            case "filter":
                of = self.things(term.args[0], known, place)
                return self.describing.narrowed(of, term.args[0].type.of, str(term.value), term.args[1], known)
            case "union" | "without":
                return self._combined(term, known, place)
            case "cards":
                names = [self.naming.shown(self.card(a, known), known) for a in term.args]
                return Thing(self.naming.kind(term.type.of), fixed=self.naming.listed(names))
            case "singleton":
                name = self.naming.shown(self.card(term.args[0], known), known)
                return Thing(self.naming.kind(term.type.of), fixed=name)
            case "members":
                return Thing(self.words.noun(str(term.value)))
            case "range":
                low, high = (self.naming.amount(self.number(a, known)) for a in term.args)
                return Thing(read_noun(self.tongue.words["number"], self.words.language), tail=f"{low}..{high}")
            case "players" | "people" | "around":
                return Thing(read_noun(self.tongue.words["players"], self.words.language))
        found = self.elsewhere(term, known)
        if isinstance(found, Thing):
            return found
        return Thing(self.naming.kind(term.type.of), fixed=self.naming.shown(found, known))

    def place(self, zone: Term, known: Meanings, place: str) -> str:
        """Where a zone is, as the pack says it or by the zone's name."""
        name = str(zone.value)
        owner = self.player(zone.args[0], known) if zone.args else None
        found = self.naming.phrase(name, [owner] if owner else [], known)
        if found is not None:
            told = forms(found)
            if place == WHERE or len(told) > PLACES.index(place):
                return told[PLACES.index(place)]
        title = self.words.noun(name).many
        if owner == YOU:
            return self.tongue.say(f"{place}_you", zone=title)
        return self.tongue.say(place, zone=title, of=self.naming.of(owner) if owner else "").strip()

    def _formula(self, term: Term, known: Meanings, place: str) -> Thing:
        """A set with a name: what the pack calls it, or what it is defined as."""
        formula = (self.game.defines | self.game.values)[str(term.value)]
        inner = self.inner(formula, term.args, known)
        called = self.naming.phrase(formula.name, list(inner.values()), known)
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
        return Thing(left.noun, fixed=self.naming.listed([self.tongue.many(left), self.tongue.many(right)], "or"))
