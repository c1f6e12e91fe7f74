"""Packs that were written apart fit together: every two and three packs on the same base can be joined.

They clash only where they really change the same thing, and then the message names the lines of both.
"""

import os
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import pytest
from random_play import healthy, played

from duel_dsl.dsl import Diagnostic, InvalidPack, Report, describe
from duel_dsl.dsl.checking.check import check
from duel_dsl.dsl.composing.compose import compose
from duel_dsl.dsl.reading.packs import Pack, in_order, read_packs
from duel_dsl.interpreter import load
from duel_dsl.interpreter.scenarios.runner import run_scenarios

Write = Callable[..., None]
ROOT = Path(__file__).parent.parent
SMALL = Path(__file__).parent / "packs"
# So many joined packs are looked at in every run; `DUEL_DSL_JOIN=all` looks at all of them.
SAMPLE = 30


def folders() -> list[Path]:
    return sorted(
        folder for place in (ROOT / "cards", SMALL) for folder in place.iterdir() if any(folder.glob("*.rules"))
    )


@pytest.fixture(scope="module")
def library() -> dict[str, Pack]:
    """All packs by name, each read once."""
    found: dict[str, Pack] = {}
    for folder in folders():
        report = Report()
        for pack in read_packs([str(folder)], report, scenarios=False):
            found.setdefault(pack.name, pack)
        assert report.diagnostics == []
    return found


def with_bases(library: dict[str, Pack], names: tuple[str, ...]) -> list[Pack]:
    """The packs of some names with all on which they build."""
    found, waiting = set[str](), list(names)
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting += library[name].extends
    return in_order([library[name] for name in found])


def game_of(library: dict[str, Pack], name: str) -> str:
    """The pack with which everything begins on which a pack builds."""
    return next(pack.name for pack in with_bases(library, (name,)) if not pack.extends)


def joined(library: dict[str, Pack], number: int) -> Iterator[tuple[str, ...]]:
    """So many packs of one game, none of which brings another along."""
    names = [name for name, pack in library.items() if pack.extends]
    for some in combinations(sorted(names), number):
        packs = [{pack.name for pack in with_bases(library, (name,))} for name in some]
        apart = all(one not in below for one, below in zip(some, packs[1:] + packs[:1], strict=True))
        if apart and len({game_of(library, name) for name in some}) == 1:
            yield some


def fair(found: Diagnostic, packs: list[Pack], names: tuple[str, ...]) -> bool:
    """Whether a message says where two of the joined packs clash, and nothing about their bases."""
    pack_of = {source.file: pack.name for pack in packs for source in pack.sources}
    places = [found.span.file] + ([found.also.file] if found.also is not None else [])
    return found.code == "conflict" and len({pack_of[file] for file in places}) == 2


@pytest.mark.parametrize("number", [2, 3])
def test_packs_that_were_written_apart_fit_together(library: dict[str, Pack], number: int) -> None:
    groups = list(joined(library, number))
    if os.environ.get("DUEL_DSL_JOIN") != "all" and len(groups) > SAMPLE:
        groups = Random(number).sample(groups, SAMPLE)
    assert groups
    for names in groups:
        packs, report = with_bases(library, names), Report()
        composed = compose(packs, report)
        game = check(composed, report)
        wrong = [d for d in report.sorted() if not fair(d, packs, names)]
        assert wrong == [], names
        assert (game is not None) == (not report.failed), names


def test_the_same_words_for_other_things_in_two_packs() -> None:
    """What each pack says comes of its own words, also when both are played together."""
    outcomes = run_scenarios(load(str(SMALL / "lantern_harbour"), scenarios=True))
    assert len(outcomes) == 4
    assert [outcome.failure for outcome in outcomes if outcome.failure] == []
    game = describe([str(SMALL / "lantern"), str(SMALL / "harbour")])
    assert {"push_of_lantern", "push_of_harbour"} <= set(game.values)
    assert game.enums["way"][-2:] == ("lit", "shipped")
    assert game.digest == describe([str(SMALL / "harbour"), str(SMALL / "lantern")]).digest


@pytest.mark.parametrize("seed", range(3))
def test_joined_packs_are_played(seed: int) -> None:
    game = load(f"{SMALL / 'lantern'}+{SMALL / 'harbour'}")
    for position, _ in played(game.start(seed=seed), ["light", "cast"], seed):
        healthy(position)


def mistakes(*packs: str) -> list[Diagnostic]:
    with pytest.raises(InvalidPack) as failure:
        describe(list(packs))
    return failure.value.diagnostics


@pytest.mark.parametrize(
    "text",
    [
        'plant "Tulip"\n    color: red\n',
        "kind shrub\n    leaves: number = 0\n",
        "switch wind: weak | strong = weak\n",
        "player\n    fame: number = 0\n",
        "table\n    moon: number = 0\n",
        "add to kind plant\n    scent: number = 0\n",
        "add to kind plant\n    state scent: number = 0\n",
        "add to kind plant\n    event scent\n",
        "score\n    fame: 1\n",
        'add to choice turn\n    option "rest":\n        stop\n',
        "market fair\n    sells: any good\n    price: 4\n    pays: nobody\n",
    ],
)
def test_what_players_see_is_there_once(write: Write, text: str) -> None:
    """Also where both say the same: each means its own."""
    write("one", text)
    write("two", text)
    (found,) = (d for d in mistakes("one", "two") if d.code != "unread-field")
    assert found.code == "conflict"
    assert found.also is not None
    assert (Path(found.span.file).parent.name, Path(found.also.file).parent.name) == ("two", "one")
    assert "`one` and `two`" in found.message


def test_a_field_of_a_kind_and_of_one_below_it(write: Write) -> None:
    write("one", "add to kind plant\n    scent: number = 0\n")
    write("two", "add to kind tree\n    scent: number = 0\n")
    assert "conflict" in [d.code for d in mistakes("one", "two")]


def test_members_that_two_packs_add_are_one(write: Write) -> None:
    write("one", "add to enum color: blue, pink\n")
    write("two", "add to enum color: grey, blue\n")
    assert describe(["one", "two"]).enums["color"] == ("red", "white", "green", "blue", "pink", "grey")


@pytest.mark.parametrize(
    "text",
    [
        "player\n    x: number = 0\n\nscore\n    y: x\n",
        "table\n    x: number = 0\n\nscore\n    y: x\n",
        "define x = 1\n\nscore\n    y: x\n",
        "switch x: weak | strong = weak\n\nscore\n    y: 1 if x is weak else 0\n",
        "kind x\n    z: number = 0\n\nscore\n    y: sum(c.z for c in x)\n",
        "add to kind plant\n    x: number = 0\n\nscore\n    y: sum(c.x for c in bed)\n",
        "enum x: one, two\n\nscore\n    y: count(x)\n",
        "add to enum color: x\n",
        'plant "X"\n    color: red\n',
    ],
)
def test_a_word_means_nothing_that_its_pack_does_not_know(write: Write, tmp_path: Path, text: str) -> None:
    """Neither in a pack beside, nor in one below."""
    own = (
        "define n(p: player) = sum(x.height for x in bed(p))\n"
        "when grown(p, x, w) if x.color is red:\n    let y = x.height\n    p.coins += y + n(p)\n"
    )
    write("one", text)
    write("two", own)
    assert describe(["one", "two"]).listeners == describe(["two"]).listeners
    (tmp_path / "garden" / "more.rules").write_text(own)
    assert describe(["one"]).listeners == describe(["garden"]).listeners


def test_a_word_in_a_condition_is_that_of_its_own_pack(write: Write) -> None:
    """Another pack gives plants a field that is called like a define here."""
    write("one", "add to kind plant\n    scent: number = 0\n\nscore\n    scent: sum(b.scent for b in bed)\n")
    write("two", "define scent = 3\n\nscore\n    tall: count(bed where height > scent)\n")
    assert describe(["one", "two"]).score["tall"] == describe(["two"]).score["tall"]


@pytest.mark.parametrize(
    ("helper", "use"),
    [
        ("define push = 1\n", "score\n    x: push\n"),
        ("value push(p: player) = 1\n", "score\n    x: push(self)\n"),
        ("signal push(p: player)\n", "when grown(p, b, w): emit push(p)\n"),
        ("procedure push(p: player)\n    p.coins += 1\n", "when grown(p, b, w): push(p)\n"),
        ("enum push: soft, hard\n", "score\n    x: count(push)\n"),
        ("signal push(p: player)\n", "when push(p): p.coins += 1\n"),
        ("value push(p: player) = 1\n", "adjust push(p): + 1\n"),
        ("define push = 1\n", "replace define push = 2\n"),
    ],
)
def test_a_pack_on_top_must_say_which_it_means(write: Write, helper: str, use: str) -> None:
    write("one", helper)
    write("two", helper)
    write("three", use, extends="one, two")
    found = [d for d in mistakes("three") if d.severity == "error" and d.code != "never-emitted"]
    assert [d.code for d in found] == ["ambiguous"]
    assert found[0].also is not None
    assert found[0].also.file.startswith("one/")
    assert "two/pack.rules" in found[0].help
    assert "`push_of_one` or `push_of_two`" in found[0].help
    write("three", use.replace("push", "push_of_two"), extends="one, two")
    report = Report()
    check(compose(read_packs(["three"], report), report), report)
    assert [d for d in report.diagnostics if d.severity == "error" and d.code != "never-emitted"] == []


def test_words_of_a_pack_that_builds_on_the_other_are_there_already(write: Write) -> None:
    write("one", "define push = 1\n\nscore\n    x: push\n")
    write("two", "define push = 2\n\nscore\n    y: push\n", extends="one")
    assert [d.code for d in mistakes("two")] == ["duplicate"]


def test_what_a_pack_calls_a_thing_yields_to_later_packs(write: Write, tmp_path: Path) -> None:
    (tmp_path / "garden" / "german.rules").write_text(
        'names de\n    rose: "Rose"\n    grow(self, b, w): "pflanze {b}"\n'
    )
    write("one", 'names de\n    rose: "Röschen"\n')
    write("two", 'names de\n    rose: "Rosa"\n    grow(self, b, w): "setze {b}"\n')
    words = describe(["one", "two"]).names["de"]
    assert (words["rose"], words["grow(self, b, w)"]) == ("Rosa", "setze {b}")


def test_how_many_play_is_said_once(write: Write) -> None:
    write("one", "", "garden\n    players: 2..4")
    write("two", "", "garden\n    players: 2..3")
    assert "the packs `one` and `two` both say how many play" in [d.message for d in mistakes("one", "two")]
    write("two", "", "garden\n    players: 2..4")
    assert "conflict" not in [d.code for d in mistakes("one", "two")]


def test_how_a_game_begins_is_no_helper(write: Write, tmp_path: Path) -> None:
    path = tmp_path / "garden" / "play.rules"
    before, rest = path.read_text().split("procedure play")
    play, after = rest.split("choice turn")
    path.write_text(f"{before}choice turn{after}")
    for name in ("one", "two"):
        write(name, f"procedure play{play}")
    assert describe(["one"]).procedures.keys() == describe(["two"]).procedures.keys()
    assert [(d.code, d.span.file) for d in mistakes("one", "two")] == [("conflict", "two/pack.rules")]
