"""What can go wrong with a running game: one family of exceptions, each with a message for people."""

from __future__ import annotations

from ..dsl.diagnostic import Span


class GameError(Exception):
    """Something that a caller or a pack did wrong; `span` is the place in the text where there is one."""

    def __init__(self, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.span = span


class BadSetup(GameError):
    """A game that cannot start like this: number of players, switches, packs."""


class IllegalOption(GameError):
    """An option that is not on offer in this position."""


class BadSave(GameError):
    """A saved position that cannot be read, or that belongs to other rules."""


class RunawayChain(GameError):
    """A decision whose consequences do not come to an end; the position is as it was before it."""


class BrokenInvariant(GameError):
    """A game in which an invariant does not hold any more; `span` is where the text says it."""


class BadLog(GameError):
    """A log that cannot be written or read, or that belongs to other rules."""
