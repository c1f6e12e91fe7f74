"""What forbids itself: a condition that was asked, and what is done behind it that makes it untrue for good.

An option that is there only where a flag is not set, and that sets it, can be taken once for every such flag, however
often its choice comes back. So can one that counts a number up to a limit. It is used up, unless something on the way
can give the field back what it had.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set

from attrs import frozen

from ...model import Act, Game, Term
from ...statics import literal, mentions

FIELDS = ("player_field", "table_field", "card_state")
SAYS_ONE_OF = ("flag", "enum")
SWAPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
ANY = "*"


@frozen
class Guard:
    """That a field has a value (`sign` is `=`), or is below (`<`) or above (`>`) a number."""

    field: Term
    sign: str
    number: int

    @property
    def token(self) -> str:
        """What is used up when the field takes another value, or comes nearer to the number."""
        return f"={self.field.value}={self.number}" if self.sign == "=" else f"{self.sign}{self.field.value}"

    def used_by(self, act: Act, game: Game) -> bool:
        """Whether an act makes this untrue, or brings it nearer to that."""
        if act.op != "assign" or act.args[0] != self.field:
            return False
        value = literal(act.args[1])
        if value is None:
            return False
        if self.sign == "=":
            return act.value == "=" and value != self.number
        step = {"+=": value, "-=": -value}.get(str(act.value), 0)
        return _room(self, game) and (step > 0 if self.sign == "<" else step < 0)


def guards(condition: Term | None) -> Iterator[Guard]:
    """What a condition asks of fields, as far as all of it has to be true."""
    if condition is None:
        return
    if condition.op == "and":
        for part in condition.args:
            yield from guards(part)
    elif condition.op in FIELDS and condition.type.tag == "flag":
        yield Guard(condition, "=", 1)
    elif condition.op == "not" and condition.args[0].op in FIELDS:
        yield Guard(condition.args[0], "=", 0)
    elif condition.op in ("==", *SWAPPED):
        left, right = condition.args
        yield from _compared(condition.op, left, right)
        yield from _compared(SWAPPED.get(condition.op, condition.op), right, left)


def _compared(op: str, field: Term, other: Term) -> Iterator[Guard]:
    number = literal(other)
    if field.op not in FIELDS or number is None:
        return
    if op == "==" and field.type.tag in SAYS_ONE_OF:
        yield Guard(field, "=", number)
    elif op != "==":
        # Of a number that may be equal to it, the next one is the limit.
        yield Guard(field, op[0], number if len(op) == 1 else number + (1 if op[0] == "<" else -1))


def _room(guard: Guard, game: Game) -> bool:
    """Whether the field can come as far as the limit: one that stops before would stand still."""
    fields = {"player_field": game.player, "table_field": game.table}.get(guard.field.op)
    if fields is None:
        return False
    model = fields[str(guard.field.value)]
    low = max((n for n in (model.stops_low, model.type.low) if n is not None), default=None)
    high = min((n for n in (model.stops_high, model.type.high) if n is not None), default=None)
    stop = high if guard.sign == "<" else low
    return stop is None or (guard.number <= stop if guard.sign == "<" else guard.number >= stop)


def still_holding(held: Set[Guard], act: Act) -> frozenset[Guard]:
    """The guards that still speak of the same thing behind an act that may give a local name another value."""
    if act.op in ("assign", "pick") and act.args[0].op == "local":
        return frozenset(guard for guard in held if not mentions(guard.field, str(act.args[0].value)))
    return frozenset(held)


def given_back(act: Act, money: str) -> Iterator[str]:
    """The tokens that an act makes up for."""
    if act.op in ("settle", "settle_fees"):
        yield from (f"={money}={ANY}", f"<{money}", f">{money}")
    if act.op not in ("assign", "pick") or act.args[0].op not in FIELDS:
        return
    name, value = act.args[0].value, literal(act.args[1]) if act.op == "assign" else None
    if act.op == "assign" and act.value in ("+=", "-=") and value is not None:
        rises = (value >= 0) is (act.value == "+=")
        yield from (f"={name}={ANY}", f">{name}" if rises else f"<{name}")
    else:
        known = value is not None and act.value == "="
        yield from (f"={name}={value if known else ANY}", f"<{name}", f">{name}")


def made_up(token: str, back: Set[str]) -> bool:
    """Whether something gives back what was used up."""
    return token in back or (token.startswith("=") and f"{token[: token.rindex('=')]}={ANY}" in back)


def reached(leads_to: Mapping[str, Set[str]], names: Set[str]) -> set[str]:
    """All that these lead to, themselves included."""
    found, waiting = set(names), list(names)
    while waiting:
        new = (leads_to.get(waiting.pop(), frozenset()) & leads_to.keys()) - found
        found |= new
        waiting += new
    return found
