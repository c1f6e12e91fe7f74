"""From a checked game description to a running game: lower to a program, write Python, play positions.

from . import load
game = load("my_game")
"""

from __future__ import annotations

from ..dsl.diagnostic import Diagnostic, InvalidPack
from .errors import BadSave, BadSetup, GameError, IllegalOption, RunawayChain
from .playing.game import Game, load
from .playing.position import Option, Position
from .playing.result import Result
from .playing.view import Slot, Unknown, View, Zone
from .runtime.chance import Chance

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
