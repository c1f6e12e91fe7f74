"""The findings of a study of balance on the terminal."""

from __future__ import annotations

import math

from ...interpreter.playing.game import Game
from ...lab.reports.balance_report import card_cells, card_title, change_cells, signed, striking, told, what_changed
from ...lab.reports.report import Names, interval, run_facts, unended
from ...lab.studies.balance import Comparison, Findings, Worth
from ..terminal import styled
from .simulation import columns, table_lines

# So many cards of either end are listed besides those of which something is demonstrated.
MOST_LISTED = 6


def balance_lines(game: Game, findings: Findings, every: bool) -> list[str]:
    """The findings as tables of text."""
    names, summary = Names(game), findings.summary
    facts = run_facts(game, findings.setup, summary.games, findings.asked)
    lines = [styled(f"{game.title}: balance", "bold"), *columns([[name, value] for name, value in facts], "ll")]
    if not summary.games:
        return lines
    ways = [[names.way(way.how), f"{way.games:,}", interval(way.share)] for way in summary.ways]
    lines += ["", *table_lines(["ways of winning", "games", "share, 95 % interval"], ways), *unended(game, summary)]
    first = findings.first_seat
    lines += [
        "",
        f"The first seat wins {interval(first.wins)}; {100 * first.fair:.1f} % would be fair. {told(first.verdict)}",
    ]
    lines += [f"The lead changes {summary.leads.mean:.1f} times in a game of {summary.length.mean:.1f} decisions."]
    if findings.worth is not None:
        lines += ["", *_worth(game, findings.worth)]
    if findings.comparison is not None:
        lines += ["", *_comparison(game, findings.comparison, every)]
    return [*lines, "", *_cards(game, findings, every)]


def _cards(game: Game, findings: Findings, every: bool) -> list[str]:
    worth = findings.worth
    keep = {worth.card} if worth is not None else set()
    shown = striking(findings.cards, None if every else MOST_LISTED, keep)
    head, cells = card_cells(game, shown, brief=not every)
    lines = table_lines(head, cells)
    left_out = len(findings.cards) - len(shown)
    lines += [f"({left_out} more with --all)"] if left_out else []
    for text, cards in (("Never taken", findings.never_taken), ("Never offered", findings.never_offered)):
        lines += ["", f"{text}: {', '.join(card_title(game, card) for card in cards)}."] if cards else []
    pairs = [f"{card_title(game, one.card)} (by {card_title(game, one.by)})" for one in findings.dominated]
    lines += ["", f"Dominated on paper: {', '.join(pairs)}."] if pairs else []
    if len(set(findings.setup.seats)) > 1:
        lines += ["", "The seats have different bots: differences between cards are mixed with those between bots."]
    return lines


def _comparison(game: Game, comparison: Comparison, every: bool) -> list[str]:
    shown = [change for change in comparison.changes if every or change.demonstrated or not change.card]
    cells = [change_cells(game, change) for change in shown]
    title = f"against {comparison.rules}, digest {comparison.digest}, on {comparison.games:,} seeds"
    head = ["in a game", "here", "there", "difference, 95 % interval", "verdict"]
    return [styled(f"{title}: {what_changed(comparison)}", "bold"), *(table_lines(head, cells) if cells else [])]


def _worth(game: Game, worth: Worth) -> list[str]:
    """What a card is worth, in sentences."""
    title = card_title(game, worth.card)
    lines = [styled(f"{title}: {worth.verdict}", "bold")]
    if worth.games and math.isfinite(worth.wins.low):
        won, blank = interval(worth.won_with), interval(worth.won_with_blank)
        wins, ahead = signed(worth.wins, 100), signed(worth.ahead)
        skipped = f" ({worth.not_comparable:,} more could not be compared)" if worth.not_comparable else ""
        lines += [
            f"Who took it won {won}; with a blank taken at the same moment {blank}.",
            f"The card gave {wins} wins in a hundred games and {ahead} points, from {worth.games:,} games{skipped}.",
        ]
    return lines
