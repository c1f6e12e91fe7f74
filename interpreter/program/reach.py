"""What routines lead to: the steps inside a step, the routines it may enter, which of them decide or come back."""

from __future__ import annotations

from collections.abc import Iterator

from .model import Program, Step


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


def resumable(program: Program) -> frozenset[str]:
    """The names of the routines that can reach a decision."""
    steps = {r.name: tuple(inner_steps(program, r.body)) for r in program.routines}
    found = {name for name, inner in steps.items() if any(s.op in ("ask", "gather") for s in inner)}
    while True:
        more = {
            name
            for name, inner in steps.items()
            if name not in found and any(c in found for s in inner for c in callees(program, s))
        }
        if not more:
            return frozenset(found)
        found |= more


def returning(program: Program) -> frozenset[str]:
    """The names of the routines that can come back to themselves; these are counted against the budget."""
    leads_to = {
        r.name: {c for s in inner_steps(program, r.body) for c in callees(program, s)} for r in program.routines
    }
    found = set()
    for name in leads_to:
        reached, waiting = set[str](), list(leads_to[name])
        while waiting:
            step = waiting.pop()
            if step not in reached:
                reached.add(step)
                waiting.extend(leads_to[step])
        if name in reached:
            found.add(name)
    return frozenset(found)


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
