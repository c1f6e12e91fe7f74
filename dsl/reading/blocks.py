"""Indentation to blocks: puts a mark into the stream of tokens wherever a block begins or ends.

Inside brackets the end of a line means nothing. A line that is indented like no line above it raises
`OddIndent`.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token
from lark.lark import PostLex


class OddIndent(Exception):
    """A line ends a block but stands at no column where one began; `token` is the line end before it."""

    def __init__(self, token: Token) -> None:
        super().__init__("odd indentation")
        self.token = token


class Blocks(PostLex):
    """Makes `_INDENT` and `_DEDENT` from the spaces after each line end."""

    always_accept = ("_NL",)

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The same tokens with the marks of blocks between them."""
        depth, levels = 0, [0]
        token: Token | None = None
        for token in stream:
            if token.type == "_NL":
                if depth == 0:
                    yield token
                    yield from _marks(token, levels)
                continue
            if token.type in ("OPEN", "OPEN_LIST"):
                depth += 1
            elif token.type in ("CLOSE", "CLOSE_LIST"):
                depth = max(0, depth - 1)
            yield token
        while len(levels) > 1:
            levels.pop()
            yield _mark("_DEDENT", "", token)


def _marks(line_end: Token, levels: list[int]) -> Iterator[Token]:
    spaces = line_end.rsplit("\n", 1)[1]
    column = len(spaces.expandtabs(4))
    if column > levels[-1]:
        levels.append(column)
        yield _mark("_INDENT", spaces, line_end)
        return
    while column < levels[-1]:
        levels.pop()
        yield _mark("_DEDENT", "", line_end)
    if column != levels[-1]:
        raise OddIndent(line_end)


def _mark(type: str, text: str, at: Token | None) -> Token:
    return Token(type, text) if at is None else Token.new_borrow_pos(type, text, at)
