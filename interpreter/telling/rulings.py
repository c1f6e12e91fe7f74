"""What the rules, not a card itself, say about just one card: that stands on the card too."""

from __future__ import annotations

from ...dsl.model import AnswerModel, CardModel, Game, ListenerModel, Term


def about_card(game: Game, card: CardModel) -> tuple[list[AnswerModel], list[ListenerModel]]:
    """What the rules answer and listen to for this card only."""
    answers = [a for a in game.answers if a.card < 0 and _about(card, a.patterns, a.condition)]
    listeners = [w for w in game.listeners if w.card < 0 and _about(card, w.patterns, w.condition)]
    return answers, listeners


def _about(card: CardModel, patterns: tuple[Term | str, ...], condition: Term | None) -> bool:
    """Whether a head is about just this card: it is written there, or a name of the head has to be it."""
    tests = [] if condition is None else condition.args if condition.op == "and" else (condition,)
    named = {pattern for pattern in patterns if isinstance(pattern, str)}
    equal = any(is_card(test, name, card) for test in tests for name in named)
    return equal or any(isinstance(p, Term) and _is(card, p) for p in patterns)


def is_card(test: Term, name: str, card: CardModel) -> bool:
    """Whether a condition says that a name stands for the card."""
    names = {str(arg.value) for arg in test.args if arg.op == "local"}
    return test.op == "==" and any(_is(card, arg) for arg in test.args) and name in names


def _is(card: CardModel, term: Term) -> bool:
    return term.op == "card" and term.value == card.index
