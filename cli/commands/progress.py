"""A progress bar on the error stream, where a person looks at it: how much is done, how fast, how long it will take."""

from __future__ import annotations

import math
import shutil
import sys
import time

from attrs import define, field

from ...lab.running.heartbeat import PAUSE
from ..terminal import show_status

WIDTH = 30
LEAST_PAUSE = 0.1
# For so long it is shown how far a game is, in seconds: a bit longer than games are silent.
NEWS = 2 * PAUSE


@define
class Progress:
    """The bar of one task; in a pipe or file it shows nothing."""

    whole: int
    unit: str
    done: int = 0
    began: float = field(factory=time.monotonic)
    _shown: float = 0.0
    _drawn: bool = False
    _heard: tuple[float, str] = (-math.inf, "")

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self.began

    @property
    def speed(self) -> float:
        """How much is done in a second."""
        return self.done / max(self.seconds, 1e-9)

    def hear(self, game: int, decisions: int) -> None:
        """Shows how far a long game is that is being played."""
        self._heard = (time.monotonic(), f"; game {game}: {decisions:,} decisions")
        self.add(0)

    def add(self, count: int) -> None:
        """Moves the bar, but not too often."""
        self.done += count
        now = time.monotonic()
        if sys.stderr.isatty() and now - self._shown >= LEAST_PAUSE:
            self._shown, self._drawn = now, True
            # A line that is too long would be broken, and could not be taken away any more.
            line = self.line()[: shutil.get_terminal_size().columns - 1]
            show_status(line)

    def line(self) -> str:
        """The bar as text."""
        full = self.done * WIDTH // max(1, self.whole)
        line = f"[{'#' * full}{'.' * (WIDTH - full)}] {self.done:,} of {self.whole:,} {self.unit}"
        if self.done:
            line += f", {self.speed:,.1f} a second, {clock((self.whole - self.done) / self.speed)} left"
        when, heard = self._heard
        return line + heard if time.monotonic() - when < NEWS else line

    def clear(self) -> None:
        """Takes the bar away."""
        if self._drawn:
            show_status("")
            self._drawn = False


def clock(seconds: float) -> str:
    """A time as minutes and seconds, with hours where there are some."""
    whole = round(seconds)
    hours, minutes = whole // 3600, whole // 60 % 60
    return f"{hours}:{minutes:02}:{whole % 60:02}" if hours else f"{minutes}:{whole % 60:02}"
