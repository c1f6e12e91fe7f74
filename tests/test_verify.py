"""What `verify` says about programs that were damaged: one case for every rule that it looks after."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from duel_dsl.interpreter import load
from duel_dsl.interpreter.program.model import Code, Function, Local, Program, Routine, Secret, Step
from duel_dsl.interpreter.program.types import FLAG, NUMBER, Type, number
from duel_dsl.interpreter.program.verify import verify

PACKS = Path(__file__).parent / "packs"
WORKSHOP = load(PACKS / "workshop").program
HANDS = load(PACKS / "hands").program
DUEL = load("duel").program
MEMORY = WORKSHOP.memory
CARD, SEAT = Type("card", -1, WORKSHOP.cards - 1), Type("player", 0, MEMORY.seats - 1)
NAMES = (Local("c", CARD), Local("p", SEAT), Local("n", NUMBER), Local("k", Type("set", 0, 1023, "card")))


def local(name: str) -> Code:
    return Code("local", value=name)


def int_(value: Any) -> Code:
    return Code("int", value=value)


C, P, N, K = (local(name.name) for name in NAMES)
ROW, LUCK, COINS, HEAP = MEMORY.layouts["row"], MEMORY.table["luck"], MEMORY.player["coins"], MEMORY.table["heap"]


def with_code(code: Code, result: Type = NUMBER) -> Program:
    """The workshop with one more function."""
    return evolve(WORKSHOP, functions=(*WORKSHOP.functions, Function("wrong", NAMES, result, code)))


def with_steps(*steps: Step, program: Program = WORKSHOP, **changes: Any) -> Program:
    """The workshop with one more routine."""
    wrong = evolve(Routine("wrong", NAMES, (Local("x", NUMBER),), steps, "wrong"), **changes)
    return evolve(program, routines=(*program.routines, wrong))


CODES = {
    "unknown operation": (Code("power", (N, N)), "there is no operation `power`"),
    "too few operands": (Code("+", (N,)), "`+` has 1 operands"),
    "too many operands": (Code("not", (N, N)), "`not` has 2 operands"),
    "a set where a number is wanted": (Code("+", (K, N)), "`+` cannot work with set"),
    "a number where a set is wanted": (Code("count", (N,)), "`count` cannot work with number"),
    "a number where a condition is wanted": (Code("and", (N, N)), "`and` cannot work with number"),
    "a number of many": (Code("fold", (N, N), ("sum", "m")), "`fold` cannot work with number"),
    "unknown fold": (Code("fold", (Code("bits", (K,)), N), ("product", "m")), "`fold` cannot hold"),
    "a union of numbers": (Code("fold", (Code("bits", (K,)), N), ("union", "m")), "`fold` cannot work with number"),
    "a condition in a fold": (Code("fold", (Code("bits", (K,)), N, N), ("sum", "m")), "`fold` cannot work with number"),
    "a sum that is not bounded": (Code("fold", (Code("bits", (K,)), int_(2**60)), ("sum", "m")), "outgrow"),
    "a product that is not bounded": (Code("*", (N, N)), "`*` can outgrow a machine word"),
    "a constant that is too large": (int_(2**63), "`int` can outgrow a machine word"),
    "a constant that is no number": (int_("7"), "`int` cannot hold '7'"),
    "a set that is none": (Code("count", (Code("set", value=-1),)), "`set` cannot hold -1"),
    "division by what can be nothing": (Code("/", (N, N)), "what is divided by can be 0 or less"),
    "bounds the wrong way round": (Code("clamp", (N,), (5, 3)), "`clamp` cannot hold (5, 3)"),
    "less than no work": (Code("charged", (N,), -5), "`charged` cannot hold -5"),
    "work counted twice": (
        Code("fold", (Code("counted", (Code("counted", (Code("bits", (K,)),), 1),), 1), N), ("max", "m")),
        "what is counted cannot be counted again",
    ),
    "a long loop that is not counted": (
        Code("fold", (Code("range", (int_(0), N)), int_(1)), ("max", "m")),
        "`fold` can go on for long without being counted",
    ),
    "a place that is no number": (Code("get", value="luck"), "`get` cannot hold 'luck'"),
    "bounds that are missing": (Code("clamp", (N,), 5), "`clamp` cannot hold 5"),
    "something held that is not wanted": (Code("+", (N, N), 3), "`+` cannot hold 3"),
    "a set with members that there are not": (
        Code("count", (Code("set", value=1 << 99),)),
        "`set` has members that there are not",
    ),
    "the smallest of one": (Code("min", (N,)), "`min` has 1 operands"),
    "a set or a number": (Code("cond", (int_(1), N, K)), "`cond` gives values of two forms"),
    "a member that no set can have": (Code("has", (K, N)), "wanted is -1..19"),
    "routines taken for functions": (Code("dispatch", (C, P), "on_take"), "is no function"),
    "an unknown name": (local("z"), "nothing is called `z` here"),
    "a loop's name outside of the loop": (
        Code("+", (Code("fold", (Code("bits", (K,)), local("m")), ("max", "m")), local("m"))),
        "nothing is called `m` here",
    ),
    "an unknown function": (Code("call", (), "nothing"), "there is no function `nothing`"),
    "an unknown table": (Code("table", (N,), "nothing"), "there is no table `nothing`"),
    "an unknown table of functions": (Code("dispatch", (C, P), "nothing"), "no table of functions `nothing`"),
    "a place that there is not": (Code("get", value=MEMORY.stack), f"nothing lies at {MEMORY.stack}"),
    "a function with too few arguments": (Code("call", (C,), "formula_worth"), "2 arguments are wanted, not 1"),
    "an argument out of bounds": (Code("call", (N, P), "formula_worth"), "wanted is card? (-1 to 9)"),
    "a table index out of range": (Code("table", (int_(10),), "field_size"), "wanted is -1..9"),
    "a row's index out of range": (Code("table", (C, int_(3)), "needs"), "wanted is 0..2"),
    "a get out of range": (Code("get", (int_(3),), COINS), "wanted is 0..2"),
    "a get that can be of none": (Code("get", (C,), MEMORY.states["age"]), "wanted is 0..9"),
    "a card that there is not": (Code("owner", (N,)), "wanted is -1..9"),
    "a seat that there is not": (Code("total", (N,)), "wanted is 0..2"),
    "no layout": (Code("count", (Code("uncovered", value=LUCK),)), f"no layout zone begins at {LUCK}"),
    "a slot that there is not": (Code("card_at", (int_(20),), ROW), "wanted is -1..19"),
    "slots taken for cards": (
        Code(
            "count",
            (
                Code(
                    "top",
                    (N, Code("get", value=ROW + 1)),
                ),
            ),
        ),
        "are no cards",
    ),
    "a number taken for a payment": (Code("payment_total", (N,)), "wanted is 0 to"),
    "a receiver that there is not": (Code("payment_part", (int_(0), int_(9))), "wanted is 0 to 4"),
    "a set made of numbers": (
        Code("count", (Code("keep", (Code("range", (int_(0), int_(5))), int_(1)), "m"),)),
        "`keep` cannot make a set of many number",
    ),
    "a function that needs itself": (Code("call", (C, P, N, K), "wrong"), "function wrong: it needs itself"),
}


@pytest.mark.parametrize("case", CODES)
def test_codes(case: str) -> None:
    code, finding = CODES[case]
    assert finding in "\n".join(verify(with_code(code)))


def test_a_function_that_gives_more_than_it_says() -> None:
    assert "wanted is 0..5" in "\n".join(verify(with_code(N, number(0, 5))))


CHARGE = Step("charge", value=1)
WAITING = Step("ask", value=0)
STEPS = {
    "unknown step": (Step("jump"), "jump: there is no such step"),
    "too few operands": (Step("store", value=LUCK), "store: `store` has 0 operands"),
    "a block too many": (Step("let", (N,), "x", ((CHARGE,),)), "let: it has 1 blocks"),
    "a block too few": (Step("if", (Code("==", (N, N)),), blocks=((CHARGE,),)), "if: it has 1 blocks"),
    "a store out of bounds": (Step("store", (int_(51), P), COINS), "wanted is 0..50 (0 to 50)"),
    "a store behind the last": (Step("store", (int_(1), int_(3)), COINS), "wanted is 0..2"),
    "a store that can be nowhere": (Step("store", (int_(1), C), MEMORY.states["age"]), "wanted is 0..9"),
    "a card put into a zone by its set": (Step("store", (K,), HEAP), "nothing is put into heap like that"),
    "a store into what is the machine's": (Step("store", (int_(1),), 1), "nothing is put into over like that"),
    "a name that is not declared": (Step("let", (N,), "z"), "nothing is called `z` here"),
    "a name before it has a value": (Step("store", (local("x"),), LUCK), "nothing is called `x` here"),
    "a name that holds less": (
        Step("for", (Code("range", (int_(0), N)),), "p", ((CHARGE,),)),
        "`p` is player, which does not hold",
    ),
    "a pick that may be none": (Step("pick", (Code("range", (int_(0), int_(2))),), ("p", "one", "player")), "or none"),
    "rounds that are not counted": (Step("repeat", (N,), blocks=((Step("reveal", value=ROW),),)), "are not counted"),
    "less than no work": (Step("charge", value=-1), "`charge` cannot hold -1"),
    "an unknown routine": (Step("call", (), "nothing"), "call: there is no `nothing`"),
    "an unknown event": (Step("run", (C, P), "nothing"), "run: there is no `nothing`"),
    "functions taken for routines": (Step("run", (C, P), "formula_worth"), "run: there is no `formula_worth`"),
    "a pick of what has no name": (
        Step("pick", (Code("range", (int_(0), int_(9))),), ("n", "one", "color")),
        "has a name among those of color",
    ),
    "a layout called by its name": (Step("reveal", value="row"), "`reveal` cannot hold 'row'"),
    "an unknown decision": (WAITING, "ask: there is no `0`"),
    "a card moved that there is not": (Step("move", (N, int_(HEAP))), "wanted is -1..9"),
    "a move to no zone": (Step("move", (C, int_(LUCK))), "move: it does not lead to a zone in every case"),
    "slots moved": (Step("move_all", (Code("get", value=ROW + 1), int_(HEAP))), "are no cards"),
    "a zone handed on that all share": (Step("pass_on", value=(HEAP, 1)), "heap is not handed on"),
    "a layout that there is not": (Step("deal", (K, int_(1)), (ROW, "row")), "wanted is 0..0"),
    "cards laid out nowhere": (Step("deal", (K, int_(0)), (HEAP, "heap")), f"no layout zone begins at {HEAP}"),
    "a payment that is none": (Step("settle", (N, P)), "wanted is 0 to 3602"),
    "a winner that there is not": (Step("win", (int_(3),), 0), "wanted is -1..2"),
    "a way that there is not": (Step("win", (int_(0),), 9), "there is no way 9 of winning"),
    "a choice entered that is none": (Step("enter", (P,), "event0_on_take_bell_8"), "is not a choice of a player"),
    "a place where nothing waits": (evolve(CHARGE, place=1), "it has a place, but never waits"),
}


@pytest.mark.parametrize("case", STEPS)
def test_steps(case: str) -> None:
    step, finding = STEPS[case]
    assert finding in "\n".join(verify(with_steps(step)))


def test_a_game_without_prices_or_piles() -> None:
    names = tuple(evolve(name, type=name.type.within(name.type.low, min(name.type.high, 3))) for name in NAMES)
    zone = next(place for place in HANDS.places if place.zone)
    put = Step("put", (Code("set", value=1), int_(zone.first)), 1)
    assert "there are no piles in this game" in "\n".join(verify(with_steps(put, program=HANDS, params=names)))
    settle = Step("settle", (int_(0), int_(0)))
    assert "nothing can be paid" in "\n".join(verify(with_steps(settle, program=HANDS, params=names)))


# ------------------------------------------------------------------ frames and decisions, in a game that has some
def routine_of(program: Program, waits: Callable[[Step], bool]) -> tuple[Routine, Step]:
    """A routine with a frame, with the first of its own steps that is as wanted."""
    for routine in program.frames:
        for step in routine.body:
            if waits(step):
                return routine, step
    raise AssertionError("there is none")


def damaged(routine: Routine, program: Program = DUEL, **changes: Any) -> Program:
    """A game with something in one routine changed."""
    return evolve(program, routines=tuple(evolve(r, **changes) if r == routine else r for r in program.routines))


def replaced(routine: Routine, step: Step, program: Program = DUEL, **changes: Any) -> Program:
    """The same for a step."""
    return damaged(routine, program, body=tuple(evolve(s, **changes) if s is step else s for s in routine.body))


def first_waiting() -> tuple[Routine, Step]:
    return routine_of(DUEL, lambda step: step.place > 0)


def test_a_routine_without_its_frame() -> None:
    routine, _ = first_waiting()
    assert "it waits without a frame" in "\n".join(verify(damaged(routine, frame=None)))


def test_a_frame_for_nothing() -> None:
    routine, _ = first_waiting()
    plain = next(r for r in DUEL.routines if r.frame is None)
    found = verify(damaged(plain, frame=routine.frame))
    assert f"routine {plain.name}: it has a frame exactly if it can wait" in found


def test_wrong_numbers_of_places() -> None:
    routine, step = first_waiting()
    assert "its places are" in "\n".join(verify(replaced(routine, step, place=99)))
    assert "it has no place to go on from" in "\n".join(verify(replaced(routine, step, place=0)))


def test_a_frame_without_a_name_that_is_needed() -> None:
    routine, step = routine_of(DUEL, lambda step: step.op == "ask" and bool(DUEL.asks[step.value].uses))
    assert routine.frame is not None
    emptied = evolve(routine.frame, locals=())
    found = "\n".join(verify(damaged(routine, frame=emptied)))
    assert "its frame does not begin with its parameters, or holds a name twice" in found
    assert f"ask: its frame does not hold {DUEL.asks[step.value].uses[0]}" in found


def test_a_loop_that_forgets_where_it_is() -> None:
    program = load("duel+agora").program
    routine, step = routine_of(
        program, lambda step: bool(step.keeps) and step.op == "for" and step.args[0].op == "bits"
    )
    forgets = replaced(routine, step, program, keeps=())
    assert "its frame does not keep how far it has got" in "\n".join(verify(forgets))
    other = replaced(routine, step, program, args=(Code("different", step.args[0].args, "first_copy"),))
    assert "for: it cannot go on in the middle of `different`" in "\n".join(verify(other))


def test_secrets_of_a_frame() -> None:
    routine = next(r for r in DUEL.frames if any(local.type.tag == "player" for local in r.params))
    frame, (owner,) = routine.frame, [local.name for local in routine.params if local.type.tag == "player"][:1]
    assert frame is not None

    def found(**changes: Any) -> str:
        return "\n".join(verify(damaged(routine, frame=evolve(frame, **changes))))

    assert (
        found(
            secrets=(
                Secret(
                    owner,
                    (
                        "",
                        owner,
                        f"@{owner}",
                        "@1",
                    ),
                ),
            )
        )
        == ""
    )
    assert "its frame keeps `gone` secret, but does not hold it" in found(secrets=(Secret("gone", ("",)),))
    assert "it has a secret of seat 9, which there is not" in found(secrets=(Secret(owner, ("@9",)),))
    assert "its frame does not hold `gone`, of which a secret speaks" in found(secrets=(Secret(owner, ("gone",)),))
    assert "its frame does not hold `gone`, of which a secret speaks" in found(secrets=(Secret(owner, ("@gone",)),))
    assert "it hands `gone` over at place 1, where nothing takes it" in found(handed=(Secret("gone", ("",), 1),))
    assert "it hands" in found(handed=(Secret(owner, ("",), 0),))
    other = next((local.name for local in frame.locals if local.type.tag != "player"), "")
    assert not other or f"`{other}` is nobody" in found(secrets=(Secret(owner, (f"@{other}",)),))


def asking() -> Routine:
    """A routine that asks, with names in its frame beside its parameters."""
    return routine_of(DUEL, lambda step: step.op == "ask" and step.value == 3)[0]


def test_what_the_frame_has_not_kept_is_gone_behind_a_decision() -> None:
    routine = asking()
    frame = routine.frame
    assert frame is not None
    store = Step("store", (Code("count", (local("k"),)),), DUEL.memory.table["last"])
    let = Step("let", (Code("set", value=1),), "k")
    extra = Local("k", Type("set", 0, 1, "card"))
    changed = damaged(routine, body=(let, *routine.body, store), locals=(*routine.locals, extra))
    assert f"routine {routine.name}: store: nothing is called `k` here" in verify(changed)
    kept = evolve(frame, locals=(*frame.locals, extra))
    assert verify(damaged(routine, body=(let, *routine.body, store), locals=(*routine.locals, extra), frame=kept)) == []


def test_frames_that_are_mixed_up() -> None:
    routine = asking()
    assert routine.frame is not None
    assert "its frame is number" in "\n".join(verify(damaged(routine, frame=evolve(routine.frame, number=9))))
    twice = (*routine.locals, Local(routine.frame.locals[-1].name, FLAG))
    assert "it has a name twice" in "\n".join(verify(damaged(routine, locals=twice)))


def test_a_decision_is_asked_at_one_place() -> None:
    routine, step = routine_of(DUEL, lambda step: step.op == "ask")
    again = damaged(routine, body=(*routine.body, step))
    assert f"decision {step.value} is asked at 2 places, not at one" in verify(again)
    gone = damaged(routine, body=tuple(other for other in routine.body if other is not step))
    assert f"decision {step.value} is asked at 0 places, not at one" in verify(gone)


def test_a_decision_that_hides_what_its_options_speak_of() -> None:
    ask = next(ask for ask in DUEL.asks if ask.uses)
    changed = evolve(DUEL, asks=tuple(evolve(a, uses=()) if a is ask else a for a in DUEL.asks))
    assert "its options speak of" in "\n".join(verify(changed))


def test_decisions() -> None:
    ask = next(ask for ask in DUEL.asks if ask.frame is not None and ask.options[0].names)
    option = ask.options[0]

    def found(**changes: Any) -> str:
        changed = evolve(ask, **changes)
        return "\n".join(verify(evolve(DUEL, asks=tuple(changed if a is ask else a for a in DUEL.asks))))

    assert "has a wrong number" in found(id=ask.id + 1)
    wide = evolve(option, widths=(300, *option.widths[1:]))
    assert "an option has no room for its names" in found(options=(wide, *ask.options[1:]))
    assert f"decision {ask.id} waits in frame 77" in found(frame=77)
    assert "wanted is 0..1" in found(by=int_(2))
    narrow = evolve(option, widths=(1, *option.widths[1:]))
    assert "an option has no room for" in found(options=(narrow, *ask.options[1:]))
    short = evolve(option, widths=())
    assert "an option has not as many domains as names" in found(options=(short, *ask.options[1:]))
    keeps = evolve(option, kept=("", "gone"))
    assert "an option keeps what it does not speak of" in found(options=(keeps, *ask.options[1:]))
    flag = evolve(option, types=(FLAG, *option.types[1:]))
    assert "is flag, which does not hold" in found(options=(flag, *ask.options[1:]))


def test_a_name_of_an_option_that_is_taken() -> None:
    routine, step = routine_of(
        DUEL, lambda step: step.op == "ask" and any(option.names for option in DUEL.asks[step.value].options)
    )
    names = next(option.names for option in DUEL.asks[step.value].options if option.names)
    params = (*routine.params, Local(names[0], CARD))
    assert f"`{names[0]}` stands for something else already" in "\n".join(verify(damaged(routine, params=params)))


def test_a_routine_that_comes_back_uncounted() -> None:
    assert "it can come back to itself without being counted" in "\n".join(
        verify(with_steps(Step("call", (C, P, N, K), "wrong")))
    )


def test_nothing_is_wrong_with_what_was_not_damaged() -> None:
    for program in (WORKSHOP, HANDS, DUEL):
        assert verify(program) == []
