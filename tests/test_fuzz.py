"""A short run of the fuzzer with a fixed seed, and what it has found before: `make fuzz` goes on from here."""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import grammar
import pytest
import writing
from cases import SECONDS, Case, read_case, tried
from entries import ENTRIES, invented, pack
from mutator import tame, wild
from seeds import small_games
from shrink import shrunk

CORPUS = sorted((Path(__file__).parent / "fuzz" / "corpus").glob("*.txt"))
FEW = {"text": 40, "pack": 30, "machine": 15, "program": 15, "save": 30, "log": 30, "reply": 10, "option": 30}


@pytest.fixture(autouse=True)
def _no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """No mutant must end up in somebody's cache, and the recursion limit stays what it was."""
    monkeypatch.setenv("DUEL_DSL_CACHE", "off")
    monkeypatch.setattr(sys, "setrecursionlimit", lambda limit: None)


@pytest.mark.parametrize("entry", ENTRIES)
def test_nothing_goes_wrong(entry: str) -> None:
    for number in range(FEW[entry]):
        case = invented(1, number, (entry,))
        finding = tried(case)
        assert finding is None, f"{case.written()!r}\n{finding.story}"


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_what_was_found_before(path: Path, request: pytest.FixtureRequest) -> None:
    case = read_case(path)
    if case.known:
        request.node.add_marker(pytest.mark.xfail(reason=case.known, strict=False))
    # What is known not to come to an end need not be waited for.
    finding = tried(case, 1.0 if case.known else SECONDS)
    assert finding is None, finding.story


def test_what_takes_too_much_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(case: Case) -> None:
        while True:
            pass

    def huge(case: Case) -> None:
        bytearray(2**30)

    for run, failure in ((endless, "TooSlow"), (huge, "MemoryError")):
        monkeypatch.setattr(ENTRIES["text"], "run", run)
        finding = tried(Case("text", 0, ""), 0.1)
        assert finding is not None
        assert finding.failure == failure


def test_the_same_seed_gives_the_same_cases() -> None:
    one, other = ([invented(7, number) for number in range(10)] for _ in range(2))
    assert one == other
    assert one != [invented(8, number) for number in range(10)]


def test_a_case_can_be_kept(tmp_path: Path) -> None:
    case = Case("text", 7, "pack \ud800\r\n\0 small\n\n", "#12")
    (tmp_path / "case.txt").write_bytes(case.written())
    assert read_case(tmp_path / "case.txt") == case


def test_many_tame_mutants_are_valid_and_wild_ones_differ() -> None:
    pack.played.clear()
    text = small_games()[1]
    for number in range(30):
        assert tried(Case("pack", number, tame(text, Random(number)))) is None
    assert pack.played["played"] > 5
    assert len({wild(text, Random(number)) for number in range(30)}) > 25


def test_new_text_follows_the_grammar() -> None:
    words = {"NAME": ["a", "b"], "INT": ["3"]}
    for number in range(100):
        text = writing.written("_statement", Random(number), words, 18, 1)
        assert grammar.parts(f"procedure play\n    {text}\n"), text


def test_a_finding_is_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(case: Case) -> None:
        assert "bad thing" not in case.text

    monkeypatch.setattr(ENTRIES["text"], "run", run)
    case = Case("text", 0, "one\ntwo three bad thing four\nfive\n" * 3)
    finding = tried(case)
    assert finding is not None
    assert shrunk(case, finding).text.strip() == "bad thing"
