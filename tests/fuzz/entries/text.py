"""Any text as the rules of a pack: there are diagnostics or there is a game, and nothing else."""

from __future__ import annotations

from random import Random

from cases import Case
from folder import in_folder
from mutator import tame, wild
from seeds import mistaken_games, shipped_files, shipped_games, small_games

from duel_dsl.dsl import Report, compile_packs, render


def made(random: Random) -> str:
    """Mostly a small game broken somewhere; rarely a file or a whole game that is shipped."""
    kind = random.random()
    if kind < 0.01:
        return random.choice((wild, tame))(random.choice(shipped_games()), random)
    if kind < 0.05:
        return random.choice(small_games()) + wild(random.choice(shipped_files()), random)
    return wild(random.choice(mistaken_games() if kind < 0.2 else small_games()), random)


def run(case: Case) -> None:
    """Every message can be shown, and stands in the text."""
    report = Report()
    folder = in_folder(case.text)
    game, _ = compile_packs([str(folder)], report)
    assert (game is None) == report.failed or not report.diagnostics, "there is neither a game nor a mistake"
    lines = case.text.replace("\r\n", "\n").replace("\r", "\n")
    for diagnostic in report.sorted():
        assert diagnostic.message, diagnostic
        render(diagnostic, lines)
