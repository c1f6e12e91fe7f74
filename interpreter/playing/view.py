"""What a seat may know of a position, from the visibility that the packs declare.

Public zones are seen by all, private ones by their owner, hidden ones by nobody; in a layout, cards lying face down
are seen by nobody. Of an unseen card only its back is known: its kind and the fields the kind puts on its back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from ...dsl.model import FieldModel
from ..program.memory import LAYOUT, OCCUPIED, SLOTS
from ..program.model import ASKED, DECIDER, OVER, PLAYERS
from ..program.sets import bits
from ..runtime.chance import State

if TYPE_CHECKING:
    from .game import Game


# What has changed on a card, by the name of its state: everybody sees it, also on a card that lies face down.
Marks = tuple[tuple[str, str], ...]


@frozen
class Unknown:
    """Cards that are not seen: how many, what their backs show, which they may be, and what is marked on them."""

    back: str
    count: int
    one_of: tuple[str, ...]
    marks: Marks = ()


@frozen
class Slot:
    """A place of a layout: the card (its id, Unknown, or None when empty) and whether nothing covers it."""

    name: str
    card: str | Unknown | None
    uncovered: bool


@frozen
class Zone:
    """The cards of a zone: the ids of those seen, and the unseen ones by their backs."""

    cards: tuple[str, ...]
    unknown: tuple[Unknown, ...] = ()


Seen = int | Zone | tuple[Slot, ...] | None


@frozen
class View:
    """What one seat may know: every field and zone of the table and of the players; None for a number not seen. `marks`
    are those of the cards whose faces are seen, by id."""

    seat: int
    decider: int | None
    choice: str
    table: dict[str, Seen]
    players: tuple[dict[str, Seen], ...]
    marks: dict[str, Marks]


def seen(game: Game, state: State, seat: int) -> View:
    """The view of a seat."""
    memory, description = game.program.memory, game.description
    unseen = unseen_cards(game, state, seat)
    candidates: dict[str, list[str]] = {}
    for card in bits(unseen):
        candidates.setdefault(game.backs[card], []).append(description.cards[card].name)

    def marks(card: int) -> Marks:
        found = []
        for model in description.kinds[description.cards[card].kind].states:
            value = state[memory.states[model.name] + card]
            if value != model.default:
                found.append((model.name, game.words().key(model.type, value)))
        return tuple(found)

    def unknown(cards: int) -> tuple[Unknown, ...]:
        counts: dict[tuple[str, Marks], int] = {}
        for card in bits(cards):
            looks = (game.backs[card], marks(card))
            counts[looks] = counts.get(looks, 0) + 1
        return tuple(Unknown(b, counts[b, m], tuple(sorted(candidates[b])), m) for b, m in sorted(counts))

    def look(model: FieldModel, place: int, owner: int | None) -> Seen:
        if model.refs and not may_see(model, owner, seat):
            return None
        if model.type.tag == "set":
            shown = state[place] & ~unseen
            return Zone(tuple(description.cards[c].name for c in bits(shown)), unknown(state[place] & unseen))
        if model.type.tag == "layout":
            return slots(place)
        return state[place] if may_see(model, owner, seat) else None

    def slots(base: int) -> tuple[Slot, ...]:
        if not state[base + OCCUPIED]:
            return ()
        layout = game.program.layouts[state[base + LAYOUT]]
        opened = layout.open_slots(state[base + OCCUPIED])
        found = []
        for index, name in enumerate(layout.slots):
            card = state[base + SLOTS + index]
            if card < 0:
                found.append(Slot(name, None, False))
            else:
                face = description.cards[card].name if not unseen >> card & 1 else unknown(1 << card)[0]
                found.append(Slot(name, face, index in opened))
        return tuple(found)

    table = {name: look(model, memory.table[name], None) for name, model in description.table.items()}
    players = tuple(
        {name: look(model, memory.player[name] + owner, owner) for name, model in description.player.items()}
        for owner in range(state[PLAYERS])
    )
    over = bool(state[OVER])
    choice = "" if over else game.choice(state[ASKED]).name
    faces = [c for c in range(len(description.cards)) if not unseen >> c & 1]
    marked = {description.cards[card].id: found for card in faces if (found := marks(card))}
    return View(seat, None if over else state[DECIDER], choice, table, players, marked)


def may_see(model: FieldModel, owner: int | None, seat: int) -> bool:
    """Whether a seat sees what lies in a field of an owner, or of the table."""
    return model.visibility == "public" or (model.visibility == "private" and owner == seat)


def unseen_cards(game: Game, state: State, seat: int) -> int:
    """The set of cards whose faces a seat does not see."""
    return game.sight.unseen(state, seat)
