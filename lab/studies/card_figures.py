"""What games show about each card: how often it is offered, taken and used otherwise, and how its takers do.

A card is *taken* when it comes into a zone of a seat in which cards are active. A use of a card by which that has ever
happened is a way to take it; a seat that was ever offered one *could take* the card. Takers are compared with those who
could take it and did not: an association, since who takes a card may stand better to begin with.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, evolve, field, frozen

from ..running.games import Record
from ..running.uses import Use
from .statistics import Estimate, Observation, difference_by_game, discoveries, share

# With fewer takers, or fewer who could take and did not, nothing is said about a card.
LEAST = 20


@frozen
class UseFigure:
    """A way to use a card, with the card as a dot: in how many games, and the share of those that offered the card."""

    use: str
    takes: bool
    games: int
    share: Estimate


@frozen
class CardFigures:
    """A card: games that offered it and in which somebody took it, its uses, seats that took it and that could, how
    often they won, and what takers won more often than those who left it. The verdict is in words."""

    card: str
    offered: int
    offered_share: Estimate
    taken: int
    taken_share: Estimate
    uses: tuple[UseFigure, ...]
    takers: int
    leavers: int
    won_taken: Estimate
    won_available: Estimate
    difference: Estimate
    probability: float
    demonstrated: bool
    verdict: str


@frozen
class _Seat:
    """A card and a seat in one game: the numbers of the uses it was offered and made, and whether it took the card."""

    game: int
    offered: frozenset[int]
    made: frozenset[int]
    took: bool
    outcome: float


@define
class CardTally:
    """Notes what happens with cards, game by game."""

    people: int
    games: int = 0
    seats: dict[str, list[_Seat]] = field(factory=dict)
    _numbers: dict[tuple[str, str], int] = field(factory=dict)
    _texts: list[str] = field(factory=list)
    _takes: set[int] = field(factory=set)
    _sets: dict[frozenset[int], frozenset[int]] = field(factory=dict)

    def add(self, record: Record) -> None:
        """Counts a game. Seats that belong to nobody do not count."""
        self.games += 1
        offered: dict[tuple[str, int], set[int]] = {}
        made: dict[tuple[str, int], set[int]] = {}
        for offer in record.offers:
            offered.setdefault((offer.use.card, offer.seat), set()).add(self._number(offer.use))
        for event in record.events:
            made.setdefault((event.use.card, event.seat), set()).add(self._number(event.use))
        took = {(entry.card, entry.seat) for entry in record.entered if entry.seat < self.people}
        for entry in record.entered:
            way = self._way(record, entry.card, entry.seat, entry.decision)
            if way is not None:
                self._takes.add(way)
        for key in sorted(offered.keys() | took):
            card, seat = key
            row = _Seat(
                record.number,
                self._shared(offered.get(key, set())),
                self._shared(made.get(key, set())),
                key in took,
                record.share(seat),
            )
            self.seats.setdefault(card, []).append(row)

    def _number(self, use: Use) -> int:
        key = (use.label, use.hole)
        if key not in self._numbers:
            self._numbers[key] = len(self._texts)
            self._texts.append(use.text)
        return self._numbers[key]

    def _shared(self, numbers: set[int]) -> frozenset[int]:
        """The same set is kept only once: there are many games."""
        found = frozenset(numbers)
        return self._sets.setdefault(found, found)

    def _way(self, record: Record, card: str, seat: int, decision: int) -> int | None:
        """The use that brought a card to a seat: the seat's last one before it came."""
        for event in reversed(record.events):
            if event.use.card == card and event.seat == seat and event.decision <= decision:
                return self._number(event.use)
        return None

    def figures(self, cards: list[str]) -> list[CardFigures]:
        """The figures of these cards; what is demonstrated is judged over all of them together."""
        found = [self._of(card) for card in cards]
        tested = [(figures.probability, n) for n, figures in enumerate(found) if _enough(figures)]
        shown = discoveries([probability for probability, _ in tested])
        demonstrated = {n for (_, n), yes in zip(tested, shown, strict=True) if yes}
        return [_judged(figures, n in demonstrated) for n, figures in enumerate(found)]

    def _of(self, card: str) -> CardFigures:
        seats = self.seats.get(card, [])
        able = [seat for seat in seats if seat.took or seat.offered & self._takes]
        difference, probability = difference_by_game([Observation(s.game, s.took, s.outcome) for s in able])
        offered = {seat.game for seat in seats}
        taken = {seat.game for seat in seats if seat.took}
        takers = [seat.outcome for seat in able if seat.took]
        return CardFigures(
            card,
            len(offered),
            share(len(offered), self.games),
            len(taken),
            share(len(taken), len(offered)),
            self._uses(seats, len(offered)),
            len(takers),
            len(able) - len(takers),
            share(sum(takers), len(takers)),
            share(sum(seat.outcome for seat in able), len(able)),
            difference,
            probability,
            False,
            "",
        )

    def _uses(self, seats: list[_Seat], offered: int) -> tuple[UseFigure, ...]:
        games: Counter[int] = Counter(use for use, _ in {(use, seat.game) for seat in seats for use in seat.made})
        ordered = sorted(games.items(), key=lambda item: (-item[1], item[0]))
        return tuple(UseFigure(self._texts[n], n in self._takes, count, share(count, offered)) for n, count in ordered)


def _enough(figures: CardFigures) -> bool:
    return figures.takers >= LEAST and figures.leavers >= LEAST


def _judged(figures: CardFigures, demonstrated: bool) -> CardFigures:
    if figures.offered == 0:
        verdict = "never offered"
    elif figures.taken == 0:
        verdict = "never taken"
    elif figures.takers < LEAST:
        verdict = "too few took it"
    elif figures.leavers < LEAST:
        verdict = "too few left it"
    elif demonstrated:
        verdict = f"win {'more' if figures.difference.value > 0 else 'less'}: demonstrated"
    else:
        verdict = "not demonstrated"
    return evolve(figures, demonstrated=demonstrated, verdict=verdict)
