"""What the commands that play many games have in common: their options, and the setup that comes of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps
from pathlib import Path

import click
from attrs import fields, frozen

from ...interpreter.bots import BOTS, bot
from ...interpreter.errors import BadSetup, GameError
from ...interpreter.playing.game import Game
from ...lab.reports.outputs import NewFile
from ...lab.running.games import Setup
from ..terminal import Terminal
from .opening import load_game, read_switches
from .targets import find_targets

Command = Callable[..., object]
USUAL_BOT = "greedy"
MOST_GAMES, MOST_JOBS = 10_000_000, 256
FILE = click.Path(path_type=Path)
# The end of the help of every such command.
ENDS = """\b
Ctrl-C ends it with the result so far.
Exit code: 0 fine, 1 mistakes in the pack or a file, 2 cannot do what was asked, 130 stopped with Ctrl-C."""
STOPPED = 130


@frozen
class Wanted:
    """What was asked for with the options that all such commands have."""

    games: int
    seats: str | None
    players: int | None
    seed: int
    switches: tuple[str, ...]
    jobs: int | None
    cluster: str
    as_json: bool
    html_path: Path | None
    force: bool

    @property
    def processes(self) -> int:
        """As many processes as were asked for, or one for each processor that may be used."""
        if self.jobs is not None:
            return self.jobs
        if hasattr(os, "sched_getaffinity"):
            return len(os.sched_getaffinity(0))
        return os.cpu_count() or 1

    def new_page(self, stack: ExitStack) -> NewFile | None:
        """The page that was asked for; the stack takes away what is not written to its end."""
        if self.html_path is None:
            return None
        page = NewFile.create(self.html_path, self.force)
        stack.callback(page.discard)
        return page


def lab_options(games: int) -> Callable[[Command], Command]:
    """The options of a command that plays many games, with its usual number of games; it gets them as `wanted`."""
    options = [
        click.option(
            "--games",
            type=click.IntRange(1, MOST_GAMES),
            default=games,
            metavar="N",
            help=f"How many games to play (default {games}).",
        ),
        click.option(
            "--seats",
            metavar="LIST",
            help=f"Who plays, separated by commas: {', '.join(BOTS)}; one name is for all seats (default {USUAL_BOT}).",
        ),
        click.option("--players", type=int, metavar="N", help="How many play, where the game allows several numbers."),
        click.option(
            "--seed",
            type=int,
            default=0,
            metavar="N",
            help="The number all luck comes from (default 0); the same one gives the same games.",
        ),
        click.option(
            "--set", "switches", multiple=True, metavar="NAME=CHOICE", help="Turn a switch of the game; repeatable."
        ),
        click.option(
            "--jobs",
            type=click.IntRange(1, MOST_JOBS),
            metavar="N",
            help="How many processes play (default: one for each processor); it changes nothing but the time.",
        ),
        click.option("--cluster", default="", metavar="ADDRESS", help="Let a Dask cluster play instead."),
        click.option("--json", "as_json", is_flag=True, help="Print an object instead of text."),
        click.option("--html", "html_path", type=FILE, help="Write a page with charts to a new file."),
        click.option("--force", is_flag=True, help="Replace files that exist."),
    ]

    def decorate(command: Command) -> Command:
        @wraps(command)
        def with_wanted(**given: object) -> object:
            common = {name.name: given.pop(name.name) for name in fields(Wanted)}
            return command(wanted=Wanted(**common), **given)  # type: ignore[arg-type]

        found: Command = with_wanted
        for option in reversed(options):
            found = option(found)
        return found

    return decorate


@frozen
class Opened:
    """A game and the setup of the games to play; `players` counts the seats, those without a player included."""

    game: Game
    setup: Setup
    players: int


def open_setup(pack: str, wanted: Wanted, terminal: Terminal) -> Opened:
    """The game and the setup that the options ask for; raises a usage error where there is none."""
    game = load_game(pack, terminal)
    names = tuple(name.strip() for name in (USUAL_BOT if wanted.seats is None else wanted.seats).split(","))
    chosen, players = read_switches(wanted.switches), wanted.players
    try:
        for name in names:
            bot(name)
        if len(names) > 1 and players is None:
            players = len(names)
        position = game.start(wanted.seed, players, chosen)
    except BadSetup as failure:
        raise click.UsageError(str(failure)) from None
    except GameError as failure:
        raise click.ClickException(str(failure)) from None
    if len(names) == 1:
        names *= position.people
    if len(names) != position.people:
        raise click.UsageError(f"{position.people} play, but --seats names {len(names)}")
    setup = Setup(find_targets((pack,))[0].packs, names, wanted.seed, tuple(chosen.items()), game.digest)
    return Opened(game, setup, position.players)
