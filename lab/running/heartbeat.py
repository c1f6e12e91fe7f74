"""Signs of life of a long game: now and then it tells how far it is, to whoever listens in this process.

Nobody listens unless a block says so, and what is told changes nothing of what is played.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

from attrs import define, field

# Told the number of a game and how many decisions there have been in it.
Listener = Callable[[int, int], None]
# How long a game is silent at first and then again, in seconds.
PAUSE = 0.5

_listeners: list[Listener] = []


@contextmanager
def heard_by(listener: Listener | None) -> Generator[None, None, None]:
    """Lets somebody listen to the games that are played within the block."""
    if listener is None:
        yield
        return
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


@define
class Heartbeat:
    """The signs of life of one game."""

    game: int
    _last: float = field(factory=time.monotonic)

    def beat(self, decisions: int) -> None:
        """Tells that there have been so many decisions, if nothing was told for a while."""
        now = time.monotonic()
        if _listeners and now - self._last >= PAUSE:
            self._last = now
            _listeners[-1](self.game, decisions)
