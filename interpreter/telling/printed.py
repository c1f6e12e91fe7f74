"""What is printed on a card, line by line: a phrase of the pack, or the name of the field and what stands in it."""

from __future__ import annotations

from typing import Any

from attrs import define

from ...dsl.meaning import members_in
from ...dsl.model import SEVERAL, CardModel, CostModel, GoodsModel, Term, Type
from ...dsl.statics import literal
from .meanings import YOU, Meaning, Member, Mention, Part, Thing
from .terms import Telling
from .words import capital


@define
class Printed:
    """Tells the printed fields of cards in one language."""

    telling: Telling

    def line(self, card: CardModel, name: str, type: Type, value: Any) -> str:
        """The line of a field; empty where the card has nothing there, or where the pack says nothing about it."""
        telling, words = self.telling, self.telling.words
        if type.tag == "flag" and not value:
            return ""
        told = "" if type.tag == "flag" else self._told(type, value)
        if type.tag != "flag" and not told:
            return ""
        key = words.on_kind(card.kind, name)
        parts = [] if type.tag == "flag" else [self._meaning(type, value, told)]
        phrase = self._phrase(card, name, parts)
        if phrase is not None:
            # What has a colon is a list, not a sentence.
            return capital(phrase) if ": " in phrase or not phrase else f"{capital(phrase)}."
        noun = words.noun(key)
        title = capital(noun.many if type.tag in ("number", "formula") else noun.one)
        if not title:
            return ""
        return title if type.tag == "flag" else telling.tongue.say("field", name=title, value=told)

    def _phrase(self, card: CardModel, name: str, parts: list[Meaning]) -> str | None:
        """The phrase for a field: that of the card's kind, or the nearest one above it."""
        game = self.telling.game
        keys = [f"{kind}.{name}" for kind in game.lineage(card.kind)]
        formula = (game.defines | game.values).get(name)
        # What else has the same name and as many parts is what the phrase is about.
        others = [len(formula.params)] if formula is not None else []
        others += [1] * (name in game.player) + [0] * (name in game.table)
        if len(parts) not in others:
            keys.append(name)
        return next((told for key in keys if (told := self.telling.naming.form(key, parts, {}, 0)) is not None), None)

    def _meaning(self, type: Type, value: Any, told: str) -> Meaning:
        """What fills the hole of a phrase for a field."""
        telling = self.telling
        if isinstance(value, Term):
            return telling.number(value, {"self": YOU})
        if type.tag == "enum":
            return Member(telling.words.key(type, value))
        if type.tag == "card":
            return Mention(Thing(telling.naming.kind(type.of), fixed=told))
        return (Part(value),) if type.tag == "number" and isinstance(value, int) else told

    def _told(self, type: Type, value: Any) -> str:
        """A printed value; nothing where the card has none."""
        telling = self.telling
        if isinstance(value, CostModel):
            return self._cost(value)
        if isinstance(value, GoodsModel):
            return self._goods(value)
        if isinstance(value, Term):
            amount = telling.number(value, {"self": YOU})
            return "" if amount == (Part(0),) else telling.naming.amount(amount)
        if isinstance(value, str):
            return value
        if type.tag == "number":
            return str(value) if value or type.low is not None else ""
        if value < 0:
            return ""
        if type.tag == "enum":
            return telling.words.noun(telling.words.key(type, value)).one
        if type.tag == SEVERAL:
            members = (telling.game.enums[type.of][member] for member in members_in(value))
            return telling.naming.listed([telling.words.noun(member).one for member in members])
        return telling.words.shown(type, value)

    def _cost(self, cost: CostModel) -> str:
        telling, payment = self.telling, self.telling.game.payment
        assert payment is not None
        parts = [telling.tongue.counted(cost.money, telling.words.noun(payment.money))] if cost.money else []
        return ", ".join(parts + self._counted_goods(cost.goods)) or telling.tongue.words["free"]

    def _goods(self, goods: GoodsModel) -> str:
        names = self._good_names()
        parts = self._counted_goods(goods.fixed)
        for mask in goods.choices:
            one_of = [self.telling.words.noun(n).one for i, n in enumerate(names) if mask >> i & 1]
            parts.append("1 " + self.telling.naming.listed(one_of, "or"))
        return ", ".join(parts)

    def _counted_goods(self, numbers: tuple[int, ...]) -> list[str]:
        counted = zip(self._good_names(), numbers, strict=True)
        return [self.telling.tongue.counted(n, self.telling.words.noun(name)) for name, n in counted if n]

    def _good_names(self) -> tuple[str, ...]:
        payment = self.telling.game.payment
        assert payment is not None
        return self.telling.game.enums[payment.goods]


def is_formula(value: object) -> bool:
    """Whether a printed value has to be worked out."""
    return isinstance(value, Term) and literal(value) is None
