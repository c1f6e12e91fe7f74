"""Folders to text: finds the folder of a pack and reads its files, without parsing them.

A pack is a folder with a `pack` header in one of its files. Files are read from the folder only: links that lead
out of it are refused, and there are limits on how much is read.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from pathlib import Path

from attrs import field, frozen

from ..diagnostic import Report, Span
from .lines import words

LIBRARY = Path(__file__).parent.parent.parent / "cards"
ENDINGS = (".rules", ".cards")
# The folder of a pack that holds nothing but scenarios: to play a game it is not read.
SCENARIOS = "scenarios"
MOST_FILES = 1_000
# What else may lie in a pack's folder: a wrong path can lead to the whole disk.
MOST_ENTRIES = 20_000
MOST_BYTES = 3_000_000
# The header and everything indented below it.
_HEADER = re.compile(r"^pack\b[^\n]*\n((?:[ \t]+[^\n]*\n|[ \t]*#[^\n]*\n|[ \t]*\n)*)", re.MULTILINE)
_EXTENDS = re.compile(r"^[ \t]+extends:((?:[^\n#]*,[ \t]*(?:#[^\n]*)?\n)*[^\n#]*)", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


@frozen
class Source:
    """One file of a pack as text."""

    file: str
    text: str = field(repr=False)


def installed_packs() -> list[str]:
    """The names of the packs that come with the program."""
    return packs_in(LIBRARY)


def packs_in(folder: Path) -> list[str]:
    """The names of the packs in a folder."""
    try:
        return sorted(path.name for path in folder.iterdir() if path.is_dir() and is_pack(path))
    except OSError:
        return []


def is_pack(folder: Path) -> bool:
    """Whether a folder has a file with a pack's header."""
    try:
        files = [path for path in sorted(folder.iterdir()) if path.suffix in ENDINGS and path.is_file()]
        return any(_HEADER.search(_decoded(path) + "\n") for path in files)
    except (OSError, UnicodeDecodeError):
        return False


def bases(folder: Path) -> set[str]:
    """The names of the packs that a pack builds on, as its header lists them."""
    texts = [source.text + "\n" for source in read_sources(folder, Report())]
    headers = [header for text in texts for header in _HEADER.findall(text)]
    lists = [found for header in headers for found in _EXTENDS.findall(header)]
    return {name for found in lists for line in found.split("\n") for name in _NAME.findall(line.split("#")[0])}


def find_folder(name: str, beside: Path | None = None) -> Path | None:
    """The folder that a pack's name or path stands for: a path, beside another pack, or in the library."""
    if not name or "\0" in name:
        return None
    if _is_folder(Path(name)):
        return Path(name)
    if any(mark in name for mark in "/\\"):
        return None
    places = [beside / name] if beside else []
    return next((place for place in (*places, LIBRARY / name) if _is_folder(place)), None)


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False


def read_sources(folder: Path, report: Report, scenarios: bool = True) -> list[Source]:
    """The text files of a pack's folder in a fixed order, with or without those of its scenarios."""
    paths = _files_below(folder, report, scenarios)
    sources: list[Source] = []
    total = 0
    for path in sorted(paths):
        span = Span(shown(path), 1, 1, 2)
        try:
            if not path.resolve().is_relative_to(folder.resolve()):
                report.error("outside-pack", "this file leads out of the pack's folder", span)
                continue
            if path.is_dir():
                continue
            if not path.is_file():
                report.error("unreadable", "this is not a file that can be read", span)
                continue
            total += path.stat().st_size
            if total > MOST_BYTES:
                report.error("too-large", f"a pack may have {MOST_BYTES:,} bytes", span)
                break
            sources.append(Source(shown(path), _decoded(path)))
        except UnicodeDecodeError:
            report.error("not-text", "this file is not UTF-8 text", span, "save it as UTF-8 in your editor")
            # Names that are declared in it are not missing.
            report.broken |= words(path.read_bytes().decode("utf-8", "replace").split("\n"))
        except (OSError, RuntimeError) as failure:
            reason = getattr(failure, "strerror", None) or "it leads in a circle"
            report.error("unreadable", f"this file cannot be read: {reason.lower()}", span)
    return sources


def _files_below(folder: Path, report: Report, scenarios: bool) -> list[Path]:
    """The paths in a pack's folder that end like files of a pack; what is hidden is not looked at."""
    here = Span(shown(folder), 1, 1, 2)
    paths: list[Path] = []
    entries = 0
    for place, folders, files in os.walk(folder):
        entries += len(folders) + len(files)
        if entries > MOST_ENTRIES:
            report.error("too-large", f"a pack's folder may hold {MOST_ENTRIES:,} files and folders", here)
            return []
        seen = [name for name in (*folders, *files) if not name.startswith(".")]
        paths += (Path(place, name) for name in seen if name.endswith(ENDINGS))
        if len(paths) > MOST_FILES:
            report.error("too-large", f"a pack may have {MOST_FILES:,} files", here)
            return []
        left_out = SCENARIOS if not scenarios and place == str(folder) else ""
        folders[:] = [name for name in folders if name in seen and name != left_out]
    return paths


def _decoded(path: Path) -> str:
    """The text of a file, whichever line ends and mark of byte order its editor wrote."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def shown(path: Path) -> str:
    """A path as messages show it: from the current folder where it lies below it."""
    try:
        return str(path.relative_to(os.getcwd()))
    except (ValueError, OSError):
        return str(path)


def contents(names: Iterable[str], scenarios: bool = True) -> list[Source] | None:
    """All files of the named packs and of those they build on, without parsing; None where one cannot be read.

    Every word of a header is taken for a pack it may build on: a few files too many do no harm to a stamp.
    """
    found: dict[Path, list[Source]] = {}
    waiting: list[tuple[str, Path | None]] = [(name, None) for name in names]
    while waiting:
        name, beside = waiting.pop()
        folder = find_folder(name, beside)
        if folder is None:
            if beside is None:
                return None
            continue
        if folder in found:
            continue
        report = Report()
        found[folder] = read_sources(folder, report, scenarios)
        if report.failed:
            return None
        for source in found[folder]:
            for header in _HEADER.findall(source.text + "\n"):
                waiting.extend((word, folder.parent) for word in sorted(set(_NAME.findall(header))))
    return [source for folder in sorted(found) for source in found[folder]]


def content_stamp(names: Iterable[str], scenarios: bool = True) -> str | None:
    """A name for exactly the content of these packs and those they build on; None where they cannot be read."""
    named = list(names)
    sources = contents(named, scenarios)
    if sources is None:
        return None
    digest = hashlib.sha256(f"{scenarios} {'+'.join(named)}".encode("utf-8", "surrogateescape"))
    for source in sources:
        digest.update(f"\0{source.file}\0{len(source.text)}\0{source.text}".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:32]
