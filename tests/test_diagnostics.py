"""Golden diagnostics: every file in tests/diagnostics holds a mistake and the exact messages about it.

A case says in its first line what is wrong, then gives files (`--- name`) and what is said (`--- says`). The files are
laid over the small valid game in tests/diagnostics/base; a name with a folder is a file of a further pack, and all
packs are taken together. To add a case, write one without `--- says` and let it be filled in:

    DUEL_DSL_REGENERATE=1 python -m pytest tests/test_diagnostics.py

Read what was written: a message must make sense to somebody who has never seen the engine.
"""

import os
import re
import shutil
from pathlib import Path

import pytest
from attrs import frozen

from duel_dsl.dsl import Report, compile_packs, render
from duel_dsl.interpreter.telling.review import review

FOLDER = Path(__file__).parent / "diagnostics"
ENGINE = Path(__file__).parent.parent / "dsl"
CASES = sorted(FOLDER.glob("*.txt"))
HEAD = re.compile(r"^--- (.+)\n", re.MULTILINE)
# Codes of mistakes that no file of text can show; tests/test_sources.py makes them.
OF_FILES = {"too-large", "too-many-mistakes", "not-text", "unreadable", "outside-pack"}


@frozen
class Case:
    """A mistake in some files and the messages about it."""

    about: str
    files: dict[str, str]
    says: str


def read_case(path: Path) -> Case:
    about, *parts = HEAD.split(path.read_text(encoding="utf-8"))
    files = dict(zip(parts[::2], parts[1::2], strict=True))
    return Case(about, files, files.pop("says", ""))


def messages(case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What is said about the files of a case, as a user reads it."""
    shutil.copytree(FOLDER / "base", folder / "garden")
    packs = ["garden"]
    for name, text in case.files.items():
        path = folder / name if "/" in name else folder / "garden" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        if path.parent.name not in packs:
            packs.append(path.parent.name)
    monkeypatch.chdir(folder)
    report = Report()
    game, composed = compile_packs(packs, report)
    if game is not None:
        # Of the small game itself there is nothing to be said here.
        report.diagnostics += [d for d in review(game, composed) if d.span.file.removeprefix("garden/") in case.files]
    texts = {d.span.file: Path(d.span.file).read_text(encoding="utf-8") for d in report.diagnostics}
    return "".join(render(d, texts[d.span.file]) + "\n\n" for d in report.sorted()).rstrip("\n") + "\n"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_messages(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    case = read_case(path)
    found = messages(case, tmp_path, monkeypatch)
    if os.environ.get("DUEL_DSL_REGENERATE"):
        files = "".join(f"--- {name}\n{text}" for name, text in case.files.items())
        path.write_text(f"{case.about}{files}--- says\n{found}", encoding="utf-8")
    else:
        assert found == case.says


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_style_of_messages(path: Path) -> None:
    """Lower case, no full stop, no word of the implementation; advice stands on its own line."""
    for code, message in re.findall(r"^(?:error|warning)\[(.+?)\]: (.*)$", read_case(path).says, re.MULTILINE):
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", code)
        own_words = re.sub(r"`[^`]*`", "", message)
        assert own_words == own_words.lower()
        assert not message.endswith(".")
        assert not re.search(r"\b(token|terminal|node|parser|none?type|str|int|span|ast)\b", own_words)


def test_every_code_has_a_case() -> None:
    written = "".join(path.read_text(encoding="utf-8") for path in ENGINE.rglob("*.py"))
    codes = set(re.findall(r"(?:error|warning|Explanation)\(\s*\"([a-z]+(?:-[a-z]+)*)\"", written))
    shown = {code for path in CASES for code in re.findall(r"\[([a-z-]+)\]:", read_case(path).says)}
    assert sorted(codes - shown - OF_FILES) == []


def test_the_game_under_the_cases_is_valid(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert messages(Case("", {}, ""), tmp_path, monkeypatch) == "\n"
