"""Text to syntax tree: `parse(file, text, report)` returns the declarations that could be read.

The text is cut at its top-level lines and each piece is parsed on its own. Where a piece has a mistake, the
field it lies in is left out and the rest is read again, so that the next mistake is found too. The words of
what was left out are noted in the report: that they seem to be missing is no second mistake.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from ..cache import cache_folder, stamp_of
from ..diagnostic import Report, Span
from . import ast, declared
from .blocks import Blocks, OddIndent
from .build import Builder
from .lines import Piece, depth, is_written, open_brackets, pieces, without_comment, words
from .mistakes import explain

GRAMMAR = Path(__file__).parent.parent.parent / "grammar.lark"
MOST_CHARACTERS = 300_000
MOST_IN_A_LINE = 1_000
MOST_DEPTH = 100
MOST_MISTAKES_PER_PIECE = 20
MOST_MISTAKES_PER_FILE = 300
# A long piece is not read again and again: what it holds after this many mistakes waits for the next run.
PATIENCE = 40_000
CARD_HEAD = re.compile(r'(replace\s+)?(?!scenario\b)[A-Za-z_]\w*\s+"')
FIELD = re.compile(r"\s*(\w+\s*:|(set|adjust|when|expect)\s)")
# Characters that steer a terminal, turn the direction of a text or cannot be seen: a name must be what it looks like.
ODD = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufdd0-\ufdef\ufeff]")
QUOTED = re.compile(r'"([^"\n]*)"')


@lru_cache(maxsize=1)
def _parser() -> Lark:
    # Lark's own cache file would lie in the shared temp folder; ours lies in the user's folder.
    folder = cache_folder()
    options: dict[str, Any] = {
        "parser": "lalr",
        "start": ["declaration", "expression"],
        "propagate_positions": True,
        "maybe_placeholders": True,
    }
    grammar = GRAMMAR.read_text(encoding="utf-8")
    if folder is not None:
        try:
            return Lark(grammar, postlex=Blocks(), cache=str(folder / f"grammar-{stamp_of('dsl')}.lark"), **options)
        except Exception:  # a damaged cache file is as good as none, whatever it makes Lark stumble over
            pass
    return Lark(grammar, postlex=Blocks(), **options)


def parse(file: str, text: str, report: Report) -> list[declared.Declaration]:
    """Reads one file; mistakes go into the report and what could be read is returned."""
    if not _within_limits(file, text, report):
        _note_unread(text[:MOST_CHARACTERS].split("\n"), report)
        return []
    declarations = []
    before = len(report.diagnostics)
    for piece in pieces(text):
        if len(report.diagnostics) - before >= MOST_MISTAKES_PER_FILE:
            place = Span(file, piece.first, 1, len(piece.lines[0]) + 1)
            report.error("too-many-mistakes", "from here on this file was not read, it has too many mistakes", place)
            for left in pieces(text):
                _note_unread(left.lines, report)
            break
        if depth(piece.lines[0]) > 0:
            span = Span(file, piece.first, 1, depth(piece.lines[0]) + 1)
            report.error("indentation", "this line is indented but belongs to nothing", span)
            _note_unread(piece.lines, report)
            continue
        declaration = _parse_piece(file, piece, report)
        if declaration is not None:
            declarations.append(declaration)
    return declarations


def parse_expression(text: str, span: Span, report: Report) -> ast.Expr | None:
    """Reads one expression, as it stands between the braces of a label; the span is its place."""
    try:
        tree = _parser().parse(text, start="expression")
    except (UnexpectedInput, OddIndent):
        report.error("syntax", f"`{text}` is not an expression", span)
        return None
    if _deepest(tree) is not None:
        report.error("too-deep", "this is nested too deep", span)
        return None
    built = Builder([text], span, report, parse_expression).build(tree)
    assert isinstance(built, ast.Expr)
    return built


def _within_limits(file: str, text: str, report: Report) -> bool:
    if len(text) > MOST_CHARACTERS:
        message = f"a file may have {MOST_CHARACTERS:,} characters, this one has {len(text):,}"
        report.error("too-large", message, Span(file, 1, 1, 2))
        return False
    fine, tab_seen = True, False
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MOST_IN_A_LINE:
            span = Span(file, number, MOST_IN_A_LINE + 1, MOST_IN_A_LINE + 2)
            report.error("too-large", f"a line may have {MOST_IN_A_LINE:,} characters", span)
            fine = False
        odd = ODD.search(line)
        if odd is not None:
            message = f"the character U+{ord(odd.group()):04X} cannot stand in a text file"
            span = Span(file, number, odd.start() + 1, odd.start() + 2)
            report.error(
                "not-text", message, span, "nobody can see it: delete it and its neighbours, and type them again"
            )
            fine = False
        tab = line[: depth(line)].find("\t")
        # The editor that made one such line made them all: one message.
        if tab >= 0 and not tab_seen and is_written(line):
            tab_seen = True
            help = "use spaces, four for each level"
            report.error("tab", "this line is indented with a tab", Span(file, number, tab + 1, tab + 2), help)
    return fine


def _parse_piece(file: str, piece: Piece, report: Report) -> declared.Declaration | None:
    damaged = False
    for _ in range(MOST_MISTAKES_PER_PIECE if len(piece.text) < PATIENCE else 1):
        try:
            tree = _parser().parse(piece.text, start="declaration")
        except (UnexpectedInput, OddIndent) as mistake:
            found = explain(mistake, piece.lines)
            line = piece.first + found.line
            span = Span(file, line, found.column + 1, found.column + found.width + 1)
            report.error(found.code, found.message, span, found.help)
            report.broken |= {found.meant} - {""}
            damaged = True
            repaired = _without(piece, found.line)
            if found.code == "empty" and repaired is not None:
                repaired = _without_orphan(repaired, found.line)
            _note_unread(piece.lines if repaired is None else _left_out(piece, repaired), report)
            if repaired is None:
                return None
            piece = repaired
            continue
        deep = _deepest(tree)
        if deep is not None:
            line = piece.first + (deep.line or 1) - 1
            column = deep.column or 1
            report.error("too-deep", "this is nested too deep", Span(file, line, column, column + len(deep)))
            _note_unread(piece.lines, report)
            return None
        start = Span(file, piece.first, 1, 2)
        built = Builder(list(piece.lines), start, report, parse_expression).build(tree)
        assert isinstance(built, declared.Declaration)
        # A damaged declaration is still checked, but nothing is said about what it lacks.
        if damaged:
            report.damaged.add((file, piece.first))
        return built
    return None


def _note_unread(lines: Sequence[str], report: Report) -> None:
    """Words and ids of lines that could not be read: what seems to be missing may stand there."""
    report.broken |= words(lines)
    report.broken |= {declared.snake_case(title) for line in lines for title in QUOTED.findall(line)}


def _deepest(tree: Tree[Token]) -> Token | None:
    """A token that is nested deeper than any text needs, or None."""
    waiting: list[tuple[int, Tree[Token] | Token | None]] = [(0, tree)]
    while waiting:
        level, node = waiting.pop()
        if isinstance(node, Tree):
            waiting.extend((level + 1, child) for child in node.children)
        elif node is not None and level > MOST_DEPTH:
            return node
    return None


def _left_out(piece: Piece, repaired: Piece) -> tuple[str, ...]:
    return tuple(a for a, b in zip(piece.lines, repaired.lines, strict=True) if a != b)


def _without(piece: Piece, wrong: int) -> Piece | None:
    """The piece without the statement or field around a line; None if that is its head or nothing is left."""
    lines = list(piece.lines)
    begin = _first_line_of(lines, wrong)
    while begin > 0:
        level, end = depth(lines[begin]), begin + 1
        # What is indented below goes with it, and the `else` of an `if`.
        while end < len(lines) and (
            not is_written(lines[end]) or depth(lines[end]) > level or lines[end].split()[0].startswith("else")
        ):
            end += 1
        lines[begin:end] = [""] * (end - begin)
        head = max(i for i in range(begin) if is_written(lines[i]))
        following = next((line for line in lines[begin:] if is_written(line)), "")
        if depth(lines[head]) >= level or depth(following) > depth(lines[head]):
            return Piece(piece.first, tuple(lines))
        # Its block would be empty: the line that begins the block goes too. A card needs no block.
        if head == 0:
            return Piece(piece.first, tuple(lines)) if CARD_HEAD.match(lines[0]) else None
        begin = head
    return None


def _without_orphan(piece: Piece, head: int) -> Piece | None:
    """The piece without a statement that was meant to stand in the block of a head which was left out."""
    following = next((i for i in range(head, len(piece.lines)) if is_written(piece.lines[i])), 0)
    if not CARD_HEAD.match(piece.lines[0]) or following == 0 or FIELD.match(piece.lines[following]):
        return piece
    return _without(piece, following)


def _first_line_of(lines: list[str], wrong: int) -> int:
    """Where the statement or field begins that a line belongs to: a list may go on after a comma or in brackets."""
    while wrong > 0:
        brackets = open_brackets(lines, wrong, 0)
        before = next((i for i in range(wrong - 1, -1, -1) if is_written(lines[i])), 0)
        if brackets and brackets[0][0] < wrong:
            wrong = brackets[0][0]
        elif without_comment(lines[before]).endswith(",") or not is_written(lines[wrong]):
            wrong = before
        else:
            break
    return wrong
