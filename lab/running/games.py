"""One game played by bots, from its first decision to its record: the result, the points, what was offered and taken.

A record is a pure function of the setup and the number of the game. It holds plain values only, so it can be sent
from another process or machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from hashlib import blake2b

from attrs import define, field, frozen

from ...interpreter.bots import bot
from ...interpreter.errors import BadSetup, BrokenInvariant, RunawayChain
from ...interpreter.playing.game import Game, load
from ...interpreter.playing.position import Position
from ...interpreter.program.sets import bits
from .heartbeat import Heartbeat
from .uses import Use, Uses

# Seeds of games fit into a number that every program reads exactly.
SEED_BYTES = 6


@frozen
class Setup:
    """What many games have in common: the packs (names or paths), the digest of their rules, who sits where, the
    switches, the number that the seeds of all games come from, a card that is to do nothing, and in how many games (the
    first ones) invariants are looked at after every decision. `digest` may be empty: any rules will do."""

    packs: tuple[str, ...]
    seats: tuple[str, ...]
    seed: int = 0
    switches: tuple[tuple[str, str], ...] = ()
    digest: str = ""
    without: str = ""
    checked: int = 0


@frozen
class Offer:
    """How often a card could be used in a way by a seat: the number of its decisions with such an option."""

    seat: int
    use: Use
    decisions: int


@frozen
class Event:
    """A card that was used by a decision: the number of the decision (from 1), who made it, and the use."""

    decision: int
    seat: int
    use: Use


@frozen
class Entry:
    """A card that came into play for a seat: into one of its zones where cards are active."""

    decision: int
    seat: int
    card: str


@frozen
class Decisions:
    """All decisions of one name by one seat: how many, and how many options there were in all. A choice without a name
    is told by the labels of its options."""

    seat: int
    choice: str
    count: int
    options: int


@frozen
class Record:
    """A game that was played. `scores` are points by category, seat by seat, in the order of the rules; `winners` are
    all that share the victory, `sharing` how many sides they are, of the `sides` that played, `drawn` says whether it
    was a draw; `leads` says how often the lead in points passed from one side to another; `stopped`, that the game
    did not end by itself."""

    number: int
    seed: int
    winner: int | None
    winners: tuple[int, ...]
    how: str
    scores: tuple[tuple[int, ...], ...]
    length: int
    leads: int
    decisions: tuple[Decisions, ...]
    offers: tuple[Offer, ...]
    events: tuple[Event, ...]
    entered: tuple[Entry, ...]
    stopped: bool = False
    drawn: bool = False
    sharing: int = 1
    sides: tuple[tuple[int, ...], ...] = ()

    def share(self, seat: int) -> float:
        """The part of the victory that a seat has: all of it for each of those who win together."""
        return 1 / self.sharing if seat in self.winners else 0.0

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of every seat."""
        return tuple(sum(points) for points in self.scores)


def game_seed(seed: int, number: int) -> int:
    """The seed of the game with a number, from the seed of all games and nothing else."""
    return int.from_bytes(blake2b(f"{seed} {number}".encode(), digest_size=SEED_BYTES).digest(), "big")


@lru_cache(maxsize=4)
def loaded(packs: tuple[str, ...], without: str = "") -> Game:
    """The game of packs, loaded once in each process, with a card that does nothing where one is named."""
    game = load(list(packs))
    if without:
        # Only balance asks for that.
        from .blank import blanked

        game = blanked(game, without)
    return game


def play_games(task: tuple[Setup, int, int]) -> list[Record]:
    """The games of a setup with the numbers from the first up to, but not including, the last."""
    setup, first, last = task
    return [play_game(setup, number) for number in range(first, last)]


def play_game(setup: Setup, number: int) -> Record:
    """The game of a setup with that number. Bots get the seeds that `duel-dsl play` would give them, so a game can be
    watched there with its seed."""
    game = loaded(setup.packs, setup.without)
    if setup.digest not in ("", game.digest):
        raise BadSetup(f"{game.name} has other rules here: {game.digest}, not {setup.digest}")
    seed = game_seed(setup.seed, number)
    with naming_the_game(number, seed):
        position = game.start(seed, len(setup.seats), dict(setup.switches))
        bots = [bot(name, seed + seat) for seat, name in enumerate(setup.seats)]
        checked = number < setup.checked
        watch, life = _Watch(uses_of(game), active_places(game, position.players)), Heartbeat(number)
        while (seat := position.decider) is not None:
            watch.before(position, seat)
            chosen = bots[seat].choose(position, seat)
            position.play(chosen)
            watch.after(position, seat, chosen)
            if checked:
                keep_invariants(position, number, seed)
            life.beat(position.decisions)
        return watch.record(number, seed, position)


def keep_invariants(position: Position, number: int, seed: int) -> None:
    """Raises where an invariant does not hold any more; a rule or a card is wrong then."""
    for title in position.broken_invariants():
        place = next(one.span for one in position.game.description.invariants if one.title == title)
        when = f"game {number}, seed {seed}, after decision {position.decisions}"
        raise BrokenInvariant(f"it is not true any more that {title} ({when})", place)


@contextmanager
def naming_the_game(number: int, seed: int) -> Generator[None, None, None]:
    """A game that cannot be played on is told with what is needed to see it."""
    try:
        yield
    except RunawayChain as failure:
        raise RunawayChain(f"{failure} (game {number}, seed {seed})", failure.span) from None


@lru_cache(maxsize=4)
def uses_of(game: Game) -> Uses:
    """The uses of cards in a game; kept, because it fills while games are played."""
    return Uses(game)


@lru_cache(maxsize=16)
def active_places(game: Game, players: int) -> tuple[tuple[int, int], ...]:
    """The zones in which cards are active: seat and place in the state."""
    zones = [name for name, model in game.description.player.items() if model.active and model.type.tag == "set"]
    return tuple((seat, game.place(name, seat)[0]) for name in zones for seat in range(players))


@define
class _Watch:
    """Notes what happens in one game."""

    uses: Uses
    places: tuple[tuple[int, int], ...]
    length: int = 0
    leads: int = 0
    leading: int | None = None
    offered: list[tuple[Use, ...]] = field(factory=list)
    active: dict[int, int] = field(factory=dict)
    offers: Counter[tuple[int, Use]] = field(factory=Counter)
    decisions: dict[tuple[int, str], list[int]] = field(factory=dict)
    events: list[Event] = field(factory=list)
    entered: list[Entry] = field(factory=list)

    def before(self, position: Position, seat: int) -> None:
        """Notes what a seat is offered."""
        self.length += 1
        count = self.decisions.setdefault((seat, self.uses.choice(position)), [0, 0])
        count[0] += 1
        count[1] += len(position.codes)
        self.offered = [self.uses.of(position, code) for code in position.codes]
        for use in {use for found in self.offered for use in found}:
            self.offers[seat, use] += 1
        self.active = {place: position.state[place] for _, place in self.places}

    def after(self, position: Position, seat: int, chosen: int) -> None:
        """Notes what the seat took and what came of it."""
        self.events += (Event(self.length, seat, use) for use in self.offered[chosen])
        cards = position.game.description.cards
        for owner, place in self.places:
            if fresh := position.state[place] & ~self.active[place]:
                self.entered += (Entry(self.length, owner, cards[card].name) for card in bits(fresh))
        points = [sum(position.scores(player).values()) for player in range(position.people)]
        totals = [sum(points[player] for player in side) for side in position.sides if side[0] < position.people]
        most = max(totals)
        if totals.count(most) == 1 and totals.index(most) != self.leading:
            self.leads += self.leading is not None
            self.leading = totals.index(most)

    def record(self, number: int, seed: int, position: Position) -> Record:
        """The record of the game that has ended."""
        result = position.result
        assert result is not None
        return Record(
            number,
            seed,
            result.winner,
            result.winners,
            result.how,
            tuple(tuple(points.values()) for points in result.scores),
            self.length,
            self.leads,
            tuple(Decisions(seat, choice, *counts) for (seat, choice), counts in sorted(self.decisions.items())),
            tuple(Offer(seat, use, count) for (seat, use), count in sorted(self.offers.items(), key=_place)),
            tuple(self.events),
            tuple(self.entered),
            result.stopped,
            result.drawn,
            result.sharing,
            tuple(side for side in position.sides if side[0] < position.people),
        )


def _place(offer: tuple[tuple[int, Use], int]) -> tuple[int, str, str, str]:
    """Where an offer stands in a record. Offers are counted in an order that is not the same in every process."""
    (seat, use), _ = offer
    return seat, use.card, use.label, use.hole
