"""The table drawn with characters: what one seat may see, as the packs say how to draw it.

Everything is read from the seat's view; of what has to be worked out only that is shown which the seat knows for
certain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import define

from ...interpreter.asking.knowledge import Knowledge
from ...interpreter.playing.position import Position
from ...interpreter.playing.view import Seen, Zone
from ...interpreter.program.memory import LAYOUT
from ..terminal import cut, styled, width
from .card_style import Pen
from .display import layout_lines, track_line
from .panels import Panels, labelled
from .rows import row_lines

NONE = -1
SCALARS = ("number", "flag", "enum", "player", "card")


@define
class Table:
    """A position as one seat sees it; private cards that are `offered` are listed elsewhere on the screen."""

    pen: Pen
    position: Position
    seat: int
    players: Sequence[str]
    offered: frozenset[str] = frozenset()

    def lines(self, columns: int, remark: str = "") -> list[str]:
        """The whole table in lines of at most that many columns."""
        view, known = self.position.seen_by(self.seat), Knowledge.of(self.position, self.seat)
        model = self.pen.game.description
        in_rows = {zone for rows in self.pen.look.rows.values() for zone in rows.standing}
        found = [self._heading(view.table, remark, columns)]
        for name in self.pen.drawn(model.table):
            value = view.table[name]
            if name in self.pen.look.tracks and isinstance(value, int):
                track = self.pen.look.tracks[name]
                standing = view.table.get(track.zone)
                row = track_line(self.pen, track, value, standing if isinstance(standing, Zone) else None, known)
                found += ["", cut(f"{self._label(name)}  {row}", columns)]
            elif isinstance(value, tuple) and value:
                layouts = list(model.layouts.values())
                layout = layouts[self.position.state[self.position.game.program.memory.layouts[name] + LAYOUT]]
                found += ["", *layout_lines(self.pen, layout, value, view.marks, columns)]
            elif name in self.pen.look.rows and isinstance(value, Zone):
                found += row_lines(self.pen, name, view, known, columns)
            elif isinstance(value, Zone) and (value.cards or value.unknown) and name not in in_rows:
                found += labelled(self._label(name), self.pen.names(value, view.marks), columns)
        panels = Panels(self.pen, self.seat, self.players, view.players, known, self.offered)
        return [*found, "", *panels.lines(columns)]

    # -------------------------------------------------------------- the table
    def _heading(self, fields: Mapping[str, Seen], remark: str, columns: int) -> str:
        """The title of the game and the plain fields of the table."""
        model, pen = self.pen.game.description, self.pen
        parts = [styled(pen.words.name(model.title), "bold")]
        for name in self.pen.drawn(model.table):
            value, type = fields[name], model.table[name].type
            nothing = (type.optional and value == NONE) or pen.look.silent.get(name) == value
            if isinstance(value, int) and type.tag in SCALARS and name not in pen.look.tracks and not nothing:
                parts.append(f"{pen.title(name)} {pen.value(type, value)}")
        left, right = "  ·  ".join(parts), styled(remark, "dim")
        rule = styled("─" * max(2, columns - width(left) - width(right) - 4), "dim")
        return cut(f"{left} {rule} {right}" if remark else f"{left} {rule}", columns)

    def _label(self, name: str) -> str:
        return styled(self.pen.title(name), "dim")
