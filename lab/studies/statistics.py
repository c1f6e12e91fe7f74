"""Figures with their uncertainty: shares, differences and means with 95 % intervals, and control of false discoveries.

Everything is worked out with plain Python and is deterministic. Observations of one game belong together: where several
seats of a game count, the games are what is independent, not the seats.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from statistics import NormalDist
from typing import TypeVar

from attrs import frozen

T = TypeVar("T")
# How often each value came.
Counts = Mapping[float, int] | Mapping[int, int]
# How many standard deviations hold 95 % of a normal distribution.
Z = NormalDist().inv_cdf(0.975)
# The share of false discoveries among what is called demonstrated.
FALSE_DISCOVERIES = 0.05


@frozen
class Estimate:
    """A figure and the interval that holds the true one in 95 of 100 cases."""

    value: float
    low: float
    high: float

    @property
    def unclear(self) -> bool:
        """Whether the interval holds zero: nothing is known about the sign."""
        return self.low <= 0.0 <= self.high

    def within(self, low: float, high: float) -> Estimate:
        """The same where nothing beyond these ends is possible, which few values cannot tell by themselves."""
        return Estimate(self.value, max(low, self.low), min(high, self.high))


def wilson(hits: float, total: int) -> tuple[float, float]:
    """The interval of Wilson for a proportion; with nothing observed everything is possible."""
    if total == 0:
        return 0.0, 1.0
    p, wide = hits / total, Z * Z / total
    middle = (p + wide / 2) / (1 + wide)
    half = math.sqrt(wide * p * (1 - p) + wide * wide / 4) / (1 + wide)
    return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))


def share(hits: float, total: int) -> Estimate:
    """A proportion with the interval of Wilson."""
    return Estimate(hits / total if total else 0.0, *wilson(hits, total))


def difference_of_shares(hits: float, total: int, other_hits: float, other_total: int) -> Estimate:
    """The first proportion less the second, of independent observations, with the interval of Newcombe."""
    one, other = share(hits, total), share(other_hits, other_total)
    value = one.value - other.value
    low = value - math.hypot(one.value - one.low, other.high - other.value)
    high = value + math.hypot(one.high - one.value, other.value - other.low)
    return Estimate(value, low, high).within(-1.0, 1.0)


def mean(values: Sequence[float]) -> Estimate:
    """The mean of independent values; of paired differences it is what changed."""
    return mean_of_counts(Counter(values))


def mean_of_counts(counts: Counts) -> Estimate:
    """The mean of independent values that came so often each."""
    count = sum(counts.values())
    value = math.fsum(x * times for x, times in counts.items()) / max(1, count)
    if count < 2:
        return Estimate(value, -math.inf, math.inf)
    half = student(count - 1) * _error(counts)
    return Estimate(value, value - half, value + half)


def standard_error(values: Sequence[float]) -> float:
    """The standard error of the mean of at least two values."""
    return _error(Counter(values))


def _error(counts: Counts) -> float:
    count = sum(counts.values())
    value = math.fsum(x * times for x, times in counts.items()) / count
    return math.sqrt(math.fsum((x - value) ** 2 * times for x, times in counts.items()) / (count - 1) / count)


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's distribution: exact for few values, then the expansion of Cornish and Fisher."""
    if freedom == 1:
        return math.tan(math.pi * 0.475)
    if freedom == 2:
        return 0.95 / math.sqrt(2 * 0.975 * 0.025)
    terms = (
        (Z**3 + Z) / 4,
        (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96,
        (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384,
        (79 * Z**9 + 776 * Z**7 + 1482 * Z**5 - 1920 * Z**3 - 945 * Z) / 92160,
    )
    return Z + math.fsum(term / freedom**power for power, term in enumerate(terms, 1))


@frozen
class Observation:
    """What a seat of a game adds to a comparison: whether it belongs to the first group, and how it did (0 to 1)."""

    game: int
    first: bool
    outcome: float


def difference_by_game(observations: Sequence[Observation]) -> tuple[Estimate, float]:
    """The mean outcome of the first group less that of the second, with an interval and the probability of a
    difference at least as large by luck. Seats of one game lean on each other, so whole games are compared."""
    sizes = [sum(1 for o in observations if o.first is side) for side in (True, False)]
    if 0 in sizes:
        return Estimate(0.0, -1.0, 1.0), 1.0
    sums = [math.fsum(o.outcome for o in observations if o.first is side) for side in (True, False)]
    ours, theirs = sums[0] / sizes[0], sums[1] / sizes[1]
    pulls: dict[int, float] = {}
    for o in observations:
        pull = (o.outcome - ours) / sizes[0] if o.first else (theirs - o.outcome) / sizes[1]
        pulls[o.game] = pulls.get(o.game, 0.0) + pull
    games = len(pulls)
    value = ours - theirs
    if games < 2:
        return Estimate(value, -1.0, 1.0), 1.0
    # Nothing varies where all did equally well: one more observation each way keeps such a sample from certainty.
    shrunk = [((found + 1) / (size + 2), size + 2) for found, size in zip(sums, sizes, strict=True)]
    least = math.fsum(p * (1 - p) / size for p, size in shrunk)
    error = math.sqrt(max(math.fsum(pull * pull for pull in pulls.values()) * games / (games - 1), least))
    return Estimate(value, max(-1.0, value - Z * error), min(1.0, value + Z * error)), two_sided(value / error)


def two_sided(z: float) -> float:
    """The probability of a normal value at least as far from zero."""
    return math.erfc(abs(z) / math.sqrt(2))


def mean_probability(values: Sequence[float]) -> float:
    """The probability of a mean at least as far from zero if there were nothing but luck."""
    if len(values) < 2:
        return 1.0
    error = standard_error(values)
    value = math.fsum(values) / len(values)
    if error == 0.0:
        return 1.0 if value == 0.0 else 0.0
    return two_sided(value / error)


def discoveries(probabilities: Sequence[float], rate: float = FALSE_DISCOVERIES) -> list[bool]:
    """Which of many findings are demonstrated, by Benjamini and Hochberg: at most `rate` of them are false."""
    count = len(probabilities)
    order = sorted(range(count), key=lambda i: probabilities[i])
    last = max((rank for rank, i in enumerate(order, 1) if probabilities[i] <= rate * rank / count), default=0)
    found = set(order[:last])
    return [i in found for i in range(count)]


def bootstrap(
    samples: Sequence[T], figure: Callable[[Sequence[T]], float], seed: int = 0, rounds: int = 1000
) -> Estimate:
    """Any figure of independent samples, with the interval of the percentiles of samples drawn anew from them."""
    value = figure(samples)
    if len(samples) < 2:
        return Estimate(value, -math.inf, math.inf)
    luck = Random(seed)
    found = sorted(figure(luck.choices(samples, k=len(samples))) for _ in range(rounds))
    return Estimate(value, found[int(0.025 * (rounds - 1))], found[math.ceil(0.975 * (rounds - 1))])
