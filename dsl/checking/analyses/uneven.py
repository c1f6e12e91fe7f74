"""Cards that cannot come out even: more are drawn or dealt than there can be, or some are always left over.

Only what the text settles is reported. Whether the cards of a game are enough for all that its rules do with them is
for its invariants to say.
"""

from __future__ import annotations

from collections import Counter

from attrs import define, field, frozen

from ...diagnostic import Report, Span
from ...model import Act, Game, Term
from ..bodies.mismatches import counted
from .holdings import MOVING, Holdings, Names, moved


def report_uneven(game: Game, report: Report, start: str) -> None:
    """Warns of every `draw` and `deal` for which there are never enough cards, or always too many."""
    if not any(act.op in ("draw", "draw_top", "deal") for _, body in game.bodies() for act in game.walk(body)):
        return
    found: dict[Span, list[Warned]] = {}
    few, most = game.players
    for players in range(few, most + 1):
        for warned in _looked_at(game, start, players):
            found.setdefault(warned.span, []).append(warned)
    for span, (first, *others) in found.items():
        when = f" when {first.players} play" if len({w.players for w in (first, *others)}) <= most - few else ""
        report.warning("uneven", first.message + when, span, first.help)


def _looked_at(game: Game, start: str, players: int) -> list[Warned]:
    try:
        holdings = Holdings(game, players)
        looked = _Uneven(game, start, holdings)
        if holdings.settles:
            looked.look()
        return looked.found
    except RecursionError:
        # Formulas of formulas: what is nested so deeply is not looked into for a warning.
        return []


@frozen
class Warned:
    """What does not come out even at a place when so many play."""

    span: Span
    players: int
    message: str
    help: str


# So many deals of the beginning are looked at: each takes as long as all the rest.
MOST_DEALS = 10


@define
class _Uneven:
    """Looks for what does not come out even when so many play."""

    game: Game
    start: str
    holdings: Holdings
    moves: list[tuple[Act, Names]] = field(factory=list)
    found: list[Warned] = field(factory=list)

    def look(self) -> None:
        """Looks through all that is done."""
        self.moves = [found for found in self.holdings.all_acts() if found[0].op in MOVING]
        for act, names in self.moves:
            if act.op in ("draw", "draw_top"):
                self._drawn(act, names, 1)
            elif act.op == "deal":
                self._dealt(act)
        for _, body in self.game.bodies():
            for act in self.game.walk(body):
                self._drawn_by_all(act)
        calls = Counter(act.value for _, body in self.game.bodies() for act in self.game.walk(body) if act.op == "call")
        deals = [act for act in self._done_once(self.start, calls, set()) if act.op == "deal"]
        for act in deals[:MOST_DEALS]:
            self._left_over(act)

    # -------------------------------------------------------------- too few
    def _drawn(self, act: Act, names: Names, times: int) -> None:
        wanted, there = self.holdings.least(act.args[0]), self.holdings.most(act.args[1], names).bit_count()
        if wanted * times > there:
            each = f" for each of {times} players" if times > 1 else ""
            message = (
                f"{counted(wanted, 'card')} {_are(wanted)} drawn here{each}, but there are never more than {there}"
            )
            self._warn(act, message, "draw fewer, or see to it that there are enough cards")

    def _drawn_by_all(self, act: Act) -> None:
        """What every player draws from one zone, one after the other, with nothing in between."""
        if act.op != "for" or act.args[0].op not in ("players", "people"):
            return
        draws = [inner for inner in act.blocks[0] if inner.op in ("draw", "draw_top")]
        if any(inner.op not in ("draw", "draw_top", "assign") for inner in act.blocks[0]):
            return
        most = max(self.holdings.players, self.game.seats) if act.args[0].op == "players" else self.holdings.players
        for draw in draws:
            if not any(part.op == "player_field" for part in draw.args[1].walk()):
                self._drawn(draw, {}, most)

    def _dealt(self, act: Act) -> None:
        """There may be cards in the layout already: all that can ever be dealt to it are counted."""
        zone, slots = str(act.args[1].value), self.holdings.slots(act.args[2])
        there = self.holdings.lying.get(zone, 0).bit_count()
        if slots > there:
            message = f"{counted(slots, 'slot')} are to be filled here, but there are never more cards than {there}"
            self._warn(act, message, "draw a smaller layout, or see to it that there are enough cards")

    # -------------------------------------------------------------- too many
    def _left_over(self, act: Act) -> None:
        """A deal that is done once, from a zone out of which nothing else takes these cards."""
        source, zone = act.args[0], _zone(act.args[0])
        if zone is None or zone not in self.game.table or self.game.table[zone].home is None:
            return
        cards = self.holdings.most(source, {})
        others = Holdings(self.game, self.holdings.players, act)
        elsewhere = [held for name, held in others.lying.items() if name != zone]
        if not others.settles or self._open(source) or any(held & cards for held in elsewhere):
            return
        slots = self.holdings.slots(act.args[2])
        if act.args[2].op == "int" and slots < cards.bit_count():
            message = f"{counted(cards.bit_count(), 'card')} are dealt to {counted(slots, 'slot')}"
            help = f"the rest lies in `{zone}` for good; if that is meant, put it aside: `move {zone} to ...`"
            self._warn(act, message, help)

    def _open(self, source: Term) -> bool:
        """Whether it depends on the position which cards of a zone are meant, or how they came there."""
        zone = _zone(source)
        brought = any(str(moved(act)[1].value) == zone for act, _ in self.moves)
        return brought or (source.op == "filter" and not self.holdings.settled(source.args[1], str(source.value)))

    def _done_once(self, name: str, calls: Counter[str], above: set[str]) -> list[Act]:
        """The acts that are done exactly once: those of the beginning, and of what only the beginning calls."""
        procedure = self.game.procedures.get(name)
        if procedure is None or name in above or not isinstance(procedure.body, tuple):
            return []
        found = []
        for act in procedure.body:
            found.append(act)
            if act.op == "call" and calls[act.value] == 1:
                found += self._done_once(str(act.value), calls, above | {name})
        return found

    def _warn(self, act: Act, message: str, help: str) -> None:
        self.found.append(Warned(act.span, self.holdings.players, message, help))


def _zone(source: Term) -> str | None:
    """The zone of the table out of which cards are taken, where it is one."""
    while source.op == "filter":
        source = source.args[0]
    return str(source.value) if source.op == "table_field" else None


def _are(number: int) -> str:
    return "is" if number == 1 else "are"
