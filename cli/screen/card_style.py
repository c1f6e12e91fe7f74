"""The pen: names, signs and colours of one game in one language, and cards in a few characters.

Everything comes from the description of the game; where a pack says nothing about how a thing is drawn, its name is
written out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import define, evolve, field

from ...dsl.look import LookModel
from ...dsl.meaning import members_in
from ...dsl.model import SEVERAL, CardModel, CostModel, GoodsModel, Term, Type
from ...dsl.statics import literal
from ...interpreter.asking.figures import Production
from ...interpreter.playing.game import Game
from ...interpreter.playing.view import Marks, Unknown, Zone
from ...interpreter.runtime.price_rows import NOT_FOR_SALE
from ...interpreter.telling.printed import is_formula
from ...interpreter.telling.sentences import effect_text
from ...interpreter.telling.words import HOLE, Words, capital
from ..terminal import styled
from .speech import Speech

ABILITY, DONE = "✦", "✓"
# Stands for what somebody cannot know for certain.
UNSURE = "?"


def shown(number: int | None) -> str:
    """A number that somebody may not know."""
    return UNSURE if number is None else str(number)


@define
class Pen:
    """Writes the things of a game that so many people play; the seats after them are nobody's."""

    game: Game
    language: str
    people: int | None = None
    words: Words = field(init=False)
    speech: Speech = field(init=False)
    look: LookModel = field(init=False)
    _abilities: Counter[int] = field(init=False)
    _numbers: dict[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        model = self.game.description
        self.words, self.speech = self.game.words(self.language), Speech(self.language)
        self.look = evolve(model.look, signs=model.look.signs | model.look.spoken.get(self.language, {}))
        handled = [card.index for card in model.cards for body in card.handlers.values() if body]
        answering = [answer.card for answer in model.answers] + [listener.card for listener in model.listeners]
        self._abilities = Counter(handled + answering)
        self._numbers = {card.name: card.index for card in model.cards}

    # -------------------------------------------------------------- names and signs
    def seat(self, seat: int) -> str:
        """The name of a seat."""
        if self.look.nobody and self.people is not None and seat >= self.people:
            return self.words.name(self.look.nobody)
        return capital(self.words.seat(seat))

    def drawn(self, fields: Iterable[str]) -> list[str]:
        """Those of the fields that are drawn, in the order that the packs ask for."""
        names = list(fields)
        listed = [name for name in self.look.order if name in names]
        return [name for name in dict.fromkeys((*listed, *names)) if name not in self.look.hidden]

    def title(self, name: str) -> str:
        """The name of a field, zone or category; the sum of all categories has one if no pack gives it another."""
        if name == "total" and name not in self.game.description.names.get(self.language, {}):
            return capital(self.speech.say(name))
        return capital(self.words.title(name))

    def card(self, identifier: str, *styles: str) -> str:
        """The name of a card in its colour."""
        card = self.game.card(identifier)
        return self.colored(card, self.words.card(card.index), *styles)

    def colored(self, card: CardModel, text: str, *styles: str) -> str:
        """A text about a card in its colour: that of the first of its fields that has one. One of several colours has
        a part of the text in each."""
        colors = [self.look.colors.get(key, "") for key in self._coloring(card)[1]] or [""]
        size = -(-len(text) // len(colors))
        parts = [text[place * size : (place + 1) * size] for place in range(len(colors))]
        return "".join(styled(part, color, *styles) for part, color in zip(parts, colors, strict=True))

    def _coloring(self, card: CardModel) -> tuple[str, tuple[str, ...]]:
        """The field that colours a card, and the members in it."""
        for name, type in self.game.description.kinds[card.kind].fields:
            keys = [f"{type.of}.{self.game.description.enums[type.of][number]}" for number in self.held(card, name)]
            if any(key in self.look.colors for key in keys):
                return name, tuple(keys)
        return "", ()

    def held(self, card: CardModel, name: str) -> list[int]:
        """The members of an enum that a card has in a field, by number."""
        type, value = dict(self.game.description.kinds[card.kind].fields).get(name), card.values.get(name)
        if type is None or not isinstance(value, int):
            return []
        return members_in(value) if type.tag == SEVERAL else [value] if type.tag == "enum" and value >= 0 else []

    def member(self, enum: str, number: int) -> str:
        """The sign of a member of an enum, or its name."""
        name = self.game.description.enums[enum][number]
        key = f"{enum}.{name}"
        return styled(self.look.signs.get(key) or capital(self.words.noun(name).one), self.look.colors.get(key, ""))

    def amount(self, name: str, number: int | str) -> str:
        """A number of something: `3$`, or `Title 3` where there is no sign."""
        sign = self.look.signs.get(name)
        return styled(f"{number}{sign}" if sign else f"{self.title(name)} {number}", self.look.colors.get(name, ""))

    def unsure(self, name: str, number: int | None) -> str:
        """A number of something, with a sign where it is not known."""
        return self.amount(name, shown(number))

    def value(self, type: Type, value: int) -> str:
        """The value of a field as people read it."""
        if type.tag == "flag":
            return self.words.name("yes" if value else "no")
        return self.words.shown(type, value)

    @property
    def money(self) -> str:
        """The field that holds what costs are paid with; empty where nothing costs."""
        payment = self.game.description.payment
        return payment.money if payment else ""

    def names(self, zone: Zone, marks: Mapping[str, Marks] | None = None) -> list[str]:
        """The cards of a zone by name, those not seen by their backs, with what is marked on them."""
        known = marks or {}
        backs = [f"{u.count} {' '.join(self.back(u))}{self._behind(u.marks)}" for u in zone.unknown]
        cards = [self.card(card) + self._behind(known.get(card, ())) for card in zone.cards]
        return [*cards, *(styled(back, "dim") for back in backs)]

    def marks(self, marks: Marks) -> list[str]:
        """What is marked on a card: another card by its name, anything else with the name of the state."""
        cards = self._numbers
        drawn = [(name, key) for name, key in marks if name not in self.look.hidden]
        return [self.words.card(cards[key]) if key in cards else f"{self.title(name)} {key}" for name, key in drawn]

    def _behind(self, marks: Marks) -> str:
        found = self.marks(marks)
        return f" ({', '.join(found)})" if found else ""

    def filled(self, pattern: str, words: Sequence[str]) -> str:
        """The label of an option in the language, its holes filled in the order of the rules."""
        filled = dict(zip(HOLE.findall(pattern), words, strict=False))
        return capital(self.words.fill(self.words.name(pattern), filled))

    # -------------------------------------------------------------- cards in short
    def brief(self, card: CardModel, done: bool) -> str:
        """A card on a list of things to do: what it is listed by, what it costs unless it is done, what it brings."""
        by = self.look.briefs.get(card.kind)
        types = dict(self.game.description.kinds[card.kind].fields)
        name = self.value(types[by], card.values[by]) if by else self.card(card.id)
        start = DONE if done else self.cost(card)
        return " ".join(part for part in (f"{name} {start}".rstrip() + ":" * (not done), self.facts(card)) if part)

    def back(self, unknown: Unknown) -> list[str]:
        """What is seen of a card that lies face down: its kind, and what the kind prints on its backs."""
        card = self.game.card(unknown.one_of[0])
        kind = self.game.description.kinds[card.kind]
        types = dict(kind.fields)
        values = {name: self.value(types[name], card.values[name]) for name in kind.back}
        # A word speaks for itself, a number does not.
        printed = [
            value if types[name].tag in ("enum", SEVERAL) else f"{self.title(name)} {value}"
            for name, value in values.items()
        ]
        noun = self.words.noun(card.kind)
        return [capital(noun.one if unknown.count == 1 else noun.many), *printed]

    def cost(self, card: CardModel) -> str:
        """What is printed as the cost of a card; empty where it costs nothing."""
        payment = self.game.description.payment
        cost = card.values.get(payment.cost_field) if payment else None
        return self._cost(cost) if isinstance(cost, CostModel) else ""

    def price(self, price: int | None) -> str:
        """What a card costs somebody now; a dash where nobody sells what it takes."""
        if price is None:
            return ""
        return self.amount(self.money, price) if price < NOT_FOR_SALE else styled("-", "dim")

    def paid(self, payment: int) -> str:
        """What is paid to whom: `1$, 2$ left`."""
        shares = self.words.paid(payment)
        texts = [
            self.amount(self.money, n) + (f" {self.words.name(word)}" if word != self.money else "")
            for word, n in shares
        ]
        return ", ".join(texts) or self.speech.say("free")

    def _cost(self, cost: CostModel) -> str:
        payment = self.game.description.payment
        assert payment is not None
        money = self.amount(payment.money, cost.money) if cost.money else ""
        return " ".join(part for part in (money, self.goods(cost.goods)) if part)

    def goods(self, units: tuple[int, ...]) -> str:
        """Units of goods, as `WWC` where every good has a sign of one character, else as `2 Name Name`."""
        payment = self.game.description.payment
        enum = payment.goods if payment else ""
        names = [self.member(enum, good) for good in range(len(units))]
        if all(len(self.look.signs.get(f"{enum}.{n}", "")) == 1 for n in self.game.description.enums[enum]):
            return "".join(name * count for name, count in zip(names, units, strict=True))
        counted = [f"{count} {name}" if count > 1 else name for name, count in zip(names, units, strict=True) if count]
        return ", ".join(counted)

    def produced(self, goods: Production) -> str:
        """What somebody produces."""
        enum = self.game.description.payment.goods if self.game.description.payment else ""
        choices = ["/".join(self.member(enum, good) for good in choice) for choice in goods.choices]
        return " ".join(part for part in (self.goods(goods.fixed), *choices) if part)

    def facts(self, card: CardModel, now: Callable[[str], int | None] | None = None) -> str:
        """What is printed on a card besides its cost, in a few characters; `now` gives the value of a formula."""
        kinds = self.game.description.kinds
        kind = kinds[card.kind]
        # What stands on the back of a kind tells piles apart, also for the kinds below it that have another back.
        backs, above = set(kind.back), kind.base
        while above is not None:
            backs, above = backs | set(kinds[above].back), kinds[above].base
        coloring, members = self._coloring(card)
        found = []
        for name, type in kind.fields:
            # A colour says it all, unless there is a sign as well.
            told = name == coloring and not any(member in self.look.signs for member in members)
            # What has a sign is drawn on cards, even if a field of the table has the same name and is hidden.
            hidden = name in self.look.hidden and name not in self.look.signs
            value = card.values.get(name)
            if told or hidden or name in backs or type.tag == "cost":
                continue
            if now is not None and is_formula(value):
                worth = now(name)
                found.append(self.amount(name, UNSURE if worth is None else f"~{worth}"))
            else:
                found.append(self._members(card, name, type) if type.tag == SEVERAL else self._fact(name, type, value))
        if self._abilities[card.index]:
            found.append(ABILITY)
        return " ".join(fact for fact in found if fact)

    def abilities(self, card: CardModel) -> str:
        """What a card does and works out, in sentences; empty where all of it is said by `facts`."""
        told = self._abilities[card.index] or any(is_formula(value) for value in card.values.values())
        return " ".join(effect_text(self.game, card.id, self.language)) if told else ""

    def _members(self, card: CardModel, name: str, type: Type) -> str:
        """What stands in a field that holds several members."""
        told = "".join(self.member(type.of, number) for number in self.held(card, name))
        return styled(f"{self.look.signs.get(name, '')}{told}", self.look.colors.get(name, "")) if told else ""

    def _fact(self, name: str, type: Type, value: object) -> str:
        """One printed field; empty where it says nothing."""
        if isinstance(value, GoodsModel):
            members = tuple(tuple(g for g in range(len(value.fixed)) if mask >> g & 1) for mask in value.choices)
            made = self.produced(Production(value.fixed, members))
            return f"+{made}" if made else ""
        if isinstance(value, Term):
            number = literal(value)
            return self.amount(name, UNSURE if number is None else number) if number != 0 else ""
        if not isinstance(value, int) or (type.tag not in ("enum", "card") and value == 0) or value < 0:
            return ""
        sign = self.look.signs.get(name, "")
        if type.tag == "enum":
            return styled(f"{sign}{self.member(type.of, value)}", self.look.colors.get(name, ""))
        if type.tag == "flag":
            return sign or self.title(name)
        if type.tag == "number":
            return self.amount(name, value)
        return f"{sign or f'{self.title(name)}: '}{self.value(type, value)}"
