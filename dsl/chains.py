"""Chains that could go on for ever: which ability calls or emits what, and which ability listens, over all
packs.

A way back to itself is reported with its path, unless every round uses up something finite: on the way a
card leaves a zone, by its own move or by a procedure that moves it first, and nothing on a way round fills
that zone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field

from .diagnostic import Report, Span
from .graph import connected_groups, shortest_circle
from .model import Act, Game, Procedure, Term


@define
class Piece:
    """One body of text: what it leads to, by way of which emptied zones, and which zones it fills."""

    title: str
    span: Span
    body: tuple[Act, ...]
    fills: set[str] = field(factory=set)
    # What it leads to -> for each place in the text that does, the zones that a card has left by then.
    leads_to: dict[str, set[frozenset[str]]] = field(factory=dict)


def report_endless_chains(game: Game, report: Report) -> None:
    """Reports every group of abilities that can set each other off without an end."""
    pieces = pieces_of(game)
    free: dict[str, set[str]] = {}
    for group in connected_groups({name: piece.leads_to.keys() for name, piece in pieces.items()}):
        filled = set().union(*(pieces[name].fills for name in group))
        for name in group:
            # Only a step for which every zone that was left is filled again can be taken for ever.
            ways = pieces[name].leads_to
            free[name] = {to for to in ways.keys() & group if any(left <= filled for left in ways[to])}
    while (circle := shortest_circle(free)) is not None:
        path = " -> ".join(f"`{pieces[name].title}`" for name in [*circle, circle[0]])
        help = "let every round use up something, such as a card that leaves a zone"
        report.error("endless-chain", f"this can set itself off for ever: {path}", pieces[circle[0]].span, help)
        for name in circle:
            del free[name]
        free = {name: targets & free.keys() for name, targets in free.items()}


def pieces_of(game: Game) -> dict[str, Piece]:
    """Every body of text by a name of its own, with what it leads to."""
    pieces: dict[str, Piece] = {}
    listeners: dict[str, list[str]] = {}
    for number, listener in enumerate(game.listeners):
        whose = game.cards[listener.card].id if listener.card >= 0 else "rules"
        key = f"when:{number}"
        pieces[key] = Piece(f"{whose} (when {listener.signal})", listener.span, listener.body)
        listeners.setdefault(listener.signal, []).append(key)
    for procedure in game.procedures.values():
        if isinstance(procedure.body, tuple):
            pieces[f"procedure:{procedure.name}"] = Piece(procedure.name, procedure.span, procedure.body)
    for card in game.cards:
        for event, body in card.handlers.items():
            pieces[f"event:{card.id}.{event}"] = Piece(f"{card.id} ({event})", card.span, body)
    for choice in game.choices:
        for index, option in enumerate(choice.options):
            pieces[f"option:{choice.id}.{index}"] = Piece(option.label.text, option.span, option.body)
    for piece in pieces.values():
        _Walk(game, piece, listeners).block(piece.body, {}, frozenset())
    return pieces


@define
class _Walk:
    """Goes through a body in order and notes which names are cards of which zone, and what has left it."""

    game: Game
    piece: Piece
    listeners: Mapping[str, list[str]]

    def block(self, acts: tuple[Act, ...], zones: dict[str, str], left: frozenset[str]) -> None:
        """One block; `zones` says from which zone a name is, `left` which of these zones a card has left."""
        for act in acts:
            if act.op == "choose":
                for option in self.game.choices[act.value].options:
                    inner = dict(zones)
                    inner.update((n, _zone(d)) for n, d in zip(option.names, option.domains, strict=True))
                    self.block(option.body, inner, left)
            elif act.op == "for":
                inner = {**zones, str(act.value): _zone(act.args[0])}
                for block in act.blocks:
                    self.block(block, inner, left)
                continue
            elif act.op in ("move", "draw"):
                self.piece.fills.add(str(act.args[-1].value))
                left |= _left_by(act.args[0], zones) if act.op == "move" else frozenset()
            elif act.op == "deal":
                self.piece.fills.add(str(act.args[1].value))
            for target in self._targets(act):
                used = left | (_handed_over(self.game, act, zones) if act.op == "call" else frozenset())
                self.piece.leads_to.setdefault(target, set()).add(used)
            for block in act.blocks:
                self.block(block, zones, left)

    def _targets(self, act: Act) -> Iterator[str]:
        if act.op == "call":
            yield f"procedure:{act.value}"
        elif act.op == "together":
            yield f"procedure:{act.value[1]}"
        elif act.op == "emit":
            yield from self.listeners.get(str(act.value), ())
        elif act.op == "run":
            kind = act.args[0].type.of
            for card in self.game.cards:
                if act.value in card.handlers and (kind == "card" or kind in self.game.lineage(card.kind)):
                    yield f"event:{card.id}.{act.value}"


def _zone(term: Term) -> str:
    while term.op in ("filter", "contents", "uncovered"):
        term = term.args[0]
    return str(term.value) if term.op in ("player_field", "table_field") else ""


def _left_by(what: Term, zones: dict[str, str]) -> frozenset[str]:
    zone = zones.get(str(what.value), "") if what.op == "local" else ""
    return frozenset({zone} - {""})


def _handed_over(game: Game, call: Act, zones: dict[str, str]) -> frozenset[str]:
    """The zones of the cards handed to a procedure that moves them before it does anything else."""
    procedure = game.procedures[str(call.value)]
    return frozenset().union(
        *(
            _left_by(arg, zones)
            for arg, (name, _) in zip(call.args, procedure.params, strict=True)
            if _moves_first(game, procedure, name, 3)
        )
    )


def _moves_first(game: Game, procedure: Procedure, name: str, patience: int) -> bool:
    """Whether a procedure moves the card it is handed under a name, before it can set off anything."""
    if not isinstance(procedure.body, tuple) or patience == 0:
        return False
    for act in procedure.body:
        if act.op == "move" and act.args[0].op == "local" and act.args[0].value == name:
            return True
        if act.op == "call":
            inner = game.procedures[str(act.value)]
            handed = [p for arg, (p, _) in zip(act.args, inner.params, strict=True) if arg.value == name]
            return any(_moves_first(game, inner, p, patience - 1) for p in handed)
        if act.op not in ("let", "assign", "move", "draw"):
            return False
    return False
