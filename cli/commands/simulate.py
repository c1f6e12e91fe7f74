"""`duel-dsl simulate`: bots play many games, and what happened is counted."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path

import click
from attrs import evolve

from ...dsl.diagnostic import NOWHERE, Diagnostic
from ...interpreter.errors import BrokenInvariant, GameError
from ...lab.reports.outputs import CsvOutput, Output, SqliteOutput
from ...lab.reports.report import report, run_facts
from ...lab.running.gathering import games_in_order
from ...lab.running.interrupts import Interrupts
from ...lab.studies.summary import Tally
from ..terminal import Terminal, write_json
from .lab_options import ENDS, FILE, STOPPED, Opened, Wanted, lab_options, open_setup
from .mistakes import show_diagnostics
from .progress import Progress
from .simulation import summary_lines

# In so many games invariants are looked at where nothing else is said: enough to see that something is wrong.
USUALLY_CHECKED = 10


@click.command(
    epilog="""\b
Examples:
  duel-dsl simulate mygame --games 1000                      all seats greedy
  duel-dsl simulate mygame --seats mcts:200,greedy           one bot against another
  duel-dsl simulate mygame --games 5000 --html report.html   a page with charts
  duel-dsl simulate mygame --sqlite games.db                 every game and what happened to every card

"""
    + ENDS
)
@click.argument("pack")
@lab_options(games=100)
@click.option("--csv", "csv_path", type=FILE, help="Write a row for each game to a new file, and one of its cards.")
@click.option(
    "--check/--no-check",
    default=None,
    help=f"Look at the invariants after every decision of every game, or of none (usually of {USUALLY_CHECKED} games).",
)
@click.option("--sqlite", "sqlite_path", type=FILE, help="Write all games to a new database.")
def simulate(
    pack: str,
    wanted: Wanted,
    csv_path: Path | None,
    check: bool | None,
    sqlite_path: Path | None,
) -> int:
    """Let bots play many games and count what happens.

    PACK is the name of an installed pack, the folder of one, or several joined by `+`. The same seed gives the same
    games, however many processes play them.
    """
    terminal = Terminal.here()
    opened = open_setup(pack, wanted, terminal)
    game, games = opened.game, wanted.games
    checked = 0 if check is False else games if check else min(games, USUALLY_CHECKED)
    setup = evolve(opened.setup, checked=checked)
    tally = Tally(setup, tuple(game.description.score))
    # Until the result is printed: who is impatient and presses Ctrl-C twice gets it all the same.
    stop = click.get_current_context().with_resource(Interrupts())
    try:
        with ExitStack() as stack:
            outputs = _outputs(opened, csv_path, sqlite_path, wanted.force, stack)
            page = wanted.new_page(stack)
            progress = Progress(games, "games")
            stack.callback(progress.clear)
            progress.add(0)
            played = games_in_order(setup, games, wanted.processes, wanted.cluster, stop, progress.hear)
            with closing(played) as batches:
                for records in batches:
                    for record in records:
                        tally.add(record)
                    for output in outputs:
                        output.add(records)
                    progress.add(len(records))
            seconds, speed = progress.seconds, progress.speed
            progress.clear()
            summary = tally.summary()
            for output in outputs:
                output.finish()
            if page is not None:
                page.fill(report(game, setup, summary, games, speed))
    except BrokenInvariant as broken:
        if wanted.as_json:
            raise click.ClickException(f"{broken.span}: {broken}") from None
        show_diagnostics(terminal, [Diagnostic("broken-invariant", str(broken), broken.span or NOWHERE)])
        raise click.ClickException("a rule or a card is wrong, so there are no figures") from None
    except GameError as failure:
        raise click.ClickException(str(failure)) from None
    if wanted.as_json:
        facts = {"game": game.name, "digest": game.digest, "seats": setup.seats, "switches": dict(setup.switches)}
        pace = {"seconds": round(seconds, 3), "games_per_second": round(speed, 2)}
        found = {
            **facts,
            "seed": wanted.seed,
            "asked": games,
            **summary.as_json(),
            "checked": min(checked, summary.games),
            "speed": pace,
        }
        write_json(found, indent=2)
    else:
        facts_of_run = run_facts(game, setup, summary.games, games)
        terminal.write(summary_lines(game, summary, facts_of_run, speed, seconds))
    return STOPPED if stop.asked else 0


def _outputs(
    opened: Opened, csv_path: Path | None, sqlite_path: Path | None, force: bool, stack: ExitStack
) -> list[Output]:
    """The files that were asked for; whatever happens, none of them is left half written."""
    found: list[Output] = []
    if csv_path is not None:
        found.append(CsvOutput.create(csv_path, opened.game, opened.players, force))
        stack.callback(found[-1].discard)
    if sqlite_path is not None:
        found.append(SqliteOutput.create(sqlite_path, opened.game, opened.setup, opened.players, force))
        stack.callback(found[-1].discard)
    return found
