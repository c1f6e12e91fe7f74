"""What things are called: ids for logs and scripts, names and labels for people, in the languages of the packs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from attrs import define, field

from ...dsl.languages import CASES
from ...dsl.meaning import members_in
from ...dsl.model import SEATS, SEVERAL, Game, Label, Term, Type
from ..program.model import UNTOLD
from ..runtime.amounts import amounts
from .grammars import tongue
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
    # What had no words of its own in this language: ids, and whether it was told with what it is called with.
    missing: set[tuple[str, bool]] = field(factory=set)

    def name(self, word: str) -> str:
        """The display name of an id, a label or a phrase."""
        found = self.game.names.get(self.language, {}).get(word)
        if found is None:
            return word
        # A label may be the id of something as well, which has an article and several forms.
        return read_noun(found, self.language).one if word.isidentifier() else found

    def noun(self, identifier: str) -> Noun:
        """What something declared is called in a sentence: as the language says, or the id as words."""
        found = self.game.names.get(self.language, {}).get(identifier)
        if found is not None:
            return read_noun(found, self.language)
        self.missing.add((identifier, False))
        words = identifier.replace("_", " ")
        if identifier in self.game.kinds:
            return Noun(words, f"{words}s")
        counts = identifier in self.game.player and self.game.player[identifier].type.tag == "number"
        return Noun(words.removesuffix("s") if counts else words, words)

    def title(self, identifier: str) -> str:
        """The display name of something declared, as it stands on its own."""
        return capital(self.noun(identifier).many)

    def on_kind(self, kind: str, name: str) -> str:
        """The name of a field or event as cards of a kind have it: that of the kind itself where it gives one."""
        names = self.game.names.get(self.language, {})
        return next((key for k in self.game.lineage(kind) if (key := f"{k}.{name}") in names), name)

    def card(self, index: int) -> str:
        """The display name of a card."""
        card = self.game.cards[index]
        found = self.game.names.get(self.language, {}).get(card.name)
        if found is None:
            self.missing.add((card.name, False))
        return card.title if found is None else found

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
        """The amounts of a payment: what goes to nobody by the money's name, to others by the market's or fee's."""
        model = self.game.payment
        assert model is not None
        receivers: dict[Term, str] = {}
        for name, pays in model.paid_to.items():
            if pays is not None:
                receivers.setdefault(pays, name)
        parts = zip([model.money, *receivers.values()], amounts(payment), strict=False)
        return [(word, amount) for word, amount in parts if amount]

    def shown(self, type: Type, value: int) -> str:
        """A value as people read it."""
        if type.tag == "card" and value >= 0:
            return self.card(value)
        if type.tag == "payment":
            return self._payment(value, self._counted)
        if type.tag == "player" and value >= 0:
            return self.title(self.key(type, value))
        if type.tag == "enum" and value >= 0:
            return capital(self.noun(self.key(type, value)).one)
        if type.tag == SEVERAL and value:
            members = (self.game.enums[type.of][member] for member in members_in(value))
            return ", ".join(capital(self.noun(member).one) for member in members)
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
        return self.fill(translated, shown)

    def fill(self, text: str, shown: Mapping[str, str]) -> str:
        """A text with its holes filled; an article in a hole asks for the case of a name, as in `{dem c}`."""

        def filled(hole: re.Match[str]) -> str:
            if hole[1] in shown:
                return shown[hole[1]]
            article, _, name = hole[1].partition(" ")
            case = CASES.get(self.language, {}).get(article)
            return tongue(self.language).declined(shown[name], case) if case and name in shown else hole[0]

        return _joined(HOLE.sub(filled, text))

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
