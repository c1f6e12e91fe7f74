"""The figures of many games on the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from ...interpreter.playing.game import Game
from ...lab.reports.report import Names, interval, unended
from ...lab.studies.summary import Spread, Summary
from ..terminal import padded, styled, width
from .progress import clock


def summary_lines(
    game: Game, summary: Summary, facts: Sequence[tuple[str, str]], speed: float, seconds: float
) -> list[str]:
    """The figures as tables of text."""
    names = Names(game)
    seats = [names.seat(wins.seat) for wins in summary.wins]
    facts = [*facts, ("speed", f"{speed:,.1f} games per second, {clock(seconds)} in all")]
    lines = [styled(game.title, "bold"), *columns([[name, value] for name, value in facts], "ll")]
    if not summary.games:
        return lines
    wins = [
        [names.seat(one.seat, one.bot), f"{one.won:,}", interval(one.share), f"{one.tied:,}" if one.tied else ""]
        for one in summary.wins
    ]
    head = ["wins by seat", "games", "share, 95 % interval", "shared" if any(one.tied for one in summary.wins) else ""]
    lines += ["", *table_lines(head, wins)]
    ways = [
        [names.way(w.how), f"{w.games:,}", interval(w.share), *(f"{won:,}" for won in w.seats)] for w in summary.ways
    ]
    lines += [
        "",
        *table_lines(["ways of winning", "games", "share, 95 % interval", *seats], ways),
        *unended(game, summary),
    ]
    if summary.points:
        points = [
            [names.category(one.category), *(f"{mean.value:.1f}" for mean in one.means)] for one in summary.points
        ]
        points.append(["Total", *(f"{total.mean:.1f}" for total in summary.totals)])
        points.append(["Deviation", *(f"{total.deviation:.1f}" for total in summary.totals)])
        lines += ["", *table_lines(["mean points", *seats], points)]
    spreads = [["decisions", *_spread(summary.length)], ["changes of the lead", *_spread(summary.leads)]]
    lines += [
        "",
        *table_lines(["in a game", "mean", "lowest", "quarter", "middle", "three quarters", "highest"], spreads),
    ]
    choices = [[names.choice(one.choice), f"{one.per_game:.1f}", f"{one.options:.1f}"] for one in summary.choices]
    choices.append(["All", f"{summary.length.mean:.1f}", f"{summary.options:.1f}"])
    return [*lines, "", *table_lines(["choices per decision", "in a game", "options"], choices)]


def _spread(spread: Spread) -> list[str]:
    values = (spread.low, spread.lower, spread.middle, spread.upper, spread.high)
    return [f"{spread.mean:.1f}", *(str(value) for value in values)]


def table_lines(head: list[str], rows: list[list[str]]) -> list[str]:
    """Rows under their heads: the first column stands left, figures stand right."""
    first, *rest = columns([head, *rows], "l")
    return [styled(first, "bold"), *rest]


def columns(rows: Sequence[Sequence[str]], sides: str) -> list[str]:
    """Rows in columns; sides that are not given are the right ones."""
    wide = [max(width(row[place]) for row in rows) for place in range(len(rows[0]))]
    side = ["left" if place < len(sides) else "right" for place in range(len(wide))]
    return ["  ".join(padded(c, w, s) for c, w, s in zip(row, wide, side, strict=True)).rstrip() for row in rows]
