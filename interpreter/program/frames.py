"""Frames in a position: what waits on the stack, behind the last place of the memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .model import ASKED, OWN, Frame, Local, Program


def around(program: Program, state: Sequence[int]) -> dict[str, int]:
    """The names around the decision that a position waits for: those of its innermost frame."""
    return {local.name: number for local, number in innermost(program, state)}


def around_another(program: Program, state: Sequence[int], seat: int) -> dict[str, int]:
    """The same names for another seat in a decision that all make together: it is made for the first of them."""
    names = around(program, state)
    return {**names, next(iter(names)): seat}


def innermost(program: Program, state: Sequence[int]) -> Iterator[tuple[Local, int]]:
    """The names around the decision that a position waits for, with what they stand for."""
    frame = program.frames[state[-1]].frame
    assert frame is not None
    yield from zip(frame.locals, state[-frame.size : -1], strict=True)


def waiting_locals(program: Program, state: Sequence[int]) -> Iterator[tuple[int, Local]]:
    """The names that wait in the frames of a position, innermost first, with their places."""
    for first, frame in _waiting(program, state):
        yield from ((first + 1 + offset, local) for offset, local in enumerate(frame.locals))


def _waiting(program: Program, state: Sequence[int]) -> Iterator[tuple[int, Frame]]:
    """The frames of a position, innermost first, with the place of where each goes on."""
    routines, end = program.frames, len(state)
    while end > program.memory.stack:
        frame = routines[state[end - 1]].frame
        assert frame is not None
        end -= 1 + frame.size
        yield end, frame


def waiting_secrets(program: Program, state: Sequence[int], seat: int, unseen: int) -> list[tuple[int, Local]]:
    """The names in the frames of a position that hold what a seat cannot know that does not see some cards, with their
    places; but for those that the options on offer speak of, since these tell of them."""
    frames = list(_waiting(program, state))
    found, handed = list[tuple[int, Local]](), set[str]()
    for first, frame in reversed(frames):
        held = {local.name: (first + 1 + at, local) for at, local in enumerate(frame.locals)}
        secret = handed & held.keys()

        def unknown(
            names: tuple[str, ...], held: Mapping[str, tuple[int, Local]] = held, own: set[str] = secret
        ) -> bool:
            return any(name in own or _unknown(name, held, state, seat, unseen) for name in names)

        secret |= {one.name for one in frame.secrets if unknown(one.read)}
        found += [held[name] for name in secret]
        handed = {one.name for one in frame.handed if one.place == state[first] and unknown(one.read)}
    told = _told(program, state) if frames else []
    return [(place, local) for place, local in found if place not in told]


def _unknown(name: str, held: Mapping[str, tuple[int, Local]], state: Sequence[int], seat: int, unseen: int) -> bool:
    """Whether a name stands for what is always a secret, or that of another, or for cards that are not seen."""
    if name.startswith(OWN):
        own = name[len(OWN) :]
        return seat != (int(own) if own.isdecimal() else state[held[own][0]])
    return not name or _unseen(*held[name], state, unseen)


def _unseen(place: int, local: Local, state: Sequence[int], unseen: int) -> bool:
    """Whether a name stands for a card, or for some cards, that are not seen."""
    if local.type.tag == "card":
        return state[place] >= 0 and bool(unseen >> state[place] & 1)
    return local.type.tag == "set" and bool(state[place] & unseen)


def _told(program: Program, state: Sequence[int]) -> list[int]:
    """The places of the names that the options on offer speak of."""
    frame, uses = program.frames[state[-1]].frame, program.asks[state[ASKED]].uses
    assert frame is not None
    return [len(state) - 1 - len(frame.locals) + at for at, local in enumerate(frame.locals) if local.name in uses]
