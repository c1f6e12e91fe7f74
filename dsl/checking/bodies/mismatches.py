"""Types that do not match: whether a value can stand at a place, and what to say where it cannot."""

from __future__ import annotations

from attrs import evolve

from ...diagnostic import Span
from ...model import Term, Type
from ..symbols import UNKNOWN, World


def fits(world: World, found: Type, expected: Type) -> bool:
    """Whether a value of one type can stand where another is expected."""
    if UNKNOWN in (found, expected):
        return True
    if found.tag == "none" or (found.optional and not expected.optional):
        return found.tag == "none" and expected.optional
    if found.tag in ("card", "set", "layout") and expected.tag == found.tag:
        return world.is_kind(found.of, expected.of)
    return found.tag == expected.tag and found.of == expected.of


def wrong_type(world: World, span: Span, expected: Type | str, found: Type) -> None:
    """Reports a value of the wrong type."""
    if isinstance(expected, Type) and found.optional and fits(world, certain(found), expected):
        help = "ask first whether it `is not none`"
        message = f"this may be none, expected {with_article(str(expected))}"
        world.report.error("may-be-none", message, span, help)
    elif found != UNKNOWN:
        message = f"expected {with_article(str(expected))}, found {with_article(str(found))}"
        world.report.error("wrong-type", message, span)


def or_none(type: Type) -> Type:
    """The same type, which may be none."""
    return Type(type.tag, type.of, type.low, type.high, True)


def certain(type: Type) -> Type:
    """The same type without the possibility of none."""
    return evolve(type, optional=False)


def as_set(term: Term) -> Term:
    """A layout where cards are meant: those that lie in it. Anything else as it is."""
    if term.type.tag != "layout":
        return term
    return Term("contents", Type("set", term.type.of), (term,), span=term.span)


def with_article(words: str) -> str:
    """A type as it stands in a sentence: a number, an option."""
    if words[:1].isdigit() or words.startswith(("yes", "-", "none", "card or", "`")):
        return words
    return ("an " if words[:1] in "aeiou" and not words.startswith(("us", "uni")) else "a ") + words


def counted(number: int, word: str) -> str:
    """`1 argument`, `2 arguments`, `no argument`."""
    return f"{number or 'no'} {word}{'' if number < 2 else 's'}"
