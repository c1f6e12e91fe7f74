"""Display names: what the packs call things, in every language."""

from __future__ import annotations

from ...model import SEATS
from ...reading import declared
from ..symbols import World
from .phrases import check_phrase


def check_names(world: World) -> dict[str, dict[str, str]]:
    """Display names per language; a line for something that does not exist is a mistake."""
    known = {*world.cards, *world.enums, *world.kinds, *world.player, *world.table, *world.switches}
    known |= {"title", "total", *world.composed.categories, *SEATS}
    known |= {member for members in world.enums.values() for member in members}
    known |= {choice for choices, _ in world.switches.values() for choice in choices}
    known |= {pack.name for pack in world.composed.packs} | world.composed.removed
    known |= {name for info in world.kinds.values() for name in (*info.fields, *info.states, *info.events)}
    known |= {d.name.text for d in world.composed.named.values() if isinstance(d, declared.Market)}
    known |= {
        f"{kind}.{name}" for kind, info in world.kinds.items() for name in (*info.fields, *info.states, *info.events)
    }
    found: dict[str, dict[str, str]] = {}
    for block in world.composed.names:
        lines = found.setdefault(block.language.text, {})
        # Packs beside each other may call a thing the same.
        before = dict(lines)
        for line in block.lines:
            word = line.of
            if line.parts is not None:
                key = check_phrase(world, block.language.text, word, line.parts, line.text)
                if key in lines and before.get(key) != line.text.text:
                    message = f"`{key}` has a phrase in this language already"
                    world.report.error("duplicate", message, word.span)
                lines[key] = line.text.text
                continue
            if not line.quoted and word.text not in known:
                world.report.unknown("name", word.text, word.span, known)
            elif word.text in lines and before.get(word.text) != line.text.text:
                message = f"`{word}` has a name in this language already"
                world.report.error("duplicate", message, word.span)
            lines[word.text] = line.text.text
    return found
