"""Positions as text: one line that says which rules it belongs to and shows when it was damaged."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from ..errors import BadSave
from ..program.memory import CARDS, FACE_UP, LAYOUT, OCCUPIED, SLOTS
from ..program.model import ASKED, DECIDER, DECISIONS, OVER, PEOPLE, PLAYERS, WAY, WINNER
from ..program.reach import inner_steps
from ..runtime.chance import State
from ..runtime.runtime import BUDGET, MOST_NUMBER

if TYPE_CHECKING:
    from .game import Game

FORM = "position"
VERSION = 2
MOST_CHARACTERS = 1_000_000


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
    """Whether numbers can be a position: every card lies in one place, every field is in range, frames are whole."""
    memory, description = game.program.memory, game.description
    low, high = description.players
    if len(state) < memory.stack or state[PLAYERS] != max(state[PEOPLE], description.seats):
        return False
    if not low <= state[PEOPLE] <= high or state[OVER] not in (0, 1):
        return False
    if not -1 <= state[WINNER] < state[PLAYERS] or not -1 <= state[WAY] < len(game.machine.runtime.ways):
        return False
    if not state[OVER] and not (0 <= state[ASKED] < len(game.program.asks) and 0 <= state[DECIDER] < state[PLAYERS]):
        return False
    if not 0 <= state[DECISIONS] < game.program.limit + state[OVER]:
        return False
    if any(not 0 <= state[memory.switches[n]] < len(c) for n, (c, _) in description.switches.items()):
        return False
    if not (_cards_fit(game, state) and _fields_fit(game, state) and _frames_fit(game, state)):
        return False
    game.machine.runtime.left = BUDGET
    return bool(state[OVER]) or bool(game.machine.options(state))


def _cards_fit(game: Game, state: State) -> bool:
    memory, description = game.program.memory, game.description
    zones = {memory.table[n]: 0 for n, f in description.table.items() if f.type.tag == "set" and not f.refs}
    for name, model in description.player.items():
        if model.type.tag == "set" and not model.refs:
            zones |= {memory.player[name] + seat: 0 for seat in range(memory.seats)}
    slots = {b + SLOTS + i: b for b in memory.layouts.values() for i in range(memory.layout_size - SLOTS)}
    in_display = dict.fromkeys(memory.layouts.values(), 0)
    occupied = dict.fromkeys(memory.layouts.values(), 0)
    for card in range(len(description.cards)):
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
        if not 0 <= state[base + LAYOUT] < max(1, len(description.layouts)):
            return False
        if occupied[base] >> len(game.machine.runtime.layouts[state[base + LAYOUT]].slots):
            return False
        if state[base + CARDS] != in_display[base] or state[base + OCCUPIED] != occupied[base]:
            return False
        if state[base + FACE_UP] & ~occupied[base]:
            return False
    return all(state[place] == mask for place, mask in zones.items())


def _fields_fit(game: Game, state: State) -> bool:
    memory, description = game.program.memory, game.description
    places = [(memory.table[n], f) for n, f in description.table.items()]
    places += [(memory.player[n] + s, f) for n, f in description.player.items() for s in range(memory.seats)]
    for kind in description.kinds.values():
        for model in kind.states:
            places += [(memory.states[model.name] + c, model) for c in range(len(description.cards))]
    sizes = {"flag": 2, "player": state[PLAYERS], "card": len(description.cards)}
    for place, model in places:
        tag, value = model.type.tag, state[place]
        if model.refs and value & ~description.mask_of_kind(model.type.of):
            return False
        size = len(description.enums[model.type.of]) if tag == "enum" else sizes.get(tag)
        if size is not None and not (-1 if model.type.optional else 0) <= value < size:
            return False
        if tag == "number" and model.stops_low is not None and value < model.stops_low:
            return False
        if tag == "number" and model.stops_high is not None and value > model.stops_high:
            return False
    return True


def _frames_fit(game: Game, state: State) -> bool:
    """Whether what is still to be done consists of whole frames, with what their names stand for in them, and whether
    the innermost is one that asks what is being asked."""
    source, stack, cards = game.machine.source, game.program.memory.stack, len(game.description.cards)
    bounds = {"card": (-1, cards - 1), "set": (0, (1 << cards) - 1), "player": (-1, state[PLAYERS] - 1)}
    end = len(state)
    if end > stack and not _asks(game, state[-1], state[ASKED]):
        return False
    while end > stack:
        number = state[end - 1]
        if number not in range(len(source.frame_sizes)):
            return False
        first = end - source.frame_sizes[number]
        if first <= stack or not 1 <= state[first - 1] <= source.frame_places[number]:
            return False
        for tag, value in zip(source.frame_tags[number], state[first : end - 1], strict=True):
            low, high = bounds.get(tag, (-MOST_NUMBER, MOST_NUMBER))
            if not low <= value <= high:
                return False
        end = first - 1
    return end == stack and (len(state) > stack) != bool(state[OVER])


def _asks(game: Game, number: int, ask: int) -> bool:
    """Whether the routine of that number puts that question."""
    routines = game.machine.names["ROUTINES"]
    if number not in range(len(routines)):
        return False
    body = next(r.body for r in game.program.routines if r.name == routines[number].__name__)
    return any(s.op in ("ask", "gather") and s.value == ask for s in inner_steps(game.program, body))
