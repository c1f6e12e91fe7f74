"""Printed fields to tables: one entry for each card, and the cards that have a value or a member."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from attrs import define

from ...dsl.meaning import union
from ...dsl.model import SEVERAL, Term
from ...dsl.model import Type as TextType
from ..program.model import Code
from ..program.rewriting import folded
from ..program.types import Type, full, set_of
from ..program.types import number as number_type

if TYPE_CHECKING:
    from .terms import Terms


def bounds(entries: list[int]) -> Type:
    """The numbers that a table of numbers holds."""
    return number_type(min(entries, default=0), max(entries, default=0))


def united(codes: Sequence[Code]) -> Code:
    """What one of several sets has; halved and halved again, so that many are not nested deeply."""
    half = (len(codes) + 1) // 2
    return codes[0] if len(codes) == 1 else Code("|", (united(codes[:half]), united(codes[half:])))


@define
class PrintedFields:
    """Makes the tables of printed fields when they are asked for."""

    terms: Terms

    def field_table(self, name: str) -> str:
        """The table of a printed field, one entry per card; -1 (of a flag 0) where a card has none."""
        table = f"field_{name}"
        if table not in self.terms.tables:
            given = next(t for kind in self.terms.game.kinds.values() for n, t in kind.fields if n == name)
            none = 0 if given.tag == "flag" else -1
            printed = [card.values.get(name, none) for card in self.terms.game.cards]
            values = [v if isinstance(v, int) else none for v in printed]
            found, held = self.terms.type(given), bounds([*values, none])
            self.terms.table(table, values, found.within(held.low, held.high) if found.scalar else held, none)
        return table

    def has_members(self, term: Term) -> Code:
        """Whether a card is one of those that have a member (none: no member) in a field that holds several."""
        held, *others = term.args
        table, card = self.mask_table(str(held.value), held.type), self.terms.term(held.args[0])
        masks = self.terms.tables[table].entries
        sets, known = list[Code](), 0
        for other in others:
            code = self.terms.term(other)
            if code.op == "int":
                known |= masks[code.value] if code.value >= 0 else full(len(self.terms.game.cards)) & ~union(masks)
            else:
                sets.append(Code("table", (code,), table))
        has = Code("has", (united([Code("set", value=known)] * bool(known or not sets) + sets), card))
        return folded(Code("not", (has,))) if term.op == "!=" else has

    def mask_table(self, name: str, type: TextType | None = None) -> str:
        """Per value of a printed field the set of cards that have it; for none the empty set."""
        table = f"cards_by_{name}"
        if table not in self.terms.tables and type is not None and type.tag == SEVERAL:
            held = [card.values.get(name, 0) for card in self.terms.game.cards]
            size = len(self.terms.game.enums[type.of])
            masks = [sum(1 << i for i, mask in enumerate(held) if mask >> number & 1) for number in range(size)]
            self.terms.table(table, masks, set_of(full(len(self.terms.game.cards))))
        if table not in self.terms.tables:
            values = self.terms.tables[self.field_table(name)].entries
            # Numbers beyond these are looked up in no table (see `_has_table`).
            within = self.terms.tables[self.field_table(name)].type
            most = len(self.terms.game.cards) if within.tag == "number" else max([*values, len(self.terms.game.cards)])
            masks = [0] * (most + 1)
            for index, value in enumerate(values):
                if 0 <= value <= most:
                    masks[value] |= 1 << index
            self.terms.table(table, masks, set_of(full(len(self.terms.game.cards))))
        return table
