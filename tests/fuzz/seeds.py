"""Where mutants come from: the shipped packs and every small game that the tests write."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from small_games import PIECES, around, with_header

TESTS = Path(__file__).parent.parent
SHIPPED = TESTS.parent / "cards"
# Folders of whole games that are small enough to be checked in milliseconds.
SMALL_FOLDERS = tuple(TESTS / "packs" / name for name in ("garden", "hands", "runaway"))


@cache
def small_games() -> tuple[str, ...]:
    """Whole small games, each as one text: folders, and what the tests of the language load."""
    found = [_joined(folder) for folder in (*SMALL_FOLDERS, TESTS / "diagnostics" / "base")]
    for path in sorted(TESTS.glob("test_*.py")):
        found += _written(ast.parse(path.read_text(encoding="utf-8")))
    return tuple(dict.fromkeys(found))


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
    """The games of calls such as `small("...", cards="...")` whose arguments are written out."""
    constants: dict[str, str] = {}
    for node in ast.walk(module):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            text = _text(node.value, constants)
            if text is not None:
                constants[node.targets[0].id] = text
    for node in ast.walk(module):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        names = {"small": ("play", "more", "cards", "players"), "written": ("text", "players", "cards")}
        if node.func.id not in names:
            continue
        given = dict(zip(names[node.func.id], node.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        texts = {name: _text(value, constants) for name, value in given.items()}
        if all(text is not None for text in texts.values()):
            yield _game(**{name: text or "" for name, text in texts.items()})


def _game(play: str = "", more: str = "", cards: str = "", players: str = "2", text: str = "") -> str:
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
