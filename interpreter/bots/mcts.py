"""The bot `mcts`: Monte Carlo tree search over games that could be this one, so that it knows no more than its seat.

Each iteration deals what the seat cannot know anew (information-set search): it walks down one tree that all of these
games share, adds one decision to it, plays a few more at random and judges the position it comes to. Every seat goes
for its own good. An option is compared by how often it was to be had at all, as not every game offers the same ones.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Sequence
from random import Random

from attrs import define, field, frozen

from ..errors import BadSetup
from ..playing.guessing import Guesser
from ..playing.position import Position
from ..program.model import ASKED
from ..runtime.sides import Side, together
from .standing import Look, looked_at, luck_of, on_offer_in, open_cards, standing

ITERATIONS = 1000
# How much more an option must promise than those that were tried less. This and all that follows was found by playing.
CURIOSITY = 0.12
# How many random decisions of each seat follow those of the tree.
RANDOM_ROUNDS = 5
# A lead of so many points makes a win likely: about 0.73, where 0.5 is even.
SURE_LEAD = 10.0
EVEN = 0.5
# The share of the points in the worth of a game that is over.
POINTS_SHARE = 0.2
# A look at each option, in so many games, counts like so many iterations.
LOOKS, LOOKS_COUNT = 2, 8
# Far less than any difference that means something.
TIE_BREAK = 1e-9
# After how many iterations it is looked whether the choice is still open.
DECIDED_CHECK = 16
# Who decides, what is asked, and the option; at the root the index stands for the option.
Key = tuple[int, int, int]


@define
class Branch:
    """An option in the tree: how often it was taken and on offer, what came of it in all, and what followed."""

    visits: int = 0
    offered: int = 0
    worth: float = 0.0
    after: dict[Key, Branch] = field(factory=dict)

    def promise(self) -> float:
        """What makes it worth trying: a good past, or a short one (the bound UCB1, by the times it was on offer)."""
        return self.worth / self.visits + CURIOSITY * math.sqrt(math.log(self.offered) / self.visits)


@frozen
class SearchBot:
    """Takes the option that was tried most, after so many iterations or so many seconds."""

    seed: int = 0
    iterations: int = ITERATIONS
    seconds: float = 0.0

    @classmethod
    def within(cls, budget: str, seed: int = 0) -> SearchBot:
        """The bot with a budget such as `2000` (iterations) or `1.5s` (seconds for each decision)."""
        number = budget.removesuffix("s")
        timed = number != budget
        if not re.fullmatch(r"\d{1,6}(\.\d{1,3})?" if timed else r"\d{1,9}", number, re.ASCII):
            raise BadSetup(f"`{budget}` is no budget for mcts: write mcts:2000 for iterations, mcts:1.5s for seconds")
        if not float(number):
            raise BadSetup(f"`mcts:{budget}` has no time to search: the budget must be more than 0")
        return cls(seed, seconds=float(number)) if timed else cls(seed, int(number))

    def choose(self, position: Position, seat: int) -> int:
        """The index of the option that the search came back to most often."""
        if len(position.codes) == 1:
            return 0
        search = Search.begin(position, seat, luck_of(self.seed, position, seat))
        if self.seconds:
            end = time.perf_counter() + self.seconds
            while time.perf_counter() < end:
                search.iterate()
        else:
            for left in range(self.iterations, 0, -1):
                if left % DECIDED_CHECK == 0 and search.decided(left):
                    break
                search.iterate()
        return search.best()


@define
class Search:
    """The search for one decision of a seat."""

    position: Position
    seat: int
    luck: Random
    guesser: Guesser
    cards: list[int]
    root: Branch = field(factory=Branch)

    @classmethod
    def begin(cls, position: Position, seat: int, luck: Random) -> Search:
        """A search that has had a short look at each option, as `greedy` does."""
        guesser = Guesser.of(position.game, position.state, seat)
        search = cls(position, seat, luck, guesser, [])
        search.cards = open_cards(search.guess(), seat)
        looks: dict[int, list[float]] = {index: [] for index in looked_at(len(position.codes))}
        for _ in range(LOOKS):
            guess = search.guess()
            there = on_offer_in(guess, position)
            look = Look(seat, search.cards, [luck.random() for _ in range(2 * guess.players)])
            for index in (index for index in looks if index in there):
                looks[index].append(_chances(look.after(guess, there[index])))
        for index, worths in looks.items():
            # Among equal ones luck decides, not their order.
            worth = (sum(worths) / len(worths) if worths else EVEN) + luck.random() * TIE_BREAK
            search.root.after[seat, 0, index] = Branch(LOOKS_COUNT, LOOKS_COUNT, worth * LOOKS_COUNT)
        return search

    def guess(self) -> Position:
        """A game that could be this one."""
        return Position(self.position.game, self.guesser.deal(self.luck.getrandbits(32)))

    def best(self) -> int:
        """The index of the option that was taken most often."""
        tried = self.root.after
        return max(tried, key=lambda key: (tried[key].visits, tried[key].worth))[2]

    def decided(self, left: int) -> bool:
        """Whether the iterations that are left cannot change which option is the best."""
        first, second = sorted((branch.visits for branch in self.root.after.values()), reverse=True)[:2]
        return first - second > left

    def iterate(self) -> None:
        """Plays one game that could be this one down the tree and a bit further, and notes what came of it."""
        guess = self.guess()
        taken = self._descend(guess)
        guess.play_random(self.luck.getrandbits(32), RANDOM_ROUNDS * guess.players)
        worths = self._worths(guess)
        for seat, branch in taken:
            branch.visits += 1
            branch.worth += worths[seat]

    def _descend(self, guess: Position) -> list[tuple[int, Branch]]:
        """Follows the tree to a decision that is new to it; the branches taken, each with the seat that chose it."""
        # At the root only what was looked at is tried.
        there = on_offer_in(guess, self.position)
        keys = [key for key in self.root.after if key[2] in there]
        here, taken = self.root, list[tuple[int, Branch]]()
        while keys and not guess.over:
            codes, seat = guess.codes, guess.decider
            assert seat is not None
            if taken and len(codes) == 1:
                guess.play(0)
                continue
            if taken:
                asked = guess.state[ASKED]
                keys = [(seat, asked, code) for code in codes]
            # What others answer in secret is not seen: it leads to no other part of the tree.
            secret = seat != self.seat and guess.together
            index, new = self._select(here, keys)
            branch = here.after[keys[index]]
            index = index if taken else there[keys[index][2]]
            taken.append((seat, branch))
            guess.play(index)
            if not secret:
                if new:
                    break
                here = branch
        return taken

    def _select(self, here: Branch, keys: list[Key]) -> tuple[int, bool]:
        """The index of the option that is tried next, and whether it is for the first time."""
        after = here.after
        known = [after[key] for key in keys if key in after]
        for branch in known:
            branch.offered += 1
        if len(known) == len(keys):
            promises = [branch.promise() for branch in known]
            return promises.index(max(promises)), False
        untried = [index for index, key in enumerate(keys) if key not in after]
        index = untried[int(self.luck.random() * len(untried))]
        after[keys[index]] = Branch(offered=1)
        return index, True

    def _worths(self, end: Position) -> list[float]:
        """How good a position is for every seat, from 0 to 1."""
        seats = range(end.players)
        result = end.result
        if result is None:
            return _leads([standing(end, seat, self.cards) for seat in seats], end.sides)
        shares = [result.share(seat) for seat in seats]
        leads = _leads([float(total) for total in result.totals], end.sides)
        return [(1 - POINTS_SHARE) * share + POINTS_SHARE * lead for share, lead in zip(shares, leads, strict=True)]


def _leads(points: list[float], sides: Sequence[Side]) -> list[float]:
    """The chances that leads in points are worth; the points of a side count together."""
    sums = [together(points, side) for side in sides]
    if len(sums) == 1:
        return [_chances(sums[0])] * len(points)
    first, second = sorted(sums, reverse=True)[:2]
    found = [0.0] * len(points)
    for side, own in zip(sides, sums, strict=True):
        for seat in side:
            found[seat] = _chances(own - (second if own == first else first))
    return found


def _chances(lead: float) -> float:
    """From 0 to 1: what a lead of so many points is worth."""
    return 0.5 + 0.5 * math.tanh(lead / SURE_LEAD / 2)
