"""Cards: checks the printed fields of every card, its handlers, answers and listeners."""

from __future__ import annotations

from typing import Any

from attrs import define, field

from . import ast
from .expressions import Scope
from .model import (
    NUMBER,
    PLAYER,
    AnswerModel,
    CardModel,
    CostModel,
    GoodsModel,
    ListenerModel,
    Term,
    Type,
)
from .statements import Statements
from .world import SEATS, KindInfo, World

SELF = Term("local", PLAYER, value="self")


@define
class Cards:
    """The checker of cards."""

    world: World
    statements: Statements
    cards: list[CardModel] = field(factory=list)
    answers: list[AnswerModel] = field(factory=list)
    listeners: list[ListenerModel] = field(factory=list)

    def check(self) -> None:
        """Checks all cards and the listeners of the rules."""
        lines = {s.file: s.text.split("\n") for p in self.world.composed.packs for s in p.sources}
        for index, card in self.world.cards.values():
            self._card(index, card, lines.get(card.span.file, []))
        for when in self.world.composed.listeners:
            self._listener(-1, when, Scope())
        self._matching()

    def _card(self, index: int, card: ast.Card, lines: list[str]) -> None:
        info = self.world.kinds[card.kind.text]
        scope = Scope(locals={"self": PLAYER}, owner=SELF, card=index, rules=False)
        values: dict[str, Any] = {}
        handlers: dict[str, Any] = {}
        seen: dict[str, ast.Word] = {}
        for ability in card.abilities:
            if isinstance(ability, ast.Setting | ast.Handler):
                word = ability.key if isinstance(ability, ast.Setting) else ability.event
                if word.text in seen:
                    self.world.report.error("duplicate", f"`{word}` is given twice", word.span, also=seen[word.text].span)
                seen[word.text] = word
            if isinstance(ability, ast.Setting) and ability.key.text in info.events:
                handlers[ability.key.text] = self._inline(ability, scope)
            elif isinstance(ability, ast.Setting):
                self._setting(ability, info, scope, values)
            elif isinstance(ability, ast.Handler):
                if ability.event.text not in info.events:
                    self._no_event(ability.event, info)
                else:
                    handlers[ability.event.text] = self.statements.block(ability.body, scope)
            elif isinstance(ability, ast.Answer):
                self._answer(index, ability, scope)
            else:
                self._listener(index, ability, scope)
        self._defaults(card, info, scope, seen, values)
        text = _own_lines(lines, card.span.line)
        self.cards.append(CardModel(index, card.id, card.title, card.kind.text, values, handlers, text, card.title_span))

    def _no_event(self, word: ast.Word, info: KindInfo) -> None:
        if word.text in info.fields:
            self.world.report.error("wrong-type", f"`{word}` is a field of {info.name}, not an event", word.span)
        else:
            self.world.unknown("field", word.text, word.span, [*info.fields, *info.events])

    def _inline(self, ability: ast.Setting, scope: Scope) -> Any:
        """An event whose handler is one call: `on_build: take(self, law)`."""
        calls = tuple(ast.Call(item, span=item.span) for item in ability.items)
        return self.statements.block(calls, scope)

    def _setting(self, ability: ast.Setting, info: KindInfo, scope: Scope, values: dict[str, Any]) -> None:
        type = info.fields.get(ability.key.text)
        if type is None:
            self.world.unknown("field", ability.key.text, ability.key.span, [*info.fields, *info.events])
            return
        value = self.value(type, ability.items, scope, ability.span)
        if value is not None:
            values[ability.key.text] = value

    def _defaults(
        self, card: ast.Card, info: KindInfo, scope: Scope, seen: dict[str, ast.Word], values: dict[str, Any]
    ) -> None:
        damaged = (card.span.file, card.span.line) in self.world.report.damaged
        for name, type in info.fields.items():
            if name in seen:
                continue
            default = info.defaults.get(name)
            if default is None:
                if not damaged:
                    self.world.report.error("missing-field", f"`{card.id}` has no `{name}`", card.title_span, f"a {info.name} needs `{name}: {type}`")
                continue
            value = self.value(type, (default,), scope, default.span)
            if value is not None:
                values[name] = value

    # -------------------------------------------------------------- printed values
    def value(self, type: Type, items: tuple[ast.Expr, ...], scope: Scope, span: ast.Span) -> Any:
        """What is printed on a card, by the type of the field; None after a mistake."""
        if type.tag == "cost":
            return self._cost(items)
        if type.tag == "goods":
            return self._goods(items)
        if len(items) != 1:
            self.world.report.error("wrong-type", f"expected one value of type {type}, found {len(items)}", span)
            return None
        if isinstance(items[0], ast.Amount):
            self.world.report.error("wrong-type", f"expected a value of type {type}", items[0].span)
            return None
        if type.tag == "formula":
            return self.statements.expressions.number(items[0], scope)
        fixed = Scope(locals={}, owner=None)
        term = self.statements.expressions.term(items[0], fixed, type)
        if term is None:
            return None
        if term.op == "text":
            return term.value
        number = _constant(term)
        if number is None:
            self.world.report.error("wrong-type", "expected something that is printed, not worked out", items[0].span)
            return None
        if type.low is not None and type.high is not None and not type.low <= number <= type.high:
            self.world.report.error("out-of-range", f"{number} is outside of {type}", items[0].span)
            return None
        return number

    def _cost(self, items: tuple[ast.Expr, ...]) -> CostModel | None:
        money, goods = 0, [0] * len(self._goods_names())
        for item in items:
            if isinstance(item, ast.Name) and item.id == "free" and len(items) == 1:
                continue
            word, count = self._counted(item)
            if word is None:
                return None
            if word.text == self.world.money:
                money += count
            elif word.text in self._goods_names():
                goods[self._goods_names().index(word.text)] += count
            else:
                self.world.unknown(self.world.goods or "good", word.text, word.span, [*self._goods_names(), self.world.money, "free"])
                return None
        return CostModel(money, tuple(goods))

    def _goods(self, items: tuple[ast.Expr, ...]) -> GoodsModel | None:
        names = self._goods_names()
        fixed, choices = [0] * len(names), []
        for item in items:
            if isinstance(item, ast.Name) and item.id == "nothing" and len(items) == 1:
                continue
            parts = item.parts if isinstance(item, ast.Logic) and item.operator == "or" else (item,)
            mask = 0
            for part in parts:
                word, count = self._counted(part)
                if word is None:
                    return None
                if word.text not in names:
                    self.world.unknown(self.world.goods or "good", word.text, word.span, [*names, "nothing"])
                    return None
                mask |= 1 << names.index(word.text)
                if len(parts) == 1:
                    fixed[names.index(word.text)] += count
            if len(parts) > 1:
                choices.append(mask)
        return GoodsModel(tuple(fixed), tuple(choices))

    def _goods_names(self) -> tuple[str, ...]:
        return self.world.enums.get(self.world.goods, ())

    def _counted(self, item: ast.Expr) -> tuple[ast.Word | None, int]:
        if isinstance(item, ast.Amount):
            if not 1 <= item.count <= 99:
                self.world.report.error("out-of-range", f"{item.count} is outside of 1..99", item.span)
                return None, 0
            return item.of, item.count
        if isinstance(item, ast.Name):
            return ast.Word(item.id, item.span), 1
        self.world.report.error("wrong-type", f"expected a {self.world.goods or 'good'} or a number of them", item.span)
        return None, 0

    # -------------------------------------------------------------- answers and listeners
    def _patterns(
        self, name: str, params: tuple[tuple[str, Type], ...], arguments: tuple[ast.Expr, ...], span: ast.Span, scope: Scope
    ) -> tuple[tuple[Term | str, ...], Scope] | None:
        """Patterns of a head such as `built(self, b, link)`: a new name takes the value, anything else must equal it."""
        if len(params) != len(arguments):
            plural = "argument" if len(params) == 1 else "arguments"
            message = f"`{name}` has {len(params)} {plural}, found {len(arguments)}"
            self.world.report.error("wrong-arguments", message, span)
            return None
        patterns: list[Term | str] = []
        inner = Scope(dict(scope.locals), scope.owner, card=scope.card, rules=scope.rules)
        for argument, (_, type) in zip(arguments, params, strict=True):
            if isinstance(argument, ast.Name) and self._is_new(argument.id, type, scope):
                inner.locals[argument.id] = type
                patterns.append(argument.id)
                continue
            term = self.statements.expressions.term(argument, scope, type)
            if term is None:
                return None
            patterns.append(term)
        return tuple(patterns), inner

    def _is_new(self, name: str, type: Type, scope: Scope) -> bool:
        world = self.world
        if name in scope.locals or (scope.owner is not None and name in ("self", "opponent", "left", "right")):
            return False
        if type.tag == "enum":
            # A word that looks like a member is one, or is misspelt; a single letter is a new name.
            return name not in world.enums[type.of] and len(name) <= 2
        if type.tag == "player":
            return name not in SEATS
        return not (type.tag == "card" and name in world.cards)

    def _answer(self, index: int, written: ast.Answer, scope: Scope) -> None:
        name = written.value
        formula = self.world.formulas.get(name.text)
        if formula is None or formula.form != "value":
            values = [n for n, f in self.world.formulas.items() if f.form == "value"]
            self.world.unknown("value", name.text, name.span, values)
            return
        checked = self.statements.expressions.formula(name.text)
        if checked is None:
            return
        assert isinstance(checked.body, Term)
        found = self._patterns(name.text, checked.params, written.arguments, written.span, scope)
        if found is None:
            return
        patterns, inner = found
        expressions = self.statements.expressions
        condition = expressions.flag(written.condition, inner) if written.condition is not None else None
        if written.form == "adjust" and checked.body.type.tag != "number":
            self.world.report.error("wrong-type", f"`{name}` is no number: use `set`", name.span)
            return
        body = expressions.term(written.body, inner, checked.body.type)
        least = expressions.number(written.at_least, inner) if written.at_least is not None else None
        if body is None or (written.condition is not None and condition is None):
            return
        self.answers.append(
            AnswerModel(index, written.form, name.text, patterns, condition, body, least, written.span)
        )

    def _listener(self, index: int, written: ast.When, scope: Scope) -> None:
        name = written.signal
        params = self.world.signals.get(name.text)
        if params is None:
            self.world.unknown("signal", name.text, name.span, self.world.signals)
            return
        found = self._patterns(name.text, params, written.arguments, written.span, scope)
        if found is None:
            return
        patterns, inner = found
        condition = self.statements.expressions.flag(written.condition, inner) if written.condition is not None else None
        if written.condition is not None and condition is None:
            return
        body = self.statements.block(written.body, inner)
        self.listeners.append(ListenerModel(index, name.text, patterns, condition, body, written.span))

    # -------------------------------------------------------------- across cards
    def _matching(self) -> None:
        """A field that must match another: every symbol asked for is offered by some card."""
        for info in self.world.kinds.values():
            for name, other in info.matching.items():
                offered = {c.values.get(other) for c in self.cards}
                for card in self.cards:
                    wanted = card.values.get(name)
                    if card.kind != info.name or wanted in (None, -1) or wanted in offered:
                        continue
                    type = info.fields[name]
                    word = self.world.enums[type.of][wanted] if type.tag == "enum" else str(wanted)
                    place = self._place(card, name)
                    self.world.report.error("unmatched", f"no card has `{other}: {word}`", place, f"`{name}` must match the `{other}` of some card")

    def _place(self, card: CardModel, name: str) -> ast.Span:
        written = self.world.cards[card.id][1]
        for ability in written.abilities:
            if isinstance(ability, ast.Setting) and ability.key.text == name:
                return ability.items[0].span
        return card.span


def _constant(term: Term) -> int | None:
    if term.op in ("int", "card"):
        return int(term.value)
    if term.op in ("+", "-", "*"):
        left, right = _constant(term.args[0]), _constant(term.args[1])
        if left is not None and right is not None:
            return left + right if term.op == "+" else left - right if term.op == "-" else left * right
    return None


def _own_lines(lines: list[str], first: int) -> tuple[str, ...]:
    """The indented lines below a card's head, without comments."""
    found = []
    for line in lines[first:]:
        if line.strip() and line[0] not in " \t":
            break
        text = line.split("#")[0].rstrip() if '"' not in line else line.rstrip()
        if text.strip():
            found.append(text)
    return tuple(found)


__all__ = ["NUMBER", "Cards"]
