"""What the fuzzer knows of the language, all of it from grammar.lark: its rules, the tokens and the parts of texts."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import Any

from attrs import frozen
from lark import Lark, Tree
from lark.exceptions import UnexpectedInput
from lark.grammar import NonTerminal, Rule
from lark.lexer import PatternStr

from duel_dsl.dsl.reading import parse
from duel_dsl.dsl.reading.blocks import Blocks, OddIndent

# Terminals that take whole lines: a scanner that knows no context must leave them out.
NEED_CONTEXT = {"KEY", "DRAWING", "_WHERE"}
MOST_KNOWN = 3_000


@frozen
class Piece:
    """A part of a text: the terminal or rule that it is, and where it stands."""

    name: str
    start: int
    end: int


@cache
def parser() -> Lark:
    """The parser of the language, with trees that know their places."""
    text = parse.GRAMMAR.read_text(encoding="utf-8")
    return Lark(text, parser="lalr", start=["declaration", "expression"], postlex=Blocks(), propagate_positions=True)


@cache
def _scanner() -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds the next token, and the keywords, which it takes for names."""
    keywords, patterns = {}, {}
    for terminal in parser().terminals:
        pattern = terminal.pattern.to_regexp()
        if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isidentifier():
            keywords[terminal.pattern.value] = terminal.name
        elif terminal.name not in NEED_CONTEXT and not terminal.name.startswith("_INDENT") and pattern:
            patterns[terminal.name] = pattern
    longest_first = sorted(patterns, key=lambda name: (name != "NAME", -len(patterns[name])))
    return re.compile("|".join(f"(?P<{name}>{patterns[name]})" for name in longest_first)), keywords


@lru_cache(maxsize=64)
def tokens(text: str) -> tuple[Piece, ...]:
    """The tokens of any text; what is no token is left out."""
    scanner, keywords = _scanner()
    found = ((m, m.lastgroup or "") for m in scanner.finditer(text))
    return tuple(
        Piece(keywords.get(m.group(), name) if name == "NAME" else name, m.start(), m.end())
        for m, name in found
        if name != "WS" and m.end() > m.start()
    )


@cache
def rules() -> dict[str, tuple[Rule, ...]]:
    """The rules of the grammar by the name of what they make."""
    found: dict[str, tuple[Rule, ...]] = {}
    for rule in parser().rules:
        found[rule.origin.name] = (*found.get(rule.origin.name, ()), rule)
    return found


@cache
def family(rule: str) -> frozenset[str]:
    """All that a tree can be called which stands where the grammar has this rule."""
    found, waiting, seen = set[str](), [rule], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for one in rules()[name]:
            found.add(one.alias or name)
            if len(one.expansion) == 1 and isinstance(one.expansion[0], NonTerminal) and not one.alias:
                waiting.append(one.expansion[0].name)
    return frozenset(found)


class Remembering:
    """The parser for a run that reads almost the same text again and again: what it has read once it knows."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], Tree[Any]] = {}

    def parse(self, text: str, start: str) -> Tree[Any]:
        """The tree of a text; a mistake is an exception as ever."""
        if (text, start) not in self.known:
            if len(self.known) > MOST_KNOWN:
                self.known.clear()
            self.known[text, start] = parser().parse(text, start=start)
        return self.known[text, start]


@cache
def _remembering() -> Remembering:
    return Remembering()


def remember() -> None:
    """Lets the engine use this parser too: what it does with a tree is the same, and reading was most of its work."""
    assert parse._parser
    parse._parser = _remembering  # type: ignore[assignment]


def parts(text: str) -> list[Piece]:
    """The trees inside of one declaration that can be read, or nothing."""
    try:
        tree = _remembering().parse(text, "declaration")
    except (UnexpectedInput, OddIndent):
        return []
    subtrees = tree.iter_subtrees()
    return [Piece(str(t.data), t.meta.start_pos, t.meta.end_pos) for t in subtrees if _placed(t)]


def _placed(tree: Tree[object]) -> bool:
    return not tree.meta.empty and tree.meta.end_pos > tree.meta.start_pos
