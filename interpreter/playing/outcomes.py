"""What has come out of a choice that its option keeps: `kept_from(reader, played, later)` compares what the reader has
seen since with what there would have been to see, had another option been chosen.

Which options can keep anything at all is known from the text (`lowering/keeping.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from attrs import frozen

from ..errors import GameError
from ..program.model import ASKED, CHOSEN, DECLINE, OptionCode
from .position import Position
from .view import View

# Where there are more options to compare with, nothing is taken for known.
MOST_COMPARED = 100
CHOICE = ""


@frozen
class Played:
    """A decision that was made: the position before it and the integer of the option."""

    before: Position
    code: int


def kept_from(reader: int, played: Sequence[Played], end: Position) -> frozenset[str]:
    """The names of the first option that a reader cannot tell after all these decisions; an empty one stands for which
    option it is."""
    first = played[0]
    option = _option(first.before, first.code)
    if option is None or not option.kept:
        return frozenset()
    others = list(_others(first, option))
    if len(others) > MOST_COMPARED:
        return frozenset(option.kept) - {CHOICE}
    compared = frozenset[str]().union(*(names for _, names in others))
    others += _not_on_offer(first.code, option, set(option.kept) - compared)
    found, seen = frozenset[str](), dict[int, View]()
    for code, names in others:
        if not names <= found and _looks_alike(reader, played, end, code, seen):
            found |= names
    return found


def _option(before: Position, code: int) -> OptionCode | None:
    options = before.game.program.asks[before.state[ASKED]].options
    return options[code & DECLINE] if code & DECLINE < len(options) else None


def _others(played: Played, option: OptionCode) -> Iterator[tuple[int, frozenset[str]]]:
    """Other options that may be kept apart, each with the names that stand for something else there: those that differ
    in what is kept, and for every other option the one that is most like it."""
    before, given = played.before, dict(zip(option.names, option.arguments(played.code), strict=True))
    closest = dict[int, tuple[int, int]]()
    for code in before.codes:
        other = _option(before, code)
        if other is None or code == played.code:
            continue
        arguments = dict(zip(other.names, other.arguments(code), strict=True))
        if other is option:
            names = frozenset(name for name, value in arguments.items() if value != given[name])
            if names <= set(option.kept):
                yield code, names
        elif CHOICE in option.kept and CHOICE in other.kept:
            alike = sum(given.get(name) == value for name, value in arguments.items())
            number = code & DECLINE
            if number not in closest or closest[number][0] < alike:
                closest[number] = (alike, code)
    yield from ((code, frozenset((CHOICE,))) for _, code in closest.values())


def _not_on_offer(code: int, option: OptionCode, names: set[str]) -> Iterator[tuple[int, frozenset[str]]]:
    """The option with another value for these names: what else was on offer may be a secret too."""
    for name, type, value, at in zip(option.names, option.types, option.arguments(code), option.shifts, strict=True):
        if name in names and type.tag in ("number", "member", "player") and type.low < type.high:
            yield code + ((1 if value < type.high else -1) << at), frozenset((name,))


def _looks_alike(reader: int, played: Sequence[Played], end: Position, code: int, seen: dict[int, View]) -> bool:
    """Whether a reader would have seen the same with another option in the place of the first."""
    after, real = [move.before for move in played[1:]] + [end], list[Position]()
    position = Position(played[0].before.game, played[0].before.state[:])
    with suppress(GameError):
        for chosen in [code, *(move.code for move in played[1:])]:
            if position.over or (real and chosen not in position.codes):
                break
            position = position.after(chosen)
            real.append(position)
    if len(real) == len(after) and _same(real[-1], after[-1]):
        # Nothing comes of it either way.
        return False
    for number in reversed(range(len(real))):
        if number not in seen:
            seen[number] = after[number].seen_by(reader)
        if real[number].over is not after[number].over or real[number].seen_by(reader) != seen[number]:
            return False
        if not after[number].over and after[number].decider == reader and real[number].codes != after[number].codes:
            return False
    return True


def _same(one: Position, other: Position) -> bool:
    places = len(one.state), len(other.state)
    return places[0] == places[1] and all(
        at == CHOSEN or a == b for at, (a, b) in enumerate(zip(one.state, other.state, strict=True))
    )
