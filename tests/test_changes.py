"""What a pack changes of things that others declared: fields, payments, categories of points, invariants."""

from collections.abc import Callable
from pathlib import Path

import pytest
from random_play import healthy, played

from duel_dsl.dsl import InvalidPack, describe
from duel_dsl.interpreter import load
from duel_dsl.interpreter.scenarios.runner import run_scenarios

Write = Callable[..., None]
NIGHT = Path(__file__).parent / "packs" / "night"


def test_a_changed_game_plays_by_its_scenarios() -> None:
    outcomes = run_scenarios(load(str(NIGHT), scenarios=True))
    assert len(outcomes) == 8
    assert [outcome.failure for outcome in outcomes if outcome.failure] == []


@pytest.mark.parametrize("seed", range(5))
def test_a_changed_game_keeps_its_invariants(seed: int) -> None:
    for position, _ in played(load(str(NIGHT)).start(seed=seed), ["discard", "raise"], seed):
        healthy(position)


def test_only_what_is_named_changes(write: Write) -> None:
    write(
        "more",
        """
change table
    expect heap: public
    heap: hidden
    round: 0..5

change player
    bed: private, not active
    coins: = 8

change kind plant
    expect height: 1..9 = 1
    height: 0..9
    age: = 2
""",
    )
    before, game = describe(["garden"]), describe(["more"])
    assert game.table["heap"].visibility == "hidden"
    assert (game.table["round"].stops_low, game.table["round"].stops_high) == (0, 5)
    assert (game.player["coins"].default, game.player["coins"].stops_low) == (8, 0)
    assert (game.player["bed"].visibility, game.player["bed"].active) == ("private", False)
    assert game.table["deck"] == before.table["deck"]
    plant = game.kinds["plant"]
    assert dict(plant.fields)["height"].low == 0
    assert [state.default for state in plant.states] == [2]


def test_a_set_becomes_a_pile_and_begins_with_other_cards(write: Write) -> None:
    write("more", "change table\n    heap: pile of plant = tree\n    deck: = plant where it is not tree\n")
    game = describe(["more"])
    assert game.table["heap"].pile
    assert game.table["deck"].home != describe(["garden"]).table["deck"].home


def test_the_payment_and_a_market(write: Write) -> None:
    write(
        "more",
        "change payment\n    waived: 1\n\nchange market shop\n    expect pays: nobody\n    price: 3\n    limit: 4\n",
    )
    payment = describe(["more"]).payment
    assert payment is not None
    assert payment.waived is not None
    assert payment.markets[0].price.value == 3
    assert payment.markets[0].limit is not None


def test_invariants_and_categories(write: Write) -> None:
    write("one", 'invariant "a": yes\ninvariant "b": yes\n\nscore\n    trees: 1\n    bees: 2\n')
    write(
        "two",
        'remove invariant "a"\nreplace invariant "b": coins >= 0 for every player\n\n'
        "remove score trees\nadd to score bees: 3\nreplace score plants: 4\n",
        extends="one",
    )
    game = describe(["two"])
    assert [(i.title, i.every_player) for i in game.invariants] == [("b", True)]
    assert list(game.score) == ["plants", "linked", "bees"]
    assert game.score["plants"].value == 4
    assert [term.value for term in game.score["bees"].args] == [2, 3]


def test_what_is_added_stays_when_a_pack_beside_replaces(write: Write) -> None:
    """It does not matter whose name comes first."""
    for adding, replacing in (("one", "two"), ("two", "one")):
        write(
            adding,
            'add to score plants: 3\nadd to enum way: stolen\nadd to choice turn\n    option "rest":\n        stop\n',
        )
        write(
            replacing,
            "replace score plants: 4\nreplace enum way: paid, given, lent\n"
            'replace choice turn(p: player) by p\n    option "grow {b}" for b in open:\n        grow(p, b, paid)\n',
        )
        game = describe([adding, replacing])
        assert [term.value for term in game.score["plants"].args] == [4, 3]
        assert game.enums["way"] == ("paid", "given", "lent", "stolen")
        turn = next(choice for choice in game.choices if choice.name == "turn")
        assert [option.label.text for option in turn.options] == ["grow {b}", "rest"]


def test_who_builds_on_the_adding_pack_replaces_that_too(write: Write) -> None:
    write("one", "add to score plants: 3\n")
    write("two", "replace score plants: 4\n", extends="one")
    assert describe(["two"]).score["plants"].value == 4


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("change table\n    heap: hidden\n", "change table\n    heap: private\n"),
        ("change table\n    round: 0..4\n", "change table\n    round: 0..5\n"),
        ("change player\n    coins: = 4\n", "change player\n    coins: = 5\n"),
        ("change kind plant\n    age: 0..4\n", "change kind plant\n    age: 0..5\n"),
        ("change kind plant\n    back: height\n", "change kind plant\n    back: color\n"),
        ("change market shop\n    price: 4\n", "change market shop\n    price: 5\n"),
        ("change market shop\n    price: 4\n", "remove market shop\n"),
        ("change payment\n    waived: 1\n", "change payment\n    waived: 2\n"),
        ("replace score plants: 4\n", "replace score plants: 5\n"),
        ("remove score linked\n", "add to score linked: 5\n"),
        ("add to score linked: 5\n", "remove score linked\n"),
        ('remove invariant "a"\n', 'replace invariant "a": no\n'),
    ],
)
def test_conflicts(write: Write, tmp_path: Path, one: str, two: str) -> None:
    (tmp_path / "garden" / "more.rules").write_text('invariant "a": yes\n')
    write("one", one)
    write("two", two)
    with pytest.raises(InvalidPack) as failure:
        describe(["one", "two"])
    found = failure.value.diagnostics[0]
    assert found.code == "conflict"
    assert found.also is not None
    assert {Path(found.span.file).parent.name, Path(found.also.file).parent.name} == {"one", "two"}


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("change table\n    heap: hidden\n", "change table\n    heap: remembered\n"),
        ("change table\n    round: 0..4\n", "change table\n    round: = 1\n"),
        ("change player\n    coins: = 4\n", "change player\n    coins: = 4\n    bed: private\n"),
        ("change market shop\n    price: 4\n", "change market shop\n    limit: 5\n"),
        ("add to score plants: 4\n", "add to score plants: 5\n"),
    ],
)
def test_no_conflicts(write: Write, one: str, two: str) -> None:
    write("one", one)
    write("two", two)
    assert describe(["one", "two"]) == describe(["two", "one"])


def test_what_only_an_altered_thing_used_is_no_mistake_of_the_base(write: Write) -> None:
    """The links of a removed card match nothing any more, and nothing reads a field that a replaced rule read."""
    write("one", "remove plant rose\n")
    write("two", 'plant "Tulip"\n    color: red\n    free_with: bee\n')
    write("three", "replace score linked: 3\nreplace score plants: 4\n")
    for packs in (["one"], ["one", "two"], ["three"], ["one", "two", "three"]):
        assert describe(packs).cards
    write("one", 'remove plant rose\n\nplant "Tulip"\n    color: red\n    free_with: bee\n')
    with pytest.raises(InvalidPack) as failure:
        describe(["one"])
    assert [(d.code, d.span.file) for d in failure.value.diagnostics] == [("unmatched", "one/pack.rules")]


@pytest.mark.parametrize(
    "text",
    [
        "remove enum way\n",
        "remove procedure play\n",
        "remove signal grown\n",
        "remove score plants\n",
        "replace enum way: given, lent\n",
        "replace procedure grow(p: player)\n    p.coins += 1\n",
        "replace define red = 3\n",
        "change kind plant\n    height: 1..4\n",
        "change table\n    round: 0..2 = 0\n\nreplace define open = 3\n",
    ],
)
def test_who_alters_what_others_need_is_told(write: Write, text: str) -> None:
    """Nothing is wrong with the text below, and nobody who writes a pack can mend it."""
    write("one", text)
    with pytest.raises(InvalidPack) as failure:
        describe(["one"])
    for found in failure.value.diagnostics:
        assert found.span.file == "one/pack.rules"
        assert found.also is not None
        assert found.also.file.startswith("garden/")
