"""What to say where a text cannot be parsed: `explain(mistake, lines)` finds the place, the words and the
advice.

The parser's own words never reach the user: what it could have gone on with is put into plain groups.
"""

from __future__ import annotations

import re

from attrs import frozen
from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from ..diagnostic import did_you_mean, nearest
from .blocks import OddIndent
from .declared import snake_case
from .lines import depth, head_word, is_written, open_brackets, without_comment

DECLARATIONS = [
    *["pack", "switch", "enum", "kind", "player", "table", "layout", "define", "value", "signal"],
    *["procedure", "choice", "payment", "market", "fee", "score", "rank", "sides", "when", "invariant", "scenario"],
    *["names", "look", "change", "replace", "remove", "add"],
]

# What a terminal is called in a message; a keyword is quoted as it is written.
PHRASES = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "KEY": "the words of an option",
    "DRAWING": "rows of capital letters with spaces between them",
    "ASSIGN": "an assignment",
    "ADJUSTMENT": "`+` or `-`",
    "OPEN": "`(`",
    "CLOSE": "`)`",
    "OPEN_LIST": "`[`",
    "CLOSE_LIST": "`]`",
    "COLON": "`:`",
    "EQUAL": "`=`",
    "DOT": "`.`",
    "BAR": "`|`",
    "QUESTION": "`?`",
    "UP_TO": "`..`",
    "_COMMA": "`,`",
    "_NL": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the declaration",
}
SILENT = {"WS", "COMMENT"}
# What a value can begin with, how it can go on, and what else can stand where a statement can.
VALUE = {"NAME", "INT", "STRING", "OPEN", "OPEN_LIST", "NOT", "ADJUSTMENT", "LEGAL", "WON_BY"}
OPERATOR = {"TIMES", "ADJUSTMENT", "COMPARE", "IS", "IN", "NOT", "AND", "OR", "IF", "_WHERE", "UP_TO"}
GOING_ON = {*OPERATOR, "DOT", "OPEN", "OPEN_LIST"}
ACTION = {"LET", "MOVE", "MARK", "UNMARK", "DRAW", "DEAL", "REVEAL", "EMIT", "RUN", "WIN", "FINISH", "STOP"}
STATEMENT = {*ACTION, "IF", "FOR", "REPEAT", "UNTIL", "MAY", "CHOOSE", "ELSE", "_DEDENT"}
FIELD = {"NAME", "SET", "ADJUST", "WHEN", "EXPECT", "STATE", "EVENT", "BACK", "_DEDENT"}
# Groups of terminals that are one thing to a reader: where all of the first set are possible, all of the
# second are said by the phrase.
GROUPS: tuple[tuple[set[str], set[str], str], ...] = (
    ({"PACK", "ENUM"}, {word.upper() for word in DECLARATIONS} | {"NAME"}, "a declaration"),
    ({"LET", "MOVE", "OPEN"}, STATEMENT | VALUE, "a statement"),
    ({"LET", "MOVE"}, STATEMENT, "a statement"),
    ({"NAME", "INT", "OPEN"}, VALUE | {"ANY", "RANDOM"}, "a value"),
    ({"SET", "ADJUST"}, FIELD, "a field"),
    ({"STATE", "EVENT"}, FIELD, "a field"),
    ({"TIMES", "ADJUSTMENT"}, GOING_ON, "an operator"),
    ({"TIMES"}, {"TIMES"}, "`*` or `/`"),
    ({"COMPARE"}, {"COMPARE"}, "a comparison"),
)
# Words that begin a line or an action: a misspelt one looks like a name, and the next word like the mistake.
BEGINNINGS = [word.lower() for word in (*ACTION, "IF", "ELSE", "FOR", "REPEAT", "UNTIL")]
BEGINNINGS += [
    "choose",
    "may",
    "option",
    "event",
    "state",
    "back",
    "set",
    "adjust",
    "when",
    "expect",
    "given",
    "then",
    "chance",
    "at",
]
CARD_ADVICE = 'a card is written as its kind and its name in quotes: `kind "Name"`'
ODD_QUOTES = "\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019'`"


@frozen
class Explanation:
    """What is wrong at a place of a piece; line and column count from 0."""

    code: str
    message: str
    line: int
    column: int
    width: int = 1
    help: str = ""
    meant: str = ""


def explain(mistake: UnexpectedInput | OddIndent, lines: tuple[str, ...]) -> Explanation:
    """Says what is wrong in the lines of a piece that the parser could not read."""
    if isinstance(mistake, OddIndent):
        line = min((mistake.token.end_line or 1) - 1, len(lines) - 1)
        message = "this line is indented like no line above it"
        return Explanation("indentation", message, line, 0, max(1, depth(lines[line])))
    line, column, width, found = _place(mistake, lines)
    brackets = open_brackets(lines, line, column)
    if brackets and (brackets[-1][0] < line or found == PHRASES["$END"]):
        return Explanation("unclosed-bracket", "this bracket is not closed", *brackets[-1])
    for special in (_odd_character, _odd_else, _block_behind_colon, _fraction):
        if (special_case := special(lines[line], line, column)) is not None:
            return special_case
    if isinstance(mistake, UnexpectedCharacters):
        allowed = mistake.allowed or set()
    else:
        assert isinstance(mistake, UnexpectedToken)
        allowed = mistake.accepts or mistake.expected
    if (misspelt := _misspelt_beginning(lines[line], line, column)) is not None and line > 0:
        return misspelt
    if line == 0 and (unknown := _unknown_declaration(lines[0], column)) is not None:
        return unknown
    if _type(mistake) == "_INDENT":
        message = "this line is indented, but the line above begins no block"
        return Explanation("indentation", message, line, 0, max(1, column))
    if allowed == {"_INDENT"}:
        return _empty_head(lines, line, found)
    if allowed == {"DRAWING"} and line + 1 < len(lines) and found == PHRASES["_NL"]:
        row = lines[line + 1]
        message = f"expected {PHRASES['DRAWING']}"
        return Explanation("syntax", message, line + 1, depth(row), max(1, len(row.strip())))
    message = f"found {found}, expected {_expected(allowed)}"
    return Explanation("syntax", message, line, column, width, _advice(found[1:-1], allowed))


def _empty_head(lines: tuple[str, ...], line: int, found: str) -> Explanation:
    """A line that should begin a block, or say something behind its colon, and does neither."""
    if found != PHRASES["$END"]:
        line = max(i for i in range(line) if is_written(lines[i]))
    head = without_comment(lines[line])
    message = "nothing is indented below this line"
    if head.endswith(":"):
        message = "nothing stands behind this colon, and nothing is indented below it"
        return Explanation("empty", message, line, len(head) - 1)
    return Explanation("empty", message, line, depth(head), max(1, len(head.strip())))


def _type(mistake: UnexpectedInput) -> str:
    return mistake.token.type if isinstance(mistake, UnexpectedToken) else ""


def _place(mistake: UnexpectedInput, lines: tuple[str, ...]) -> tuple[int, int, int, str]:
    """Line, column, width and words for what was found; ends of lines are shown after the last character."""
    last = max((i for i, line in enumerate(lines) if is_written(line)), default=0)
    if isinstance(mistake, UnexpectedCharacters):
        line, column = min(mistake.line - 1, len(lines) - 1), mistake.column - 1
        quoted = re.match(r'"[^"]*"', lines[line][column:])
        text = quoted.group() if quoted else lines[line][column : column + 1]
        return line, column, max(1, len(text)), f"`{text}`"
    assert isinstance(mistake, UnexpectedToken)
    token: Token = mistake.token
    if token.line is None or token.type in ("$END", "_DEDENT"):
        return last, len(without_comment(lines[last])), 1, PHRASES["$END"]
    line, column = token.line - 1, (token.column or 1) - 1
    if token.type in ("_NL", "DRAWING"):
        return line, len(without_comment(lines[line])), 1, PHRASES["_NL"]
    if token.type == "_INDENT":
        line = min((token.end_line or token.line) - 1, last)
        return line, depth(lines[line]), 1, PHRASES["_INDENT"]
    text = str(token).split("\n")[0].rstrip()
    if token.type == "KEY":  # the lexer's last resort, the rest of the line
        text = text.split()[0]
    return line, column, max(1, len(text)), f"`{text}`"


def _odd_character(text: str, line: int, column: int) -> Explanation | None:
    character = text[column : column + 1]
    if character == '"' and '"' not in text[column + 1 :]:
        message = "this text is not closed on its line"
        return Explanation("unclosed-text", message, line, column, max(1, len(text.rstrip()) - column))
    if character in ODD_QUOTES and character:
        return Explanation("syntax", f"found `{character}`", line, column, 1, 'put texts in straight quotes: `"`')
    return None


def _odd_else(text: str, line: int, column: int) -> Explanation | None:
    """An `elif`, or an `else` that belongs to nothing: both look like names to the parser."""
    word = text.split()[0].rstrip(":") if text.strip() else ""
    start = depth(text)
    if column <= start or word not in ("elif", "elseif", "else"):
        return None
    if word != "else":
        return Explanation("syntax", f"unknown word `{word}`", line, start, len(word), "write `else if`")
    rest = text[start + len(word) :].lstrip()
    if column == text.find(rest, start + len(word)):
        return Explanation("syntax", "this `else` belongs to no `if` or `choose` above it", line, start, len(word))
    return None


def _block_behind_colon(text: str, line: int, column: int) -> Explanation | None:
    """A statement with a block of its own, behind a colon: there it looks like a name to the parser."""
    found = re.search(r":\s*(if|for|repeat|until|choose|may|together)\s+$", text[:column])
    if found is None:
        return None
    word = found.group(1)
    help = "write it on a line of its own, indented below this one"
    return Explanation("syntax", f"`{word}` cannot stand behind a colon", line, found.start(1), len(word), help)


def _fraction(text: str, line: int, column: int) -> Explanation | None:
    """A number with digits behind a point."""
    found = re.search(r"\d+\.$", text[:column])
    digits = re.match(r"\d+", text[column:])
    if found is None or digits is None:
        return None
    width = len(found.group()) + len(digits.group())
    return Explanation("syntax", "numbers are whole", line, found.start(), width)


def _misspelt_beginning(text: str, line: int, column: int) -> Explanation | None:
    """A word at the beginning of a line or behind a colon that is almost one of the language."""
    found = re.search(r"(?:^|:)\s*([a-z_]+)\s*$", text[:column])
    word = found.group(1) if found else ""
    near = nearest(word, BEGINNINGS) if len(word) > 1 and word not in BEGINNINGS else None
    if found is None or near is None:
        return None
    return Explanation("syntax", f"unknown word `{word}`", line, found.start(1), len(word), f"did you mean `{near}`?")


def _unknown_declaration(head: str, column: int) -> Explanation | None:
    """A first word that begins no declaration, and is not followed by the name of a card."""
    word = head_word(head)
    start = head.find(word)
    if not word or column < start or word in DECLARATIONS:
        return None
    rest = head[start + len(word) :].lstrip()
    if rest.startswith('"') or column <= start:
        return None
    meant = nearest(word, DECLARATIONS) or ""
    help = f"did you mean `{meant}`?" if meant else CARD_ADVICE
    return Explanation("unknown-declaration", f"`{word}` begins no declaration", 0, start, len(word), help, meant)


def _expected(terminals: set[str]) -> str:
    left = set(terminals) - SILENT
    phrases: list[str] = []
    for needed, covered, phrase in GROUPS:
        if needed <= left:
            left -= covered
            phrases.append(phrase)
    if left - {"_DEDENT"}:
        left.discard("_DEDENT")
    rest = sorted(PHRASES.get(t, f"`{t.lower().strip('_')}`") for t in left)
    phrases += sorted(rest, key=lambda phrase: phrase.startswith("`"))
    if not phrases:
        return "nothing more"
    return ", ".join(phrases[:-1]) + (" or " if len(phrases) > 1 else "") + phrases[-1]


def _advice(found: str, terminals: set[str]) -> str:
    if found == "=" and {"DOT", "COLON"} <= terminals:
        return "did you mean `:`?"
    if found == "=" and not terminals & {"ASSIGN", "EQUAL"}:
        return "to compare write `==` or `is`"
    if found.startswith('"') and "NAME" in terminals and snake_case(found):
        return f"write it as an id, without quotes: `{snake_case(found)}`"
    if not re.fullmatch(r"[a-z_]{2,}", found):
        return ""
    return did_you_mean(found, sorted(t.lower().strip("_") for t in terminals - PHRASES.keys()))
