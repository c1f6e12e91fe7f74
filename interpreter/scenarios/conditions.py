"""What scenarios expect: `Conditions` works out terms on a position and says why a condition does not hold."""

from __future__ import annotations

import difflib
from collections.abc import Callable

from attrs import define, evolve, field

from ...dsl.model import SEATS, Term, Type
from ...dsl.model import Game as Description
from ..backends.reference.values import Values
from ..lowering.counting import Counting
from ..lowering.fitting import Fitting
from ..lowering.terms import ZERO, Terms, number
from ..playing.game import Game
from ..playing.position import Position
from ..playing.view import unseen_cards
from ..program.memory import LAYOUT, SLOTS
from ..program.model import DRAW, OVER, WAY, Code, Function, Local
from ..program.sets import bits
from ..program.types import NUMBER
from ..runtime.chance import State

COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
MOST_SHOWN = 8
# How much work one condition may be: the reference evaluator is slow.
MOST_WORK = 1_000_000
# What asks how a game has ended.
ENDS = ("won_by", "has_won", "over")
EMPTY = NOBODY = -1
# What only scenarios speak of: functions with so many numbers.
OWN = {
    name: tuple(Local(str(place), NUMBER) for place in range(count))
    for name, count in {
        **{"legal": 1, "won_by": 1, "slot": 2, "options": 0, "winner": 0, "has_won": 1, "sees": 2, "could_be": 3},
    }.items()
}


@define
class _Terms(Terms):
    """Lowers also what only scenarios speak of: calls of the functions of `Conditions`."""

    texts: list[str] = field(factory=list)

    def _text(self, term: Term) -> Code:
        self.texts.append(str(term.value))
        return number(len(self.texts) - 1)

    def _term_legal(self, term: Term) -> Code:
        return Code("call", (self._text(term),), "legal")

    def _term_won_by(self, term: Term) -> Code:
        return Code("call", (self._text(term),), "won_by")

    def _term_slot(self, term: Term) -> Code:
        return Code("call", (number(self.layout_base(term.args[0])), self._text(term)), "slot")

    def _term_options(self, term: Term) -> Code:
        return Code("call", (), "options")

    def _term_winner(self, term: Term) -> Code:
        return Code("call", (), "winner")

    def _term_has_won(self, term: Term) -> Code:
        return Code("call", tuple(self.term(a) for a in term.args), "has_won")

    def _term_sees(self, term: Term) -> Code:
        return Code("call", tuple(self.term(a) for a in term.args), "sees")

    def _term_could_be(self, term: Term) -> Code:
        return Code("call", tuple(self.term(a) for a in term.args), "could_be")


class Conditions:
    """The terms of one game's scenarios, worked out by the reference evaluator."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._description: Description = game.description
        self._terms = _Terms(game.description, game.program.memory, dict(game.program.tables))
        self._codes: dict[Term, Code] = {}
        self._own: dict[str, Callable[..., int]] = {
            "legal": self._legal,
            "won_by": self._won_by,
            "slot": self._slot,
            "options": lambda s: len(Position(game, s).codes),
            "winner": self._winner,
            "has_won": self._has_won,
            "sees": self._sees,
            "could_be": self._could_be,
        }
        self._values = self._evaluator()

    def _evaluator(self) -> Values:
        """An evaluator that knows also what only scenarios speak of, and the tables that their terms need."""
        own = tuple(Function(name, params, NUMBER, ZERO) for name, params in OWN.items())
        program = evolve(self.game.program, tables=dict(self._terms.tables))
        return Values(evolve(program, functions=(*program.functions, *own)), given=self._own)

    # -------------------------------------------------------------- working out
    def value(self, term: Term, state: State) -> int:
        """The value of a term on a position."""
        if term not in self._codes:
            code = self._terms.term(term)
            self._values = self._evaluator()
            program = self._values.program
            fitted = Fitting(program).code(code, {})[0]
            self._codes[term] = Counting(program).code(fitted, {})[0]
        self._values.left = MOST_WORK
        return self._values.of(self._codes[term], state, {})

    def place(self, term: Term, state: State) -> int:
        """Where a field or a zone lies in the state."""
        code = self._terms.term(term)
        assert code.op == "get", code.op
        index = self.value(term.args[0], state) if code.args else 0
        return int(code.value) + index

    def _legal(self, state: State, key: int) -> bool:
        keys = Position(self.game, state).keys()
        return self._terms.texts[key] in keys

    def _won_by(self, state: State, way: int) -> bool:
        return bool(state[OVER]) and self.game.program.ways[state[WAY]] == self._terms.texts[way]

    def _winner(self, state: State) -> int:
        """Who has won alone; none in a draw, and where several win together."""
        result = Position(self.game, state).result
        return NOBODY if result is None or result.winner is None else result.winner

    def _has_won(self, state: State, player: int) -> bool:
        """Whether a player has won, alone or with others."""
        result = Position(self.game, state).result
        return result is not None and not result.drawn and player in result.winners

    def _slot(self, state: State, base: int, name: int) -> int:
        """The card in a slot; none where the layout that lies there has no such slot."""
        slots = self.game.program.layouts[state[base + LAYOUT]].slots
        wanted = self._terms.texts[name]
        return state[base + SLOTS + slots.index(wanted)] if wanted in slots else EMPTY

    def _sees(self, state: State, player: int, card: int) -> bool:
        return card >= 0 and not unseen_cards(self.game, state, player) >> card & 1

    def _could_be(self, state: State, player: int, card: int, other: int) -> bool:
        """Whether a player, going by what everybody shows, must reckon that a card is that other one."""
        if card < 0 or card == other:
            return card == other
        hidden = unseen_cards(self.game, state, player)
        return bool(hidden >> card & hidden >> other & 1) and self.game.backs[card] == self.game.backs[other]

    # -------------------------------------------------------------- explaining
    def failing(self, term: Term, state: State) -> Term:
        """The part of a condition that does not hold, where all of several have to."""
        while term.op == "and":
            found = next((part for part in term.args if not self.value(part, state)), None)
            if found is None:
                break
            term = found
        return term

    def explain(self, term: Term, state: State) -> str:
        """What was found in place of a condition that does not hold."""
        if term.op in ("and", "or"):
            # Under a `not` it may be that none of them fails.
            failing = next((part for part in term.args if not self.value(part, state)), None)
            return self.explain(failing, state) if failing is not None else "this does not hold"
        if term.op in COMPARISONS:
            left, right = (self.shown(part.type, self.value(part, state)) for part in term.args)
            word = term.op if term.args[0].type.tag == "number" else {"==": "is", "!=": "is not"}[term.op]
            return f"found {left} {word} {right}"
        if term.op == "legal":
            return f"`{term.value}` is not on offer: {on_offer(Position(self.game, state), str(term.value))}"
        if term.op == "not" and term.args[0].op == "legal":
            return f"`{term.args[0].value}` is on offer"
        if term.op in ENDS:
            return f"found that {how_it_stands(Position(self.game, state))}"
        if term.op == "has":
            return f"found {self.shown(term.args[0].type, self.value(term.args[0], state))}"
        if term.op == "among":
            return f"found {self.shown(term.args[0].type, self.value(term.args[0], state))}"
        if term.op == "not" and term.args[0].op in ("has", "among", "and", "or", *ENDS, *COMPARISONS):
            return self.explain(term.args[0], state)
        return "this does not hold"

    def shown(self, type: Type, value: int) -> str:
        """A value in the words of the text."""
        if type.tag == "set":
            return ", ".join(self._description.cards[card].id for card in bits(value)) or "nothing"
        return self.game.words().key(type, value)


def on_offer(position: Position, key: str) -> str:
    """What can be chosen here, what is most like a key first."""
    if position.over:
        return how_it_stands(position)
    keys = position.keys()
    if not keys:
        return "nothing can be chosen"
    matcher = difflib.SequenceMatcher(b=key)
    likeness = {}
    for other in keys:
        matcher.set_seq1(other)
        likeness[other] = matcher.ratio()
    nearest = sorted(keys, key=lambda other: -likeness[other])
    more = f" and {len(keys) - MOST_SHOWN} more" if len(keys) > MOST_SHOWN else ""
    return "there is " + ", ".join(f"`{other}`" for other in nearest[:MOST_SHOWN]) + more


def how_it_stands(position: Position) -> str:
    """Whether the game goes on, or who won it and how."""
    result = position.result
    if result is None:
        return "the game goes on"
    if result.drawn:
        return "the game is over: a draw" + (f" by {result.how}" if result.how != DRAW else "")
    *most, last = [SEATS[seat] for seat in result.winners]
    return f"the game is over: {', '.join(most)}{' and ' * bool(most)}{last} won by {result.how}"
