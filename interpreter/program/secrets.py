"""Whether what a frame says of secrets speaks of its own names, and of parameters of what is entered from it."""

from __future__ import annotations

from collections.abc import Iterator

from .model import OWN, Frame, Program, Routine
from .reach import callees, inner_steps


def wrong_secrets(program: Program, routine: Routine, frame: Frame) -> Iterator[str]:
    """What is wrong with the secrets of a frame, in words."""
    params = {entered.name: [param.name for param in entered.params] for entered in program.routines}
    held = {local.name: local.type.tag for local in frame.locals}
    steps = list(inner_steps(program, routine.body))
    taken = {(step.place, param) for step in steps for name in callees(program, step) for param in params[name]}
    for one in frame.secrets:
        if one.name not in held or one.place:
            yield f"its frame keeps `{one.name}` secret, but does not hold it"
    for one in frame.handed:
        if not one.place or (one.place, one.name) not in taken:
            yield f"it hands `{one.name}` over at place {one.place}, where nothing takes it"
    for name in dict.fromkeys(name for one in (*frame.secrets, *frame.handed) for name in one.read if name):
        owner = name.startswith(OWN)
        known = name.removeprefix(OWN)
        if owner and known.isdecimal():
            if int(known) >= program.memory.seats:
                yield f"it has a secret of seat {known}, which there is not"
        elif known not in held:
            yield f"its frame does not hold `{known}`, of which a secret speaks"
        elif owner and held[known] != "player":
            yield f"`{known}` is nobody who could have a secret"
