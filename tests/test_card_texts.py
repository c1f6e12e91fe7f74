"""Texts of cards on the command line, and what `validate` says about the words of packs."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from duel_dsl.cli.main import main
from duel_dsl.dsl import Report, compile_packs
from duel_dsl.interpreter import Game, load
from duel_dsl.interpreter.scenarios.runner import run_scenarios
from duel_dsl.interpreter.telling.review import review
from duel_dsl.interpreter.telling.sentences import plain_words

Run = Callable[..., tuple[int, str, str]]
PACKS = Path(__file__).parent / "packs"


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs the command line in this process, with what is typed in: exit code, output, errors."""

    def call(*arguments: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        code = main(list(arguments))
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.mark.parametrize("pack", ["duel", "pantheon", "agora", "wonders", "leaders", "pantheon_agora"])
def test_the_packs_have_words_for_everything(pack: str) -> None:
    game, composed = compile_packs([pack], Report())
    assert game is not None
    assert [str(warning.message) for warning in review(game, composed)] == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("pack", ["pantheon_agora", "leaders"])
def test_cards_of_other_packs_find_words(pack: str, language: str) -> None:
    """Whatever a card may listen to, answer or call in the packs has a phrase."""
    game = load(pack).description
    said = {head.partition("(")[0] for head in game.names[language] if "(" in head}
    assert {*game.signals, *game.values, *game.procedures} <= said


def test_texts_of_cards(run: Run) -> None:
    code, out, _ = run("card", "duel", "Arena", "glass-blower")
    assert code == 0
    assert out.startswith("Arena (arena)\n  Building\n")
    assert "Glass-Blower (glass_blower)" in out
    assert "When built: gain 2 coins for each wonder you have built." in out


def test_german_texts_are_found_by_either_name(run: Run) -> None:
    for name in ("Glass-Blower", "Glasbläserei", "glass_blower"):
        code, out, _ = run("card", "duel", name, "--lang", "de")
        assert code == 0
        assert out.startswith("Glasbläserei (glass_blower)\n  Gebäude\n")


def test_texts_for_programs(run: Run) -> None:
    code, out, _ = run("card", "wonders", "baths", "--json")
    assert code == 0
    [card] = json.loads(out)
    assert (card["id"], card["kind"]) == ("baths", "building")
    assert card["text"][-1] == "Makes free: Aqueduct"


def test_only_the_cards_of_the_pack_itself(run: Run) -> None:
    code, out, _ = run("card", str(PACKS / "strange"), "--own")
    assert code == 0
    assert "Tax House" in out
    assert "Glass-Blower" not in out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("card", "duel", "arenna"), "there is no card `arenna`; did you mean `Arena`?"),
        (("card", "duel", "stat"), "`stat` could be Statue, The Statue of Zeus"),
        (("card", "duel", "--lang", "xx"), "has no names in `xx`; there are: en, de"),
        (("card", "nothing_there"), "nothing_there"),
    ],
)
def test_mistakes(run: Run, arguments: tuple[str, ...], said: str) -> None:
    code, _, err = run(*arguments)
    assert code == 2
    assert said in err


def test_a_phrase_is_held_to_what_it_stands_for(duel: Game, tmp_path: Path) -> None:
    assert plain_words(duel, "destroy") == "move b to the discard. This counts as: lost (p, b)"
    pack = tmp_path / "held"
    pack.mkdir()
    (pack / "pack.rules").write_text(
        """pack held
    title: "Held"
    extends: duel

scenario "still true"
    means destroy: "move b to the discard. This counts as: lost (p, b)"

scenario "not true any more"
    means destroy: "move b to the box"
""",
        encoding="utf-8",
    )
    good, bad = run_scenarios(load(pack, scenarios=True))
    assert good.failure is None
    assert bad.failure is not None
    assert bad.failure.code == "means-otherwise"
    assert bad.failure.message == "`destroy` now means: move b to the discard. This counts as: lost (p, b)"


def test_signs_of_another_language(run: Run) -> None:
    for language in ("en", "de"):
        out = run("play", "duel", "--seats", "human,random", "--lang", language, "--seed", "1", typed="signs\nquit\n")[
            1
        ]
        assert ("C Clay" in out, "L Lehm" in out) == (language == "en", language == "de")
