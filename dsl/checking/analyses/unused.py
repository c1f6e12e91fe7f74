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
    blamed = world.composed.is_to_blame
    for name, word in heard.items():
        if ("signal", name) not in world.used and name not in excused and blamed(word.span):
            message = f"nothing ever emits `{word}`, so this never happens"
            help = f"write `emit {word}(...)` in the rules, or listen to another signal"
            world.report.error("never-emitted", message, word.span, help)
    for (_, name), declaration in world.composed.named.items():
        if name in excused or isinstance(declaration, declared.Card) or not blamed(declaration.name.span):
            continue
        if isinstance(declaration, declared.Formula):
            _unused(world, ("formula", name), declaration.form, declaration.name)
        elif isinstance(declaration, declared.Procedure | declared.Choice) and name != start:
            _unused(world, ("procedure", name), _word_for(declaration), declaration.name)
        elif isinstance(declaration, declared.Layout | declared.Switch):
            _unused(world, (_word_for(declaration), name), _word_for(declaration), declaration.name)
        elif isinstance(declaration, declared.Signal) and name not in heard:
            _unused(world, ("signal", name), "signal", declaration.name)


def _word_for(declaration: declared.Declaration) -> str:
    return type(declaration).__name__.lower()


def _unused(world: World, key: tuple[str, str], what: str, name: ast.Word) -> None:
    if key not in world.used:
        world.report.warning("unused", f"nothing uses the {what} `{name}`", name.span)


def _unread_fields(world: World, excused: set[str]) -> None:
    """A field nothing reads is a mistake: the text says something that the rules do not know of."""
    help, blamed = "let a rule use it or take it out", world.composed.is_to_blame
    for name, info in world.kinds.items():
        for word in (*info.places.values(), *info.declaration.events):
            if (name, word.text) not in world.read and word.text not in excused and blamed(word.span):
                what = "runs the event" if word in info.declaration.events else "reads"
                world.report.error("unread-field", f"nothing {what} `{word}` of `{name}`", word.span, help)
    for owner, fields in (("player", world.player), ("table", world.table)):
        for model in fields.values():
            word = ast.Word(model.name, model.span)
            if (owner, model.name) not in world.read and model.name not in excused and blamed(word.span):
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
