"""Cards on the table: `tabletop(runtime)` makes the functions with which generated code moves and turns up cards.

Every card lies in one place: `s[where + card]` is the place of a zone, or minus the place of a slot. Where a game has
piles, `s[order + card]` says how high a card lies; where it has remembered zones, `s[known + seat]` is the set of cards
there that a seat has seen before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..program.memory import CARDS, FACE_UP, LAYOUT, NOWHERE, OCCUPIED, SLOTS
from ..program.model import PLAYERS
from ..program.sets import bits
from .chance import State, roll, scripted

if TYPE_CHECKING:
    from .runtime import Runtime

Move = Callable[[State, int, int], None]
Lay = Callable[[State, int, int, int], None]


def tabletop(runtime: Runtime) -> dict[str, Any]:
    """The functions by the names that generated code uses."""
    memory, layouts, card_ids = runtime.memory, runtime.layouts, runtime.card_ids
    where, order = memory.where, memory.order
    slot_info: dict[int, tuple[int, int]] = {}
    for first in memory.layouts.values():
        for slot in range(memory.layout_size - SLOTS):
            slot_info[first + SLOTS + slot] = (first, 1 << slot)

    def take(s: State, card: int, bit: int) -> None:
        """Takes a card from wherever it is."""
        at = s[where + card]
        if at > 0:
            s[at] ^= bit
        else:
            base, slot = slot_info[-at]
            s[-at] = -1
            s[base + OCCUPIED] ^= slot
            s[base + FACE_UP] &= ~slot
            s[base + CARDS] ^= bit

    def plain_move(s: State, card: int, to: int) -> None:
        """Takes a card from wherever it is and puts it into the zone at place `to`."""
        if card < 0:
            return
        bit = 1 << card
        take(s, card, bit)
        s[to] |= bit
        s[where + card] = to

    def plain_move_all(s: State, cards: int, to: int) -> None:
        """Moves every card of a set."""
        for card in bits(cards):
            take(s, card, 1 << card)
            s[where + card] = to
        s[to] |= cards

    def watched_move_all(s: State, cards: int, to: int) -> None:
        """The same where it is noted who has seen the cards."""
        for card in bits(cards):
            move(s, card, to)

    def plain_lay(s: State, card: int, slot: int, base: int) -> None:
        """Lays a card into a slot of a layout as it is drawn, if there is such a slot and it is free."""
        model = layouts[s[base + LAYOUT]]
        if card < 0 or not 0 <= slot < len(model.slots) or s[base + OCCUPIED] >> slot & 1:
            return
        take(s, card, 1 << card)
        s[base + SLOTS + slot] = card
        s[where + card] = -(base + SLOTS + slot)
        s[base + OCCUPIED] |= 1 << slot
        s[base + FACE_UP] |= model.face_up & 1 << slot
        s[base + CARDS] |= 1 << card

    def plain_turn(s: State, cards: int, side: int) -> None:
        """Turns the cards of a set that lie in layouts face up (1) or face down (-1)."""
        for card in bits(cards):
            at = s[where + card]
            if at < 0:
                base, slot = slot_info[-at]
                s[base + FACE_UP] = s[base + FACE_UP] | slot if side > 0 else s[base + FACE_UP] & ~slot

    move: Move = plain_move
    lay: Lay = plain_lay
    turn: Move = plain_turn
    move_all: Move = plain_move_all
    forget: Callable[[State, int], None] = _nothing
    if memory.known != NOWHERE:
        move, lay, turn, forget = _with_memory(runtime, plain_move, plain_lay, plain_turn)
        move_all = watched_move_all

    def draw(s: State, count: int, source: int, to: int, what: str) -> None:
        """Moves cards of a set by chance, as many as there are at most."""
        # Nobody can tell any more which cards are left where some were taken blindly.
        forget(s, source)
        cards = bits(source)
        for _ in range(min(count, len(cards))):
            index = runtime.choose(s, what, lambda: [card_ids[c] for c in cards], len(cards))
            move(s, cards.pop(index), to)

    # -------------------------------------------------------------- piles
    def put(s: State, cards: int, to: int, side: int) -> None:
        """Puts cards on top of a pile (side 1) or under it (side -1); several keep their order of numbers."""
        moved = bits(cards)
        if not moved:
            return
        # The others lie where they lay, so only the first is compared with them.
        heights = [s[order + c] for c in bits(s[to]) if c != moved[0]] or [0]
        height = max(heights) if side > 0 else min(heights)
        for card in moved:
            height += side
            move(s, card, to)
            s[order + card] = height

    def top(s: State, count: int, cards: int) -> int:
        """The cards of a set that lie highest, as many as there are at most; in a layout those of later slots do."""

        def height(card: int) -> int:
            return -s[where + card] if s[where + card] < 0 else s[order + card] if order != NOWHERE else 0

        return sum([1 << card for card in sorted(bits(cards), key=height, reverse=True)[: max(0, count)]])

    def shuffle(s: State, pile: int, what: str) -> None:
        """Puts the cards of a pile into an order by chance, the topmost first."""
        forget(s, s[pile])
        cards = bits(s[pile])
        for height in range(len(cards), 0, -1):
            index = runtime.choose(s, what, lambda: [card_ids[c] for c in cards], len(cards))
            s[order + cards.pop(index)] = height

    # -------------------------------------------------------------- displays
    opened: dict[tuple[int, int], tuple[int, ...]] = {}

    def deal(s: State, source: int, layout: int, base: int, zone: str) -> None:
        """Lays out cards of a set by chance, slot by slot. Where cards lie already, only empty slots are filled."""
        forget(s, source)
        occupied, dealt = s[base + OCCUPIED], s[base + CARDS]
        if not occupied:
            s[base + LAYOUT] = layout
        model = layouts[s[base + LAYOUT]]
        cards = bits(source & ~dealt)
        turned_up = s[base + FACE_UP]
        for slot, name in enumerate(model.slots):
            if not cards:
                break
            if occupied >> slot & 1:
                continue
            if runtime.chance is None:
                index = roll(s, len(cards))
            else:
                index = scripted(runtime.chance, f"{zone} {name}", [card_ids[c] for c in cards])
            card = cards[index]
            # The last card takes the place of the picked one: which is picked next is chance anyway.
            cards[index] = cards[-1]
            cards.pop()
            bit = 1 << card
            take(s, card, bit)
            place = base + SLOTS + slot
            s[place] = card
            s[where + card] = -place
            occupied |= 1 << slot
            turned_up |= model.face_up & 1 << slot
            dealt |= bit
        s[base + OCCUPIED] = occupied
        s[base + FACE_UP] = turned_up
        s[base + CARDS] = dealt

    def open_slots(layout: int, occupied: int) -> tuple[int, ...]:
        """The occupied slots that nothing covers."""
        found = opened.get((layout, occupied))
        if found is None:
            found = opened[layout, occupied] = layouts[layout].open_slots(occupied)
        return found

    def uncovered_cards(s: State, base: int) -> list[int]:
        """The cards that nothing covers and that lie face up, in the order of their slots."""
        face_up = s[base + FACE_UP]
        base_slots = base + SLOTS
        opened_slots = open_slots(s[base + LAYOUT], s[base + OCCUPIED])
        return [s[base_slots + slot] for slot in opened_slots if face_up >> slot & 1]

    def by_slot(s: State, base: int, cards: int) -> list[int]:
        """The cards of a set that lie in a layout, in the order of their slots."""
        placed = [s[base + SLOTS + slot] for slot in bits(s[base + OCCUPIED])]
        return [card for card in placed if cards >> card & 1]

    def uncovered(s: State, base: int) -> int:
        """The same cards as a set."""
        return sum([1 << card for card in uncovered_cards(s, base)])

    def unrevealed(s: State, base: int) -> int:
        """The set of cards that nothing covers any more but that still lie face down."""
        face_up = s[base + FACE_UP]
        opened_slots = open_slots(s[base + LAYOUT], s[base + OCCUPIED])
        return sum([1 << s[base + SLOTS + slot] for slot in opened_slots if not face_up >> slot & 1])

    def face_up(s: State, base: int) -> int:
        """The set of cards that lie face up, covered or not."""
        return sum([1 << s[base + SLOTS + slot] for slot in bits(s[base + FACE_UP])])

    def row_of(s: State, base: int, number: int) -> int:
        """The set of cards in a row of the layout, rows counted from 1."""
        rows = layouts[s[base + LAYOUT]].rows
        return sum([1 << s[base + SLOTS + slot] for slot in bits(s[base + OCCUPIED]) if rows[slot] == number - 1])

    def reveal(s: State, base: int) -> None:
        """Turns up every card that nothing covers any more."""
        face_up = s[base + FACE_UP]
        for slot in open_slots(s[base + LAYOUT], s[base + OCCUPIED]):
            face_up |= 1 << slot
        s[base + FACE_UP] = face_up

    def card_at(s: State, base: int, slot: int) -> int:
        """The card in a slot, or -1 for an empty slot and one that this layout does not have."""
        return s[base + SLOTS + slot] if slot >= 0 else -1

    # -------------------------------------------------------------- copies and hands
    def different(mask: int, first_copy: Sequence[int]) -> list[int]:
        """The members of a set, of several copies of a card only one."""
        found, seen = [], 0
        while mask:
            low = mask & -mask
            card = low.bit_length() - 1
            mask ^= low
            if not seen >> first_copy[card] & 1:
                seen |= 1 << first_copy[card]
                found.append(card)
        return found

    def in_order(s: State, cards: int, unseen: int) -> list[int]:
        """Cards as they are offered to somebody: those that are seen by their numbers, the others by their spots."""
        return bits(cards & ~unseen) + runtime.sight.by_spot(s, cards, unseen)

    def different_in_order(s: State, cards: int, unseen: int, first_copy: Sequence[int]) -> list[int]:
        """The same, of several copies that are seen only one."""
        return different(cards & ~unseen, first_copy) + runtime.sight.by_spot(s, cards, unseen)

    def pass_on(s: State, base: int, direction: int) -> None:
        """Hands every player's zone on to the next seat in a direction."""
        players = s[PLAYERS]
        held = s[base : base + players]
        for seat in range(players):
            to = base + (seat + direction) % players
            s[to] = held[seat]
            for card in bits(held[seat]):
                s[where + card] = to

    runtime.move = move
    return {
        "move": move,
        "move_all": move_all,
        "draw": draw,
        "put": put,
        "top": top,
        "shuffle": shuffle,
        "deal": deal,
        "by_slot": by_slot,
        "uncovered": uncovered,
        "uncovered_cards": uncovered_cards,
        "unrevealed": unrevealed,
        "face_up": face_up,
        "row_of": row_of,
        "reveal": reveal,
        "turn": turn,
        "lay": lay,
        "card_at": card_at,
        "different": different,
        "in_order": in_order,
        "different_in_order": different_in_order,
        "pass_on": pass_on,
    }


def _nothing(s: State, cards: int) -> None:
    """In a game without remembered zones there is nothing to forget."""


def _with_memory(
    runtime: Runtime, move: Move, lay: Lay, turn: Move
) -> tuple[Move, Lay, Move, Callable[[State, int], None]]:
    """`move`, `lay` and `turn` that note who has seen the cards, and a way to forget cards."""
    memory = runtime.memory
    seats, where, known = range(memory.seats), memory.where, memory.known
    everybody = (1 << memory.seats) - 1
    # For every zone the seats that see its cards, and the zones and layouts where they are remembered.
    seen_by: dict[int, int] = {}
    remembered: set[int] = set()
    for place in runtime.program.places:
        for seat in range(place.count if place.zone else 0):
            own = 1 << seat if place.per == "player" else 0
            seen_by[place.first + seat] = {"public": everybody, "private": own}.get(place.seen, 0)
        remembered |= set(range(place.first, place.first + place.count)) if place.remembered else set()
    first_slot = {base + SLOTS + i: base for base in memory.layouts.values() for i in range(memory.layout_size - SLOTS)}

    def seers(s: State, card: int) -> int:
        """The seats that know which card this is."""
        at, bit = s[where + card], 1 << card
        if at < 0:
            base = first_slot[-at]
            if s[base + FACE_UP] >> (-at - base - SLOTS) & 1:
                return everybody
        knowing = sum([1 << seat for seat in seats if s[known + seat] & bit])
        return knowing if at < 0 else knowing | seen_by[at]

    def note(s: State, card: int, seers: int) -> None:
        """Notes who remembers a card."""
        bit = 1 << card
        for seat in seats:
            s[known + seat] = s[known + seat] | bit if seers >> seat & 1 else s[known + seat] & ~bit

    def watched_move(s: State, card: int, to: int) -> None:
        """Moves a card; in a remembered zone it stays known to those who saw it before."""
        if card >= 0:
            saw = seers(s, card) if to in remembered else 0
            move(s, card, to)
            note(s, card, saw)

    def watched_lay(s: State, card: int, slot: int, base: int) -> None:
        """The same into a slot; where that is not free nothing happens."""
        if card < 0:
            return
        saw, before = seers(s, card) if base + CARDS in remembered else 0, s[where + card]
        lay(s, card, slot, base)
        if s[where + card] != before:
            note(s, card, saw)

    def watched_turn(s: State, cards: int, side: int) -> None:
        """Turns cards; what lay face up in a remembered layout, everybody knows."""
        for card in bits(cards) if side < 0 else ():
            at = s[where + card]
            if at < 0 and first_slot[-at] + CARDS in remembered and seers(s, card) == everybody:
                note(s, card, everybody)
        turn(s, cards, side)

    def forget(s: State, cards: int) -> None:
        for seat in seats:
            s[known + seat] &= ~cards

    return watched_move, watched_lay, watched_turn, forget
