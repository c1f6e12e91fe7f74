"""`look` blocks checked and put together, later packs over earlier ones. `docs/look.md` explains the words."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from ...look import COLORS, LookModel, RowsModel, TrackModel
from ...model import SEATS, SEVERAL, Procedure
from ...reading import ast, declared
from ..bodies.expressions import Expressions
from ..symbols import World

LISTS = ("order", "hide", "own", "near")
SINGLES = ("head", "nobody", "worth")
WORDS = ("sign", "group", *LISTS, "track", "rows", "show", "brief", *SINGLES)
ROLES = ("left", "right")
MOST_SPACES = 100
LONGEST_SIGN = 4


def check_look(world: World, expressions: Expressions) -> LookModel:
    """What the packs say about drawing; a line about something that does not exist is a mistake."""
    checker = _Lines(world, expressions)
    for block in world.composed.looks:
        checker.language = block.language.text if block.language is not None else ""
        for line in block.lines:
            checker.line(line)
    return LookModel(
        signs=checker.signs,
        colors=checker.colors,
        groups=checker.groups,
        order=tuple(checker.order),
        hidden=tuple(checker.hidden),
        silent=checker.silent,
        tracks=checker.tracks,
        rows=checker.rows,
        shown=checker.shown,
        head=checker.head,
        own=tuple(checker.own),
        near=tuple(checker.near),
        nobody=checker.nobody,
        briefs=checker.briefs,
        worth=tuple(checker.worth),
        spoken=checker.spoken,
    )


@define
class _Lines:
    """The lines so far, checked one by one."""

    world: World
    expressions: Expressions
    signs: dict[str, str] = field(factory=dict)
    colors: dict[str, str] = field(factory=dict)
    groups: dict[str, str] = field(factory=dict)
    order: list[str] = field(factory=list)
    hidden: list[str] = field(factory=list)
    silent: dict[str, int] = field(factory=dict)
    tracks: dict[str, TrackModel] = field(factory=dict)
    rows: dict[str, RowsModel] = field(factory=dict)
    shown: dict[str, str] = field(factory=dict)
    head: str = ""
    own: list[str] = field(factory=list)
    near: list[str] = field(factory=list)
    nobody: str = ""
    briefs: dict[str, str] = field(factory=dict)
    worth: list[str] = field(factory=list)
    language: str = ""
    spoken: dict[str, dict[str, str]] = field(factory=dict)

    def line(self, line: declared.LookLine) -> None:
        """Checks a line by its first word."""
        subject = line.subject.text
        self.world.viewer.moved(line.span)
        if self.language and subject not in self.world.seen.enums and subject != "sign":
            message = f"only signs can be others in `{self.language}`"
            self._error("misplaced", message, line.subject, "write it in a block `look` without a language")
        elif subject in self.world.seen.enums:
            self._member(line)
        elif subject == "hide" and line.member is not None and isinstance(line.items[0], ast.Integer):
            self._hide_while(line.member, line.items[0].value)
        elif subject in (*LISTS, *SINGLES):
            self._unnamed(line)
        elif subject not in WORDS:
            self.world.report.unknown("look", subject, line.subject.span, [*WORDS, *self.world.seen.enums])
        elif line.member is None:
            message = f"`{subject}` does not say what it is about"
            self._error("missing-name", message, line.subject, f"write `{subject} name: ...`")
        else:
            about = {
                "sign": self._sign,
                "group": self._group,
                "track": self._track,
                "rows": self._rows,
                "show": self._show,
                "brief": self._brief,
            }
            about[subject](line.member, line.items)

    # -------------------------------------------------------------- signs and colours
    def _member(self, line: declared.LookLine) -> None:
        enum = self.world.seen.enums.id(line.subject.text)
        members = self.world.enums[enum]
        if line.member is None:
            message = f"the line does not say which {enum} it is about"
            self._error("missing-name", message, line.subject, f"write `{enum} {members[0]}: ...`")
        elif line.member.text not in members:
            self.world.report.unknown(enum, line.member.text, line.member.span, members)
        else:
            self._mark(f"{enum}.{line.member}", line.items)

    def _sign(self, member: ast.Word, items: tuple[ast.Expr, ...]) -> None:
        printed = [name for info in self.world.kinds.values() for name in info.fields]
        known = [*self.world.player, *self.world.table, *printed, "total"]
        if member.text not in known:
            self.world.report.unknown("field", member.text, member.span, known)
        else:
            self._mark(member.text, items)

    def _mark(self, key: str, items: tuple[ast.Expr, ...]) -> None:
        """A short sign in quotes, a colour by its name, or both."""
        for item in items:
            if isinstance(item, ast.Text):
                if not 1 <= len(item.value) <= LONGEST_SIGN:
                    self._error("wrong-sign", f"a sign has 1 to {LONGEST_SIGN} characters", item)
                signs = self.spoken.setdefault(self.language, {}) if self.language else self.signs
                signs[key] = item.value
            elif self.language:
                self._error("wrong-type", "expected a sign in quotes", item, "colours are the same in all languages")
            elif isinstance(item, ast.Name):
                if item.id not in COLORS:
                    self.world.report.unknown("colour", item.id, item.span, COLORS)
                self.colors[key] = item.id
            else:
                self._error("wrong-type", "expected a sign in quotes or a colour", item)

    # -------------------------------------------------------------- zones and fields
    def _unnamed(self, line: declared.LookLine) -> None:
        """A line whose first word alone says what it is about."""
        if line.member is not None:
            message = f"after `{line.subject}` comes a colon"
            self._error("misplaced", message, line.member, f"write `{line.subject}: {line.member}, ...`")
        elif line.subject.text in LISTS:
            self._list(line)
        elif self._one(line.items, "name"):
            {"head": self._head, "nobody": self._nobody, "worth": self._worth}[line.subject.text](line.items[0])

    def _list(self, line: declared.LookLine) -> None:
        world, subject = self.world, line.subject.text
        printed = [name for info in world.kinds.values() for name in (*info.fields, *info.states)]
        known = {
            "order": [*world.player, *world.table],
            "hide": [*world.player, *world.table, *printed],
            "own": list(world.player),
            "near": list(ROLES),
        }[subject]
        listed = {"order": self.order, "hide": self.hidden, "own": self.own, "near": self.near}[subject]
        for item in line.items:
            name = self._known_name(item, "player" if subject == "near" else "field", known)
            if name is not None:
                listed.append(name)

    def _hide_while(self, member: ast.Word, value: int) -> None:
        """`hide field: 0`: a number that is not drawn while it has that value."""
        fields = self.world.player | self.world.table
        numbers = [name for name, model in fields.items() if model.type.tag == "number"]
        if member.text not in numbers:
            self.world.report.unknown("field", member.text, member.span, numbers)
        else:
            self.silent[member.text] = value

    def _head(self, item: ast.Expr) -> None:
        zones = [name for name, model in self.world.player.items() if model.type.tag == "set"]
        self.head = self._known_name(item, "zone", zones) or ""

    def _nobody(self, item: ast.Expr) -> None:
        if isinstance(item, ast.Text):
            self.nobody = item.value
        else:
            self._error("wrong-type", "expected a name in quotes", item)

    def _worth(self, item: ast.Expr) -> None:
        """`worth: formula`: a number of every player, added to those that other packs name."""
        if not isinstance(item, ast.Name):
            self._error("wrong-type", "expected the name of a define", item)
            return
        formula = self._formula(item.id, item)
        if formula is None:
            return
        if [type.tag for _, type in formula.params] != ["player"] or not self._gives(formula, "number"):
            self._error("wrong-type", f"`{item.id}` is no number of a player", item, "it takes a player")
        elif formula.name not in self.worth:
            self.worth.append(formula.name)

    def _brief(self, member: ast.Word, items: tuple[ast.Expr, ...]) -> None:
        """`brief kind: field`: cards of the kind are listed by a printed field instead of their names."""
        world = self.world
        if member.text not in world.kinds:
            world.report.unknown("kind", member.text, member.span, world.kinds)
        elif self._one(items, "field"):
            types = {name: world.field_type(member.text, name) for name in world.fields_of(member.text)}
            plain = [
                name for name, type in types.items() if type is not None and type.tag in ("number", "enum", SEVERAL)
            ]
            name = self._known_name(items[0], "field", plain)
            if name is not None:
                self.briefs[member.text] = name

    def _group(self, member: ast.Word, items: tuple[ast.Expr, ...]) -> None:
        world = self.world
        zones = {n: f for n, f in (world.player | world.table).items() if f.type.tag == "set"}
        if member.text not in zones:
            world.report.unknown("zone", member.text, member.span, zones)
        elif self._one(items, "field"):
            kind = zones[member.text].type.of
            types = {name: world.field_type(kind, name) for name in world.fields_of(kind)}
            enums = [name for name, type in types.items() if type is not None and type.tag in ("enum", SEVERAL)]
            name = self._known_name(items[0], "field", enums)
            if name is not None:
                self.groups[member.text] = name

    def _track(self, member: ast.Word, items: tuple[ast.Expr, ...]) -> None:
        """`track field: what is at the low end, place(zone), what is at the high end`; each may be missing."""
        fields = {n: f for n, f in self.world.table.items() if f.type.tag == "number"}
        if member.text not in fields:
            self.world.report.unknown("field", member.text, member.span, fields)
            return
        type = fields[member.text].type
        if type.low is None or type.high is None or type.high - type.low > MOST_SPACES:
            message = f"`{member}` has no range of at most {MOST_SPACES} spaces to draw"
            self._error("wrong-type", message, member, "declare it with its range, such as 0..10")
            return
        ends, zone, place = ["", ""], "", ""
        for number, item in enumerate(items):
            if isinstance(item, ast.Apply):
                zone, place = self._standing(item) or ("", "")
            else:
                ends[1 if place or number else 0] = self._end(item)
        self.tracks[member.text] = TrackModel(member.text, type.low, type.high, ends[0], ends[1], zone, place)

    def _rows(self, member: ast.Word, items: tuple[ast.Expr, ...]) -> None:
        """`rows zone: formula, zone`: figures of players and cards, and the zones whose cards belong to these."""
        zones = {n: f for n, f in self.world.table.items() if f.type.tag == "set"}
        if member.text not in zones:
            self.world.report.unknown("zone", member.text, member.span, zones)
            return
        kind, figures, standing = zones[member.text].type.of, list[str](), dict[str, str]()
        for item in items:
            name = self._known_name(item, "zone", [*zones, *self.world.seen.formulas])
            if name is None:
                continue
            if name in zones:
                state = self._state_naming(zones[name].type.of, kind)
                if state:
                    standing[name] = state
                else:
                    help = f"their kind needs a state that is a {kind}"
                    self._error("wrong-type", f"the cards of `{name}` do not say where they stand", item, help)
                continue
            formula = self._formula(name, item)
            types = [type for _, type in formula.params] if formula else []
            if formula is None or [t.tag for t in types] != ["player", "card"] or not self._gives(formula, "number"):
                help = f"it takes a player and a {kind}"
                self._error("wrong-type", f"`{name}` is no number of a player and a {kind}", item, help)
            elif not self.world.is_kind(kind, types[1].of):
                self._error("wrong-type", f"`{name}` is about a {types[1].of}, `{member}` holds {kind} cards", item)
            else:
                figures.append(formula.name)
        self.rows[member.text] = RowsModel(tuple(figures), standing)

    def _state_naming(self, kind: str, other: str) -> str:
        """The state of a kind of cards that is a card of the other kind; empty where there is none."""
        for name in self.world.fields_of(kind):
            state = self.world.state_of(kind, name)
            if state is not None and state.type.tag == "card" and self.world.is_kind(other, state.type.of):
                return name
        return ""

    def _standing(self, item: ast.Apply) -> tuple[str, str] | None:
        """`place(zone)`: the cards of a zone stand where a define says."""
        zones = {n: f for n, f in self.world.table.items() if f.type.tag == "set"}
        if not isinstance(item.function, ast.Name) or len(item.arguments) != 1:
            self._error("wrong-type", "expected a define of one card, with the name of a zone in brackets", item)
            return None
        formula = self._formula(item.function.id, item.function)
        zone = self._known_name(item.arguments[0], "zone", zones)
        if formula is None or zone is None:
            return None
        kinds = [type for _, type in formula.params]
        if len(kinds) != 1 or kinds[0].tag != "card" or not self._gives(formula, "number"):
            message = f"`{formula.name}` does not say a space for a card"
            self._error("wrong-type", message, item.function, "it takes one card and gives a number")
        elif not self.world.is_kind(zones[zone].type.of, kinds[0].of):
            message = f"`{formula.name}` is about a {kinds[0].of}, `{zone}` holds {zones[zone].type.of} cards"
            self._error("wrong-type", message, item)
        return zone, formula.name

    def _end(self, item: ast.Expr) -> str:
        if isinstance(item, ast.Text):
            return item.value
        return self._known_name(item, "player", SEATS[: self.world.most_seats]) or ""

    def _show(self, member: ast.Word, items: tuple[ast.Expr, ...]) -> None:
        """`show formula: "title"`: a number of every player, or one for each member of an enum, or cards."""
        formula = self._formula(member.text, member)
        if formula is None:
            return
        tags = [type.tag for _, type in formula.params]
        numbers = tags in (["player"], ["player", "enum"]) and self._gives(formula, "number")
        if not numbers and not (tags == ["player"] and self._gives(formula, "set")):
            message = f"`{member}` is no number of a player"
            help = "it takes a player and gives a number or cards, or a player and a member of an enum"
            self._error("wrong-type", message, member, help)
        elif self._one(items, "title"):
            if isinstance(items[0], ast.Text):
                self.shown[formula.name] = items[0].value
            else:
                self._error("wrong-type", "expected a title in quotes", items[0])

    # -------------------------------------------------------------- small checks
    def _formula(self, name: str, at: ast.Word | ast.Expr) -> Procedure | None:
        seen = self.world.seen.formulas
        if name not in seen:
            self.world.report.unknown("define", name, at.span, seen)
            return None
        return self.expressions.formulas.of(seen.id(name))

    def _gives(self, formula: Procedure, tag: str) -> bool:
        return not isinstance(formula.body, tuple) and formula.body.type.tag in (tag, "unknown")

    def _known_name(self, item: ast.Expr, what: str, known: Iterable[str]) -> str | None:
        names = list(known)
        if not isinstance(item, ast.Name):
            self._error("wrong-type", f"expected the name of a {what}", item)
        elif item.id not in names:
            self.world.report.unknown(what, item.id, item.span, names)
        else:
            return item.id
        return None

    def _one(self, items: tuple[ast.Expr, ...], what: str) -> bool:
        if len(items) > 1:
            self._error("too-many", f"there can be only one {what} here", items[1])
        return len(items) == 1

    def _error(self, code: str, message: str, at: ast.Word | ast.Expr, help: str = "") -> None:
        self.world.report.error(code, message, at.span, help)
