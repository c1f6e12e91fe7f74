"""Loops in which a decision can come up: what is left of them lies in their frame, under the names that they keep."""

from __future__ import annotations

from ...program.model import Step
from ...program.sets import bits
from ...runtime.chance import State
from .values import Values

Names = dict[str, int]


def _over_numbers(step: Step) -> bool:
    return step.op == "for" and step.args[0].op == "range"


def begun(step: Step, values: Values, s: State, names: Names) -> Names:
    """What is left when a loop begins: how many rounds, the members of a set, or a number and where the range ends."""
    if _over_numbers(step):
        low, high = (values.of(arg, s, names) for arg in step.args[0].args)
        return {step.keeps[0]: low, step.keeps[1]: high}
    left = step.args[0] if step.op == "repeat" else step.args[0].args[0]
    return {step.keeps[0]: values.of(left, s, names)}


def goes_on(step: Step, names: Names) -> bool:
    """Whether there is another round."""
    rest = names[step.keeps[0]]
    return rest < names[step.keeps[1]] if _over_numbers(step) else rest > 0


def next_round(step: Step, names: Names) -> None:
    """Takes one from what is left."""
    rest = step.keeps[0]
    if step.op == "repeat":
        names[rest] -= 1
    elif _over_numbers(step):
        names[step.value] = names[rest]
        names[rest] += 1
    else:
        names[step.value] = bits(names[rest])[0]
        names[rest] &= names[rest] - 1
