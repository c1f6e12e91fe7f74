"""The table drawn with characters: what one seat may see, as the packs say how to draw it.

Everything is read from the seat's view; what has to be worked out is asked of a guess of that seat, so nothing hidden
can show.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define, frozen

from ..dsl.model import FieldModel
from ..interpreter.figures import figure, known_total, price, production
from ..interpreter.memory import LAYOUT
from ..interpreter.position import Position
from ..interpreter.view import Seen, Zone
from ..interpreter.words import capital
from .display import layout_lines, track_line
from .pen import Pen
from .terminal import cut, padded, side_by_side, styled, width, wrapped

NARROWEST_PANEL, GAP = 36, 3
SCALARS = ("number", "flag", "enum", "player", "card")


@frozen
class Row:
    """A line of a player's panel: its label and the parts that follow."""

    label: str
    parts: Sequence[str]
    between: str = ", "


@define
class Table:
    """A position as one seat sees it."""

    pen: Pen
    position: Position
    seat: int
    players: Sequence[str]

    def lines(self, columns: int, remark: str = "") -> list[str]:
        """The whole table in lines of at most that many columns."""
        view, guess = self.position.seen_by(self.seat), self.position.guess(self.seat)
        model = self.pen.game.description
        found = [self._heading(view.table, remark, columns)]
        for name in self._drawn(model.table):
            value = view.table[name]
            if name in self.pen.look.tracks and isinstance(value, int):
                track = self.pen.look.tracks[name]
                standing = view.table.get(track.zone)
                row = track_line(self.pen, track, value, standing if isinstance(standing, Zone) else None, guess)
                found += ["", cut(f"{self._label(name)}  {row}", columns)]
            elif isinstance(value, tuple) and value:
                layouts = list(model.layouts.values())
                layout = layouts[guess.state[guess.game.program.memory.layouts[name] + LAYOUT]]
                found += ["", *layout_lines(self.pen, layout, value, columns)]
            elif isinstance(value, Zone) and (value.cards or value.unknown):
                found += self._row(self._label(name), self._names(value), columns)
        return [*found, "", *self._panels(view.players, guess, columns)]

    # -------------------------------------------------------------- the table
    def _heading(self, fields: Mapping[str, Seen], remark: str, columns: int) -> str:
        """The title of the game and the plain fields of the table."""
        model, pen = self.pen.game.description, self.pen
        parts = [styled(pen.words.name(model.title), "bold")]
        for name in self._drawn(model.table):
            value, type = fields[name], model.table[name].type
            if isinstance(value, int) and type.tag in SCALARS and name not in pen.look.tracks:
                parts.append(f"{pen.title(name)} {pen.value(type, value)}")
        left, right = "  ·  ".join(parts), styled(remark, "dim")
        rule = styled("─" * max(2, columns - width(left) - width(right) - 4), "dim")
        return cut(f"{left} {rule} {right}" if remark else f"{left} {rule}", columns)

    def _drawn(self, fields: Mapping[str, FieldModel]) -> list[str]:
        """The fields that are drawn, in the order that the packs ask for."""
        look = self.pen.look
        listed = [name for name in look.order if name in fields]
        rest = [name for name in fields if name not in listed]
        return [name for name in dict.fromkeys((*listed, *rest)) if name not in look.hidden]

    def _label(self, name: str) -> str:
        return styled(self.pen.title(name), "dim")

    def _names(self, zone: Zone) -> list[str]:
        """The cards of a zone by name, those not seen by their backs."""
        backs = [f"{unknown.count} {' '.join(self.pen.back(unknown))}" for unknown in zone.unknown]
        return [*(self.pen.card(card) for card in zone.cards), *(styled(back, "dim") for back in backs)]

    def _row(self, label: str, parts: Sequence[str], columns: int, room: int = 0, between: str = ", ") -> list[str]:
        """A label with what belongs to it, over several lines where needed."""
        start = max(room, width(label)) + 2
        lines = wrapped(parts, max(8, columns - start), between, 0 if between.strip() else 2)
        return [cut(padded(label if n == 0 else "", start) + line, columns) for n, line in enumerate(lines)]

    # -------------------------------------------------------------- the players
    def _panels(self, players: Sequence[Mapping[str, Seen]], guess: Position, columns: int) -> list[str]:
        """The players side by side as far as there is room."""
        beside = max(1, min(len(players), (columns + GAP) // (NARROWEST_PANEL + GAP)))
        room = (columns - GAP * (beside - 1)) // beside
        panels = [self._panel(seat, fields, guess, room) for seat, fields in enumerate(players)]
        lines: list[str] = []
        for first in range(0, len(panels), beside):
            lines += [*([""] if lines else []), *side_by_side(panels[first : first + beside], room, " " * GAP)]
        return lines

    def _panel(self, seat: int, fields: Mapping[str, Seen], guess: Position, columns: int) -> list[str]:
        model, pen = self.pen.game.description.player, self.pen
        rows: list[Row] = []
        for name in self._drawn(model):
            value = fields[name]
            if isinstance(value, Zone):
                rows += self._zone(name, value, seat, guess)
            elif isinstance(value, int) and model[name].type.tag != "number":
                rows.append(Row(pen.title(name), [pen.value(model[name].type, value)]))
        goods = production(guess, seat)
        if goods is not None:
            made = pen.produced(goods) or styled("-", "dim")
            rows.insert(0, Row(capital(pen.speech.say("makes")), [made]))
        for place, (name, title) in enumerate(pen.look.shown.items(), 1 if goods else 0):
            rows.insert(place, Row(capital(pen.words.name(title)), self._shown(name, seat, guess)))
        room = min(columns // 3, max((width(row.label) for row in rows), default=0))
        lines = [self._player_line(seat, fields, guess, columns)]
        for row in rows:
            lines += self._row(cut(styled(row.label, "dim"), room), row.parts, columns, room, row.between)
        return lines

    def _player_line(self, seat: int, fields: Mapping[str, Seen], guess: Position, columns: int) -> str:
        model, pen = self.pen.game.description.player, self.pen
        amounts = [
            pen.amount(name, value)
            for name in self._drawn(model)
            if model[name].type.tag == "number" and isinstance(value := fields[name], int)
        ]
        total = known_total(guess, seat, self.seat) if pen.game.description.score else None
        points = pen.amount("total", total) if total is not None else ""
        mark = "▸ " if guess.decider == seat else ""
        who = f"{mark}{styled(pen.seat(seat), 'bold', 'underline')} {styled(f'({self.players[seat]})', 'dim')}"
        return cut("   ".join(part for part in (who, *amounts, points) if part), columns)

    def _zone(self, name: str, zone: Zone, seat: int, guess: Position) -> list[Row]:
        """The rows of a player's zone: by groups, one card in each where they wait, else all in one."""
        pen, label = self.pen, self.pen.title(name)
        field = pen.game.description.player[name]
        if not zone.cards and not zone.unknown:
            return []
        if name in pen.look.groups:
            return self._grouped(name, zone)
        if field.active or not zone.cards:
            return [Row(label, self._names(zone))]
        rows = []
        for number, identifier in enumerate(zone.cards):
            card = pen.game.card(identifier)
            cost = price(guess, seat, card.index)
            asked = pen.amount(pen.money, cost) if cost is not None else ""
            parts = [part for part in (pen.card(identifier), asked, pen.facts(card)) if part]
            rows.append(Row(label if number == 0 else "", parts, "  "))
        return rows

    def _grouped(self, name: str, zone: Zone) -> list[Row]:
        pen = self.pen
        by = pen.look.groups[name]
        groups: dict[int, list[str]] = {}
        enum = ""
        for identifier in zone.cards:
            card = pen.game.card(identifier)
            value = card.values.get(by, -1)
            enum = next((t.of for n, t in pen.game.description.kinds[card.kind].fields if n == by), enum)
            groups.setdefault(value if isinstance(value, int) else -1, []).append(pen.card(identifier))
        rows = []
        for value, names in sorted(groups.items()):
            member = pen.member(enum, value) if value >= 0 else pen.title(name)
            rows.append(Row(member, names))
        return rows + [Row("", self._names(Zone((), zone.unknown)))] * bool(zone.unknown)

    def _shown(self, name: str, seat: int, guess: Position) -> list[str]:
        """A define or value of a player, for every member of its enum where it has one."""
        model = self.pen.game.description
        params = (model.defines.get(name) or model.values[name]).params
        if len(params) == 1:
            return [str(figure(guess, name, seat))]
        enum = params[1][1].of
        members = range(len(model.enums[enum]))
        return [" ".join(f"{self.pen.member(enum, m)}{figure(guess, name, seat, m)}" for m in members)]
