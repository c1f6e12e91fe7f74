"""Any text at all gives diagnostics: never an exception, never a hang, and every place lies inside the text."""

import random
import re
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from duel_dsl.dsl import Report, render
from duel_dsl.dsl.checking.check import check
from duel_dsl.dsl.composing.compose import compose
from duel_dsl.dsl.reading.lines import pieces, without_comment
from duel_dsl.dsl.reading.packs import Pack
from duel_dsl.dsl.reading.parse import parse
from duel_dsl.dsl.reading.sources import Source

ROOT = Path(__file__).parent.parent
BASE = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "tests/diagnostics/base").iterdir())}
DUEL = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "cards" / "duel").glob("*.*"))]
VALID = {name: parse(name, text, Report()) for name, text in BASE.items()}
GRAMMAR = (ROOT / "grammar.lark").read_text(encoding="utf-8")
KEYWORDS = sorted(set(re.findall(r'"([^"\n]+)"', GRAMMAR)))
NAMES = sorted(set(re.findall(r"[a-z_]+", "".join(BASE.values()))))
SOUP = [*KEYWORDS, *NAMES, *'()[]{},:.=+-*/<>"#?|', "..", "==", "+=", "1", "99", '"x"', '"{b}"']
SOUP += ["\n", "\n    ", "\n        ", "\n  ", "\t"]
QUICK = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])
SLOWEST = 4.0


def checked(files: dict[str, str]) -> Report:
    """Checks texts as one pack, as `validate` does, and looks at every diagnostic."""
    began = time.process_time()
    report = Report()
    declarations = [
        d
        for name, text in files.items()
        for d in (VALID[name] if text == BASE.get(name) else parse(name, text, report))
    ]
    headers = [d for d in declarations if type(d).__name__ == "Pack"]
    if headers:
        sources = tuple(Source(name, text) for name, text in files.items())
        pack = Pack("garden", ROOT, headers[0], (), tuple(declarations), sources)  # type: ignore[arg-type]
        check(compose([pack], report), report)
    assert time.process_time() - began < SLOWEST
    for diagnostic in report.sorted():
        span = diagnostic.span
        lines = files[span.file].split("\n")
        assert 1 <= span.line <= max(1, len(lines)), diagnostic
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1, diagnostic
        assert span.column < span.end_column, diagnostic
        shown = render(diagnostic, files[span.file])
        assert "\x1b" not in shown
        assert shown.count("^") >= 1
    return report


@QUICK
@given(st.text(max_size=300))
def test_any_text(text: str) -> None:
    checked({**BASE, "more.rules": text.replace("\r", "\n")})


@QUICK
@given(st.lists(st.sampled_from(SOUP), max_size=60))
def test_soup_of_words(words: list[str]) -> None:
    checked({**BASE, "more.rules": " ".join(words)})


@QUICK
@given(st.sampled_from(sorted(BASE)), st.integers(0, 10_000), st.integers(0, 40), st.sampled_from(["", *SOUP]))
def test_damaged_game(name: str, place: int, length: int, instead: str) -> None:
    """A piece of a valid game is lost, or something else stands there."""
    text = BASE[name]
    place %= len(text)
    checked({**BASE, name: text[:place] + instead + text[place + length :]})


@QUICK
@given(st.sampled_from(sorted(BASE)), st.randoms(use_true_random=False))
def test_shuffled_lines(name: str, chance: random.Random) -> None:
    lines = BASE[name].split("\n")
    for _ in range(3):
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    checked({**BASE, name: "\n".join(lines)})


@settings(QUICK, max_examples=60)
@given(st.sampled_from(DUEL), st.sampled_from(DUEL), st.integers(0, 10_000), st.integers(0, 10_000))
def test_spliced_files(one: str, other: str, here: int, there: int) -> None:
    text = one[: here % len(one)] + other[there % len(other) :]
    checked({**BASE, "more.rules": text[:4_000]})


@QUICK
@given(st.text(alphabet='ab"#()[] \n', max_size=80))
def test_pieces_keep_all_lines(text: str) -> None:
    for piece in pieces(text):
        assert text.split("\n")[piece.first - 1 : piece.first - 1 + len(piece.lines)] == list(piece.lines)
        for line in piece.lines:
            assert line.startswith(without_comment(line))


@pytest.mark.parametrize(
    "text",
    [
        "define x = " + "(" * 400 + "1" + ")" * 400,
        "define x = " + "1 + " * 200 + "1",
        "define x = " + "not " * 200 + "yes",
        "define x = " + "[" * 300,
        "define x = (\n" + "(\n" * 3_000 + "1" + ")\n" * 3_000,
        "procedure x\n" + "".join(f"{' ' * n}if yes:\n" for n in range(1, 300)),
        "procedure x\n    if yes:\n        stop\n" + "    else if yes:\n        stop\n" * 2_000,
        "enum x: " + ", ".join(f"m{n}" for n in range(20_000)),
        "\n".join(f'plant "P{n}"\n    color: c{n}' for n in range(1_000)),
        "procedure x\n" + "    nope\n" * 1_000,
        "plant x\n" * 1_000,
        'plant "' + "x" * 5_000 + '"',
        " " * 100_000,
        "#" * 100_000,
        "\n" * 100_000,
        "define x = " + "9" * 900,
        "a" * 400_000,
        "layout x\n" + "    U U U U\n" * 2_000,
        "\0\x1b[31m\x07",
        "define x = y\ndefine y = x\n" * 500,
    ],
    ids=lambda text: text[:24].encode("unicode_escape").decode(),
)
def test_monsters(text: str) -> None:
    """Texts made to exhaust time, memory or the stack."""
    assert checked({**BASE, "more.rules": text}).diagnostics or text.strip("# \n") == ""
