"""Display names: what the packs call things, in every language."""

from __future__ import annotations

from ...model import CATEGORY, SEATS
from ..symbols import World
from .phrases import check_phrase


def check_names(world: World) -> dict[str, dict[str, str]]:
    """Display names per language; a line for something that does not exist is a mistake."""
    known = {
        *world.cards,
        *world.composed.ids.get("enum", {}),
        *world.kinds,
        *world.player,
        *world.table,
        *world.switches,
    }
    known |= {"title", "total", CATEGORY, *world.composed.categories, *SEATS}
    known |= {member for members in world.declared_enums.values() for member in members}
    known |= {choice for choices, _ in world.switches.values() for choice in choices}
    known |= {pack.name for pack in world.composed.packs} | world.composed.removed
    known |= {name for info in world.kinds.values() for name in (*info.fields, *info.states, *info.events)}
    known |= set(world.paid_to)
    known |= {
        f"{kind}.{name}" for kind, info in world.kinds.items() for name in (*info.fields, *info.states, *info.events)
    }
    found: dict[str, dict[str, str]] = {}
    # What every pack says itself, by language. Of several packs the last one has its way.
    said: dict[tuple[str, int], dict[str, str]] = {}
    for block in world.composed.names:
        lines = found.setdefault(block.language.text, {})
        own = said.setdefault((block.language.text, world.composed.pack_of[block.span.file]), {})
        before = dict(own)
        for line in block.lines:
            word = line.of
            world.viewer.moved(line.span)
            if line.parts is not None:
                key = check_phrase(world, block.language.text, word, line.parts, line.text)
                if key in own and before.get(key) != line.text.text:
                    message = f"`{key}` has a phrase in this language already"
                    world.report.error("duplicate", message, word.span)
                lines[key] = own[key] = line.text.text
                continue
            if not line.quoted and word.text not in known:
                world.report.unknown("name", word.text, word.span, known)
            elif word.text in own and before.get(word.text) != line.text.text:
                message = f"`{word}` has a name in this language already"
                world.report.error("duplicate", message, word.span)
            enums = world.seen.enums
            key = enums.id(word.text) if word.text in enums and not line.quoted else word.text
            lines[key] = own[word.text] = line.text.text
    _keep_words(world, found)
    return found


def _keep_words(world: World, found: dict[str, dict[str, str]]) -> None:
    """Where several packs have the same word for a helper, that is still what it is called."""
    for words in world.composed.ids.values():
        for word, ids in words.items():
            for id in ids if len(ids) > 1 else ():
                for lines in [found.setdefault(language, {}) for language in (*found, "en")]:
                    lines.setdefault(id, word.replace("_", " "))
