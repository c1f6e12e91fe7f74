"""Folders to packs: `read_packs(names, report)` finds the folders, reads their files and orders them.

A pack is a folder with a `pack` header in one of its files. Files are read from the folder only: links that
lead out of it are refused, and there are limits on how much is read.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from attrs import field, frozen

from . import ast, declared
from .diagnostic import Report, Span, did_you_mean
from .parse import parse

LIBRARY = Path(__file__).parent.parent / "cards"
ENDINGS = (".rules", ".cards")
MOST_FILES = 1_000
MOST_BYTES = 8_000_000


@frozen
class Source:
    """One file of a pack as text."""

    file: str
    text: str = field(repr=False)


@frozen
class Pack:
    """A pack as it was read: its header and all declarations, scenarios included."""

    name: str
    folder: Path
    header: declared.Pack
    extends: tuple[str, ...]
    declarations: tuple[declared.Declaration, ...] = field(repr=False)
    sources: tuple[Source, ...] = field(repr=False)


def installed_packs() -> list[str]:
    """The names of the packs that come with the program."""
    return sorted(p.name for p in LIBRARY.iterdir() if p.is_dir()) if LIBRARY.is_dir() else []


def find_folder(name: str, beside: Path | None = None) -> Path | None:
    """The folder that a pack's name or path stands for: a path, beside another pack, or in the library."""
    path = Path(name)
    if path.is_dir():
        return path
    if any(mark in name for mark in "/\\") or name in ("", ".", ".."):
        return None
    places = [beside] if beside else []
    for place in (*places, LIBRARY):
        if (place / name).is_dir():
            return place / name
    return None


def read_sources(folder: Path, report: Report) -> list[Source]:
    """The text files of a pack's folder in a fixed order."""
    root = folder.resolve()
    paths = sorted(p for p in folder.rglob("*") if p.suffix in ENDINGS)
    if len(paths) > MOST_FILES:
        report.error("too-large", f"a pack may have {MOST_FILES:,} files", Span(str(folder), 1, 1, 2))
        return []
    sources, total = [], 0
    for path in paths:
        span = Span(_shown(path), 1, 1, 2)
        if not path.resolve().is_relative_to(root):
            report.error("outside-pack", "this file leads out of the pack's folder", span)
            continue
        try:
            if not path.is_file():
                continue
            total += path.stat().st_size
            if total > MOST_BYTES:
                report.error("too-large", f"a pack may have {MOST_BYTES:,} bytes", span)
                break
            sources.append(Source(_shown(path), path.read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            report.error("not-text", "this file is not UTF-8 text", span)
        except OSError as failure:
            report.error("unreadable", f"this file cannot be read: {failure.strerror}", span)
    return sources


def _shown(path: Path) -> str:
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)


def content_stamp(sources: list[Source]) -> str:
    """A name for exactly this content."""
    digest = hashlib.sha256()
    for source in sources:
        digest.update(f"{source.file}\0{len(source.text)}\0{source.text}".encode())
    return digest.hexdigest()


def header_of(declarations: list[declared.Declaration]) -> declared.Pack | None:
    """The `pack` header among the declarations."""
    return next((d for d in declarations if isinstance(d, declared.Pack)), None)


def names_in(header: declared.Pack, key: str) -> tuple[str, ...]:
    """The names listed under a key of the header."""
    for setting in header.settings:
        if setting.key.text == key:
            return tuple(i.id for i in setting.items if isinstance(i, ast.Name))
    return ()


def read_pack(folder: Path, report: Report) -> Pack | None:
    """Reads one folder; None where it has no usable header."""
    sources = read_sources(folder, report)
    declarations = [d for source in sources for d in parse(source.file, source.text, report)]
    header = header_of(declarations)
    if header is None:
        if not report.failed:
            place = Span(sources[0].file if sources else _shown(folder), 1, 1, 2)
            help = "begin one of its files with `pack name` and a `title:`"
            report.error("no-pack-header", f"the folder `{folder.name}` has no pack header", place, help)
        return None
    for other in declarations:
        if isinstance(other, declared.Pack) and other is not header:
            report.error("duplicate", "a pack has one header", other.name.span, also=header.name.span)
    extends = names_in(header, "extends")
    return Pack(header.name.text, folder, header, extends, tuple(declarations), tuple(sources))


def read_packs(names: list[str], report: Report) -> list[Pack]:
    """Reads the named packs and those they build on; a pack comes after everything it builds on."""
    found: dict[str, Pack] = {}
    order: list[Pack] = []

    def visit(name: str, beside: Path | None, span: Span, trail: tuple[str, ...]) -> str | None:
        folder = find_folder(name, beside)
        if folder is None:
            help = did_you_mean(name, installed_packs()) or f"there are: {', '.join(installed_packs())}"
            report.error("unknown-pack", f"there is no pack `{name}`", span, help)
            return None
        key = str(folder.resolve())
        if key in trail:
            report.error("pack-cycle", f"`{name}` builds on itself", span)
            return None
        if key in found:
            return found[key].name
        pack = read_pack(folder, report)
        if pack is None:
            return None
        for base in pack.extends:
            visit(base, folder.parent, pack.header.name.span, (*trail, key))
        same = next((p for p in order if p.name == pack.name), None)
        if same is not None:
            message = f"two packs are called `{pack.name}`"
            report.error("duplicate", message, pack.header.name.span, also=same.header.name.span)
            return None
        found[key] = pack
        order.append(pack)
        return pack.name

    for name in names:
        visit(name, None, Span(name, 1, 1, 2), ())
    return _by_what_they_build_on(order)


def _by_what_they_build_on(packs: list[Pack]) -> list[Pack]:
    """Packs in an order that follows from what they build on and, beside that, from their names alone."""
    left, ordered, done = sorted(packs, key=lambda p: p.name), list[Pack](), set[str]()
    known = {p.name for p in packs}
    while left:
        ready = next((p for p in left if all(b in done or b not in known for b in p.extends)), left[0])
        left.remove(ready)
        ordered.append(ready)
        done.add(ready.name)
    return ordered
