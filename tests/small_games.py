"""What tests of small written games read from them; `small` in conftest.py writes the games."""

from __future__ import annotations

from duel_dsl.interpreter import Position


def trace(position: Position) -> int:
    """The numbers that a small game has noted, as digits in their order."""
    found = position.read("trace")
    assert isinstance(found, int)
    return found
