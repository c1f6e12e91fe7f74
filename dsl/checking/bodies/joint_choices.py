"""Choices that several make at the same time: who is asked, and what their choice is handed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model import PLAYER, Act
from ...reading import ast
from ...statics import mentions
from .mismatches import wrong_type
from .scope import Scope

if TYPE_CHECKING:
    from .statements import Statements


def together(statements: Statements, written: ast.Together, scope: Scope) -> Act | None:
    """`together p in players: turn(p)`: the body is one choice with a name, made for the player."""
    world, name = statements.world, written.name.text
    element, found = statements.expressions.narrowed(written.domain, written.name, scope)
    if found is None:
        return None
    domain, condition = found
    if element != PLAYER or domain.op == "around":
        wrong_type(world, written.domain.span, "number of players, such as `players`", domain.type)
        return None
    body = statements.block(written.body, scope.with_local(name, PLAYER))
    call = body[0] if len(body) == 1 and body[0].op == "call" else None
    choice = world.composed.named.get(("choice", str(call.value))) if call else None
    own, *others = [*(call.args if call else ()), None]
    made_for = own is not None and (own.op, own.value) == ("local", name)
    if call is None or choice is None or not made_for:
        message = f"expected one choice with a name that is made for `{name}`"
        world.report.error("misplaced", message, written.body[0].span, f"write `together ...: turn({name})`")
        return None
    for other in others:
        if other is not None and mentions(other, name):
            help = f"let the choice work it out from `{name}`"
            world.report.error("misplaced", "this must be the same for all who choose", other.span, help)
            return None
    args = (domain, *call.args[1:], *((condition,) if condition is not None else ()))
    return Act("together", args, (name, str(call.value), condition is not None), span=written.span)
