"""Charts as SVG that stands in a page: bars with intervals, and histograms. The page's style brings the colours.

What belongs together has a number, its series; colours and legends go by it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

from attrs import frozen

WIDTH, LABELS, NOTES = 760, 190, 96
BAR, GAP, GROUP_GAP, AXIS = 16, 3, 9, 26
HISTOGRAM_HEIGHT, MOST_BINS = 190, 40
LONGEST_LABEL = 28
# So many series have colours of their own.
COLORS = 8


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
    ticks = _ticks(min(starts) if least is None else least, max([0.0, *ends]) if most is None else most)
    low, high = ticks[0], ticks[-1]

    def x(value: float) -> float:
        return LABELS + (WIDTH - LABELS - NOTES) * (min(max(value, low), high) - low) / (high - low)

    drawn: list[str] = []
    y = 4.0
    for row in rows:
        y += GROUP_GAP if row.label and drawn else 0
        drawn += _bar(row, y, x)
        y += BAR + GAP
    grid = _grid(ticks, x, y, shown)
    if mark is not None:
        drawn.append(f'<line class="mark" x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="0" y2="{y:.0f}"/>')
    return _svg(y + AXIS, [*grid, *drawn])


def _bar(row: Bar, y: float, x: Callable[[float], float]) -> list[str]:
    middle = y + BAR / 2
    found = [_label(row.label, middle)]
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
        ends = "".join(f"M{at:.1f} {middle - 4:.0f}v8" for at in (left, right))
        found.append(f'<path class="interval" d="M{left:.1f} {middle:.0f}H{right:.1f}{ends}"/>')
        end = max(end, right)
    found.append(f'<text class="note" x="{end + 7:.1f}" y="{middle + 4:.0f}">{escape(row.note)}</text>')
    return found


def boxes(rows: Sequence[Box]) -> str:
    """Spreads beside each other: a line from the lowest to the highest value, a box around the middle half of all."""
    ticks = _ticks(min((row.values[0] for row in rows), default=0), max((row.values[4] for row in rows), default=0))

    def x(value: float) -> float:
        return LABELS + (WIDTH - LABELS - NOTES) * (value - ticks[0]) / (ticks[-1] - ticks[0])

    bottom = 4 + len(rows) * (BAR + GROUP_GAP)
    drawn = _grid(ticks, x, bottom, number)
    for place, row in enumerate(rows):
        y = 4 + place * (BAR + GROUP_GAP)
        middle, (low, lower, median, upper, high) = y + BAR / 2, (x(value) for value in row.values)
        drawn += [
            _label(row.label, middle),
            f'<path class="interval" d="M{low:.1f} {middle:.0f}H{high:.1f}M{low:.1f} {middle - 4:.0f}v8M{high:.1f} '
            f'{middle - 4:.0f}v8"/>',
            f'<rect class="{_color(row.series)}" x="{lower:.1f}" y="{y}" width="{max(1, upper - lower):.1f}" '
            f'height="{BAR}"/>',
            f'<path class="median" d="M{median:.1f} {y}v{BAR}"/>',
            f'<text class="note" x="{high + 7:.1f}" y="{middle + 4:.0f}">{row.values[2]}</text>',
        ]
    return _svg(bottom + AXIS, drawn)


def _grid(
    ticks: Sequence[float], x: Callable[[float], float], bottom: float, shown: Callable[[float], str]
) -> list[str]:
    """Lines from top to bottom with their values below."""
    return [
        f'<line class="grid" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="0" y2="{bottom:.0f}"/>'
        f'<text class="tick" x="{x(tick):.1f}" y="{bottom + 16:.0f}" text-anchor="middle">{escape(shown(tick))}</text>'
        for tick in ticks
    ]


def _label(text: str, middle: float) -> str:
    """A label in front of a row, cut where it is too long."""
    return (
        f'<text class="label" x="{LABELS - 8}" y="{middle + 4:.0f}" text-anchor="end">'
        f"<title>{escape(text)}</title>{escape(_short(text))}</text>"
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
    left, right, top, bottom = 52, WIDTH - 12, 8, HISTOGRAM_HEIGHT

    def x(place: float) -> float:
        return left + (right - left) * place / bins

    def y(value: float) -> float:
        return bottom - (bottom - top) * value / ticks[-1]

    drawn = [
        f'<line class="grid" x1="{left}" x2="{right}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>'
        f'<text class="tick" x="{left - 7}" y="{y(tick) + 4:.1f}" text-anchor="end">{percent(tick)}</text>'
        for tick in ticks
    ]
    for one, found in zip(enumerate(series), shares, strict=True):
        steps = "".join(f"V{y(value):.1f}H{x(place + 1):.1f}" for place, value in enumerate(found))
        drawn.append(
            f'<path class="area s{one[0] % COLORS}" d="M{x(0):.1f} {y(0):.1f}{steps}V{y(0):.1f}Z">'
            f"<title>{escape(one[1].name)}</title></path>"
        )
    each = max(1, math.ceil(bins / 12))
    for place in range(0, bins, each):
        at, text = x(place + 0.5), first + place * size
        shown = str(text) if size == 1 else f"{text}-{text + size - 1}"
        drawn.append(f'<text class="tick" x="{at:.1f}" y="{bottom + 16}" text-anchor="middle">{shown}</text>')
    middle = (left + right) / 2
    drawn.append(f'<text class="label" x="{middle:.0f}" y="{bottom + 36}" text-anchor="middle">{escape(about)}</text>')
    return _svg(bottom + 44, drawn)


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


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_LABEL else text[: LONGEST_LABEL - 1] + "…"


def _color(series: int) -> str:
    """The class of a series; a negative one is grey."""
    return f"s{series % COLORS}" if series >= 0 else "nobody"


def _svg(height: float, parts: Sequence[str]) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img">{"".join(parts)}</svg>'
