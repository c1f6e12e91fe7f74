"""Decisions in small games: options, else, loops, triggers, stopping and winning, with results worked out by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from small_games import trace

from duel_dsl.interpreter import Game, Position

WritePack = Callable[..., Game]


def played(game: Game, *choices: str | int, **setup: object) -> Position:
    """The position after some choices."""
    position = game.start(**setup)  # type: ignore[arg-type]
    for choice in choices:
        position.play(choice)
    return position


def test_a_choice_may_be_declined(small: WritePack) -> None:
    game = small('may choose c in pile by first "take {c}":\n    note(1)\nelse:\n    note(2)\nnote(3)')
    position = game.start()
    assert position.keys() == ["take one", "take two", "take three", "take four", "pass"]
    assert trace(played(game, "pass")) == 23
    assert trace(played(game, "take two")) == 13


def test_declining_without_else_goes_on(small: WritePack) -> None:
    game = small('may choose c in pile by first "take {c}":\n    note(1)\nnote(3)')
    assert trace(played(game, "pass")) == 3


def test_an_optional_choice_of_one_is_asked_and_of_none_is_not(small: WritePack) -> None:
    game = small(
        'may choose c in pile where c.worth > 3 by first "take {c}":\n    note(1)\n'
        'may choose c in pile where c.worth > 4 by first "take {c}":\n    note(2)\nelse:\n    note(3)'
    )
    assert game.start().keys() == ["take four", "pass"]
    assert trace(played(game, "take four")) == 13


def test_a_forced_choice_makes_itself(small: WritePack) -> None:
    game = small('choose c in pile where c.worth is 3 by first "take {c}":\n    move c to first.hand')
    position = game.start()
    assert position.over
    assert position.zone("hand", 0) == ["three"]


def test_a_named_choice_of_one_is_asked(small: WritePack) -> None:
    more = '\nchoice turn(p: player) by p\n    option "end":\n        note(7)\n'
    game = small("turn(second)", more)
    position = game.start()
    assert (position.decider, position.choice, position.keys()) == (1, "turn", ["end"])
    position.play(0)
    assert trace(position) == 7


def test_nothing_to_choose_does_what_else_says(small: WritePack) -> None:
    game = small('choose c in away by first "take {c}":\n    note(1)\nelse:\n    note(2)\nnote(3)')
    position = game.start()
    assert position.over
    assert trace(position) == 23


def test_options_of_a_choice_in_place(small: WritePack) -> None:
    game = small(
        """
choose by second
    option "{p} takes {c}" for p in players, c in pile where c.worth > 2:
        move c to p.hand
    option "nothing":
        note(9)
note(1)
"""
    )
    position = game.start()
    wanted = ["first takes three", "first takes four", "second takes three", "second takes four", "nothing"]
    assert position.keys() == wanted
    assert position.decider == 1
    position.play("second takes four")
    assert position.zone("hand", 1) == ["four"]
    assert trace(played(game, "nothing")) == 91


def test_a_choice_knows_the_names_around_it(small: WritePack) -> None:
    """The options and labels read names of the frame that waits, also after saving."""
    game = small(
        """
let least = 2
let some = pile where worth < 4
for p in players:
    let extra = p.chips
    choose c in some where c.worth >= least and c not in away by p "for {extra} {p} takes {c}":
        move c to away
        least += 1
        p.chips += extra
"""
    )
    position = game.restore(game.start().save())
    assert position.keys() == ["for 5 first takes two", "for 5 first takes three"]
    position.play(0)
    assert position.over  # one candidate is left for the second player
    assert (position.zone("away"), position.read("chips", 1)) == (["two", "three"], 10)


def test_choosing_inside_nested_loops(small: WritePack) -> None:
    """Where a loop waits, its counters, its rest of a set and its names are kept."""
    game = small(
        """
let gained = 0
repeat 2:
    for p in players:
        for k in 1..2:
            may choose c in pile by p "take {c}":
                move c to p.hand
                gained += k * c.worth
            else:
                gained += 100
trace = gained
"""
    )
    position = game.start()
    deciders = []
    for key in ("take four", "pass", "take one", "take two", "pass", "take three"):
        deciders.append(position.decider)
        position = game.restore(position.save())
        position.play(key)
    # The pile is empty now: the last two are skipped to their else.
    assert position.over
    assert deciders == [0, 0, 1, 1, 0, 0]
    assert trace(position) == 4 + 100 + 1 + 2 * 2 + 100 + 2 * 3 + 200


def test_a_loop_goes_through_what_was_there_when_it_began(small: WritePack) -> None:
    game = small(
        """
for c in pile:
    note(c.worth)
    may choose d in pile where d is not c by first "drop {d}":
        move d to away
    else:
        move c to away
"""
    )
    position = played(game, "drop two", "drop one", "drop four", "pass")
    # Every card has its turn although it may have left: one, two, three, four.
    assert trace(position) == 1234
    assert position.over
    assert position.zone("pile") == ["three"]


def test_until_with_a_choice_in_it(small: WritePack) -> None:
    game = small(
        """
until pile is empty:
    choose c in pile by first "take {c}":
        move c to first.hand
    note(count(pile))
"""
    )
    position = played(game, "take three", "take one", "take two")
    assert position.over
    assert trace(position) == 3210


def test_else_if_and_choices_in_every_branch(small: WritePack) -> None:
    game = small(
        """
for p in players:
    for n in 0..2:
        if n is 0:
            choose c in pile by p "zero {c}":
                note(1)
        else if n is 1:
            note(5)
        else:
            may choose c in pile by p "two {c}":
                note(2)
            else:
                note(3)
        note(9)
"""
    )
    position = played(game, "zero one", "pass", "zero one", "two four")
    assert trace(position) == 195939195929


def test_a_choice_in_a_trigger_of_a_trigger(small: WritePack) -> None:
    more = """
signal taken(p: player, c: piece)
signal noticed(p: player)

procedure take(p: player, c: piece)
    move c to p.hand
    emit taken(p, c)
    note(4)
"""
    cards = """
piece "Watcher"
    worth: 0
    when taken(self, c) if c.worth > 1:
        note(1)
        emit noticed(self)
        note(3)

piece "Chooser"
    worth: 0
    when noticed(self):
        choose c in pile "mark {c}":
            c.mark += 1
            note(2)
"""
    game = small("move [watcher, chooser] to second.hand\ntake(first, four)\ntake(second, three)\nnote(5)", more, cards)
    position = game.start()
    assert (position.decider, trace(position)) == (1, 41)
    position = game.restore(position.save())
    position.play("mark two")
    assert position.over
    assert trace(position) == 412345
    assert position.scores(0)["marked"] == 1


# -------------------------------------------------------------- stopping and ending
def test_stop_ends_its_procedure_and_nothing_else(small: WritePack) -> None:
    more = """
procedure search(p: player)
    for c in pile:
        may choose d in pile where d is c by p "pick {d}":
            note(c.worth)
            stop
        note(8)
    note(9)
"""
    game = small("search(first)\nnote(7)\nsearch(second)\nnote(7)", more)
    position = played(game, "pass", "pick two", "pick one")
    assert trace(position) == 82717


def test_stop_in_an_option_of_a_named_choice(small: WritePack) -> None:
    more = """
choice turn(p: player) by p
    option "go {c}" for c in pile:
        note(1)
        if c.worth > 2: stop
        note(2)
"""
    game = small("turn(first)\nturn(first)\nnote(3)", more)
    assert trace(played(game, "go one", "go four")) == 1213


def test_winning_in_the_middle_of_a_loop(small: WritePack) -> None:
    game = small(
        """
for p in players:
    for c in pile:
        choose d in pile by p "name {d}":
            note(d.worth)
            if d.worth is 3: win p by "naming three"
note(9)
"""
    )
    position = played(game, *["name one"] * 5, "name three")
    assert position.over
    assert trace(position) == 111113
    assert position.result is not None
    assert (position.result.winner, position.result.how) == (1, "naming three")
    assert (position.decider, position.keys(), position.options()) == (None, [], [])


@pytest.mark.parametrize(
    ("play", "winner", "how"),
    [
        ("first.chips += 1\nfinish", 0, "most points"),
        ("second.chips = 9", 1, "most points"),
        ("move four to second.hand\nfirst.chips += 4", 0, "most chips"),
        ("finish", None, "draw"),
        ("note(1)", None, "draw"),
    ],
)
def test_the_end_by_rank(small: WritePack, play: str, winner: int | None, how: str) -> None:
    result = small(play).start().result
    assert result is not None
    assert (result.winner, result.how) == (winner, how)
