"""Text to packs: `read_packs(names, report)` parses the files of packs and puts the packs in order."""

from __future__ import annotations

from pathlib import Path

from attrs import field, frozen

from ..diagnostic import Report, Span, did_you_mean
from . import ast, declared, examples
from .parse import parse
from .sources import SCENARIOS, Source, find_folder, installed_packs, packs_in, read_sources, shown

# The procedure that a game begins with.
START = "play"


@frozen
class Pack:
    """A pack as it was read: its header and all declarations, scenarios included."""

    name: str
    folder: Path
    header: declared.Pack
    extends: tuple[str, ...]
    declarations: tuple[declared.Declaration, ...] = field(repr=False)
    sources: tuple[Source, ...] = field(repr=False)


def read_packs(names: list[str], report: Report, scenarios: bool = True) -> list[Pack]:
    """Reads the named packs and those they build on; a pack comes after everything it builds on.

    There are none where one is missing that another builds on: without it, every word of the other would seem wrong.
    """
    reading = _Reading(report, scenarios)
    for name in names:
        reading.visit(name, None, Span(name, 1, 1, 2), ())
    if not reading.complete or _several_games(reading.packs, report):
        return []
    return in_order(reading.packs)


def _several_games(packs: list[Pack], report: Report) -> bool:
    """Whether two packs say how to play from the beginning, neither knowing the other; one message says it all."""
    games = [p for p in packs if not p.extends and any(_is_start(d) for d in p.declarations)]
    for other in games[1:]:
        message = f"`{games[0].name}` and `{other.name}` are two games, they cannot be played together"
        report.error("duplicate", message, other.header.name.span, also=games[0].header.name.span)
    return len(games) > 1


def _is_start(declaration: declared.Declaration) -> bool:
    return isinstance(declaration, declared.Procedure) and declaration.name.text == START


class _Reading:
    """The packs read so far, each folder once."""

    def __init__(self, report: Report, scenarios: bool) -> None:
        self.packs: list[Pack] = []
        self.complete = True
        self._report = report
        self._scenarios = scenarios
        self._done: set[Path] = set()

    def visit(self, name: str, beside: Path | None, span: Span, trail: tuple[Path, ...]) -> None:
        """Reads a pack after those it builds on; `trail` are the packs that led here."""
        folder = find_folder(name, beside)
        if folder is None:
            known = [*installed_packs(), *(packs_in(beside) if beside else ())]
            help = did_you_mean(name, known) or f"there are: {', '.join(f'`{pack}`' for pack in known)}"
            self._report.error("unknown-pack", f"there is no pack `{name}`", span, help)
            self.complete = False
            return
        key = folder.resolve()
        if key in trail:
            way = " -> ".join(f"`{step.name}`" for step in (*trail[trail.index(key) :], key))
            self._report.error("pack-cycle", f"a pack cannot build on itself: {way}", span)
            self.complete = False
            return
        if key in self._done:
            return
        self._done.add(key)
        pack = _read_pack(folder, self._report, self._scenarios)
        if pack is None:
            return
        for base in _bases(pack.header):
            self.visit(base.id, folder.parent, base.span, (*trail, key))
        same = next((other for other in self.packs if other.name == pack.name), None)
        if same is not None:
            message = f"two packs are called `{pack.name}`"
            self._report.error("duplicate", message, pack.header.name.span, also=same.header.name.span)
            return
        self.packs.append(pack)


def _read_pack(folder: Path, report: Report, scenarios: bool) -> Pack | None:
    """Reads one folder; None where it has no usable header."""
    before = len(report.diagnostics)
    sources = read_sources(folder, report, scenarios)
    unreadable = len(report.diagnostics) > before
    declarations = [d for source in sources for d in parse(source.file, source.text, report)]
    for declaration in declarations:
        inside = shown(folder / SCENARIOS) in map(str, Path(declaration.span.file).parents)
        if inside and not isinstance(declaration, examples.Scenario):
            message = f"the folder `{SCENARIOS}` holds nothing but scenarios, because games are played without it"
            report.error("misplaced", message, declaration.span, "put this into a file beside the folder")
    headers = [d for d in declarations if isinstance(d, declared.Pack)]
    if not headers:
        # A header that could not be read is reported already.
        if not unreadable and "pack" not in report.broken:
            place = Span(sources[0].file if sources else shown(folder), 1, 1, 2)
            help = "begin one of its files with `pack` and a name, and `title:` below it"
            report.error("no-pack-header", f"the folder `{folder.name}` has no pack header", place, help)
        return None
    for other in headers[1:]:
        report.error("duplicate", "a pack has one header", other.name.span, also=headers[0].name.span)
    for setting in headers[0].settings:
        for item in setting.items:
            if setting.key.text == "extends" and not isinstance(item, ast.Name):
                report.error("wrong-type", "expected the name of a pack", item.span)
    extends = tuple(base.id for base in _bases(headers[0]))
    return Pack(headers[0].name.text, folder, headers[0], extends, tuple(declarations), tuple(sources))


def _bases(header: declared.Pack) -> list[ast.Name]:
    """The packs that a header names under `extends`."""
    settings = [setting for setting in header.settings if setting.key.text == "extends"]
    return [item for setting in settings for item in setting.items if isinstance(item, ast.Name)]


def in_order(packs: list[Pack]) -> list[Pack]:
    """Packs in an order that follows from what they build on and, beside that, from their names alone."""
    left, ordered, done = sorted(packs, key=lambda p: p.name), list[Pack](), set[str]()
    known = {p.name for p in packs}
    while left:
        ready = next((p for p in left if all(b in done or b not in known for b in p.extends)), left[0])
        left.remove(ready)
        ordered.append(ready)
        done.add(ready.name)
    return ordered
