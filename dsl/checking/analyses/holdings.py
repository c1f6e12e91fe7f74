"""Which cards can ever lie where, as far as the text tells: never too few of them, for a number of players.

Sets are bit masks. Whatever is not known outright counts as possible: a condition that depends on the position, a card
that a name stands for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from attrs import define, evolve, field

from ...model import Act, Game, Term
from ...statics import literal, value_for

Names = Mapping[str, int]
Key = TypeVar("Key")
# What takes longer than this is not worked out: for how many cards conditions are asked, and how often all acts.
MOST_WORK, MOST_ROUNDS = 100_000, 30
MOVING = ("move", "draw", "draw_top", "deal", "lay")


@define
class Holdings:
    """What the zones of a game can hold when so many play, and one of the acts is never done."""

    game: Game
    players: int
    without: Act | None = None
    lying: dict[str, int] = field(factory=dict)
    # Whether it could be worked out with little work.
    settles: bool = True
    _given: dict[tuple[str, str], int] = field(factory=dict)
    _kinds: dict[str, int] = field(factory=dict)
    _fulfilling: dict[tuple[Term, str], int] = field(factory=dict)
    _defines: dict[str, int] = field(factory=dict)
    _work: int = 0

    def __attrs_post_init__(self) -> None:
        homes = {name: model.home for name, model in self.game.table.items() if model.home is not None}
        self.lying = {name: self.most(home, {}) for name, home in homes.items()}
        grown, rounds = True, 0
        while grown and self.settles:
            grown, rounds = False, rounds + 1
            self.settles = rounds < MOST_ROUNDS
            self._defines.clear()
            for act, names in self.all_acts():
                if act.op in MOVING and act is not self.without:
                    source, zone = moved(act)
                    grown |= _grows(self.lying, str(zone.value), self.most(source, names))
                elif act.op == "call":
                    params = self.game.procedures[str(act.value)].params
                    for (name, _), arg in zip(params, act.args, strict=True):
                        grown |= _grows(self._given, (str(act.value), name), self.most(arg, names))

    # -------------------------------------------------------------- what is done
    def all_acts(self) -> Iterator[tuple[Act, Names]]:
        """All that is done in the game, with the sets that names stand for there."""
        for procedure in self.game.procedures.values():
            assert isinstance(procedure.body, tuple)
            loose = self._assigned(procedure.body)
            names = {name: self._given.get((procedure.name, name), 0) for name, _ in procedure.params}
            yield from self.acts(procedure.body, {name: names[name] for name in names.keys() - loose})
        for card in self.game.cards:
            for body in card.handlers.values():
                yield from self.acts(body, {})
        for listener in self.game.listeners:
            yield from self.acts(listener.body, {})

    def acts(self, body: tuple[Act, ...], names: Names) -> Iterator[tuple[Act, Names]]:
        """The acts of a body and those inside them, with the sets that names run over there."""
        for act in body:
            yield act, names
            inside = names
            if act.op == "for":
                inside = {**names, str(act.value): self.most(act.args[0], names)}
            for block in act.blocks:
                yield from self.acts(block, inside)
            if act.op == "choose":
                for option in self.game.choices[act.value].options:
                    over = {n: self.most(d, names) for n, d in zip(option.names, option.domains, strict=True)}
                    yield from self.acts(option.body, {**names, **over})

    def _assigned(self, body: tuple[Act, ...]) -> set[str]:
        """The names that are given something else on the way."""
        given = [act.args[0] for act in self.game.walk(body) if act.op in ("assign", "pick")]
        return {str(target.value) for target in given if target.op == "local"}

    # -------------------------------------------------------------- sets
    def kind(self, kind: str) -> int:
        """All cards of a kind."""
        if kind not in self._kinds:
            known = kind == "card" or kind in self.game.kinds
            self._kinds[kind] = self.game.mask_of_kind(kind) if known else 0
        return self._kinds[kind]

    def most(self, term: Term, names: Names) -> int:
        """The cards that can be in a set, or that a term can stand for."""
        match term.op:
            case "card":
                return 1 << int(term.value)
            case "local" if str(term.value) in names:
                return names[str(term.value)] & self.kind(term.type.of)
            case "table_field" | "player_field" if term.type.tag in ("set", "layout") and not self._refers(term):
                return self.lying.get(str(term.value), 0)
            case "contents" | "uncovered" | "unrevealed" | "face_up" | "face_down" | "singleton" | "without":
                return self.most(term.args[0], names)
            case "row" | "top":
                return self.most(term.args[1], names)
            case "union" | "cards":
                return self._together(term.args, names)
            case "cond":
                return self._together(term.args[1:], names)
            case "filter":
                return self.most(term.args[0], names) & self._possible(term.args[1], str(term.value))
            case "define":
                return self._define(str(term.value))
        return self.kind(term.type.of)

    def _together(self, terms: tuple[Term, ...], names: Names) -> int:
        found = 0
        for term in terms:
            found |= self.most(term, names)
        return found

    def _define(self, name: str) -> int:
        """What a define can give, whatever it is asked with."""
        if name not in self._defines:
            body = self.game.defines[name].body
            assert isinstance(body, Term)
            self._defines[name] = self.most(body, {})
        return self._defines[name]

    def _refers(self, zone: Term) -> bool:
        fields = self.game.table if zone.op == "table_field" else self.game.player
        return fields[str(zone.value)].refs

    def _possible(self, condition: Term, name: str) -> int:
        """The cards for which a condition may hold."""
        key = condition, name
        if key not in self._fulfilling:
            self._work += len(self.game.cards)
            if self._work > MOST_WORK:
                return self.kind("card")
            parts = condition.args if condition.op == "and" else (condition,)
            told = [self._with_players(part) for part in parts]
            found = 0
            for card in self.game.cards:
                if all(value_for(self.game, part, name, card) != 0 for part in told):
                    found |= 1 << card.index
            self._fulfilling[key] = found
        return self._fulfilling[key]

    def settled(self, condition: Term, name: str) -> bool:
        """Whether the text says of every card whether a condition holds."""
        told = self._with_players(condition)
        return all(value_for(self.game, told, name, card) is not None for card in self.game.cards)

    def _with_players(self, term: Term) -> Term:
        """A term in which the number of players is written out."""
        if term.op == "count" and term.args[0].op == "players":
            return evolve(term, op="int", args=(), value=max(self.players, self.game.seats))
        return evolve(term, args=tuple(self._with_players(part) for part in term.args)) if term.args else term

    # -------------------------------------------------------------- numbers
    def least(self, term: Term) -> int:
        """A number that a term is at least, where the text says so; otherwise 0 or less."""
        term = self._with_players(term)
        known = literal(term)
        if known is not None:
            return known
        match term.op:
            case "+" | "max" | "min" | "cond":
                parts = [self.least(part) for part in term.args[term.op == "cond" :]]
                return sum(parts) if term.op == "+" else max(parts) if term.op == "max" else min(parts)
            case "slots":
                return self.slots(term.args[0])
        return 0 if term.op == "count" else -(10**9)

    def slots(self, layout: Term) -> int:
        """How many slots a layout has at least."""
        sizes = [len(drawn.slots) for drawn in self.game.layouts.values()]
        return sizes[int(layout.value)] if layout.op == "int" else min(sizes)


def _grows(held: dict[Key, int], key: Key, more: int) -> bool:
    """Adds to a set; whether it was not all there."""
    before = held.get(key, 0)
    held[key] = before | more
    return held[key] != before


def moved(act: Act) -> tuple[Term, Term]:
    """Which cards an act moves, and into which zone."""
    if act.op == "lay":
        return act.args[0], act.args[1].args[0]
    return (act.args[0], act.args[1]) if act.op in ("move", "deal") else (act.args[1], act.args[2])
