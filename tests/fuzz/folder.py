"""A pack's folder for a text, in memory where the system has a folder for that."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

from seeds import garden

MEMORY = Path("/dev/shm")


def in_folder(text: str) -> Path:
    """A folder whose only file has this text; the next text replaces it. The garden lies beside it."""
    folder = _folder(os.getpid())
    (folder / "game.rules").write_bytes(text.encode("utf-8", "surrogatepass"))
    return folder


@cache
def place_of_all() -> Path:
    """Where all folders lie. Made before the processes, it outlives those that are killed and goes at the end."""
    place = tempfile.mkdtemp(prefix="fuzz-", dir=MEMORY if os.access(MEMORY, os.W_OK) else None)
    atexit.register(shutil.rmtree, place, ignore_errors=True)
    return Path(place)


@cache
def _folder(process: int) -> Path:
    place = place_of_all() / str(process)
    folder = place / "small"
    folder.mkdir(parents=True)
    # For packs that build on another one.
    (place / "garden").mkdir()
    (place / "garden" / "game.rules").write_text(garden(), encoding="utf-8")
    return folder
