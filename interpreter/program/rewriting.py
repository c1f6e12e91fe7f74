"""Codes made from codes: names replaced, calls written out, constants worked out; and which names one speaks of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...dsl.meaning import PURE, SETS, clamp, worked_out
from .model import Ask, Code, Function
from .typing import bound_name

CONSTANTS = ("int", "set")


def substitute(code: Code, names: Mapping[str, Code]) -> Code:
    """The code with locals replaced. A loop's own name is left alone, and renamed where a replacement speaks of it."""
    if code.op == "local":
        return names.get(code.value, code)
    if not code.args:
        return code
    own = bound_name(code)
    if own is None:
        return Code(code.op, tuple(substitute(a, names) for a in code.args), code.value, code.origin)
    inner = {n: c for n, c in names.items() if n != own}
    value = code.value
    if any(own in free_names(c) for c in inner.values()):
        fresh = own + "_"
        while any(fresh in free_names(c) for c in inner.values()):
            fresh += "_"
        inner[own] = Code("local", value=fresh)
        value = (code.value[0], fresh) if code.op == "fold" else fresh
    # The domain stands outside of the loop's own name.
    domain = substitute(code.args[0], names)
    return Code(code.op, (domain, *(substitute(a, inner) for a in code.args[1:])), value)


def free_names(code: Code) -> frozenset[str]:
    """The local names that a code speaks of and does not bind itself."""
    if code.op == "local":
        return frozenset((code.value,))
    own = bound_name(code)
    if own is None:
        return frozenset().union(*(free_names(a) for a in code.args))
    inside = frozenset().union(*(free_names(a) for a in code.args[1:]))
    return free_names(code.args[0]) | (inside - {own})


def arguments_of(ask: Ask) -> tuple[str, ...]:
    """The names around a choice that its options and labels speak of, in a fixed order."""
    # Whoever does not see a card is told where it lies.
    found = set(free_names(ask.by)) if ask.hides else set[str]()
    for option in ask.options:
        known: set[str] = set()
        for name, domain in zip(option.names, option.domains, strict=True):
            found |= free_names(domain) - known
            known.add(name)
        rest = (*option.label, *option.remark, *((option.where,) if option.where is not None else ()))
        found |= frozenset().union(*(free_names(code) for code in rest)) - known
    return tuple(sorted(found))


def walk(code: Code) -> Iterator[Code]:
    """The code and everything inside it."""
    yield code
    for arg in code.args:
        yield from walk(arg)


def is_short(code: Code, functions: Mapping[str, Function], most: int) -> bool:
    """Whether a code has few parts, those of what it calls included; looks no further than that many."""
    waiting = [code]
    for _ in range(most):
        if not waiting:
            return True
        part = waiting.pop()
        waiting += part.args
        if part.op == "call":
            waiting.append(functions[part.value].body)
    return not waiting


def written_out(code: Code, functions: Mapping[str, Function]) -> Code:
    """The code with every call replaced by the body of what is called (functions never need themselves)."""
    args = tuple(written_out(a, functions) for a in code.args)
    if code.op != "call":
        return Code(code.op, args, code.value, code.origin)
    function = functions[code.value]
    body = written_out(function.body, functions)
    return substitute(body, {param.name: arg for param, arg in zip(function.params, args, strict=True)})


def folded(code: Code) -> Code:
    """The code, or what it comes to where it is an operation on constants."""
    known = code.op in PURE and all(arg.op in CONSTANTS for arg in code.args)
    if not known or (code.op == "/" and code.args[1].value < 1):
        return code
    value = worked_out(code.op, *(arg.value for arg in code.args))
    return Code("set" if code.op in SETS else "int", value=value)


def simplified(code: Code) -> Code:
    """The code with constants worked out, and without what they make unreachable."""
    args = tuple(simplified(a) for a in code.args)
    if code.op in ("and", "or"):
        # One part that decides is enough; a part that cannot decide is left out.
        decides = code.op == "or"
        if any(a.op == "int" and bool(a.value) is decides for a in args):
            return Code("int", value=int(decides))
        left = tuple(a for a in args if a.op != "int")
        return left[0] if len(left) == 1 else Code(code.op, left) if left else Code("int", value=int(not decides))
    if code.op == "cond" and args[0].op == "int" and (code.origin is None or not args[0].value):
        return args[1] if args[0].value else args[2]
    if code.op == "clamp" and args[0].op == "int":
        return Code("int", value=clamp(args[0].value, *code.value))
    return folded(Code(code.op, args, code.value, code.origin))
