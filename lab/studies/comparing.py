"""Two rule sets on the same seeds: what changed, game by game, and whether that is demonstrated.

Games with the same number have the same seed. Where different bots play, every seed is played with the bots in each
order of going round the table, and what the orders give is averaged: a bot is not better because of its seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import evolve, frozen

from ...interpreter.runtime.sides import together
from ..running.games import Record, Setup
from .card_figures import LEAST
from .statistics import Estimate, discoveries, mean, mean_probability

Metrics = dict[str, float]
# Begins the names of figures that say in how many games a card was taken.
TAKEN = "taken: "
# Begin the names of figures that are shares of games.
WINS, ENDS = "wins of ", "ends by "


@frozen
class Change:
    """A figure of one game under both rule sets: its means, the mean of the paired differences, and the verdict."""

    what: str
    before: float
    after: float
    difference: Estimate
    probability: float
    demonstrated: bool
    verdict: str

    @property
    def card(self) -> str:
        """The card that this is about, if it is about one."""
        return self.what.removeprefix(TAKEN) if self.what.startswith(TAKEN) else ""

    @property
    def share(self) -> bool:
        """Whether this is a share of games."""
        return self.what.startswith((TAKEN, WINS, ENDS))


def seatings(setup: Setup) -> list[Setup]:
    """The setup with the bots in every order of going round the table; one is enough where all are the same."""
    seats = setup.seats
    orders = dict.fromkeys(seats[n:] + seats[:n] for n in range(len(seats)))
    return [evolve(setup, seats=order) for order in orders]


def metrics(record: Record, setup: Setup, categories: Sequence[str]) -> Metrics:
    """The figures of a game that are compared; those that are not there count as 0."""
    people = range(len(setup.seats))
    found: Metrics = {f"{WINS}the first seat": record.share(0)}
    if len(set(setup.seats)) > 1:
        for seat in people:
            name = f"{WINS}{setup.seats[seat]}"
            # Those who win together with the same bot are one victory of it.
            found[name] = found.get(name, 0.0) + (seat in record.winners) / len(record.winners)
    found[f"{ENDS}{record.how}"] = 1.0
    found["decisions"] = float(record.length)
    found["lead changes"] = float(record.leads)
    found["points of a seat"] = sum(record.totals[seat] for seat in people) / len(people)
    totals = sorted((together(record.totals, side) for side in record.sides), reverse=True)
    if len(totals) > 1:
        found["points between first and second"] = float(totals[0] - totals[1])
    for number, name in enumerate(categories):
        found[f"points for {name}"] = sum(record.scores[seat][number] for seat in people) / len(people)
    for card in {entry.card for entry in record.entered if entry.seat in people}:
        found[TAKEN + card] = 1.0
    return found


def averaged(several: Sequence[Metrics]) -> Metrics:
    """The figures of a seed, over all its games."""
    names = dict.fromkeys(name for one in several for name in one)
    return {name: sum(one.get(name, 0.0) for one in several) / len(several) for name in names}


def changes(before: Mapping[int, Metrics], after: Mapping[int, Metrics]) -> list[Change]:
    """What changed from one rule set to the other, for the numbers of games that both have played."""
    numbers = sorted(before.keys() & after.keys())
    names = dict.fromkeys(name for side in (before, after) for number in numbers for name in side[number])
    order = sorted(names, key=lambda name: (name.startswith(TAKEN), not name.startswith((WINS, ENDS))))
    found = []
    for name in order:
        pairs = [(before[number].get(name, 0.0), after[number].get(name, 0.0)) for number in numbers]
        differences = [new - old for old, new in pairs]
        old, new = (sum(pair[side] for pair in pairs) / len(pairs) for side in (0, 1))
        found.append(Change(name, old, new, mean(differences), mean_probability(differences), False, ""))
    shown = discoveries([change.probability for change in found])
    return [_judged(change, yes, len(numbers)) for change, yes in zip(found, shown, strict=True)]


def _judged(change: Change, discovered: bool, games: int) -> Change:
    if games < LEAST:
        return evolve(change, verdict="too few games to say")
    if not discovered:
        return evolve(change, verdict="not demonstrated")
    word = "more" if change.difference.value > 0 else "less"
    return evolve(change, demonstrated=True, verdict=f"{word}: demonstrated")
