"""What a seat may know: views, options and guesses never depend on what the seat may not see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duel_dsl.interpreter import Game, Position, Unknown, View, Zone

Decisions = Callable[..., Iterator[tuple[Position, str]]]

SEEDS = st.integers(min_value=0, max_value=2**32)
GAMES = settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def agrees(position: Position, seat: int, seed: int) -> Position:
    """A guess that looks to the seat exactly like the position."""
    guess = position.guess(seat, seed)
    assert guess.seen_by(seat) == position.seen_by(seat)
    assert guess.broken_invariants() == []
    assert (guess.decider, guess.choice) == (position.decider, position.choice)
    if position.decider == seat:
        assert [str(o) for o in guess.options()] == [str(o) for o in position.options()]
    assert position.game.restore(guess.save()) == guess
    return guess


@GAMES
@given(seed=SEEDS, policy=st.sampled_from(["any", "symbols", "raise"]))
def test_a_guess_looks_like_the_position(duel: Game, decisions: Decisions, seed: int, policy: str) -> None:
    random = Random(seed)
    for position, key in decisions(duel, policy, seed):
        before = position.save()
        for seat in (0, 1):
            guess = agrees(position, seat, random.randrange(10**6))
            if key and position.decider == seat:
                guess.play(key)
            if random.random() < 0.1:
                assert guess.play_random(seed).over
                assert guess.broken_invariants() == []
        assert position.save() == before


@GAMES
@given(seed=SEEDS, players=st.integers(3, 7))
def test_secret_hands_and_answers(wonders: Game, seed: int, players: int) -> None:
    """The same holds where hands are private and choices are made together, in secret."""
    random = Random(seed)
    position = wonders.start(seed=seed, players=players)
    for _ in range(60):
        if position.over:
            break
        seat = random.randrange(players)
        guess = agrees(position, seat, seed)
        hand = position.zone("hand", seat)
        assert guess.zone("hand", seat) == hand
        if random.random() < 0.1:
            assert guess.play_random(seed).over
        position.play(random.randrange(len(position.codes)))


def test_in_the_middle_of_effects(duel: Game, decisions: Decisions) -> None:
    """The cards that names stand for in the middle of an effect are guessed along."""
    for seed in range(25):
        for position, key in decisions(duel, "raise", seed):
            if key.split()[:1] in (["take"], ["destroy"], ["revive"]):
                for seat in (0, 1):
                    agrees(position, seat, seed).play_random(1)


def test_the_same_guess_for_the_same_seed(first_turn: Position) -> None:
    assert first_turn.guess(0, 5) == first_turn.guess(0, 5)
    assert first_turn.guess(0, 5) != first_turn.guess(0, 6)


def test_a_guess_does_not_depend_on_the_luck_to_come(first_turn: Position) -> None:
    """Two positions that differ only in what nobody can know give views and guesses that tell nothing."""
    other = first_turn.guess(0, 1)
    assert other.seen_by(1) == first_turn.seen_by(1)
    assert other.state[0] != first_turn.state[0]


# -------------------------------------------------------------- what is seen
def face_down(view: View) -> dict[str, Unknown]:
    display = view.table["display"]
    assert isinstance(display, tuple)
    return {slot.name: slot.card for slot in display if isinstance(slot.card, Unknown)}


def zone(seen: Any) -> Zone:
    assert isinstance(seen, Zone)
    return seen


def in_age(duel: Game, age: int) -> Position:
    position = duel.start(seed=11)
    while position.read("age") != age or position.choice != "turn":
        position.play(next((o.key for o in position.options() if o.key.startswith("discard")), 0))
    return position


@pytest.mark.parametrize("age", [1, 2, 3])
def test_backs_show_the_age_and_guilds(duel: Game, age: int) -> None:
    """S-12: guild backs are recognisable face down, other cards only by their age."""
    position = in_age(duel, age)
    cards = position.slots("display")
    unknown = face_down(position.seen_by(0))
    layout = duel.description.layouts[("first_age", "second_age", "third_age")[age - 1]]
    drawn_down = {name for index, name in enumerate(layout.slots) if not layout.face_up >> index & 1}
    assert set(unknown) == drawn_down - {name for name, card in cards.items() if card is None}
    for name, back in unknown.items():
        card = duel.card(cards[name] or "")
        kinds = {duel.card(other).kind for other in back.one_of}
        assert kinds == {card.kind}
        assert card.id in back.one_of
        assert {duel.card(other).values["age"] for other in back.one_of} == {age}
        # What was taken out before the game is a candidate as well; what lies open is none.
        assert not set(back.one_of) & {c for n, c in cards.items() if n not in unknown}
    guilds = [back for back in unknown.values() if "guild" in duel.card(back.one_of[0]).kind]
    assert age == 3 or not guilds


def test_every_candidate_is_guessed(duel: Game) -> None:
    """Over many guesses every card that may lie in a slot does, about equally often."""
    position = in_age(duel, 1)
    unknown = face_down(position.seen_by(0))
    name, back = next(iter(unknown.items()))
    rounds = 40 * len(back.one_of)
    found: dict[str, int] = dict.fromkeys(back.one_of, 0)
    for seed in range(rounds):
        card = position.guess(0, seed).slots("display")[name]
        assert card is not None
        found[card] += 1
    assert min(found.values()) > 15
    assert max(found.values()) < 80


def test_hidden_zones_show_only_backs(first_turn: Position) -> None:
    view = first_turn.seen_by(0)
    deck = zone(view.table["deck"])
    assert deck.cards == ()
    assert sum(back.count for back in deck.unknown) == len(first_turn.zone("deck"))
    assert zone(view.table["board"]).cards == tuple(first_turn.zone("board"))
    # The tokens in the box are known by elimination, though not which is which.
    (box,) = zone(view.table["token_box"]).unknown
    assert (box.count, sorted(box.one_of)) == (5, sorted(first_turn.zone("token_box")))
    assert view.players[0]["coins"] == first_turn.read("coins", 0)


def library(arranged: Any) -> Position:
    """The builder of the Great Library looks at three tokens."""
    position: Position = arranged.position
    seat = position.decider
    arranged.put("plans", "the_great_library", seat=seat).set("coins", 100, seat)
    position.play(next(o.key for o in position.options() if o.key.startswith("raise the_great_library")))
    assert position.decider == seat
    assert len(position.keys()) == 3
    return position


def test_the_tokens_of_the_library_are_private(arranged: Any) -> None:
    position = library(arranged)
    seat = position.decider
    assert seat is not None
    drawn = position.zone("drawn", seat)
    mine, yours = position.seen_by(seat), position.seen_by(1 - seat)
    assert zone(mine.players[seat]["drawn"]).cards == tuple(drawn)
    other = zone(yours.players[seat]["drawn"])
    assert other.cards == ()
    assert other.unknown[0].count == 3
    assert len(other.unknown[0].one_of) == 5
    # The other player guesses other tokens; the builder always the right ones.
    guesses = [position.guess(1 - seat, seed) for seed in range(60)]
    assert len({tuple(g.zone("drawn", seat)) for g in guesses}) == 10
    assert all(sorted(g.keys()) == sorted(f"take {t}" for t in g.zone("drawn", seat)) for g in guesses)
    assert {tuple(position.guess(seat, seed).zone("drawn", seat)) for seed in range(20)} == {tuple(drawn)}


SECRETS = """
kind piece
    worth: number = 0

player
    hand: set of piece, private
    secret: number = 0, private

table
    deck: set of piece, hidden = piece
    open: set of piece, public

procedure play
    for p in players:
        draw 2 from deck to p.hand
        p.secret = sum(c.worth for c in p.hand)
    for p in players:
        let mine = p.hand
        let top = random deck "top"
        for c in mine:
            may choose d in mine by p "show {d}":
                move d to open
        if top is not none: move top to open

score
    secret: secret

rank by total "secret"
"""


def test_private_hands_numbers_and_names_in_the_middle(written: Callable[..., Game]) -> None:
    """`mine`, the rest of the loop and `top` hold cards that the other seat must not know, nor lose in a guess."""
    cards = "".join(f'piece "P{n}"\n    worth: {n}\n' for n in range(1, 9))
    game = written(SECRETS, cards=cards)
    position = game.start(seed=4)
    seen = position.seen_by(1)
    assert seen.players[0]["secret"] is None
    assert zone(seen.players[0]["hand"]).cards == ()
    assert zone(seen.players[1]["hand"]).cards == tuple(position.zone("hand", 1))
    hands = set()
    for seed in range(40):
        guess = agrees(position, 1, seed)
        hand = guess.zone("hand", 0)
        hands.add(tuple(hand))
        assert sorted(guess.keys()) == sorted([*(f"show {c}" for c in hand), "pass"])
        assert guess.zone("hand", 1) == position.zone("hand", 1)
        guess.play(0)
        guess.play("pass")
        # The card on top was not in the first player's hand, whatever that is.
        assert len(guess.zone("open")) == 2
        assert guess.play_random(1).over
    assert len(hands) > 5
    assert {tuple(position.guess(0, seed).zone("hand", 0)) for seed in range(10)} == {tuple(position.zone("hand", 0))}
