"""`duel-dsl replay`: shows a logged game step by step, after checking that it could be played like that."""

from __future__ import annotations

from pathlib import Path

import click
from attrs import define

from ..interpreter.errors import GameError
from ..interpreter.journal import Log, read_log
from ..interpreter.position import Position
from .moves import Move
from .opening import load_game
from .pen import Pen
from .results import result_lines
from .table import Table
from .terminal import Terminal, styled


@click.command(
    epilog="""\b
Examples:
  duel-dsl replay game.log               on a terminal: Enter next, p previous, g N go to, q quit
  duel-dsl replay game.log --step 20     the table after 20 decisions
  duel-dsl replay game.log | less        all decisions

\b
Exit code: 0 fine, 1 the log is damaged or belongs to other rules, 2 cannot do what was asked."""
)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--step", type=click.IntRange(min=0), metavar="N", help="Show only the table after N decisions.")
@click.option("--pack", metavar="PACK", help="The pack to replay it with, where it is not an installed one.")
@click.option(
    "--lang", "language", default="en", metavar="LANGUAGE", help="Language of names and messages, such as de."
)
def replay(file: Path, step: int | None, pack: str | None, language: str) -> int:
    """Show a logged game step by step.

    FILE is what `duel-dsl play --log FILE` wrote.
    """
    terminal = Terminal.here()
    try:
        log = read_log(file)
    except GameError as failure:
        raise click.ClickException(str(failure)) from None
    game = load_game(pack or log.header.game, terminal)
    if language not in game.languages:
        raise click.UsageError(f"{game.title} has no names in `{language}`; there are: {', '.join(game.languages)}")
    try:
        positions = log.positions(game)
    except GameError as failure:
        raise click.ClickException(f"{file}: {failure}") from None
    show = Show(log, positions, Pen(game, language), terminal)
    if step is not None:
        if step >= len(positions):
            raise click.UsageError(f"the log has {len(positions) - 1} decisions")
        show.step(step)
    elif terminal.person:
        show.browse()
    else:
        show.everything()
    return 0


@define
class Show:
    """A logged game on the screen."""

    log: Log
    positions: list[Position]
    pen: Pen
    terminal: Terminal

    @property
    def last(self) -> int:
        """How many decisions there are."""
        return len(self.positions) - 1

    def step(self, number: int) -> None:
        """The table after so many decisions, with the one that led to it."""
        position = self.positions[number]
        remark = self.pen.speech.say("decision {number} of {all}", number=number, all=self.last)
        seats = self.log.header.seats or ("",) * position.players
        # Whoever decides is shown what they could see; a replay hides nothing from itself but hidden cards.
        table = Table(self.pen, position, position.decider or 0, seats)
        self.terminal.write(table.lines(self.terminal.width, remark))
        if number:
            self.terminal.write(["", self._line(number)])
        self._result(position)

    def everything(self) -> None:
        """All decisions, one on a line, with the table at the start, and at the end the result."""
        self.step(0)
        self.terminal.write("")
        for number in range(1, self.last + 1):
            self.terminal.write(self._line(number))
        if self.last:
            self.terminal.write("")
            self.step(self.last)

    def browse(self) -> None:
        """Goes through the game as the person says."""
        number = 0
        message = ""
        while True:
            self.terminal.resized()
            self.terminal.clear()
            self.step(number)
            help = self.pen.speech.say("Enter next, p previous, g N go to, q quit")
            self.terminal.write(["", message or styled(help, "dim")])
            reply = self.terminal.ask("> ")
            word, _, rest = (reply or "").strip().casefold().partition(" ")
            message = ""
            if reply is None or word in ("q", "quit"):
                return
            if word in ("", "n", "next"):
                number = min(self.last, number + 1)
            elif word in ("p", "previous"):
                number = max(0, number - 1)
            elif (place := (rest if word == "g" else word).strip()).isdecimal() and len(place) < 9:
                number = min(self.last, int(place))
            else:
                message = help

    def _line(self, number: int) -> str:
        before, after = self.positions[number - 1], self.positions[number]
        decision = self.log.decisions[number - 1]
        option = next(o for o in before.options() if o.key == decision.key)
        return Move(number, before, decision.seat, option, after).line(self.pen, decision.seat, self.terminal.width)

    def _result(self, position: Position) -> None:
        if position.result is not None:
            self.terminal.write(["", *result_lines(self.pen, position.result, self.terminal.width)])
