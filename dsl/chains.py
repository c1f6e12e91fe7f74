"""Chains that could go on for ever: which ability calls or emits what, and which ability listens, over all packs.

A way back to itself is reported with its path, unless every round uses up something finite: a card chosen from
one zone moves to another, and nothing in the chain puts cards back.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from .diagnostic import Report, Span
from .model import Act, Game, Term


@define
class _Piece:
    """One body of text: what it leads to, what it takes cards from and where it puts them."""

    title: str
    span: Span
    leads_to: set[str] = field(factory=set)
    takes_from: set[str] = field(factory=set)
    puts_into: set[str] = field(factory=set)


def report_endless_chains(game: Game, report: Report) -> None:
    """Reports every group of abilities that can set each other off without an end."""
    pieces = _pieces(game)
    for group in _groups(pieces):
        inner = [pieces[name] for name in group]
        put = set().union(*(p.puts_into for p in inner))
        taken = set().union(*(p.takes_from for p in inner))
        if taken - put:
            continue
        path = " -> ".join([*(pieces[name].title for name in group), pieces[group[0]].title])
        help = "let every round use up something, such as a card that leaves a zone"
        report.error("endless-chain", f"this can set itself off for ever: {path}", inner[0].span, help)


def _pieces(game: Game) -> dict[str, _Piece]:
    pieces: dict[str, _Piece] = {}
    listeners: dict[str, list[str]] = {}
    for number, listener in enumerate(game.listeners):
        key = f"when:{number}"
        title = f"{game.cards[listener.card].id if listener.card >= 0 else 'rules'} (when {listener.signal})"
        pieces[key] = _Piece(title, listener.span)
        listeners.setdefault(listener.signal, []).append(key)
    for procedure in game.procedures.values():
        pieces[f"procedure:{procedure.name}"] = _Piece(procedure.name, procedure.span)
    for card in game.cards:
        for event in card.handlers:
            pieces[f"event:{card.id}.{event}"] = _Piece(f"{card.id} ({event})", card.span)
    bodies: list[tuple[str, tuple[Act, ...]]] = [
        (f"when:{n}", listener.body) for n, listener in enumerate(game.listeners)
    ]
    bodies += [(f"procedure:{p.name}", p.body) for p in game.procedures.values() if isinstance(p.body, tuple)]
    bodies += [(f"event:{c.id}.{e}", body) for c in game.cards for e, body in c.handlers.items()]
    for key, body in bodies:
        chosen: dict[str, str] = {}
        for act in _walk(game, body):
            _follow(game, pieces[key], act, listeners, chosen)
    return pieces


def _walk(game: Game, acts: tuple[Act, ...]) -> Iterator[Act]:
    for act in acts:
        yield act
        for block in act.blocks:
            yield from _walk(game, block)
        if act.op == "choose":
            for option in game.choices[act.value].options:
                yield from _walk(game, option.body)


def _follow(game: Game, piece: _Piece, act: Act, listeners: dict[str, list[str]], chosen: dict[str, str]) -> None:
    if act.op == "choose":
        for option in game.choices[act.value].options:
            for name, domain in zip(option.names, option.domains, strict=True):
                chosen[name] = _zone(domain)
    elif act.op == "call":
        piece.leads_to.add(f"procedure:{act.value}")
        # A chosen card handed to a procedure leaves its zone there.
        for arg in act.args:
            if arg.op == "local" and chosen.get(str(arg.value)):
                piece.takes_from.add(chosen[str(arg.value)])
    elif act.op == "emit":
        piece.leads_to.update(listeners.get(str(act.value), ()))
    elif act.op == "run":
        kind = act.args[0].type.of
        for card in game.cards:
            if act.value in card.handlers and (kind == "card" or kind in game.lineage(card.kind)):
                piece.leads_to.add(f"event:{card.id}.{act.value}")
    elif act.op == "move":
        piece.puts_into.add(str(act.args[1].value))
        if act.args[0].op == "local" and chosen.get(str(act.args[0].value)):
            piece.takes_from.add(chosen[str(act.args[0].value)])
    elif act.op == "draw":
        piece.puts_into.add(str(act.args[2].value))


def _zone(term: Term) -> str:
    while term.op in ("filter", "contents"):
        term = term.args[0]
    return str(term.value) if term.op in ("player_field", "table_field") else ""


def _groups(pieces: dict[str, _Piece]) -> list[list[str]]:
    """The strongly connected groups that have a way back to themselves (Tarjan, without recursion)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    groups: list[list[str]] = []
    for root in pieces:
        if root in number:
            continue
        work: list[tuple[str, Iterator[str]]] = [(root, iter(sorted(pieces[root].leads_to & pieces.keys())))]
        number[root] = low[root] = len(number)
        stack.append(root)
        while work:
            name, rest = work[-1]
            follower = next(rest, None)
            if follower is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[name])
                if low[name] == number[name]:
                    group = []
                    while True:
                        member = stack.pop()
                        group.append(member)
                        if member == name:
                            break
                    if len(group) > 1 or name in pieces[name].leads_to:
                        groups.append(group[::-1])
            elif follower not in number:
                number[follower] = low[follower] = len(number)
                stack.append(follower)
                work.append((follower, iter(sorted(pieces[follower].leads_to & pieces.keys()))))
            elif follower in stack:
                low[name] = min(low[name], number[follower])
    return groups
