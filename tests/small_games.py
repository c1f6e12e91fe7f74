"""The text of small games, and what tests read from them; `small` and `written` in conftest.py load the games."""

from __future__ import annotations

from duel_dsl.interpreter import Position

PIECES = """
piece "One"
    worth: 1
piece "Two"
    worth: 2
piece "Three"
    worth: 3
piece "Four"
    worth: 4
"""

# A game around a body: pieces 1 to 4 on a pile, a hand and a number per player, a trace of what happened.
FRAME = """
kind piece
    worth: number = 0
    event on_play
    state mark: number = 0

player
    hand: set of piece, public, active
    chips: number = 5, stops at 0

table
    pile: set of piece, public = piece
    away: set of piece, public
    trace: number = 0

score
    worth: sum(c.worth for c in hand)
    chips: chips
    marked: sum(c.mark for c in pile + away)

rank by total "most points", then chips "most chips"

procedure note(n: number)
    trace = trace * 10 + n

"""

EVERYTHING_IS_USED = """
procedure unused_here
    for c in pile:
        run c.on_play for first
        note(1)
        c.mark = 0
"""


def trace(position: Position) -> int:
    """The numbers that a small game has noted, as digits in their order."""
    found = position.read("trace")
    assert isinstance(found, int)
    return found


def with_header(text: str, players: str = "2") -> str:
    """The rules of a small game; a header is added where they have none."""
    return text if "pack small" in text else f'pack small\n    title: "Small"\n    players: {players}\n\n{text}'


def around(play: str, more: str = "") -> str:
    """The rules of a small game around a body for `play`, with more declarations behind it."""
    lines = "".join(f"    {line}\n" for line in play.strip("\n").split("\n"))
    return f"{FRAME}procedure play\n{lines}{more}{EVERYTHING_IS_USED}"
