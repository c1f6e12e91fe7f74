"""Loaded games: `load("name")` gives a game that starts, restores and explains positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from attrs import define, field

from ...dsl.diagnostic import did_you_mean, ranges
from ...dsl.model import CardModel, ChoiceModel, Type
from ...dsl.model import Game as Description
from ..backends.protocol import Machine
from ..backends.python.generated import Source
from ..backends.python.machine import PythonMachine
from ..errors import BadSetup, GameError
from ..loading import read_rules, runnable
from ..program.memory import CARDS
from ..program.model import PEOPLE, PLAYERS, RANDOM, Program
from ..runtime.chance import Chance, first_random_state
from ..runtime.sight import Sight
from ..telling.words import ENGLISH, Words, languages
from .position import Position
from .saving import restored


def load(packs: str | Path | Sequence[str | Path], scenarios: bool = False) -> Game:
    """The game of one or several packs: `load("chess")`, `load("chess+more")`, or paths of folders.

    Raises `InvalidPack` with all mistakes where the text has some. Scenarios are only read where they are asked for.
    """
    names = [packs] if isinstance(packs, str | Path) else list(packs)
    split = [part for name in names for part in _parts(name)]
    if not split:
        raise BadSetup("a game needs a pack")
    return _ready(*read_rules(split, scenarios))


def game_of(description: Description) -> Game:
    """The game of a description, such as one of a loaded game in which something was changed; it needs a digest of its
    own. Raises `BadSetup` where it cannot be played."""
    return _ready(description, *runnable(description))


def _ready(description: Description, program: Program, source: Source) -> Game:
    return Game(description, program, PythonMachine.of(program, source))


def _parts(name: str | Path) -> list[str]:
    """`a+b` means two packs, unless there is a folder of that name."""
    text = str(name)
    return [text] if isinstance(name, Path) or Path(text).is_dir() else text.split("+")


@define(eq=False, repr=False)
class Game:
    """The rules of a composed game, ready to play."""

    description: Description
    program: Program
    machine: Machine
    backs: tuple[str, ...] = field(init=False)
    set_places: tuple[int, ...] = field(init=False)
    sight: Sight = field(init=False)
    _words: dict[str, Words] = field(factory=dict)
    _card_index: dict[str, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        memory, description = self.program.memory, self.description
        self.sight = Sight(self.program)
        self._card_index = {card.id: card.index for card in description.cards}
        self.backs = tuple(self._back(card) for card in description.cards)
        places = [memory.table[n] for n, f in description.table.items() if f.type.tag == "set"]
        places += [base + CARDS for base in memory.layouts.values()]
        for name, model in description.player.items():
            if model.type.tag == "set":
                places += range(memory.player[name], memory.player[name] + memory.seats)
        self.set_places = tuple(places)

    def __repr__(self) -> str:
        return f"<Game {self.name} {self.digest}>"

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError("a game is loaded anew in another process, by its name")

    def _back(self, card: CardModel) -> str:
        """What the back of a card shows: a kind and the fields that the kind prints there."""
        kind = self.description.kinds[card.kind]
        return " ".join([kind.back_of, *(str(card.values[name]) for name in kind.back)])

    # -------------------------------------------------------------- what it is
    @property
    def name(self) -> str:
        """The packs, joined by `+`."""
        return self.description.name

    @property
    def title(self) -> str:
        """What people call the game."""
        return self.description.title

    @property
    def digest(self) -> str:
        """A name for exactly these rules; it stands in every saved game and log."""
        return self.description.digest

    @property
    def languages(self) -> list[str]:
        """The languages there are names in."""
        return languages(self.description)

    def words(self, language: str = ENGLISH) -> Words:
        """The words of the game in a language."""
        if language not in self._words:
            self._words[language] = Words(self.description, language)
        return self._words[language]

    def choice(self, asked: int) -> ChoiceModel:
        """The choice in the text that an ask of the program puts."""
        return self.description.choices[self.program.asks[asked].choice]

    def card(self, identifier: str) -> CardModel:
        """The card of that id."""
        if identifier not in self._card_index:
            help = did_you_mean(identifier, self._card_index)
            raise GameError(f"there is no card `{identifier}`" + (f"; {help}" if help else ""))
        return self.description.cards[self._card_index[identifier]]

    def place(self, name: str, seat: int | None) -> tuple[int, Type]:
        """Where a field of the table (or of a seat) lies in the state, and its type."""
        fields = self.description.table if seat is None else self.description.player
        if name not in fields:
            others = self.description.player if seat is None else self.description.table
            help = "give a seat" if seat is None and name in others else did_you_mean(name, fields)
            raise GameError(f"there is no field `{name}` here" + (f"; {help}" if help else ""))
        if seat is None:
            return self.program.memory.table[name], fields[name].type
        return self.program.memory.player[name] + seat, fields[name].type

    # -------------------------------------------------------------- playing
    def start(
        self,
        seed: int = 0,
        players: int | None = None,
        switches: Mapping[str, str] | None = None,
        chance: Chance | None = None,
    ) -> Position:
        """A new game at its first decision. The same seed gives the same game everywhere."""
        numbers = self.description.numbers
        number = numbers[0] if players is None else players
        if not isinstance(seed, int):
            raise BadSetup(f"a seed is a whole number, not {seed!r}")
        if number not in numbers:
            raise BadSetup(f"{self.title} is for {ranges(numbers, ' to ', ' or ')} players, not {number}")
        state = list(self.program.first)
        state[RANDOM] = first_random_state(seed)
        state[PEOPLE] = number
        state[PLAYERS] = max(number, self.description.seats)
        for name, choice in (switches or {}).items():
            place, value = self._switch(name, choice)
            state[place] = value
        position = Position(self, state, chance)
        position._advance(None, begin=True)
        return position

    def _switch(self, name: str, choice: str) -> tuple[int, int]:
        known = self.description.switches
        if name not in known:
            help = did_you_mean(name, known) or f"there are: {', '.join(known) or 'none'}"
            raise BadSetup(f"there is no switch `{name}`; {help}")
        choices, _ = known[name]
        if choice not in choices:
            raise BadSetup(f"`{name}` is one of {', '.join(choices)}, not `{choice}`")
        return self.program.memory.switches[name], choices.index(choice)

    def restore(self, text: str) -> Position:
        """The position that `Position.save` wrote."""
        return Position(self, restored(self, text))
