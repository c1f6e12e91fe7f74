"""Scenarios: checks what they put in place, play and expect, and makes models of them.

A scenario belongs to the game of its own pack. In a game of which that pack is only a part, because another one
builds on it or stands beside it, nothing is said about it.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from ...composing.composed import Composed
from ...diagnostic import Span, ranges
from ...model import SEATS, FieldModel, Game, Term, Type
from ...reading import ast, examples
from ...scenario_model import ChanceModel, GivenModel, MeansModel, ScenarioModel, StepModel, ThenModel
from ...statics import literal
from ..bodies.scope import Scope
from ..bodies.statements import Statements
from ..symbols import World
from .option_keys import Keys

START = "start"
NOTHING = "nothing"
OTHERS = "others"
PLAYERS = "players"
DRAW = "draw"
HERE = Scope(scenario=True)

Line = GivenModel | ChanceModel | StepModel | ThenModel | MeansModel


def check_scenarios(world: World, statements: Statements, game: Game | None) -> tuple[ScenarioModel, ...]:
    """The checked scenarios of the game's own pack; their mistakes are reported. There is no game where its text has a
    mistake: then options, chances and ways of winning may seem to be missing only because of that."""
    written = own_scenarios(world.composed)
    if not written:
        return ()
    # What only a scenario looks at is still something that nothing in the game reads.
    read, used = set(world.read), set(world.used)
    whole = game is not None
    labels = list(dict.fromkeys(_labels(game))) if game is not None else []
    checker = _Scenarios(world, statements, Keys(world, statements.choices, whole), labels, whole)
    found = tuple(checker.scenario(scenario) for scenario in written)
    world.read, world.used = read, used
    return found


def own_scenarios(composed: Composed) -> list[examples.Scenario]:
    """The scenarios of the one pack that the others are there for, or none where there are several such."""
    built_on = {name for pack in composed.packs for name in pack.extends}
    tops = [pack for pack in composed.packs if pack.name not in built_on]
    return [d for d in tops[0].declarations if isinstance(d, examples.Scenario)] if len(tops) == 1 else []


def _labels(game: Game) -> Iterator[str]:
    """The labels under which chance picks in a game."""
    for act in (act for _, body in game.bodies() for act in game.walk(body)):
        if act.op in ("draw", "pick", "shuffle"):
            yield str(act.value)
        elif act.op == "deal":
            yield from (f"{act.value} {slot}" for drawn in game.layouts.values() for slot in drawn.slots)


@define
class _SetUp:
    """What a scenario says of the game before it begins."""

    players: int | None = None
    switches: dict[str, str] = field(factory=dict)


@define
class _Scenarios:
    """Checks one scenario after the other."""

    world: World
    statements: Statements
    keys: Keys
    labels: list[str]
    whole: bool
    _seen: dict[str, ast.Word] = field(factory=dict)
    # Copies of cards that were put somewhere since the last move.
    _taken: set[int] = field(factory=set)

    def scenario(self, written: examples.Scenario) -> ScenarioModel:
        """The model of a scenario, without the lines that have a mistake."""
        title = written.title
        if title.text in self._seen:
            message = f"there is a scenario `{title}` already"
            self.world.report.error("duplicate", message, title.span, also=self._seen[title.text].span)
        self._seen.setdefault(title.text, title)
        at = written.at.text if written.at is not None else ""
        named = [START, *(choice.name for choice in self.statements.choices if choice.name)]
        if written.at is not None and at not in named:
            self.world.report.unknown("choice", at, written.at.span, named)
        set_up = _SetUp()
        lines: list[Line] = []
        self._taken = set()
        given_since: dict[ast.Expr, examples.Given] = {}
        placed_since: dict[object, tuple[Term, Span]] = {}
        for line in written.lines:
            match line:
                case examples.Given():
                    self._given_once(line, given_since)
                    late = any(isinstance(before, StepModel | ThenModel) for before in lines)
                    given = self._given(line, set_up, late)
                    if given is not None:
                        self._placed_once(given, placed_since)
                        lines.append(given)
                case examples.Chance():
                    lines.append(self._chance(line))
                case examples.Step():
                    given_since, placed_since, self._taken = {}, {}, set()
                    seat = self._seat(line.player)
                    lines.append(StepModel(seat, self.keys.check(line.key), line.span))
                case examples.Means():
                    known = [*self.world.cards, *self.world.formulas, *self.world.procedures]
                    if line.name.text not in known:
                        self.world.report.unknown("name", line.name.text, line.name.span, known)
                    lines.append(MeansModel(line.name.text, line.text.text, line.name.span))
                case examples.Then():
                    given_since, placed_since, self._taken = {}, {}, set()
                    condition = self.statements.expressions.flag(line.condition, HERE)
                    if condition is not None:
                        for term in condition.walk():
                            self._text(term)
                        lines.append(ThenModel(condition, line.span))
        switches = tuple(set_up.switches.items())
        return ScenarioModel(title.text, set_up.players, switches, at, tuple(lines), title.span)

    def _seat(self, word: ast.Word) -> int:
        seats = SEATS[: self.world.most_seats]
        if word.text in seats:
            return seats.index(word.text)
        self.world.report.unknown("player", word.text, word.span, seats)
        return 0

    def _text(self, term: Term) -> None:
        """A quoted text of a condition: the key of an option, or a way of winning."""
        if term.op == "legal":
            # The quotation mark is no part of the key.
            text = str(term.value)
            start = term.span.end_column - 1 - len(text)
            span = type(term.span)(term.span.file, term.span.line, start, term.span.end_column - 1)
            self.keys.check(ast.Word(text, span))
        elif term.op == "won_by" and self.whole:
            rank = self.world.composed.rank
            ranked = (way for _, way in (rank.by if rank else ()))
            ways = [*self.statements.ways, *ranked, DRAW, self.world.limit[1]]
            if term.value not in ways:
                self.world.report.unknown("way of winning", str(term.value), term.span, ways)

    def _chance(self, written: examples.Chance) -> ChanceModel:
        report, label = self.world.report, written.label
        if label.text not in self.labels and self.whole:
            report.unknown("chance", label.text, label.span, self.labels)
        members = [member for enum in self.world.declared_enums.values() for member in enum]
        legal = [*self.world.cards, *SEATS[: self.world.most_seats], *members]
        for word in written.outcomes:
            if word.text not in legal and not word.text.isdigit():
                report.unknown("name", word.text, word.span, legal)
        return ChanceModel(label.text, tuple(word.text for word in written.outcomes), written.span)

    # -------------------------------------------------------------- what is given
    def _given_once(self, written: examples.Given, before: dict[ast.Expr, examples.Given]) -> None:
        """Of two lines for the same thing with nothing done or asked in between, the last would win without a word."""
        first = before.setdefault(written.target, written)
        if first is not written:
            message = "this is given twice"
            self.world.report.error("duplicate", message, written.target.span, also=first.target.span)

    def _placed_once(self, given: GivenModel, before: dict[object, tuple[Term, Span]]) -> None:
        """A card that stands in the lines of two zones would lie in the last of them without a word."""
        for card in given.items:
            if given.op == "zone" and card.op == "singleton":
                zone, place = before.setdefault(card.args[0].value, (given.target, card.span))
                if zone != given.target:
                    self.world.report.error("duplicate", "a card lies in one place only", card.span, also=place)

    def _given(self, written: examples.Given, set_up: _SetUp, late: bool) -> GivenModel | None:
        report, expressions = self.world.report, self.statements.expressions
        if isinstance(written.target, ast.Name) and written.target.id == PLAYERS:
            if late:
                report.error("misplaced", "how many play is said before the game begins", written.span)
            self._players(written, set_up)
            return None
        target = expressions.any_term(written.target, HERE)
        if target is None:
            return None
        if target.op == "switch":
            if late:
                message = "a game is switched before it begins, not in the middle"
                report.error("misplaced", message, written.span)
            self._switch(written, str(target.value), set_up)
            return None
        op = self._form(target)
        if op == "uncovered" and target.op == "define":
            formula = expressions.formulas.of(str(target.value))
            assert formula is not None
            assert isinstance(formula.body, Term)
            target = formula.body
            while target.op == "filter":
                target = target.args[0]
        layout: int | str | None = str(target.value) if op == "slot" else None
        if written.layout is not None:
            self.world.viewer.moved(written.span)
            layouts = self.world.seen.layouts
            if op != "layout":
                report.error("misplaced", "only a zone with a layout is laid out", written.layout.span)
            elif written.layout.text in layouts:
                layout = list(self.world.layouts).index(layouts.id(written.layout.text))
            else:
                report.unknown("layout", written.layout.text, written.layout.span, layouts)
        if op == "zone" and self._has_others(written):
            layout = OTHERS
            written = evolve(written, items=written.items[:-1])
        if op == "value":
            items = self._value(written, target)
        elif op:
            items = self._cards(written, target, op)
        else:
            help = "give fields, zones, slots and states of cards what they hold"
            report.error("cannot-give", "this cannot be put in place", written.target.span, help)
            return None
        if items is None:
            return None
        of = target.args[0] if op in ("slot", "uncovered") else target
        return GivenModel(op, of, items, layout, written.span)

    def _form(self, target: Term) -> str:
        """How something is put in place; empty where it cannot be."""
        if target.op in ("table_field", "player_field"):
            fields = self.world.table if target.op == "table_field" else self.world.player
            zone = "refs" if fields[str(target.value)].refs else "zone"
            return {"set": zone, "layout": "layout"}.get(target.type.tag, "value")
        if target.op == "define":
            formula = self.statements.expressions.formulas.of(str(target.value))
            body = formula.body if formula else None
            while isinstance(body, Term) and body.op == "filter":
                body = body.args[0]
            return "uncovered" if isinstance(body, Term) and body.op == "uncovered" else ""
        return {"card_state": "value", "slot": "slot", "uncovered": "uncovered"}.get(target.op, "")

    def _players(self, written: examples.Given, set_up: _SetUp) -> None:
        numbers, item = self.world.numbers, written.items[0]
        if not isinstance(item, ast.Integer) or len(written.items) > 1:
            self.world.report.error("wrong-type", "expected how many play", item.span)
        elif item.value not in numbers:
            message = f"{item.value} is outside of {ranges(numbers, '..')}"
            self.world.report.error("out-of-range", message, item.span)
        else:
            set_up.players = item.value

    def _switch(self, written: examples.Given, name: str, set_up: _SetUp) -> None:
        choices, item = self.world.switches[name][0], written.items[0]
        if not isinstance(item, ast.Name) or len(written.items) > 1:
            self.world.report.error("wrong-type", f"expected one of {', '.join(choices)}", item.span)
        elif item.id not in choices:
            self.world.report.unknown("choice", item.id, item.span, choices)
        else:
            set_up.switches[name] = item.id

    def _value(self, written: examples.Given, target: Term) -> tuple[Term, ...] | None:
        report = self.world.report
        if len(written.items) > 1:
            report.error("wrong-type", "expected one value", written.items[1].span)
            return None
        found = self.statements.expressions.term(written.items[0], HERE, target.type)
        if found is None:
            return None
        number, (low, high) = literal(found), self._limits(target)
        if target.type.tag != "number" or number is None:
            return (found,)
        if (low is not None and number < low) or (high is not None and number > high):
            limits = f"{low}..{high}" if high is not None else f"{low} and above"
            report.error("out-of-range", f"{number} is outside of {limits}", written.items[0].span)
            return None
        return (found,)

    def _limits(self, target: Term) -> tuple[int | None, int | None]:
        fields: dict[str, FieldModel] = {}
        if target.op in ("table_field", "player_field"):
            fields = self.world.table if target.op == "table_field" else self.world.player
        model = fields.get(str(target.value))
        return (model.stops_low, model.stops_high) if model else (target.type.low, target.type.high)

    def _cards(self, written: examples.Given, target: Term, op: str) -> tuple[Term, ...] | None:
        report = self.world.report
        items = written.items
        if len(items) == 1 and isinstance(items[0], ast.Name) and items[0].id == NOTHING:
            return ()
        kind = Type("set", target.type.of)
        terms = [(item, term) for item in items for term in self._copies(item, kind)]
        found = tuple(term for _, term in terms if term is not None)
        if len(found) != len(terms):
            return None
        if op == "slot" and len(found) > 1:
            report.error("wrong-type", "a slot holds one card", items[1].span)
            return None
        named = [term.args[0].value for term in found if term.op == "singleton"]
        for (item, _), term in zip(terms, found, strict=True):
            if term.op == "singleton" and named.count(term.args[0].value) > 1:
                report.error("duplicate", "a card lies in one place only", item.span)
                return None
        return found

    def _has_others(self, written: examples.Given) -> bool:
        """Whether the cards beside those that are named stay as chance dealt them."""
        last = written.items[-1]
        return isinstance(last, ast.Name) and last.id == OTHERS and OTHERS not in self.world.cards

    def _copies(self, item: ast.Expr, kind: Type) -> list[Term | None]:
        """What an item puts in place: of a card with copies those that are not put elsewhere yet."""
        count, name = (item.count, item.of.text) if isinstance(item, ast.Amount) else (1, "")
        if isinstance(item, ast.Name):
            name = item.id
        elif not isinstance(item, ast.Amount):
            return [self.statements.expressions.term(item, HERE, kind)]
        term = self.statements.expressions.term(ast.Name(name, span=item.span), HERE, kind)
        if term is None or term.op != "singleton":
            if isinstance(item, ast.Amount) and term is not None:
                self.world.report.error("wrong-type", "expected the name of a card", item.of.span)
                return [None]
            return [term]
        card = term.args[0]
        numbers = [index for id, (index, _) in self.world.cards.items() if id.partition(".")[0] == name]
        free = [index for index in numbers if index not in self._taken]
        if count > len(numbers):
            some = f"there are {len(numbers)} of them" if len(numbers) > 1 else "there is one of them"
            self.world.report.error("out-of-range", f"{count} `{name}` are too many", item.span, some)
            return [None]
        chosen = free[:count] if len(free) >= count else numbers[:count]
        self._taken |= set(chosen)
        return [evolve(term, args=(evolve(card, value=index),)) for index in chosen]
