"""What options do with cards: each card that the label of an option names is a use of that card.

A use is told by the label as the rules have it and by the hole that the card stands in: `take {a} for {b}` with the
hole `a` is another use than with the hole `b`.
"""

from __future__ import annotations

from attrs import define, field, frozen

from ...interpreter.playing.game import Game
from ...interpreter.playing.position import Option, Position
from ...interpreter.program.model import ASKED, DECIDER, DECLINE
from ...interpreter.telling.words import HOLE

MOST_KEPT = 200_000


@frozen(cache_hash=True)
class Use:
    """A card (by its id, the same for all copies), the label of the option with its holes, and the card's hole."""

    card: str
    label: str
    hole: str

    @property
    def text(self) -> str:
        """The label with `it` in the place of the card."""
        return self.label.replace(f"{{{self.hole}}}", "it", 1)


@define
class Uses:
    """The uses of cards by the options of a game. What depends on the option alone is worked out once."""

    game: Game
    _kept: dict[tuple[int, int], tuple[Use, ...]] = field(factory=dict)
    _choices: dict[int, str] = field(factory=dict)

    def choice(self, position: Position) -> str:
        """The name of the choice that is being made, or the labels of its options where it has none."""
        asked = position.state[ASKED]
        if asked not in self._choices:
            model = self.game.choice(asked)
            labels = dict.fromkeys(option.label.text for option in model.options)
            self._choices[asked] = model.name or " / ".join(labels)
        return self._choices[asked]

    def of(self, position: Position, code: int) -> tuple[Use, ...]:
        """What an option of a position does with cards; nothing for declining."""
        asked = position.state[ASKED]
        # What was done with a card that its taker did not see counts as well.
        code = self.game.sight.opened(position.state, asked, code, position.state[DECIDER])
        found = self._kept.get((asked, code))
        if found is None:
            found, always = self._found(position, asked, code)
            if always and len(self._kept) < MOST_KEPT:
                self._kept[asked, code] = found
        return found

    def _found(self, position: Position, asked: int, code: int) -> tuple[tuple[Use, ...], bool]:
        number = code & DECLINE
        if number == DECLINE:
            return (), True
        model = self.game.choice(asked).options[number]
        terms = [part for part in model.label.parts if not isinstance(part, str)]
        holes = HOLE.findall(model.label.text)
        always = all(term.op == "local" and term.value in model.names for term in terms if term.type.tag == "card")
        if always:
            names = dict(zip(model.names, self.game.program.asks[asked].options[number].arguments(code), strict=True))
            values = [names.get(term.value, -1) for term in terms]
        else:
            values = [value for _, value in position.holes(Option("", "", code=code))]
        cards = self.game.description.cards
        return tuple(
            Use(cards[value].name, model.label.text, hole)
            for term, hole, value in zip(terms, holes, values, strict=True)
            if term.type.tag == "card" and value >= 0
        ), always
