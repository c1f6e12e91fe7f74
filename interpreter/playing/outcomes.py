"""What has come out of a choice that its option keeps: `kept_from(reader, played, later)` compares what the reader has
seen since with what there would have been to see, had another option been chosen.

Which options can keep anything at all is known from the text (`lowering/keeping.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from attrs import frozen

from ..errors import GameError
from ..program.model import ASKED, DECLINE, OptionCode
from .position import Position
from .secrecy import may_keep
from .view import View

# Where there are more options to compare with, nothing is taken for known.
MOST_COMPARED = 200
CHOICE = ""


@frozen
class Played:
    """A decision that was made: the position before it and the integer of the option."""

    before: Position
    code: int


def kept_from(reader: int, played: Sequence[Played], end: Position) -> frozenset[str]:
    """The names of the first option that a reader cannot tell after all these decisions; an empty one stands for which
    option it is."""
    before, code = played[0].before, played[0].code
    options = before.game.program.asks[before.state[ASKED]].options
    if not may_keep(before):
        return frozenset()
    own = options[code & DECLINE] if code != DECLINE else None
    kept = frozenset(own.kept) if own is not None else frozenset[str]()
    others = [*_of_this_kind(before, code, own), *_of_other_kinds(before, code, kept)]
    if len(others) > MOST_COMPARED:
        return kept.union(*(names for _, names in others))
    if own is not None:
        compared = frozenset[str]().union(*(names for _, names in others))
        others += _not_on_offer(code, own, kept - compared)
    found, seen = frozenset[str](), dict[int, View]()
    for other, names in others:
        if not names <= found and _looks_alike(reader, played, end, other, seen):
            found |= names
    return found


Other = tuple[int, frozenset[str]]


def _of_this_kind(before: Position, code: int, option: OptionCode | None) -> Iterator[Other]:
    """The same option where it differs in nothing but what is kept, with the names that stand for something else."""
    if option is None or not set(option.kept) - {CHOICE}:
        return
    own = option.arguments(code)
    for other in before.codes:
        if other != code and other & DECLINE == code & DECLINE:
            pairs = zip(option.names, own, option.arguments(other), strict=True)
            names = frozenset(name for name, mine, its in pairs if mine != its)
            if names <= set(option.kept):
                yield other, names


def _of_other_kinds(before: Position, code: int, kept: frozenset[str]) -> Iterator[Other]:
    """All other options, where they or this one keep which it is."""
    options = before.game.program.asks[before.state[ASKED]].options
    for other in before.codes:
        number = other & DECLINE
        keeps = CHOICE in kept or (number != DECLINE and CHOICE in options[number].kept)
        if keeps and number != code & DECLINE:
            yield other, frozenset((CHOICE,))


def _not_on_offer(code: int, option: OptionCode, names: frozenset[str]) -> Iterator[tuple[int, frozenset[str]]]:
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
    for number in reversed(range(len(real))):
        if number not in seen:
            seen[number] = after[number].seen_by(reader)
        if real[number].over is not after[number].over or real[number].seen_by(reader) != seen[number]:
            return False
        if not after[number].over and after[number].decider == reader and real[number].codes != after[number].codes:
            return False
    return True
