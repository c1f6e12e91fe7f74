"""Terms in sentences: numbers and everything else that has a value. Conditions are told in `conditions`."""

from __future__ import annotations

from attrs import define, evolve, field

from ...dsl.model import Game, Term
from .conditions import Conditions, held_in
from .describing import Describing
from .grammars import Tongue
from .meanings import YOU, Amount, Meaning, Meanings, Mention, Part, Role, Thing
from .merging import merged
from .naming import Naming
from .noun_phrases import EVERYBODY, NounPhrases
from .nouns import Noun, read_noun
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
    conditions: Conditions = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.naming = Naming(self.words, self.tongue, self.book)
        self.describing = Describing(
            self.game, self.naming, self.condition, lambda term, known: self.nouns.meaning(term, known)
        )
        self.nouns = NounPhrases(self.game, self.naming, self.describing, self.number, self.condition)
        self.conditions = Conditions(self.game, self.naming, self.describing, self.nouns, self.number)

    def value(self, term: Term, known: Meanings, case: str = "") -> str:
        """A term in words; as an object where no other case is asked for."""
        if term.type.tag == "flag" and term.op == "int":
            return self.tongue.words["yes" if term.value else "no"]
        return self.naming.shown(self.nouns.meaning(term, known), known, case)

    def condition(self, term: Term, known: Meanings) -> str:
        """A condition in words."""
        return self.conditions.told(term, known)

    def element(self, domain: Term, things: Thing, known: Meanings) -> Meaning:
        """One of the things that a name runs over, once it was introduced."""
        return self.conditions.element(domain, things, known)

    # -------------------------------------------------------------- numbers
    def number(self, term: Term, known: Meanings) -> Amount:
        """A number in words."""
        match term.op:
            case "int":
                return (Part(int(term.value)),)
            case "count":
                return (Part(1, self.nouns.things(term.args[0], known)),)
            case "player_field":
                return self._of_player(term, known)
            case "table_field":
                called = self.naming.phrase(str(term.value), [], known)
                return self._words(called or self.tongue.named(self.words.noun(str(term.value)), "nom"))
            case "+":
                return self._added(term, known)
            case "-" | "*" | "/":
                return self._calculated(term, known)
            case "define" | "value":
                return self._formula_number(term, known)
            case "fold":
                return self._fold(term, known)
            case "local":
                found = known[str(term.value)] if term.value in known else self.nouns.bare(str(term.value))
                if isinstance(found, Mention):
                    return self._words(self.naming.shown(found, known))
                return found if isinstance(found, tuple) else self._words(str(found))
            case "max" | "min":
                return self._limited(term, known)
            case "cond":
                condition, (then, otherwise) = self.condition(term.args[0], known), term.args[1:]
                parts = {"then": self.value(then, known), "otherwise": self.value(otherwise, known)}
                return self._words(self.tongue.say("if_else", condition=condition, **parts))
            case "price" | "goods_price":
                return self._words(self.tongue.say(term.op, card=self.value(term.args[1], known)))
            case "score" if term.value is None:
                category, role = self.value(term.args[1], known), self.nouns.player(term.args[0], known)
                points = "points_for_you" if role == YOU else "points_for"
                return self._words(self.tongue.say(points, category=category, of=self.naming.of(role)))
            case "score":
                of, category = self.nouns.player(term.args[0], known), self.words.title(str(term.value))
                template = "score_you" if of == YOU else "score_of"
                return self._words(self.tongue.say(template, of=self.naming.of(of), category=category))
            case "total":
                of = self.nouns.player(term.args[0], known)
                template = "total_you" if of == YOU else "total_of"
                return self._words(self.tongue.say(template, of=self.naming.of(of)))
            case "payment_total" | "payment_part":
                return self._words(self.tongue.words["paid"])
            case "slots":
                return self._words(self.tongue.say("slots", layout=self._layout(term.args[0], known)))
            case "card_field" | "card_state" | "formula":
                return self._words(self.nouns.field_of(term, known))
            case "printed_money":
                money = self.words.noun(self.game.payment.money if self.game.payment else str(term.value)).many
                return self._words(self.tongue.say("amount_in", good=money, field=self.nouns.field_of(term, known)))
            case "amount":
                good = self.value(term.args[1], known)
                return self._words(self.tongue.say("amount_in", good=good, field=self.nouns.field_of(term, known)))
        return self._words(self.words.noun(str(term.value or term.op)).one)

    def _layout(self, term: Term, known: Meanings) -> str:
        """A drawn layout: what it is called, or what says which one it is."""
        if term.op == "int":
            return self.words.noun(list(self.game.layouts)[int(term.value)]).one
        return self.naming.shown(self.nouns.elsewhere(term, known), known)

    def _words(self, text: str) -> Amount:
        return (Part(1, text=text),)

    def _counted(self, called: str, gender: str = "") -> Amount:
        """A phrase for a number: with two forms it is a noun of which there are so many."""
        noun = read_noun(called, self.words.language)
        if not noun.counts and "|" not in called:
            return self._words(called)
        return (Part(1, Thing(evolve(noun, gender=noun.gender or gender))),)

    def _of_player(self, term: Term, known: Meanings) -> Amount:
        """A number of a player: so many of something where it can be counted."""
        role, noun = self.nouns.player(term.args[0], known), self.words.noun(str(term.value))
        called = self.naming.phrase(str(term.value), [role], known)
        if called is not None:
            return self._counted(called, noun.gender)
        if not noun.counts:
            return self._words(self.nouns.owned(term, known))
        return (Part(1, Thing(noun, tail=self.naming.having(role))),)

    def _added(self, term: Term, known: Meanings) -> Amount:
        together = merged(self.game, term)
        if together is not None:
            name, players, one = together
            role = self.nouns.group(players, known)
            found = self.number(one, {**known, name: role}) if role is not None else ()
            if len(found) == 1 and found[0].per is not None:
                return found
        return self.number(term.args[0], known) + self.number(term.args[1], known)

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
        if term.op == "-" and left == (Part(0),):
            return self._words(self.tongue.say("negative", number=self.naming.plain(right)))
        told = [self._bracketed(side, term.op) for side in (left, right)]
        return self._words(self.tongue.say(CALCULATIONS[term.op], left=told[0], right=told[1]))

    def _bracketed(self, amount: Amount, op: str) -> str:
        """A number in a calculation, in brackets where it would not be clear what belongs together."""
        told = self.naming.plain(amount)
        limited = any(part.most or part.least for part in amount)
        return f"({told})" if limited or (op in ("*", "/") and len(amount) > 1) else told

    def _limited(self, term: Term, known: Meanings) -> Amount:
        """The smaller or larger of some numbers; of a number that is written out and another one: at most, at least."""
        fixed = [arg for arg in term.args if arg.op == "int"]
        others = [arg for arg in term.args if arg.op != "int"]
        if len(fixed) == len(others) == 1:
            limit = str(fixed[0].value)
            told = self.number(others[0], known)
            if len(told) == 1 and not (told[0].most or told[0].least):
                limited = evolve(told[0], most=limit) if term.op == "min" else evolve(told[0], least=limit)
                return (limited,)
        numbers = self.naming.listed([self.naming.plain(self.number(a, known)) for a in term.args])
        return self._words(self.tongue.say(f"{term.op}_of", numbers=numbers))

    def _formula_number(self, term: Term, known: Meanings) -> Amount:
        """A named number: what the pack calls it, or what it is defined as."""
        name = str(term.value)
        formula = (self.game.defines | self.game.values)[name]
        inner = self.nouns.inner(formula, term.args, known)
        called = self.nouns.called(name, list(inner.values()), known)
        if called is not None:
            return self._counted(called)
        if term.op == "define" and isinstance(formula.body, Term):
            return self.number(formula.body, inner)
        return self._words(self.naming.called(name, list(inner.values()), known))

    def _fold(self, term: Term, known: Meanings) -> Amount:
        fold, name = term.value
        domain, body = term.args[0], term.args[1]
        held = held_in(term)
        if held is not None and fold == "count":
            return self._words(self.tongue.say("number_held", things=self.nouns.field_of(held, known, many=True)))
        if (
            domain.op in EVERYBODY
            and fold in SUPERLATIVES
            and len(term.args) == 2
            and any(part.op == "local" and part.value == name for part in body.walk())
        ):
            found = self.number(body, {**known, name: Role(SUPERLATIVES[fold])})
            if len(found) == 1 and found[0].per is not None and found[0].times > 0:
                return found
        where = term.args[2] if len(term.args) > 2 else None
        others = self.nouns.everyone(domain, where, name, known) if where is not None else None
        if others is not None and fold == "sum":
            found = self.number(body, {**known, name: Role("others") if others.key == "each_other" else others})
            if len(found) == 1 and found[0].per is not None:
                return found
        things = self.nouns.things(domain, known)
        if others is not None:
            things = evolve(things, adjectives=((self.tongue.words["other"],),))
        elif len(term.args) > 2:
            things = self.describing.narrowed(things, domain.type.of, name, term.args[2], known)
        if fold in ("count", "sum") and body.op == "int":
            return (Part(int(body.value), things),)
        inner = {**known, name: self.element(domain, things, known)}
        amount = self.number(body, inner)
        if fold == "sum" and len(amount) == 1 and amount[0].per is None and not amount[0].text:
            return (evolve(amount[0], per=things),)
        told = self.naming.plain(amount)
        if body.op in ("card_field", "card_state") and body.args[0].op == "local" and body.args[0].value == name:
            told = self.tongue.named(Noun("", self.words.noun(str(body.value)).many))
        each = self.tongue.each(things, "dat") if fold != "sum" else self.tongue.all(things, "gen")
        return self._words(self.tongue.say(fold, body=told, each=each))


def names_in(term: Term) -> set[str]:
    """The names that a term speaks of."""
    return {str(part.value) for part in term.walk() if part.op == "local"}


def _scaled(amount: Amount, times: int) -> Amount | None:
    """So many times a number, where that can be said in the same words."""
    if any(part.text or part.most or part.least for part in amount):
        return None
    return tuple(evolve(part, times=times * part.times) for part in amount)
