"""Opening packs for playing: the game, or its mistakes shown and the command ended; and the switches to turn."""

from __future__ import annotations

from collections.abc import Sequence

import click

from ...dsl.diagnostic import InvalidPack
from ...interpreter.errors import GameError
from ...interpreter.playing.game import Game, load
from ..terminal import Terminal
from .mistakes import show_diagnostics
from .targets import find_targets


def load_game(pack: str, terminal: Terminal) -> Game:
    """The game of a pack; a pack with mistakes shows them and ends the command."""
    targets = find_targets((pack,))
    if len(targets) != 1 or targets[0].file is not None:
        raise click.UsageError(f"`{click.format_filename(pack)}` is not one pack")
    try:
        return load(list(targets[0].packs))
    except InvalidPack as mistakes:
        show_diagnostics(terminal, mistakes.diagnostics)
        raise click.ClickException(f"`{click.format_filename(pack)}` has mistakes and cannot be played") from None
    except GameError as failure:
        raise click.ClickException(str(failure)) from None


def check_language(game: Game, language: str) -> None:
    """A usage error where the packs have no words in a language."""
    if language not in game.languages:
        raise click.UsageError(f"{game.title} has no names in `{language}`; there are: {', '.join(game.languages)}")


def read_switches(settings: Sequence[str]) -> dict[str, str]:
    """The switches that were given as `name=choice`; raises a usage error for anything else."""
    found: dict[str, str] = {}
    for setting in settings:
        name, equals, choice = setting.partition("=")
        if not equals:
            raise click.UsageError(f"write --set name=choice, not `{setting}`")
        found[name.strip()] = choice.strip()
    return found
