"""Game description to program: `lower(game)` turns every term into codes and every act into steps."""

from __future__ import annotations

from attrs import evolve

from ...dsl.model import Game, Term
from ..program.memory import SLOTS, plan
from ..program.model import ASKED, OPEN, WAY, WINNER, Ask, Function, Program, Routine, Step
from ..program.sets import bits
from .abilities import Abilities
from .acts import Acts
from .payment import lower_prices
from .terms import Terms


def lower(game: Game) -> Program:
    """The program of a game; its parts are made in a fixed order."""
    terms = Terms(game, plan(game))
    acts = Acts(terms)
    abilities = Abilities(terms, acts)
    functions = [*_formulas(terms), *abilities.answered_values(), *abilities.formula_fields()]
    prices = lower_prices(terms, game.payment) if game.payment is not None else None
    functions += _ends(terms)
    asks, gathering = _asks(game, acts)
    routines = [*_procedures(game, acts), *gathering, *abilities.handlers(), *abilities.signals()]
    return Program(
        memory=terms.memory,
        first=first_state(terms),
        functions=tuple(functions),
        routines=tuple(routines),
        events=abilities.events,
        asks=tuple(asks),
        prices=prices,
        score=tuple(f"score_{name}" for name in game.score),
        invariants=tuple(f"invariant_{n}" for n in range(len(game.invariants))),
        limit=game.limit[0],
        # Last: everything above may have asked for a table.
        tables={name: tuple(values) for name, values in terms.tables.items()},
    )


def _formulas(terms: Terms) -> list[Function]:
    """The defines."""
    found = []
    for formula in terms.game.defines.values():
        assert isinstance(formula.body, Term)
        params = tuple(name for name, _ in formula.params)
        found.append(Function(f"define_{formula.name}", params, terms.term(formula.body)))
    return found


def _ends(terms: Terms) -> list[Function]:
    """The score categories and the invariants."""
    found = [Function(f"score_{name}", ("self",), terms.term(body)) for name, body in terms.game.score.items()]
    for index, invariant in enumerate(terms.game.invariants):
        params = ("self",) if invariant.every_player else ()
        found.append(Function(f"invariant_{index}", params, terms.term(invariant.condition)))
    return found


def _procedures(game: Game, acts: Acts) -> list[Routine]:
    found = []
    for procedure in game.procedures.values():
        assert isinstance(procedure.body, tuple)
        params = tuple(name for name, _ in procedure.params)
        steps, tags = acts.acts(procedure.body), acts.tags(procedure.body, procedure.params)
        found.append(Routine(f"do_{procedure.name}", params, steps, procedure.name, tags))
    return found


def _asks(game: Game, acts: Acts) -> tuple[list[Ask], list[Routine]]:
    """The decisions; and the routines that gather the answers of choices which all make together."""
    found = []
    for choice in game.choices:
        options = tuple(acts.option(option) for option in choice.options)
        by = acts.terms.term(choice.by)
        found.append(Ask(choice.id, choice.id, by, options, choice.optional, choice.named))
    gathering = []
    for choice in (c for c in game.choices if c.name in _made_together(game)):
        ask = evolve(found[choice.id], id=len(found))
        found.append(ask)
        params = game.procedures[choice.name].params
        steps = (Step("gather", value=ask.id),)
        names = tuple(name for name, _ in params)
        gathering.append(Routine(f"gather_{choice.name}", names, steps, choice.name, acts.tags((), params)))
    return found, gathering


def _made_together(game: Game) -> set[str]:
    """The names of the choices that all make together."""
    bodies = [p.body for p in game.procedures.values() if isinstance(p.body, tuple)]
    bodies += [body for card in game.cards for body in card.handlers.values()]
    bodies += [listener.body for listener in game.listeners]
    bodies += [option.body for choice in game.choices for option in choice.options]
    found: set[str] = set()
    while bodies:
        for act in bodies.pop():
            bodies += act.blocks
            if act.op == "together":
                found.add(act.value[1])
    return found


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
            assert home.op == "int", "what lies somewhere at first is known from the text"
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
