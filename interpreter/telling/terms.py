"""Terms in sentences: numbers, conditions and everything else that has a value."""

from __future__ import annotations

from attrs import define, evolve, field

from ...dsl.model import SEVERAL, Game, Term
from .describing import Describing
from .grammars import Tongue
from .meanings import YOU, Amount, Meaning, Meanings, Mention, Part, Role, Thing
from .naming import Naming
from .noun_phrases import NounPhrases
from .phrasebook import Phrasebook
from .words import Words

SUPERLATIVES = {"max": "most", "min": "fewest", "sum": "everyone"}
CALCULATIONS = {"-": "minus", "*": "times", "/": "divided"}


@define
class Telling:
    """Tells of everything that has a value, in one language."""

    game: Game
    words: Words
    tongue: Tongue
    book: Phrasebook
    naming: Naming = field(init=False)
    describing: Describing = field(init=False)
    nouns: NounPhrases = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.naming = Naming(self.words, self.tongue, self.book)
        self.describing = Describing(self.game, self.naming, self.condition)
        self.nouns = NounPhrases(self.game, self.naming, self.describing, self.number, self.condition)

    def value(self, term: Term, known: Meanings) -> str:
        """A term in words."""
        if term.type.tag == "flag" and term.op == "int":
            return self.tongue.words["yes" if term.value else "no"]
        return self.naming.shown(self.nouns.meaning(term, known), known)

    # -------------------------------------------------------------- numbers
    def number(self, term: Term, known: Meanings) -> Amount:
        """A number in words."""
        match term.op:
            case "int":
                return (Part(int(term.value)),)
            case "count":
                return (Part(1, self.nouns.things(term.args[0], known)),)
            case "player_field":
                role, noun = self.nouns.player(term.args[0], known), self.words.noun(str(term.value))
                return (Part(1, Thing(noun, tail=self.naming.of(role))),)
            case "+":
                return self.number(term.args[0], known) + self.number(term.args[1], known)
            case "-" | "*" | "/":
                return self._calculated(term, known)
            case "define" | "value":
                return self._formula_number(term, known)
            case "fold":
                return self._fold(term, known)
            case "local":
                found = known.get(str(term.value))
                if isinstance(found, Mention):
                    return self._words(self.naming.shown(found, known))
                return found if isinstance(found, tuple) else self._words(str(found or term.value))
            case "max" | "min":
                numbers = self.naming.listed([self.naming.plain(self.number(a, known)) for a in term.args])
                return self._words(self.tongue.say(f"{term.op}_of", numbers=numbers))
            case "cond":
                condition, (then, otherwise) = self.condition(term.args[0], known), term.args[1:]
                parts = {"then": self.value(then, known), "otherwise": self.value(otherwise, known)}
                return self._words(self.tongue.say("if_else", condition=condition, **parts))
            case "price" | "goods_price":
                return self._words(self.tongue.say(term.op, card=self.value(term.args[1], known)))
            case "slots":
                return self._words(self.tongue.say("slots", layout=self._layout(term.args[0], known)))
            case "card_field" | "card_state" | "formula":
                return self._words(self.nouns.field_of(term, known))
            case "score" if term.value is None:
                category, role = self.value(term.args[1], known), self.nouns.player(term.args[0], known)
                points = "points_for_you" if role == YOU else "points_for"
                return self._words(self.tongue.say(points, category=category, of=self.naming.of(role)))
            case "printed_money":
                return self._words(self.nouns.field_of(term, known))
            case "amount":
                good = self.value(term.args[1], known)
                return self._words(f"{self.nouns.field_of(term, known)} ({good})")
        return self._words(self.words.noun(str(term.value or term.op)).one)

    def _layout(self, term: Term, known: Meanings) -> str:
        """A drawn layout: what it is called, or what says which one it is."""
        if term.op == "int":
            return self.words.noun(list(self.game.layouts)[int(term.value)]).one
        return self.naming.shown(self.nouns.elsewhere(term, known), known)

    def _words(self, text: str) -> Amount:
        return (Part(1, text=text),)

    def _calculated(self, term: Term, known: Meanings) -> Amount:
        """A difference, product or quotient: as so many for each of something where it can be said like that."""
        left, right = (self.number(a, known) for a in term.args)
        found: Amount | None = None
        if term.op == "-" and left == (Part(0),):
            found = _scaled(right, -1)
        elif term.op == "*" and term.args[0].op == "int":
            found = _scaled(right, int(term.args[0].value))
        elif term.op == "*" and term.args[1].op == "int":
            found = _scaled(left, int(term.args[1].value))
        elif term.op == "/" and len(left) == 1 and left[0].per is not None and left[0].times == 1:
            found = (evolve(left[0], every=left[0].every * int(term.args[1].value)),)
        if found is not None:
            return found
        parts = {"left": self.naming.plain(left), "right": self.naming.plain(right)}
        return self._words(self.tongue.say(CALCULATIONS[term.op], **parts))

    def _formula_number(self, term: Term, known: Meanings) -> Amount:
        """A named number: what the pack calls it, or what it is defined as."""
        name = str(term.value)
        formula = (self.game.defines | self.game.values)[name]
        inner = self.nouns.inner(formula, term.args, known)
        called = self.naming.phrase(name, list(inner.values()), known)
        if called is not None:
            return self._words(called)
        if term.op == "define" and isinstance(formula.body, Term):
            return self.number(formula.body, inner)
        return self._words(self.naming.called(name, list(inner.values()), known))

    def _fold(self, term: Term, known: Meanings) -> Amount:
        fold, name = term.value
        domain, body = term.args[0], term.args[1]
        held = held_in(term)
        if held is not None and fold == "count":
            return self._words(self.tongue.say("number_of", things=self.nouns.field_of(held, known, many=True)))
        if domain.op == "players" and fold in SUPERLATIVES and len(term.args) == 2 and name in names_in(body):
            found = self.number(body, {**known, name: Role(SUPERLATIVES[fold])})
            if len(found) == 1 and found[0].per is not None and found[0].times > 0:
                return found
        things = self.nouns.things(domain, known)
        if len(term.args) > 2:
            things = self.describing.narrowed(things, domain.type.of, name, term.args[2], known)
        if fold in ("count", "sum") and body.op == "int":
            return (Part(int(body.value), things),)
        inner = {**known, name: self.element(domain, things)}
        told = self.naming.plain(self.number(body, inner))
        return self._words(self.tongue.say(fold, body=told, each=self.tongue.each(things)))

    def element(self, domain: Term, things: Thing) -> Meaning:
        """One of the things that a name runs over, once it was introduced."""
        if domain.op == "players":
            return Role("that_player")
        return Mention(things) if domain.type.tag == "set" else self.tongue.that(things.noun)

    # -------------------------------------------------------------- conditions
    def condition(self, term: Term, known: Meanings) -> str:
        """A condition in words."""
        say = self.tongue.say
        match term.op:
            case "and" | "or":
                return f" {self.tongue.words[term.op]} ".join(self.condition(a, known) for a in term.args)
            case "not":
                return self._negated(term.args[0], known)
            case "==" | "!=" | "<" | "<=" | ">" | ">=":
                return self._comparison(term, known)
            case "among":
                right = self.naming.listed([self.value(a, known) for a in term.args[1:]], "or")
                return say("==", left=self.value(term.args[0], known), right=right)
            case "has":
                things, card = self.nouns.things(term.args[0], known), self.value(term.args[1], known)
                return say("belongs", card=card, things=self.tongue.many(things))
            case "is_kind":
                card, kind = self.value(term.args[0], known), Thing(self.naming.kind(str(term.value)))
                return say("==", left=card, right=self.tongue.one(kind))
            case "int":
                return self.tongue.words["yes" if term.value else "no"]
            case "over":
                return self.tongue.words["over"]
            case "fold":
                return self._fold_condition(term, known)
            case "define" | "value":
                return self._formula_condition(term, known)
        if term.op in ("card_field", "card_state", "player_field", "table_field", "local"):
            return say(
                "==", left=self.naming.shown(self.nouns.elsewhere(term, known), known), right=self.tongue.words["yes"]
            )
        return self.naming.shown(self.nouns.elsewhere(term, known), known)

    def _negated(self, term: Term, known: Meanings) -> str:
        """That a condition does not hold."""
        opposite = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}.get(term.op)
        if opposite is not None:
            return self.condition(evolve(term, op=opposite), known)
        if term.op == "not":
            return self.condition(term.args[0], known)
        return self.tongue.say("not", condition=self.condition(term, known))

    def _comparison(self, term: Term, known: Meanings) -> str:
        left, right = term.args
        if left.op == "count" and (term.op, right.op, right.value) in (("==", "int", 0), (">", "int", 0)):
            things = self.tongue.many(self.nouns.things(left.args[0], known))
            return self.tongue.say("no_things" if term.op == "==" else "some_things", things=things)
        told = [self._compared(side, known) for side in term.args]
        if left.op == "switch":
            told[1] = self.words.noun(self.game.switches[str(left.value)][0][right.value]).one
        return self.tongue.say(term.op, left=told[0], right=told[1])

    def _compared(self, term: Term, known: Meanings) -> str:
        if term.op == "player_field" and term.type.tag == "number":
            return self.nouns.owned(term, known)
        return self.naming.plain(self.number(term, known)) if term.type.tag == "number" else self.value(term, known)

    def _fold_condition(self, term: Term, known: Meanings) -> str:
        fold, name = term.value
        domain, held = term.args[0], held_in(term)
        if held is not None and term.args[1].args and term.args[1].args[0].type.tag == SEVERAL:
            both = [self.nouns.field_of(field, known, many=True) for field in (term.args[1].args[0], held)]
            return self.tongue.say("in_common", left=both[0], right=both[1])
        things = self.nouns.things(domain, known)
        if len(term.args) > 2:
            things = self.describing.narrowed(things, domain.type.of, name, term.args[2], known)
        told = self.condition(term.args[1], {**known, name: self.element(domain, things)})
        return self.tongue.say(fold, condition=told, one=self.tongue.one(things), each=self.tongue.each(things))

    def _formula_condition(self, term: Term, known: Meanings) -> str:
        name = str(term.value)
        formula = (self.game.defines | self.game.values)[name]
        inner = self.nouns.inner(formula, term.args, known)
        called = self.naming.phrase(name, list(inner.values()), known)
        if called is None and term.op == "define" and isinstance(formula.body, Term):
            return self.condition(formula.body, inner)
        return called or self.naming.called(name, list(inner.values()), known)


def held_in(term: Term) -> Term | None:
    """The field whose members a fold goes through, where it does."""
    test = term.args[2] if len(term.args) > 2 and term.args[0].op == "members" else None
    speaks = test is not None and test.op == "==" and test.args[0].type.tag == SEVERAL
    return test.args[0] if test is not None and speaks and test.args[1].value == term.value[1] else None


def names_in(term: Term) -> set[str]:
    """The names that a term speaks of."""
    return {str(part.value) for part in term.walk() if part.op == "local"}


def _scaled(amount: Amount, times: int) -> Amount | None:
    """So many times a number, where that can be said in the same words."""
    if any(part.text for part in amount):
        return None
    return tuple(evolve(part, times=times * part.times) for part in amount)
