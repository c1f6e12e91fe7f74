"""Random games for tests, and what holds in every position of every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

from duel_dsl.interpreter import Position


def played(position: Position, likes: Sequence[str], seed: int) -> Iterator[tuple[Position, str]]:
    """Every decision of a game with the key that is played next; at last the end with an empty key.

    Most of the time a seat takes an option that begins as it likes, so that rare things happen too.
    """
    random = Random(seed)
    while not position.over:
        keys, liked = position.keys(), likes[(position.decider or 0) % len(likes)]
        best = [key for key in keys if key.startswith(liked)]
        key = random.choice(best if best and random.random() < 0.8 else keys)
        yield position, key
        position.play(key)
    yield position, ""


def lying(position: Position) -> Counter[str]:
    """How often every card lies somewhere: in a zone, or in a slot of a layout."""
    description, found = position.game.description, Counter[str]()
    for name, model in description.table.items():
        if model.type.tag == "layout":
            found.update(card for card in position.slots(name).values() if card is not None)
        elif model.type.tag == "set" and not model.refs:
            found.update(position.zone(name))
    for name, model in description.player.items():
        if model.type.tag == "set" and not model.refs:
            for seat in range(position.players):
                found.update(position.zone(name, seat))
    return found


def healthy(position: Position) -> None:
    """Asserts what holds in every position: invariants, each card in one place, something to decide or an end."""
    assert position.broken_invariants() == []
    assert lying(position) == Counter(card.name for card in position.game.description.cards)
    keys = position.keys()
    assert len(set(keys)) == len(keys)
    assert bool(keys) != position.over
    assert (position.decider in range(position.people)) != position.over


def keeps_secrets(position: Position, random: Random) -> None:
    """Asserts that in any position that a seat must hold possible it sees the same, and decides among the same."""
    for seat in range(position.people):
        guess = position.guess(seat, random.randrange(1000))
        assert guess.seen_by(seat) == position.seen_by(seat)
        assert guess.broken_invariants() == []
        if seat == position.decider:
            assert guess.options() == position.options()
    if position.decider is not None:
        assert position.guess(position.decider, 1).play_random(1).over
