"""A report as one HTML file: nothing is fetched from anywhere, and it can be read by day and by night."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from attrs import frozen

from .charts import COLORS

# The same order by day and by night; neighbours differ in lightness too, for those who see few colours.
BY_DAY = ("#2f6db5", "#e08a2e", "#3f8f6b", "#b8448a", "#7a66c9", "#8f7a2b", "#3aa0b0", "#c4493d")
BY_NIGHT = ("#6aa5e8", "#f0a858", "#62b892", "#dd7db6", "#a596e8", "#c4ad5a", "#6cc7d5", "#ea8479")
assert len(BY_DAY) == len(BY_NIGHT) == COLORS

DAY = "--paper:#fbfaf7;--card:#ffffff;--ink:#22252a;--faint:#6a6f78;--line:#e2e0da;--strong:#22252a;"
NIGHT = "--paper:#16181c;--card:#1f2227;--ink:#e6e7ea;--faint:#9aa0aa;--line:#343840;--strong:#f4f5f7;"
STYLE = """
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:32px 20px 64px}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 .6rem}
h2{font-size:1.15rem;margin:0 0 .3rem}
p{margin:.3rem 0 .8rem}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.8rem 0 1.6rem}
dt{color:var(--faint)}dd{margin:0;overflow-wrap:anywhere}
section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:18px 20px;margin:0 0 18px}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.92rem;font-variant-numeric:tabular-nums}
th,td{padding:.28rem .8rem .28rem 0;border-bottom:1px solid var(--line);text-align:right;vertical-align:top}
th:first-child,td:first-child{text-align:left}
th{color:var(--faint);font-weight:500}
td{white-space:nowrap}
.long{white-space:normal;min-width:18em}
figure{margin:.8rem 0;max-width:860px}figcaption{color:var(--faint);font-size:.92rem;margin:0 0 .3rem}
svg{display:block;width:100%;height:auto;font-size:12.5px}
.small{display:none}
@media (max-width:640px){.large{display:none}.small{display:block}
main{padding:20px 10px 40px}section{padding:14px 12px}}
svg text{fill:var(--ink)}svg .tick{fill:var(--faint);font-size:11.5px}svg .note{font-variant-numeric:tabular-nums}
.grid{stroke:var(--line)}.zero{stroke:var(--faint)}.rim{stroke:var(--card);stroke-width:4;fill:none}
.mark{stroke:var(--faint);stroke-width:1.5;stroke-dasharray:5 4}
.interval{stroke:var(--strong);stroke-width:1.5;fill:none}
.nobody{fill:var(--faint);fill-opacity:.6}
.area{fill-opacity:.3;stroke-width:2}.median{stroke:var(--card);stroke-width:3}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.2rem 0 .4rem;padding:0;list-style:none;font-size:.92rem}
.legend svg{display:inline-block;width:12px;height:12px;margin:0 .4rem 0 0;vertical-align:-1px}
"""
# Texts of more letters than these are broken into lines in a table.
LONG = 40


@frozen
class Section:
    """A part of a report: a title, what it shows in words, and charts and tables as HTML."""

    title: str
    text: str = ""
    parts: tuple[str, ...] = ()


def page(title: str, facts: Sequence[tuple[str, str]], sections: Sequence[Section]) -> str:
    """The whole file: the title, facts as pairs of name and value, and the sections."""
    listed = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        # Even a text of a pack that should slip through could fetch and run nothing.
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{escape(title)}</title><style>{_colors()}{STYLE}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1><dl>{listed}</dl>\n"
        + "\n".join(_section(section) for section in sections)
        + "\n</main></body></html>\n"
    )


def _section(section: Section) -> str:
    text = f"<p>{escape(section.text)}</p>" if section.text else ""
    parts = "".join(f'<div class="wide">{part}</div>' for part in section.parts)
    return f"<section><h2>{escape(section.title)}</h2>{text}{parts}</section>"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the first column is text, the others are figures. Only long texts are broken into lines."""
    top = "".join(f"<th>{escape(name)}</th>" for name in head)
    body = "".join("<tr>" + "".join(_cell(cell) for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _cell(text: str) -> str:
    long = ' class="long"' if len(text) > LONG else ""
    return f"<td{long}>{escape(text)}</td>"


def legend(names: Sequence[str]) -> str:
    """What the colours of the series mean."""
    swatch = '<svg aria-hidden="true" viewBox="0 0 12 12"><rect class="s{}" width="12" height="12" rx="2"/></svg>'
    items = (f"<li>{swatch.format(series % COLORS)}{escape(name)}</li>" for series, name in enumerate(names))
    return f'<ul class="legend">{"".join(items)}</ul>'


def _colors() -> str:
    def variables(ground: str, colors: Sequence[str]) -> str:
        return f":root{{{ground}{''.join(f'--s{series}:{color};' for series, color in enumerate(colors))}}}"

    classes = "".join(f".s{series}{{fill:var(--s{series});stroke:none}}" for series in range(COLORS))
    lines = "".join(f".area.s{series}{{stroke:var(--s{series})}}" for series in range(COLORS))
    night = variables(NIGHT, BY_NIGHT)
    return f"{variables(DAY, BY_DAY)}@media (prefers-color-scheme:dark){{{night}}}{classes}{lines}"
