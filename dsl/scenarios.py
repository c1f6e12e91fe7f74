"""Scenarios: checks the names in what is given, in what is expected and of who moves."""

from __future__ import annotations

from . import ast, declared
from .expressions import Expressions
from .names import Scope
from .world import SEATS, World


def check_scenarios(world: World, expressions: Expressions) -> None:
    """Reports scenarios with the same title, and names in them that mean nothing."""
    seen: dict[str, declared.Scenario] = {}
    for scenario in world.composed.scenarios:
        if scenario.title in seen:
            message = f"there is a scenario `{scenario.title}` already"
            world.report.error("duplicate", message, scenario.span, also=seen[scenario.title].span)
        seen.setdefault(scenario.title, scenario)
        for line in scenario.lines:
            if isinstance(line, declared.Then):
                expressions.flag(line.condition, Scope(scenario=True))
            elif isinstance(line, declared.Step):
                _check_mover(world, line.player)
        if scenario.at is not None and scenario.at.text not in world.procedures:
            world.report.unknown("choice", scenario.at.text, scenario.at.span, world.procedures)


def _check_mover(world: World, word: ast.Word) -> None:
    seats = SEATS[: world.players[1]]
    if word.text not in seats:
        world.report.unknown("player", word.text, word.span, seats)
