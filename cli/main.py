"""The command `duel-dsl`: finds the subcommand, and turns whatever goes wrong into one line and an exit code.

Exit codes: 0 fine, 1 mistakes in what was given, 2 cannot do what was asked, 130 stopped with Ctrl-C.
"""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module

import click

from .terminal import Terminal, complain

# Name -> module of commands/ with a command of the same name, and what it does. A module is imported only when
# its command is called: `--help` starts without the parser.
COMMANDS = {
    "play": ("play", "Play a game: people and bots, on the terminal."),
    "simulate": ("simulate", "Let bots play many games and count what happens."),
    "balance": ("balance", "Ask many games which cards and rules are balanced."),
    "replay": ("replay", "Show a logged game step by step."),
    "validate": ("validate", "Check packs and report every mistake."),
    "test": ("test", "Run the scenarios of packs."),
    "card": ("card", "Show the texts of cards."),
    "program": ("program", "Show the program that a pack becomes."),
}


class LazyCommands(click.Group):
    """A group whose commands are imported when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, imported now."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(f".commands.{COMMANDS[cmd_name][0]}", __package__), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that was asked for, with advice where there is none of that name."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from ..dsl.diagnostic import did_you_mean

            advice = did_you_mean(name, COMMANDS) or f"there are: {', '.join(COMMANDS)}"
            ctx.fail(f"there is no command `{click.format_filename(name)}`; {advice}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands in the help, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _print_version(ctx: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted:
        # Slow to import, and only needed here.
        from importlib.metadata import version

        Terminal.here().write(f"duel-dsl {version('duel-dsl')}")
        ctx.exit()


@click.group(
    cls=LazyCommands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  duel-dsl play mygame
  duel-dsl validate cards/
  duel-dsl validate mypack/first.cards

`duel-dsl COMMAND --help` explains a command.""",
)
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_print_version, help="Print the version."
)
@click.pass_context
def duel_dsl(ctx: click.Context) -> None:
    """Card games written as text: check them, play them, test them."""
    if ctx.invoked_subcommand is None:
        Terminal.here().write(ctx.get_help().split("\n"))


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line and returns the exit code; the entry point of `duel-dsl`."""
    _replace_closed_streams()
    try:
        code = duel_dsl.main(arguments, prog_name="duel-dsl", standalone_mode=False)
        sys.stdout.flush()
        return code if isinstance(code, int) else 0
    except click.UsageError as mistake:
        where = mistake.ctx.command_path if mistake.ctx is not None else "duel-dsl"
        complain(f"error: {mistake.format_message()}", f"`{where} --help` explains what can be asked")
        return 2
    except click.ClickException as mistake:
        complain(f"error: {mistake.format_message()}")
        return mistake.exit_code
    except (KeyboardInterrupt, click.Abort):
        complain("", "stopped")
        return 130
    except BrokenPipeError:
        # Whoever read the output has enough; nothing may be written any more, not even when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as failure:
        if os.environ.get("DUEL_DSL_TRACEBACK") == "1":
            raise
        if isinstance(failure, OSError) and failure.errno is not None:
            complain(f"error: {failure.strerror}" + (f": {failure.filename}" if failure.filename else ""))
        else:
            what = f"{type(failure).__name__}: {failure}".splitlines()[0]
            complain(f"internal error: {what}; please report it (DUEL_DSL_TRACEBACK=1 shows where it happened)")
        return 2


def _replace_closed_streams() -> None:
    """Whoever started us may have closed what we read from or write to; Python then has no stream at all."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.StringIO())
