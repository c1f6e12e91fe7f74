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
from .meanings import THIS, YOU, Amount, Meaning, Meanings, Member, Mention, Role, Thing
from .merging import merged
from .naming import Naming
from .nouns import DAT, NOM, read_noun
from .words import Words

WHERE, WHERE_TO, WHERE_FROM = "at", "to", "from"
PLACES = (WHERE, WHERE_TO, WHERE_FROM)
# All seats, and those that belong to somebody: on a card there is no difference.
EVERYBODY = ("players", "people")


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
            found = known.get(str(term.value))
            return self.bare(str(term.value)) if found is None else found
        if term.op in ("card_field", "card_state"):
            return self.field_of(term, known)
        if term.op == "player_field":
            return self.owned(term, known)
        if term.op == "table_field":
            called = self.naming.form(str(term.value), [], known, 0)
            if called is not None and term.type.tag != "flag":
                return called
            return self.tongue.named(self.words.noun(str(term.value)), NOM)
        if term.op == "cond":
            condition = self.condition(term.args[0], known)
            then, otherwise = (self.naming.shown(self.meaning(a, known), known) for a in term.args[1:])
            return self.tongue.say("if_else", condition=condition, then=then, otherwise=otherwise)
        if term.op == "owner":
            return self.tongue.say("owner_of", card=self.naming.shown(self.card(term.args[0], known), known))
        if term.op in ("define", "value"):
            return self._called(term, known)
        return self.words.noun(str(term.value or term.op)).one

    def _called(self, term: Term, known: Meanings) -> Meaning:
        """A formula with a name: what the pack calls it, or what it is defined as."""
        formula = (self.game.defines | self.game.values)[str(term.value)]
        inner = self.inner(formula, term.args, known)
        told = self.called(formula.name, list(inner.values()), known)
        if told is None and term.op == "define" and isinstance(formula.body, Term):
            return self.meaning(formula.body, inner)
        return told if told is not None else self.naming.called(formula.name, list(inner.values()), known)

    def called(self, name: str, parts: Sequence[Meaning], known: Meanings) -> str | None:
        """What the pack calls a formula: for a value that is the second form of its phrase, the first says what a card
        makes of it."""
        if name in self.game.values:
            found = self.naming.form(name, parts, known, 1)
            if found is not None:
                return found
            first = self.naming.form(name, parts, known, 0)
            is_flag = isinstance(body := self.game.values[name].body, Term) and body.type.tag == "flag"
            return first if is_flag and first and "{value" not in first else None
        return self.naming.phrase(name, parts, known)

    def bare(self, name: str) -> str:
        """A name of the rules that nothing else is said for."""
        self.words.missing.add((name, True))
        return self.tongue.say("quoted", text=name.replace("_", " "))

    def field_of(self, term: Term, known: Meanings, many: bool = False) -> str:
        """A field of a card: `its size`, or what it holds: `its colors`."""
        card, noun = self.card(term.args[0], known), self.words.noun(str(term.value))
        field = noun.many if many else noun.one
        alone = sum(isinstance(m, Mention) and m.known and not m.thing.fixed for m in known.values()) < 2
        if alone and card.known and not card.thing.fixed:
            return self.tongue.say("its", its=self.tongue.its(card.thing.name), field=field)
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
        if term.op == "int":
            return Role("", self.words.seat(term.value)) if 0 <= term.value < len(SEATS) else Role("nobody")
        found = self.elsewhere(term, known)
        return found if isinstance(found, Role) else Role("", self.naming.shown(found, known))

    def everyone(self, domain: Term, where: Term | None, name: str, known: Meanings) -> Role | None:
        """Each of the players that a name runs over, where that can be said in a word."""
        if domain.op in EVERYBODY:
            return Role("each_player") if where is None else self._other(where, name, known)
        if domain.op == "listing" and len(domain.args) == 2 and where is None:
            keys = {self.player(arg, known).key for arg in domain.args}
            return Role("each_neighbour") if keys == {"left", "right"} else None
        return None

    def _other(self, where: Term, name: str, known: Meanings) -> Role | None:
        """Each other player, where a condition says just that."""
        if where.op != "!=" or where.args[0].type.tag != "player":
            return None
        sides = [side for side in where.args if not (side.op == "local" and side.value == name)]
        if len(sides) != 1 or self.player(sides[0], known) != YOU:
            return None
        return Role("opponent") if self.game.players == (2, 2) else Role("each_other")

    def owned(self, field: Term, known: Meanings) -> str:
        """A field of a player, with the owner."""
        noun, role = self.words.noun(str(field.value)), self.player(field.args[0], known)
        if role == YOU:
            return self.tongue.yours(noun)
        whose = self.naming.whose(role)
        return f"{whose} {noun.many}" if whose else self.tongue.theirs(noun, self.naming.of(role), NOM)

    # -------------------------------------------------------------- cards
    def card(self, term: Term, known: Meanings) -> Mention:
        """Which card is spoken of."""
        kind = self.naming.kind(term.type.of)
        if term.op == "card":
            own = known.get(THIS)
            if isinstance(own, Mention) and own.thing.fixed == self.words.card(term.value):
                return Mention(Thing(own.thing.noun, fixed=self.tongue.this(own.thing.noun)))
            name = self.words.card(term.value)
            return Mention(Thing(self.naming.kind(self.game.cards[term.value].kind), fixed=name))
        if term.op == "slot":
            where = self.place(term.args[0], known, WHERE) if term.args else ""
            return Mention(Thing(kind, fixed=self.tongue.say("slot", slot=str(term.value), where=where).strip()))
        found = known.get(str(term.value)) if term.op == "local" else self.elsewhere(term, known)
        if isinstance(found, Mention):
            return found
        told = self.naming.shown(found, known) if found is not None else self.bare(str(term.value))
        return Mention(Thing(kind, fixed=told))

    # -------------------------------------------------------------- sets
    def things(self, term: Term, known: Meanings, place: str = WHERE) -> Thing:
        """What a set or a domain holds; the place is told as where it is, or where it is taken from."""
        cards = term.type.of == "card" or term.type.of in self.game.kinds
        kind = self.naming.kind(term.type.of if cards else "card")
        match term.op:
            case "player_field" | "table_field":
                return Thing(kind).behind(self.place(term, known, place))
            case "contents":
                return self.things(term.args[0], known, place)
            case "uncovered" | "unrevealed" | "face_up" | "face_down":
                adjectives = tuple((word,) for word in self.tongue.words[term.op].split(" "))
                return Thing(kind, adjectives).behind(self.place(term.args[0], known, place))
            case "row":
                number = self.naming.plain(self.number(term.args[0], known))
                where = self.place(term.args[1], known, place)
                return Thing(kind, tail=self.tongue.say("in_row", number=number, where=where))
            case "top":
                number = self.naming.plain(self.number(term.args[0], known))
                of = self.things(term.args[1], known, place)
                return of.behind(self.tongue.say("among_top", number=number))
            case "namesakes":
                card = self.naming.shown(self.card(term.args[0], known), known)
                return Thing(kind, tail=self.tongue.say("namesakes", card=card))
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
                return Thing(kind, fixed=self.naming.listed(names))
            case "listing":
                told = [self.naming.shown(self.meaning(a, known), known) for a in term.args]
                return Thing(kind, fixed=self.naming.listed(told, "or"))
            case "singleton":
                return Thing(kind, fixed=self.naming.shown(self.card(term.args[0], known), known))
            case "members":
                return Thing(self.words.noun(str(term.value)))
            case "range":
                low, high = (self.naming.amount(self.number(a, known)) for a in term.args)
                noun = read_noun(self.tongue.words["number"], self.words.language)
                return Thing(noun, tail=self.tongue.say("between", low=low, high=high))
            case "players" | "people" | "around":
                return Thing(read_noun(self.tongue.words["player"], self.words.language))
            case "payments":
                return Thing(read_noun(self.tongue.words["payment"], self.words.language))
        found = self.elsewhere(term, known)
        if isinstance(found, Thing):
            return found
        return Thing(kind, fixed=self.naming.shown(found, known))

    def place(self, zone: Term, known: Meanings, place: str) -> str:
        """Where a zone is, as the pack says it or by the zone's name."""
        if zone.op not in ("player_field", "table_field"):
            things = self.things(zone, known, place)
            return things.tail or things.fixed
        name = str(zone.value)
        owner = self.player(zone.args[0], known) if zone.args else None
        parts = [owner] if owner else []
        found = self.naming.form(name, parts, known, PLACES.index(place))
        if found is None and place == WHERE:
            found = self.naming.form(name, parts, known, 0)
        if found is not None:
            return found
        noun = self.words.noun(name)
        if owner is None:
            return self.tongue.zone(place, noun, "", "")
        return self.tongue.zone(place, noun, self.naming.whose(owner), self.naming.of(owner))

    def _formula(self, term: Term, known: Meanings, place: str) -> Thing:
        """A set with a name: what the pack calls it, or what it is defined as."""
        formula = (self.game.defines | self.game.values)[str(term.value)]
        inner = self.inner(formula, term.args, known)
        called = self.naming.phrase(formula.name, list(inner.values()), known)
        if called is not None:
            return evolve(self.tongue.thing(called), short=self.naming.kind(term.type.of))
        assert isinstance(formula.body, Term)
        return self.things(formula.body, inner, place)

    def _combined(self, term: Term, known: Meanings, place: str) -> Thing:
        together = merged(self.game, term)
        if together is not None:
            name, players, one = together
            role = self.group(players, known)
            if role is not None:
                return self.things(one, {**known, name: role}, place)
        left, right = (self.things(a, known, place) for a in term.args)
        if term.op == "without":
            return left.behind(self.tongue.say("except", things=self.tongue.many(right, DAT)))
        if (left.noun, left.adjectives) == (right.noun, right.adjectives) and not left.fixed + right.fixed:
            return evolve(left, tail=f"{left.tail} {self.tongue.words['or']} {right.tail}")
        return Thing(left.noun, union=(*(left.union or (left,)), *(right.union or (right,))))

    def group(self, players: Sequence[Term], known: Meanings) -> Role | None:
        """Several players in a word."""
        keys = {role.key for role in (self.player(player, known) for player in players) if not role.name}
        return {
            frozenset({"left", "right"}): Role("neighbours"),
            frozenset({"you", "left", "right"}): Role("neighbourhood"),
            frozenset({"you", "opponent"}): Role("players"),
        }.get(frozenset(keys))
