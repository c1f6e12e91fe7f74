"""The figures of many games as a page with charts."""

from __future__ import annotations

import math
from collections.abc import Sequence

from attrs import frozen

from ...interpreter.playing.game import Game
from ...interpreter.telling.words import capital
from ..running.games import Setup
from ..studies.statistics import Estimate
from ..studies.summary import Spread, Summary, Way
from .charts import Bar, Box, Series, bars, boxes, exact, histogram, percent
from .page import Section, legend, page, table

# Charts with more rows than these would be no help, and more areas than these could not be told apart.
MOST_ROWS, MOST_AREAS = 60, 3
# A series with a colour that no seat has.
NOBODY = -1


@frozen
class Names:
    """What the things of a report are called."""

    game: Game

    def seat(self, seat: int, bot: str = "") -> str:
        """A seat, with who sits there."""
        name = self.game.words().seat(seat)
        return f"{name} ({bot})" if bot else name

    def way(self, how: str) -> str:
        """A way in which games end."""
        return capital(self.game.words().name(how)) or "(no name)"

    def category(self, name: str) -> str:
        """A category of points."""
        return self.game.words().title(name)

    def choice(self, name: str) -> str:
        """A decision by its name in the rules, or by the labels of its options."""
        return capital(name if "{" in name else name.replace("_", " "))


def interval(estimate: Estimate) -> str:
    """A share with its interval: `52.3 % (48.1 to 56.4)`."""
    return f"{100 * estimate.value:.1f} % ({100 * estimate.low:.1f} to {100 * estimate.high:.1f})"


def run_facts(game: Game, setup: Setup, games: int, asked: int) -> list[tuple[str, str]]:
    """What has to be known to play the same games again."""
    facts = [("rules", f"{game.name}, digest {game.digest}"), ("seats", ", ".join(setup.seats))]
    facts += [("switches", ", ".join(f"{name}={choice}" for name, choice in setup.switches))] if setup.switches else []
    stopped = f" (stopped; {asked:,} were asked for)" if games < asked else ""
    facts += [("games", f"{games:,}{stopped}"), ("seed", str(setup.seed))]
    return (
        [*facts, ("checked", _checked(game, min(games, setup.checked), games))]
        if setup.checked and game.description.invariants
        else facts
    )


def _checked(game: Game, checked: int, games: int) -> str:
    """In how many games invariants held."""
    many = len(game.description.invariants)
    those = "all games" if checked == games else f"the first {checked:,} games"
    return f"{many} invariants held in {those}" if many != 1 else f"one invariant held in {those}"


def unended(game: Game, summary: Summary) -> list[str]:
    """What has to be said of games that did not end by themselves, if there were some."""
    limit, name = game.description.limit
    told = f"{summary.stopped:,} of {summary.games:,} games did not end, and were stopped after {limit:,} decisions"
    return [f"{told}: {game.words().name(name)}."] if summary.stopped else []


def report(game: Game, setup: Setup, summary: Summary, asked: int, speed: float) -> str:
    """The page."""
    names = Names(game)
    facts = [*run_facts(game, setup, summary.games, asked), ("speed", f"{speed:,.1f} games per second")]
    seats = [names.seat(wins.seat, wins.bot) for wins in summary.wins]
    sections = [wins_by_seat(summary, seats), ways_of_winning(summary, names, seats), lengths(summary)]
    if summary.points:
        sections += [_points(summary, names, seats), _totals(summary, seats)]
    return page(f"{game.title}: {summary.games:,} games", facts, [*sections, _choices(summary, names)])


def wins_by_seat(summary: Summary, seats: Sequence[str]) -> Section:
    """Who won how often."""
    fair = summary.fair
    rows = [
        Bar(seat, ((wins.seat, wins.share.value),), exact(wins.share.value), (wins.share.low, wins.share.high))
        for seat, wins in zip(seats, summary.wins, strict=True)
    ]
    cells = [
        [seat, f"{wins.won:,}", f"{wins.tied:,}", interval(wins.share)]
        for seat, wins in zip(seats, summary.wins, strict=True)
    ]
    return Section(
        "Wins by seat",
        f"The share of games that each seat won, with its side where there are sides, with 95 % intervals; the dashed "
        f"line is what would be fair, {exact(fair)}. Games that nobody won alone: {summary.drawn:,}.",
        (
            bars(rows, "share of games won", percent, mark=fair),
            table(["seat", "won", "shared", "share won, 95 % interval"], cells),
        ),
    )


def ways_of_winning(summary: Summary, names: Names, seats: Sequence[str]) -> Section:
    """How games ended, and for whom."""
    games = max(1, summary.games)
    rows = [
        Bar(names.way(way.how), _parts(way, games), exact(way.share.value), (way.share.low, way.share.high))
        for way in summary.ways
    ]
    cells = [
        [names.way(way.how), f"{way.games:,}", interval(way.share), *(f"{won:,}" for won in way.seats)]
        for way in summary.ways
    ]
    head = ["way", "games", "share, 95 % interval", *(names.seat(wins.seat) for wins in summary.wins)]
    return Section(
        "Ways of winning",
        " ".join(["How games ended, and for whom.", *unended(names.game, summary)]),
        (legend(seats), bars(rows, "share of games that ended so", percent), table(head, cells)),
    )


def _parts(way: Way, games: int) -> tuple[tuple[int, float], ...]:
    """The wins of every seat, of those who win together in equal parts, then what nobody won."""
    each = (way.games - way.drawn) / max(1, sum(way.seats)) / games
    parts = [(seat, won * each) for seat, won in enumerate(way.seats)]
    return (*parts, (NOBODY, way.drawn / games))


def lengths(summary: Summary) -> Section:
    """How long games are, and how often the lead changes."""
    return Section(
        "Length",
        f"{_spread(summary.length)} decisions in a game. The lead in points passed from one seat to another "
        f"{summary.leads.mean:.1f} times in a game, in the mean.",
        (histogram([Series("length", summary.length.counts)], "share of games with so many decisions"),),
    )


def _points(summary: Summary, names: Names, seats: Sequence[str]) -> Section:
    rows = [
        Bar(
            names.category(points.category) if seat == 0 else "",
            ((seat, mean.value),),
            f"{mean.value:.1f}",
            (mean.low, mean.high) if math.isfinite(mean.low) else None,
        )
        for points in summary.points
        for seat, mean in enumerate(points.means)
    ]
    cells = [[names.category(one.category), *(_mean(mean) for mean in one.means)] for one in summary.points]
    text = "The mean of each seat at the end of a game, with 95 % intervals."
    return Section(
        "Points by category", text, (legend(seats), bars(rows, "mean points"), table(["category", *seats], cells))
    )


def _mean(estimate: Estimate) -> str:
    """A mean with its interval, where there is one."""
    if not math.isfinite(estimate.low):
        return f"{estimate.value:.1f}"
    return f"{estimate.value:.1f} ({estimate.low:.1f} to {estimate.high:.1f})"


def _totals(summary: Summary, seats: Sequence[str]) -> Section:
    named = list(zip(seats, summary.totals, strict=True))
    cells = [
        [seat, f"{total.mean:.1f}", f"{total.deviation:.1f}", *(str(value) for value in _five(total))]
        for seat, total in named
    ]
    head = ["seat", "mean", "deviation", "lowest", "quarter", "middle", "three quarters", "highest"]
    if len(seats) <= MOST_AREAS:
        text = "The share of games in which a seat had so many points."
        chart = legend(seats) + histogram(
            [Series(seat, total.counts) for seat, total in named], "share of games with so many points"
        )
    else:
        text = (
            "From the lowest to the highest; the box holds the middle half of all games, the line in it is the middle."
        )
        chart = boxes([Box(seat, series, _five(total)) for series, (seat, total) in enumerate(named)], "points")
    return Section("Points in all", text, (chart, table(head, cells)))


def _choices(summary: Summary, names: Names) -> Section:
    rows = [Bar(names.choice(one.choice), ((0, one.options),), f"{one.options:.1f}") for one in summary.choices]
    cells = [[names.choice(one.choice), f"{one.per_game:.1f}", f"{one.options:.1f}"] for one in summary.choices]
    return Section(
        "Choices per decision",
        f"{summary.options:.1f} options for a decision, in the mean over all decisions.",
        (
            bars(rows[:MOST_ROWS], "options for a decision, in the mean"),
            table(["decision", "in a game", "options"], cells),
        ),
    )


def _five(spread: Spread) -> tuple[int, int, int, int, int]:
    return spread.low, spread.lower, spread.middle, spread.upper, spread.high


def _spread(spread: Spread) -> str:
    """A spread in words: `61.2 (half of them 58 to 65, all 40 to 72)`."""
    return f"{spread.mean:.1f} (half of them {spread.lower} to {spread.upper}, all {spread.low} to {spread.high})"
