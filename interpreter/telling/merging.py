"""The same of several players: `city(left(p)) + city(right(p))` is the city of the neighbours."""

from __future__ import annotations

from attrs import evolve

from ...dsl.model import Game, Term

# What the players are called in the term that is left; no name of a pack has a blank.
TOGETHER = "all of them"


def merged(game: Game, term: Term) -> tuple[str, list[Term], Term] | None:
    """A sum or union as one of its parts with a name for the players, and who they are; nothing where the parts differ
    in anything else."""
    parts = _parts(game, term)
    if len(parts) < 2:
        return None
    for player in [t for t in parts[0].walk() if t.type.tag == "player" and not t.type.optional]:
        found = [(player, _replaced(parts[0], player))]
        for part in parts[1:]:
            one = next(
                ((t, r) for t in part.walk() if t.type.tag == "player" and (r := _replaced(part, t)) == found[0][1]),
                None,
            )
            if one is None:
                break
            found.append(one)
        if len(found) == len(parts):
            return TOGETHER, [player for player, _ in found], found[0][1]
    return None


def _parts(game: Game, term: Term) -> list[Term]:
    """The parts of a sum or union. A define that is one is written out."""
    if term.op in ("union", "+"):
        return [part for arg in term.args for part in _parts(game, arg)]
    formula = game.defines.get(str(term.value)) if term.op == "define" else None
    if formula is not None and isinstance(formula.body, Term) and formula.body.op in ("union", "+"):
        inner = dict(zip((name for name, _ in formula.params), term.args, strict=True))
        return _parts(game, _with(formula.body, inner))
    return [term]


def _replaced(term: Term, player: Term) -> Term:
    """The term with the name for all the players in the place of one."""
    if term == player:
        return Term("local", term.type, value=TOGETHER)
    return evolve(term, args=tuple(_replaced(arg, player) for arg in term.args))


def _with(term: Term, values: dict[str, Term]) -> Term:
    """The term with what its names stand for."""
    if term.op == "local" and term.value in values:
        return values[str(term.value)]
    return evolve(term, args=tuple(_with(arg, values) for arg in term.args))
