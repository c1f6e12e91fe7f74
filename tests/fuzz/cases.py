"""One case: an input for one entry point, kept as a small text file, and run within limits of time and memory."""

from __future__ import annotations

import resource
import signal
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType, TracebackType

from attrs import evolve, frozen

SECONDS, MEGABYTES = 5.0, 500
ROOT = Path(__file__).parent.parent.parent
HERE = Path(__file__).parent


class TooSlow(BaseException):
    """A case took more time than it may. Nothing that catches `Exception` must catch this."""


@frozen
class Case:
    """What one entry point is given: a text, and a number for everything that is left to chance. `known` names the
    issue of a finding that is not mended yet."""

    entry: str
    number: int
    text: str
    known: str = ""

    def with_text(self, text: str) -> Case:
        """The same case with another text."""
        return evolve(self, text=text)

    def written(self) -> bytes:
        """The case as a file; also characters that no file of text can hold."""
        known = f" {self.known}" if self.known else ""
        return f"{self.entry} {self.number}{known}\n{self.text}".encode("utf-8", "surrogatepass")


def read_case(path: Path) -> Case:
    """The case in a file."""
    head, _, text = path.read_bytes().decode("utf-8", "surrogatepass").partition("\n")
    entry, number, *known = head.split(" ", 2)
    return Case(entry, int(number), text, "".join(known))


@frozen
class Finding:
    """What went wrong: the kind of failure and the place in the program, by which findings are told apart, and all that
    is known about it."""

    failure: str
    place: str
    story: str

    @classmethod
    def of(cls, failure: BaseException) -> Finding:
        """What an exception says about where it comes from."""
        story = "".join(traceback.format_exception(failure, limit=-12)).encode("utf-8", "replace").decode("utf-8")
        # What goes on and on can be ended anywhere: what counts is what was called.
        anywhere = isinstance(failure, TooSlow | MemoryError | RecursionError)
        return cls(type(failure).__name__, _place(failure.__traceback__, anywhere), story[-6_000:])


def _place(trace: TracebackType | None, outermost: bool) -> str:
    """The innermost line of the engine, or of the entry point that found something wrong; or the outermost function."""
    place = ""
    while trace is not None:
        file = trace.tb_frame.f_code.co_filename
        if file.startswith("<rules"):
            place = f"generated {trace.tb_frame.f_code.co_name}"
        elif ".venv" not in file and Path(file).is_relative_to(ROOT):
            place = f"{Path(file).relative_to(ROOT)}:{trace.tb_lineno}"
            if outermost and not Path(file).is_relative_to(HERE):
                return f"{Path(file).relative_to(ROOT)} {trace.tb_frame.f_code.co_name}"
        trace = trace.tb_next
    return place


@contextmanager
def limits(seconds: float = SECONDS, megabytes: int = MEGABYTES) -> Iterator[None]:
    """Ends what is done inside with TooSlow or MemoryError, where it takes too much of this process."""

    def over(number: int, frame: FrameType | None) -> None:
        raise TooSlow(f"more than {seconds:g} seconds")

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    before = signal.signal(signal.SIGPROF, over)
    # Time of the processor, so that a busy machine makes no findings; again and again, should one be swallowed.
    signal.setitimer(signal.ITIMER_PROF, seconds, 1.0)
    used = _used_bytes()
    if used:
        most = used + megabytes * 2**20
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def _used_bytes() -> int:
    """The address space of this process, or 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except (OSError, ValueError):
        return 0


def tried(case: Case, seconds: float = SECONDS) -> Finding | None:
    """Runs a case; what went wrong, or None."""
    from entries import ENTRIES

    sys.setrecursionlimit(1_000)
    try:
        with limits(seconds):
            ENTRIES[case.entry].run(case)
    except KeyboardInterrupt:
        raise
    except BaseException as failure:
        return Finding.of(failure)
    return None
