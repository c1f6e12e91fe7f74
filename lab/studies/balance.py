"""A study of balance: many games of one rule set, and where asked for of another one or with a card as a blank."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import closing
from itertools import chain
from typing import Any

from attrs import asdict, define, evolve, field, frozen

from ...interpreter.playing.game import Game
from ..running.games import Record, Setup, loaded
from ..running.gathering import done_in_order, games_in_order
from ..running.heartbeat import Listener
from ..running.interrupts import Interrupts
from .card_figures import LEAST, CardFigures, CardTally
from .comparing import Change, Metrics, averaged, changes, metrics, seatings
from .dominance import Dominated, dominated
from .statistics import FALSE_DISCOVERIES, Estimate, mean, mean_probability, share, two_sided
from .summary import Summary, Tally
from .worth import Moment, Paired, moment_of, play_with_blank

# Told what is being done, how much of it is done, and how much there is.
Progress = Callable[[str, int, int], None]


@frozen
class FirstSeat:
    """How often the first seat wins, what would be fair, and the verdict."""

    wins: Estimate
    fair: float
    probability: float
    demonstrated: bool
    verdict: str


@frozen
class Comparison:
    """Another rule set on the same seeds: its name and digest, how many seeds both played, and what changed."""

    rules: str
    digest: str
    games: int
    changes: tuple[Change, ...]


@frozen
class Worth:
    """What a card gave those who took it, against a blank taken at the same moment: how much more often they won, how
    many points more they were ahead, from how many games; some could not be played with the blank."""

    card: str
    games: int
    not_comparable: int
    won_with: Estimate
    won_with_blank: Estimate
    wins: Estimate
    ahead: Estimate
    probability: float
    demonstrated: bool
    verdict: str


@frozen
class Findings:
    """All that a study found. `asked` is how many games there should have been."""

    setup: Setup
    asked: int
    summary: Summary
    first_seat: FirstSeat
    cards: tuple[CardFigures, ...]
    dominated: tuple[Dominated, ...]
    comparison: Comparison | None = None
    worth: Worth | None = None

    @property
    def never_taken(self) -> list[str]:
        """Cards that were offered and that nobody ever took."""
        return [figures.card for figures in self.cards if figures.offered and not figures.taken]

    @property
    def never_offered(self) -> list[str]:
        """Cards that no option ever named."""
        return [figures.card for figures in self.cards if not figures.offered]

    def as_json(self) -> dict[str, Any]:
        """The findings as plain data; an interval without an end has none."""
        found: dict[str, Any] = _plain(asdict(self))
        found["summary"] = self.summary.as_json()
        return {**found, "never_taken": self.never_taken, "never_offered": self.never_offered}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


@define
class Study:
    """Plays the games of a study and keeps what is needed of them; after Ctrl-C it goes on with what it has."""

    game: Game
    setup: Setup
    games: int
    jobs: int = 1
    cluster: str = ""
    progress: Progress = lambda what, done, total: None
    stop: Interrupts = field(factory=Interrupts)
    listener: Listener | None = None
    _moments: list[Moment] = field(factory=list)
    _outcomes: list[float] = field(factory=list)

    def findings(self, against: Setup | None = None, without: str = "") -> Findings:
        """Plays and works out everything that was asked for."""
        if without:
            against = evolve(self.setup, without=without, digest=loaded(self.setup.packs, without).digest)
        tally = Tally(self.setup, tuple(self.game.description.score))
        cards = CardTally(len(self.setup.seats))

        def note(record: Record) -> None:
            tally.add(record)
            cards.add(record)
            self._outcomes.append(record.share(0))
            moment = moment_of(record, without, len(self.setup.seats)) if without else None
            if moment is not None:
                self._moments.append(moment)

        before = self._play(self.setup, "games", note, every_order=against is not None)
        names = list(dict.fromkeys(card.name for card in self.game.description.cards))
        found = Findings(
            self.setup,
            self.games,
            summary := tally.summary(),
            _first_seat(self._outcomes, summary.fair),
            tuple(cards.figures(names)),
            tuple(dominated(self.game)),
        )
        if against is not None and not self.stop.asked:
            after = self._play(against, "games of the other rules", lambda record: None, every_order=True)
            other = loaded(against.packs, against.without)
            rules = other.name + (f" without {without}" if without else "")
            both = len(before.keys() & after.keys())
            found = evolve(found, comparison=Comparison(rules, other.digest, both, tuple(changes(before, after))))
        if without and not self.stop.asked:
            found = evolve(found, worth=self._worth(without))
        return found

    def _play(self, setup: Setup, what: str, note: Callable[[Record], None], every_order: bool) -> dict[int, Metrics]:
        """Plays the games of a setup and notes those in the order of its seats; the figures of each seed."""
        categories = tuple(loaded(setup.packs, setup.without).description.score)
        orders = seatings(setup) if every_order else [setup]
        found: dict[int, list[Metrics]] = {}
        self.progress(what, 0, self.games * len(orders))
        for number, order in enumerate(orders):
            played = games_in_order(order, self.games, self.jobs, self.cluster, self.stop, self.listener)
            with closing(played) as batches:
                for record in chain.from_iterable(batches):
                    if number == 0:
                        note(record)
                    found.setdefault(record.number, []).append(metrics(record, order, categories))
                    self.progress(what, number * self.games + record.number + 1, self.games * len(orders))
        return {number: averaged(several) for number, several in found.items() if len(several) == len(orders)}

    def _worth(self, card: str) -> Worth:
        """Plays the games in which a card was taken with a blank from that moment on."""
        tasks = [(self.setup, card, moment) for moment in self._moments]
        pairs: list[Paired | None] = []
        self.progress("games with a blank", 0, len(tasks))
        played = done_in_order(play_with_blank, tasks, self.jobs, self.cluster, self.stop, self.listener)
        with closing(played) as found:
            for pair in found:
                pairs.append(pair)
                self.progress("games with a blank", len(pairs), len(tasks))
        return worth_of(card, pairs)


def _first_seat(outcomes: list[float], fair: float) -> FirstSeat:
    games = len(outcomes)
    wins = share(sum(outcomes), games)
    chances = games and 0 < fair < 1
    probability = two_sided((wins.value - fair) / math.sqrt(fair * (1 - fair) / games)) if chances else 1.0
    demonstrated = games >= LEAST and probability <= FALSE_DISCOVERIES
    if games < LEAST:
        verdict = "too few games to say"
    elif demonstrated:
        verdict = f"{'an advantage' if wins.value > fair else 'a disadvantage'}: demonstrated"
    else:
        verdict = "no advantage demonstrated"
    return FirstSeat(wins, fair, probability, demonstrated, verdict)


def worth_of(card: str, pairs: list[Paired | None]) -> Worth:
    """What the games with the card and with a blank show."""
    played = [pair for pair in pairs if pair is not None]
    differences = [pair.moment.outcome - pair.outcome for pair in played]
    wins, probability = mean(differences).within(-1.0, 1.0), mean_probability(differences)
    demonstrated = len(played) >= LEAST and probability <= FALSE_DISCOVERIES
    if len(played) < LEAST:
        verdict = "too few games to say"
    elif demonstrated:
        verdict = f"it {'helps' if wins.value > 0 else 'harms'} who takes it: demonstrated"
    else:
        verdict = "no worth demonstrated"
    return Worth(
        card,
        len(played),
        len(pairs) - len(played),
        share(sum(pair.moment.outcome for pair in played), len(played)),
        share(sum(pair.outcome for pair in played), len(played)),
        wins,
        mean([pair.moment.ahead - pair.ahead for pair in played]),
        probability,
        demonstrated,
        verdict,
    )
