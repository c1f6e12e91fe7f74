"""What went round: the error for a decision that does not come to an end, from the names of what was at work."""

from __future__ import annotations

from collections.abc import Sequence

from ...dsl.diagnostic import Span
from ..errors import RunawayChain
from ..program.model import Ask, Program
from ..runtime.price_rows import TooManyPayments

MOST_NAMED = 8


def told(program: Program, failure: BaseException, called: Sequence[str]) -> RunawayChain:
    """The error for whoever plays: what went wrong, what was at work (outermost first), and where in the text."""
    if isinstance(failure, TooManyPayments):
        card = failure.card
        return _at(f"{failure} for `{program.names['card'][card]}`", program.origins[card].span)
    asks = {f"options_{ask.id}": ask for ask in program.asks}
    options = {label(ask, number): option for ask in program.asks for number, option in enumerate(ask.options)}
    routines = {routine.name: routine for routine in program.routines}
    functions = {function.name: function for function in program.functions}
    titles = [routines[name].title for name in called if name in routines]
    chain = " -> ".join(list(dict.fromkeys(titles))[-MOST_NAMED:]) or "the rules"
    origins = [
        found.origin for name in called if (found := (asks | options | routines | functions).get(name)) is not None
    ]
    span = next((origin.span for origin in reversed(origins) if origin.span.file), None)
    what = str(failure) if isinstance(failure, RunawayChain) else "this does not come to an end"
    return _at(f"{what}: {chain}", span)


def label(ask: Ask, number: int) -> str:
    """What works out the label of an option."""
    return f"label_{ask.id}_{number}"


def _at(message: str, span: Span | None) -> RunawayChain:
    return RunawayChain(f"{message} ({span.file}:{span.line})" if span is not None else message, span)
