"""Where things that can be worked out again are kept, and when they are out of date.

The cache is a folder of the user's own; every file in it is named after the content it was made from, written
to a temporary name and then renamed, so that two processes cannot disturb each other and deleting is safe.
"""

from __future__ import annotations

import gc
import hashlib
import os
import pickle
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
# What we write into the folder. Anything else in it is somebody's own, should they have named such a folder.
PART, LONGEST_WRITE = "part-", 3600
OURS = re.compile(rf"{PART}\w+|[a-z]+-[0-9a-f]{{16}}(-[0-9a-f]{{32}}|\.lark)")


def cache_folder() -> Path | None:
    """The folder for cached files, or None where there is none to be had or it is switched off."""
    choice = os.environ.get("DUEL_DSL_CACHE")
    if choice == "off":
        return None
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    folder = Path(choice) if choice else Path(base) / "duel-dsl"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        owner = folder.stat()
    except OSError:
        return None
    # A pickle is only read from a folder nobody else can write to.
    if hasattr(os, "getuid") and (owner.st_uid != os.getuid() or owner.st_mode & 0o022):
        return None
    return folder


@lru_cache
def stamp_of(*folders: str) -> str:
    """Changes whenever the modules in these folders of the engine, the grammar or the version of Python change."""
    digest = hashlib.sha256(sys.version.encode())
    for folder in folders:
        for path in sorted(_modules(os.path.join(ROOT, folder))):
            status = os.stat(path)
            digest.update(f"{path[len(str(ROOT)) :]} {status.st_size} {status.st_mtime_ns}".encode())
    grammar = (ROOT / "grammar.lark").stat()
    digest.update(f"{grammar.st_size} {grammar.st_mtime_ns}".encode())
    return digest.hexdigest()[:16]


def _modules(folder: str) -> Iterator[str]:
    """The modules in a folder and below; every start asks for them, and plain paths take a tenth of the time."""
    for place, _, names in os.walk(folder):
        yield from (os.path.join(place, name) for name in names if name.endswith(".py"))


def read(name: str) -> Any:
    """What was stored under this name, or None."""
    folder = cache_folder()
    if folder is None:
        return None
    # Thousands of objects come at once, and none of them is garbage: nobody need look for some meanwhile.
    looks = gc.isenabled()
    gc.disable()
    try:
        return pickle.loads((folder / name).read_bytes())
    except Exception:  # a damaged or foreign file is as good as none
        return None
    finally:
        if looks:
            gc.enable()


def write(name: str, value: Any) -> None:
    """Stores a value; failing to is no harm."""
    folder = cache_folder()
    if folder is None:
        return
    try:
        handle, temporary = tempfile.mkstemp(prefix=PART, dir=folder)
        try:
            with os.fdopen(handle, "wb") as file:
                pickle.dump(value, file, protocol=pickle.HIGHEST_PROTOCOL)
            os.replace(temporary, folder / name)
        finally:
            Path(temporary).unlink(missing_ok=True)
        _drop_old(folder)
    except (OSError, pickle.PicklingError):
        return


def _drop_old(folder: Path, most: int = 60) -> None:
    ours = [path for path in folder.iterdir() if OURS.fullmatch(path.name)]
    whole = [path for path in ours if not path.name.startswith(PART)]
    # What processes have left that were killed while they wrote.
    left = [path for path in ours if path not in whole and time.time() - path.stat().st_mtime > LONGEST_WRITE]
    for path in left + sorted(whole, key=lambda path: path.stat().st_mtime, reverse=True)[most:]:
        path.unlink(missing_ok=True)
