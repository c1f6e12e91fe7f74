"""A game that is being played: the seats, the decisions so far, taking them back, and the log."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, field

from ...interpreter.bots import Bot, bot
from ...interpreter.playing.game import Game
from ...interpreter.playing.journal import LogWriter
from ...interpreter.playing.position import Option, Position
from .moves import Episode, Move, episodes

HUMAN = "human"


@define
class Session:
    """One game with its players; `seats` says who sits where: `human` or the name of a bot. The `episodes` are all
    decisions, those together that are told together. A `drawn` seed is one that nobody at the table knows: it would
    tell all that is hidden, so it is told when the game is over."""

    game: Game
    position: Position
    seats: tuple[str, ...]
    seed: int
    log: LogWriter | None = None
    moves: list[Move] = field(factory=list)
    episodes: list[Episode] = field(factory=list)
    bots: dict[int, Bot] = field(init=False)
    log_failure: str = ""
    drawn: bool = False

    def __attrs_post_init__(self) -> None:
        sitting = {seat: name for seat, name in enumerate(self.seats) if name != HUMAN}
        self.bots = {seat: bot(name, self.seed + seat) for seat, name in sitting.items()}

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
        waiting = self.episodes.pop().moves if self.episodes and not self.episodes[-1].told else ()
        self.episodes += episodes([*waiting, move])
        self._note(lambda log: log.decision(seat, option.key))
        return move

    def undo(self) -> int:
        """Goes back to the last decision of a person; says how many decisions were taken back."""
        people = [place for place, move in enumerate(self.moves) if move.seat not in self.bots]
        if not people:
            return 0
        count = len(self.moves) - people[-1]
        self.position = self.moves[people[-1]].before.copy()
        del self.moves[people[-1] :]
        self.episodes = episodes(self.moves)
        self._note(lambda log: log.undo(count))
        return count

    def close(self) -> None:
        """Ends the log."""
        self._note(lambda log: log.close(self.position.result))

    def _note(self, write: Callable[[LogWriter], None]) -> None:
        """Writes into the log. A game does not end where that fails: what could not be written is tried again with what
        comes next, and `log_failure` says what is in the way."""
        if self.log is None:
            return
        try:
            write(self.log)
            self.log_failure = ""
        except OSError as failure:
            self.log_failure = failure.strerror or str(failure)

    def since(self, seat: int) -> list[Episode]:
        """What has been told since a seat's own last decision; that one too where others decided with it."""
        own = max((move.number for move in self.moves if move.seat == seat), default=0)
        found = [e for e in self.episodes if e.told and e.moves[-1].number >= own]
        return [e for e in found if len(e.moves) > 1 or e.moves[-1].number > own]
