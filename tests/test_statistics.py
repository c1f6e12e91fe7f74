"""Figures with their uncertainty, against tables, brute force and simulated truth."""

import itertools
import math
from random import Random

import pytest

from duel_dsl.lab.studies.statistics import (
    Estimate,
    Observation,
    bootstrap,
    difference_by_game,
    difference_of_shares,
    discoveries,
    mean,
    mean_probability,
    share,
    student,
    two_sided,
    wilson,
)


@pytest.mark.parametrize(
    ("hits", "total", "low", "high"),
    [
        # Newcombe 1998, table I: the interval of Wilson without correction.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_agrees_with_the_published_table(hits: int, total: int, low: float, high: float) -> None:
    assert wilson(hits, total) == pytest.approx((low, high), abs=5e-5)
    assert wilson(total - hits, total) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_nothing_observed_says_nothing() -> None:
    assert share(0, 0) == Estimate(0.0, 0.0, 1.0)
    assert mean([]).low == -math.inf
    assert mean([3.0]).high == math.inf
    assert mean_probability([3.0]) == 1.0
    assert difference_by_game([])[1] == 1.0


def test_difference_of_shares_agrees_with_the_published_table() -> None:
    # Newcombe 1998, table II, method 10: 56/70 - 48/80.
    found = difference_of_shares(56, 70, 48, 80)
    assert (found.value, found.low, found.high) == pytest.approx((0.2, 0.0524, 0.3339), abs=5e-5)
    assert not found.unclear


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_student_agrees_with_the_table(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=0.02 if freedom == 3 else 0.002)


def test_mean_of_paired_differences() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0, 5.0])
    half = 2.776 * math.sqrt(2.5 / 5)
    assert (found.value, found.low, found.high) == pytest.approx((3.0, 3 - half, 3 + half), abs=0.01)


def test_two_sided_probabilities() -> None:
    assert two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert mean_probability([0.0, 0.0]) == 1.0
    assert mean_probability([1.0, 1.0]) == 0.0


def test_discoveries_by_the_definition() -> None:
    """The largest k such that the k smallest are all at most k/m of the rate apart: tried one by one."""
    luck = Random(5)
    for _ in range(200):
        values = [luck.choice([0.001, 0.01, 0.02, 0.03, 0.04, 0.3, 0.9]) * luck.random() for _ in range(8)]
        ordered = sorted(values)
        largest = 0
        for k in range(1, 9):
            if ordered[k - 1] <= 0.05 * k / 8:
                largest = k
        assert sum(discoveries(values)) == largest
        assert all(v <= ordered[largest - 1] for v, found in zip(values, discoveries(values), strict=True) if found)
    # Benjamini and Hochberg 1995, section 3.2: four of fifteen.
    published = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262]
    published += [0.5719, 0.6528, 0.7590, 1.0]
    assert discoveries(published) == [True] * 4 + [False] * 11
    assert discoveries([]) == []


def test_bootstrap_agrees_with_all_samples() -> None:
    """Of three values there are 27 samples; the percentiles of their means are known."""
    values = [0.0, 1.0, 5.0]
    exact = sorted(sum(sample) / 3 for sample in itertools.product(values, repeat=3))
    found = bootstrap(values, lambda sample: sum(sample) / len(sample), seed=1, rounds=4000)
    assert found.value == 2.0
    assert (found.low, found.high) == (exact[0], exact[-1])
    assert bootstrap(values, max, seed=2) == bootstrap(values, max, seed=2)


def games(luck: Random, count: int, edge: float) -> list[Observation]:
    """Two seats, of which one wins: the taker of a card wins with 1/2 + edge; at times neither or only one counts."""
    found = []
    for game in range(count):
        won = luck.random() < 0.5 + edge
        found.append(Observation(game, True, float(won)))
        if luck.random() < 0.7:
            found.append(Observation(game, False, float(not won)))
    return found


def test_differences_by_game_hold_the_truth_in_95_of_100_cases() -> None:
    """Seats of a game that exclude each other: taking them for independent would be wrong half of the time."""
    luck = Random(3)
    edge = 0.05
    held = significant = 0
    for _ in range(400):
        found, _ = difference_by_game(games(luck, 150, edge))
        held += found.low <= 2 * edge <= found.high
        _, probability = difference_by_game(games(luck, 150, 0.0))
        significant += probability < 0.05
    assert 0.92 <= held / 400 <= 0.98
    assert 0.02 <= significant / 400 <= 0.09


def test_no_certainty_where_nothing_varies() -> None:
    few = [Observation(game, game < 3, float(game < 3)) for game in range(6)]
    found, _ = difference_by_game(few)
    assert found.value == 1.0
    assert found.low < 0.51


def test_an_estimate_stays_within_what_is_possible() -> None:
    few = mean([1.0, -1.0])
    assert few.low < -1.0 < 1.0 < few.high
    assert few.within(-1.0, 1.0) == Estimate(0.0, -1.0, 1.0)
