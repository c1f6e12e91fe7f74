"""Text to syntax tree: `parse(file, text, report)` returns the declarations that could be read.

The text is cut at its top-level lines and each piece is parsed on its own. Where a piece has a mistake, the
field it lies in is left out and the rest is read again, so that the next mistake is found too.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken, VisitError
from lark.indenter import DedentError, Indenter

from . import ast
from .build import Builder
from .cache import cache_folder, engine_stamp
from .diagnostic import Report, Span

GRAMMAR = Path(__file__).parent.parent / "grammar.lark"
MOST_CHARACTERS = 1_000_000
MOST_IN_A_LINE = 2_000
MOST_BRACKETS = 40
MOST_INDENT = 80
MOST_MISTAKES_PER_PIECE = 20

# What a terminal is called in a message; keywords are quoted as they are written.
WORDS = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "KEY": "the words of an option",
    "DRAWING": "rows of capital letters",
    "ASSIGN": "`=`, `+=` or `-=`",
    "ADJUSTMENT": "`+` or `-`",
    "TIMES": "`*` or `/`",
    "COMPARE": "a comparison",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "COLON": "`:`",
    "EQUAL": "`=`",
    "DOT": "`.`",
    "VBAR": "`|`",
    "QMARK": "`?`",
    "MINUS": "`-`",
    "_COMMA": "`,`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "__ANON_0": "`..`",
    "$END": "the end of the text",
}


class _Blocks(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB"]
    CLOSE_PAREN_types = ["RPAR", "RSQB"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4


@lru_cache(maxsize=1)
def _parser() -> Lark:
    # Lark's own cache file would lie in the shared temp folder; ours lies in the user's folder.
    folder = cache_folder()
    cache = str(folder / f"grammar-{engine_stamp()}.lark") if folder else False
    options = dict(parser="lalr", start=["declaration", "expression"], propagate_positions=True)
    grammar = GRAMMAR.read_text(encoding="utf-8")
    try:
        return Lark(grammar, postlex=_Blocks(), maybe_placeholders=True, cache=cache, **options)
    except (OSError, EOFError, ValueError, TypeError, KeyError, AttributeError, ImportError):
        return Lark(grammar, postlex=_Blocks(), maybe_placeholders=True, **options)


def parse(file: str, text: str, report: Report) -> list[ast.Declaration]:
    """Reads one file; mistakes go into the report and what could be read is returned."""
    if not _within_limits(file, text, report):
        return []
    declarations = []
    for first_line, piece in _pieces(text):
        if piece[:1] in " \t":
            column = len(piece) - len(piece.lstrip()) + 1
            span = Span(file, first_line, column, column + 1)
            report.error("stray-indent", "this line is indented but belongs to nothing", span)
            continue
        declaration = _parse_piece(file, first_line, piece, report)
        if declaration is not None:
            declarations.append(declaration)
    return declarations


def parse_expression(text: str, span: Span, report: Report) -> ast.Expr | None:
    """Reads one expression, as it stands between the braces of a label."""
    try:
        tree = _parser().parse(text, start="expression")
        built = Builder(span.file, span.line - 1, span.column - 1).transform(tree)
    except (UnexpectedInput, DedentError, VisitError, RecursionError):
        report.error("syntax", f"`{text}` is not an expression", span)
        return None
    assert isinstance(built, ast.Expr)
    return built


def _within_limits(file: str, text: str, report: Report) -> bool:
    if len(text) > MOST_CHARACTERS:
        report.error("too-large", f"a file may have {MOST_CHARACTERS:,} characters", Span(file, 1, 1, 2))
        return False
    for number, line in enumerate(text.split("\n"), 1):
        span = Span(file, number, 1, 2)
        if len(line) > MOST_IN_A_LINE:
            report.error("too-large", f"a line may have {MOST_IN_A_LINE:,} characters", span)
            return False
        deep = len(line) - len(line.lstrip(" \t")) > MOST_INDENT and not line.lstrip().startswith("#")
        if line.strip() and (deep or line.count("(") + line.count("[") > MOST_BRACKETS):
            report.error("too-deep", "this is nested too deep", span)
            return False
    return True


def _pieces(text: str) -> list[tuple[int, str]]:
    """The top-level pieces, each with the number of its first line. Comments between pieces belong to none."""
    lines = text.replace("\r\n", "\n").split("\n")
    starts = [i for i, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")]
    heads = [i for n, i in enumerate(starts) if lines[i][0] not in " \t" or n == 0]
    # A list may go on after a comma, even at the start of a line.
    ends = [*heads[1:], len(lines)]
    return [(a + 1, "\n".join(lines[a:b]).rstrip() + "\n") for a, b in zip(heads, ends, strict=True)]


def _parse_piece(file: str, first_line: int, piece: str, report: Report) -> ast.Declaration | None:
    damaged = False
    for _ in range(MOST_MISTAKES_PER_PIECE):
        try:
            tree = _parser().parse(piece, start="declaration")
            built = Builder(file, first_line - 1, 0).transform(tree)
        except (UnexpectedInput, DedentError) as mistake:
            line = _report_mistake(file, first_line, piece, mistake, report)
            damaged = True
            repaired = _without_field(piece, line)
            if repaired is None or repaired == piece:
                return None
            piece = repaired
            continue
        except (RecursionError, VisitError) as failure:
            if isinstance(failure, VisitError) and not isinstance(failure.orig_exc, RecursionError):
                raise
            report.error("too-deep", "this is nested too deep", Span(file, first_line, 1, 2))
            return None
        assert isinstance(built, ast.Declaration)
        # A damaged declaration is still checked, but nothing is said about what it lacks.
        if damaged and isinstance(built, ast.Card | ast.Change | ast.Kind | ast.Fields):
            report.damaged.add((built.span.file, built.span.line))
            return built
        return None if damaged else built
    return None


def _without_field(piece: str, wrong: int) -> str | None:
    """The piece with the field around its line number `wrong` (from 0) left empty; None if that is the head."""
    lines = piece.split("\n")
    depths = [len(line) - len(line.lstrip()) if line.strip() else -1 for line in lines]
    inner = [d for d in depths[1:] if d > 0]
    if not inner or wrong < 1:
        return None
    level = min(inner)
    begin = wrong
    while begin >= 1 and depths[begin] not in range(1, level + 1):
        begin -= 1
    if begin < 1:
        return None
    end = begin + 1
    while end < len(lines) and (depths[end] > level or depths[end] == -1):
        end += 1
    for index in range(begin, min(end, len(lines))):
        lines[index] = ""
    return "\n".join(lines)


def _report_mistake(
    file: str, first_line: int, piece: str, mistake: UnexpectedInput | DedentError, report: Report
) -> int:
    """Says what was expected; returns the line inside the piece, from 0."""
    lines = piece.split("\n")
    if isinstance(mistake, DedentError):
        line = _odd_dedent(lines)
        column = len(lines[line]) - len(lines[line].lstrip()) + 1
        span = Span(file, first_line + line, column, column + 1)
        report.error("indentation", "this line is indented like no line above it", span)
        return line
    if isinstance(mistake, UnexpectedCharacters):
        line, column, width = mistake.line - 1, mistake.column, 1
        found = f"`{lines[line][column - 1]}`" if column <= len(lines[line]) else "the end of the line"
        allowed = mistake.allowed or set()
        if found == '`"`':
            found = "a text that is not closed on its line"
    else:
        assert isinstance(mistake, UnexpectedToken)
        token = mistake.token
        allowed = mistake.accepts or mistake.expected
        line, column, width = _token_place(token, lines)
        found = _found(token)
    span = Span(file, first_line + line, column, column + width)
    report.error("syntax", f"found {found}, expected {_expected(allowed)}", span, _advice(token_of(mistake), allowed))
    return line


def token_of(mistake: UnexpectedInput) -> str:
    """The text of the unexpected token, or nothing."""
    return str(mistake.token) if isinstance(mistake, UnexpectedToken) else ""


def _odd_dedent(lines: list[str]) -> int:
    levels = [0]
    for index, line in enumerate(lines):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        depth = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip())
        if depth > levels[-1]:
            levels.append(depth)
            continue
        while depth < levels[-1]:
            levels.pop()
        if depth != levels[-1]:
            return index
    return 0


def _token_place(token: Token, lines: list[str]) -> tuple[int, int, int]:
    """Line (from 0), column and width; line ends and block marks are shown after the last character before them."""
    if token.line is None or token.type in ("$END", "_DEDENT"):
        last = max((i for i, line in enumerate(lines) if line.strip()), default=0)
        return last, len(lines[last]) + 1, 1
    line, column = token.line - 1, token.column or 1
    if token.type == "_NL":
        return line, column, 1
    if token.type == "_INDENT":
        line = min(token.end_line or token.line, len(lines)) - 1
        while line < len(lines) - 1 and not lines[line].strip():
            line += 1
        return line, len(lines[line]) - len(lines[line].lstrip()) + 1, 1
    return line, column, max(1, len(str(token).split("\n")[0]))


def _found(token: Token) -> str:
    if token.type == "_COMMA":
        return "`,`"
    if token.type in ("_NL", "_INDENT", "_DEDENT", "$END", "DRAWING"):
        return WORDS[token.type]
    return f"`{str(token).split(chr(10))[0]}`"


def _expected(terminals: set[str]) -> str:
    words = {WORDS.get(t, f"`{t.lower().removesuffix('_answer')}`") for t in terminals if t not in ("WS", "COMMENT")}
    # Long lists of keywords help nobody: say what kind of thing belongs here.
    keywords = {w for w in words if re.fullmatch(r"`[a-z_]+`", w)}
    if len(keywords) > 6:
        words -= keywords
        words.add("a declaration" if "`pack`" in keywords else "a statement" if "`move`" in keywords else "a keyword")
    ordered = sorted(words, key=lambda w: (w.startswith("`"), w))
    return ", ".join(ordered[:-1]) + (" or " if len(ordered) > 1 else "") + ordered[-1] if ordered else "nothing more"


def _advice(found: str, terminals: set[str]) -> str:
    from .diagnostic import did_you_mean

    if not re.fullmatch(r"[a-z_]+", found):
        return ""
    return did_you_mean(found, sorted(t.lower().removesuffix("_answer") for t in terminals if t.isupper() and t not in WORDS))


__all__ = ["Tree", "parse", "parse_expression"]
