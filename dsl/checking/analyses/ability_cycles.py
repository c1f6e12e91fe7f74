"""Chains that could go on for ever: which ability calls or emits what, and which ability listens, over all
packs.

A way back to itself is reported with its path, unless every round uses up something finite: on the way a
card leaves a zone, by its own move or by a procedure that moves it first, and nothing on a way round fills
that zone; or it comes from there into another zone that nothing on a way round takes cards from. An option or `if`
whose condition what is done there makes untrue for good uses up as well (see `forbidding`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import define, evolve, field

from ...diagnostic import NOWHERE, Report, Span
from ...graph import connected_groups, shortest_circle
from ...model import NUMBER, Act, Game, ListenerModel, Procedure, Term
from ...number_changes import CHANGES, changed_by, directions, listened_to, signal_of, stops
from .forbidding import Guard, given_back, guards, made_up, reached, still_holding

# So many chains are told; whoever has more of them has one mistake that makes them.
MOST_REPORTED = 20
# Acts that move cards: which of their arguments are the cards, and the zone they come to.
OF_LAYOUT = ("slot", "uncovered", "unrevealed", "face_up", "face_down")
MOVING = {"move": (0, 1), "draw": (1, 2), "draw_top": (1, 2), "deal": (0, 1), "lay": (0, 1)}

NOTHING = Term("player_field", NUMBER)


@define
class Piece:
    """One body of text, on a card or in the rules (-1): what it leads to and what is used up by then, and what it makes
    up for. A zone that a card has left is used up as its name, one that it has come to as its name behind a plus: room
    in it. A number that has fallen as far as it can is used up too, and so is one that has risen."""

    title: str
    span: Span
    body: tuple[Act, ...]
    card: int = -1
    makes_up_for: set[str] = field(factory=set)
    # What it gives back to fields.
    gives_back: set[str] = field(factory=set)
    # What it leads to -> for each place in the text that does, what is used up by then.
    leads_to: dict[str, set[frozenset[str]]] = field(factory=dict)


def report_endless_chains(game: Game, pack_of: Mapping[str, int], report: Report) -> None:
    """Reports every group of abilities that can set each other off without an end.

    The place is in the pack that came last, which closed the circle; `pack_of` has the number of each file's pack.
    """
    pieces = pieces_of(game)
    free: dict[str, set[str]] = {}
    targets = {name: set(piece.leads_to) for name, piece in pieces.items()}
    for group in connected_groups(targets):
        made_up_for = set().union(*(pieces[name].makes_up_for for name in group))
        made_up_for |= set().union(*(pieces[name].gives_back for name in reached(targets, group)))
        for name in group:
            # Only a step for which everything that was used up comes back can be taken for ever.
            ways = pieces[name].leads_to
            free[name] = {to for to in ways.keys() & group if any(_all_made_up(used, made_up_for) for used in ways[to])}
    for _ in range(MOST_REPORTED):
        found = shortest_circle(free)
        if found is None:
            break
        # What only passes on is not in the text.
        circle = [name for name in found if pieces[name].title]
        latest = max(circle, key=lambda name: pack_of[pieces[name].span.file])
        circle = [*circle[circle.index(latest) :], *circle[: circle.index(latest)]]
        path = " -> ".join(f"`{pieces[name].title}`" for name in [*circle, circle[0]])
        help = "let every round use up something, such as a card that leaves a zone"
        report.error("endless-chain", f"this can set itself off for ever: {path}", pieces[circle[0]].span, help)
        for name in circle:
            del free[name]
        free = {name: targets & free.keys() for name, targets in free.items()}


def pieces_of(game: Game) -> dict[str, Piece]:
    """Every body of text by a name of its own, with what it leads to. A signal, and an event of the cards of a kind,
    are pieces without a title that pass on to whatever listens: so many who emit and many who listen are no product."""
    pieces: dict[str, Piece] = {}
    listeners: dict[str, list[str]] = {}
    for number, listener in enumerate(game.listeners):
        whose = game.cards[listener.card].id if listener.card >= 0 else "rules"
        key = f"when:{number}"
        pieces[key] = Piece(f"{whose} (when {listener.signal})", listener.span, listener.body, listener.card)
        listeners.setdefault(listener.signal, []).append(key)
    for procedure in game.procedures.values():
        if isinstance(procedure.body, tuple):
            pieces[f"procedure:{procedure.name}"] = Piece(procedure.name, procedure.span, procedure.body)
    for card in game.cards:
        for event, body in card.handlers.items():
            # What another pack changed stands in that pack.
            place = body[0].span if body and body[0].span.file != card.span.file else card.span
            pieces[f"event:{card.id}.{event}"] = Piece(f"{card.id} ({event})", place, body, card.index)
    for choice in game.choices:
        for index, option in enumerate(choice.options):
            pieces[f"option:{choice.id}.{index}"] = Piece(option.label.text, option.span, option.body)
    walk = _Walk(game, pieces, listeners)
    for piece in tuple(pieces.values()):
        walk.piece = piece
        walk.block(piece.body, {}, frozenset())
    return pieces


@define
class _Walk:
    """Goes through a body in order and notes which names are cards of which zone, and what they use up."""

    game: Game
    pieces: dict[str, Piece]
    listeners: Mapping[str, list[str]]
    piece: Piece = field(factory=lambda: _passing(()))
    _sources_of: dict[str, set[str]] = field(factory=dict)

    def block(
        self,
        acts: tuple[Act, ...],
        zones: dict[str, str],
        used: frozenset[str],
        held: frozenset[Guard] = frozenset(),
    ) -> None:
        """One block; `zones` says from which zone a name is, `used` what has been used up, `held` what was asked."""
        money = self.game.payment.money if self.game.payment is not None else ""
        for act in acts:
            used |= {guard.token for guard in held if guard.used_by(act, self.game)}
            held = still_holding(held, act)
            self.piece.gives_back.update(given_back(act, money))
            if act.op == "choose":
                for option in self.game.choices[act.value].options:
                    inner = dict(zones)
                    inner.update((n, _zone(d)) for n, d in zip(option.names, option.domains, strict=True))
                    self.block(option.body, inner, used, held.union(guards(option.where)))
            elif act.op == "for":
                inner = {**zones, str(act.value): _zone(act.args[0])}
                for block in act.blocks:
                    self.block(block, inner, used)
                continue
            elif act.op in MOVING:
                what, to = act.args[MOVING[act.op][0]], _zone(act.args[MOVING[act.op][1]])
                self.piece.makes_up_for |= {to} | {f"+{zone}" for zone in self._sources(what, zones) - {to}}
                used |= _used_by(what, to, zones) if act.op == "move" else frozenset()
            self._changes(act, used)
            for target in self._targets(act):
                handed = _handed_over(self.game, act, zones) if act.op == "call" else frozenset()
                self.piece.leads_to.setdefault(target, set()).add(used | handed)
            for number, block in enumerate(act.blocks):
                asked = held.union(guards(act.args[0])) if act.op == "if" and number == 0 else held
                self.block(block, zones, used, asked)

    def _changes(self, act: Act, used: frozenset[str]) -> None:
        """A number that somebody listens to: what falls comes to an end, unless it rises again."""
        target = changed_by(self.game, act)
        if target is None or not (heard := listened_to(self.game.signals, target)):
            return
        for change in directions(act):
            signal, field = signal_of(str(target.value), change), f"{target.op} {target.value}"
            opposite = CHANGES[1 - CHANGES.index(change)]
            self.piece.makes_up_for.add(f"{field} {opposite}")
            if signal in heard:
                spent = frozenset({f"{field} {change}"} if stops(self.game, target, change) else ())
                self.piece.leads_to.setdefault(self._given(signal, _role(target)), set()).add(used | spent)

    def _given(self, signal: str, role: str = "") -> str:
        """The piece that passes a signal on to whatever listens. What happens to the owner of a card is not heard where
        the same card listens to what happens to the opponent, nor the other way round."""
        heard = self.listeners.get(signal, ())
        if role and self.piece.card >= 0:
            heard = [key for key in heard if not self._deaf(self.game.listeners[int(key.partition(":")[2])], role)]
        key = f"signal:{signal}" + f" to {role} of {self.piece.card}" * (
            len(heard) < len(self.listeners.get(signal, ()))
        )
        if key not in self.pieces:
            self.pieces[key] = _passing(heard)
        return key

    def _deaf(self, listener: ListenerModel, role: str) -> bool:
        first = listener.patterns[0] if listener.patterns else ""
        wanted = _role(evolve(NOTHING, args=(first,))) if isinstance(first, Term) else ""
        return listener.card == self.piece.card and wanted not in ("", role)

    def _sources(self, what: Term, zones: dict[str, str]) -> set[str]:
        """The zones that cards can be taken from: the one that is told, or all that can hold such cards."""
        told = zones.get(str(what.value), "") if what.op == "local" else _zone(what)
        if told:
            return {told}
        kind = what.type.of
        if kind not in self._sources_of:
            self._sources_of[kind] = {
                name
                for name, model in (*self.game.table.items(), *self.game.player.items())
                if model.type.tag in ("set", "layout") and self._can_be(kind, model.type.of)
            }
        return self._sources_of[kind]

    def _can_be(self, kind: str, other: str) -> bool:
        return "card" in (kind, other) or kind in self.game.lineage(other) or other in self.game.lineage(kind)

    def _targets(self, act: Act) -> Iterator[str]:
        if act.op == "call":
            yield f"procedure:{act.value}"
        elif act.op == "together":
            yield f"procedure:{act.value[1]}"
        elif act.op == "emit":
            yield self._given(str(act.value))
        elif act.op == "run":
            kind = act.args[0].type.of
            key = f"events:{act.value} of {kind}"
            if key not in self.pieces:
                cards = (card for card in self.game.cards if act.value in card.handlers)
                of_kind = (card for card in cards if kind == "card" or kind in self.game.lineage(card.kind))
                self.pieces[key] = _passing([f"event:{card.id}.{act.value}" for card in of_kind])
            yield key


def _all_made_up(used: frozenset[str], back: set[str]) -> bool:
    """Whether everything that was used up comes back."""
    return all(made_up(token, back) for token in used)


def _passing(targets: Iterable[str]) -> Piece:
    """What only leads to others."""
    return Piece("", NOWHERE, (), leads_to={target: {frozenset()} for target in targets})


def _role(target: Term) -> str:
    """Whose number it is, from the point of view of a card: that of its owner or of the opponent."""
    whose = target.args[0] if target.args else target
    if whose.op == "opponent" and whose.args[0].op == "local" and whose.args[0].value == "self":
        return "opponent"
    return "self" if whose.op == "local" and whose.value == "self" else ""


def _zone(term: Term) -> str:
    while term.op in ("filter", "contents", *OF_LAYOUT, "top"):
        term = term.args[-1] if term.op == "top" else term.args[0]
    return str(term.value) if term.op in ("player_field", "table_field") else ""


def _used_by(what: Term, to: str, zones: dict[str, str]) -> frozenset[str]:
    """What a card's move uses up: the card in the zone that it leaves, and room in the one that it comes to."""
    zone = zones.get(str(what.value), "") if what.op == "local" else ""
    return frozenset({zone, f"+{to}"} if zone not in ("", to) else ())


def _handed_over(game: Game, call: Act, zones: dict[str, str]) -> frozenset[str]:
    """What is used up by moves of cards that are handed to a procedure, before it does anything else with them."""
    procedure = game.procedures[str(call.value)]
    return frozenset().union(
        *(
            _used_by(arg, to, zones)
            for arg, (name, _) in zip(call.args, procedure.params, strict=True)
            if (to := _moves_first(game, procedure, name, 3))
        )
    )


def _moves_first(game: Game, procedure: Procedure, name: str, patience: int) -> str:
    """The zone to which a procedure moves the card it is handed under a name, before it can set off anything."""
    if not isinstance(procedure.body, tuple) or patience == 0:
        return ""
    for act in procedure.body:
        if act.op == "move" and act.args[0].op == "local" and act.args[0].value == name:
            return str(act.args[1].value)
        if act.op == "call":
            inner = game.procedures[str(act.value)]
            handed = [p for arg, (p, _) in zip(act.args, inner.params, strict=True) if arg.value == name]
            return next((to for p in handed if (to := _moves_first(game, inner, p, patience - 1))), "")
        if act.op not in ("let", "assign", "move", "draw"):
            return ""
    return ""
