"""Positions as text: one line that says which rules it belongs to and shows when it was damaged."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from ..errors import BadSave
from ..program.memory import CARDS, FACE_UP, LAYOUT, OCCUPIED, SLOTS
from ..program.model import (
    ASKED,
    DECIDER,
    DECISIONS,
    DECLINE,
    NOTHING,
    OPEN,
    OVER,
    PEOPLE,
    PLAYERS,
    WAY,
    WINNER,
    Ask,
    Program,
)
from ..runtime.chance import State

if TYPE_CHECKING:
    from .game import Game

FORM = "position"
VERSION = 2
MOST_CHARACTERS = 4_000_000


def saved(game: Game, state: State) -> str:
    """The line: form, version, game, digest of the rules, check sum, numbers in base 16."""
    numbers = " ".join(f"{n:x}" for n in state)
    return f"{FORM} {VERSION} {game.name} {game.digest} {_check_sum(numbers)} {numbers}"


def restored(game: Game, text: str) -> State:
    """The numbers of a saved position of this game; raises BadSave where they cannot be one."""
    parts = text.split() if len(text) <= MOST_CHARACTERS else []
    if len(parts) < 6 or parts[0] != FORM:
        raise BadSave("this is not a saved position")
    if parts[1] != str(VERSION):
        raise BadSave(f"this position was saved in form {parts[1]}; this program reads form {VERSION}")
    if parts[3] != game.digest:
        raise BadSave(f"this position belongs to other rules: {parts[2]} {parts[3]}, not {game.name} {game.digest}")
    numbers = " ".join(parts[5:])
    if parts[4] != _check_sum(numbers):
        raise BadSave("this position is damaged: its check sum is wrong")
    try:
        state = [int(part, 16) for part in parts[5:]]
    except ValueError:
        raise BadSave("this position is damaged: it holds something else than numbers") from None
    if not _possible(game, state):
        raise BadSave("this position is damaged: its numbers do not fit together")
    return state


def _check_sum(numbers: str) -> str:
    return hashlib.sha256(numbers.encode()).hexdigest()[:12]


def _possible(game: Game, state: State) -> bool:
    """Whether numbers can be a position: everything is of its type, every card lies in one place, frames are whole."""
    program = game.program
    memory = program.memory
    if len(state) < memory.stack or state[PLAYERS] != max(state[PEOPLE], program.seats):
        return False
    if state[PEOPLE] not in game.description.numbers:
        return False
    typed = all(
        place.type.fits(value) for place in program.places for value in state[place.first : place.first + place.count]
    )
    if not typed or not -1 <= state[WINNER] < state[PLAYERS] or state[WAY] >= len(program.ways):
        return False
    if not state[OVER] and not (0 <= state[ASKED] < len(program.asks) and state[DECIDER] < state[PLAYERS]):
        return False
    if not (_cards_fit(program, state) and _frames_fit(program, state)):
        return False
    if not state[OVER] and state[DECISIONS] >= program.limit:
        return False
    return _answers_fit(game, state) and (bool(state[OVER]) or bool(game.machine.options(state)))


def _answers_fit(game: Game, state: State) -> bool:
    """Whether answers are kept only where all answer together: while gathered, and until all are carried out."""
    program = game.program
    asked = program.asks[state[ASKED]] if not state[OVER] else None
    gathered = asked if asked is not None and asked.gathers else None
    together = [gathered] if gathered is not None else [ask for ask in program.asks if ask.gathers]
    for seat in range(program.memory.seats):
        kept = state[program.memory.answers + seat]
        if kept in (OPEN, NOTHING) and (together or kept == OPEN):
            continue
        if seat >= state[PLAYERS] or not any(_could_be(ask, kept) for ask in together):
            return False
        if gathered is not None and kept not in game.machine.answers(state, seat):
            return False
    return True


def _could_be(ask: Ask, code: int) -> bool:
    """Whether an integer has the form of an option of a decision."""
    number = code & DECLINE
    if number >= len(ask.options):
        return ask.optional and code == DECLINE
    option = ask.options[number]
    given = option.arguments(code)
    return code >= 0 and all(type.fits(value) for type, value in zip(option.types, given, strict=True))


def _cards_fit(program: Program, state: State) -> bool:
    memory = program.memory
    zones = {place.first + n: 0 for place in program.places if place.zone for n in range(place.count)}
    slots = {b + SLOTS + i: b for b in memory.layouts.values() for i in range(memory.layout_size - SLOTS)}
    in_display = dict.fromkeys(memory.layouts.values(), 0)
    occupied = dict.fromkeys(memory.layouts.values(), 0)
    for card in range(program.cards):
        at = state[memory.where + card]
        if at in zones:
            zones[at] |= 1 << card
        elif -at in slots and state[-at] == card:
            base = slots[-at]
            in_display[base] |= 1 << card
            occupied[base] |= 1 << -at - base - SLOTS
        else:
            return False
    if any(state[place] != -1 and not occupied[base] >> place - base - SLOTS & 1 for place, base in slots.items()):
        return False
    for base in in_display:
        if occupied[base] and occupied[base] >> len(program.layouts[state[base + LAYOUT]].slots):
            return False
        if state[base + CARDS] != in_display[base] or state[base + OCCUPIED] != occupied[base]:
            return False
        if state[base + FACE_UP] & ~occupied[base]:
            return False
    return all(state[place] == mask for place, mask in zones.items())


def _frames_fit(program: Program, state: State) -> bool:
    """Whether what is still to be done consists of whole frames, with what their names stand for in them, and whether
    the innermost is one that asks what is being asked."""
    end, stack = len(state), program.memory.stack
    if end > stack and program.asks[state[ASKED]].frame != state[-1]:
        return False
    while end > stack:
        number = state[end - 1]
        frame = program.frames[number].frame if 0 <= number < len(program.frames) else None
        first = end - 1 - frame.size if frame is not None else -1
        if frame is None or first < stack or not 1 <= state[first] <= frame.places:
            return False
        for local, value in zip(frame.locals, state[first + 1 : end - 1], strict=True):
            if not local.type.fits(value) and value != 0:
                return False
        end = first
    return end == stack and (len(state) > stack) != bool(state[OVER])
