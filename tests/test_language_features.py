"""Small games that use one construct of the language each, with results worked out by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from small_games import trace

from duel_dsl.interpreter import Game, InvalidPack, Position
from duel_dsl.interpreter.backends.python.source import write

WritePack = Callable[..., Game]


# -------------------------------------------------------------- cards
def test_drawing_more_than_there_is(small: WritePack) -> None:
    game = small("draw 9 from pile to first.hand\ndraw 2 from pile to second.hand\ndraw 0 - 1 from first.hand to away")
    position = game.start()
    assert position.zone("hand", 0) == ["one", "two", "three", "four"]
    assert position.zone("hand", 1) == position.zone("away") == []


def test_moving_sets_and_single_cards(small: WritePack) -> None:
    game = small(
        """
move pile where worth > 2 to first.hand
move first.hand + [one] - [three] to away
move [one] to first.hand
move pile to second.hand
move second.hand where worth > 9 to away
"""
    )
    position = game.start()
    assert [position.zone("hand", 0), position.zone("hand", 1), position.zone("away")] == [
        ["one", "three"],
        ["two"],
        ["four"],
    ]


def test_slots_of_a_layout(small: WritePack) -> None:
    layouts = """
layout wide
    U U U

layout high
    U
    D

define chosen(n: number) = wide if n > 1 else high
"""
    game = small("note(slots(wide))\nnote(slots(high))\nfor n in 1..2: note(slots(chosen(n)))", layouts)
    assert trace(game.start()) == 3223


def test_random_picks(small: WritePack) -> None:
    game = small(
        """
let p = random players "who"
let c = random pile where worth > 2 "which"
p.chips = 0
if c is not none: move c to p.hand
let s = random shape "shape"
if s is round: note(1)
if s is square: note(2)
let picked = 4
last = random pile "again"
note(picked)
""",
        "\nenum shape: round, square\n\ntable\n    last: piece?\n\nprocedure use_last\n    if last is one: note(1)\n",
    )

    class Script:
        def __init__(self) -> None:
            self.said: list[tuple[str, list[str]]] = []

        def pick(self, what: str, candidates: list[str]) -> int:
            self.said.append((what, candidates))
            return len(candidates) - 1

    script = Script()
    position = game.start(chance=script)
    assert position.zone("hand", 1) == ["four"]
    assert script.said == [
        ("who", ["0", "1"]),
        ("which", ["three", "four"]),
        ("shape", ["round", "square"]),
        ("again", ["one", "two", "three"]),
    ]
    assert trace(position) == 24
    assert position.read("last") == "three"


def test_states_of_cards(small: WritePack) -> None:
    game = small(
        """
for c in pile:
    c.mark = c.worth * 2
two.mark -= 5
move pile where mark > 4 to away
for c in pile where c.mark < 0: note(c.worth)
"""
    )
    position = game.start()
    assert position.zone("away") == ["three", "four"]
    assert trace(position) == 2
    assert position.scores(0)["marked"] == 2 + (4 - 5) + 6 + 8


# -------------------------------------------------------------- expressions
@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7 / 2", 3),
        ("(0 - 7) / 2", -4),
        ("2 + 3 * 4 - 5", 9),
        ("2 - 3 - 4", -5),
        ("2 - (3 - 4)", 3),
        ("-3 * -2", 6),
        ("- 2 - 2", -4),
        ("100 / 3 / 3", 11),
        ("100 / 3 * 3", 99),
        ("min(3, 1, 2) + max(3, 1, 2)", 4),
        ("max(c.worth for c in pile)", 4),
        ("min(c.worth for c in pile)", 1),
        ("max(c.worth for c in away)", 0),
        ("min(0 - c.worth for c in pile where c.worth > 1)", -4),
        ("sum(c.worth for c in pile where c.worth in 2..3)", 5),
        ("sum(n for n in 3..5)", 12),
        ("sum(n for n in 5..3)", 0),
        ("sum(n * m for n in 1..3 where n is not 2)".replace("* m", "* n"), 10),
        ("count(c for c in pile where c.worth > 1)", 3),
        ("count(pile)", 4),
        ("count(away)", 0),
        ("count(players)", 2),
        ("count(shape)", 3),
        ("count(s for s in shape where s is not flat)", 2),
        ("count(pile where worth > 1 and worth < 4)", 2),
        ("count((pile where worth > 1) where worth < 4)", 2),
        ("count(pile where worth < count(pile where worth > 1))", 2),
        ("count(pile where it is not two)", 3),
        ("count(pile + [one] - [two, three])", 2),
        ("1 if any(c.worth > 3 for c in pile) else 0", 1),
        ("1 if all(c.worth > 3 for c in pile) else 0", 0),
        ("1 if any(c.worth > 3 for c in away) else 0", 0),
        ("1 if all(c.worth > 3 for c in away) else 0", 1),
        ("1 if one in pile and two not in away else 0", 1),
        ("1 if not 1 > 2 and 2 > 1 or 1 > 2 else 0", 1),
        ("1 if 1 > 2 and 2 > 1 or 2 > 1 else 0", 1),
        ("1 if not (1 > 2 or 2 > 1) else 0", 0),
        ("1 if not 1 > 2 is no else 0".replace(" is no", ""), 1),
        ("1 if first is not second else 2", 1),
        ("1 if 1 > 2 else 2 if 2 > 3 else 3", 3),
        ("(1 if 1 > 2 else 2) + (3 if 2 > 1 else 4)", 5),
        ("twice(twice(3)) - twice(1)", 10),
        ("sum(twice(c.worth) for c in above(2))", 14),
        ("sum(count(above(n)) for n in 0..3)", 10),
        ("sum(sum(c.worth for c in above(d.worth)) for d in pile)", 9 + 7 + 4),
        ("sum(p.chips for p in players)", 10),
        ("count(p for p in players where p is first)", 1),
        ("three.worth + count([one, two])", 5),
        ("total(first) + score(second, chips)", 10),
    ],
)
def test_expressions(small: WritePack, expression: str, value: int) -> None:
    more = """
enum shape: round, square, flat

define twice(n: number) = 2 * n
define above(n: number) = pile where worth > n
define use(s: shape) = twice(count(above(1))) if s is flat else 0
invariant "all is used": use(flat) >= 0
"""
    assert trace(small(f"trace = {expression}", more).start()) == value


def test_names_that_python_or_the_engine_uses(written: WritePack) -> None:
    """No word of the text can meet a word of the generated code."""
    game = written(
        """
enum lambda: None, pass_, class

kind do
    def: number = 0
    event when_0
    event do

player
    s: number = 0
    pc: set of do, public, active

table
    pending: set of do, public = do
    global: number = 0
    bits: lambda = class

define yield(import: number) = import + 1

procedure play
    let found = 3
    let which = 4
    let answer1 = 5
    let rest1 = 6
    let v_s = 7
    let picked = random players "x"
    for range in pending:
        run range.do for picked
        run range.when_0 for picked
        may choose tick in pending by picked "{tick}":
            global += yield(found) + which + answer1 + rest1 + v_s
    if bits is class: exec(picked)

procedure exec(move_all: player)
    move_all.s += 1
    for each in pending:
        move each to move_all.pc

score
    del: s + global + sum(each.def for each in pc)

rank by total "max"
""",
        cards="""
do "Play"
    def: 3
    do: global += 100

do "0 1"
    def: 4
    when_0: global += 1000
""",
    )
    position = game.start()
    position.play("play")
    position.play("0_1")
    assert position.over
    assert position.read("global") == 2 * (4 + 4 + 5 + 6 + 7) + 1100
    assert max(position.scores(seat)["del"] for seat in (0, 1)) == 1152 + 1 + 7


@pytest.mark.parametrize("inner", ["", "        choose q in players by first:\n            stop_here = no\n"])
def test_a_loop_takes_uncovered_cards_by_number(written: WritePack, pieces: str, inner: str) -> None:
    """Whether a decision waits in the loop must not change the order."""

    class LastFirst:
        def pick(self, what: str, candidates: list[str]) -> int:
            return len(candidates) - 1

    game = written(
        f"""
kind piece
    worth: number = 0

table
    pile: set of piece, hidden = piece
    row: layout of piece
    trace: number = 0
    stop_here: flag = no

layout line
    U U U U

procedure play
    deal pile to row as line
    for c in uncovered(row):
        trace = trace * 10 + c.worth
{inner}    if stop_here: stop
    finish
""",
        cards=pieces,
    )
    position = game.start(chance=LastFirst())
    assert list(position.slots("row").values()) == ["four", "three", "two", "one"]
    while not position.over:
        position.play(0)
    assert position.read("trace") == 1234


def test_states_of_one_name_in_two_kinds(small: WritePack) -> None:
    more = """
kind brick
    state mark: number = 4

table
    bricks: set of brick, public = brick
"""
    game = small("for b in bricks: b.mark += 1\ntrace = one.mark * 10 + wall.mark", more, 'brick "Wall"\n')
    assert trace(game.start()) == 5


def test_formulas_on_formulas_are_not_written_out_without_end(small: WritePack) -> None:
    """Each level doubles what is written out; loading must not."""
    more = "define a0 = trace\n" + "".join(f"define a{n + 1} = a{n} + a{n}\n" for n in range(14))
    game = small('choose c in pile where a14 < c.worth by first "take {c}":\n    note(1)', "\n" + more)
    assert len(write(game.program).text) < 20_000
    assert len(game.start().keys()) == 4


def test_a_choice_has_only_so_many_options(small: WritePack) -> None:
    options = "\n".join(f'    option "o{n}":\n        note({n})' for n in range(61))
    with pytest.raises(InvalidPack, match="60 options at most"):
        small(f"choose by first\n{options}")
    game = small("choose by first\n" + "\n".join(options.split("\n")[:-2]))
    assert trace(played_last(game)) == 59


def played_last(game: Game) -> Position:
    """The position after the last option was taken."""
    position = game.start()
    position.play(len(position.keys()) - 1)
    return position


def test_a_decision_in_a_branch_that_is_never_taken(small: WritePack) -> None:
    """No card answers the value, so the branch falls away, and the decision in it with it."""
    game = small(
        """
if locked:
    choose q in players by first "unlock {q}":
        note(9)
note(1)
""",
        "\nvalue locked = no\n",
    )
    assert game.start().result is not None


def test_a_payment_stays_within_the_bounds_of_money(written: WritePack) -> None:
    """Nobody has looked whether the money is there: a number with a range stops at both ends, also when it is paid."""
    game = written(
        """
enum good: wood

kind thing
    cost: cost = free
    gives: goods = nothing

player
    coins: 0..10 = 4
    shop: set of thing, public

table
    deck: set of thing, public = thing

payment
    goods: good
    money: coins
    own: shop(buyer)

market neighbour
    sells: any good
    price: 4
    pays: left(buyer)

procedure play
    repeat 2:
        buy(first)

choice buy(p: player) by p
    option "buy {b} {pay}" for b in deck, pay in payments(p, b):
        settle pay by p
        move b to p.shop
""",
        cards='thing "Hut"\n    cost: 1 wood\n\nthing "House"\n    cost: 3 wood\n',
    )
    position = game.start()
    coins = game.program.memory.player["coins"]
    found = []
    while not position.over:
        position.play(0)
        found.append(position.state[coins : coins + 2])
        assert game.restore(position.save()) == position
    assert found == [[0, 8], [0, 10]]
