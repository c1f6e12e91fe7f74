"""Every ruling, worked example and hard case of Duel has a scenario that names it, or a reason why not.

The numbers are kept in tests/data/duel_rulings.json. The scenarios must also be worth something: with another number on
a card or in a rule, some of them have to fail.
"""

import json
import re
import shutil
from pathlib import Path

import pytest

from duel_dsl.interpreter import Game, load
from duel_dsl.interpreter.scenario import run_scenarios

HERE = Path(__file__).parent
DUEL = HERE.parent / "cards" / "duel"
NUMBERS = json.loads((HERE / "data" / "duel_rulings.json").read_text(encoding="utf-8"))
REASONS: dict[str, str] = NUMBERS["without_scenario"]
WANTED = [*NUMBERS["rulings"], *NUMBERS["examples"], *NUMBERS["hard_cases"]]
A_NUMBER = re.compile(r"\b(?:[A-Z]-\d\d|EX-[RD]\d+|[0-9a-f]{7})\b")

# A file of the pack, what stands there, what is put in its place, and a ruling that this goes against. The changes of a
# group have nothing to do with each other, so that one changed pack is enough for all of them.
Change = tuple[str, str, str, str]
CHANGES: dict[str, list[Change]] = {
    "costs and scoring": [
        ("age3.cards", "cost: clay, 2 stone, papyrus", "cost: 2 stone", "EX-R4"),
        ("age2.cards", "set unit_price(self, glass): 1", "set unit_price(self, glass): 2", "C-09"),
        ("guilds.cards", "points: 2 * most_wonders", "points: most_wonders", "G-06"),
        ("scoring.rules", "treasury: coins / 3", "treasury: coins / 2", "E-05"),
        ("layouts.rules", "     D   D\n", "     D D D\n", "A-01"),
        ("science.rules", "if symbols(p) >= 6:", "if symbols(p) >= 5:", "K-07"),
    ],
    "effects": [
        ("age1.cards", "on_build: coins += 4", "on_build: coins += 5", "Y-01"),
        ("age3.cards", "on_build: coins += count(yellow, self)", "on_build: coins += count(blue, self)", "Y-03"),
        ("tokens.cards", "when bought(opponent, n)", "when bought(self, n)", "P-07"),
        ("military.rules", "if lead(p) is 9:", "if lead(p) is 8:", "M-09"),
        ("turn.rules", "value wonder_limit = 7", "value wonder_limit = 8", "W-06"),
    ],
    "other effects": [
        ("trade.rules", "= 2 + sum(", "= 1 + sum(", "C-04"),
        ("tokens.cards", "if b.color is red: + 1", "if b.color is red: + 2", "P-14"),
        ("loot.cards", "on_reach: opponent.coins -= 2", "on_reach: opponent.coins -= 3", "M-03"),
        ("turn.rules", "discard_income(p: player) = 2 +", "discard_income(p: player) = 3 +", "X-01"),
    ],
}


@pytest.fixture(scope="module")
def game() -> Game:
    return load("duel", scenarios=True)


def named(game: Game) -> set[str]:
    return {number for scenario in game.description.scenarios for number in A_NUMBER.findall(scenario.title)}


def test_every_ruling_has_a_scenario_or_a_reason(game: Game) -> None:
    missing = [number for number in WANTED if number not in named(game) and number not in REASONS]
    assert not missing


def test_no_reason_is_out_of_date(game: Game) -> None:
    assert not REASONS.keys() & named(game)
    assert set(WANTED) >= REASONS.keys()


def test_scenarios_name_only_what_exists(game: Game) -> None:
    assert not named(game) - set(WANTED)


def test_every_scenario_of_duel_names_its_source(game: Game) -> None:
    titles = [scenario.title for scenario in game.description.scenarios]
    assert not [title for title in titles if not A_NUMBER.search(title) and "hard case" not in title]


def test_scenarios_pass(game: Game) -> None:
    outcomes = run_scenarios(game)
    assert [outcome.failure for outcome in outcomes if outcome.failure] == []
    assert len(outcomes) > 300


@pytest.mark.parametrize("group", CHANGES)
def test_changed_numbers_are_noticed(tmp_path: Path, group: str) -> None:
    pack = tmp_path / "duel"
    shutil.copytree(DUEL, pack)
    for file, old, new, _ in CHANGES[group]:
        text = (pack / file).read_text(encoding="utf-8")
        assert old in text
        (pack / file).write_text(text.replace(old, new), encoding="utf-8")
    failed = " ".join(o.scenario.title for o in run_scenarios(load(pack, scenarios=True)) if o.failure)
    for *_, ruling in CHANGES[group]:
        assert ruling in failed
