"""What things are called: ids for logs and scripts, names and labels for people, in the languages of the packs."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import define

from ...dsl.meaning import members_in
from ...dsl.model import SEATS, SEVERAL, Game, Label, Term, Type
from ..program.model import UNTOLD
from ..runtime.price_rows import amounts
from .nouns import Noun, read_noun

HOLE = re.compile(r"\{([^{}]*)\}")
ENGLISH = "en"
# What a value is called, and what the spot is called on which a card lies that is not seen.
Show = Callable[[Type, int], str]
Spotted = Callable[[int], str]
# What stands for something that is not told.
UNKNOWN = "?"


def languages(game: Game) -> list[str]:
    """The languages that the packs have names for."""
    return [ENGLISH, *(language for language in game.names if language != ENGLISH)]


@define
class Words:
    """The words of one game in one language."""

    game: Game
    language: str = ENGLISH

    def name(self, word: str) -> str:
        """The display name of an id, a label or a phrase."""
        found = self.game.names.get(self.language, {}).get(word)
        return found if found is not None else word

    def noun(self, identifier: str) -> Noun:
        """What something declared is called in a sentence: as the language says, or the id as words."""
        found = self.game.names.get(self.language, {}).get(identifier)
        if found is not None:
            return read_noun(found, self.language)
        words = identifier.replace("_", " ")
        if identifier in self.game.kinds:
            return Noun(words, f"{words}s")
        counts = identifier in self.game.player and self.game.player[identifier].type.tag == "number"
        return Noun(words.removesuffix("s") if counts else words, words)

    def title(self, identifier: str) -> str:
        """The display name of something declared, as it stands on its own."""
        return capital(self.noun(identifier).many)

    def card(self, index: int) -> str:
        """The display name of a card."""
        card = self.game.cards[index]
        return self.game.names.get(self.language, {}).get(card.name, card.title)

    def seat(self, seat: int) -> str:
        """The display name of a player."""
        return self.title(SEATS[seat])

    # -------------------------------------------------------------- values
    def key(self, type: Type, value: int) -> str:
        """A value as an id, the same in every language."""
        if type.tag == "card":
            return self.game.cards[value].name if value >= 0 else "none"
        if type.tag == "player":
            return SEATS[value] if value >= 0 else "none"
        if type.tag == "enum":
            return self.game.enums[type.of][value] if value >= 0 else "none"
        if type.tag == SEVERAL:
            return " ".join(self.game.enums[type.of][member] for member in members_in(value)) or "nothing"
        if type.tag == "flag":
            return "yes" if value else "no"
        if type.tag == "payment":
            return self._payment(value, lambda word, _: word)
        return str(value)

    def _payment(self, payment: int, name: Callable[[str, int], str]) -> str:
        """`paying 2 left 1 right`: what goes to nobody is told by the money's name; empty when nothing is paid."""
        paid = [f"{amount} {name(word, amount)}" for word, amount in self.paid(payment)]
        return " ".join([name("paying", 0), *paid]) if paid else ""

    def _counted(self, word: str, amount: int) -> str:
        """The name of something of which there is an amount."""
        if word not in self.game.player:
            return self.name(word)
        return self.noun(word).one if amount == 1 else self.noun(word).many

    def paid(self, payment: int) -> list[tuple[str, int]]:
        """The amounts of a payment: what goes to nobody by the money's name, what goes to others by the market's."""
        model = self.game.payment
        assert model is not None
        receivers: dict[Term, str] = {}
        for market in model.markets:
            if market.pays is not None:
                receivers.setdefault(market.pays, market.name)
        parts = zip([model.money, *receivers.values()], amounts(payment), strict=False)
        return [(word, amount) for word, amount in parts if amount]

    def shown(self, type: Type, value: int) -> str:
        """A value as people read it."""
        if type.tag == "card" and value >= 0:
            return self.card(value)
        if type.tag == "payment":
            return self._payment(value, self._counted)
        if type.tag in ("player", "enum") and value >= 0:
            return self.title(self.key(type, value))
        if type.tag == SEVERAL and value:
            return ", ".join(self.title(self.game.enums[type.of][member]) for member in members_in(value))
        return self.key(type, value)

    # -------------------------------------------------------------- labels
    def label_key(self, label: Label, values: tuple[int, ...], spotted: Spotted, untold: str = UNKNOWN) -> str:
        """The stable key of an option: its pattern filled with ids, cards that are not seen by where they lie."""
        return self._filled(label, values, self._or_spot(self.key, spotted, untold))

    def label(self, label: Label, values: tuple[int, ...], spotted: Spotted, untold: str = UNKNOWN) -> str:
        """The pattern of the language filled with display names."""
        show = self._or_spot(self.shown, spotted, untold)
        translated = self.game.names.get(self.language, {}).get(label.text)
        if translated is None:
            return self._filled(label, values, show)
        holes = [p for p in label.parts if isinstance(p, Term)]
        texts = HOLE.findall(label.text)
        shown = {t: show(h.type, v) for t, h, v in zip(texts, holes, values, strict=False)}
        return _joined(HOLE.sub(lambda hole: shown.get(hole.group(1), hole.group(0)), translated))

    def spoken(self, spotted: Spotted) -> Show:
        """How values that the machine tells are called by people."""
        return self._or_spot(self.shown, spotted)

    def _or_spot(self, show: Show, spotted: Spotted, untold: str = UNKNOWN) -> Show:
        """Values that the machine tells: for a card that is not seen there is a position, numbered behind the cards."""
        cards = len(self.game.cards)

        def shown(type: Type, value: int) -> str:
            if value == UNTOLD:
                return untold if type.tag == "card" else UNKNOWN
            return spotted(value) if type.tag == "card" and value >= cards else show(type, value)

        return shown

    def _filled(self, label: Label, values: tuple[int, ...], show: Show) -> str:
        rest = iter(values)
        return _joined("".join(p if isinstance(p, str) else show(p.type, next(rest)) for p in label.parts))


def _joined(text: str) -> str:
    """The text without the gap that a payment of nothing leaves."""
    return " ".join(text.split())


def capital(text: str) -> str:
    """The text with a capital letter at its start."""
    return text[:1].upper() + text[1:]
