"""`duel-dsl simulate`: bots play many games, and what happened is counted."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click

from ..interpreter.errors import GameError
from ..lab.games import Record
from ..lab.gathering import games_in_order, gather
from ..lab.outputs import CsvOutput, NewFile, Output, SqliteOutput
from ..lab.report import report, run_facts
from ..lab.summary import Tally
from .lab_options import Opened, lab_options, open_setup, usual_jobs
from .progress import Progress
from .simulation import summary_lines
from .terminal import Terminal

STOPPED = 130


@click.command(
    epilog="""\b
Examples:
  duel-dsl simulate mygame --games 1000                      all seats greedy
  duel-dsl simulate mygame --seats mcts:200,greedy           one bot against another
  duel-dsl simulate mygame --games 5000 --html report.html   a page with charts
  duel-dsl simulate mygame --sqlite games.db                 every game and what happened to every card

\b
Ctrl-C ends it with the result so far.
Exit code: 0 fine, 1 mistakes in the pack or a file, 2 cannot do what was asked, 130 stopped with Ctrl-C."""
)
@click.argument("pack")
@lab_options(games=100)
@click.option("--json", "as_json", is_flag=True, help="Print an object instead of text.")
@click.option("--csv", "csv_path", type=click.Path(path_type=Path), help="Write a row for each game to a new file.")
@click.option("--sqlite", "sqlite_path", type=click.Path(path_type=Path), help="Write all games to a new database.")
@click.option("--html", "html_path", type=click.Path(path_type=Path), help="Write a page with charts to a new file.")
def simulate(
    pack: str,
    games: int,
    seats: str | None,
    players: int | None,
    seed: int,
    switches: tuple[str, ...],
    jobs: int | None,
    cluster: str,
    force: bool,
    as_json: bool,
    csv_path: Path | None,
    sqlite_path: Path | None,
    html_path: Path | None,
) -> int:
    """Let bots play many games and count what happens.

    PACK is the name of an installed pack, the folder of one, or several joined by `+`. The same seed gives the same
    games, however many processes play them.
    """
    terminal = Terminal.here()
    opened = open_setup(pack, seats, players, switches, seed, terminal)
    game, setup = opened.game, opened.setup
    _must_differ([csv_path, sqlite_path, html_path])
    tally = Tally(setup, tuple(game.description.score))
    try:
        with ExitStack() as stack:
            outputs = _outputs(opened, csv_path, sqlite_path, force, stack)
            page = NewFile.create(html_path, force) if html_path is not None else None
            if page is not None:
                stack.callback(page.discard)
            progress = Progress(games, "games")
            stack.callback(progress.clear)
            progress.add(0)

            def take(records: Sequence[Record]) -> None:
                for record in records:
                    tally.add(record)
                for output in outputs:
                    output.add(records)
                progress.add(len(records))

            whole = gather(games_in_order(setup, games, usual_jobs(jobs), cluster), take)
            seconds, speed = progress.seconds, progress.speed
            progress.clear()
            summary = tally.summary()
            for output in outputs:
                output.finish()
            if page is not None:
                page.fill(report(game, setup, summary, games, speed))
    except GameError as failure:
        raise click.ClickException(str(failure)) from None
    if as_json:
        facts = {"game": game.name, "digest": game.digest, "seats": setup.seats, "switches": dict(setup.switches)}
        pace = {"seconds": round(seconds, 3), "games_per_second": round(speed, 2)}
        found = {**facts, "seed": seed, "asked": games, **summary.as_json(), "speed": pace}
        click.echo(json.dumps(found, ensure_ascii=False, indent=2))
    else:
        facts_of_run = run_facts(game, setup, summary.games, games)
        terminal.write(summary_lines(game, summary, facts_of_run, speed, seconds))
    return 0 if whole else STOPPED


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


def _must_differ(paths: Sequence[Path | None]) -> None:
    places = [path.absolute() for path in paths if path is not None]
    if len(set(places)) < len(places):
        raise click.UsageError("two outputs cannot go to the same file")
