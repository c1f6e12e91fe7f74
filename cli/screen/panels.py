"""The players on the table: a panel for everybody who is drawn in full, a line for each of the others.

A pack says who is near the one who looks; without that all are drawn in full, in the order of the seats.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, frozen

from ...interpreter.asking.knowledge import Knowledge
from ...interpreter.playing.view import Seen, Zone
from ...interpreter.telling.words import capital
from ..terminal import cut, padded, side_by_side, styled, width, wrapped
from .card_style import DONE, Pen, shown

NARROWEST_PANEL, GAP = 36, 3
# How many seats further round the table each role sits.
ROLES = {"left": 1, "right": -1}


@frozen
class Row:
    """A line of a player's panel: its label and the parts that follow."""

    label: str
    parts: Sequence[str]
    between: str = ", "


@define
class Panels:
    """The players as one seat sees them; `offered` are cards that are listed elsewhere on the screen."""

    pen: Pen
    seat: int
    players: Sequence[str]
    views: Sequence[Mapping[str, Seen]]
    known: Knowledge
    offered: frozenset[str] = frozenset()

    def lines(self, columns: int) -> list[str]:
        """All players in lines of at most that many columns."""
        near = self._near()
        seats = range(len(self.views))
        full = [seat for seat in seats if not self.pen.look.near or seat == self.seat or seat in near]
        lines = [line for seat in seats if seat not in full for line in self._short(seat, columns)]
        lines += [""] if lines else []
        beside = max(1, min(len(full), (columns + GAP) // (NARROWEST_PANEL + GAP)))
        for number, row in enumerate(self._rows(full, near, beside)):
            room = (columns - GAP * (len(row) - 1)) // len(row) if near else (columns - GAP * (beside - 1)) // beside
            panels = [self._panel(seat, room) for seat in row]
            lines += [*([""] if number else []), *side_by_side(panels, room, " " * GAP)]
        return lines

    def _near(self) -> dict[int, str]:
        """The seats that sit near, with what they are called."""
        roles = self.pen.look.near
        found = {(self.seat + ROLES[role]) % len(self.views): role for role in roles}
        return {seat: role for seat, role in found.items() if seat != self.seat}

    def _rows(self, full: list[int], near: dict[int, str], beside: int) -> list[list[int]]:
        """Who is drawn side by side: the one who looks between the neighbours, or below them where there is no room."""
        if near:
            others = sorted(near, key=lambda seat: -ROLES[near[seat]])
            if len(full) == 3 and beside == 3:
                return [[others[0], self.seat, others[1]]]
            return [*(others[n : n + beside] for n in range(0, len(others), beside)), [self.seat]]
        return [full[n : n + beside] for n in range(0, len(full), beside)]

    # -------------------------------------------------------------- in full
    def _panel(self, seat: int, columns: int) -> list[str]:
        model, pen = self.pen.game.description.player, self.pen
        rows: list[Row] = []
        goods = self.known.production(seat)
        if goods is not None:
            made = pen.produced(goods) or styled("-", "dim")
            rows.append(Row(capital(pen.speech.say("makes")), [made]))
        for name, title in pen.look.shown.items():
            parts = self._shown(name, seat) if not self._beside_name(name) else []
            if parts:
                rows.append(Row(capital(pen.words.name(title)), parts, "   " if self._is_set(name) else ", "))
        for name in pen.drawn(model):
            value = self.views[seat][name]
            if isinstance(value, Zone):
                rows += self._zone(name, value, seat)
            elif isinstance(value, int) and model[name].type.tag != "number":
                rows.append(Row(pen.title(name), [pen.value(model[name].type, value)]))
        room = min(columns // 3, max((width(row.label) for row in rows), default=0))
        lines = self._named(seat, columns)
        for row in rows:
            lines += labelled(cut(styled(row.label, "dim"), room), row.parts, columns, room, row.between)
        return lines

    def _named(self, seat: int, columns: int) -> list[str]:
        """The heading of a panel: in one line, or the numbers in a line of their own."""
        who, amounts = self._who(seat), self._amounts(seat)
        together = "   ".join([*who, *amounts])
        if width(together) <= columns:
            return [together]
        return [*wrapped(who, columns, "   ", 2), *(f"  {line}" for line in wrapped(amounts, columns - 2, "  "))]

    def _amounts(self, seat: int) -> list[str]:
        """The numbers of a player."""
        model, pen, fields = self.pen.game.description.player, self.pen, self.views[seat]
        amounts = [
            pen.amount(name, value)
            for name in pen.drawn(model)
            if model[name].type.tag == "number"
            and isinstance(value := fields[name], int)
            and pen.look.silent.get(name) != value
        ]
        amounts += [
            pen.unsure(name, self.known.figure(name, seat)) for name in pen.look.shown if self._beside_name(name)
        ]
        total = self.known.total(seat) if pen.game.description.score else None
        return [*amounts, pen.amount("total", total)] if total is not None else amounts

    def _who(self, seat: int) -> list[str]:
        """The name of a player with who sits there, and what stands beside it."""
        pen = self.pen
        mark = "▸ " if self.known.decider == seat else ""
        role = self._near().get(seat)
        remark = ", ".join([self.players[seat], *([pen.words.name(role)] if role else [])])
        who = f"{mark}{styled(pen.seat(seat), 'bold', 'underline')} {styled(f'({remark})', 'dim')}"
        head = self.views[seat].get(pen.look.head)
        beside = ", ".join(pen.card(card) for card in head.cards) if isinstance(head, Zone) else ""
        return [part for part in (who, beside) if part]

    def _zone(self, name: str, zone: Zone, seat: int) -> list[Row]:
        """The rows of a player's zone: by groups, one card in each where they wait, else all in one."""
        pen, label = self.pen, self.pen.title(name)
        field = pen.game.description.player[name]
        if name == pen.look.head or (name in pen.look.own and seat != self.seat) or not (zone.cards or zone.unknown):
            return []
        if field.visibility == "private" and self.offered.issuperset(zone.cards) and not zone.unknown:
            return []
        if name in pen.look.groups:
            return self._grouped(name, zone)
        if field.active or not zone.cards:
            return [Row(label, pen.names(zone))]
        rows = []
        for number, identifier in enumerate(zone.cards):
            card = pen.game.card(identifier)
            cost = self.known.price(seat, card.index)
            asked = pen.price(cost)
            parts = [part for part in (pen.card(identifier), asked, pen.facts(card)) if part]
            rows.append(Row(label if number == 0 else "", parts, "  "))
        return rows

    def _groups(self, name: str, zone: Zone) -> dict[str, list[str]]:
        """The cards of a zone by the member of the field that groups them, in the order of the members."""
        pen = self.pen
        by = pen.look.groups[name]
        groups: dict[tuple[int, ...], list[str]] = {}
        enum = ""
        for identifier in zone.cards:
            card = pen.game.card(identifier)
            enum = next((t.of for n, t in pen.game.description.kinds[card.kind].fields if n == by), enum)
            groups.setdefault(tuple(pen.held(card, by)), []).append(pen.card(identifier))
        return {"/".join(pen.member(enum, n) for n in ns) or pen.title(name): groups[ns] for ns in sorted(groups)}

    def _grouped(self, name: str, zone: Zone) -> list[Row]:
        rows = [Row(member, names) for member, names in self._groups(name, zone).items()]
        return rows + [Row("", self.pen.names(Zone((), zone.unknown)))] * bool(zone.unknown)

    # -------------------------------------------------------------- figures
    def _beside_name(self, name: str) -> bool:
        """Whether a figure has a sign and so can stand beside the name."""
        return name in self.pen.look.signs and self._is_number(name)

    def _params(self, name: str) -> int:
        model = self.pen.game.description
        return len((model.defines.get(name) or model.values[name]).params)

    def _is_number(self, name: str) -> bool:
        return self._params(name) == 1 and not self._is_set(name)

    def _is_set(self, name: str) -> bool:
        define = self.pen.game.description.defines.get(name)
        return define is not None and not isinstance(define.body, tuple) and define.body.type.tag == "set"

    def _shown(self, name: str, seat: int) -> list[str]:
        """A define or value of a player: a number, one for every member unless all are 0, or cards."""
        model, pen = self.pen.game.description, self.pen
        if self._is_set(name):
            done = self._in_play(seat)
            return [pen.brief(model.cards[card], card in done) for card in self.known.cards(name, seat)]
        if self._is_number(name):
            return [shown(self.known.figure(name, seat))]
        enum = (model.defines.get(name) or model.values[name]).params[1][1].of
        figures = [(pen.member(enum, m), self.known.figure(name, seat, m)) for m in range(len(model.enums[enum]))]
        told = " ".join(f"{member}{shown(number)}" for member, number in figures)
        return [told] if any(number != 0 for _, number in figures) else []

    def _in_play(self, seat: int) -> set[int]:
        """The cards whose abilities work for a seat."""
        fields = self.pen.game.description.player
        zones = [value for name, value in self.views[seat].items() if fields[name].active and isinstance(value, Zone)]
        return {self.pen.game.card(card).index for zone in zones for card in zone.cards}

    # -------------------------------------------------------------- in short
    def _short(self, seat: int, columns: int) -> list[str]:
        """A player in a line: the numbers, and of cards only how many there are."""
        pen, fields = self.pen, self.pen.game.description.player
        parts = [*self._who(seat), *self._amounts(seat)]
        for name, title in pen.look.shown.items():
            if self._is_set(name):
                cards = self.known.cards(name, seat)
                done = len(self._in_play(seat).intersection(cards))
                parts.append(f"{styled(capital(pen.words.name(title)), 'dim')} {done}{DONE}/{len(cards)}")
            elif not self._is_number(name):
                parts += self._shown(name, seat)
        for name in pen.drawn(fields):
            zone = self.views[seat][name]
            if not isinstance(zone, Zone) or not zone.cards or name == pen.look.head or name in pen.look.own:
                continue
            if name in pen.look.groups:
                counts = [f"{member} {len(cards)}" for member, cards in self._groups(name, zone).items()]
                parts.append(" ".join(counts))
            else:
                parts.append(f"{pen.title(name)} {len(zone.cards)}")
        return wrapped(parts, columns, "   ", 2)


def labelled(label: str, parts: Sequence[str], columns: int, room: int = 0, between: str = ", ") -> list[str]:
    """A label with what belongs to it, over several lines where needed."""
    start = max(room, width(label)) + 2
    lines = wrapped(parts, max(8, columns - start), between, 0 if between.strip() else 2)
    return [cut(padded(label if n == 0 else "", start) + line, columns) for n, line in enumerate(lines)]
