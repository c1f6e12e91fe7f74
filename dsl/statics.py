"""What depends on the text only: conditions on printed fields, worked out to sets of cards at load time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Protocol

from attrs import evolve

from .meaning import worked_out
from .model import SEVERAL, CardModel, Game, Term

MOST_WRITTEN_OUT = 100
# Of two numbers each.
OPERATIONS = ("==", "!=", "<", "<=", ">", ">=", "+", "-", "*", "/")


class Kinds(Protocol):
    """Whatever knows which kind is which other: a game, or the names of one that is being checked."""

    def lineage(self, kind: str) -> tuple[str, ...]:
        """A kind and the kinds it is."""
        ...


def literal(term: Term) -> int | None:
    """The number that a term is, where the text says it outright."""
    if term.op in ("int", "card"):
        return int(term.value)
    if term.op in ("+", "-", "*"):
        left, right = (literal(part) for part in term.args)
        if left is not None and right is not None:
            return worked_out(term.op, left, right)
    return None


def mentions(term: Term, name: str) -> bool:
    """Whether a term speaks of a local name."""
    return any(part.op == "local" and part.value == name for part in term.walk())


def value_for(kinds: Kinds, term: Term, name: str, card: CardModel) -> int | None:
    """The value of a term for one card, or None where it depends on more than its printed fields."""
    if term.op in ("int", "card"):
        return int(term.value)
    if term.op == "local" and term.value == name:
        return card.index
    if term.op == "card_field" and term.args[0].op == "local" and term.args[0].value == name:
        value = card.values.get(str(term.value), -1)
        return value if isinstance(value, int) else None
    if term.args and term.args[0].type.tag == SEVERAL:
        return _has_members(kinds, term, name, card)
    if term.op == "is_kind" and term.args[0].op == "local" and term.args[0].value == name:
        return int(term.value in kinds.lineage(card.kind))
    if term.op not in (*OPERATIONS, "and", "or", "not", "among"):
        return None
    parts = [value_for(kinds, a, name, card) for a in term.args]
    numbers = [p for p in parts if p is not None]
    if len(numbers) != len(parts):
        return None
    if term.op == "and":
        return int(all(numbers))
    if term.op == "or":
        return int(any(numbers))
    if term.op == "not":
        return worked_out("not", *numbers)
    if term.op == "among":
        return int(numbers[0] in numbers[1:])
    return worked_out(term.op, *numbers)


def _has_members(kinds: Kinds, term: Term, name: str, card: CardModel) -> int | None:
    """Whether a card has one of some members (none: whether it has no member) in a field that holds several."""
    held, *others = term.args
    values = [value_for(kinds, other, name, card) for other in others]
    numbers = [value for value in values if value is not None]
    if not (held.op == "card_field" and held.args[0].op == "local" and held.args[0].value == name):
        return None
    if len(numbers) < len(values):
        return None
    mask = card.values.get(str(held.value), 0)
    has = any(mask >> number & 1 if number >= 0 else mask == 0 for number in numbers)
    return int(has != (term.op == "!="))


def mask_where(game: Game, condition: Term, name: str) -> int | None:
    """The set of all cards that fulfil a condition, or None where it depends on the position."""
    mask = 0
    for card in game.cards:
        verdict = value_for(game, condition, name, card)
        if verdict is None:
            return None
        if verdict:
            mask |= 1 << card.index
    return mask


def members(kinds: Kinds, cards: Sequence[CardModel], term: Term) -> set[int] | None:
    """The numbers of the cards in a set that depends on the text only, or None."""
    if term.op == "kind":
        return {c.index for c in cards if term.value == "card" or term.value in kinds.lineage(c.kind)}
    if term.op in ("cards", "singleton"):
        return {int(a.value) for a in term.args} if all(a.op == "card" for a in term.args) else None
    if term.op == "filter":
        inner = members(kinds, cards, term.args[0])
        if inner is None:
            return None
        verdicts = {c.index: value_for(kinds, term.args[1], str(term.value), c) for c in cards if c.index in inner}
        return None if None in verdicts.values() else {index for index, verdict in verdicts.items() if verdict}
    if term.op in ("union", "without"):
        left, right = (members(kinds, cards, a) for a in term.args)
        if left is None or right is None:
            return None
        return left | right if term.op == "union" else left - right
    return None


def opened(game: Game, term: Term) -> Term:
    """A condition that only names a define, as what the define says; others are left as they are."""
    if term.op != "define":
        return term
    formula = game.defines[str(term.value)]
    if not isinstance(formula.body, Term) or _binds(formula.body):
        return term
    names = {name: arg for (name, _), arg in zip(formula.params, term.args, strict=True)}
    return _with_names(formula.body, names)


def written_out(game: Game, term: Term) -> Term:
    """A condition with what its defines say, and its values that nothing answers; too much of that is left as it is."""
    answered = {answer.value for answer in game.answers}
    found = _written_out(game, term, answered)
    return found if sum(1 for _ in islice(found.walk(), MOST_WRITTEN_OUT + 1)) <= MOST_WRITTEN_OUT else term


def _written_out(game: Game, term: Term, answered: set[str]) -> Term:
    args = tuple(_written_out(game, part, answered) for part in term.args)
    term = evolve(term, args=args) if args != term.args else term
    if term.op not in ("define", "value") or term.value in answered:
        return term
    formula = (game.defines if term.op == "define" else game.values)[str(term.value)]
    # Numbers would be kept within the range of a parameter.
    limited = any(type.low is not None for _, type in formula.params)
    if limited or not isinstance(formula.body, Term) or _binds(formula.body) or _calls(formula.body) > 1:
        return term
    names = {name: arg for (name, _), arg in zip(formula.params, args, strict=True)}
    return _written_out(game, _with_names(formula.body, names), answered)


def _calls(term: Term) -> int:
    """How many defines and values a term speaks of. One is followed, so that no more is written than there is."""
    return sum(part.op in ("define", "value") for part in term.walk())


def _binds(term: Term) -> bool:
    """Whether names are given to members inside a term; replacing names there could mix them up."""
    return any(part.op in ("fold", "filter") for part in term.walk())


def _with_names(term: Term, names: Mapping[str, Term]) -> Term:
    if term.op == "local" and term.value in names:
        return names[str(term.value)]
    return evolve(term, args=tuple(_with_names(part, names) for part in term.args))
