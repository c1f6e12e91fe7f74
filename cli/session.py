"""A game that is being played: the seats, the decisions so far, taking them back, and the log."""

from __future__ import annotations

from attrs import define, field

from ..interpreter.bots import BOTS, Bot
from ..interpreter.game import Game
from ..interpreter.journal import LogWriter
from ..interpreter.position import Option, Position
from .moves import Move

HUMAN = "human"


@define
class Session:
    """One game with its players; `seats` says who sits where: `human` or the name of a bot."""

    game: Game
    position: Position
    seats: tuple[str, ...]
    seed: int
    log: LogWriter | None = None
    moves: list[Move] = field(factory=list)
    bots: dict[int, Bot] = field(init=False)

    def __attrs_post_init__(self) -> None:
        sitting = {seat: name for seat, name in enumerate(self.seats) if name != HUMAN}
        self.bots = {seat: BOTS[name](self.seed + seat) for seat, name in sitting.items()}

    @property
    def only_bots(self) -> bool:
        """Whether nobody has to be asked."""
        return len(self.bots) == len(self.seats)

    def bots_choice(self) -> Option | None:
        """What the bot whose turn it is chooses; None when a person decides."""
        seat = self.position.decider
        if seat is None or seat not in self.bots:
            return None
        index = self.bots[seat].choose(self.position, seat)
        return self.position.options()[index]

    def play(self, option: Option) -> Move:
        """Makes a decision and notes it."""
        before, seat = self.position.copy(), self.position.decider
        assert seat is not None
        self.position.play(option)
        move = Move(len(self.moves) + 1, before, seat, option, self.position.copy())
        self.moves.append(move)
        if self.log is not None:
            self.log.decision(seat, option.key)
        return move

    def undo(self) -> int:
        """Goes back to the last decision of a person; says how many decisions were taken back."""
        people = [place for place, move in enumerate(self.moves) if move.seat not in self.bots]
        if not people:
            return 0
        count = len(self.moves) - people[-1]
        self.position = self.moves[people[-1]].before.copy()
        del self.moves[people[-1] :]
        if self.log is not None:
            self.log.undo(count)
        return count

    def since(self, seat: int) -> list[Move]:
        """The decisions of others since a seat's own last one."""
        own = [place for place, move in enumerate(self.moves) if move.seat == seat]
        return self.moves[own[-1] + 1 if own else 0 :]
