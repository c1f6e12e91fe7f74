"""A fixed table of actions: every option that can ever be on offer has its number, the same in all positions.

A program that learns needs actions that always mean the same. A number stands for a choice of the rules, one of its
options and what the names of the option stand for, copies of a card being one and the same. Names with no fixed list of
values (amounts up to what somebody has, ways to pay) are counted instead: the first way on offer, the second and so on,
up to `variants`; ways beyond that are left out, so the table is small and every decision that has options keeps at
least one.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from attrs import field, frozen

from ...dsl.model import Term
from ...dsl.statics import literal
from ...interpreter.playing.game import Game
from ...interpreter.playing.position import Position
from ...interpreter.program.model import ASKED, DECLINE, OptionCode

# Declining is the first number of the table, for whatever it is that is declined.
DECLINED = 0


def copies(game: Game, kind: str) -> dict[str, int]:
    """The cards of a kind by name, and how many copies there are of each."""
    found: dict[str, int] = {}
    within = game.description.mask_of_kind(kind)
    for card in game.description.cards:
        if within >> card.index & 1:
            found[card.name] = found.get(card.name, 0) + 1
    return found


@frozen
class _Block:
    """The numbers of one option: where they begin, and for each name the number of every value (None: counted)."""

    base: int
    names: tuple[Mapping[int, int] | None, ...]
    sizes: tuple[int, ...]
    variants: int

    @property
    def size(self) -> int:
        return prod(self.sizes) * self.variants

    def cell(self, arguments: list[int]) -> tuple[int, tuple[int, ...]]:
        """The first number for what the listed names stand for, and the values that are only counted."""
        at, counted = 0, []
        for value, numbers, size in zip(arguments, self.names, self.sizes, strict=True):
            if numbers is None:
                counted.append(value)
            else:
                at = at * size + numbers[value]
        return self.base + at * self.variants, tuple(counted)


@frozen(eq=False)
class Actions:
    """The table of a game: `size` numbers, and what is on offer in a position by number."""

    game: Game
    variants: int
    size: int = field(init=False)
    _blocks: dict[tuple[int, int], _Block] = field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        base = DECLINED + 1
        for choice in self.game.description.choices:
            # A decision that nothing leads to has no options.
            options = self.game.program.asks[choice.id].options
            for number, option in enumerate(options):
                block = self._block(base, choice.options[number].domains, option)
                self._blocks[choice.id, number] = block
                base += block.size
        object.__setattr__(self, "size", base)

    def _block(self, base: int, domains: tuple[Term, ...], option: OptionCode) -> _Block:
        names = tuple(self._numbers(domain, spots) for domain, spots in zip(domains, option.spots, strict=True))
        sizes = tuple(1 if listed is None else max(listed.values(), default=0) + 1 for listed in names)
        return _Block(base, names, sizes, self.variants if None in names else 1)

    def _numbers(self, domain: Term, spots: tuple[int, ...]) -> dict[int, int] | None:
        """The number of every value that a name of this domain can have, or None where there is no fixed list. Cards
        that are not seen have the numbers of the positions on which they can lie."""
        description = self.game.description
        if domain.type.tag == "set":
            order = {name: number for number, name in enumerate(copies(self.game, domain.type.of))}
            found = {card.index: order[card.name] for card in description.cards if card.name in order}
            positions = (p for number in spots for p in self.game.program.spots[number].positions)
            return found | {position: number for number, position in enumerate(positions, len(order))}
        if domain.type.of == "player":
            return {seat: seat for seat in range(self.game.program.memory.seats)}
        if domain.type.of in description.enums:
            return {member: member for member in range(len(description.enums[domain.type.of]))}
        if domain.op == "range":
            low, high = (literal(end) for end in domain.args)
            if low is not None and high is not None:
                return {value: value - low for value in range(low, high + 1)}
        return None

    def on_offer(self, position: Position) -> dict[int, int]:
        """The actions of a position, each with the index of the option that it takes."""
        found: dict[int, int] = {}
        if position.over:
            return found
        ask = self.game.program.asks[position.state[ASKED]]
        ways: dict[int, list[tuple[int, ...]]] = {}
        for index, code in enumerate(position.codes):
            if code == DECLINE:
                found[DECLINED] = index
                continue
            option: OptionCode = ask.options[code & DECLINE]
            block = self._blocks[ask.choice, code & DECLINE]
            first, way = block.cell(option.arguments(code))
            known = ways.setdefault(first, [])
            # Of copies of a card that can be used in the same way the first one is taken.
            if way not in known:
                known.append(way)
                if len(known) <= block.variants:
                    found[first + len(known) - 1] = index
        return found
