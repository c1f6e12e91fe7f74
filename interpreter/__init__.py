"""From a checked game description to a running game: lower to a program, write Python, play positions.

from . import load
game = load("my_game")
"""

from __future__ import annotations

from ..dsl.diagnostic import Diagnostic, InvalidPack
from .errors import BadSave, BadSetup, GameError, IllegalOption, RunawayChain
from .game import Game, load
from .position import Option, Position, Result
from .runtime.chance import Chance
from .view import Slot, Unknown, View, Zone

__all__ = [
    "BadSave",
    "BadSetup",
    "Chance",
    "Diagnostic",
    "Game",
    "GameError",
    "IllegalOption",
    "InvalidPack",
    "Option",
    "Position",
    "Result",
    "RunawayChain",
    "Slot",
    "Unknown",
    "View",
    "Zone",
    "load",
]
