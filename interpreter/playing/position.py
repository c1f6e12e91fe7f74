"""A position of a running game: who decides among which options, what lies where, what comes of a choice."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from ...dsl.model import OptionModel, Type
from ..errors import GameError, IllegalOption
from ..program.frames import innermost
from ..program.memory import CARDS, SLOTS
from ..program.model import ASKED, CHOSEN, DECIDER, DECISIONS, DECLINE, DRAW, OVER, PEOPLE, PLAYERS, UNTOLD, WAY, WINNER
from ..program.rewriting import free_names
from ..program.sets import bits
from ..runtime.chance import Chance, State
from ..telling.templates import template
from ..telling.words import capital
from .guessing import Guesser
from .result import Result
from .saving import saved
from .spots import spot_words
from .view import View, seen

if TYPE_CHECKING:
    from .game import Game

PASS = "pass"


@frozen
class Option:
    """One legal choice: a stable key for programs, a label for people, and a remark such as its price."""

    key: str
    label: str
    remark: str = ""
    code: int = field(default=-1, repr=False)

    def __str__(self) -> str:
        return f"{self.label} {self.remark}".rstrip()


@define(eq=False, repr=False)
class Position:
    """A position, changed in place by `play`; `copy` before trying something out."""

    game: Game
    state: State
    chance: Chance | None = None
    _found: list[int] | None = None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.state == other.state and self.game.digest == other.game.digest

    def __repr__(self) -> str:
        now = "over" if self.over else f"seat {self.decider} decides"
        return f"<Position of {self.game.name}: {now}>"

    # -------------------------------------------------------------- deciding
    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state[OVER] != 0

    @property
    def decider(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        return None if self.over else self.state[DECIDER]

    @property
    def choice(self) -> str:
        """The name of the choice that is being made; empty for one without a name."""
        return "" if self.over else self.game.choice(self.state[ASKED]).name

    @property
    def codes(self) -> list[int]:
        """The legal options as integers, in the order of `options`; the list must not be changed."""
        if self._found is None:
            self._found = [] if self.over else self.game.machine.options(self.state)
        return self._found

    def options(self, language: str = "en") -> list[Option]:
        """The legal options, in a fixed order."""
        with self.game.machine.sharing():
            return [self._option(code, language) for code in self.codes]

    def keys(self) -> list[str]:
        """The stable keys of the legal options."""
        with self.game.machine.sharing():
            return [self._option(code, "en").key for code in self.codes]

    def holes(self, option: Option) -> list[tuple[Type, int]]:
        """What fills the holes in the label of an option, in their order; nothing for declining. For what the decider
        does not see there is -1: `spoken` says where it lies."""
        cards = self.game.program.cards
        return [
            (type, -1 if value == UNTOLD or (type.tag == "card" and value >= cards) else value)
            for type, value in self._holes(option)
        ]

    def spoken(self, option: Option, language: str = "en") -> list[str]:
        """What is called in the holes in the label of an option, in their order; nothing for declining."""
        show = self.game.words(language).spoken(self._spotted(language))
        return [show(type, value) for type, value in self._holes(option)]

    def cards_of(self, option: Option) -> list[int]:
        """The cards that an option is about or that its label names, as far as its decider sees them."""
        found = [value for type, value in self.holes(option) if type.tag == "card" and value >= 0]
        named = self._stand_for(option).values()
        return [*found, *(value for value in named if 0 <= value < self.game.program.cards)]

    def _stand_for(self, option: Option) -> dict[str, int]:
        """The cards that the names of an option, and those around that options speak of, stand for."""
        if option.code == DECLINE:
            return {}
        ask, program = self.game.program.asks[self.state[ASKED]], self.game.program
        given = ask.options[option.code & DECLINE]
        around = (one for one in innermost(program, self.state) if one[0].name in ask.uses)
        found = {local.name: value for local, value in around if local.type.tag == "card"}
        own = zip(given.names, given.types, given.arguments(option.code), strict=True)
        return found | {name: value for name, type, value in own if type.tag == "card"}

    def veiled(
        self, option: Option, hidden: Container[int], word: str, language: str = "en", kept: Container[str] = ()
    ) -> Option:
        """An option as it is told to somebody who may not know some of its cards, and what some of its names stand for:
        with a word in their holes, and nothing that is read from them or from what only the decider sees."""
        if option.code == DECLINE:
            return option
        model, words = self._told(option.code)[0], self.game.words(language)
        given = self.game.program.asks[self.state[ASKED]].options[option.code & DECLINE]
        unknown = {name for name, card in self._stand_for(option).items() if card in hidden}
        unknown |= {name for name in given.names if name in kept}
        told = enumerate((*given.label, *given.remark))
        untold = {at for at, code in told if not unknown.isdisjoint(free_names(code))}
        untold |= {at for at, hole in enumerate(given.holes) if hole.confided}
        found = list(enumerate(self._holes(option)))
        untold |= {at for at, (type, value) in found if type.tag == "card" and value in hidden}
        values, spotted = tuple(UNTOLD if at in untold else value for at, (_, value) in found), self._spotted
        label = capital(words.label(model.label, values, spotted(language), word))
        key = words.label_key(model.label, values, spotted(""), word)
        return Option(key, label, "" if untold else option.remark, option.code)

    def _holes(self, option: Option) -> list[tuple[Type, int]]:
        if option.code == DECLINE:
            return []
        model, values = self._told(option.code)
        terms = (part for part in model.label.parts if not isinstance(part, str))
        return [(term.type, value) for term, value in zip(terms, values, strict=False)]

    def pattern(self, option: Option) -> str:
        """The label of an option as the rules have it, with its holes; empty for declining."""
        return "" if option.code == DECLINE else self._told(option.code)[0].label.text

    def _told(self, code: int) -> tuple[OptionModel, tuple[int, ...]]:
        """The option of the rules that an option comes from, and what its label and its remark speak of."""
        option = self.game.choice(self.state[ASKED]).options[code & DECLINE]
        return option, self.game.machine.told(self.state, code)

    def _option(self, code: int, language: str) -> Option:
        words = self.game.words(language)
        if code == DECLINE:
            return Option(PASS, capital(template(PASS, language)), "", code)
        model, values = self._told(code)
        holes = sum(1 for p in model.label.parts if not isinstance(p, str))
        label = capital(words.label(model.label, values[:holes], self._spotted(language)))
        remark = words.label(model.remark, values[holes:], self._spotted(language)) if model.remark else ""
        return Option(words.label_key(model.label, values[:holes], self._spotted("")), label, remark, code)

    def _spotted(self, language: str) -> Callable[[int], str]:
        return spot_words(self.game, self.state, language)

    def play(self, option: Option | str | int) -> None:
        """Chooses an option, given itself, by key or by index, and goes on to the next decision."""
        before = self.state[:]
        code = self._code(option)
        self.state[CHOSEN] = code
        self._advance(before)

    def after(self, code: int) -> Position:
        """The position behind an option given by its integer, which need not be on offer."""
        found = self.copy()
        found.state[CHOSEN] = code
        found._advance(None)
        return found

    def _code(self, option: Option | str | int) -> int:
        if self.over:
            raise IllegalOption("the game is over")
        codes = self.codes
        if isinstance(option, Option):
            if option.code in codes and self._option(option.code, "en").key == option.key:
                return option.code
            option = option.key
        elif isinstance(option, int):
            if not 0 <= option < len(codes):
                raise IllegalOption(f"there are {len(codes)} options, numbered from 0; {option} is none of them")
            return codes[option]
        if not isinstance(option, str):
            raise IllegalOption(f"an option is given itself, by key or by index, not as {option!r}")
        wanted = " ".join(option.split())
        with self.game.machine.sharing():
            for code in codes:
                if self._option(code, "en").key == wanted:
                    return code
        raise IllegalOption(f"`{option}` is not on offer")

    def _advance(self, before: State | None, begin: bool = False) -> None:
        """Runs to the next decision; after an error the position is as it was."""
        machine = self.game.machine
        with self._kept(before):
            self._found = (machine.start if begin else machine.run)(self.state, self.chance)

    @contextmanager
    def _kept(self, before: State | None) -> Iterator[None]:
        """Keeps the position as it was where something goes wrong."""
        self._found = None
        try:
            yield
        except BaseException:
            if before is not None:
                self.state[:] = before
            raise

    def play_random(self, seed: int | None = None, most: int | None = None) -> Position:
        """Plays random options to the end or at most so many, in place: the fast path of bots and benchmarks."""
        if self.over:
            return self
        found = self.codes
        with self._kept(self.state[:]):
            self._found = self.game.machine.playout(self.state, found, Random(seed).random, most, self.chance)
        return self

    # -------------------------------------------------------------- looking
    @property
    def players(self) -> int:
        """How many seats there are, those without a player included."""
        return self.state[PLAYERS]

    @property
    def people(self) -> int:
        """How many play; the seats after them are nobody's."""
        return self.state[PEOPLE]

    @property
    def decisions(self) -> int:
        """How many decisions have been made since the beginning."""
        return self.state[DECISIONS]

    @property
    def concerned(self) -> int | None:
        """The seat that a choice is made for: the first parameter of a named one about a player, else who decides."""
        name = self.choice
        params = self.game.description.procedures[name].params if name else ()
        if self.over or not params or params[0][1].tag != "player":
            return self.decider
        # The innermost frame is that of the choice: its place, its parameters, other names; then its number.
        frame = self.game.program.frames[self.state[-1]].frame
        return self.state[-frame.size] if frame is not None else None

    @property
    def gathered(self) -> int:
        """How many answers have been given that stay secret until everybody has answered."""
        if not self.together:
            return 0
        answers = self.game.program.memory.answers
        return sum(1 for place in range(answers, answers + self.players) if self.state[place] >= 0)

    @property
    def together(self) -> bool:
        """Whether the answer to this decision stays secret until everybody has answered."""
        if self.over:
            return False
        return self.game.program.asks[self.state[ASKED]].gathers

    def _must_play(self, seat: int) -> None:
        if seat not in range(self.players):
            raise GameError(f"there is no seat {seat!r}: {self.players} play, numbered from 0")

    def _place(self, name: str, seat: int | None) -> tuple[int, Type]:
        if seat is not None:
            self._must_play(seat)
        return self.game.place(name, seat)

    @property
    def result(self) -> Result | None:
        """How the game ended, or None while it goes on."""
        if not self.over:
            return None
        winner, program = self.state[WINNER], self.game.program
        how, stopped = program.ways[self.state[WAY]], self.state[WAY] == program.stopped
        scores = tuple(self.scores(seat) for seat in range(self.players))
        sides = self.sides
        if winner >= 0:
            sharing = tuple(side for side in sides if winner in side)
        elif how == DRAW and not stopped:
            sharing = self.game.machine.leading(self.state)
        else:
            # What ended the game was won by no side alone.
            sharing = tuple(side for side in sides if side[0] < self.people)
        winners = tuple(sorted(seat for side in sharing for seat in side))
        alone = winner if len(winners) == 1 and winner >= 0 else None
        return Result(alone, how, scores, winners, stopped, winner < 0, len(sharing))

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who ranks and wins together: the seats of every side. Seats without a player have a side of their own."""
        if not self.game.program.side:
            return tuple((seat,) for seat in range(self.players))
        nobodys = range(self.people, self.players)
        return (*self.game.machine.sides(self.state), *((seat,) for seat in nobodys))

    @property
    def drawn(self) -> bool:
        """Whether the game ended without a winner."""
        return self.over and self.state[WINNER] < 0

    def scores(self, seat: int) -> dict[str, int]:
        """The points of a seat by category, as they would count now."""
        self._must_play(seat)
        call = self.game.machine.call
        with self.game.machine.sharing():
            return {name: call(self.state, f"score_{name}", seat) for name in self.game.description.score}

    def read(self, name: str, seat: int | None = None) -> int | str | bool | None:
        """The value of a field of the table, or of a player when a seat is given."""
        place, type = self._place(name, seat)
        if type.tag in ("set", "layout"):
            raise GameError(f"`{name}` holds cards: use zone({name!r})")
        value = self.state[place]
        if type.tag == "flag":
            return bool(value)
        if type.tag == "number":
            return value
        return None if value < 0 else self.game.words().key(type, value) if type.tag != "player" else value

    def zone(self, name: str, seat: int | None = None) -> list[str]:
        """The ids of the cards in a zone of the table, or of a player when a seat is given."""
        place, type = self._place(name, seat)
        if type.tag not in ("set", "layout"):
            raise GameError(f"`{name}` holds no cards: use read({name!r})")
        mask = self.state[place + CARDS] if type.tag == "layout" else self.state[place]
        return [self.game.description.cards[card].name for card in bits(mask)]

    def slots(self, name: str) -> dict[str, str | None]:
        """The slots of a layout zone by name (r1c1 ...), with the id of the card in each."""
        place, type = self.game.place(name, None)
        if type.tag != "layout":
            raise GameError(f"`{name}` has no slots")
        layout = self.game.program.layouts[self.state[place]]
        cards = self.state[place + SLOTS : place + SLOTS + len(layout.slots)]
        ids = self.game.description.cards
        return {slot: ids[card].name if card >= 0 else None for slot, card in zip(layout.slots, cards, strict=True)}

    def broken_invariants(self) -> list[str]:
        """The titles of the invariants that do not hold here; a rule or a card is wrong where there is one."""
        broken, call = [], self.game.machine.call
        with self.game.machine.sharing():
            for model, invariant in zip(self.game.description.invariants, self.game.program.invariants, strict=True):
                seats = [(seat,) for seat in range(self.players)] if invariant.every_player else [()]
                if not all(call(self.state, invariant.function, *seat) for seat in seats):
                    broken.append(model.title)
        return broken

    # -------------------------------------------------------------- keeping, sharing
    def copy(self) -> Position:
        """An independent copy; a scripted chance is shared."""
        return Position(self.game, self.state[:], self.chance, self._found)

    def save(self) -> str:
        """The position as one line of text, for `Game.restore`."""
        return saved(self.game, self.state)

    def seen_by(self, seat: int) -> View:
        """What a seat may know; hidden cards are only "one of these"."""
        self._must_play(seat)
        return seen(self.game, self.state, seat)

    def guess(self, seat: int, seed: int = 0) -> Position:
        """A full position that agrees with everything the seat knows; what it cannot know is dealt anew."""
        self._must_play(seat)
        return Position(self.game, Guesser.of(self.game, self.state, seat).deal(seed))
