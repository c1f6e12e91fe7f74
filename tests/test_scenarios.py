"""Scenarios: what they put in place, what they say when they fail, which of them run, and their command."""

import json
import shutil
from functools import lru_cache
from pathlib import Path

import pytest
from click import UsageError
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from duel_dsl.cli.commands import test as command
from duel_dsl.dsl import InvalidPack
from duel_dsl.interpreter import Position, load
from duel_dsl.interpreter.program.memory import CARDS, FACE_UP, OCCUPIED, SLOTS
from duel_dsl.interpreter.scenarios.placing import Placing
from duel_dsl.interpreter.scenarios.runner import run_scenarios

BASE = Path(__file__).parent / "diagnostics" / "base"
PLANTS = ("rose", "lily", "ivy", "oak")


@pytest.fixture
def garden(tmp_path: Path) -> Path:
    """The folder of a small game with four plants on a shelf."""
    return Path(shutil.copytree(BASE, tmp_path / "garden"))


def failures(pack: Path, text: str) -> list[str | None]:
    """What the scenarios of a text say in a pack, each its code, line and message, or None where it passes."""
    (pack / "scenarios").mkdir(exist_ok=True)
    (pack / "scenarios" / "some.rules").write_text(text, encoding="utf-8")
    found = [outcome.failure for outcome in run_scenarios(load(pack, scenarios=True))]
    return [f"{f.code} {f.span.line}: {f.message}" if f else None for f in found]


def scenario(*lines: str, title: str = "it") -> str:
    return f'scenario "{title}"\n' + "".join(f"    {line}\n" for line in lines)


# ------------------------------------------------------------------ what is put in place
@pytest.mark.parametrize(
    "lines",
    [
        ("given", "    first.coins: 9", "    round: 2", "then first.coins == 9 and round == 2"),
        ("given", "    current: second", "    rose.age: 4", "then current is second and rose.age == 4"),
        ("given", "    first.bed: rose, oak", "then first.bed == [rose, oak] and rose not in shelf"),
        ("given", "    first.bed: plant where color is red", "then first.bed == [rose]"),
        ("given first.bed: rose", "then rose in first.bed", "given second.bed: rose", "then first.bed is empty"),
        ("given first.bed: rose", "then first.bed == [rose]", "given first.bed: nothing", "then rose in deck"),
        ("given", "    shelf: lily, ivy", "then count(shelf) == 2 and shelf.r2c1 is lily and shelf.r2c2 is ivy"),
        ("given", "    shelf: lily", "then open == [lily]"),
        ("given", "    shelf as rows: nothing", "    shelf.r2c1: oak", "then shelf.r2c1 is oak and count(shelf) == 1"),
        ("given", "    shelf: nothing", "    shelf.r1c1: oak", "    shelf.r2c1: ivy", "then open == [ivy]"),
        ("given", "    shelf: nothing", "    shelf.r1c1: oak", "    shelf.r2c1: ivy", "then sees(second, oak)"),
        ("given", "    shelf: lily, oak", "    open: ivy", "then ivy in open and count(shelf) == 2"),
        ("given", "    open: oak", "when first: drop oak", "then oak in heap and first.coins == 14"),
        ("given", "    weather: rough", "when second: drop oak", "then decider is first"),
    ],
)
def test_what_is_given_is_there(garden: Path, lines: tuple[str, ...]) -> None:
    # The switch makes the second player begin; who moves first in a scenario decides which game is taken.
    if "when second: drop oak" in lines:
        lines = (lines[0], lines[1], "    open: oak", *lines[2:])
    assert failures(garden, scenario(*lines)) == [None]


COPIES = """
define young = uncovered(shelf) where age is 0

kind herb is plant
    pot: each 1..9

define pots = sum(c.pot for c in herb)

herb "Moss"
    color: white
    pot: 1, 2, 3
"""


@pytest.mark.parametrize(
    "lines",
    [
        ("given first.bed: 2 moss", "then count(first.bed where it in namesakes(moss)) == 2"),
        ("given first.bed: moss, moss, rose", "then count(first.bed) == 3"),
        (
            "given",
            "    first.bed: 2 moss",
            "    second.bed: moss",
            "then count(first.bed) == 2 and second.bed is not empty",
        ),
        (
            "given",
            "    second.bed: moss",
            "    first.bed: 2 moss",
            "then count(first.bed) == 2 and second.bed is not empty",
        ),
        (
            "given first.bed: rose, oak, 2 moss",
            "then not over",
            "given first.bed: lily, others",
            "then count(first.bed) == 4",
        ),
        ("given", "    shelf: lily, oak", "    young: ivy", "then ivy in young and count(shelf) == 2"),
        ("given first.bed: rose", "then not over", "given first.bed: rose, others", "then first.bed == [rose]"),
        ("given first.bed: nothing", "then not over", "given first.bed: rose, others", "then first.bed == [rose]"),
        (
            *(
                "given",
                "    first.bed: rose, oak",
                "    second.bed: moss, ivy",
                "then not over",
                "given first.bed: ivy, others",
            ),
            "then ivy in first.bed and count(first.bed) == 2 and count(second.bed) == 2 and moss in second.bed",
        ),
    ],
)
def test_copies_and_others_are_given(garden: Path, lines: tuple[str, ...]) -> None:
    (garden / "copies.rules").write_text(COPIES, encoding="utf-8")
    assert failures(garden, scenario(*lines)) == [None]


def test_a_condition_of_several_parts_says_which_part_does_not_hold(garden: Path) -> None:
    failures(garden, scenario("then first.coins == 5 and (not over and second.coins == 6)"))
    found = run_scenarios(load(garden, scenarios=True))[0].failure
    assert found is not None
    assert found.message == "found 5 == 6"
    assert (found.span.column, found.span.end_column) == (45, 62)


def test_a_slot_that_loses_its_card_gets_another_with_the_same_back(garden: Path) -> None:
    text = scenario(
        "given", "    shelf: nothing", "    shelf.r1c1: rose", "given", "    first.bed: rose", "then shelf.r1c1 is lily"
    )
    assert failures(garden, text) == [None]


def test_chance_brings_what_is_written(garden: Path) -> None:
    slots = ("r1c1", "r1c2", "r2c1", "r2c2")
    lines = [f'chance "shelf {slot}": {card}' for slot, card in zip(slots, PLANTS, strict=True)]
    expected = " and ".join(f"shelf.{slot} is {card}" for slot, card in zip(slots, PLANTS, strict=True))
    assert failures(garden, scenario(*lines, f"then {expected}")) == [None]


operations = st.lists(
    st.tuples(
        st.sampled_from(["city", "discard", "deck", "layout", "slot", "uncover"]),
        st.lists(st.integers(0, 72), max_size=8, unique=True),
        st.integers(0, 19),
        st.integers(0, 2),
    ),
    max_size=12,
)


def each_card_lies_in_one_place(position: Position) -> None:
    game, state = position.game, position.state
    masks = [state[place] for place in game.set_places]
    cards = range(len(game.description.cards))
    assert all(sum(mask >> card & 1 for mask in masks) == 1 for card in cards)
    base = game.place("display", None)[0]
    slots = state[base + SLOTS : base + game.program.memory.layout_size]
    assert state[base + OCCUPIED] == sum(1 << slot for slot, card in enumerate(slots) if card >= 0)
    assert state[base + CARDS] == sum(1 << card for card in slots if card >= 0)
    assert state[base + FACE_UP] & ~state[base + OCCUPIED] == 0
    for card in cards:
        at = state[game.program.memory.where + card]
        assert state[at] >> card & 1 if at > 0 else state[-at] == card


# Not a fixture: Hypothesis would print a whole game with every example that fails.
loaded_duel = lru_cache(maxsize=1)(lambda: load("duel"))


@settings(max_examples=60, deadline=None)
@given(operations=operations)
def test_placing_keeps_every_card_in_one_place(operations: list[tuple[str, list[int], int, int]]) -> None:
    duel = loaded_duel()
    position = duel.start(seed=3)
    while position.choice != "turn":
        position.play(0)
    placing = Placing(duel, position.state)
    base = duel.place("display", None)[0]
    buildings = [card.index for card in duel.description.cards if card.kind in ("building", "guild")]
    for what, numbers, slot, layout in operations:
        cards = [buildings[number] for number in numbers]
        if what == "layout":
            placing.lay_out(base, layout, cards)
        elif what == "slot":
            placing.put_in_slot(base, slot, cards[:1])
        elif what == "uncover":
            placing.uncover(base, cards)
        else:
            exactly = placing.fill(duel.place(what, slot % 2 if what == "city" else None)[0], cards)
            assert exactly or what == "deck"
        each_card_lies_in_one_place(position)
    placing.finish()
    each_card_lies_in_one_place(position)


# ------------------------------------------------------------------ what is said
@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("then first.coins == 6",), "not-so 2: found 5 == 6"),
        (("then first.coins == 5 and second.coins > 7",), "not-so 2: found 5 > 7"),
        (("then decider is second",), "not-so 2: found first is second"),
        (("then first.bed == [rose]",), "not-so 2: found nothing is rose"),
        (("then first.bed is not empty",), "not-so 2: found 0 == 0"),
        (("given", "    first.bed: ivy", "then rose in first.bed"), "not-so 4: found ivy"),
        (("then over",), "not-so 2: found that the game goes on"),
        (
            ("given", "    shelf: oak", "    first.coins: 9", 'then not legal "grow oak"'),
            "not-so 5: `grow oak` is on offer",
        ),
        (
            ("given", "    shelf: oak, ivy", 'then legal "grow rose"'),
            "not-so 4: `grow rose` is not on offer: there is `grow ivy`, `drop oak`, `drop ivy`",
        ),
        (
            ("given", "    shelf: oak, ivy", "when first: grow oak"),
            "not-legal 4: `grow oak` is not on offer: there is `drop oak`, `grow ivy`, `drop ivy`",
        ),
        (
            ("given", "    shelf: oak, ivy", "when first: drop ivy", "when first: drop oak"),
            "not-deciding 5: `first` does not decide here, `second` does: there is `drop oak`",
        ),
        (
            ("given", "    round: 3", "    shelf: ivy", "when first: drop ivy", "when second: drop oak"),
            "not-legal 6: the game is over: a draw",
        ),
        (
            ('chance "shelf r1c1": rose, oak', "then not over"),
            "unused-chance 2: chance never came to `shelf r1c1` for `oak`",
        ),
        (
            ('chance "shelf r1c1": rose', 'chance "shelf r1c2": rose', "then not over"),
            "impossible-chance 3: `rose` cannot come here, only oak, lily, ivy",
        ),
        (
            ("given", "    shelf: nothing", "    open: rose", "then over"),
            "no-room 4: there are more cards than lie uncovered",
        ),
        (
            ("at start", "when second: drop oak"),
            "no-beginning 1: no game was found in which `second` decides at `start`",
        ),
    ],
)
def test_what_a_failing_scenario_says(garden: Path, lines: tuple[str, ...], said: str) -> None:
    assert failures(garden, scenario(*lines)) == [said]


def test_an_invariant_that_breaks_fails_the_scenario(garden: Path) -> None:
    (garden / "more.rules").write_text('invariant "nothing is thrown away": count(heap) == 0\n', encoding="utf-8")
    breaks = scenario("given", "    open: oak", "when first: drop oak")
    assert failures(garden, breaks) == [
        "broken-invariant 4: after this it is not true any more that nothing is thrown away"
    ]
    # One that what is given breaks already is not asked for.
    assert failures(garden, scenario("given", "    open: oak", "    heap: ivy", "when first: drop oak")) == [None]


def test_the_player_who_moves_first_is_waited_for(garden: Path) -> None:
    """In this game the first player always begins: a scenario of the second one begins a move later."""
    assert failures(garden, scenario("given", "    open: oak", "when second: drop oak", "then decider is first")) == [
        None
    ]


# ------------------------------------------------------------------ which scenarios run
@pytest.fixture
def orchard(garden: Path) -> Path:
    """A pack that builds on the garden; each of the two has a scenario that passes only in its own game."""
    failures(garden, scenario("then count(plant) == 4", title="of the garden"))
    orchard = garden.parent / "orchard"
    (orchard / "scenarios").mkdir(parents=True)
    (orchard / "pack.rules").write_text('pack orchard\n    title: "Orchard"\n    extends: garden\n', encoding="utf-8")
    (orchard / "more.cards").write_text('tree "Apple"\n    cost: 1 coins\n    worth: 2\n', encoding="utf-8")
    text = scenario(
        "given", "    open: apple", "when first: grow apple", "then total(first) == 3", title="of the orchard"
    )
    (orchard / "scenarios" / "apples.rules").write_text(text, encoding="utf-8")
    return orchard


def test_scenarios_run_in_the_game_of_their_own_pack(garden: Path, orchard: Path) -> None:
    for pack, title in ((garden, "of the garden"), (orchard, "of the orchard")):
        outcomes = run_scenarios(load(pack, scenarios=True))
        assert [(o.scenario.title, o.failure) for o in outcomes] == [(title, None)]


def test_games_are_played_without_their_scenarios(garden: Path) -> None:
    (garden / "scenarios").mkdir()
    (garden / "scenarios" / "broken.rules").write_text("scenario nonsense\n", encoding="utf-8")
    assert load(garden).description.scenarios == ()
    with pytest.raises(InvalidPack):
        load(garden, scenarios=True)


def test_the_folder_of_scenarios_holds_nothing_else(garden: Path) -> None:
    with pytest.raises(InvalidPack) as mistakes:
        failures(garden, "value wasted = 3\n")
    assert [d.code for d in mistakes.value.diagnostics] == ["misplaced"]


def test_scenarios_do_not_change_what_the_rules_are(garden: Path) -> None:
    before = load(garden).digest
    failures(garden, scenario("then over"))
    assert load(garden, scenarios=True).digest == before


def test_a_field_that_only_a_scenario_reads_is_a_field_nothing_reads(garden: Path) -> None:
    (garden / "more.rules").write_text("table\n    wind: number = 0\n", encoding="utf-8")
    with pytest.raises(InvalidPack) as mistakes:
        failures(garden, scenario("then wind == 0"))
    assert [d.code for d in mistakes.value.diagnostics] == ["unread-field"]


# ------------------------------------------------------------------ the command
def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(command.test, [str(a) for a in arguments], standalone_mode=False)


def test_command_when_all_pass(garden: Path, orchard: Path) -> None:
    assert run(garden).output == "1 passed, 0 failed\n"
    both = run(garden.parent)
    assert (both.return_value, both.output) == (0, "2 passed, 0 failed\n")


def test_command_shows_the_line_that_fails(garden: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    failures(garden, scenario("then first.coins == 6", title="too rich"))
    monkeypatch.chdir(garden.parent)
    result = run("garden")
    assert result.return_value == 1
    assert (
        result.output
        == """\
failed: too rich
error[not-so]: found 5 == 6
 --> garden/scenarios/some.rules:2:10
  |
2 |     then first.coins == 6
  |          ^^^^^^^^^^^^^^^^

0 passed, 1 failed
"""
    )


def test_command_for_programs(garden: Path) -> None:
    failures(garden, scenario("then over", title="one") + "\n" + scenario("then not over", title="two"))
    result = run(garden, "--json")
    found = json.loads(result.output)
    assert (result.return_value, found["passed"], found["failed"], found["mistakes"]) == (1, 1, 1, [])
    assert [(s["title"], s["line"], s["passed"]) for s in found["scenarios"]] == [("one", 1, False), ("two", 4, True)]
    assert found["scenarios"][0]["failure"]["message"] == "found that the game goes on"


def test_command_picks_scenarios(garden: Path) -> None:
    failures(garden, scenario("then over", title="Bees") + "\n" + scenario("then not over", title="Birds"))
    (garden / "scenarios" / "others.rules").write_text(scenario("then not over", title="Frogs"), encoding="utf-8")
    assert run(garden, "-k", "bird").output == "1 passed, 0 failed\n"
    assert run(garden / "scenarios" / "others.rules").output == "1 passed, 0 failed\n"
    assert run(garden / "scenarios" / "some.rules").output.endswith("1 passed, 1 failed\n")


def test_command_with_a_pack_that_has_mistakes(garden: Path) -> None:
    failures(garden, scenario("then not over"))
    (garden / "more.rules").write_text("define tall = heigth\n", encoding="utf-8")
    result = run(garden)
    assert result.return_value == 1
    assert "unknown name `heigth`" in result.output
    assert result.output.endswith("0 passed, 0 failed, and 1 mistake in the text\n")


@pytest.mark.parametrize("arguments", [(), ("nowhere",), ("duel+duel",), ("duel", "-k", "zebra")])
def test_command_that_cannot_be_done(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert isinstance(result.exception, UsageError)
