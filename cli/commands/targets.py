"""What a path on the command line means: packs to be taken together, and the files that were asked for.

A path is a pack's folder, a folder of packs, a file of a pack, or names of packs joined by `+`.
"""

from __future__ import annotations

from pathlib import Path

import click
from attrs import frozen

from ...dsl.diagnostic import did_you_mean
from ...dsl.reading.sources import ENDINGS, bases, find_folder, installed_packs, is_pack


@frozen
class Target:
    """Packs that make one game; `file` is the one file that was asked for, or None for all."""

    packs: tuple[str, ...]
    file: Path | None = None


def find_targets(paths: tuple[str, ...]) -> list[Target]:
    """All games that the paths speak of, each once; raises a usage error where a path leads nowhere."""
    return list(dict.fromkeys(target for path in paths for target in _targets(path)))


def _targets(path: str) -> list[Target]:
    place = Path(path)
    if not path:
        raise click.UsageError(_no_such_pack(path))
    try:
        if place.is_dir():
            return _of_folder(place)
        if place.is_file():
            return [_of_file(place)]
    except (OSError, ValueError) as failure:
        raise click.UsageError(f"`{click.format_filename(path)}` cannot be read: {failure}") from None
    names = tuple(path.split("+"))
    for name in names:
        if find_folder(name) is None:
            raise click.UsageError(_no_such_pack(name))
    return [Target(names)]


def _no_such_pack(name: str) -> str:
    known = installed_packs()
    advice = did_you_mean(name, known) or f"there are: {', '.join(f'`{pack}`' for pack in known)}"
    return f"there is no pack, folder or file `{click.format_filename(name)}`; {advice}"


def _of_file(file: Path) -> Target:
    if file.suffix not in ENDINGS:
        raise click.UsageError(f"`{file}` is no file of a pack; those end in {' or '.join(ENDINGS)}")
    folders = [folder for folder in [file.parent, *file.parent.parents][:4] if is_pack(folder)]
    return Target((str(folders[0] if folders else file.parent),), file.resolve())


def _of_folder(folder: Path) -> list[Target]:
    if is_pack(folder):
        return [Target((str(folder),))]
    packs = {child.name: child for child in sorted(folder.iterdir()) if child.is_dir() and is_pack(child)}
    if packs:
        return [Target((str(pack),)) for pack in packs.values()] + _combinations(packs)
    if any(path.suffix in ENDINGS for path in folder.iterdir()):
        return [Target((str(folder),))]
    raise click.UsageError(f"there is no pack in `{folder}`")


def _combinations(packs: dict[str, Path]) -> list[Target]:
    """Packs that build on the same ground are also taken all together."""
    below = {name: bases(folder) & packs.keys() for name, folder in packs.items()}
    found = []
    for root in sorted(name for name, bases_of in below.items() if not bases_of):
        group = {root}
        while more := {n for n, b in below.items() if n not in group and b and b <= group}:
            group |= more
        # A ground with one pack on it is that pack's own check.
        if len(group) > 2:
            found.append(Target(tuple(str(packs[name]) for name in sorted(group))))
    return found
