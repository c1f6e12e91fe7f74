"""Composed packs to a game description: `check(composed, report)` resolves all names and checks all types."""

from __future__ import annotations

import hashlib

from attrs import evolve

from ..composing.composed import Composed, key_of
from ..diagnostic import Report
from ..model import CATEGORY, LIMIT, PLAYER, Act, Game, InvariantModel, KindModel, Procedure, Term
from ..reading import ast, declared, examples
from ..reading.packs import START
from .analyses.ability_cycles import report_endless_chains
from .analyses.formula_cycles import report_circles
from .analyses.together import report_decisions_in_answers
from .analyses.uneven import report_uneven
from .analyses.unused import report_unused
from .bodies.expressions import Expressions
from .bodies.mismatches import wrong_type
from .bodies.players import is_some
from .bodies.scope import Scope
from .bodies.statements import Statements
from .collect import collect
from .declarations.cards import SELF, Cards
from .declarations.display_names import check_names
from .declarations.layouts import check_layout
from .declarations.look_lines import check_look
from .declarations.payments import check_payment
from .declarations.scenarios import check_scenarios
from .declarations.starting_zones import place_cards
from .symbols import World

# By what players can be divided into sides.
SIDES = ("number", "flag", "enum", "player", "card")
# What does not make other rules of the same words.
SILENT = (examples.Scenario, declared.Names, declared.Look, declared.Invariant)


def check(composed: Composed, report: Report) -> Game | None:
    """The description of the game, or None where there are mistakes."""
    world = collect(composed, report)
    expressions = Expressions(world)
    statements = Statements(expressions)
    cards = Cards(world, statements)
    layouts = {name: check_layout(world, drawn) for name, drawn in world.layouts.items()}
    _formulas(world, expressions)
    procedures = _procedures(world, statements)
    cards.check()
    table = place_cards(world, expressions, cards.cards)
    payment = check_payment(world, expressions)
    score = _score(world, expressions)
    rank = _rank(world)
    sides = _sides(world, expressions)
    invariants = _invariants(world, expressions)
    names, look = check_names(world), check_look(world, expressions)
    game = None
    if not report.failed:
        game = Game(
            name="+".join(p.name for p in composed.packs),
            title=" + ".join(_title(p.header) for p in composed.packs),
            digest=_digest(world),
            players=world.players,
            numbers=world.numbers,
            seats=world.seats,
            limit=world.limit,
            switches=world.switches,
            enums=world.enums if ("enum", CATEGORY) in world.used else world.declared_enums,
            kinds={name: _kind(world, name) for name in world.kinds},
            player=world.player,
            table=table,
            layouts={name: layout for name, layout in layouts.items() if layout is not None},
            cards=tuple(cards.cards),
            defines={n: f for n, f in expressions.formulas.found.items() if f and _is_define(world, n, f)},
            values={n: f for n, f in expressions.formulas.found.items() if f and world.formulas[n].form == "value"},
            signals=world.signals,
            procedures=procedures,
            choices=tuple(statements.choices),
            answers=tuple(cards.answers),
            listeners=tuple(cards.listeners),
            payment=payment,
            score=score,
            rank=rank,
            sides=sides,
            invariants=invariants,
            names=names,
            look=look,
            ways=tuple(statements.ways),
        )
    scenarios = check_scenarios(world, statements, game)
    _start(world)
    report_unused(world, cards.heard, START)
    if game is None or report.failed:
        return None
    game = evolve(game, scenarios=scenarios)
    report_endless_chains(game, composed.pack_of, report)
    report_circles(game, report)
    report_decisions_in_answers(game, report)
    report_uneven(game, report, START)
    return None if report.failed else game


def _is_define(world: World, name: str, formula: Procedure) -> bool:
    """Whether a game has this as a define; sets of players are written out where they are used."""
    return world.formulas[name].form == "define" and not (isinstance(formula.body, Term) and is_some(formula.body))


def _start(world: World) -> None:
    if START in world.procedures or START in world.report.broken:
        if world.procedures.get(START):
            # A choice can be called like a procedure.
            form = next(form for form in ("procedure", "choice") if (form, START) in world.composed.named)
            place = world.composed.named[form, START].span
            world.report.error("no-start", f"the {form} `{START}` begins the game, it takes no arguments", place)
    elif world.composed.packs:
        place = world.composed.packs[0].header.name.span
        help = f"write `procedure {START}` in one of its files"
        world.report.error("no-start", f"no procedure `{START}` says how the game is played", place, help)


def _title(header: declared.Pack) -> str:
    for setting in header.settings:
        if setting.key.text == "title" and isinstance(setting.items[0], ast.Text):
            return setting.items[0].value
    return header.name.text


def _digest(world: World) -> str:
    """A name for exactly these rules: comments, layout of the text, names and scenarios do not count."""
    composed = world.composed
    said: tuple[object, ...] = (world.players, world.seats)
    # What few packs say counts only where it is said.
    said += () if world.limit == LIMIT else (world.limit,)
    low, high = world.players
    said += () if len(world.numbers) == high - low + 1 else (world.numbers,)
    digest = hashlib.sha256(repr(said).encode())
    for key in sorted(composed.named):
        digest.update(repr((key, composed.named[key])).encode())
    rules = (
        composed.player,
        composed.table,
        composed.payment,
        composed.categories,
        composed.rank,
        composed.listeners,
        composed.answers,
    )
    digest.update(repr(rules).encode())
    if composed.sides is not None:
        digest.update(repr(composed.sides).encode())
    if any(id != key_of(declaration)[1] for (_, id), declaration in composed.named.items()):
        # One word means several things: it matters which pack uses it.
        for pack in composed.packs:
            counted = [d for d in pack.declarations if not isinstance(d, SILENT)]
            digest.update(repr((pack.name, pack.extends, counted)).encode())
    return digest.hexdigest()[:16]


def _kind(world: World, name: str) -> KindModel:
    info = world.kinds[name]
    fields, states = tuple(info.fields.items()), tuple(info.states.values())
    return KindModel(name, info.base, fields, states, tuple(info.events), info.back, info.back_of)


# ------------------------------------------------------------------ formulas and procedures
def _formulas(world: World, expressions: Expressions) -> None:
    used = set(world.used)
    for name in world.formulas:
        # To be checked is not to be used; what a formula uses itself counts.
        before = ("formula", name) in world.used
        expressions.formulas.of(name)
        if not before and ("formula", name) not in used:
            world.used.discard(("formula", name))


def _procedures(world: World, statements: Statements) -> dict[str, Procedure]:
    found: dict[str, Procedure] = {}
    for (_, name), declaration in world.composed.named.items():
        if isinstance(declaration, declared.Procedure) and name not in found:
            params = world.procedures[name]
            body = statements.block(declaration.body, Scope(locals=dict(params)))
            found[name] = Procedure(name, params, body, declaration.span)
        elif isinstance(declaration, declared.Choice) and name not in found:
            params = world.procedures[name]
            scope = Scope(locals=dict(params))
            by = statements.expressions.term(declaration.by, scope, PLAYER)
            number = statements.choice(name, by, declaration.options, False, scope, declaration)
            body = (Act("choose", (), number, ((),), declaration.span),)
            found[name] = Procedure(name, params, body, declaration.span)
    return found


# ------------------------------------------------------------------ ends
def _score(world: World, expressions: Expressions) -> dict[str, Term]:
    scope = Scope(locals={"self": PLAYER}, owner=SELF)
    found = {}
    for name, (word, formula) in world.composed.categories.items():
        world.not_reserved(word)
        term = expressions.number(formula, scope)
        if term is not None:
            found[name] = term
    return found


def _rank(world: World) -> tuple[tuple[str, str], ...]:
    if world.composed.rank is None:
        return ()
    fields = [name for name, field in world.player.items() if field.type.tag == "number"]
    legal = ["total", *world.composed.categories, *fields]
    for word, _ in world.composed.rank.by:
        if word.text not in legal:
            world.report.unknown("category", word.text, word.span, legal)
    return tuple((word.text, way) for word, way in world.composed.rank.by)


def _sides(world: World, expressions: Expressions) -> Term | None:
    if world.composed.sides is None:
        return None
    written = world.composed.sides.by
    term = expressions.any_term(written, Scope(locals={"self": PLAYER}, owner=SELF))
    if term is not None and term.type.tag not in SIDES:
        wrong_type(world, written.span, "number, yes or no, player, card or member of an enum", term.type)
        return None
    return term


def _invariants(world: World, expressions: Expressions) -> tuple[InvariantModel, ...]:
    found = []
    for written in world.composed.invariants:
        scope = Scope(locals={"self": PLAYER}, owner=SELF) if written.every_player else Scope()
        term = expressions.flag(written.condition, scope)
        if term is not None:
            found.append(InvariantModel(written.title, term, written.every_player, written.span))
    return tuple(found)
