"""Every ruling, worked example and hard case of a pack has a scenario that names it, or a reason why not.

The numbers are kept in tests/data/*_rulings.json, with the form they have in titles. The scenarios must also be worth
something: with another number on a card or in a rule, some of them have to fail.
"""

import json
import re
import shutil
from pathlib import Path

import pytest

from duel_dsl.interpreter import load
from duel_dsl.interpreter.scenarios.runner import run_scenarios

HERE = Path(__file__).parent
CARDS = HERE.parent / "cards"

# A file of the pack, what stands there, what is put in its place, and a ruling that this goes against. The changes of a
# group have nothing to do with each other, so that one changed pack is enough for all of them.
Change = tuple[str, str, str, str]
CHANGES: dict[tuple[str, str], list[Change]] = {
    ("duel", "costs and scoring"): [
        ("age3.cards", "cost: clay, 2 stone, papyrus", "cost: 2 stone", "EX-R4"),
        ("age2.cards", "set unit_price(self, glass): 1", "set unit_price(self, glass): 2", "C-09"),
        ("guilds.cards", "points: 2 * most_wonders", "points: most_wonders", "G-06"),
        ("scoring.rules", "= p.coins / 3", "= p.coins / 2", "E-05"),
        ("layouts.rules", "     D   D\n", "     D D D\n", "A-01"),
        ("science.rules", "value symbols_to_win = 6", "value symbols_to_win = 5", "K-07"),
    ],
    ("duel", "effects"): [
        ("age1.cards", "on_build: coins += 4", "on_build: coins += 5", "Y-01"),
        ("age3.cards", "on_build: coins += count(yellow, self)", "on_build: coins += count(blue, self)", "Y-03"),
        ("tokens.cards", "when bought(opponent, n)", "when bought(self, n)", "P-07"),
        ("military.rules", "value capital_at = 9", "value capital_at = 8", "M-09"),
        ("turn.rules", "value wonder_limit = 7", "value wonder_limit = 8", "W-06"),
    ],
    ("duel", "other effects"): [
        ("trade.rules", "= 2 + sum(", "= 1 + sum(", "C-04"),
        ("tokens.cards", "if b.color is red: + 1", "if b.color is red: + 2", "P-14"),
        ("loot.cards", "on_reach: opponent.coins -= 2", "on_reach: opponent.coins -= 3", "M-03"),
        ("turn.rules", "discard_income(p: player) = 2 +", "discard_income(p: player) = 3 +", "X-01"),
    ],
    ("wonders", "costs and scoring"): [
        ("trade.rules", "seller: player, g: good) = 2", "seller: player, g: good) = 3", "W 6.3"),
        ("scoring.rules", "= p.coins / 3", "= p.coins / 2", "W 11.2"),
        ("scoring.rules", "value set_worth(p: player) = 7", "value set_worth(p: player) = 6", "W 11.3"),
        ("guilds.cards", "points: 2 * count(", "points: 3 * count(", "W 10.2"),
        ("conflict.rules", "else 3 if n is 2 else 5", "else 3 if n is 2 else 6", "W 8.3"),
        ("boards.cards", "on_build: coins += 9", "on_build: coins += 8", "W 12.5"),
        ("age1.cards", "minimum: 4, 5, 7", "minimum: 3, 5, 7", "W 1.2"),
    ],
    ("wonders", "rules"): [
        ("turn.rules", "sale_income(p: player) = 3", "sale_income(p: player) = 4", "W 2.3"),
        ("cities.rules", "= not has(p, b)", "= yes", "W 4.1"),
        ("game.rules", "(n: number) = n is 2", "(n: number) = n is 1", "W 2.5"),
        ("game.rules", "count(players) + 2 if n is 3", "count(players) + 1 if n is 3", "W 1.3"),
        ("pack.rules", "planned: set of card, private", "planned: set of card, public", "W2 8"),
        ("turn.rules", "if seventh_goods is before: mark", "if seventh_goods is after: mark", "W 3.2"),
        ("turn.rules", "else if seventh_discounts is before", "else if seventh_discounts is after", "W 6.5"),
    ],
    ("leaders", "cards"): [
        ("leaders.cards", "points: 7 * all_colors(self)", "points: 8 * all_colors(self)", "L 6.8"),
        ("leaders.cards", "adjust shields(self): + 2", "adjust shields(self): + 1", "L 6.1"),
        ("leaders.cards", "set bank_goods(self): 1", "set bank_goods(self): 2", "L 4.7"),
        ("leaders.cards", "if c is guild: yes", "if c.color is blue: yes", "L 4.4"),
        ("leaders.cards", "when built(self, b, chain)", "when built(self, b, build)", "L 5.7"),
        ("guilds.cards", "points: 3 * count", "points: 2 * count", "L 7.11"),
        ("boards.cards", "adjust recruit_price(right, l): - 1", "adjust recruit_price(right, l): - 2", "L 4.3"),
    ],
    ("leaders", "rules"): [
        ("recruiting.rules", "pass drafting to right", "pass drafting to left", "L 2.2"),
        ("recruiting.rules", "p.coins += 3\n        draw", "p.coins += 4\n        draw", "L 1.4"),
        ("recruiting.rules", "    if age is last_age:\n", "    if age is 2:\n", "L 3.7"),
        (
            "turn.rules",
            "for p in players where solomon in p.leaders",
            "for p in players where midas in p.leaders",
            "L 7.3",
        ),
        ("trade.rules", "bank_goods(buyer) - bank_used(buyer)", "bank_goods(buyer)", "L 4.8"),
        ("trade.rules", "    if trade_refund(p) > 0: refund(p)", "    refund(p)\n    p.repaid_left = yes", "L 5.2"),
        ("scoring.rules", "(set_worth(p) - 7) *", "0 *", "L 6.12"),
        ("pack.rules", "leader_hand: set of leader, private", "leader_hand: set of leader, public", "L 3.6"),
    ],
    ("pantheon", "numbers"): [
        ("divinities.cards", "on_activate: coins += 12", "on_activate: coins += 11", "P077"),
        ("divinities.cards", "on_activate: hoard += 7", "on_activate: hoard += 6", "P071"),
        ("divinities.cards", "shields: 2", "shields: 3", "P099"),
        ("temples.cards", "points: 4 + count", "points: 5 + count", "P134"),
        ("niches.cards", "for_first: 8", "for_first: 7", "P043"),
        ("tokens.cards", "points: 2 * count", "points: 3 * count", "P145"),
        ("wonders.cards", "adjust activation_price(self, d): - 2", "adjust activation_price(self, d): - 1", "P120"),
    ],
    ("pantheon", "rules"): [
        ("pantheon.rules", "niche_price(p, d) * 2 if d.dear", "niche_price(p, d) * 3 if d.dear", "P045"),
        ("pantheon.rules", "lay_mythology(display.r4c5)", "lay_mythology(display.r4c4)", "P007"),
        ("pack.rules", "hidden, remembered     # the Pantheon", "public     # the Pantheon", "P023"),
        ("effects.rules", "    move on_enki where it is not t to token_box\n", "", "P060"),
        (
            "effects.rules",
            "set barred(p) if minerva_at is ahead(p): yes",
            "set barred(p) if minerva_at is 77: yes",
            "P103",
        ),
    ],
    ("agora", "the Senate"): [
        ("chambers.cards", "prestige: 3", "prestige: 2", "A163"),
        ("senators.rules", "= count(retinue, p)", "= 0", "A021"),
        ("senators.rules", "1 if blue_for_senate(p) < 2", "1 if blue_for_senate(p) < 3", "A030"),
        ("senate.rules", "c.first_cubes > c.second_cubes else", "c.first_cubes >= c.second_cubes else", "A060"),
        ("senate.rules", "    if n > 0: open_decrees(c)", "    if n > 1: open_decrees(c)", "A065"),
        ("layouts.rules", "         D D D D\n        U U U U U\n", "        U U U U U\n", "A010"),
    ],
    ("agora", "decrees and conspiracies"): [
        ("decrees.cards", "on_lose: push(opponent, 1)", "on_lose: push(opponent, 2)", "A081"),
        ("decrees.cards", "adjust discard_income(self): + 2", "adjust discard_income(self): + 3", "A080"),
        ("effects.rules", "let half = (opponent(p).coins + 1) / 2", "let half = opponent(p).coins / 2", "A111"),
        ("effects.rules", "    p.coins += age", "    p.coins += 1", "A070"),
        ("effects.rules", "where it is not senator", "where it.shields == 0", "A116"),
        ("conspiracies.cards", "on_trigger: push(self, 2)", "on_trigger: push(self, 1)", "A115"),
    ],
}


class Rulings:
    """The numbers of a pack's rulings, and those that its scenarios name."""

    def __init__(self, name: str) -> None:
        numbers = json.loads((HERE / "data" / f"{name}_rulings.json").read_text(encoding="utf-8"))
        self.number = re.compile(numbers["number"])
        self.wanted: list[str] = [*numbers["rulings"], *numbers["examples"], *numbers["hard_cases"]]
        self.reasons: dict[str, str] = numbers["without_scenario"]
        self.game = load(name, scenarios=True)
        titles = [scenario.title for scenario in self.game.description.scenarios]
        self.named = {number for title in titles for number in self.number.findall(title)}


@pytest.fixture(scope="module", params=["duel", "wonders", "pantheon", "agora", "pantheon_agora", "leaders"])
def checked(request: pytest.FixtureRequest) -> Rulings:
    """The rulings of a pack and its game."""
    return Rulings(request.param)


def test_every_ruling_has_a_scenario_or_a_reason(checked: Rulings) -> None:
    assert not [number for number in checked.wanted if number not in checked.named and number not in checked.reasons]


def test_no_reason_is_out_of_date(checked: Rulings) -> None:
    assert not checked.reasons.keys() & checked.named
    assert set(checked.wanted) >= checked.reasons.keys()


def test_scenarios_name_only_what_exists(checked: Rulings) -> None:
    assert not checked.named - set(checked.wanted)


def test_every_scenario_names_its_source(checked: Rulings) -> None:
    # Scenarios about the words of cards have no ruling.
    titles = [s.title for s in checked.game.description.scenarios if not s.title.startswith("the words of")]
    assert not [title for title in titles if not checked.number.search(title) and "hard case" not in title]


def test_scenarios_pass(checked: Rulings) -> None:
    outcomes = run_scenarios(checked.game)
    assert [outcome.failure for outcome in outcomes if outcome.failure] == []
    assert len(outcomes) == len(checked.game.description.scenarios) > len(checked.wanted) / 2


@pytest.mark.parametrize(("name", "group"), CHANGES)
def test_changed_numbers_are_noticed(tmp_path: Path, name: str, group: str) -> None:
    pack = tmp_path / name
    shutil.copytree(CARDS / name, pack)
    changes = CHANGES[name, group]
    for file, old, new, _ in changes:
        text = (pack / file).read_text(encoding="utf-8")
        assert old in text
        (pack / file).write_text(text.replace(old, new), encoding="utf-8")
    failed = " ".join(o.scenario.title for o in run_scenarios(load(pack, scenarios=True)) if o.failure)
    for *_, ruling in changes:
        assert ruling in failed
