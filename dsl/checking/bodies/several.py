"""Fields that hold several members of an enum: what comparing them means, and going through them.

Whoever compares such a field asks whether it has a member. All of it is said by operations of the description that are
there: a comparison whose first part is such a field.
"""

from __future__ import annotations

from collections.abc import Iterable

from ...model import FLAG, NUMBER, SEVERAL, Term, Type

ONE = Term("int", NUMBER, value=1)


def member_of(type: Type) -> Type:
    """The type of the members that a field holds; any other type as it is."""
    return Type("enum", type.of) if type.tag == SEVERAL else type


def compared(op: str, left: Term, right: Term, name: str) -> Term | None:
    """`==` or `!=` where one side holds several members: whether it has the other, or whether both have one in common,
    which a new name stands for. None where that cannot be asked."""
    if left.type.of != right.type.of:
        return None
    if left.type.tag != SEVERAL:
        left, right = right, left
    if right.type.tag != SEVERAL:
        return Term(op, FLAG, (left, right)) if right.type.tag == "enum" else None
    members, condition = gone_through(right, name)
    local = Term("local", member_of(left.type), value=name)
    common = Term("fold", FLAG, (members, Term("==", FLAG, (left, local)), condition), ("any", name))
    return Term("not", FLAG, (common,)) if op == "!=" else common


def gone_through(held: Term, name: str) -> tuple[Term, Term]:
    """What a name runs over that goes through the members of a field: all members, with the condition that it has
    them."""
    members = Term("members", Type("domain", held.type.of), value=held.type.of, span=held.span)
    return members, Term("==", FLAG, (held, Term("local", member_of(held.type), value=name)), span=held.span)


def how_many(held: Term, name: str) -> Term:
    """The number of members of a field."""
    members, condition = gone_through(held, name)
    return Term("fold", NUMBER, (members, ONE, condition), ("count", name))


def both(conditions: Iterable[Term | None]) -> Term | None:
    """The conditions that are there as one."""
    found = [condition for condition in conditions if condition is not None]
    return Term("and", FLAG, tuple(found), span=found[-1].span) if len(found) > 1 else found[0] if found else None
