"""Where mutants come from: the shipped packs and every small game that the tests write."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from small_games import PIECES, around, with_header

# Functions of tests that take texts of games, and what they call these.
CALLS = {
    "small": ("play", "more", "cards", "players"),
    "written": ("text", "players", "cards"),
    "write": ("name", "text", "extends"),
}
HEAD = re.compile(r"^--- .+\n", re.MULTILINE)
TESTS = Path(__file__).parent.parent
DIAGNOSTICS = TESTS / "diagnostics"
SHIPPED = TESTS.parent / "cards"
# Folders of whole games that are small enough to be checked in milliseconds.
SMALL = ("garden", "hands", "runaway", "partners", "listening", "judges", "ring")
SMALL_FOLDERS = tuple(TESTS / "packs" / name for name in SMALL)


@cache
def garden() -> str:
    """The game under the golden diagnostics, with cards that lie face up, so that it can be played."""
    return _joined(DIAGNOSTICS / "base").replace("D D D", "U U U")


@cache
def small_games() -> tuple[str, ...]:
    """Whole small games, each as one text: folders, and what the tests of the language and of scenarios load."""
    found = [*map(_joined, SMALL_FOLDERS), garden()]
    for path in sorted(TESTS.glob("test_*.py")):
        found += _written(ast.parse(path.read_text(encoding="utf-8")))
    return tuple(dict.fromkeys(found))


@cache
def mistaken_games() -> tuple[str, ...]:
    """The garden with each of the mistakes that there are golden diagnostics about."""
    found = []
    for path in sorted(DIAGNOSTICS.glob("*.txt")):
        text = path.read_text(encoding="utf-8").partition("--- says")[0]
        # Of several packs the last one, which may build on the garden beside it.
        *_, last = HEAD.split(text)
        found.append(last if last.startswith("pack ") else f"{garden()}\n{last}")
    return tuple(found)


@cache
def shipped_files() -> tuple[str, ...]:
    """The text of every file of the shipped packs."""
    return tuple(path.read_text(encoding="utf-8") for path in sorted(SHIPPED.rglob("*.*")))


@cache
def shipped_games() -> tuple[str, ...]:
    """Shipped packs that build on no other, each as one text."""
    texts = (_joined(folder) for folder in sorted(SHIPPED.iterdir()) if folder.is_dir())
    return tuple(text for text in texts if "extends:" not in text)


def _joined(folder: Path) -> str:
    files = sorted(path for path in folder.iterdir() if path.suffix in (".rules", ".cards"))
    return "\n\n".join(path.read_text(encoding="utf-8") for path in files)


def _written(module: ast.Module) -> Iterator[str]:
    """The games of calls such as `small("...", cards="...")` and the scenarios whose lines are written out."""
    nodes = list(ast.walk(module))
    constants: dict[str, str] = {}
    for node in nodes:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            text = _text(node.value, constants)
            if text is not None:
                constants[node.targets[0].id] = text
    for node in nodes:
        if isinstance(node, ast.Tuple):
            lines = [_text(item, constants) for item in node.elts]
            if lines and all(lines) and str(lines[-1]).startswith("then "):
                yield "\n    ".join([f'{garden()}\nscenario "it"', *map(str, lines)]) + "\n"
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            given = dict(zip(CALLS[node.func.id], node.args, strict=False))
            given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
            texts = {name: _text(value, constants) for name, value in given.items()}
            if all(text is not None for text in texts.values()):
                yield _game(**{name: text or "" for name, text in texts.items()})


def _game(
    play: str = "",
    more: str = "",
    cards: str = "",
    players: str = "2",
    text: str = "",
    name: str = "",
    extends: str = "",
) -> str:
    if name:
        return f'pack {name}\n    title: "{name}"\n    extends: {extends or "garden"}\n\n{text}'
    return with_header(text or around(play, more), players) + "\n" + (cards if text else PIECES + cards)


def _text(node: ast.expr, constants: dict[str, str]) -> str | None:
    """The text of an expression, if it can be told without running it."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.Name):
        return constants.get(node.id)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        one, other = _text(node.left, constants), _text(node.right, constants)
        return None if one is None or other is None else one + other
    return None
