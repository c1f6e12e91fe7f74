"""Texts of cards on the command line, and what `validate` says about the words of packs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from duel_dsl.dsl import Report, compile_packs
from duel_dsl.interpreter import Game
from duel_dsl.interpreter.scenarios.runner import run_scenarios
from duel_dsl.interpreter.telling.review import review
from duel_dsl.interpreter.telling.sentences import plain_words

Run = Callable[..., tuple[int, str, str]]
PACKS = Path(__file__).parent / "packs"


@pytest.mark.parametrize("pack", ["duel", "pantheon", "agora", "wonders", "leaders", "pantheon_agora"])
def test_the_packs_have_words_for_everything(pack: str) -> None:
    game, composed = compile_packs([pack], Report())
    assert game is not None
    assert [str(warning.message) for warning in review(game, composed)] == []


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


def test_a_phrase_is_held_to_what_it_stands_for(duel: Game, written: Callable[..., Path], run: Run) -> None:
    words = plain_words(duel, "destroy")
    assert words == "move b to the discard. This counts as: lost (p, b)"
    assert plain_words(duel, "arena") == "On build: gain 2 coins for each wonder in your wonders."
    assert run_scenarios is not None


def test_signs_of_another_language(run: Run) -> None:
    out = run("play", "duel", "--seats", "human,random", "--lang", "de", "--seed", "1", typed="quit\n")[1]
    assert "Holz" in out or "H" in out
