"""Cards: checks the printed fields of every card, its handlers, answers and listeners."""

from __future__ import annotations

from typing import Any

from attrs import define, evolve, field

from ...diagnostic import Span, nearest
from ...model import PLAYER, SEATS, SEVERAL, AnswerModel, CardModel, CostModel, GoodsModel, ListenerModel, Term, Type
from ...number_changes import BY, signal_of
from ...reading import ast, declared
from ...statics import literal
from ..bodies.mismatches import counted, with_article
from ..bodies.names import PLAYER_STEPS
from ..bodies.narrowing import facts_if
from ..bodies.scope import Scope
from ..bodies.several import member_of
from ..bodies.statements import Statements
from ..fields import number_params
from ..symbols import UNKNOWN, KindInfo, World
from .matching import report_unmatched

# How like a word must be to another to be taken for it misspelt, where it could also be a new name.
ALMOST = 0.74
SELF = Term("local", PLAYER, value="self")
Patterns = tuple[tuple[Term | str, ...], Scope]


@define
class Cards:
    """The checker of cards."""

    world: World
    statements: Statements
    cards: list[CardModel] = field(factory=list)
    answers: list[AnswerModel] = field(factory=list)
    listeners: list[ListenerModel] = field(factory=list)
    heard: dict[str, ast.Word] = field(factory=dict)

    def check(self) -> None:
        """Checks all cards, and what the rules answer and listen to."""
        for id, (index, card) in self.world.cards.items():
            self._card(id, index, card)
        for when in self.world.composed.listeners:
            self._listener(-1, when, Scope())
        for answer in self.world.composed.answers:
            self._answer(-1, answer, Scope())
        report_unmatched(self.world, self.cards)

    def _card(self, id: str, index: int, card: declared.Card) -> None:
        info = self.world.kinds[card.kind.text]
        scope = Scope(locals={"self": PLAYER}, owner=SELF, card=index, rules=False)
        values: dict[str, Any] = {}
        handlers: dict[str, Any] = {}
        seen: dict[str, ast.Word] = {}
        misspelt: set[str | None] = set()
        for ability in card.abilities:
            if isinstance(ability, declared.Answer):
                self._answer(index, ability, scope)
            elif isinstance(ability, declared.When):
                self._listener(index, ability, scope)
            else:
                word = ability.key if isinstance(ability, declared.Setting) else ability.event
                if word.text in seen:
                    message = f"`{word}` is given twice"
                    self.world.report.error("duplicate", message, word.span, also=seen[word.text].span)
                seen[word.text] = word
                if isinstance(ability, declared.Setting) and word.text == info.each:
                    # Every copy has its own number of the list.
                    copy = int(id.partition(".")[2] or 1) - 1
                    # One that is given twice may be shorter.
                    ability = evolve(ability, items=ability.items[copy : copy + 1] or ability.items[:1])
                self._field_or_event(ability, word, info, scope, misspelt, values, handlers)
        self._defaults(card, info, scope, {*seen, *misspelt}, values)
        self.cards.append(CardModel(index, id, card.title, card.kind.text, values, handlers, card.title_span))

    def _field_or_event(
        self,
        ability: declared.Setting | declared.Handler,
        word: ast.Word,
        info: KindInfo,
        scope: Scope,
        misspelt: set[str | None],
        values: dict[str, Any],
        handlers: dict[str, Any],
    ) -> None:
        if word.text in info.events:
            body = ability.body if isinstance(ability, declared.Handler) else _calls(ability)
            handlers[word.text] = self.statements.block(body, scope)
        elif word.text not in info.fields:
            if word.text in info.states:
                message = f"`{word}` changes during the game; a card cannot print it"
                self.world.report.error("wrong-type", message, word.span)
            else:
                legal = [*info.fields, *info.events]
                self.world.report.unknown("field", word.text, word.span, legal)
                # A misspelt field is not missing as well.
                misspelt.add(nearest(word.text, legal))
                if isinstance(ability, declared.Setting):
                    self.world.report.broken |= {item.id for item in ability.items if isinstance(item, ast.Name)}
        elif isinstance(ability, declared.Handler):
            message = f"`{word}` is a field of `{info.name}`, not an event"
            self.world.report.error("wrong-type", message, word.span)
        else:
            value = self.value(info.fields[word.text], ability.items, scope, self.world.changed(info.name, word.text))
            if value is not None:
                values[word.text] = value

    def _defaults(
        self,
        card: declared.Card,
        info: KindInfo,
        scope: Scope,
        seen: set[str | None],
        values: dict[str, Any],
    ) -> None:
        damaged = (card.span.file, card.span.line) in self.world.report.damaged
        for name, type in info.fields.items():
            if name in seen:
                continue
            default = info.defaults.get(name)
            if default is not None:
                value = self.value(type, (default,), scope, self.world.changed(info.name, name))
                if value is not None:
                    values[name] = value
            elif not damaged and name not in self.world.report.broken:
                help = f"write `{name}:` and {with_article(str(type))} under it"
                message = f"`{card.id}` has no `{name}`"
                self.world.report.error("missing-field", message, card.title_span, help)

    # -------------------------------------------------------------- printed values
    def value(self, type: Type, items: tuple[ast.Expr, ...], scope: Scope, changed: Span | None = None) -> Any:
        """What is printed on a card, by the type of the field; None after a mistake."""
        if type.tag == "cost":
            return self._cost(items)
        if type.tag == "goods":
            return self._goods(items)
        if type.tag == SEVERAL:
            return self._members(type, items)
        if len(items) != 1:
            message = f"expected one value, found {len(items)}"
            self.world.report.error("wrong-type", message, items[1].span)
            return None
        if type.tag == "formula":
            return self.statements.expressions.number(items[0], scope)
        fixed = Scope(locals={}, owner=None)
        term = self.statements.expressions.term(items[0], fixed, type)
        if term is None:
            return None
        number = literal(term)
        if number is None:
            self.world.report.error(
                "wrong-type", "expected something that is written out, not worked out", items[0].span
            )
            return None
        if type.low is not None and type.high is not None and not type.low <= number <= type.high:
            self.world.out_of_range(f"{number} is outside of {type}", items[0].span, changed)
            return None
        return number

    def _members(self, type: Type, items: tuple[ast.Expr, ...]) -> int | None:
        """Several members of an enum, as a set of their numbers."""
        if len(items) == 1 and isinstance(items[0], ast.Listing):
            items = items[0].items
        if len(items) == 1 and isinstance(items[0], ast.Name) and items[0].id == "nothing":
            return 0
        numbers = [self.value(member_of(type), (item,), Scope()) for item in items]
        for place, number in enumerate(numbers):
            if number is not None and number in numbers[:place]:
                word = self.world.enums[type.of][number]
                self.world.report.error("duplicate", f"`{word}` is listed twice", items[place].span)
                return None
        return None if None in numbers else sum(1 << number for number in numbers)

    def _cost(self, items: tuple[ast.Expr, ...]) -> CostModel | None:
        if not self.world.goods or not self.world.money:
            return None  # what is wrong with the `payment` is reported there
        money, goods, fine = 0, [0] * len(self._goods_names()), True
        for item in items:
            if isinstance(item, ast.Name) and item.id == "free" and len(items) == 1:
                continue
            word, count = self._counted(item)
            if word is None:
                fine = False
            elif word.text == self.world.money:
                money += count
            elif word.text in self._goods_names():
                goods[self._goods_names().index(word.text)] += count
            else:
                legal = [*self._goods_names(), self.world.money, "free"]
                self.world.report.unknown(self.world.goods, word.text, word.span, legal)
                fine = False
        return CostModel(money, tuple(goods)) if fine else None

    def _goods(self, items: tuple[ast.Expr, ...]) -> GoodsModel | None:
        names = self._goods_names()
        if not names:
            return None
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
                    self.world.report.unknown(self.world.goods, word.text, word.span, [*names, "nothing"])
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
        message = f"expected {with_article(self.world.goods)} or a number of one"
        self.world.report.error("wrong-type", message, item.span)
        return None, 0

    # -------------------------------------------------------------- answers and listeners
    def _patterns(
        self,
        name: str,
        params: tuple[tuple[str, Type], ...],
        arguments: tuple[ast.Expr, ...],
        span: Span,
        scope: Scope,
    ) -> Patterns | None:
        """Patterns of a head such as `played(self, c)`: a new name takes the value, another must equal it."""
        if len(params) != len(arguments):
            if name not in self.world.report.broken:
                message = f"`{name}` has {counted(len(params), 'argument')}, found {len(arguments) or 'none'}"
                self.world.report.error("wrong-arguments", message, span)
            return None
        patterns: list[Term | str] = []
        broken = False
        inner = Scope(dict(scope.locals), scope.owner, card=scope.card, rules=scope.rules)
        for argument, (_, type) in zip(arguments, params, strict=True):
            if isinstance(argument, ast.Name) and self._is_new(argument.id, type, scope):
                self.statements.expressions.names.new_name(ast.Word(argument.id, argument.span), inner)
                inner.locals[argument.id] = type
                patterns.append(argument.id)
                continue
            term = self.statements.expressions.term(argument, scope, None if type == UNKNOWN else type)
            broken = broken or term is None
            patterns.append(term or "")
        return None if broken else (tuple(patterns), inner)

    def _is_new(self, name: str, type: Type, scope: Scope) -> bool:
        world = self.world
        if name in scope.locals or (scope.owner is not None and name in ("self", *PLAYER_STEPS)):
            return False
        if type.tag == "enum":
            # A word that looks like a member is one, or is misspelt; one or two letters are a new name.
            return not world.is_member(type.of, name) and len(name) <= 2
        if (name == "none" and type.optional) or (name == "this" and type.tag == "card" and scope.card is not None):
            return False
        if type.tag == "player":
            # Whose turn, card or field is meant is what is got wrong most easily.
            return nearest(name, ["self", *PLAYER_STEPS, *SEATS], ALMOST) is None
        return not (type.tag == "card" and name in world.seen.cards)

    def _answer(self, index: int, written: declared.Answer, scope: Scope) -> None:
        self.world.viewer.moved(written.span)
        name, seen = written.value, self.world.seen.formulas
        formula = seen.get(name.text)
        if formula is not None and formula.form != "value":
            if name.text in self.world.report.broken:
                return
            message = f"`{name}` is a define; a card can only answer a value"
            help = f"write `value {name}` instead of `define {name}` where it is declared"
            self.world.report.error("wrong-type", message, name.span, help, also=formula.name.span)
            return
        if formula is None:
            values = [n for n, f in seen.items() if f.form == "value"]
            self.world.report.unknown("value", name.text, name.span, values)
            return
        id = seen.id(name.text)
        checked = self.statements.expressions.formulas.of(id)
        if checked is None:
            return
        assert isinstance(checked.body, Term)
        found = self._patterns(name.text, checked.params, written.arguments, written.span, scope)
        if found is None:
            return
        patterns, inner = found
        expressions = self.statements.expressions
        condition = expressions.flag(written.condition, inner) if written.condition is not None else None
        inner = inner.knowing(facts_if(written.condition))
        if written.form == "adjust" and checked.body.type.tag != "number":
            self.world.report.error("wrong-type", f"`{name}` is no number: use `set`", name.span)
            return
        body = expressions.term(written.body, inner, checked.body.type)
        least = expressions.number(written.at_least, inner) if written.at_least is not None else None
        if body is None or (written.condition is not None and condition is None):
            return
        answer = AnswerModel(index, written.form, id, patterns, condition, body, least, written.span)
        self.answers.append(answer)

    def _listener(self, index: int, written: declared.When, scope: Scope) -> None:
        self.world.viewer.moved(written.span)
        name, seen = written.signal, self.world.seen.signals
        if isinstance(written, declared.FieldWhen):
            id, found = self._changed(written, scope)
        else:
            params = seen.get(name.text)
            if params is None:
                self.world.report.unknown("signal", name.text, name.span, seen)
                return
            id = seen.id(name.text)
            self.heard.setdefault(id, name)
            found = self._patterns(name.text, params, written.arguments, written.span, scope)
        if found is None:
            return
        patterns, inner = found
        condition = None
        if written.condition is not None:
            condition = self.statements.expressions.flag(written.condition, inner)
            inner = inner.knowing(facts_if(written.condition))
        body = self.statements.block(written.body, inner)
        if written.condition is not None and condition is None:
            return
        self.listeners.append(ListenerModel(index, id, patterns, condition, body, written.span))

    def _changed(self, written: declared.FieldWhen, scope: Scope) -> tuple[str, Patterns | None]:
        """The signal of a number that changes, and what its parts are."""
        name = written.signal
        signal = signal_of(name.text, written.change)
        whose = number_params(self.world, name)
        if whose is None:
            return signal, None
        self.world.signals[signal] = (*whose, BY)
        arguments, params = written.arguments, whose
        if written.by is not None and len(arguments) == len(whose):
            arguments, params = (*arguments, written.by), (*whose, BY)
        found = self._patterns(signal, params, arguments, written.span, scope)
        if found is not None and written.by is None:
            # Whoever it was.
            found = (*found[0], ""), found[1]
        return signal, found


def _calls(ability: declared.Setting) -> tuple[ast.Statement, ...]:
    """An event whose handler is one call on its own line: `on_play: draw_one(self)`."""
    return tuple(ast.Call(item, span=item.span) for item in ability.items)
