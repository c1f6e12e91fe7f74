"""Categories of points as values: parameters, loops, fields, choices."""

from __future__ import annotations

from pathlib import Path

import pytest
from foretold import contradicted

from duel_dsl.interpreter import Game, load
from duel_dsl.interpreter.scenarios.runner import run_scenarios
from duel_dsl.interpreter.telling.sentences import card_text
from duel_dsl.lab.running.lockstep import beside_the_reference

JUDGES = Path(__file__).parent / "packs" / "judges"


@pytest.fixture(scope="module")
def judges() -> Game:
    return load(JUDGES)


def test_the_scenarios_of_the_pack() -> None:
    assert [found.failure for found in run_scenarios(load(JUDGES, scenarios=True))] == [None] * 2


def test_both_machines_and_what_is_foretold(judges: Game) -> None:
    for seed in range(5):
        for players in judges.description.numbers:
            assert beside_the_reference(judges, seed, players, 1.0).differences == ()
        assert contradicted(judges.start(seed), 2) == []


def test_a_field_reads_as_the_name_of_a_category(judges: Game) -> None:
    position = judges.start(1)
    assert position.read("judged") in ("apples", "pears", "honors")
    assert judges.description.enums["category"] == tuple(judges.description.score)


def test_games_that_do_not_speak_of_them_have_no_such_enum(duel: Game) -> None:
    assert "category" not in duel.description.enums


def test_texts(judges: Game) -> None:
    assert "favorite: apple" in " ".join(card_text(judges, "smith", "en")).lower()
    assert "Äpfel" in " ".join(card_text(judges, "smith", "de"))
    assert "your points for that category" in " ".join(card_text(judges, "reed", "en"))
