"""Who may import whom: packages are a one-way street, inside of them rooms are, and no modules import each other."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
STREET = ("dsl", "interpreter", "lab", "cli")
# Rooms and modules of a package: each imports of its package only what stands on lines above it.
ROOMS = {
    "dsl": (
        {"diagnostic", "cache", "graph", "languages", "look", "meaning"},
        {"model"},
        {"statics", "number_changes", "scenario_model", "reading"},
        {"composing"},
        {"checking"},
        {"__init__"},
    ),
    "interpreter": (
        {"errors"},
        {"program"},
        {"lowering", "runtime"},
        {"backends"},
        {"loading", "telling"},
        {"playing"},
        {"asking"},
        {"bots", "scenarios"},
        {"trial"},
        {"__init__"},
    ),
    "lab": (
        {"__init__", "running"},
        {"studies", "learning"},
        {"reports", "pettingzoo_env"},
    ),
    "cli": ({"__init__", "terminal"}, {"screen"}, {"commands"}, {"main"}, {"start"}),
}
# What goes the other way, and why.
EXCEPTIONS = {
    ("interpreter/telling/sentences", "interpreter/playing/game"): "the text of a card is asked of a game",
    ("dsl/model", "dsl/scenario_model"): "the description of a game holds its scenarios",
}


def modules() -> dict[str, Path]:
    """All modules of the packages, by their paths without the ending."""
    paths = (path for package in STREET for path in sorted((ROOT / package).rglob("*.py")))
    return {path.relative_to(ROOT).with_suffix("").as_posix(): path for path in paths}


MODULES = modules()


def imported(module: str, always: bool = False) -> Iterator[str]:
    """The modules that a module imports; with `always` only those that are imported together with it."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    for node in tree.body if always else ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = module.split("/")[: -node.level] + (node.module or "").split(".")
            place = "/".join(part for part in base if part)
            yield from (
                next(found for found in (f"{place}/{name.name}", place, f"{place}/__init__") if found in MODULES)
                for name in node.names
            )


def room(module: str) -> str:
    """What stands in `ROOMS` for a module."""
    return module.split("/")[1]


@pytest.mark.parametrize("package", STREET)
def test_packages_are_a_one_way_street(package: str) -> None:
    found = {
        (module, other)
        for module in MODULES
        for other in imported(module)
        if module.startswith(package + "/") and STREET.index(other.split("/")[0]) > STREET.index(package)
    }
    assert found == set()


@pytest.mark.parametrize("package", ROOMS)
def test_rooms_are_a_one_way_street(package: str) -> None:
    level = {name: number for number, names in enumerate(ROOMS[package]) for name in names}
    assert {room(module) for module in MODULES if module.startswith(package + "/")} <= level.keys(), "new: say where"
    found = {
        (module, other)
        for module in MODULES
        for other in imported(module)
        if module.startswith(package + "/") and other.startswith(package + "/")
        if room(other) != room(module) and level[room(other)] >= level[room(module)]
    }
    assert found == {pair for pair in EXCEPTIONS if pair[0].startswith(package + "/")}


def test_no_modules_import_each_other() -> None:
    graph = {module: set(imported(module, always=True)) - {module} for module in MODULES}
    assert list(TopologicalSorter(graph).static_order())


def test_no_name_stands_for_many_modules() -> None:
    """Who looks for a module by its name finds it."""
    names = Counter(module.split("/")[-1] for module in MODULES if not module.endswith("__init__"))
    assert {name for name, count in names.items() if count > 2} == set()


def test_a_program_is_all_that_machines_see() -> None:
    """What runs a program knows no description: of `dsl` only what operations mean, and where something stands."""
    running = ("interpreter/program/", "interpreter/runtime/", "interpreter/backends/")
    found = {other for module in MODULES if module.startswith(running) for other in imported(module)}
    assert {other for other in found if other.startswith("dsl/")} == {"dsl/diagnostic", "dsl/meaning", "dsl/graph"}


def test_who_knows_a_backend() -> None:
    """All others speak with a `Machine`. The reference machine is also what is foretold and what conditions mean by."""
    found: dict[str, set[str]] = {"python": set(), "reference": set()}
    for module in MODULES:
        for other in imported(module):
            backend = other.removeprefix("interpreter/backends/").split("/")[0]
            if backend in found and not module.startswith("interpreter/backends/") and other != module:
                found[backend].add(module.rpartition("/")[0] if room(module) == "asking" else module)
    assert found["python"] == {"interpreter/loading", "interpreter/playing/game"}
    assert found["reference"] == {"interpreter/asking", "interpreter/scenarios/conditions", "lab/running/lockstep"}
