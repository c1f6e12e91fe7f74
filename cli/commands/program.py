"""`duel-dsl program`: the program that a pack becomes, in a form that a person can read."""

from __future__ import annotations

import click

from ...dsl.diagnostic import did_you_mean
from ...interpreter.program.printed import names, printed
from ...interpreter.program.verify import verify
from ..terminal import Terminal, write_json
from .opening import load_game


@click.command(
    epilog="""\b
Examples:
  duel-dsl program mygame                     everything: places, tables, functions, decisions, routines
  duel-dsl program mygame push                what is called `push`: a procedure, a value, a field ...
  duel-dsl program mygame ask_3               one decision
  duel-dsl program mypack --verify            whether the program keeps to the table of operations
  duel-dsl program mygame --names --json      what there is, for programs

What the operations mean stands in docs/architecture.md.
Exit code: 0 shown, 1 the pack has mistakes or the program is wrong, 2 cannot do what was asked."""
)
@click.argument("pack", metavar="PACK")
@click.argument("name", required=False, default="", metavar="[NAME]")
@click.option("--names", "only_names", is_flag=True, help="List what has a name.")
@click.option("--verify", "verifying", is_flag=True, help="Say what is wrong with the program, if anything is.")
@click.option("--json", "as_json", is_flag=True, help="Print a list of lines as JSON.")
def program(pack: str, name: str, only_names: bool, verifying: bool, as_json: bool) -> int:
    """Show the program that a pack becomes, or the parts of it with one name."""
    terminal = Terminal.here()
    found = load_game(pack, terminal).program
    if verifying:
        wrong = verify(found)
        _show(terminal, wrong if as_json else wrong or ["nothing is wrong"], as_json)
        return 1 if wrong else 0
    lines = names(found) if only_names else printed(found, name)
    if not lines:
        known = [part for whole in names(found) for part in (whole, whole.partition("_")[2])]
        advice = did_you_mean(name, known) or "`--names` lists what there is"
        raise click.UsageError(f"nothing in this program is called `{name}`; {advice}")
    _show(terminal, lines, as_json)
    return 0


def _show(terminal: Terminal, lines: list[str], as_json: bool) -> None:
    if as_json:
        write_json(lines, indent=2)
    else:
        terminal.write(lines)
