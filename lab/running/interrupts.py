"""Ctrl-C as a wish that is looked at where it does no harm.

An exception out of a signal handler can come anywhere, also between taking a lock and the block that gives it back. So
the handler only notes the wish: who waits for other processes wakes up now and then and looks at it, and files are
written to their end. Only work in this process is broken off at once, since nothing of it is kept.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import TypeVar

from attrs import define

Result = TypeVar("Result")

# How long to wait for others before looking whether Ctrl-C was pressed, in seconds.
PULSE = 0.1


@define
class Interrupts:
    """Whether Ctrl-C was pressed since the block of this was entered; without a block it never was."""

    asked: bool = False
    _breaking_off: bool = False
    _before: object = None

    def __enter__(self) -> Interrupts:
        # Signals are the business of the main thread alone.
        if threading.current_thread() is threading.main_thread():
            self._before = signal.signal(signal.SIGINT, self._ask)
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)  # type: ignore[arg-type]

    def _ask(self, _signal: int, _frame: FrameType | None) -> None:
        self.asked = True
        if self._breaking_off:
            # Once is enough: a second one must not come while the first is on its way.
            self._breaking_off = False
            raise KeyboardInterrupt

    def unless_asked(self, work: Callable[[], Result]) -> Result | None:
        """What the work gives, or None where Ctrl-C was pressed before or in the middle of it."""
        try:
            self._breaking_off = True
            return None if self.asked else work()
        except KeyboardInterrupt:
            if not self.asked:
                raise
            return None
        finally:
            self._breaking_off = False
