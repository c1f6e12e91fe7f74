"""Saved positions: every decision can be saved and resumed, also in the middle of an effect; damage is recognised."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duel_dsl.interpreter import BadSave, Game, Position

Decisions = Callable[..., Iterator[tuple[Position, str]]]

SEEDS = st.integers(min_value=0, max_value=2**64)
MANY = settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
SOME = settings(MANY, max_examples=15)


@SOME
@given(seed=SEEDS, policy=st.sampled_from(["any", "symbols", "raise"]))
def test_every_decision_can_be_saved(duel: Game, decisions: Decisions, seed: int, policy: str) -> None:
    resumed: Position | None = None
    for position, key in decisions(duel, policy, seed):
        text = position.save()
        assert "\n" not in text
        if resumed is not None:
            assert resumed == position
        resumed = duel.restore(text)
        assert (resumed, resumed.save()) == (position, text)
        assert resumed.options() == position.options()
        assert (resumed.decider, resumed.choice, resumed.over) == (position.decider, position.choice, position.over)
        assert resumed.result == position.result
        if key:
            resumed.play(key)


def test_saving_in_the_middle_of_every_kind_of_effect(duel: Game, decisions: Decisions) -> None:
    """Draft, progress token, token of the library, destroying, reviving and choosing who begins all come up."""
    met: set[str] = set()
    for seed in range(40):
        for position, key in decisions(duel, "raise", seed):
            if position.over or position.choice == "turn":
                continue
            drawn = any(position.zone("drawn", seat) for seat in (0, 1))
            what = "library" if drawn else "begins" if key.endswith("begins") else key.split()[0]
            if what not in met:
                met.add(what)
                one, other = duel.restore(position.save()), position.copy()
                one.play(key)
                other.play(key)
                assert one.play_random(seed) == other.play_random(seed)
    assert met == {"draft", "take", "library", "destroy", "revive", "begins"}


@pytest.fixture(scope="module")
def saves(duel: Game, decisions: Decisions) -> list[str]:
    """Saved positions of all kinds."""
    found: dict[str, str] = {}
    for seed in range(12):
        for position, key in decisions(duel, "raise", seed):
            found.setdefault(key.split()[0] if key else "over", position.save())
    return list(found.values())


def damaged(duel: Game, text: str, saves: list[str]) -> None:
    """Restoring gives a BadSave with a message, or a whole position where nothing was damaged."""
    try:
        position = duel.restore(text)
    except BadSave:
        return
    assert position.save() in saves


@MANY
@given(text=st.text())
def test_any_text_is_no_save(duel: Game, text: str) -> None:
    with pytest.raises(BadSave, match="not a saved position"):
        duel.restore(text)


@MANY
@given(data=st.data())
def test_a_mutated_save(duel: Game, saves: list[str], data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(saves))
    at = data.draw(st.integers(0, len(text)))
    length = data.draw(st.sampled_from([0, 1, 1, 2, 10, 1000]))
    middle = data.draw(st.one_of(st.just(""), st.text(max_size=3), st.sampled_from(["-", " ", "0", "f", "\n", "٣"])))
    damaged(duel, text[:at] + middle + text[at + length :], saves)


def with_check_sum(head: list[str], numbers: list[str]) -> str:
    """A save that was changed by somebody who knows how the check sum is made."""
    check = hashlib.sha256(" ".join(numbers).encode()).hexdigest()[:12]
    return " ".join([*head[:4], check, *numbers])


@MANY
@given(data=st.data())
def test_a_forged_save_is_refused_or_playable(duel: Game, saves: list[str], data: st.DataObject) -> None:
    """With a right check sum, numbers that fit together are a position; it never fails with another error."""
    parts = data.draw(st.sampled_from(saves)).split(" ")
    numbers = parts[5:]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(numbers) - 1))
        change = data.draw(st.sampled_from(["put", "cut", "add", "swap"]))
        value = f"{data.draw(st.one_of(st.integers(-3, 30), st.integers(-(2**80), 2**80))):x}"
        if change == "put":
            numbers[at] = value
        elif change == "cut":
            del numbers[at]
        elif change == "add":
            numbers.insert(at, value)
        else:
            other = data.draw(st.integers(0, len(numbers) - 1))
            numbers[at], numbers[other] = numbers[other], numbers[at]
    try:
        position = duel.restore(with_check_sum(parts, numbers))
    except BadSave:
        return
    position.options()
    position.seen_by(0)
    position.guess(1, 1)
    position.play_random(1)


def test_answers_are_checked_when_a_game_is_over(duel: Game) -> None:
    """Nobody has answered anything where nothing is ever answered together."""
    position = duel.start()
    position.play_random(1)
    assert position.over
    parts = position.save().split(" ")
    kept = duel.program.memory.answers
    parts[5 + kept] = "1"
    with pytest.raises(BadSave):
        duel.restore(with_check_sum(parts, parts[5:]))


def test_a_game_that_was_won_while_an_answer_waits(written: Callable[..., Game]) -> None:
    """The answers behind the one that won are never carried out; whoever guesses leaves them out."""
    game = written(
        """
table
    n: number = 0

choice turn(p: player) by p
    option "win":
        win p by "speed"
    option "wait":
        n += 1

score
    n: n

rank by total "n"

procedure play
    until n > 9:
        together p in players: turn(p)
""",
        players="3",
    )
    position = game.start()
    for key in ("win", "wait", "win"):
        position.play(key)
    assert position.over
    position = game.restore(position.save())
    for seat in range(3):
        assert position.guess(seat).over


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda text: text.replace("position 2", "position 1", 1), "form 1"),
        (lambda text: text.replace(" duel ", " duel+more ", 1), ""),
        (lambda text: "x" * 2_000_000, "not a saved position"),
        (lambda text: text[:-2], "check sum"),
        (lambda text: text + " 0", "check sum"),
    ],
)
def test_messages(duel: Game, change: Callable[[str], str], message: str) -> None:
    text = change(duel.start(seed=1).save())
    if message:
        with pytest.raises(BadSave, match=message):
            duel.restore(text)
    else:
        assert duel.restore(text) == duel.start(seed=1)
