"""`duel-dsl balance`: what many games say about the cards of a pack, or about a change of its rules."""

from __future__ import annotations

from contextlib import ExitStack

import click
from attrs import define, evolve

from ...interpreter.errors import GameError
from ...interpreter.playing.game import Game
from ...lab.reports.balance_report import balance_report
from ...lab.running.interrupts import Interrupts
from ...lab.studies.balance import Study
from ..terminal import Terminal, write_json
from .balance_lines import balance_lines
from .lab_options import ENDS, STOPPED, Wanted, lab_options, open_setup
from .progress import Progress


@click.command(
    epilog="""\b
Examples:
  duel-dsl balance mygame --games 1000                       which cards go with winning
  duel-dsl balance mygame --against mygame+mypack            what a pack changes
  duel-dsl balance mygame --without some_card                what a card is worth to who takes it
  duel-dsl balance mygame --html balance.html                a page with charts

"""
    + ENDS
)
@click.argument("pack")
@lab_options(games=200)
@click.option("--against", metavar="PACK", help="Compare with these rules, on the same seeds.")
@click.option("--without", metavar="CARD", help="Compare with a blank in the place of this card, by its id.")
@click.option("--all", "every", is_flag=True, help="List all cards, not only the most striking ones.")
def balance(
    pack: str,
    wanted: Wanted,
    against: str | None,
    without: str | None,
    every: bool,
) -> int:
    """Ask many games about balance: which cards go with winning, what a card is worth, what a change of rules changes.

    PACK is the name of an installed pack, the folder of one, or several joined by `+`. Figures have 95 % intervals;
    what is called demonstrated is so also when it is considered how many cards were looked at.
    """
    if against is not None and without is not None:
        raise click.UsageError("--against and --without are two questions: ask them one by one")
    terminal = Terminal.here()
    opened = open_setup(pack, wanted, terminal)
    game, setup = opened.game, opened.setup
    other = None
    if against is not None:
        same = evolve(wanted, seats=",".join(setup.seats), players=len(setup.seats))
        other = open_setup(against, same, terminal).setup
    blank = _card(game, without) if without is not None else ""
    bar = _Bar()
    # Until the result is printed: who is impatient and presses Ctrl-C twice gets it all the same.
    stop = click.get_current_context().with_resource(Interrupts())
    try:
        with ExitStack() as stack:
            study = Study(game, setup, wanted.games, wanted.processes, wanted.cluster, bar.show, stop, bar.hear)
            page = wanted.new_page(stack)
            stack.callback(bar.clear)
            findings = study.findings(other, blank)
            bar.clear()
            if page is not None:
                page.fill(balance_report(game, findings))
    except GameError as failure:
        raise click.ClickException(str(failure)) from None
    if wanted.as_json:
        facts = {"game": game.name, "digest": game.digest, "bots": list(setup.seats), "seed": wanted.seed}
        write_json({**facts, **findings.as_json()}, indent=2)
    else:
        terminal.write(balance_lines(game, findings, every))
    return STOPPED if stop.asked else 0


def _card(game: Game, name: str) -> str:
    """The name of the card that is meant; copies have one in common."""
    try:
        return game.card(name).name
    except GameError as failure:
        raise click.UsageError(str(failure)) from None


@define
class _Bar:
    """A progress bar for each part of a study."""

    bar: Progress | None = None

    def show(self, what: str, done: int, whole: int) -> None:
        """Moves the bar, or begins that of the next part."""
        if self.bar is None or self.bar.unit != what:
            self.clear()
            self.bar = Progress(whole, what)
        self.bar.add(done - self.bar.done)

    def hear(self, game: int, decisions: int) -> None:
        """Shows how far a long game is."""
        if self.bar is not None:
            self.bar.hear(game, decisions)

    def clear(self) -> None:
        """Takes the bar away."""
        if self.bar is not None:
            self.bar.clear()
