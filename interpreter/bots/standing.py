"""How well a seat stands, for bots: its points, its hopes and what open cards cost it, now and after an option."""

from __future__ import annotations

from random import Random

from attrs import frozen

from ..asking.figures import figure, price
from ..playing.position import Position
from ..playing.secrecy import undisclosed
from ..playing.view import Zone
from ..runtime.sides import lead

# Points that it is worth when one of the cards lying open costs one less; found by playing.
SAVING = 0.4
# What cannot be bought at all is as bad as this price.
DEAREST = 10
# What packs say a position is worth besides its points is told in tenths of a point.
WHOLE_POINT = 10
WIN = 1_000_000.0
# A decision may ask for the next one of the same seat (which card, which of these); further ones are left open.
DEEPEST = 2
# How many options of a decision are looked at, and how many of the next one after each of them: more than there are in
# all but strange games.
MOST_LOOKED, MOST_ANSWERS = 300, 100


def luck_of(seed: int, position: Position, seat: int) -> Random:
    """Random numbers for one decision: they depend on nothing but the seed, the seat and how many decisions there were
    before, so they are others where a position comes back, and no hidden card changes them."""
    return Random(f"{seed} {seat} {position.decisions}")


def looked_at(options: int, most: int = MOST_LOOKED) -> range:
    """The options that a bot looks at: all of them, or of very many some, at equal distances."""
    return range(0, options, max(1, -(-options // most)))


def on_offer_in(guess: Position, position: Position) -> dict[int, int]:
    """Which option of a guess each option of a position is, by index. The rules may offer something only if a hidden
    card allows it: then guesses have options that the position has not, and lack some that it has."""
    codes = position.codes
    if guess.codes == codes:
        return {index: index for index in range(len(codes))}
    there = {code: index for index, code in enumerate(guess.codes)}
    return {index: there[code] for index, code in enumerate(codes) if code in there}


def open_cards(position: Position, seat: int) -> list[int]:
    """The cards with a cost that the seat sees and nobody has in play: what there may be to pay for."""
    game, view = position.game.description, position.seen_by(seat)
    seen: set[str] = set()
    for models, fields in ((game.table, view.table), *((game.player, fields) for fields in view.players)):
        for name, value in fields.items():
            if isinstance(value, tuple):
                seen |= {slot.card for slot in value if isinstance(slot.card, str)}
            elif isinstance(value, Zone) and not models[name].active and name not in game.look.hidden:
                seen |= set(value.cards)
    cards = [position.game.card(identifier).index for identifier in sorted(seen)]
    return [card for card in cards if price(position, seat, card) is not None]


def standing(position: Position, seat: int, cards: list[int]) -> float:
    """What a seat has, in points: those it would get now, what the pack says it may hope for, cheap cards."""
    points = sum(position.scores(seat).values())
    hoped = sum(figure(position, hope, seat) for hope in position.game.description.look.worth)
    return points + hoped / WHOLE_POINT - SAVING * sum(min(price(position, seat, card) or 0, DEAREST) for card in cards)


@frozen
class Look:
    """A look ahead of one seat: the cards that may be paid for, and luck for what others decide in the meantime,
    the same after every option."""

    seat: int
    cards: list[int]
    luck: list[float]

    def after(self, position: Position, index: int, depth: int = 1) -> float:
        """How well the seat stands after an option."""
        after = position.copy()
        after.play(index)
        for chance in self.luck:
            if not undisclosed(position, after):
                break
            after.play(int(chance * len(after.codes)))
        if after.over:
            result = after.result
            if result is not None and not result.drawn:
                return WIN if self.seat in result.winners else -WIN
        elif after.decider == self.seat and depth < DEEPEST and not after.choice:
            return max(self.after(after, i, depth + 1) for i in looked_at(len(after.codes), MOST_ANSWERS))
        stands = [standing(after, player, self.cards) for player in range(after.players)]
        return lead(stands, after.sides, self.seat)
