"""`duel-dsl simulate --html`: one page that is whole, fetches nothing and shows what it was told."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from duel_dsl.cli.main import main
from duel_dsl.lab.reports.charts import Bar, Series, bars, histogram
from duel_dsl.lab.reports.page import page
from duel_dsl.lab.reports.report import report
from duel_dsl.lab.running.games import Setup, loaded
from duel_dsl.lab.studies.summary import Tally

DUEL = Setup(("duel",), ("random", "random"), 3)


class Outline(HTMLParser):
    """The elements of a page; fails where one is not closed."""

    EMPTY = ("meta", "br")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: Counter[str] = Counter()
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found[tag] += 1
        assert not {"src", "href", "onclick"} & {name for name, _ in attrs}
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found[tag] += 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_page(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert main(["simulate", "duel", "--games", "8", "--seats", "random", "--jobs", "1", "--html", str(path)]) == 0
    text = path.read_text(encoding="utf-8")
    found = Outline(text).found
    assert found["svg"] >= 6
    assert found["script"] == found["link"] == found["img"] == 0
    assert "://" not in text
    assert "url(" not in text
    assert "prefers-color-scheme:dark" in text
    assert loaded(("duel",)).digest in text
    for svg in re.findall(r"<svg.*?</svg>", text, re.DOTALL):
        ElementTree.fromstring(svg)


def test_page_of_no_games() -> None:
    game = loaded(("duel",))
    text = report(game, DUEL, Tally(DUEL, tuple(game.description.score)).summary(), 10, 0.0)
    assert "0 (stopped; 10 were asked for)" in text
    Outline(text)


def test_texts_of_packs_cannot_break_a_page() -> None:
    evil = '<script>alert(1)</script>&"'
    chart = bars([Bar(evil, ((0, 1.0),), evil)], evil) + histogram([Series(evil, ((1, 2),))], evil)
    assert "<script" not in page(evil, [(evil, evil)], []) + chart


def test_bars_stay_within_the_scale() -> None:
    rows = [Bar("a", ((0, -2.0),), "-2", (-3.0, -1.0)), Bar("b", ((1, 4.0),))]
    caption, *drawings = ElementTree.fromstring(bars(rows, "points"))
    assert caption.text == "points"
    assert [drawing.get("class") for drawing in drawings] == ["large", "small"]
    for drawn in drawings:
        assert drawn.get("aria-label") == "points: a -2 (-3 to -1); b"
        places = [float(rect.get("x", "")) for rect in drawn.iter("rect")]
        wide = [float(rect.get("width", "")) for rect in drawn.iter("rect")]
        assert places[0] + wide[0] == pytest.approx(places[1], abs=0.2)
        assert all(width > 0 for width in wide)
        assert places[1] + wide[1] <= float(drawn.get("viewBox", "").split()[2])
