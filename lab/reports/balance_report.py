"""The findings of a study of balance as a page with charts, and as cells of tables."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from ...interpreter.errors import GameError
from ...interpreter.playing.game import Game
from ...interpreter.telling.words import capital
from ..studies.balance import Comparison, Findings, Worth
from ..studies.card_figures import LEAST, CardFigures
from ..studies.comparing import TAKEN, Change
from ..studies.statistics import Estimate
from .charts import COLORS, Bar, bars
from .page import Section, legend, page, table
from .report import NOBODY, Names, interval, lengths, run_facts, ways_of_winning, wins_by_seat

# The colours of what is demonstrated and of what is not.
DEMONSTRATED, OPEN = 0, NOBODY
# So many ways to use cards have a colour of their own.
MOST_USES = COLORS - 1


def whole(share: float) -> str:
    """A share in whole hundredths."""
    return f"{100 * share:.0f} %"


def hundredths(difference: float) -> str:
    """A difference of shares: `+3`."""
    return f"{round(100 * difference) + 0:+d}".replace("+0", "0")


def told(verdict: str) -> str:
    """A verdict as a sentence."""
    return f"{capital(verdict)}."


def signed(estimate: Estimate, factor: float = 1.0) -> str:
    """A difference with its interval: `+3.2 (-1.0 to +7.4)`."""
    # Rounded first and 0 added, so that nothing becomes `-0.0`.
    value, low, high = (f"{round(factor * x, 1) + 0.0:+.1f}" for x in (estimate.value, estimate.low, estimate.high))
    return f"{value} ({low} to {high})"


def card_title(game: Game, card: str) -> str:
    """What a card is called; one that only other rules have keeps its id."""
    try:
        return game.words().card(game.card(card).index)
    except GameError:
        return card


def striking(cards: Sequence[CardFigures], most: int | None, keep: Collection[str] = ()) -> list[CardFigures]:
    """The cards from those whose takers win most to those whose takers win least; with `most`, only so many of either
    end, those of which something is demonstrated, and those to keep."""
    known = [figures for figures in cards if min(figures.takers, figures.leavers) >= LEAST]
    ordered = sorted(known, key=lambda figures: -figures.difference.value)
    rest = sorted((f for f in cards if f not in known and f.offered), key=lambda figures: -figures.taken_share.value)
    if most is None:
        return [*ordered, *rest]
    ends = {figures.card for figures in (*ordered[:most], *ordered[-most:])} | set(keep)
    found = [figures for figures in ordered if figures.card in ends or figures.demonstrated]
    return [*found, *(figures for figures in rest if figures.card in keep or not known)]


def card_cells(game: Game, cards: Sequence[CardFigures], brief: bool) -> tuple[list[str], list[list[str]]]:
    """A table of cards: its head and its rows. A brief one leaves out most intervals and rare uses."""
    head = ["card", "verdict", "difference", "takers win", "all who could", "offered", "taken", "other uses"]

    def shown(estimate: Estimate) -> str:
        return whole(estimate.value) if brief else interval(estimate)

    rows = []
    for figures in cards:
        others = [f"{use.use} {shown(use.share)}" for use in figures.uses if not use.takes]
        rows.append(
            [
                card_title(game, figures.card),
                figures.verdict,
                signed(figures.difference, 100) if min(figures.takers, figures.leavers) >= LEAST else "",
                shown(figures.won_taken) if figures.takers else "",
                shown(figures.won_available) if figures.takers + figures.leavers else "",
                shown(figures.offered_share),
                shown(figures.taken_share) if figures.offered else "",
                ", ".join(others[:1] if brief else others),
            ]
        )
    return head, rows


def change_cells(game: Game, change: Change) -> list[str]:
    """A row of a table of changes."""
    old, new = (whole(value) if change.share else f"{value:.2f}" for value in (change.before, change.after))
    what = f"{TAKEN}{card_title(game, change.card)}" if change.card else change.what
    finite = math.isfinite(change.difference.low)
    return [what, old, new, signed(change.difference, 100 if change.share else 1) if finite else "", change.verdict]


def what_changed(comparison: Comparison) -> str:
    """How much is demonstrated, in words."""
    found = sum(change.demonstrated for change in comparison.changes)
    if not found:
        return "no change demonstrated"
    return f"{found} of {len(comparison.changes)} figures changed demonstrably"


def balance_report(game: Game, findings: Findings) -> str:
    """The page."""
    summary, names = findings.summary, Names(game)
    facts = run_facts(game, findings.setup, summary.games, findings.asked)
    seats = [names.seat(one.seat, one.bot) for one in summary.wins]
    sections = []
    if findings.worth is not None:
        sections.append(_worth(game, findings.worth))
    if findings.comparison is not None:
        sections.append(_comparison(game, findings.comparison))
    if summary.games:
        sections += [_differences(game, findings.cards), _uses(game, findings.cards), *_lists(game, findings)]
        first = findings.first_seat
        advantage = Section(
            "The first seat",
            f"It wins {interval(first.wins)}, shared victories in part; {whole(first.fair)} would be fair. "
            f"{told(first.verdict)}",
        )
        sections += [ways_of_winning(summary, names, seats), wins_by_seat(summary, seats), advantage, lengths(summary)]
    return page(f"{game.title}: balance", facts, sections)


def _differences(game: Game, cards: Sequence[CardFigures]) -> Section:
    shown = striking(cards, None)
    rows = [
        Bar(
            card_title(game, figures.card),
            ((DEMONSTRATED if figures.demonstrated else OPEN, figures.difference.value),),
            hundredths(figures.difference.value),
            (figures.difference.low, figures.difference.high),
        )
        for figures in shown
        if min(figures.takers, figures.leavers) >= LEAST
    ]
    text = (
        "How much more often those win who take a card than those who could take it and do not, in points of a "
        "hundred, with 95 % intervals. Coloured bars are demonstrated, also when it is considered how many cards there "
        "are. This is an association: who takes a card may have stood better before."
    )
    head, cells = card_cells(game, shown, brief=False)
    chart = (bars(rows, "wins of takers less wins of others, in a hundred games", hundredths),) if rows else ()
    return Section("Winning with cards", text, (*chart, table(head, cells)))


def _uses(game: Game, cards: Sequence[CardFigures]) -> Section:
    """What becomes of the cards that were offered."""
    games: dict[str, int] = {}
    for figures in cards:
        for use in figures.uses:
            games[use.use] = games.get(use.use, 0) + use.games
    takes = {use.use for figures in cards for use in figures.uses if use.takes}
    most = sorted(games, key=lambda name: -games[name])[:MOST_USES]
    names = sorted(most, key=lambda name: name not in takes)
    ordered = sorted((f for f in cards if f.uses), key=lambda figures: (-figures.taken_share.value, figures.card))
    rows = []
    for figures in ordered:
        parts: dict[int, float] = {}
        for use in figures.uses:
            series = names.index(use.use) if use.use in names else MOST_USES
            parts[series] = parts.get(series, 0.0) + use.share.value
        taken = whole(figures.taken_share.value)
        rows.append(Bar(card_title(game, figures.card), tuple(sorted(parts.items())), taken))
    text = (
        "In how many of the games that offered a card it was used in which way; a card can be used in several ways in "
        "one game. The figure at the end is how often it was taken: how often it came to lie where cards are active."
    )
    others = ["other ways"] if len(games) > len(names) else []
    return Section(
        "Uses of cards",
        text,
        (legend([*names, *others]), bars(rows, "uses, as shares of the games that offered the card", whole)),
    )


def _lists(game: Game, findings: Findings) -> list[Section]:
    found = []
    for title, text, cards in (
        ("Never taken", "Offered, but nobody ever took them.", findings.never_taken),
        ("Never offered", "No option of any game named them.", findings.never_offered),
    ):
        if cards:
            found.append(Section(title, f"{text} {', '.join(card_title(game, card) for card in cards)}."))
    if findings.dominated:
        text = "Another card of the same kind costs no more and prints no less: abilities of cards are not considered."
        rows = [[card_title(game, one.card), card_title(game, one.by)] for one in findings.dominated]
        found.append(Section("Dominated on paper", text, (table(["card", "by"], rows),)))
    return found


def _worth(game: Game, worth: Worth) -> Section:
    title = f"What is {card_title(game, worth.card)} worth?"
    if not worth.games:
        return Section(title, "Nobody took it in a game that could be compared.")
    rows = [
        Bar(name, ((series, won.value),), whole(won.value), (won.low, won.high))
        for series, (name, won) in enumerate(
            (("with the card", worth.won_with), ("with a blank", worth.won_with_blank))
        )
    ]
    text = (
        f"How often the one who took the card won, in {worth.games:,} games, and in the same games played on from the "
        f"same moment with a blank taken instead, which costs nothing and does nothing. {told(worth.verdict)} "
    )
    if math.isfinite(worth.wins.low):
        text += f"In wins {signed(worth.wins, 100)} points of a hundred, in points of the game {signed(worth.ahead)}."
    return Section(title, text, (bars(rows, "share of games won by who took it", whole, most=1.0),))


def _comparison(game: Game, comparison: Comparison) -> Section:
    cards = [change for change in comparison.changes if change.card]
    largest = sorted(cards, key=lambda change: -abs(change.difference.value))[:20]
    rows = [
        Bar(
            card_title(game, change.card),
            ((DEMONSTRATED if change.demonstrated else OPEN, change.difference.value),),
            hundredths(change.difference.value),
            (change.difference.low, change.difference.high) if math.isfinite(change.difference.low) else None,
        )
        for change in sorted(largest, key=lambda change: -change.difference.value)
    ]
    text = (
        f"The same {comparison.games:,} seeds with the rules of {comparison.rules}, digest {comparison.digest}: "
        f"{what_changed(comparison)}. The chart has the cards whose takings changed most, in games of a hundred; "
        "coloured bars are demonstrated."
    )
    head = ["in a game", "here", "there", "difference, 95 % interval", "verdict"]
    cells = [change_cells(game, change) for change in comparison.changes if change.demonstrated or not change.card]
    chart = (bars(rows, "cards taken more or less often, in a hundred games", hundredths),) if rows else ()
    return Section("What the other rules change", text, (table(head, cells), *chart))
