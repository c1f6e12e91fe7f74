"""What went round: the error for a decision that does not come to an end, from the names of what was at work."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import RunawayChain
from ..program.model import Program

MOST_NAMED = 8


def runaway(program: Program, called: Sequence[str], what: str) -> RunawayChain:
    """The error that names what was at work, outermost first, and points at the place in the text of the last of it."""
    asks = {f"options_{ask.id}": ask for ask in program.asks}
    routines = {routine.name: routine for routine in program.routines}
    functions = {function.name: function for function in program.functions}
    titles = [routines[name].title for name in called if name in routines]
    chain = " -> ".join(list(dict.fromkeys(titles))[-MOST_NAMED:]) or "the rules"
    origins = [found.origin for name in called if (found := (asks | routines | functions).get(name)) is not None]
    span = next((origin.span for origin in reversed(origins) if origin.span.file), None)
    return RunawayChain(f"{what or 'this does not come to an end'}: {chain}", span)
