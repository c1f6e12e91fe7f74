"""Packs on packs: adding, changing, replacing and removing, what conflicts, and which digest the result has."""

from collections.abc import Callable
from pathlib import Path

import pytest

from duel_dsl.dsl import Game, InvalidPack, describe
from duel_dsl.dsl.model import CostModel

Write = Callable[..., None]


def card(game: Game, name: str) -> dict[str, object]:
    return next(c.values for c in game.cards if c.id == name)


def mistakes(*packs: str) -> list[str]:
    with pytest.raises(InvalidPack) as failure:
        describe(list(packs))
    return [d.code for d in failure.value.diagnostics]


def test_add_a_card(write: Write) -> None:
    write("more", 'plant "Tulip"\n    color: red\n')
    game = describe(["more"])
    assert game.name == "garden+more"
    assert game.title == "The Garden + more"
    assert [c.id for c in game.cards] == ["rose", "lily", "ivy", "tulip", "oak"]


def test_change_only_the_fields_named(write: Write) -> None:
    write("more", "change plant rose\n    cost: 3 coins\n    expect cost: 2 coins, water\n    height: 4\n")
    rose = card(describe(["more"]), "rose")
    assert rose["cost"] == CostModel(3, (0, 0))
    assert rose["height"] == 4
    assert rose["color"] == 0


def test_change_under_the_name_of_a_kind_above(write: Write) -> None:
    write("more", "change plant oak\n    height: 7\n")
    assert card(describe(["more"]), "oak")["height"] == 7


def test_change_a_handler_and_an_answer(write: Write) -> None:
    write("more", "change plant lily\n    on_grow: coins += 5\n\nchange tree oak\n    set unit_price(self, seed): 0\n")
    game = describe(["more"])
    lily = next(c for c in game.cards if c.id == "lily")
    assert lily.handlers["on_grow"][0].args[1].value == 5
    assert [answer.body.value for answer in game.answers] == [0]


def test_expectation_that_fails(write: Write) -> None:
    write("more", "change plant rose\n    cost: 3 coins\n    expect cost: 9 coins\n")
    assert mistakes("more") == ["expectation"]


def test_replace_a_card_a_procedure_a_layout_and_the_rank(write: Write) -> None:
    write(
        "more",
        """
replace plant "Ivy"
    color: red

replace layout rows
    U U U U

replace procedure grow(p: player, b: plant, how: way)
    move b to p.bed
    run b.on_grow for p
    b.age = 3

replace rank by plants "plants", then total "all"
""",
    )
    game = describe(["more"])
    assert card(game, "ivy")["height"] == 1
    assert len(game.layouts["rows"].slots) == 4
    assert len(game.procedures["grow"].body) == 3  # type: ignore[arg-type]
    assert game.rank == (("plants", "plants"), ("total", "all"))


def test_remove(write: Write) -> None:
    write("more", "remove plant ivy\n")
    assert [c.id for c in describe(["more"]).cards] == ["rose", "lily", "oak"]


def test_removed_card_may_still_have_a_name_below(write: Write, tmp_path: Path) -> None:
    (tmp_path / "garden" / "german.rules").write_text('names de\n    ivy: "Efeu"\n')
    write("more", "remove plant ivy\n")
    assert [c.id for c in describe(["more"]).cards] == ["rose", "lily", "oak"]


def test_removed_card_that_is_spoken_of(write: Write) -> None:
    write("more", 'remove plant rose\n\nplant "Tulip"\n    color: red\n    link: bee\n    on_grow: move rose to heap\n')
    assert mistakes("more") == ["unknown-name"]


def test_widen_enums_kinds_players_the_table_and_choices(write: Write) -> None:
    write(
        "more",
        """
add to enum color: blue

add to kind plant
    scent: number = 2

player
    fame: number = 1

table
    moon: flag = no

add to choice turn
    option "smell {b}" for b in open where not moon:
        p.fame += b.scent
        moon = yes

score
    fame: fame

plant "Bluebell"
    color: blue
    scent: 5
""",
    )
    game = describe(["more"])
    assert game.enums["color"] == ("red", "white", "green", "blue")
    assert card(game, "bluebell") | {"scent": 5, "color": 3} == card(game, "bluebell")
    assert card(game, "rose")["scent"] == 2
    assert game.player["fame"].default == 1
    assert "moon" in game.table
    turn = next(choice for choice in game.choices if choice.name == "turn")
    assert [option.label.text for option in turn.options] == ["grow {b}", "drop {b}", "smell {b}"]
    assert list(game.score) == ["plants", "linked", "fame"]


def test_different_fields_of_a_card_do_not_conflict(write: Write) -> None:
    write("one", "change plant rose\n    height: 2\n")
    write("two", "change plant rose\n    color: white\n")
    rose = card(describe(["one", "two"]), "rose")
    assert (rose["height"], rose["color"]) == (2, 1)


def test_same_change_twice_is_no_conflict(write: Write) -> None:
    write("one", "change plant rose\n    height: 2\n")
    write("two", "change plant rose\n    height: 2\n")
    assert card(describe(["one", "two"]), "rose")["height"] == 2


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("change plant rose\n    height: 2\n", "change plant rose\n    height: 3\n"),
        ("change plant rose\n    height: 2\n", "remove plant rose\n"),
        ("remove plant ivy\n", "change plant ivy\n    height: 2\n"),
        ('replace plant "Ivy"\n    color: red\n', "change plant ivy\n    height: 2\n"),
        ('replace rank by total "a"\n', 'replace rank by total "b"\n'),
        ("replace layout rows\n    U U\n", "replace layout rows\n    D D\n"),
    ],
)
def test_conflict_of_two_packs(write: Write, one: str, two: str) -> None:
    write("one", one)
    write("two", two)
    assert "conflict" in mistakes("one", "two")


def test_no_conflict_where_one_builds_on_the_other(write: Write) -> None:
    write("one", "change plant rose\n    height: 2\n")
    write("two", "change plant rose\n    height: 3\n", extends="one")
    assert card(describe(["two"]), "rose")["height"] == 3
    assert describe(["two"]).name == "garden+one+two"


def test_order_of_packs_follows_from_what_they_build_on(write: Write) -> None:
    write("beta", 'plant "Tulip"\n    color: red\n')
    write("alpha", "change plant tulip\n    height: 2\n", extends="beta")
    assert describe(["alpha", "beta"]) == describe(["beta", "alpha"])
    assert describe(["beta", "alpha"]).name == "garden+beta+alpha"


def digest(text: str, folder: Path) -> str:
    (folder / "garden" / "more.rules").write_text(text, encoding="utf-8")
    return describe(["garden"]).digest


def test_digest_follows_the_rules_only(write: Write, tmp_path: Path) -> None:
    same = digest("", tmp_path)
    assert digest("# a comment\n\n\n", tmp_path) == same
    assert digest('names de\n    rose: "Rose"\n', tmp_path) == same
    assert digest('scenario "x"\n    then first.coins == 5\n', tmp_path) == same
    assert digest('look\n    sign coins: "$"\n', tmp_path) == same
    changed = {
        digest('plant "Tulip"\n    color: red\n', tmp_path),
        digest('plant "Tulip"\n    color: white\n', tmp_path),
        digest("when grown(p, b, w): p.coins += 1\n", tmp_path),
        digest("when grown(p, b, w): p.coins += 2\n", tmp_path),
        digest("add to enum color: blue\n", tmp_path),
    }
    assert len(changed | {same}) == 6


def test_digest_does_not_depend_on_files(write: Write, tmp_path: Path) -> None:
    before = describe(["garden"]).digest
    (tmp_path / "garden" / "plants.cards").rename(tmp_path / "garden" / "all_plants.cards")
    assert describe(["garden"]).digest == before
