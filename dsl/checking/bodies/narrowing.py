"""What a condition tells about the things it speaks of: that they are there, or of which kind they are.

Behind `if c.link is not none` the link is there; behind `if c is KIND` the card is of that kind. Things are compared as
they are written, so `c.link` means the same thing as long as `c` does.
"""

from __future__ import annotations

from collections.abc import Mapping

from ...reading import ast

# What is known of a thing: the name of its kind, or THERE where only that it is not none.
Facts = Mapping[ast.Expr, str]
THERE = ""


def facts_if(condition: ast.Expr | None) -> Facts:
    """What is known where a condition is fulfilled."""
    match condition:
        case ast.Compare(operator="is not", left=left, right=ast.Name(id="none")):
            return {left: THERE}
        case ast.Compare(operator="is", left=left, right=ast.Name(id=name)) if name != "none":
            # Whether the word is a kind is seen where the fact is used.
            return {left: name}
        case ast.Logic(operator="and", parts=parts):
            return {thing: fact for part in parts for thing, fact in facts_if(part).items()}
        case ast.Logic(operator="not", parts=(part,)):
            return facts_unless(part)
    return {}


def facts_unless(condition: ast.Expr | None) -> Facts:
    """What is known where a condition is not fulfilled."""
    match condition:
        case ast.Compare(operator="is", left=left, right=ast.Name(id="none")):
            return {left: THERE}
        case ast.Compare(operator="is not", left=left, right=ast.Name(id=name)) if name != "none":
            return {left: name}
        case ast.Logic(operator="or", parts=parts):
            return {thing: fact for part in parts for thing, fact in facts_unless(part).items()}
        case ast.Logic(operator="not", parts=(part,)):
            return facts_if(part)
    return {}
