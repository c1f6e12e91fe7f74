"""What a screen has to know about cards in hands: whether they must be kept from others, whether they are new."""

from __future__ import annotations

from ...interpreter.playing.position import Position


def has_secrets(position: Position, seat: int) -> bool:
    """Whether a seat sees something now that others must not see: private cards, or what was answered in secret."""
    return position.gathered > 0 or _private_cards(position, seat) > 0


def newly_dealt(before: Position, after: Position) -> bool:
    """Whether cards were laid out anew between two positions, or everybody got new ones."""
    for name, base in before.game.program.memory.layouts.items():
        if len(after.zone(name)) > len(before.zone(name)) or before.state[base] != after.state[base]:
            return True
    return all(_private_cards(after, seat) > _private_cards(before, seat) for seat in range(before.people))


def _private_cards(position: Position, seat: int) -> int:
    """How many cards a seat has that it alone sees."""
    fields, hidden = position.game.description.player, position.game.description.look.hidden
    zones = [n for n, f in fields.items() if f.type.tag == "set" and f.visibility == "private" and n not in hidden]
    return sum(len(position.zone(name, seat)) for name in zones)
