"""Files that are being written: each lies beside the one whose place it takes when it is whole."""

from __future__ import annotations

import glob
import os
from contextlib import suppress
from pathlib import Path

ENDING = ".part"


def unfinished(path: Path) -> Path:
    """Where a file is written until it is whole. What was left there by processes that were killed is taken away."""
    with suppress(OSError, ValueError):
        for other in path.parent.glob(f"{glob.escape(path.name)}.*{ENDING}"):
            process = other.name[len(path.name) + 1 : -len(ENDING)]
            if process.isdecimal() and not _running(int(process)):
                other.unlink(missing_ok=True)
    return path.parent / f"{path.name}.{os.getpid()}{ENDING}"


def _running(process: int) -> bool:
    """Whether there is such a process, or may be."""
    if os.name != "posix":
        # There is no way to ask that does no harm.
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return True
