"""What generated code calls: chance, moving cards, displays, goods prices, the ends of a game.

All state is in the flat list `s`; the functions here are made once per game by `Runtime`, which holds the tables they need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ..dsl.model import Game
from .memory import CARDS, FACE_UP, LAYOUT, OCCUPIED, SLOTS
from .payment import cheapest
from .program import ASKED, OVER, RANDOM, WAY, WINNER, Memory, Program

MASK = (1 << 64) - 1
MOST_REMEMBERED = 20_000

State = list[int]


class Chance(Protocol):
    """Where random outcomes come from: one candidate of several, by its place in the list."""

    def pick(self, what: str, candidates: list[str]) -> int:
        """The index of the outcome; `what` says what is being picked."""


class GameOver(Exception):
    """Raised inside generated code when the game has ended."""


class Runaway(Exception):
    """A decision whose consequences do not come to an end."""


def bits(mask: int) -> list[int]:
    """The members of a set, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def seed_state(seed: int) -> int:
    """The first random state: neighbouring seeds must not give neighbouring games (splitmix64)."""
    z = (seed * 0x9E3779B97F4A7C15 + 0x9E3779B97F4A7C15) & MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def roll(s: State, n: int) -> int:
    """A random number below n, from the generator inside the position."""
    state = s[RANDOM] = (s[RANDOM] * 6364136223846793005 + 1442695040888963407) & MASK
    return (state >> 33) * n >> 31


class GoodsPrices(dict[int, int]):
    """Goods prices of one player by card, worked out when first asked for; valid for one set of facts."""

    __slots__ = ("_chooser", "_fixed", "_needs", "_player", "_state", "_unit", "_waived")

    def __init__(
        self,
        state: State,
        player: int,
        needs: Sequence[tuple[int, ...]],
        supply: tuple[tuple[int, ...], tuple[int, ...]],
        unit: tuple[int, ...],
        waived: Callable[[State, int, int], int],
    ) -> None:
        super().__init__()
        self._state = state
        self._player = player
        self._needs = needs
        self._fixed, self._chooser = supply
        self._unit = unit
        self._waived = waived

    def __missing__(self, card: int) -> int:
        waived = max(0, self._waived(self._state, self._player, card))
        found = cheapest(self._needs[card], self._fixed, self._chooser, waived, self._unit)
        self[card] = found
        return found


class Runtime:
    """The functions that generated code of one game calls."""

    def __init__(self, game: Game, program: Program) -> None:
        self.game = game
        self.memory: Memory = program.memory
        self.ways = [*game.ways, *(way for _, way in game.rank), "draw"]
        self.layouts = list(game.layouts.values())
        self.slot_info: dict[int, tuple[int, int]] = {}
        for base in self.memory.layouts.values():
            for slot in range(self.memory.layout_size - SLOTS):
                self.slot_info[base + SLOTS + slot] = (base, 1 << slot)
        self._open_slots: dict[tuple[int, int], tuple[int, ...]] = {}
        self._card_ids = [card.id for card in game.cards]
        self.score_functions: list[Callable[[State, int], int]] = []

    # -------------------------------------------------------------- chance
    def pick(self, s: State, chance: Chance | None, what: str, items: Sequence[int], names: Sequence[str]) -> int:
        """One of the items by chance."""
        if chance is None:
            return items[roll(s, len(items))]
        return items[self._scripted(chance, what, [names[i] for i in items])]

    def _scripted(self, chance: Chance, what: str, names: list[str]) -> int:
        found = chance.pick(what, names)
        if not 0 <= found < len(names):
            raise ValueError(f"chance picked {found} of {len(names)} for {what!r}")
        return found

    # -------------------------------------------------------------- cards
    def move(self, s: State, card: int, to: int) -> None:
        """Takes a card from wherever it is and puts it into the zone at place `to`."""
        where = self.memory.where + card
        at = s[where]
        bit = 1 << card
        if at > 0:
            s[at] &= ~bit
        else:
            base, slot = self.slot_info[-at]
            s[-at] = -1
            s[base + OCCUPIED] &= ~slot
            s[base + FACE_UP] &= ~slot
            s[base + CARDS] &= ~bit
        s[to] |= bit
        s[where] = to

    def move_all(self, s: State, cards: int, to: int) -> None:
        """Moves every card of a set."""
        for card in bits(cards):
            self.move(s, card, to)

    def draw(self, s: State, chance: Chance | None, count: int, source: int, to: int, what: str) -> None:
        """Moves cards of a set by chance, as many as there are at most."""
        cards = bits(source)
        for _ in range(min(count, len(cards))):
            if chance is None:
                index = roll(s, len(cards))
            else:
                index = self._scripted(chance, what, [self._card_ids[c] for c in cards])
            self.move(s, cards.pop(index), to)

    # -------------------------------------------------------------- displays
    def deal(self, s: State, chance: Chance | None, source: int, layout: int, base: int, zone: str) -> None:
        """Lays out cards of a set by chance, slot by slot, after clearing what is left of the display."""
        model = self.layouts[layout]
        cards = bits(source)
        where = self.memory.where
        s[base + LAYOUT] = layout
        occupied = dealt = 0
        for slot, name in enumerate(model.slots):
            if not cards:
                break
            if chance is None:
                index = roll(s, len(cards))
            else:
                index = self._scripted(chance, f"{zone} {name}", [self._card_ids[c] for c in cards])
            # The last card takes the place of the picked one: which one is picked next is chance anyway.
            card = cards[index]
            if chance is None:
                cards[index] = cards[-1]
                cards.pop()
            else:
                cards.pop(index)
            bit = 1 << card
            s[s[where + card]] &= ~bit
            place = base + SLOTS + slot
            s[place] = card
            s[where + card] = -place
            occupied |= 1 << slot
            dealt |= bit
        s[base + OCCUPIED] = occupied
        s[base + FACE_UP] = model.face_up & occupied
        s[base + CARDS] = dealt

    def open_slots(self, layout: int, occupied: int) -> tuple[int, ...]:
        """The occupied slots that nothing covers."""
        key = (layout, occupied)
        found = self._open_slots.get(key)
        if found is None:
            covers = self.layouts[layout].covers if 0 <= layout < len(self.layouts) else ()
            free = [i for i in bits(occupied) if i >= len(covers) or not covers[i] & occupied]
            found = self._open_slots[key] = tuple(free)
        return found

    def uncovered(self, s: State, base: int) -> int:
        """The set of cards that nothing covers and that lie face up."""
        found, face_up = 0, s[base + FACE_UP]
        for slot in self.open_slots(s[base + LAYOUT], s[base + OCCUPIED]):
            if face_up >> slot & 1:
                found |= 1 << s[base + SLOTS + slot]
        return found

    def reveal(self, s: State, base: int) -> None:
        """Turns up every card that nothing covers any more."""
        face_up = s[base + FACE_UP]
        for slot in self.open_slots(s[base + LAYOUT], s[base + OCCUPIED]):
            face_up |= 1 << slot
        s[base + FACE_UP] = face_up

    def owner(self, s: State, card: int) -> int:
        """The seat in whose zones a card lies, or -1."""
        at = s[self.memory.where + card]
        first = min(self.memory.player.values(), default=0)
        last = max(self.memory.player.values(), default=-1) + self.memory.seats
        return (at - first) % self.memory.seats if first <= at < last else -1

    # -------------------------------------------------------------- ends
    def win(self, s: State, player: int, way: int) -> None:
        """Ends the game at once."""
        s[OVER], s[WINNER], s[WAY], s[ASKED] = 1, player, way, -1
        raise GameOver

    def total(self, s: State, player: int) -> int:
        """All points of a player."""
        return sum(score(s, player) for score in self.score_functions)

    def finish(self, s: State) -> None:
        """Ends the game by rank: the first category in which one player is ahead decides."""
        categories = list(self.game.score)
        leading = list(range(s[7]))
        way = len(self.ways) - 1
        for number, (category, _) in enumerate(self.game.rank):
            if category == "total":
                points = [self.total(s, p) for p in leading]
            else:
                function = self.score_functions[categories.index(category)]
                points = [function(s, p) for p in leading]
            leading = [p for p, n in zip(leading, points, strict=True) if n == max(points)]
            if len(leading) == 1:
                way = len(self.game.ways) + number
                break
        s[OVER], s[WINNER], s[WAY], s[ASKED] = 1, leading[0] if len(leading) == 1 else -1, way, -1
        raise GameOver


def helpers(runtime: Runtime) -> dict[str, Any]:
    """The names that generated code may use."""
    return {
        "bits": bits,
        "move": runtime.move,
        "move_all": runtime.move_all,
        "draw": runtime.draw,
        "deal": runtime.deal,
        "reveal": runtime.reveal,
        "uncovered": runtime.uncovered,
        "owner": runtime.owner,
        "pick": runtime.pick,
        "win": runtime.win,
        "finish": runtime.finish,
        "total": runtime.total,
        "Runaway": Runaway,
        "GoodsPrices": GoodsPrices,
    }
