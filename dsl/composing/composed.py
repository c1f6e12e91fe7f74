"""The declarations of several packs as one set, found by form and id, and which of them a pack sees."""

from __future__ import annotations

from functools import cached_property

from attrs import define, field, frozen

from ..diagnostic import Span
from ..reading import ast, declared, examples
from ..reading.packs import START, Pack

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
# What a declaration is known by: its form (`card`, `enum`, `procedure`, ...) and its id.
Key = tuple[str, str]
CARD, KIND = "card", "kind"
FORMS = ("switch", "enum", "kind", "layout", "define", "value", "signal", "procedure", "choice", "market", "fee")
# Forms that share their names: of all forms in one space only one thing can have a name.
SPACES = {"define": "formula", "value": "formula", "procedure": "procedure", "choice": "procedure"}
# What packs call their helpers is their own affair: two packs beside each other can use the same word. Everything else
# is seen by players.
HELPERS = ("formula", "procedure", "signal", "layout", "enum")


def space_of(form: str) -> str:
    """The forms in which a name can be given once."""
    return SPACES.get(form, form)


def forms_of(space: str) -> list[str]:
    """The forms of a space."""
    return [form for form, name in SPACES.items() if name == space] or [space]


def is_helper(space: str, word: str) -> bool:
    """Whether what a pack declares under a word is its own affair; how the game begins is not."""
    return space in HELPERS and (space, word) != ("procedure", START)


def members_of(enum: str) -> str:
    """The space of the members of an enum."""
    return f"member of {enum}"


def fields_of(kind: str) -> str:
    """The space of the fields, states and events of a kind."""
    return f"field of {kind}"


@frozen
class Altered:
    """That a pack altered something, where, what it is called, and the words that are not there any more."""

    pack: str
    span: Span
    id: str
    words: frozenset[str]


@define(slots=False)
class Composed:
    """All declarations of the composed packs, in a fixed order.

    A thing has an id. It is the word that its pack has for it; where packs that do not know each other have the same
    word for helpers of their own, the id names the pack too. `ids` are those that a word can mean in a space, `owners`
    the packs by which a thing was declared, `places` where the fields of kinds and the members of enums stand.
    """

    packs: tuple[Pack, ...]
    named: dict[Key, Named] = field(factory=dict)
    ids: dict[str, dict[str, list[str]]] = field(factory=dict)
    owners: dict[tuple[str, str], set[str]] = field(factory=dict)
    places: dict[tuple[str, str], Span] = field(factory=dict)
    player: list[declared.Slot] = field(factory=list)
    table: list[declared.Slot] = field(factory=list)
    payment: declared.Payment | None = None
    categories: dict[str, tuple[ast.Word, ast.Expr]] = field(factory=dict)
    rank: declared.Rank | None = None
    sides: declared.Sides | None = None
    listeners: list[declared.When] = field(factory=list)
    answers: list[declared.Answer] = field(factory=list)
    invariants: list[declared.Invariant] = field(factory=list)
    scenarios: list[examples.Scenario] = field(factory=list)
    names: list[declared.Names] = field(factory=list)
    looks: list[declared.Look] = field(factory=list)
    # What packs took away, and the fields that they changed, by whose they are and name: where they say so.
    removed: set[str] = field(factory=set)
    changed: dict[tuple[str, str], Span] = field(factory=dict)
    altered: list[Altered] = field(factory=list)

    # -------------------------------------------------------------- packs
    @cached_property
    def pack_of(self) -> dict[str, int]:
        """The number of the pack of every file, in the order of what they build on."""
        return {source.file: number for number, pack in enumerate(self.packs) for source in pack.sources}

    @cached_property
    def below(self) -> dict[str, frozenset[str]]:
        """For every pack those it builds on, directly or by way of others."""
        found: dict[str, frozenset[str]] = {}
        for pack in self.packs:
            # A pack comes after all that it builds on.
            found[pack.name] = frozenset(pack.extends).union(*(found.get(base, ()) for base in pack.extends))
        return found

    def builds_on(self, pack: Pack, name: str) -> bool:
        """Whether a pack builds on another, directly or by way of others."""
        return name in self.below[pack.name]

    # -------------------------------------------------------------- what a pack sees
    def declare(self, space: str, word: str, pack: Pack, id: str = "") -> str:
        """Notes that a pack declares something under a word, and gives its id."""
        id = id or word
        known = self.ids.setdefault(space, {}).setdefault(word, [])
        if id not in known:
            known.append(id)
        self.owners.setdefault((space, id), set()).add(pack.name)
        return id

    def declare_parts(self, declaration: declared.Declaration, id: str, pack: Pack) -> None:
        """Notes the fields of a kind or the members of an enum that a pack declares."""
        words: tuple[ast.Word, ...] = ()
        match declaration:
            case declared.Kind(slots=slots, events=events) | declared.AddFields(slots=slots, events=events):
                words, space = (*(slot.name for slot in slots), *events), fields_of(id)
            case declared.Enum(members=members) | declared.AddMembers(members=members):
                words, space = members, members_of(id)
        for word in words:
            self.declare(space, word.text, pack)
            self.places.setdefault((space, word.text), word.span)

    def sees(self, pack: str, space: str, id: str) -> bool:
        """Whether a pack sees a thing: its own and those of the packs on which it builds."""
        owners = self.owners.get((space, id))
        return owners is None or pack in owners or not owners.isdisjoint(self.below[pack])

    def meant(self, pack: str, space: str, word: str) -> list[str]:
        """The ids of what a word can mean where a pack uses it."""
        return [id for id in self.ids.get(space, {}).get(word, ()) if self.sees(pack, space, id)]

    def is_to_blame(self, span: Span) -> bool:
        """Whether what is wrong with something at a place is the affair of its pack: no pack that it does not know has
        altered anything."""
        pack = self.packs[self.pack_of[span.file]].name
        return {altered.pack for altered in self.altered} <= {pack, *self.below[pack]}

    # -------------------------------------------------------------- fields
    def fields(self, of: str) -> list[declared.Slot]:
        """The fields of players or of the table."""
        return self.player if of == "player" else self.table

    def lineage(self, kind: str) -> list[str]:
        """A kind and the kinds it is, nearest first."""
        found: list[str] = []
        step: str | None = kind
        while step is not None and step not in found:
            declaration = self.named.get((KIND, step))
            if not isinstance(declaration, declared.Kind):
                break
            found.append(step)
            step = declaration.base.text if declaration.base is not None else None
        return found


def key_of(declaration: Named) -> Key:
    """The form of a declaration and what its pack calls it."""
    if isinstance(declaration, declared.Card):
        return (CARD, declaration.id)
    if isinstance(declaration, declared.Formula):
        return (declaration.form, declaration.name.text)
    return (type(declaration).__name__.lower(), declaration.name.text)


def name_span(declaration: Named) -> Span:
    """Where the name of a declaration stands."""
    return declaration.title_span if isinstance(declaration, declared.Card) else declaration.name.span
