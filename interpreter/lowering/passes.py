"""Description to program, all the way: `lowered(description)` does one pass after the other."""

from __future__ import annotations

from ...dsl.model import Game
from ..program.model import Program
from .confiding import confiding
from .counting import counted
from .fitting import fitted
from .framing import framed
from .hiding import hiding
from .inlining import inlined
from .lower import lower


def lowered(description: Game) -> Program:
    """The program of a description, complete."""
    return confiding(framed(counted(hiding(fitted(inlined(lower(description)))))))
