"""The printed form of a program: everything that it holds is there, and can be asked for by its name."""

from __future__ import annotations

from pathlib import Path

import pytest

from duel_dsl.interpreter import load
from duel_dsl.interpreter.program.model import Program
from duel_dsl.interpreter.program.printed import names, printed
from duel_dsl.interpreter.program.reach import inner_steps

PACKS = Path(__file__).parent / "packs"
GAMES = [str(PACKS / "workshop"), str(PACKS / "garden"), "duel+agora", "wonders+leaders"]


@pytest.fixture(params=GAMES, ids=lambda name: Path(name).name)
def program(request: pytest.FixtureRequest) -> Program:
    return load(request.param).program


def test_every_name_shows_something(program: Program) -> None:
    for name in names(program):
        assert printed(program, name), name


def test_everything_is_there(program: Program) -> None:
    lines = printed(program)
    words = {word.strip(",:") for line in lines for word in line.split()}
    for name in (*names(program), *(name for some in program.names.values() for name in some)):
        shown = name.replace("ask_", "ask ") if name.startswith("ask_") else name
        assert name in words or any(f" {shown}(" in line or f" {shown} by" in line for line in lines), name
    assert all(any(way in line for line in lines) for way in program.ways)
    places = {
        f"{s.origin.span.file}:{s.origin.span.line}" for r in program.routines for s in inner_steps(program, r.body)
    }
    assert places <= words
    assert sum("label " in line for line in lines) == sum(bool(o.label) for a in program.asks for o in a.options)


def test_a_name_shows_all_of_a_table() -> None:
    program = load("duel").program
    (line,) = printed(program, "field_age")
    assert len(line.split(" = ")[1].split()) == program.cards
    assert all(" in all" not in line for line in printed(program, "cards_by_color"))


def test_what_a_card_does_names_the_card() -> None:
    program = load(PACKS / "workshop").program
    assert printed(program, "event0_on_take_bell_8")[0].endswith("(bell)")
