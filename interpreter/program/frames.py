"""Frames in a position: what waits on the stack, behind the last place of the memory."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .model import Local, Program


def around(program: Program, state: Sequence[int]) -> dict[str, int]:
    """The names around the decision that a position waits for: those of its innermost frame."""
    frame = program.frames[state[-1]].frame
    assert frame is not None
    return {local.name: number for local, number in zip(frame.locals, state[-frame.size : -1], strict=True)}


def waiting_locals(program: Program, state: Sequence[int]) -> Iterator[tuple[int, Local]]:
    """The names that wait in the frames of a position, innermost first, with their places."""
    routines, end = program.frames, len(state)
    while end > program.memory.stack:
        frame = routines[state[end - 1]].frame
        assert frame is not None
        first = end - 1 - frame.size
        for offset, local in enumerate(frame.locals):
            yield first + 1 + offset, local
        end = first
