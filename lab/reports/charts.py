"""Charts as SVG that stands in a page: bars with intervals, spreads, histograms. The page's style brings the colours.

What belongs together has a number, its series; colours and legends go by it. A chart is drawn twice, for wide and for
narrow pages, of which the style shows one; it has a caption, and says what it shows to those who do not see it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from attrs import frozen

BAR, GAP, GROUP_GAP, AXIS = 16, 3, 9, 26
HISTOGRAM_HEIGHT, MOST_BINS = 190, 40
# So many series have colours of their own.
COLORS = 8


@frozen
class Layout:
    """How a chart is laid out: the class of its drawing, how wide it is, how much of that is for labels and for notes,
    how many letters a label may have, and about how many values a scale of bars and of bins has."""

    name: str
    width: int
    labels: int
    notes: int
    letters: int
    ticks: int
    bins: int


LAYOUTS = (Layout("large", 760, 190, 96, 28, 6, 12), Layout("small", 350, 124, 60, 16, 3, 5))


@frozen
class Bar:
    """A bar: a label (empty within a group), its parts as series and length, a note at its end, and an interval."""

    label: str
    parts: tuple[tuple[int, float], ...]
    note: str = ""
    interval: tuple[float, float] | None = None


@frozen
class Series:
    """A line of a histogram: its name, and how often each value came."""

    name: str
    counts: tuple[tuple[int, int], ...]


@frozen
class Box:
    """How the values of a series are spread: lowest, the quarters, highest."""

    label: str
    series: int
    values: tuple[int, int, int, int, int]


def percent(value: float) -> str:
    """A round share, for a scale."""
    return f"{100 * value:.4g} %"


def exact(value: float) -> str:
    """A share for people, with one decimal."""
    return f"{100 * value:.1f} %"


def number(value: float) -> str:
    """A number for people, as short as it can be."""
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"


def bars(
    rows: Sequence[Bar],
    about: str,
    shown: Callable[[float], str] = number,
    most: float | None = None,
    least: float | None = None,
    mark: float | None = None,
) -> str:
    """Bars from left to right, with a grid; `mark` is a value with a dashed line, such as what would be fair.

    The scale goes from 0, or from `least` where values can be negative, to `most` or the longest bar.
    """
    ends = [sum(length for _, length in row.parts) for row in rows] + [row.interval[1] for row in rows if row.interval]
    starts = [0.0, *ends, *(row.interval[0] for row in rows if row.interval)]
    low, high = min(starts) if least is None else least, max([0.0, *ends]) if most is None else most
    told = "; ".join(_told(row, shown) for row in rows)

    def drawn(layout: Layout) -> tuple[float, list[str]]:
        ticks = _ticks(low, high, layout.ticks)
        x = _scale(layout, ticks)
        found: list[str] = []
        y = 4.0
        for row in rows:
            y += GROUP_GAP if row.label and found else 0
            found += _bar(row, y, x, layout)
            y += BAR + GAP
        if ticks[0] < 0:
            found.append(f'<line class="zero" x1="{x(0):.1f}" x2="{x(0):.1f}" y1="0" y2="{y:.0f}"/>')
        if mark is not None:
            found.append(f'<line class="mark" x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="0" y2="{y:.0f}"/>')
        return y + AXIS, [*_grid(ticks, x, y, shown), *found]

    return _chart(about, told, drawn)


def _scale(layout: Layout, ticks: Sequence[float]) -> Callable[[float], float]:
    """Where a value lies; one beyond the ends lies at the end."""
    low, high = ticks[0], ticks[-1]
    wide = layout.width - layout.labels - layout.notes
    return lambda value: layout.labels + wide * (min(max(value, low), high) - low) / (high - low)


def _told(row: Bar, shown: Callable[[float], str]) -> str:
    interval = f" ({shown(row.interval[0])} to {shown(row.interval[1])})" if row.interval else ""
    return f"{row.label} {row.note}{interval}".strip()


def _bar(row: Bar, y: float, x: Callable[[float], float], layout: Layout) -> list[str]:
    middle = y + BAR / 2
    found = [_label(row.label, middle, layout)]
    value = 0.0
    for series, length in row.parts:
        left, right = sorted((x(value), x(value + length)))
        found.append(
            f'<rect class="{_color(series)}" x="{left:.1f}" y="{y:.0f}" width="{right - left:.1f}" height="{BAR}"/>'
        )
        value += length
    end = max(x(0.0), x(value))
    if row.interval is not None:
        left, right = (x(bound) for bound in row.interval)
        found.append(_whiskers(left, right, middle))
        end = max(end, right)
    found.append(f'<text class="note" x="{end + 7:.1f}" y="{middle + 4:.0f}">{escape(row.note)}</text>')
    return found


def _whiskers(left: float, right: float, middle: float) -> str:
    """A line with both its ends marked, and a rim that sets it off from the bar behind it."""
    ends = "".join(f"M{at:.1f} {middle - 4:.0f}v8" for at in (left, right))
    line = f"M{left:.1f} {middle:.0f}H{right:.1f}{ends}"
    return f'<path class="rim" d="{line}"/><path class="interval" d="{line}"/>'


def boxes(rows: Sequence[Box], about: str) -> str:
    """Spreads beside each other: a line from the lowest to the highest value, a box around the middle half of all."""
    low = min((row.values[0] for row in rows), default=0)
    high = max((row.values[4] for row in rows), default=0)
    told = "; ".join(f"{row.label} {', '.join(map(str, row.values))}" for row in rows)

    def drawn(layout: Layout) -> tuple[float, list[str]]:
        ticks = _ticks(low, high, layout.ticks)
        x = _scale(layout, ticks)
        bottom = 4 + len(rows) * (BAR + GROUP_GAP)
        found = _grid(ticks, x, bottom, number)
        for place, row in enumerate(rows):
            y = 4 + place * (BAR + GROUP_GAP)
            middle, (lowest, lower, median, upper, highest) = y + BAR / 2, (x(value) for value in row.values)
            found += [
                _label(row.label, middle, layout),
                _whiskers(lowest, highest, middle),
                f'<rect class="{_color(row.series)}" x="{lower:.1f}" y="{y}" width="{max(1, upper - lower):.1f}" '
                f'height="{BAR}"/>',
                f'<path class="median" d="M{median:.1f} {y}v{BAR}"/>',
                f'<text class="note" x="{highest + 7:.1f}" y="{middle + 4:.0f}">{row.values[2]}</text>',
            ]
        return bottom + AXIS, found

    return _chart(about, f"lowest, quarter, middle, three quarters, highest: {told}", drawn)


def _grid(
    ticks: Sequence[float], x: Callable[[float], float], bottom: float, shown: Callable[[float], str]
) -> list[str]:
    """Lines from top to bottom with their values below."""
    return [
        f'<line class="grid" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="0" y2="{bottom:.0f}"/>'
        f'<text class="tick" x="{x(tick):.1f}" y="{bottom + 16:.0f}" text-anchor="middle">{escape(shown(tick))}</text>'
        for tick in ticks
    ]


def _label(text: str, middle: float, layout: Layout) -> str:
    """A label in front of a row, cut where it is too long."""
    short = text if len(text) <= layout.letters else text[: layout.letters - 1] + "…"
    return (
        f'<text class="label" x="{layout.labels - 8}" y="{middle + 4:.0f}" text-anchor="end">'
        f"<title>{escape(text)}</title>{escape(short)}</text>"
    )


def histogram(series: Sequence[Series], about: str) -> str:
    """How values are spread: for each series the share of its values in bins of the same width."""
    values = [value for one in series for value, _ in one.counts]
    low, high = min(values, default=0), max(values, default=0)
    size = _round_up((high - low + 1) / MOST_BINS)
    first = low // size * size
    bins = (high - first) // size + 1
    shares = [_shares(one, first, size, bins) for one in series]
    ticks = _ticks(0.0, max((max(found) for found in shares), default=0.0), 4)
    names = [str(first) if size == 1 else f"{first}-{first + size - 1}" for first in range(first, high + 1, size)]
    told = "; ".join(
        f"{one.name}, "
        + ", ".join(f"{name}: {exact(value)}" for name, value in zip(names, found, strict=True) if value)
        for one, found in zip(series, shares, strict=True)
    )

    def drawn(layout: Layout) -> tuple[float, list[str]]:
        left, right, top, bottom = 52, layout.width - 12, 8, HISTOGRAM_HEIGHT

        def x(place: float) -> float:
            return left + (right - left) * place / bins

        def y(value: float) -> float:
            return bottom - (bottom - top) * value / ticks[-1]

        parts = [
            f'<line class="grid" x1="{left}" x2="{right}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>'
            f'<text class="tick" x="{left - 7}" y="{y(tick) + 4:.1f}" text-anchor="end">{percent(tick)}</text>'
            for tick in ticks
        ]
        for number, (one, found) in enumerate(zip(series, shares, strict=True)):
            steps = "".join(f"V{y(value):.1f}H{x(place + 1):.1f}" for place, value in enumerate(found))
            parts.append(
                f'<path class="area s{number % COLORS}" d="M{x(0):.1f} {y(0):.1f}{steps}V{y(0):.1f}Z">'
                f"<title>{escape(one.name)}</title></path>"
            )
        for place in range(0, bins, max(1, math.ceil(bins / layout.bins))):
            parts.append(
                f'<text class="tick" x="{x(place + 0.5):.1f}" y="{bottom + 16}" text-anchor="middle">'
                f"{names[place]}</text>"
            )
        return bottom + AXIS, parts

    return _chart(about, told, drawn)


def _shares(series: Series, first: int, size: int, bins: int) -> list[float]:
    found = [0] * bins
    for value, count in series.counts:
        found[(value - first) // size] += count
    total = max(1, sum(found))
    return [count / total for count in found]


def _ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Round numbers that begin at or below the lowest value and end at or above the highest."""
    if high - low <= 0:
        high = low + 1.0
    rough = (high - low) / wanted
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999)
    begin, end = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [round(place * step, 10) for place in range(begin, end + 1)]


def _round_up(value: float) -> int:
    """The next of 1, 2, 5, 10, 20, 50 and so on."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if factor * power >= value:
                return factor * power
        power *= 10


def _color(series: int) -> str:
    """The class of a series; a negative one is grey."""
    return f"s{series % COLORS}" if series >= 0 else "nobody"


def _chart(about: str, told: str, drawn: Callable[[Layout], tuple[float, list[str]]]) -> str:
    """The drawings of a chart, each told by its height and parts, under a caption."""
    found = []
    for layout in LAYOUTS:
        height, parts = drawn(layout)
        found.append(
            f'<svg class="{layout.name}" viewBox="0 0 {layout.width} {height:.0f}" role="img" '
            f'aria-label="{escape(f"{about}: {told}")}">{"".join(parts)}</svg>'
        )
    return f"<figure><figcaption>{escape(about)}</figcaption>{''.join(found)}</figure>"
