"""A card explained: its name, what it costs now, and its text made from its abilities."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from ...interpreter.asking.knowledge import Knowledge
from ...interpreter.playing.position import Position
from ...interpreter.telling.sentences import card_text, named_text
from ..terminal import styled, wrapped
from .card_style import Pen

MOST_NAMED = 6


def card_lines(pen: Pen, position: Position, seat: int, identifier: str, columns: int) -> list[str]:
    """All that there is to say about a card, to the one who decides."""
    card = pen.game.card(identifier)
    cost = Knowledge.of(position, seat).price(seat, card.index)
    lines = [pen.card(identifier, "bold") + "  " + styled(pen.facts(card), "dim")]
    for sentence in card_text(pen.game, identifier, pen.language):
        lines += ["  " + line for line in wrapped(sentence.split(), columns - 2, " ", 2)]
    for told in named_lines(pen, identifier):
        lines += ["  " + line for line in wrapped(told.split(" "), columns - 2, " ", 2)]
    if cost is not None:
        lines.append(f"  {pen.speech.say('price now')}: {pen.price(cost)}")
    return lines


def named_lines(pen: Pen, identifier: str) -> list[str]:
    """What a card says about the cards that it is printed on, a line for each field that names it."""
    lines = []
    for name, others in _naming(pen, identifier).items():
        cards = ", ".join(others)
        said = named_text(pen.game, identifier, name, cards, pen.language)
        lines.append(said or pen.speech.say("`{field}` on: {cards}", field=pen.words.title(name), cards=cards))
    return lines


def _naming(pen: Pen, identifier: str) -> dict[str, list[str]]:
    """The cards that a card is printed on, by the field that names it."""
    found: dict[str, list[str]] = {}
    for other in pen.game.description.cards:
        for name, type in pen.game.description.kinds[other.kind].fields:
            value = other.values.get(name)
            if type.tag != "card" or not isinstance(value, int) or value < 0:
                continue
            title = pen.words.card(other.index)
            if pen.game.description.cards[value].name == identifier and title not in found.get(name, ()):
                found.setdefault(name, []).append(title)
    return found


def find_cards(pen: Pen, wanted: str) -> list[str]:
    """The ids of the cards that a name, in the language or as the pack wrote it, an id or the beginning of one may
    mean."""
    wanted = _plain(wanted)
    # Copies of a card say the same, so the first one does for all.
    cards = {card.name: card for card in reversed(pen.game.description.cards)}
    names = {
        name: {_plain(name), _plain(card.title), _plain(pen.words.card(card.index))}
        for name, card in reversed(cards.items())
    }
    exact = [identifier for identifier, texts in names.items() if wanted in texts]
    return exact or [
        identifier
        for identifier, texts in names.items()
        if any(word.startswith(wanted) for text in texts for word in (text, *_tails(text)))
    ]


def unknown_card(pen: Pen, wanted: str) -> str:
    """The line that says that there is no such card."""
    names = [pen.words.card(card.index) for card in pen.game.description.cards]
    message = pen.speech.say("there is no card `{card}`", card=wanted)
    advice = nearest(pen, wanted, names)
    return f"{message}; {advice}" if advice else message


def several_cards(pen: Pen, wanted: str, found: list[str]) -> str:
    """The line that says which cards a word may mean."""
    names = list(dict.fromkeys(pen.words.card(pen.game.card(identifier).index) for identifier in found))
    more = ", …" if len(names) > MOST_NAMED else ""
    return pen.speech.say("`{reply}` could be {options}", reply=wanted, options=", ".join(names[:MOST_NAMED]) + more)


def nearest(pen: Pen, wrong: str, known: Iterable[str]) -> str:
    """Advice naming what is written most like a wrong word, or nothing."""
    by_plain = {_plain(text): text for text in known}
    near = difflib.get_close_matches(_plain(wrong), list(by_plain), n=1, cutoff=0.6)
    return pen.speech.say("did you mean {names}?", names=f"`{by_plain[near[0]]}`") if near else ""


def _plain(text: str) -> str:
    return " ".join(text.casefold().replace("_", " ").replace("-", " ").split())


def _tails(text: str) -> list[str]:
    """The text from its second word on, from its third on, and so forth."""
    words = text.split()
    return [" ".join(words[start:]) for start in range(1, len(words))]
