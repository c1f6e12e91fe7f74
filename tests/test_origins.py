"""Every part of a program knows its place in the text and its card; and what a program is made of reaches any size."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duel_dsl.interpreter import Game, load
from duel_dsl.interpreter.program.model import Origin
from duel_dsl.interpreter.program.reach import inner_steps
from duel_dsl.interpreter.program.rewriting import walk
from duel_dsl.interpreter.program.verify import verify
from duel_dsl.lab.running.lockstep import beside_the_reference

PACKS = ("duel", "duel+pantheon", "duel+agora", "duel+pantheon+agora", "wonders", "wonders+leaders")


@pytest.mark.parametrize("pack", PACKS)
def test_everything_has_a_place_in_the_text(pack: str) -> None:
    program = load(pack).program
    heard = {r.name for r in program.routines if r.body or not r.name.startswith("signal_")}
    found = [(routine.name, routine.origin) for routine in program.routines if routine.name in heard]
    found += [(function.name, function.origin) for function in program.functions]
    found += [(f"{r.name}: {s.op}", s.origin) for r in program.routines for s in inner_steps(program, r.body)]
    found += [(f"ask {ask.id}", ask.origin) for ask in program.asks]
    found += [(f"option of {ask.id}", option.origin) for ask in program.asks for option in ask.options]
    found += [(program.names["card"][card], origin) for card, origin in enumerate(program.origins)]
    assert [name for name, origin in found if not origin.span.file or origin.span.line < 1] == []


@pytest.mark.parametrize("pack", PACKS)
def test_what_a_card_does_knows_the_card(pack: str) -> None:
    game = load(pack)
    program, cards = game.program, game.description.cards
    for routine in program.routines:
        if routine.origin.card >= 0:
            title = cards[routine.origin.card].title
            assert routine.title.startswith(title), routine.name
            steps = inner_steps(program, routine.body)
            assert {step.origin.card for step in steps} == {routine.origin.card}, routine.name
    handled = {card.index for card in cards for body in card.handlers.values() if body}
    told = {routine.origin.card for routine in program.routines} - {-1}
    copies = {index for index in handled if cards[index].id != cards[index].name}
    assert handled - copies <= told


@pytest.mark.parametrize("pack", PACKS)
def test_the_answers_of_cards_to_a_value_know_their_cards(pack: str) -> None:
    game = load(pack)
    for name in game.description.values:
        functions = [f for f in game.program.functions if f.name.startswith(f"value_{name}")]
        inside = [code.origin for f in functions for code in walk(f.body) if code.op == "cond" and code.origin]
        answers = [answer for answer in game.description.answers if answer.value == name]
        assert {Origin(answer.span, answer.card) for answer in answers} <= set(inside), name


def test_a_game_of_two_hundred_cards(written: Callable[..., Game]) -> None:
    """Sets are as wide as there are cards; a machine word has no room for them."""
    game = written(
        """
kind thing
    worth: number
    state age: number = 0

player
    hand: set of thing, public, active

table
    pile: set of thing, public = thing
    bag: set of thing, hidden

value bonus(p: player) = 0

score
    hand: sum(c.worth + c.age for c in hand) + bonus(self)

rank by total "most points"

choice take(p: player) by p
    option "take {c}" for c in pile where c.worth > count(hand(p)):
        move c to p.hand
        c.age += 1
    option "hide {c}" for c in pile where c.worth > 150:
        move c to bag

procedure play
    repeat 40:
        take(first)
        take(second)
""",
        cards="".join(
            f'thing "Thing {n}"\n    worth: {n}\n'
            + (f"    adjust bonus(self): +count(hand where worth > {n})\n" if n % 40 == 7 else "")
            + "\n"
            for n in range(1, 201)
        ),
    )
    assert game.program.cards == 200
    assert verify(game.program) == []
    assert max(place.type.high.bit_count() for place in game.program.places if place.zone) == 200
    found = beside_the_reference(game, 3, 2, share=0.5)
    assert found.differences == ()
    assert found.decisions == 80
