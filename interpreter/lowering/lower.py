"""Game description to program: `lower(game)` turns every term into codes and every act into steps."""

from __future__ import annotations

from attrs import evolve

from ...dsl.model import CATEGORY, PLAYER, Game, Term
from ...dsl.model import Type as TextType
from ..program.data import spots
from ..program.memory import SLOTS
from ..program.model import (
    ASKED,
    DRAW,
    OPEN,
    WAY,
    WINNER,
    Ask,
    Code,
    Function,
    Invariant,
    Layout,
    Origin,
    Program,
    Rank,
    Routine,
    Step,
)
from ..program.sets import bits
from ..program.types import FLAG, NUMBER
from .abilities import Abilities
from .acts import Acts
from .copies import Copies
from .heard_changes import BY, SOMEBODY
from .payment import lower_prices
from .planning import places, plan
from .terms import SCORE_OF, Terms, number

TOTAL = "total"
SIDE = "side"


def lower(game: Game) -> Program:
    """The program of a game; its parts are made in a fixed order."""
    terms = Terms(game, plan(game))
    acts = Acts(terms)
    abilities = Abilities(terms, acts)
    functions = [*_formulas(terms, acts), *abilities.answered_values(), *abilities.formula_fields()]
    prices = lower_prices(terms, game.payment) if game.payment is not None else None
    functions += _ends(terms, acts)
    asks, gathering = _asks(game, acts)
    routines = [*_procedures(game, acts), *gathering, *abilities.handlers(), *abilities.signals()]
    Copies(terms).table()
    placed = places(game, terms.memory)
    return Program(
        memory=terms.memory,
        places=placed,
        spots=spots(placed, len(game.cards)),
        first=first_state(terms),
        players=game.players,
        seats=game.seats,
        names={"card": tuple(card.name for card in game.cards), **game.enums},
        origins=tuple(Origin(card.span, card.index) for card in game.cards),
        backs=_backs(game),
        layouts=tuple(Layout(x.name, x.slots, x.rows, x.face_up, x.covers) for x in game.layouts.values()),
        functions=(*functions, *abilities.functions.values()),
        routines=tuple(routines),
        dispatch=abilities.dispatch,
        asks=tuple(asks),
        prices=prices,
        score=tuple(f"score_{name}" for name in game.score),
        rank=tuple(_rank(terms, category) for category, _ in game.rank),
        side=SIDE if game.sides is not None else "",
        ways=(*game.ways, *(way for _, way in game.rank), DRAW, game.limit[1]),
        limit=game.limit[0],
        invariants=tuple(Invariant(f"invariant_{n}", x.every_player) for n, x in enumerate(game.invariants)),
        # Last: everything above may have asked for a table.
        tables=terms.tables,
    )


def _backs(game: Game) -> tuple[int, ...]:
    """A number for what the back of every card shows: a kind and the fields that the kind prints there."""
    known: dict[tuple[object, ...], int] = {}
    shown = []
    for card in game.cards:
        kind = game.kinds[card.kind]
        shown.append((kind.back_of, *(card.values[name] for name in kind.back)))
    return tuple(known.setdefault(back, len(known)) for back in shown)


def _rank(terms: Terms, category: str) -> Rank:
    categories = list(terms.game.score)
    if category in categories:
        return Rank("score", categories.index(category))
    return Rank(TOTAL) if category == TOTAL else Rank("field", terms.memory.player[category])


def _formulas(terms: Terms, acts: Acts) -> list[Function]:
    """The defines."""
    found = []
    for formula in terms.game.defines.values():
        assert isinstance(formula.body, Term)
        body, result = terms.term(formula.body), terms.type(formula.body.type)
        # What a formula of numbers comes to can be more than its parts declare.
        result = NUMBER if result.tag == "number" else result
        found.append(
            Function(f"define_{formula.name}", acts.params(formula.params), result, body, Origin(formula.span))
        )
    return found


def _ends(terms: Terms, acts: Acts) -> list[Function]:
    """The score categories, the sides and the invariants."""
    (owner,) = acts.params((("self", PLAYER),))
    found = [
        Function(f"score_{n}", (owner,), NUMBER, terms.term(b), Origin(b.span)) for n, b in terms.game.score.items()
    ]
    if CATEGORY in terms.game.enums:
        found.append(_score_of(terms, acts))
    if terms.game.sides is not None:
        side = terms.term(terms.game.sides)
        if terms.game.sides.type.optional:
            # Who is on no side plays alone: no other number is below that of none.
            alone = Code("-", (number(-2), Code("local", value=owner.name)))
            side = Code("cond", (Code("==", (side, number(-1))), alone, side))
        found.append(Function(SIDE, (owner,), NUMBER, side, Origin(terms.game.sides.span)))
    for index, invariant in enumerate(terms.game.invariants):
        params = (owner,) if invariant.every_player else ()
        condition = terms.term(invariant.condition)
        found.append(Function(f"invariant_{index}", params, FLAG, condition, Origin(invariant.span)))
    return found


def _score_of(terms: Terms, acts: Acts) -> Function:
    """The points of any category."""
    params = acts.params((("self", PLAYER), ("0of", TextType("enum", CATEGORY))))
    names = tuple(terms.game.score)

    def among(low: int, high: int) -> Code:
        if high - low == 1:
            return Code("call", (Code("local", value="self"),), f"score_{names[low]}")
        middle = (low + high) // 2
        below = Code("<", (Code("local", value="0of"), number(middle)))
        return Code("cond", (below, among(low, middle), among(middle, high)))

    return Function(SCORE_OF, params, NUMBER, among(0, len(names)))


def _procedures(game: Game, acts: Acts) -> list[Routine]:
    found = []
    for procedure in game.procedures.values():
        assert isinstance(procedure.body, tuple)
        params, names = acts.params(procedure.params), acts.locals(procedure.body)
        by = BY if acts.terms.changes.takes(procedure.name) else ""
        params += acts.params(((BY, SOMEBODY),)) if by else ()
        steps, origin = Acts(acts.terms, by=by).acts(procedure.body), Origin(procedure.span)
        found.append(Routine(f"do_{procedure.name}", params, names, steps, procedure.name, None, origin))
    return found


def _asks(game: Game, acts: Acts) -> tuple[list[Ask], list[Routine]]:
    """The decisions; and the routines that gather the answers of choices which all make together."""
    found, cards = [], _cards_that_ask(game)
    for choice in game.choices:
        card = cards.get(choice.id, -1)
        chosen_by = acts.terms.changes.chosen_by(choice)
        options = tuple(Acts(acts.terms, card, chosen_by).option(option, choice) for option in choice.options)
        by, origin = acts.terms.term(choice.by), Origin(choice.span, card)
        found.append(Ask(choice.id, choice.id, by, options, choice.optional, choice.named, origin))
    gathering = []
    together = _made_together(game)
    for choice in (c for c in game.choices if c.name in together):
        # What an answer does is done later, by the choice itself.
        options = tuple(evolve(option, body=()) for option in found[choice.id].options)
        ask = evolve(found[choice.id], id=len(found), options=options)
        found.append(ask)
        params = acts.params(game.procedures[choice.name].params)
        steps = (Step("gather", value=ask.id, origin=ask.origin),)
        gathering.append(Routine(f"gather_{choice.name}", params, (), steps, choice.name, None, ask.origin))
    return found, gathering


def _cards_that_ask(game: Game) -> dict[int, int]:
    """Which card a choice stands on, by the number of the choice."""
    bodies = reversed(list(game.bodies()))
    return {act.value: card for card, body in bodies for act in game.walk(body) if act.op == "choose"}


def _made_together(game: Game) -> set[str]:
    """The names of the choices that all make together."""
    return {act.value[1] for _, body in game.bodies() for act in game.walk(body) if act.op == "together"}


def first_state(terms: Terms) -> tuple[int, ...]:
    """The position before anything has happened: defaults, and every card where it lies at first."""
    game, memory = terms.game, terms.memory
    state = [0] * memory.stack
    state[WINNER] = state[WAY] = state[ASKED] = -1
    state[memory.answers : memory.answers + memory.seats] = [OPEN] * memory.seats
    for name, (_, default) in game.switches.items():
        state[memory.switches[name]] = default
    for name, model in game.table.items():
        place = memory.table[name]
        if model.type.tag == "layout":
            state[place + SLOTS : place + memory.layout_size] = [-1] * (memory.layout_size - SLOTS)
        elif model.type.tag != "set":
            state[place] = model.default
        elif model.home is not None:
            home = terms.term(model.home)
            assert home.op == "set", "what lies somewhere at first is known from the text"
            state[place] = home.value
            for card in bits(home.value):
                state[memory.where + card] = place
    for name, model in game.player.items():
        for place in range(memory.player[name], memory.player[name] + memory.seats):
            state[place] = 0 if model.type.tag == "set" else model.default
    for kind in game.kinds.values():
        for model in kind.states:
            # Another kind may have a state of the same name that begins differently.
            for card in bits(game.mask_of_kind(kind.name)):
                state[memory.states[model.name] + card] = model.default
    return tuple(state)
