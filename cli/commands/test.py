"""`duel-dsl test`: runs the scenarios of packs and shows where one fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
from attrs import frozen

from ...dsl.diagnostic import Diagnostic, InvalidPack
from ...interpreter.errors import GameError
from ...interpreter.playing.game import load
from ...interpreter.scenarios.runner import Outcome, run_scenarios
from ..terminal import Terminal, write_json
from .mistakes import show_diagnostics
from .targets import Target, find_targets


@frozen
class Run:
    """What was run of one pack: the outcomes of its scenarios, or the mistakes that keep it from being played."""

    outcomes: tuple[Outcome, ...] = ()
    mistakes: tuple[Diagnostic, ...] = ()


@click.command(
    epilog="""\b
Examples:
  duel-dsl test cards/                          the scenarios of every pack in a folder
  duel-dsl test mypack                          those of one pack
  duel-dsl test mypack/scenarios/trade.rules    those of one file
  duel-dsl test mypack -k "free"                those with a word in their title

Exit code: 0 all passed, 1 one failed or a pack has mistakes, 2 cannot do what was asked."""
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("-k", "word", default="", metavar="WORD", help="Only scenarios with this in their title.")
@click.option("--json", "as_json", is_flag=True, help="Print an object instead of text.")
def test(paths: tuple[str, ...], word: str, as_json: bool) -> int:
    """Run the scenarios of packs.

    PATH is the folder of a pack, a folder of packs, a file of a pack, or the name of an installed pack. Scenarios run
    in the game of their own pack with what it builds on.
    """
    targets = [target for target in find_targets(paths) if len(target.packs) == 1]
    if not targets:
        raise click.UsageError("scenarios belong to one pack: test one pack at a time")
    runs = [_run(target, word.casefold()) for target in targets]
    outcomes = [outcome for run in runs for outcome in run.outcomes]
    mistakes = [mistake for run in runs for mistake in run.mistakes]
    if word and not outcomes and not mistakes:
        raise click.UsageError(f"no scenario has `{word}` in its title")
    if as_json:
        write_json(_as_json(outcomes, mistakes), indent=2)
    else:
        _show(outcomes, mistakes)
    return 1 if mistakes or any(outcome.failure for outcome in outcomes) else 0


def _run(target: Target, word: str) -> Run:
    try:
        game = load(list(target.packs), scenarios=True)
    except InvalidPack as invalid:
        return Run(mistakes=tuple(invalid.diagnostics))
    except GameError as failure:
        raise click.ClickException(str(failure)) from None
    wanted = [
        scenario
        for scenario in game.description.scenarios
        if word in scenario.title.casefold()
        and (target.file is None or Path(scenario.span.file).resolve() == target.file)
    ]
    return Run(tuple(run_scenarios(game, wanted)))


def _show(outcomes: list[Outcome], mistakes: list[Diagnostic]) -> None:
    terminal = Terminal.here()
    for outcome in outcomes:
        if outcome.failure is not None:
            terminal.write(f"failed: {outcome.scenario.title}")
            show_diagnostics(terminal, [outcome.failure])
    show_diagnostics(terminal, mistakes)
    failed = sum(outcome.failure is not None for outcome in outcomes)
    remark = f", and {len(mistakes)} mistake{'s' if len(mistakes) > 1 else ''} in the text" if mistakes else ""
    terminal.write(f"{len(outcomes) - failed} passed, {failed} failed{remark}")


def _as_json(outcomes: list[Outcome], mistakes: list[Diagnostic]) -> dict[str, Any]:
    failed = sum(outcome.failure is not None for outcome in outcomes)
    return {
        "passed": len(outcomes) - failed,
        "failed": failed,
        "scenarios": [
            {
                "title": outcome.scenario.title,
                "file": outcome.scenario.span.file,
                "line": outcome.scenario.span.line,
                "passed": outcome.failure is None,
                "failure": outcome.failure.as_json() if outcome.failure else None,
            }
            for outcome in outcomes
        ],
        "mistakes": [mistake.as_json() for mistake in mistakes],
    }
