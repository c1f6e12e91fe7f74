"""Copies of a card in options: those that an option cannot tell apart are offered once.

Several names of an option that must stand for different cards get different copies. A condition that asks what copies
need not have in common is asked before they are counted as one, and what a label shows of them keeps them apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from ...dsl.model import Game, OptionModel, Term
from ..program.model import Code
from ..program.types import Type
from .terms import Terms

FIRST_COPY = "first_copy"


@frozen
class Copies:
    """The copies of the cards of one game, and how options go through them."""

    terms: Terms

    def offered(self, option: OptionModel) -> tuple[tuple[Code, ...], Code | None]:
        """What the names of an option run over, and the condition that is left."""
        tests = _conjuncts(option.where)
        domains = []
        for place, name in enumerate(option.names):
            code, domain = self.terms.domain(option.domains[place]), option.domains[place]
            laid = domain
            while laid.op == "filter":
                laid = laid.args[0]
            if code.op == "bits" and laid.op in ("contents", "face_up", "face_down"):
                # The cards of a layout come in the order of their slots: the order of the cards would tell what lies
                # face down.
                code = Code("by_slot", code.args, self.terms.layout_base(laid.args[0]))
            elif code.op == "bits" and self._has_copies(domain.type.of):
                earlier = option.names[:place]
                own = [
                    t for t in tests if self._asks_of_a_copy(t, name) and not _named(t) & set(option.names[place + 1 :])
                ]
                tests = [test for test in tests if test not in own]
                code = Code(
                    "different", (self._narrowed(code.args[0], name, earlier, tests, own),), self._told(option, name)
                )
            domains.append(code)
        return tuple(domains), self._all(tests)

    def _narrowed(self, cards: Code, name: str, earlier: Iterable[str], tests: list[Term], own: list[Term]) -> Code:
        """The cards that a name can stand for, without those that earlier names stand for where they must differ."""
        for other in earlier:
            if any(_differ(test) == {name, other} for test in tests):
                cards = Code("&~", (cards, Code("bit", (Code("local", value=other),))))
        condition = self._all(own)
        return cards if condition is None else Code("keep", (cards, condition), name)

    def _all(self, tests: list[Term]) -> Code | None:
        codes = tuple(self.terms.term(test) for test in tests)
        return None if not codes else codes[0] if len(codes) == 1 else Code("and", codes)

    # -------------------------------------------------------------- what copies need not have in common
    def _asks_of_a_copy(self, test: Term, name: str) -> bool:
        """Whether a condition speaks of a card and reads what differs between copies."""
        return name in _named(test) and (self._reads_states(test) or bool(self._reads(test)))

    def _told(self, option: OptionModel, name: str) -> str:
        """The table of what is one and the same for an option, which may show what is printed on copies."""
        holes = [part for part in option.label.parts if isinstance(part, Term) and name in _named(part)]
        return self.table(sorted({read for hole in holes for read in self._reads(hole)}))

    def table(self, fields: Sequence[str] = ()) -> str:
        """The table of the first of the copies of every card, among those on which the same is printed in some
        fields."""
        name = "_".join([FIRST_COPY, *fields])
        if name not in self.terms.tables:
            cards, first = self.terms.game.cards, dict[tuple[object, ...], int]()
            entries = [first.setdefault((c.name, *(c.values.get(f) for f in fields)), c.index) for c in cards]
            self.terms.table(name, entries, Type("card", 0, max(0, len(cards) - 1)), none=-1)
        return name

    def _reads(self, term: Term) -> set[str]:
        """The printed fields that a term reads in which copies differ."""
        found = {str(part.value) for part in self._opened(term) if part.op == "card_field"}
        return found.intersection(_printed_apart(self.terms.game)) if found else found

    def _reads_states(self, term: Term) -> bool:
        return any(part.op == "card_state" for part in self._opened(term))

    def _opened(self, term: Term) -> Iterable[Term]:
        """All parts of a term, also of the defines and values that it asks."""
        game, waiting, known = self.terms.game, [term], set[str]()
        while waiting:
            for part in waiting.pop().walk():
                yield part
                if part.op in ("define", "value") and part.value not in known:
                    known.add(part.value)
                    body = (game.defines if part.op == "define" else game.values)[part.value].body
                    waiting += [body] if isinstance(body, Term) else []

    def _has_copies(self, kind: str) -> bool:
        game = self.terms.game
        return any("." in c.id and (kind == "card" or kind in game.lineage(c.kind)) for c in game.cards)


def _printed_apart(game: Game) -> Iterable[str]:
    """The printed fields in which copies of a card differ."""
    first = {card.id: card for card in game.cards}
    for card in game.cards:
        yield from (name for name, value in card.values.items() if value != first[card.name].values.get(name))


def _conjuncts(where: Term | None) -> list[Term]:
    return [] if where is None else list(where.args) if where.op == "and" else [where]


def _named(term: Term) -> set[str]:
    return {str(part.value) for part in term.walk() if part.op == "local"}


def _differ(test: Term) -> set[str]:
    """The two names that a condition wants to stand for different things; none where it says something else."""
    if test.op == "not":
        test, wanted = test.args[0], "=="
    else:
        wanted = "!="
    alone = test.op == wanted and all(arg.op == "local" for arg in test.args)
    return {str(arg.value) for arg in test.args} if alone else set()
