"""What routines lead to: the steps inside a step, the routines it may enter, which of them decide or come back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...dsl.graph import connected_groups
from .model import Code, Program, Step


def inner_steps(program: Program, steps: tuple[Step, ...]) -> Iterator[Step]:
    """All steps of a block, those inside blocks and inside the options of its asks included."""
    for step in steps:
        yield step
        for block in step.blocks:
            yield from inner_steps(program, block)
        if step.op == "ask":
            for option in program.asks[step.value].options:
                yield from inner_steps(program, option.body)


def callees(program: Program, step: Step) -> tuple[str, ...]:
    """The routines that a step may enter."""
    if step.op in ("call", "enter"):
        return (str(step.value),)
    if step.op == "run":
        return tuple(name for name in program.dispatch[step.value] if name)
    return ()


def functions_in(program: Program, code: Code) -> Iterator[str]:
    """The functions that a code calls."""
    waiting = [code]
    while waiting:
        part = waiting.pop()
        waiting += part.args
        if part.op == "call":
            yield str(part.value)
        elif part.op == "dispatch":
            yield from filter(None, program.dispatch.get(part.value, ()))
        elif part.op == "total":
            yield from program.score


def functions_in_order(program: Program) -> list[str]:
    """The names of the functions, each behind those that it calls."""
    return _in_order({function.name: set(functions_in(program, function.body)) for function in program.functions})


def routines_in_order(program: Program) -> list[str]:
    """The names of the routines, each behind those that it enters, as far as they do not come back to it."""
    return _in_order(_entered(program))


def _entered(program: Program) -> dict[str, set[str]]:
    """What every routine may enter."""
    return {r.name: {c for s in inner_steps(program, r.body) for c in callees(program, s)} for r in program.routines}


def _in_order(leads_to: Mapping[str, set[str]]) -> list[str]:
    found: dict[str, None] = {}
    seen = set[str]()
    for root in leads_to:
        waiting = [(root, iter(sorted(leads_to[root])))] if root not in seen else []
        seen.add(root)
        while waiting:
            name, rest = waiting[-1]
            inner = next((one for one in rest if one not in seen), None)
            if inner is None:
                found[name] = None
                waiting.pop()
            else:
                seen.add(inner)
                waiting.append((inner, iter(sorted(leads_to[inner]))))
    return list(found)


def resumable(program: Program) -> frozenset[str]:
    """The names of the routines that can reach a decision."""
    entered_by: dict[str, list[str]] = {}
    waiting = []
    for routine in program.routines:
        steps = list(inner_steps(program, routine.body))
        if any(step.op in ("ask", "gather") for step in steps):
            waiting.append(routine.name)
        for name in {name for step in steps for name in callees(program, step)}:
            entered_by.setdefault(name, []).append(routine.name)
    found = set(waiting)
    while waiting:
        more = [name for name in entered_by.get(waiting.pop(), ()) if name not in found]
        found.update(more)
        waiting += more
    return frozenset(found)


def returning(program: Program) -> frozenset[str]:
    """The names of the routines that can come back to themselves; these are counted against the budget."""
    leads_to = _entered(program)
    groups = connected_groups(leads_to)
    return frozenset(name for group in groups for name in group if len(group) > 1 or name in leads_to[name])


def waits(program: Program, step: Step, waiting: frozenset[str]) -> bool:
    """Whether a decision can come up in the middle of a step; `waiting` are the routines that can reach one."""
    return any(
        inner.op in ("ask", "gather") or any(name in waiting for name in callees(program, inner))
        for inner in inner_steps(program, (step,))
    )


def places_in(program: Program, steps: tuple[Step, ...]) -> list[int]:
    """The places at which a block can be left and entered again, in their order."""
    found = []
    for step in steps:
        found += [step.place] if step.place else []
        options = program.asks[step.value].options if step.op == "ask" else ()
        for block in (*(option.body for option in options), *step.blocks):
            found += places_in(program, block)
    return found
