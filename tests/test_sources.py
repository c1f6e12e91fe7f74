"""Folders and files as they come: what cannot be read is reported with the file's name, and nothing outside is read."""

import os
from pathlib import Path

import pytest

from duel_dsl.dsl import InvalidPack, Report, compile_packs, describe
from duel_dsl.dsl.reading import sources
from duel_dsl.dsl.reading.sources import bases, content_stamp, find_folder, installed_packs, is_pack, read_sources

BASE = Path(__file__).parent / "diagnostics" / "base"


@pytest.fixture
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the small valid game; the current folder is the one it lies in."""
    folder = tmp_path / "garden"
    folder.mkdir()
    for path in BASE.iterdir():
        (folder / path.name).write_bytes(path.read_bytes())
    monkeypatch.chdir(tmp_path)
    return folder


def codes(*packs: str) -> list[tuple[str, str]]:
    report = Report()
    compile_packs(list(packs), report)
    return [(d.code, d.span.file) for d in report.sorted()]


def test_valid(garden: Path) -> None:
    assert codes("garden") == []
    assert codes(str(garden)) == []
    assert describe(["garden"]).name == "garden"


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_line_ends_of_other_systems(garden: Path, ends: str) -> None:
    for path in garden.iterdir():
        path.write_bytes(path.read_bytes().replace(b"\n", ends.encode()))
    assert codes("garden") == []


def test_mark_of_byte_order(garden: Path) -> None:
    for path in garden.iterdir():
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert codes("garden") == []


def test_empty_files(garden: Path) -> None:
    (garden / "empty.cards").write_bytes(b"")
    (garden / "blank.rules").write_bytes(b"\n  \n\n# nothing\n")
    assert codes("garden") == []


def test_not_utf8(garden: Path) -> None:
    (garden / "more.cards").write_bytes('plant "Röschen"'.encode("latin-1"))
    assert codes("garden") == [("not-text", "garden/more.cards")]


def test_control_characters(garden: Path) -> None:
    (garden / "more.cards").write_bytes(b'plant "Tulip"\n    color: red\0\n')
    assert codes("garden") == [("not-text", "garden/more.cards")]


def test_characters_that_cannot_be_seen(garden: Path) -> None:
    for odd in "\u200b\u202e\u2066\x85":
        (garden / "more.cards").write_text(f'plant "Tu{odd}lip"\n    color: red\n', encoding="utf-8")
        assert codes("garden") == [("not-text", "garden/more.cards")]


def test_too_large(garden: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (garden / "more.cards").write_text("# long\n" * 60_000)
    assert codes("garden") == [("too-large", "garden/more.cards")]
    monkeypatch.setattr(sources, "MOST_BYTES", 100_000)
    assert codes("garden")[0] == ("too-large", "garden/more.cards")
    monkeypatch.setattr(sources, "MOST_FILES", 2)
    assert ("too-large", "garden") in codes("garden")


def test_folder_that_holds_too_much(garden: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_ENTRIES", 10)
    assert codes("garden") == []
    for number in range(10):
        (garden / f"note {number}.txt").touch()
    assert ("too-large", "garden") in codes("garden")


def test_hidden_files_are_not_looked_at(garden: Path) -> None:
    (garden / ".git").mkdir()
    (garden / ".git" / "old.cards").write_text("no card\n")
    (garden / ".#plants.cards").symlink_to("somebody@somewhere")
    assert codes("garden") == []


def test_link_out_of_the_folder(garden: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.cards").write_text('plant "Tulip"\n    color: red\n')
    (garden / "link.cards").symlink_to(tmp_path / "secret.cards")
    assert codes("garden") == [("outside-pack", "garden/link.cards")]


def test_link_that_leads_nowhere_or_in_a_circle(garden: Path) -> None:
    (garden / "gone.cards").symlink_to(garden / "missing.cards")
    (garden / "round.cards").symlink_to(garden / "round.cards")
    assert codes("garden") == [("unreadable", "garden/gone.cards"), ("unreadable", "garden/round.cards")]


def test_something_that_is_no_file(garden: Path) -> None:
    os.mkfifo(garden / "pipe.cards")
    (garden / "folder.cards").mkdir()
    assert codes("garden") == [("unreadable", "garden/pipe.cards")]


def test_file_that_vanishes(garden: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(path: Path) -> str:
        raise FileNotFoundError(2, "No such file or directory", str(path))

    monkeypatch.setattr(sources, "_decoded", gone)
    report = Report()
    assert read_sources(garden, report) == []
    assert {d.code for d in report.diagnostics} == {"unreadable"}


def test_names_of_packs(garden: Path, tmp_path: Path) -> None:
    assert "duel" in installed_packs()
    assert is_pack(garden)
    assert not is_pack(tmp_path)
    for name in ("", "no such", "../garden/nope", "a\0b", "x" * 5_000):
        assert find_folder(name) is None
    with pytest.raises(InvalidPack, match="there is no pack `dule`"):
        describe(["dule"])


def test_bases_of_a_header(tmp_path: Path) -> None:
    header = 'pack more\n    title: "garden"\n    extends: one,  # first\n        two\n'
    (tmp_path / "pack.rules").write_text(header)
    assert bases(tmp_path) == {"one", "two"}


def test_stamp_follows_the_content(garden: Path, tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (more / "pack.rules").write_text('pack more\n    title: "More"\n    extends: garden\n')
    before = content_stamp(["more"])
    assert before is not None
    assert before == content_stamp(["more"])
    with (garden / "plants.cards").open("a") as file:
        file.write("# a word\n")
    assert content_stamp(["more"]) != before
    assert content_stamp(["nope"]) is None
