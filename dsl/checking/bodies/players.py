"""Sets of players: all of them, or those that a condition leaves, put together and taken from one another.

They are worked out where they are used: whoever goes through them goes through the seats for which a condition holds.
So a name for them is a define, and no field, parameter or local name holds them.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count

from attrs import define, evolve, field

from ...model import FLAG, NUMBER, PLAYER, Term, Type
from .several import both

PLAYERS = Type("domain", "player")
# The operation of a set of players with a condition; it is gone before a game is described.
NARROWED = "narrowed"
EVERYBODY = Term("players", PLAYERS)
YES = Term("int", FLAG, value=1)


@define
class PlayerSets:
    """Makes sets of players, each with a name of its own for its members."""

    _numbers: count[int] = field(factory=count)

    def member(self) -> str:
        """A name for the members of a set that nothing else is called."""
        return f"it_{next(self._numbers)}"

    def narrowed(self, of: Term, name: str, condition: Term) -> Term:
        """Those of some players for whom a condition holds that speaks of a name."""
        fresh = self.member()
        return Term(NARROWED, PLAYERS, (of, renamed(condition, name, fresh)), fresh, condition.span)

    def combined(self, operator: str, left: Term, right: Term) -> Term:
        """The players of both sets, or those of the first that are not in the second."""
        name = self.member()
        them = Term("local", PLAYER, value=name)
        if operator == "-":
            taken = belongs(them, right)
            left_over = evolve(taken, op="!=") if taken.op == "==" else Term("not", FLAG, (taken,))
            return Term(NARROWED, PLAYERS, (left, left_over), name)
        either = Term("or", FLAG, (belongs(them, left), belongs(them, right)))
        return Term(NARROWED, PLAYERS, (EVERYBODY, either), name)


def is_some(term: Term) -> bool:
    """Whether a term is a set of players."""
    return term.type == PLAYERS


def can_be_some(term: Term) -> bool:
    """Whether a term can stand for a set of players: one of them and a list of them do too."""
    listed = term.op == "listing" and all(item.type == PLAYER for item in term.args)
    return is_some(term) or listed or (term.type.tag == "player" and not term.type.optional)


def opened(players: Term, name: str) -> tuple[Term, Term | None]:
    """What a name runs over that goes through a set of players, and what must hold for it."""
    conditions: list[Term | None] = []
    while players.op == NARROWED:
        conditions.insert(0, renamed(players.args[1], str(players.value), name))
        players = players.args[0]
    return players, both(conditions)


def belongs(player: Term, players: Term) -> Term:
    """Whether a player is one of some."""
    if players.op == "listing":
        return Term("among", FLAG, (player, *players.args))
    if players.type.tag == "player":
        return Term("==", FLAG, (player, players))
    if players.op == NARROWED:
        condition = replaced(players.args[1], {str(players.value): player})
        inner = belongs(player, players.args[0])
        return condition if inner == YES else Term("and", FLAG, (inner, condition))
    return Term("<", FLAG, (player, Term("count", NUMBER, (players,)))) if players.op == "people" else YES


def how_many(players: Term, name: str) -> Term:
    """The number of players in a set."""
    if players.op != NARROWED:
        return Term("count", NUMBER, (EVERYBODY if players.op == "around" else players,))
    domain, condition = opened(players, name)
    assert condition is not None
    return Term("fold", NUMBER, (domain, Term("int", NUMBER, value=1), condition), ("count", name))


def nobody(players: Term, name: str) -> Term:
    """Whether there is nobody in a set of players."""
    return Term("==", FLAG, (how_many(players, name), Term("int", NUMBER, value=0)))


# ------------------------------------------------------------------ names inside terms
def renamed(term: Term, name: str, new: str) -> Term:
    """A term that speaks of another name instead."""
    return replaced(term, {name: Term("local", PLAYER, value=new)})


def replaced(term: Term, names: Mapping[str, Term]) -> Term:
    """A term with something else in the place of its free names. A name that is given inside gives way where what
    comes in speaks of one that is called alike."""
    if term.op == "local":
        found = names.get(str(term.value))
        return term if found is None else evolve(found, span=term.span, type=found.type)
    own = _given(term)
    if own is None:
        return evolve(term, args=tuple(replaced(part, names) for part in term.args))
    inner: dict[str, Term] = {name: given for name, given in names.items() if name != own}
    fresh = own
    while any(fresh in _free(given) for given in inner.values()):
        fresh += "_"
    if fresh != own:
        element = PLAYER if term.args[0].type == PLAYERS else Type("card", term.args[0].type.of)
        inner[own] = Term("local", element, value=fresh)
    value = (term.value[0], fresh) if term.op == "fold" else fresh
    args = (replaced(term.args[0], names), *(replaced(part, inner) for part in term.args[1:]))
    return evolve(term, args=args, value=value)


def _given(term: Term) -> str | None:
    """The name that a term gives to the members of its first part."""
    if term.op == "fold":
        return str(term.value[1])
    return str(term.value) if term.op in ("filter", NARROWED) else None


def _free(term: Term) -> set[str]:
    if term.op == "local":
        return {str(term.value)}
    own = _given(term)
    if own is None:
        return set().union(*(_free(part) for part in term.args))
    return _free(term.args[0]) | (set().union(*(_free(part) for part in term.args[1:])) - {own})
