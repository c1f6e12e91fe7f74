"""What nothing uses: fields that nothing reads, signals that never come, declarations nobody needs.

A text with another mistake in it may have used a thing where the mistake is. So the words of a declaration
with a mistake count as used: a mistake never makes a second message here.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...reading import ast, declared
from ...reading.lines import Piece, head_word, pieces, words
from ..symbols import World

# Declarations whose words are no use of anything: they only name it.
NAMING = ("kind", "player", "table", "enum", "switch", "pack", "signal", "names", "look", "layout")


def report_unused(world: World, heard: Mapping[str, ast.Word], start: str) -> None:
    """Reports everything that is declared and never used."""
    excused = world.report.broken | world.report.meant | _words_near_mistakes(world)
    _unread_fields(world, excused)
    for name, word in heard.items():
        if ("signal", name) not in world.used and name not in excused and _own(world, word):
            message = f"nothing ever emits `{word}`, so this never happens"
            help = f"write `emit {word}(...)` in the rules, or listen to another signal"
            world.report.error("never-emitted", message, word.span, help)
    for (_, name), declaration in world.composed.named.items():
        if name in excused or isinstance(declaration, declared.Card) or not _own(world, declaration.name):
            continue
        if isinstance(declaration, declared.Formula):
            _unused(world, ("formula", name), declaration.form, declaration.name)
        elif isinstance(declaration, declared.Procedure | declared.Choice) and name != start:
            _unused(world, ("procedure", name), _word_for(declaration), declaration.name)
        elif isinstance(declaration, declared.Layout | declared.Switch):
            _unused(world, (_word_for(declaration), name), _word_for(declaration), declaration.name)
        elif isinstance(declaration, declared.Signal) and name not in heard:
            _unused(world, ("signal", name), "signal", declaration.name)


def _own(world: World, word: ast.Word) -> bool:
    """Whether nothing that a later pack altered can have used a thing: its own pack is not to blame for that."""
    return world.composed.pack_of[word.span.file] >= world.composed.last_altering


def _word_for(declaration: declared.Declaration) -> str:
    return type(declaration).__name__.lower()


def _unused(world: World, key: tuple[str, str], what: str, name: ast.Word) -> None:
    if key not in world.used:
        world.report.warning("unused", f"nothing uses the {what} `{name}`", name.span)


def _unread_fields(world: World, excused: set[str]) -> None:
    """A field nothing reads is a mistake: the text says something that the rules do not know of."""
    help = "let a rule use it or take it out"
    for name, info in world.kinds.items():
        for word in (*info.places.values(), *info.declaration.events):
            if (name, word.text) not in world.read and word.text not in excused and _own(world, word):
                what = "runs the event" if word in info.declaration.events else "reads"
                world.report.error("unread-field", f"nothing {what} `{word}` of `{name}`", word.span, help)
    for owner, fields in (("player", world.player), ("table", world.table)):
        for model in fields.values():
            word = ast.Word(model.name, model.span)
            if (owner, model.name) not in world.read and model.name not in excused and _own(world, word):
                whose = f" of the {owner}"
                world.report.error("unread-field", f"nothing reads `{model.name}`{whose}", model.span, help)


def _words_near_mistakes(world: World) -> set[str]:
    wrong: dict[str, set[int]] = {}
    for diagnostic in world.report.diagnostics:
        if diagnostic.severity == "error":
            wrong.setdefault(diagnostic.span.file, set()).add(diagnostic.span.line)
    found: set[str] = set()
    for pack in world.composed.packs:
        for source in pack.sources:
            if source.file not in wrong:
                continue
            for piece in pieces(source.text):
                if _has(piece, wrong[source.file]) and head_word(piece.lines[0]) not in NAMING:
                    found |= words(piece.lines)
    return found


def _has(piece: Piece, lines: set[int]) -> bool:
    return any(line in lines for line in range(piece.first, piece.first + len(piece.lines)))
