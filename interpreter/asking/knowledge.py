"""What a seat knows for certain: figures of a position, and what comes of an option until the next decision.

Whatever is told here holds in every game that the seat holds possible; what does not is None. A position is looked at
once: what was worked out is remembered, also for what comes of an option, as far as that changes nothing it depends on.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from attrs import define, field

from ..errors import GameError
from ..playing.game import Game
from ..playing.position import Option, Position
from ..program.model import CHOSEN, DECIDER, OVER, PEOPLE, PLAYERS, WINNER
from ..program.sets import bits
from ..runtime.chance import State
from .doubts import UNKNOWN, Doubt, Partly, as_set
from .figures import Production, function_of, printed_money
from .sure_machine import SureMachine
from .veil import Veil

# Positions and games that are remembered.
MOST_REMEMBERED, MOST_GAMES = 32, 4


@lru_cache(maxsize=MOST_GAMES)
def _machine(game: Game) -> SureMachine:
    return SureMachine.of(game.program)


@lru_cache(maxsize=MOST_REMEMBERED)
def _known(game: Game, state: tuple[int, ...], seat: int) -> Knowledge:
    # A guess, so that nothing hidden is even looked at.
    guess = Position(game, list(state)).guess(seat).state
    veil = Veil.of(game, guess, seat, _machine(game).veil.facts)
    return Knowledge(game, seat, veil.state(game.program, guess, seat), veil)


@define(eq=False)
class Knowledge:
    """What a seat knows of a position, or of what comes of an option there."""

    game: Game
    seat: int
    state: State
    veil: Veil
    _before: Knowledge | None = None
    _found: dict[tuple[str | int, ...], tuple[Any, frozenset[int]]] = field(factory=dict)
    _rows: dict[int, tuple[Any, frozenset[int]]] = field(factory=dict)
    _changed: frozenset[int] | None = None

    @classmethod
    def of(cls, position: Position, seat: int) -> Knowledge:
        """What a seat knows of a position; a position that comes again is not looked at again."""
        return _known(position.game, tuple(position.state), seat)

    def after(self, option: Option | int) -> Knowledge | None:
        """What the seat knows of the position after an option; None where it cannot tell how the game goes on."""
        state, code = self.state[:], option.code if isinstance(option, Option) else option
        state[CHOSEN] = code
        try:
            self._at_work().run(state)
        except (Doubt, GameError):
            return None
        return Knowledge(self.game, self.seat, state, self.veil, self)

    def _at_work(self) -> SureMachine:
        machine = _machine(self.game)
        machine.look(self.veil)
        return machine

    # -------------------------------------------------------------- fields
    def read(self, name: str, seat: int | None = None) -> int | None:
        """The value of a field of the table, or of a seat."""
        return _number(self.state[self.game.place(name, seat)[0]])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[OVER] != 0

    @property
    def players(self) -> range:
        """All seats."""
        return range(self.state[PLAYERS])

    @property
    def decider(self) -> int | None:
        """The seat that decides; None when the game is over."""
        return None if self.over else _number(self.state[DECIDER])

    @property
    def undecided(self) -> bool:
        """Whether the game is over, but nobody can tell who has won."""
        return self.over and self.state[WINNER] is UNKNOWN

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won, alone or together; nobody in a draw."""
        found = _number(self.state[WINNER]) if self.over else None
        if found is None or found < 0:
            return ()
        side = self.game.program.side
        sides = [_number(self._of(side, seat)) if side else seat for seat in range(self.state[PEOPLE])]
        if found >= len(sides) or sides[found] is None:
            return (found,)
        return tuple(seat for seat, other in enumerate(sides) if other == sides[found])

    # -------------------------------------------------------------- figures
    def figure(self, name: str, *arguments: int) -> int | None:
        """The number that a define or a value of the rules gives for seats, members or cards."""
        return _number(self._of(function_of(self.game.description, name), *arguments))

    def cards(self, name: str, *arguments: int) -> list[int]:
        """The cards that are certainly in the set that a define gives, and that the seat knows."""
        found = self._of(function_of(self.game.description, name), *arguments)
        sure = as_set(found).sure if isinstance(found, int | Partly) else 0
        return [card for card in bits(sure) if not self.veil.like(card)]

    def printed(self, field: str, card: int, seat: int) -> int | None:
        """What a formula printed on a card is worth for a seat."""
        return _number(self._of(f"formula_{field}", card, seat))

    def total(self, seat: int) -> int | None:
        """All points of a seat, as they would count now."""
        points = [_number(self._of(name, seat)) for name in self.game.program.score]
        return None if None in points else sum(number for number in points if number is not None)

    def price(self, seat: int, card: int) -> int | None:
        """What a card costs a seat in all; None also where it has no cost."""
        money = printed_money(self.game.description, card)
        goods = _number(self._of("price", seat, card)) if money is not None else None
        return None if money is None or goods is None else money + goods

    def production(self, seat: int) -> Production | None:
        """What the cards of a seat produce; None also in a game without goods."""
        if self.game.program.prices is None:
            return None
        found = self._of("production", seat)
        if not isinstance(found, tuple):
            return None
        fixed, choices = found
        goods = range(len(fixed))
        return Production(fixed, tuple(tuple(good for good in goods if mask >> good & 1) for mask in choices))

    # -------------------------------------------------------------- working out
    def _of(self, *key: str | int) -> Any:
        if key in self._found:
            return self._found[key][0]
        kept = self._before.kept(key) if self._before is not None else None
        if kept is None or not kept[1].isdisjoint(self._changes()):
            kept = self._worked_out(*key)
        self._found[key] = kept
        return kept[0]

    def kept(self, key: tuple[str | int, ...]) -> tuple[Any, frozenset[int]]:
        """What has been worked out, and the places that it depends on."""
        self._of(*key)
        return self._found[key]

    def _worked_out(self, name: Any, *arguments: Any) -> tuple[Any, frozenset[int]]:
        if name == "price":
            return self._priced(*arguments)
        machine = self._at_work()
        if name == "production":
            return self._answered(lambda: machine.production(self.state, *arguments))
        return self._answered(lambda: machine.call(self.state, name, *arguments))

    def _priced(self, seat: int, card: int) -> tuple[Any, frozenset[int]]:
        """What a card costs a seat. What all cards of a seat share, such as prices at markets, is worked out once."""
        machine = self._at_work()
        if seat not in self._rows:
            self._rows[seat] = self._answered(lambda: machine.prices_of(self.state, seat))
        row, shared = self._rows[seat]
        found, read = self._answered(lambda: None if row is None else machine.price_in(row, card))
        return found, shared | read

    def _answered(self, ask: Callable[[], Any]) -> tuple[Any, frozenset[int]]:
        """An answer and the places that it depends on; None where it is in doubt or too much work."""
        read = _machine(self.game).values.read
        read.clear()
        try:
            found = ask()
        except (Doubt, GameError):
            found = None
        return found, frozenset(read)

    def _changes(self) -> frozenset[int]:
        """The places at which something else stands than before."""
        if self._changed is None:
            assert self._before is not None
            pairs = enumerate(zip(self._before.state, self.state, strict=False))
            self._changed = frozenset(at for at, (old, new) in pairs if old is not new and not _equal(old, new))
        return self._changed


def _equal(old: Any, new: Any) -> bool:
    return type(old) is int and type(new) is int and old == new


def _number(value: Any) -> int | None:
    return value if type(value) is int else None
