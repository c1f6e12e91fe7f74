"""The payment solver against brute force, and worked examples."""

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duel_dsl.interpreter.runtime.cheapest import cheapest
from duel_dsl.interpreter.runtime.payment import Market, Offer, payments, stock_of

Vector = tuple[int, ...]
Problem = tuple[Vector, Vector, Vector, int, tuple[Offer, ...], tuple[Market, ...], int]


def solved(
    need: Vector,
    fixed: Vector,
    choices: Vector,
    waived: int,
    limited: tuple[Offer, ...],
    unlimited: tuple[Market, ...],
    receivers: int,
) -> tuple[Vector, ...]:
    """The payments of a problem."""
    return payments(need, fixed, choices, waived, stock_of(limited, unlimited, len(need)), receivers)


# -- brute force ------------------------------------------------------------------------------------------


def assignments(problem: Problem) -> Iterator[Vector]:
    """Yield the payment vector of every way to assign every needed unit to a supplier of any kind.

    Nothing is assumed about what is worth using: own units, choices and waivers compete with purchases.
    """
    need, fixed, choices, waived, limited, unlimited, receivers = problem
    units = [good for good, count in enumerate(need) for _ in range(count)]

    def assign(index: int, used: frozenset[tuple[str, int, int]], paid: Vector) -> Iterator[Vector]:
        if index == len(units):
            yield paid
            return
        good = units[index]
        free = [("fixed", good, copy) for copy in range(fixed[good])]
        free += [("choice", source, 0) for source, mask in enumerate(choices) if mask >> good & 1]
        free += [("waiver", copy, 0) for copy in range(waived)]
        for token in free:
            if token not in used:
                yield from assign(index + 1, used | {token}, paid)
        for number, offer in enumerate(limited):
            token = ("offer", number, 0)
            if offer.goods >> good & 1 and token not in used:
                yield from assign(index + 1, used | {token}, add(paid, offer.receiver, offer.prices[good]))
        for market in unlimited:
            price = market.prices[good]
            if price is not None and price != -1:
                yield from assign(index + 1, used, add(paid, market.receiver, price))

    return assign(0, frozenset(), (0,) * receivers)


def add(paid: Vector, receiver: int, price: int) -> Vector:
    """Return paid with price more for the receiver."""
    return (*paid[:receiver], paid[receiver] + price, *paid[receiver + 1 :])


def pareto(vectors: set[Vector]) -> tuple[Vector, ...]:
    """Return the vectors that no other vector undercuts, by the definition."""

    def dominated(vector: Vector) -> bool:
        return any(other != vector and all(a <= b for a, b in zip(other, vector, strict=True)) for other in vectors)

    return tuple(sorted(vector for vector in vectors if not dominated(vector)))


# -- strategies -------------------------------------------------------------------------------------------


@st.composite
def problems(draw: st.DrawFn, units: int = 4, offers: int = 3) -> Problem:
    """Draw a small problem; few goods and low prices make overlaps and ties common."""
    goods = draw(st.integers(1, 4))
    receivers = draw(st.sampled_from([3, 2, 1]))
    receiver = st.integers(0, receivers - 1)
    masks = st.integers(0, (1 << goods) - 1)
    prices = st.tuples(*[st.integers(0, 4)] * goods)
    gaps = st.tuples(*[st.sampled_from([None, -1, 0, 1, 2, 3])] * goods)
    need = counts(goods, draw(st.lists(st.integers(0, goods - 1), max_size=units)))
    # Free units come seldom enough that most problems leave something to pay for.
    fixed = draw(st.tuples(*[st.sampled_from([0, 0, 0, 0, 1])] * goods))
    choices = draw(st.lists(masks, max_size=draw(st.sampled_from([0, 0, 1, 3]))))
    waived = draw(st.sampled_from([0, 0, 0, 1, 2]))
    limited = draw(st.lists(st.builds(Offer, masks, prices, receiver), max_size=offers))
    # Equal offers are collapsed by the solver, so they must occur.
    limited += draw(st.lists(st.sampled_from(limited), max_size=2)) if limited else []
    unlimited = draw(st.lists(st.builds(Market, gaps, receiver), max_size=2))
    return need, fixed, tuple(choices), waived, tuple(limited), tuple(unlimited), receivers


def counts(goods: int, units: list[int]) -> Vector:
    """Count the units of each good."""
    return tuple(units.count(good) for good in range(goods))


@st.composite
def priced(draw: st.DrawFn, units: int, sources: int, most_waived: int) -> tuple[Vector, Vector, Vector, int, Vector]:
    """Draw the arguments of cheapest."""
    goods = draw(st.integers(1, 5))
    masks = st.integers(0, (1 << goods) - 1)
    need = counts(goods, draw(st.lists(st.integers(0, goods - 1), max_size=units)))
    fixed = draw(st.tuples(*[st.sampled_from([0, 0, 0, 0, 1])] * goods))
    choices = tuple(draw(st.lists(masks, max_size=sources)))
    unit = draw(st.tuples(*[st.integers(0, 5)] * goods))
    return need, fixed, choices, draw(st.integers(0, most_waived)), unit


# -- properties -------------------------------------------------------------------------------------------


@settings(max_examples=200, deadline=None)
@given(problems())
def test_payments_equal_brute_force(problem: Problem) -> None:
    """Every non-dominated vector is found, and nothing else."""
    assert solved(*problem) == pareto(set(assignments(problem)))


@settings(max_examples=200, deadline=None)
@given(priced(units=4, sources=3, most_waived=2))
def test_cheapest_equals_brute_force(case: tuple[Vector, Vector, Vector, int, Vector]) -> None:
    """The greedy matching is optimal."""
    need, fixed, choices, waived, unit = case
    problem = (need, fixed, choices, waived, (), (Market(unit, 0),), 1)
    assert cheapest(*case) == min(assignments(problem))[0]


@settings(max_examples=200, deadline=None)
@given(priced(units=9, sources=6, most_waived=4))
def test_cheapest_equals_payments(case: tuple[Vector, Vector, Vector, int, Vector]) -> None:
    """The two algorithms agree, on cases too large for brute force as well."""
    need, fixed, choices, waived, unit = case
    assert solved(need, fixed, choices, waived, (), (Market(unit, 0),), 1) == ((cheapest(*case),),)


@settings(max_examples=100, deadline=None)
@given(problems(units=7, offers=12), st.randoms(use_true_random=False))
def test_payments_ignore_the_order_of_suppliers(problem: Problem, random: Random) -> None:
    """The answer does not depend on the order in which suppliers are listed."""
    need, fixed, choices, waived, limited, unlimited, receivers = problem
    choices = tuple(random.sample(choices, len(choices)))
    limited = tuple(random.sample(limited, len(limited)))
    unlimited = tuple(random.sample(unlimited, len(unlimited)))
    assert solved(need, fixed, choices, waived, limited, unlimited, receivers) == solved(*problem)


@settings(max_examples=100, deadline=None)
@given(problems(units=7, offers=8), st.integers(1, 2))
def test_more_waivers_never_cost_more(problem: Problem, more: int) -> None:
    """Each vector with fewer waivers is matched or undercut with more."""
    need, fixed, choices, waived, limited, unlimited, receivers = problem
    eased = solved(need, fixed, choices, waived + more, limited, unlimited, receivers)
    for vector in solved(*problem):
        assert any(all(a <= b for a, b in zip(other, vector, strict=True)) for other in eased)


# -- worked examples --------------------------------------------------------------------------------------

WOOD, CLAY, STONE, GLASS, PAPYRUS = 1, 2, 4, 8, 16
RAW, MADE = WOOD | CLAY | STONE, GLASS | PAPYRUS


@pytest.mark.parametrize(
    ("name", "need", "fixed", "choices", "waived", "unit", "trade"),
    [
        # goods: wood, clay, stone, glass, papyrus; `trade` is the cost without coins printed on the card
        ("EX-D1", (1, 0, 1, 0, 0), (0, 0, 0, 0, 0), (RAW,), 0, (3, 2, 4, 2, 2), 3),
        ("EX-D2", (0, 0, 2, 0, 0), (0, 0, 0, 0, 0), (RAW, RAW), 0, (2, 2, 2, 2, 2), 0),
        ("EX-D3", (0, 0, 2, 0, 0), (0, 0, 0, 0, 0), (), 0, (2, 2, 2, 2, 2), 4),
        ("EX-D4", (0, 0, 3, 0, 0), (0, 0, 0, 0, 0), (), 0, (2, 2, 1, 2, 2), 3),
        ("EX-D5", (0, 0, 2, 0, 0), (0, 0, 0, 0, 0), (), 0, (2, 2, 1, 2, 2), 2),
        ("EX-D6", (0, 1, 0, 0, 0), (0, 0, 0, 0, 0), (), 0, (2, 1, 2, 2, 2), 4 - 3),
        ("EX-D7", (0, 0, 2, 1, 0), (0, 0, 1, 0, 0), (MADE,), 0, (2, 2, 4, 2, 2), 4),
        ("EX-D8", (1, 0, 0, 1, 1), (0, 0, 0, 0, 0), (MADE,), 0, (2, 2, 2, 4, 3), 5),
        ("EX-D9", (2, 3, 0, 0, 0), (0, 0, 0, 0, 0), (), 0, (4, 1, 2, 2, 2), 11),
        ("EX-D10", (0, 2, 0, 2, 1), (0, 2, 0, 0, 0), (), 0, (2, 2, 2, 1, 1), 3),
        ("EX-D11", (1, 1, 1, 2, 0), (0, 0, 0, 0, 0), (), 2, (2, 2, 3, 3, 2), 7),
        ("EX-D12", (0, 2, 1, 0, 1), (0, 2, 0, 0, 0), (), 2, (2, 2, 2, 2, 2), 0),
        ("EX-D13", (0, 2, 0, 0, 0), (0, 0, 0, 0, 0), (), 2, (2, 4, 2, 2, 2), 0),
        ("EX-D14", (2, 0, 3, 0, 0), (0, 0, 0, 0, 0), (RAW,), 2, (4, 2, 4, 2, 2), 8),
        ("EX-D15", (3, 0, 0, 1, 1), (1, 0, 0, 0, 0), (), 2, (4, 2, 2, 2, 2), 4),
        ("EX-D16", (0, 0, 0, 0, 0), (0, 0, 0, 0, 0), (), 2, (2, 2, 2, 2, 2), 8 - 8),
    ],
)
def test_worked_examples(
    name: str, need: Vector, fixed: Vector, choices: Vector, waived: int, unit: Vector, trade: int
) -> None:
    """The trade part of the costs in the fact sheet, by both functions."""
    assert cheapest(need, fixed, choices, waived, unit) == trade, name
    assert solved(need, fixed, choices, waived, (), (Market(unit, 0),), 1) == ((trade,),), name


def test_rearranging_a_source() -> None:
    """The dear unit takes the wide source first, and must hand it on to the second unit."""
    assert cheapest((1, 1), (0, 0), (0b11, 0b10), 0, (4, 5)) == 0


def test_rearranging_a_chain_of_sources() -> None:
    """Three sources have to change what they supply before the fourth unit fits."""
    chain = (0b0011, 0b0110, 0b1100, 0b1000)
    assert cheapest((1, 1, 1, 1), (0, 0, 0, 0), chain, 0, (2, 3, 4, 5)) == 0
    assert cheapest((1, 1, 1, 1), (0, 0, 0, 0), chain[:3], 0, (2, 3, 4, 5)) == 2


def test_rearranging_twice() -> None:
    """The second rearrangement builds on what the first one left, so that must be recorded rightly."""
    assert cheapest((1, 1, 1, 1), (0, 0, 0, 0), (0b1101, 0b1010, 0b0010, 0b0100), 0, (4, 6, 7, 5)) == 0


def test_three_receivers() -> None:
    """Two of six ways to buy are undercut, one of them not by the vector that sorts just before it."""
    sellers = (Offer(0b11, (2, 1), 0), Offer(0b11, (1, 3), 1), Offer(0b11, (1, 2), 2))
    # Not (2, 0, 2), which (1, 0, 1) undercuts, nor (2, 3, 0), which (1, 1, 0) undercuts.
    expected = ((0, 1, 2), (0, 3, 1), (1, 0, 1), (1, 1, 0))
    assert solved((1, 1), (0, 0), (), 0, sellers, (), 3) == expected


def test_either_neighbour() -> None:
    """Two units, each for sale on both sides: every split is a way to pay."""
    left, right = Offer(1, (2,), 0), Offer(1, (2,), 1)
    assert solved((2,), (0,), (), 0, (left, left, right, right), (), 2) == ((0, 4), (2, 2), (4, 0))


def test_offer_is_used_once() -> None:
    """One either/or unit cannot be two goods at a time."""
    both = Offer(0b11, (1, 1), 0)
    assert solved((1, 1), (0, 0), (), 0, (both,), (), 1) == ()
    assert solved((1, 1), (0, 0), (), 0, (both, both), (), 1) == ((2,),)


def test_market_gaps() -> None:
    """None and -1 both mean: not sold."""
    assert solved((1, 0), (0, 0), (), 0, (), (Market((None, 1), 0), Market((-1, 1), 0)), 1) == ()


@pytest.mark.parametrize("receivers", [0, 1, 3])
def test_nothing_missing(receivers: int) -> None:
    """There is one way to pay nothing, and none to pay for what nobody sells."""
    assert solved((1, 2), (1, 1), (0b10,), 0, (), (), receivers) == ((0,) * receivers,)
    assert solved((1, 2), (1, 1), (0b01,), 0, (), (), receivers) == ()
