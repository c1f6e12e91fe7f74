"""Many games as figures: wins by seat and by way, length, points by category, choices per decision.

A tally takes record by record and forgets it, so the number of games is not limited by memory.
"""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

from attrs import asdict, define, field, frozen

from ..running.games import Record, Setup
from .statistics import Estimate, mean_of_counts, share


@frozen
class Spread:
    """How a whole number is spread: its mean, standard deviation, quartiles, ends, and how often each value came."""

    mean: float
    deviation: float
    low: int
    lower: int
    middle: int
    upper: int
    high: int
    counts: tuple[tuple[int, int], ...]


@frozen
class SeatWins:
    """The victories of a seat, alone or with its side; one shared by several sides is counted apart, and not in the
    share."""

    seat: int
    bot: str
    won: int
    tied: int
    share: Estimate


@frozen
class Way:
    """A way in which games ended: how often, its share, how often for each seat, and how often in a draw."""

    how: str
    games: int
    share: Estimate
    seats: tuple[int, ...]
    drawn: int


@frozen
class Points:
    """A category of points: the mean of every seat."""

    category: str
    means: tuple[Estimate, ...]


@frozen
class Choices:
    """All decisions of a name: how many in a game, and how many options each had, in the mean."""

    choice: str
    per_game: float
    options: float


@frozen
class Summary:
    """What many games show; `fair` is the share of victories of every seat if all sides won equally often; `stopped`
    are the games that did not end by themselves."""

    games: int
    fair: float
    wins: tuple[SeatWins, ...]
    drawn: int
    stopped: int
    ways: tuple[Way, ...]
    length: Spread
    leads: Spread
    points: tuple[Points, ...]
    totals: tuple[Spread, ...]
    choices: tuple[Choices, ...]
    options: float

    def as_json(self) -> dict[str, Any]:
        """The figures as plain data."""
        found = asdict(self)
        for spread in (found["length"], found["leads"], *found["totals"]):
            spread["counts"] = {str(value): count for value, count in spread["counts"]}
        return found


@define
class Tally:
    """Counts games as they come."""

    setup: Setup
    categories: tuple[str, ...]
    games: int = 0
    won: Counter[int] = field(factory=Counter)
    tied: Counter[int] = field(factory=Counter)
    drawn: int = 0
    sides: Counter[int] = field(factory=Counter)
    stopped: int = 0
    ways: Counter[str] = field(factory=Counter)
    ways_of: Counter[tuple[str, int]] = field(factory=Counter)
    drawn_by: Counter[str] = field(factory=Counter)
    lengths: Counter[int] = field(factory=Counter)
    leads: Counter[int] = field(factory=Counter)
    points: dict[tuple[int, int], Counter[int]] = field(factory=dict)
    totals: dict[int, Counter[int]] = field(factory=dict)
    choices: dict[str, list[int]] = field(factory=dict)

    def add(self, record: Record) -> None:
        """Counts a game."""
        self.games += 1
        self.drawn += record.drawn
        self.sides[len(record.sides)] += 1
        self.stopped += record.stopped
        self.ways[record.how] += 1
        if not record.drawn:
            self.won.update(record.winners)
            self.ways_of.update((record.how, seat) for seat in record.winners)
        else:
            self.drawn_by[record.how] += 1
            self.tied.update(record.winners if record.sharing > 1 else ())
        self.lengths[record.length] += 1
        self.leads[record.leads] += 1
        for seat, points in enumerate(record.scores):
            for category, amount in enumerate(points):
                self.points.setdefault((seat, category), Counter())[amount] += 1
            self.totals.setdefault(seat, Counter())[sum(points)] += 1
        for decisions in record.decisions:
            counts = self.choices.setdefault(decisions.choice, [0, 0])
            counts[0] += decisions.count
            counts[1] += decisions.options

    def summary(self) -> Summary:
        """The figures of the games so far."""
        # Seats without a player cannot win, so they are left out.
        games, bots = self.games, self.setup.seats
        seats = range(len(bots)) if games else range(0)
        each = max(1, games)
        decisions, options = (sum(counts[i] for counts in self.choices.values()) for i in (0, 1))
        return Summary(
            games,
            sum(count / each / max(1, sides) for sides, count in self.sides.items()),
            tuple(SeatWins(s, bots[s], self.won[s], self.tied[s], share(self.won[s], games)) for s in seats),
            self.drawn,
            self.stopped,
            tuple(
                Way(how, count, share(count, games), tuple(self.ways_of[how, s] for s in seats), self.drawn_by[how])
                for how, count in sorted(self.ways.items(), key=lambda way: (-way[1], way[0]))
            ),
            spread(self.lengths),
            spread(self.leads),
            tuple(
                Points(name, tuple(mean_of_counts(self.points[s, number]) for s in seats))
                for number, name in enumerate(self.categories)
            ),
            tuple(spread(self.totals[s]) for s in seats),
            tuple(
                Choices(name, counts[0] / each, counts[1] / counts[0]) for name, counts in sorted(self.choices.items())
            ),
            options / max(1, decisions),
        )


def spread(counts: Counter[int]) -> Spread:
    """How values are spread that came so often each."""
    number = sum(counts.values())
    ordered = sorted(counts.items())
    if not ordered:
        return Spread(0.0, 0.0, 0, 0, 0, 0, 0, ())
    mean = sum(value * count for value, count in ordered) / number
    square = sum((value - mean) ** 2 * count for value, count in ordered) / max(1, number - 1)
    lower, middle, upper = (_quantile(ordered, math.ceil(number * part)) for part in (0.25, 0.5, 0.75))
    return Spread(mean, math.sqrt(square), ordered[0][0], lower, middle, upper, ordered[-1][0], tuple(ordered))


def _quantile(ordered: list[tuple[int, int]], rank: int) -> int:
    """The value at a rank, counted from 1."""
    for value, count in ordered:
        rank -= count
        if rank <= 0:
            return value
    raise AssertionError("a rank beyond the last value")
