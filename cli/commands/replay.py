"""`duel-dsl replay`: shows a logged game step by step, after checking that it could be played like that."""

from __future__ import annotations

from pathlib import Path

import click
from attrs import define, field

from ...interpreter.errors import GameError
from ...interpreter.playing.journal import Log, read_log
from ...interpreter.playing.position import Position
from ..screen.card_style import Pen
from ..screen.moves import Episode, Move, episodes
from ..screen.results import result_lines
from ..screen.table import Table
from ..terminal import Terminal, styled
from .opening import check_language, load_game


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
        raise click.ClickException(f"{file}: {failure}") from None
    try:
        game = load_game(pack or log.header.game, terminal)
    except click.UsageError as mistake:
        if pack is not None:
            raise
        raise click.UsageError(f"{mistake.message}; --pack says where the log's pack is", mistake.ctx) from None
    check_language(game, language)
    try:
        positions = log.positions(game)
    except GameError as failure:
        raise click.ClickException(f"{file}: {failure}") from None
    show = Show(log, positions, Pen(game, language, positions[0].people), terminal)
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
    episodes: list[Episode] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.episodes = episodes(self._moves)

    @property
    def last(self) -> int:
        """How many decisions there are."""
        return len(self.positions) - 1

    def step(self, number: int) -> None:
        """The table after so many decisions, with the one that led to it."""
        position = self.positions[number]
        remark = self.pen.speech.say("decision {number} of {all}", number=number, all=self.last)
        seats = [self.pen.speech.say(name) for name in self.log.header.seats]
        seats += [self.pen.speech.say("nobody") if seats else ""] * (position.players - len(seats))
        # Whoever decides is shown what they could see; a replay hides nothing from itself but hidden cards.
        table = Table(self.pen, position, position.decider or 0, seats)
        self.terminal.write(table.lines(self.terminal.width, remark))
        if number:
            self.terminal.write(["", *self._told(number)])
        self._result(position)

    def _told(self, number: int) -> list[str]:
        """The decision of a step, and with the last of several that are told together what came of them."""
        episode = next(e for e in self.episodes if number <= e.moves[-1].number)
        if episode.told and number == episode.moves[-1].number:
            return episode.lines(self.pen, None, self.terminal.width)
        move = episode.moves[number - episode.moves[0].number]
        return [Episode(episode.moves, False).line(move, self.pen, move.seat, self.terminal.width)]

    def everything(self) -> None:
        """All decisions, one on a line, with the table at the start, and at the end the result."""
        self.step(0)
        self.terminal.write("")
        for episode in self.episodes:
            self.terminal.write(episode.lines(self.pen, None, self.terminal.width))
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

    @property
    def _moves(self) -> list[Move]:
        pairs = zip(self.positions, self.positions[1:], self.log.decisions, strict=False)
        moves = []
        for number, (before, after, decision) in enumerate(pairs, 1):
            option = next(o for o in before.options() if o.key == decision.key)
            moves.append(Move(number, before, decision.seat, option, after))
        return moves

    def _result(self, position: Position) -> None:
        if position.result is not None:
            self.terminal.write(["", *result_lines(self.pen, position.result, self.terminal.width)])
