"""The declarations of several packs as one set, found by form and name."""

from __future__ import annotations

from attrs import define, field

from ..diagnostic import Span
from ..reading import ast, declared
from ..reading.packs import Pack

Named = (
    declared.Card
    | declared.Switch
    | declared.Enum
    | declared.Kind
    | declared.Layout
    | declared.Formula
    | declared.Signal
    | declared.Procedure
    | declared.Choice
    | declared.Market
    | declared.Fee
)
# What a declaration is known by: its form (`card`, `enum`, `procedure`, ...) and its name.
Key = tuple[str, str]
CARD = "card"
FORMS = ("switch", "enum", "kind", "layout", "define", "value", "signal", "procedure", "choice", "market", "fee")


@define
class Composed:
    """All declarations of the composed packs, in a fixed order."""

    packs: tuple[Pack, ...]
    named: dict[Key, Named] = field(factory=dict)
    player: list[declared.Slot] = field(factory=list)
    table: list[declared.Slot] = field(factory=list)
    payment: declared.Payment | None = None
    categories: dict[str, tuple[ast.Word, ast.Expr]] = field(factory=dict)
    rank: declared.Rank | None = None
    listeners: list[declared.When] = field(factory=list)
    answers: list[declared.Answer] = field(factory=list)
    invariants: list[declared.Invariant] = field(factory=list)
    scenarios: list[declared.Scenario] = field(factory=list)
    names: list[declared.Names] = field(factory=list)
    looks: list[declared.Look] = field(factory=list)
    removed: set[str] = field(factory=set)

    @property
    def pack_of(self) -> dict[str, int]:
        """The number of the pack of every file, in the order of what they build on."""
        return {source.file: number for number, pack in enumerate(self.packs) for source in pack.sources}

    def builds_on(self, pack: Pack, name: str) -> bool:
        """Whether a pack builds on another, directly or by way of others."""
        by_name = {p.name: p for p in self.packs}
        below: set[str] = set()
        waiting = list(pack.extends)
        while waiting:
            base = waiting.pop()
            if base not in below:
                below.add(base)
                waiting.extend(by_name[base].extends if base in by_name else ())
        return name in below


def key_of(declaration: Named) -> Key:
    """How a declaration is found."""
    if isinstance(declaration, declared.Card):
        return (CARD, declaration.id)
    if isinstance(declaration, declared.Formula):
        return (declaration.form, declaration.name.text)
    return (type(declaration).__name__.lower(), declaration.name.text)


def name_span(declaration: Named) -> Span:
    """Where the name of a declaration stands."""
    return declaration.title_span if isinstance(declaration, declared.Card) else declaration.name.span
