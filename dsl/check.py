"""Composed packs to a game description: `check(composed, report)` resolves every name and checks every type."""

from __future__ import annotations

import hashlib

from . import ast
from .cards import SELF, Cards
from .chains import report_endless_chains
from .compose import Composed
from .diagnostic import Report
from .expressions import Expressions, Scope
from .model import (
    NUMBER,
    PLAYER,
    Act,
    FieldModel,
    Game,
    InvariantModel,
    KindModel,
    LayoutModel,
    PaymentModel,
    Procedure,
    Term,
    Type,
)
from .statements import Statements
from .world import World, build_world

START = "play"


def check(composed: Composed, report: Report) -> Game | None:
    """The description of the game, or None where there are mistakes."""
    world = build_world(composed, report)
    expressions = Expressions(world)
    statements = Statements(expressions)
    cards = Cards(world, statements)
    layouts = {name: _layout(world, drawn) for name, drawn in world.layouts.items()}
    for name in world.formulas:
        expressions.formula(name)
    procedures = _procedures(world, statements)
    cards.check()
    table = _homes(world, expressions, cards)
    payment = _payment(world, expressions)
    score = _score(world, expressions)
    rank = _rank(world, statements)
    invariants = _invariants(world, expressions)
    _scenario_names(world)
    _unread(world)
    names = _names(world)
    if START not in world.procedures:
        place = composed.packs[0].header.name.span if composed.packs else ast.Span("", 1, 1, 2)
        report.error("no-start", f"no procedure `{START}` says how the game is played", place)
    if report.failed:
        return None
    game = Game(
        name="+".join(p.name for p in composed.packs),
        title=" + ".join(_title(p.header) for p in composed.packs),
        digest=_digest(composed),
        players=world.players,
        switches=world.switches,
        enums=world.enums,
        kinds={n: _kind(world, n) for n in world.kinds},
        player=world.player,
        table=table,
        layouts={n: layout for n, layout in layouts.items() if layout is not None},
        cards=tuple(cards.cards),
        defines={n: f for n, f in expressions.formulas.items() if f and world.formulas[n].form == "define"},
        values={n: f for n, f in expressions.formulas.items() if f and world.formulas[n].form == "value"},
        signals=world.signals,
        procedures=procedures,
        choices=tuple(statements.choices),
        answers=tuple(cards.answers),
        listeners=tuple(cards.listeners),
        payment=payment,
        score=score,
        rank=rank,
        invariants=invariants,
        names=names,
        look=_look(world),
        ways=tuple(statements.ways),
    )
    report_endless_chains(game, report)
    return None if report.failed else game


def _title(header: ast.Pack) -> str:
    for setting in header.settings:
        if setting.key.text == "title" and isinstance(setting.items[0], ast.Text):
            return setting.items[0].value
    return header.name.text


def _digest(composed: Composed) -> str:
    """A name for exactly these rules: comments, layout of the text, names and scenarios do not count."""
    digest = hashlib.sha256()
    for key in sorted(composed.named):
        digest.update(repr((key, composed.named[key])).encode())
    rest = (composed.player, composed.table, composed.payment, composed.categories, composed.rank, composed.listeners)
    digest.update(repr(rest).encode())
    return digest.hexdigest()[:16]


def _kind(world: World, name: str) -> KindModel:
    info = world.kinds[name]
    return KindModel(name, info.base, tuple(info.fields.items()), tuple(info.states.values()), tuple(info.events), info.back)


# ------------------------------------------------------------------ layouts
def _layout(world: World, drawn: ast.Layout) -> LayoutModel | None:
    """Slots from a drawing: a slot is covered by those of the next row that lie less than a card's width away."""
    slots, rows, columns, face_up, covers = [], [], [], 0, []
    for number, row in enumerate(drawn.rows):
        for position, (column, letter) in enumerate(row):
            if letter not in "UD":
                world.unknown("letter", letter, drawn.name.span, ["U", "D"])
                return None
            if letter == "U":
                face_up |= 1 << len(slots)
            slots.append(f"r{number + 1}c{position + 1}")
            rows.append(number)
            columns.append(column)
    for slot in range(len(slots)):
        on_it = 0
        for other in range(len(slots)):
            if rows[other] == rows[slot] + 1 and abs(columns[other] - columns[slot]) == 1:
                on_it |= 1 << other
        covers.append(on_it)
    if len(slots) > 60:
        world.report.error("too-large", "a layout may have 60 cards", drawn.name.span)
        return None
    left = min(columns, default=0)
    return LayoutModel(drawn.name.text, tuple(slots), tuple(rows), tuple(c - left for c in columns), face_up, tuple(covers))


# ------------------------------------------------------------------ procedures
def _procedures(world: World, statements: Statements) -> dict[str, Procedure]:
    found = {}
    for (_, name), declaration in world.composed.named.items():
        if isinstance(declaration, ast.Procedure):
            params = world.procedures[name]
            body = statements.block(declaration.body, Scope(locals=dict(params)))
            found[name] = Procedure(name, params, body, declaration.span)
        elif isinstance(declaration, ast.Choice):
            params = world.procedures[name]
            scope = Scope(locals=dict(params))
            by = statements.expressions.term(declaration.by, scope, PLAYER)
            if by is None:
                continue
            number = statements.choice(name, by, declaration.options, False, scope, declaration)
            body = (Act("choose", (), number, ((),), declaration.span),)
            found[name] = Procedure(name, params, body, declaration.span)
    return found


# ------------------------------------------------------------------ zones
def _homes(world: World, expressions: Expressions, cards: Cards) -> dict[str, FieldModel]:
    """What lies where at first; every card must lie somewhere, and only once."""
    table = {}
    home_of: dict[int, str] = {}
    for slot in world.composed.table:
        name = slot.name.text
        model = world.table.get(name)
        if model is None or name in table:
            continue
        if slot.default is not None and model.type.tag == "set":
            home = expressions.term(slot.default, Scope(), model.type)
            if home is not None:
                members = _static_members(world, home, cards)
                if members is None:
                    world.report.error("wrong-type", "expected cards that are known from the text", slot.default.span)
                for index in members or ():
                    if index in home_of:
                        title = cards.cards[index].id if index < len(cards.cards) else str(index)
                        message = f"`{title}` lies in `{home_of[index]}` and in `{name}`"
                        world.report.error("in-two-decks", message, slot.name.span)
                    home_of[index] = name
                model = FieldModel(
                    model.name, model.type, 0, None, None, model.visibility, model.active, home, model.span
                )
        table[name] = model
    homeless = [c for c in cards.cards if c.index not in home_of]
    for card in homeless:
        help = "give a zone of the table a content, such as `deck: set of KIND, hidden = KIND`"
        world.report.error("in-no-deck", f"`{card.id}` is in no deck", card.span, help)
    return table


def _static_members(world: World, term: Term, cards: Cards) -> list[int] | None:
    """The cards of a set that depends on the text only."""
    if term.op == "kind":
        return [c.index for c in cards.cards if term.value == "card" or term.value in world.lineage(c.kind)]
    if term.op == "cards":
        return [a.value for a in term.args]
    if term.op == "filter":
        inner = _static_members(world, term.args[0], cards)
        if inner is None:
            return None
        kept = []
        for index in inner:
            verdict = _static_value(world, term.args[1], str(term.value), cards.cards[index])
            if verdict is None:
                return None
            if verdict:
                kept.append(index)
        return kept
    if term.op in ("union", "without"):
        left, right = (_static_members(world, a, cards) for a in term.args)
        if left is None or right is None:
            return None
        return sorted(set(left) | set(right)) if term.op == "union" else [i for i in left if i not in right]
    return None


def _static_value(world: World, term: Term, name: str, card: object) -> int | None:
    """A condition on one card's printed fields."""
    args = [_static_value(world, a, name, card) for a in term.args] if term.op not in ("card_field", "is_kind") else []
    if any(a is None for a in args):
        return None
    numbers = [a for a in args if a is not None]
    from .model import CardModel

    assert isinstance(card, CardModel)
    match term.op:
        case "int" | "card":
            return int(term.value)
        case "card_field" if term.args[0].op == "local" and term.args[0].value == name:
            value = card.values.get(str(term.value), -1)
            return value if isinstance(value, int) else None
        case "is_kind":
            return int(term.value in world.lineage(card.kind))
        case "and":
            return int(all(numbers))
        case "or":
            return int(any(numbers))
        case "not":
            return int(not numbers[0])
        case "==" | "!=" | "<" | "<=" | ">" | ">=":
            left, right = numbers
            results = {"==": left == right, "!=": left != right, "<": left < right}
            results |= {"<=": left <= right, ">": left > right, ">=": left >= right}
            return int(results[term.op])
        case "among":
            return int(numbers[0] in numbers[1:])
    return None


# ------------------------------------------------------------------ paying
def _payment(world: World, expressions: Expressions) -> PaymentModel | None:
    written = world.composed.payment
    markets = [d for d in world.composed.named.values() if isinstance(d, ast.Market)]
    if written is None:
        for market in markets:
            world.report.error("misplaced", "a market needs a `payment`", market.name.span)
        return None
    scope = Scope(locals={"buyer": PLAYER, "item": Type("card", "card"), "good": Type("enum", world.goods)})
    own: list[Term] = []
    waived: Term | None = None
    known = ("goods", "money", "own", "waived")
    for setting in written.settings:
        if setting.key.text == "own":
            for item in setting.items:
                zone = expressions.term(item, scope, Type("set", "card"))
                if zone is not None:
                    own.append(zone)
        elif setting.key.text == "waived":
            waived = expressions.number(setting.items[0], scope)
        elif setting.key.text not in known:
            world.unknown("field", setting.key.text, setting.key.span, known)
    if not world.goods or not world.money:
        world.report.error("missing-field", "a payment needs `goods` and `money`", written.span)
        return None
    if len(markets) != 1:
        world.report.error("misplaced", f"there must be one market, found {len(markets)}", written.span)
        return None
    price = _market(world, expressions, markets[0], scope)
    cost = _only_field(world, "cost", written.span)
    produces = _only_field(world, "goods", written.span)
    if price is None or cost is None or produces is None:
        return None
    return PaymentModel(world.goods, world.money, cost, produces, tuple(own), waived, price)


def _market(world: World, expressions: Expressions, market: ast.Market, scope: Scope) -> Term | None:
    found: dict[str, ast.Setting] = {}
    for setting in market.settings:
        if setting.key.text not in ("sells", "price", "pays"):
            world.unknown("field", setting.key.text, setting.key.span, ("sells", "price", "pays"))
        found[setting.key.text] = setting
    for key in ("sells", "price", "pays"):
        if key not in found:
            world.report.error("missing-field", f"the market `{market.name}` has no `{key}`", market.name.span)
            return None
    sells, pays = found["sells"].items[0], found["pays"].items[0]
    if not isinstance(sells, ast.AnyOf) or sells.of.text != world.goods:
        world.report.error("wrong-type", f"expected `any {world.goods}`", sells.span)
        return None
    if not isinstance(pays, ast.Name) or pays.id != "nobody":
        world.report.error("wrong-type", "expected `nobody`", pays.span)
        return None
    return expressions.number(found["price"].items[0], scope)


def _only_field(world: World, tag: str, span: ast.Span) -> str | None:
    """The name under which kinds have their field of type cost or goods: it must be the same everywhere."""
    names = {name for info in world.kinds.values() for name, type in info.fields.items() if type.tag == tag}
    if len(names) != 1:
        world.report.error("misplaced", f"all kinds must call their field of type {tag} the same", span)
        return None
    name = names.pop()
    for kind in world.kinds:
        world.read.add((kind, name))
    return name


# ------------------------------------------------------------------ ends
def _score(world: World, expressions: Expressions) -> dict[str, Term]:
    scope = Scope(locals={"self": PLAYER}, owner=SELF)
    found = {}
    for name, (_, formula) in world.composed.categories.items():
        term = expressions.number(formula, scope)
        if term is not None:
            found[name] = term
    return found


def _rank(world: World, statements: Statements) -> tuple[tuple[str, str], ...]:
    if world.composed.rank is None:
        return ()
    legal = ["total", *world.composed.categories]
    for word, _ in world.composed.rank.by:
        if word.text not in legal:
            world.unknown("category", word.text, word.span, legal)
    return tuple((word.text, way) for word, way in world.composed.rank.by)


def _invariants(world: World, expressions: Expressions) -> tuple[InvariantModel, ...]:
    found = []
    for written in world.composed.invariants:
        scope = Scope(locals={"self": PLAYER}, owner=SELF) if written.every_player else Scope()
        term = expressions.flag(written.condition, scope)
        if term is not None:
            found.append(InvariantModel(written.title, term, written.every_player, written.span))
    return tuple(found)


# ------------------------------------------------------------------ words
def _names(world: World) -> dict[str, dict[str, str]]:
    """Display names per language; a line for something that does not exist is a mistake."""
    known = {*world.cards, *world.enums, *world.kinds, *world.player, *world.table, *world.switches, "title", "total"}
    known |= {m for members in world.enums.values() for m in members} | set(world.composed.categories)
    known |= {c for choices, _ in world.switches.values() for c in choices}
    known |= {p.name for p in world.composed.packs} | set(SEAT_WORDS)
    known |= {f for info in world.kinds.values() for f in (*info.fields, *info.states, *info.events)}
    found: dict[str, dict[str, str]] = {}
    for block in world.composed.names:
        lines = found.setdefault(block.language.text, {})
        for word, text in block.lines:
            quoted = word.span.end_column - word.span.column > len(word.text)
            if not quoted and word.text not in known:
                world.unknown("name", word.text, word.span, known)
            lines[word.text] = text
    return found


def _look(world: World) -> dict[str, object]:
    found: dict[str, object] = {}
    for look in world.composed.looks:
        for line in look.lines:
            words = tuple(i.id if isinstance(i, ast.Name) else getattr(i, "value", "") for i in line.items)
            known = {"order", "hide", "track", "tint"} | set(world.enums)
            if line.subject.text not in known:
                world.unknown("look", line.subject.text, line.subject.span, known)
            elif line.subject.text in ("order", "hide"):
                for item, word in zip(line.items, words, strict=True):
                    if word not in world.player and word not in world.table:
                        world.unknown("field", str(word), item.span, [*world.player, *world.table])
            elif line.member is not None and line.subject.text in world.enums:
                members = world.enums[line.subject.text]
                if line.member.text not in members:
                    world.unknown(line.subject.text, line.member.text, line.member.span, members)
            key = line.subject.text + (f".{line.member}" if line.member else "")
            found[key] = words
    return found


def _unread(world: World) -> None:
    """A field nothing reads is a mistake: the card says something the rules do not know of."""
    for name, info in world.kinds.items():
        for word in (*info.places.values(), *info.declaration.events):
            if (name, word.text) not in world.read:
                help = "let a rule use it or take it out"
                world.report.error("unread-field", f"nothing reads `{word}` of {name}", word.span, help)
    for owner, fields in (("player", world.player), ("table", world.table)):
        for model in fields.values():
            if (owner, model.name) not in world.read:
                message = f"nothing reads the {owner}'s `{model.name}`" if owner == "player" else f"nothing reads `{model.name}`"
                world.report.error("unread-field", message, model.span, "let a rule use it or take it out")


def _scenario_names(world: World) -> None:
    seen: dict[str, ast.Scenario] = {}
    for scenario in world.composed.scenarios:
        if scenario.title in seen:
            message = f"there is a scenario {scenario.title!r} already"
            world.report.error("duplicate", message, scenario.span, also=seen[scenario.title].span)
        seen[scenario.title] = scenario


from .world import SEATS as SEAT_WORDS  # noqa: E402

__all__ = ["NUMBER", "check"]
