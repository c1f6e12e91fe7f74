"""`duel-dsl play`: people and bots play a game of packs."""

from __future__ import annotations

import math
import random
import shlex
import sys
from pathlib import Path

import click

from ...interpreter.bots import BOTS, bot
from ...interpreter.errors import BadSetup, GameError
from ...interpreter.playing.game import Game
from ...interpreter.playing.journal import Header, LogWriter, parse_log, read_text
from ...interpreter.playing.position import Position
from ..screen.card_style import Pen
from ..screen.screen import Screen
from ..screen.session import HUMAN, Session
from ..terminal import Terminal, complain
from .jsonlines import JsonLines
from .opening import check_language, load_game, read_switches

KNOWN = (HUMAN, *BOTS)
SEEDS = 10**15


@click.command(
    epilog="""\b
Examples:
  duel-dsl play mygame                                  you against a bot
  duel-dsl play mygame --seats human,human --lang de    two people at one keyboard, in German
  duel-dsl play mygame --seats greedy,greedy --seed 7   watch two bots
  duel-dsl play mygame --load evening.save              go on with a saved game

\b
At the prompt, type a number, a name or a part of it; `help` lists what else there is.
Exit code: 0 fine, 1 mistakes in the pack or a file, 2 cannot do what was asked, 130 stopped with Ctrl-C."""
)
@click.argument("pack")
@click.option("--seats", metavar="LIST", help=f"Who plays, separated by commas: {', '.join(KNOWN)}.")
@click.option("--players", type=int, metavar="N", help="How many play, where the game allows several numbers.")
@click.option("--seed", type=int, metavar="N", help="The number all luck comes from; the same one gives the same game.")
@click.option("--set", "switches", multiple=True, metavar="NAME=CHOICE", help="Turn a switch of the game; repeatable.")
@click.option(
    "--lang", "language", default="en", metavar="LANGUAGE", help="Language of names and messages, such as de."
)
@click.option(
    "--log",
    "log_path",
    type=click.Path(path_type=Path),
    help="Write every decision, and the seed, to a new file: whoever reads it sees everything, hidden cards too.",
)
@click.option("--force", is_flag=True, help="Let --log replace an existing file.")
@click.option("--load", "load_path", type=click.Path(path_type=Path), help="Go on with a saved or logged game.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object for each decision and for the result.")
@click.option("--quiet", is_flag=True, help="Show only what has to be decided, and the result.")
@click.option(
    "--delay", type=click.FloatRange(0, 60), default=0.0, metavar="SECONDS", help="Wait after a bot's decision."
)
def play(
    pack: str,
    seats: str | None,
    players: int | None,
    seed: int | None,
    switches: tuple[str, ...],
    language: str,
    log_path: Path | None,
    force: bool,
    load_path: Path | None,
    as_json: bool,
    quiet: bool,
    delay: float,
) -> int:
    """Play a game: people and bots, on the terminal.

    PACK is the name of an installed pack, the folder of one, or several joined by `+`.
    """
    if math.isnan(delay):
        raise click.UsageError("--delay is a number of seconds")
    terminal = Terminal.here()
    game = load_game(pack, terminal)
    check_language(game, language)
    sitting = _seats(seats)
    drawn = seed is None and load_path is None
    # So many that nobody finds out which by trying them all.
    seed = random.SystemRandom().randrange(SEEDS) if seed is None else seed
    if load_path is not None:
        if players is not None or switches:
            raise click.UsageError("a loaded game brings its players and switches along")
        position, chosen = _loaded(game, load_path), {}
    else:
        chosen = read_switches(switches)
        position = _started(game, seed, players or (len(sitting) if sitting else None), chosen)
    sitting = sitting or _usual_seats(position.people)
    if len(sitting) != position.people:
        raise click.UsageError(f"{position.people} play, but --seats names {len(sitting)}")
    session = Session(game, position, sitting, seed, drawn=drawn)
    if log_path is not None:
        start = position.save() if load_path is not None else ""
        header = Header(game.name, game.digest, seed, position.people, chosen, sitting, start)
        session.log = _log(log_path, header, force)
    try:
        if as_json:
            JsonLines(session, language).run()
        else:
            again = shlex.join(["duel-dsl", "play", pack, "--seats", ",".join(sitting), "--lang", language])
            Screen(session, Pen(game, language, position.people), terminal, quiet, delay, again).run()
    except GameError as failure:
        raise click.ClickException(str(failure)) from None
    finally:
        session.close()
        if session.log_failure:
            complain(f"the log {log_path} is not whole: {session.log_failure}")
    return 0


def _seats(text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    names = tuple(name.strip() for name in text.split(","))
    for name in names:
        if name not in KNOWN and name.partition(":")[0] not in KNOWN[1:]:
            raise click.UsageError(f"`{name}` cannot take a seat; there are: {', '.join(KNOWN)}")
        try:
            if name != HUMAN:
                bot(name)
        except BadSetup as failure:
            raise click.UsageError(str(failure)) from None
    return names


def _usual_seats(players: int) -> tuple[str, ...]:
    """A person against bots on a terminal, else only bots."""
    return (HUMAN if sys.stdin.isatty() else "greedy", *["greedy"] * (players - 1))


def _started(game: Game, seed: int, players: int | None, switches: dict[str, str]) -> Position:
    try:
        return game.start(seed, players, switches)
    except BadSetup as failure:
        raise click.UsageError(str(failure)) from None
    except GameError as failure:
        raise click.ClickException(str(failure)) from None


def _loaded(game: Game, path: Path) -> Position:
    """The position in a saved game, or the last one of a log."""
    try:
        text = read_text(path)
        position = parse_log(text).positions(game)[-1] if text.startswith("{") else game.restore(text)
    except GameError as failure:
        raise click.ClickException(f"{path}: {failure}") from None
    if position.over:
        raise click.ClickException(f"{path}: this game is over")
    return position


def _log(path: Path, header: Header, force: bool) -> LogWriter:
    try:
        return LogWriter.create(path, header, force)
    except GameError as failure:
        advice = "; --force replaces it" if path.is_file() and not force else ""
        raise click.ClickException(f"{failure}{advice}") from None
