"""Sides: the players that rank and win together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

Side = tuple[int, ...]


def sides(people: int, side_of: Callable[[int], int] | None) -> tuple[Side, ...]:
    """The seats of every side, in the order of their first seats; everybody alone where nothing tells them apart."""
    if side_of is None:
        return tuple((seat,) for seat in range(people))
    found: dict[int, list[int]] = {}
    for seat in range(people):
        found.setdefault(side_of(seat), []).append(seat)
    return tuple(map(tuple, found.values()))


def ahead(among: Iterable[Side], points: Callable[[int], int]) -> tuple[Side, ...]:
    """The sides whose members have the most points together."""
    sums = {side: sum(points(seat) for seat in side) for side in among}
    most = max(sums.values())
    return tuple(side for side, together in sums.items() if together == most)


def together(points: Sequence[float], side: Side) -> float:
    """What the members of a side have in all."""
    return sum(points[seat] for seat in side)


def lead(points: Sequence[float], among: Iterable[Side], seat: int) -> float:
    """How far the side of a seat is ahead of the best of the others."""
    own, *others = sorted(among, key=lambda side: seat not in side)
    return together(points, own) - max((together(points, side) for side in others), default=0)
