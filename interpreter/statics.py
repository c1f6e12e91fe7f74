"""What depends on the text only: conditions on printed fields, worked out to sets of cards when a game is loaded."""

from __future__ import annotations

from ..dsl.model import CardModel, Game, Term

OPERATORS = {
    "==": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
}


def mentions(term: Term, name: str) -> bool:
    """Whether a term speaks of a local name."""
    return (term.op == "local" and term.value == name) or any(mentions(a, name) for a in term.args)


def value_for(game: Game, term: Term, name: str, card: CardModel) -> int | None:
    """The value of a term for one card, or None where it depends on more than its printed fields."""
    if term.op in ("int", "card"):
        return int(term.value)
    if term.op == "local" and term.value == name:
        return card.index
    if term.op == "card_field" and term.args[0].op == "local" and term.args[0].value == name:
        value = card.values.get(str(term.value), -1)
        return value if isinstance(value, int) else None
    if term.op == "is_kind" and term.args[0].op == "local" and term.args[0].value == name:
        return int(term.value in game.lineage(card.kind))
    if term.op not in (*OPERATORS, "and", "or", "not", "among"):
        return None
    parts = [value_for(game, a, name, card) for a in term.args]
    if any(p is None for p in parts):
        return None
    numbers = [p for p in parts if p is not None]
    if term.op == "and":
        return int(all(numbers))
    if term.op == "or":
        return int(any(numbers))
    if term.op == "not":
        return int(not numbers[0])
    if term.op == "among":
        return int(numbers[0] in numbers[1:])
    return int(OPERATORS[term.op](numbers[0], numbers[1]))


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
