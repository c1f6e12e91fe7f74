"""Numbers that somebody listens to: which of them an act changes, and in which direction.

`when level falls(p, n)` is a signal of the name `level falls`. It is given by whatever changes the field, so no act
says so; the signals of a game hold those that are listened to.
"""

from __future__ import annotations

from collections.abc import Mapping

from .meaning import MOST_NUMBER
from .model import NUMBER, PLAYER, Act, Game, Term, Type

FALLS, RISES = "falls", "rises"
CHANGES = (FALLS, RISES)
# What the signal says of a change, behind the player or card whose number it is: by how much, and with whose effect.
SIZE, BY = ("n", Type("number", low=1, high=MOST_NUMBER)), ("by", Type("player", optional=True))
# What a signal begins with where the number is that of a player or a card.
OWNERS = {"player_field": "player", "card_state": "card"}
# Operations that are never below 0, or not if their parts are not.
COUNTED = ("count", "price", "amount", "printed_money", "payment_total", "payment_part")
SUMS = ("+", "*", "/", "min")

Signals = Mapping[str, tuple[tuple[str, Type], ...]]


def signal_of(field: str, change: str) -> str:
    """What the signal is called that a field changes."""
    return f"{field} {change}"


def is_change(signal: str) -> bool:
    """Whether a signal tells of a number that changes."""
    return signal.endswith(CHANGES) and " " in signal


def listened_to(signals: Signals, target: Term) -> tuple[str, ...]:
    """The signals that are given when a field, or a state of a card, changes."""
    names = (signal_of(str(target.value), change) for change in CHANGES)
    return tuple(name for name in names if name in signals and _is_about(signals[name], target.op))


def _is_about(params: tuple[tuple[str, Type], ...], op: str) -> bool:
    return op in (*OWNERS, "table_field") and (params[0][1].tag if len(params) > 2 else "") == OWNERS.get(op, "")


def changed_by(game: Game, act: Act) -> Term | None:
    """The number that an act changes."""
    if act.op in ("assign", "pick") and act.args[0].type.tag == "number":
        return act.args[0]
    if act.op in ("settle", "settle_fees") and game.payment is not None:
        return Term("player_field", NUMBER, (Term("local", PLAYER),), game.payment.money)
    return None


def directions(act: Act) -> tuple[str, ...]:
    """Whether an act that changes a number lets it fall, rise, or do the one or the other."""
    if act.op == "settle_fees":
        return (RISES,)
    if act.op == "assign" and act.value in ("+=", "-=") and never_negative(act.args[1]):
        return (RISES,) if act.value == "+=" else (FALLS,)
    return CHANGES


def never_negative(term: Term) -> bool:
    """Whether the text shows that a number is never below 0."""
    if term.type.low is not None:
        return term.type.low >= 0
    if term.op == "int":
        return bool(term.value >= 0)
    if term.op == "fold":
        return term.value[0] == "count" or never_negative(term.args[1])
    if term.op == "max":
        return any(never_negative(part) for part in term.args)
    if term.op == "cond":
        return all(never_negative(part) for part in term.args[1:])
    return term.op in COUNTED or (term.op in SUMS and all(never_negative(part) for part in term.args))


def stops(game: Game, target: Term, change: str) -> bool:
    """Whether a number cannot fall, or rise, for ever, because there is an end at which it stays."""
    name = str(target.value)
    states = (state for kind in game.kinds.values() for state in kind.states if state.name == name)
    fields = {"player_field": game.player.get(name), "table_field": game.table.get(name)}
    models = [*states] if target.op == "card_state" else [fields.get(target.op)]
    ends = [model and (model.stops_low if change == FALLS else model.stops_high) for model in models]
    return all(end is not None for end in ends)
