"""Small games that use one construct of the language each, with results worked out by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from duel_dsl.interpreter import Game, Position

WritePack = Callable[..., Game]

PIECES = """
piece "One"
    worth: 1
piece "Two"
    worth: 2
piece "Three"
    worth: 3
piece "Four"
    worth: 4
"""

# A game around a body: pieces 1 to 4 on a pile, a hand and a number per player, a trace of what happened.
FRAME = """
kind piece
    worth: number = 0
    event on_play
    state mark: number = 0

player
    hand: set of piece, public, active
    chips: number = 5, stops at 0

table
    pile: set of piece, public = piece
    away: set of piece, public
    trace: number = 0

score
    worth: sum(c.worth for c in hand)
    chips: chips
    marked: sum(c.mark for c in pile + away)

rank by total "most points", then chips "most chips"

procedure note(n: number)
    trace = trace * 10 + n

"""

EVERYTHING_IS_USED = """
procedure unused_here
    for c in pile:
        run c.on_play for first
        note(1)
        c.mark = 0
"""


@pytest.fixture
def small(written: WritePack) -> WritePack:
    """Loads the frame with a body for `play` and more declarations behind it."""

    def make(play: str, more: str = "", cards: str = PIECES, players: str = "2") -> Game:
        lines = "".join(f"    {line}\n" for line in play.strip("\n").split("\n"))
        return written(f"{FRAME}procedure play\n{lines}{more}{EVERYTHING_IS_USED}", players, cards)

    return make


def played(game: Game, *choices: str | int, **setup: object) -> Position:
    """The position after some choices."""
    position = game.start(**setup)  # type: ignore[arg-type]
    for choice in choices:
        position.play(choice)
    return position


def trace(position: Position) -> int:
    found = position.read("trace")
    assert isinstance(found, int)
    return found


# -------------------------------------------------------------- choosing
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
    cards = (
        PIECES
        + """
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
    )
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


# -------------------------------------------------------------- values, answers, signals
ANSWERS = (
    PIECES
    + """
piece "Plus"
    adjust fee(self, n): + 10
piece "Minus"
    adjust fee(self, n): - 100, at least 3
piece "Later Plus"
    adjust fee(self, n) if n > 1: + 1000
piece "Fixed"
    set fee(self, 2): 50
piece "Fixed Later"
    set fee(self, n) if n is 2: 60
piece "Tax"
    adjust fee(opponent, n): + n
"""
)


@pytest.mark.parametrize(
    ("own", "other", "first", "second"),
    [
        ("", "", 1, 2),
        ("plus", "", 11, 12),
        ("plus, minus", "", 3, 3),
        ("plus, minus, later_plus", "", 3, 1003),
        ("fixed", "", 1, 50),
        ("fixed, fixed_later, plus", "", 1 + 10, 60 + 10),
        ("fixed, minus", "", 3, 3),
        ("", "plus, minus, fixed", 1, 2),
        ("", "tax", 1 + 1, 2 + 2),
        ("tax", "tax, fixed", 1, 2),
        ("minus, later_plus", "tax", 3 + 1, 1003 + 2),
    ],
)
def test_first_the_base_then_set_then_adjust(small: WritePack, own: str, other: str, first: int, second: int) -> None:
    if own == "tax":
        # There is one card of each: it can only be in one hand.
        other = "fixed"
    moves = [f"move [{cards}] to {seat}.hand" for cards, seat in ((own, "first"), (other, "second")) if cards]
    body = "\n".join([*moves, "trace = fee(first, 1) * 10000 + fee(first, 2)"])
    game = small(body, "\nvalue fee(p: player, n: number) = n\n", ANSWERS)
    assert divmod(trace(game.start()), 10000) == (first, second)


def test_a_value_without_a_player_asks_all_owners(small: WritePack) -> None:
    cards = PIECES + 'piece "Boost"\n    adjust limit: + chips\npiece "Cap"\n    set limit: 20\n'
    game = small(
        "move boost to second.hand\nnote(limit - 12)\nmove cap to first.hand\ntrace = trace * 100 + limit",
        "\nvalue limit = 7\n",
        cards,
    )
    assert trace(game.start()) == 25


def test_values_that_are_flags_players_cards_and_sets(small: WritePack) -> None:
    more = """
value may_go(p: player) = p.chips > 4
value starter = first
value favourite(p: player) = one
value wanted(p: player) = pile where worth > 2
"""
    cards = (
        PIECES
        + """
piece "Other Way"
    set may_go(self): no
    set starter: opponent
    set favourite(opponent): three
    set wanted(self): pile where worth is 1
"""
    )
    game = small(
        """
if may_go(first) and may_go(second): note(1)
if starter is first: note(2)
note(favourite(first).worth)
note(count(wanted(first)))
move other_way to first.hand
if not may_go(first) and may_go(second): note(1)
if starter is second: note(2)
note(favourite(first).worth)
note(favourite(second).worth)
note(count(wanted(first)))
note(count(wanted(second)))
""",
        more,
        cards,
    )
    assert trace(game.start()) == 1212 * 10**6 + 121312


def test_the_order_of_listeners(small: WritePack) -> None:
    """Cards in the order of the text, whoever owns them; then the rules. Conditions are looked at in turn."""
    more = """
signal rung(p: player, n: number)

when rung(p, n) if n > 1:
    note(7)

when rung(first, n):
    note(8)
"""
    cards = (
        PIECES
        + """
piece "Second Bell"
    when rung(self, n):
        note(2)
        chips -= 3
piece "Third Bell"
    when rung(opponent, n):
        note(3)
piece "Fourth Bell"
    when rung(p, n) if self.chips < 5: note(4)
piece "Fifth Bell"
    when rung(self, 2): note(5)
"""
    )
    body = """
move [third_bell] to second.hand
move [second_bell, fourth_bell, fifth_bell] to first.hand
emit rung(first, 2)
emit rung(second, 1)
emit rung(first, 1)
"""
    game = small(body, more, cards)
    assert trace(game.start()) == 2345_78 * 10**5 + 4 * 10**4 + 2348


def test_cards_outside_of_active_zones_are_silent(small: WritePack) -> None:
    cards = PIECES + 'piece "Bell"\n    adjust limit: + 1\n    when rung: note(2)\n'
    more = "\nvalue limit = 1\nsignal rung\n"
    look = "\nemit rung\nnote(limit)\n"
    body = f"{look}move bell to second.hand{look}move bell to away{look}"
    assert trace(small(body, more, cards).start()) == 1221


def test_events_run_for_a_player(small: WritePack) -> None:
    cards = (
        PIECES
        + """
piece "Gift"
    on_play:
        chips += 2
        opponent.chips -= 9
        this.mark = 3
        note(this.mark)
"""
    )
    game = small(
        "run one.on_play for first\nrun gift.on_play for second\nfor c in pile:\n    run c.on_play for first", "", cards
    )
    position = game.start()
    # The second player gains 2 and the first loses all; then the first gains 2 and the second stops at 0.
    assert (position.read("chips", 0), position.read("chips", 1), trace(position)) == (2, 0, 33)


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


def test_random_picks(small: WritePack) -> None:
    game = small(
        """
let p = random players "who"
let c = random pile where worth > 2 "which"
p.chips = 0
move c to p.hand
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
def test_a_loop_takes_uncovered_cards_by_number(written: WritePack, inner: str) -> None:
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
        cards=PIECES,
    )
    position = game.start(chance=LastFirst())
    assert list(position.slots("row").values()) == ["four", "three", "two", "one"]
    while not position.over:
        position.play(0)
    assert position.read("trace") == 1234
