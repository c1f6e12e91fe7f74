"""What many tests need: the games, positions arranged by hand, and small games written as text."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from duel_dsl.interpreter import Game, Position, load
from duel_dsl.interpreter.memory import CARDS, FACE_UP, OCCUPIED, SLOTS


class Arranged:
    """A position whose pieces a test puts where it wants them, past the rules."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def put(self, zone: str, *cards: str, seat: int | None = None) -> Arranged:
        """Lays cards into a zone, from wherever they are."""
        game, state = self.position.game, self.position.state
        for card in cards:
            game.machine.runtime.move(state, game.card(card).index, game.place(zone, seat)[0])
        self.position._found = None
        return self

    def set(self, name: str, value: int, seat: int | None = None) -> Arranged:
        """Gives a number field a value."""
        self.position.state[self.position.game.place(name, seat)[0]] = value
        self.position._found = None
        return self

    def offer(self, zone: str, *cards: str) -> Arranged:
        """Lays cards open into a layout, each in exchange for one that nothing covers."""
        game, state = self.position.game, self.position.state
        base, _ = game.place(zone, None)
        taken = 0
        for name in cards:
            card, where = game.card(name).index, game.program.memory.where
            open_slots = game.machine.runtime.open_slots(state[base], state[base + OCCUPIED])
            slot = next(i for i in open_slots if not taken >> i & 1)
            taken |= 1 << slot
            at, other = state[where + card], state[base + SLOTS + slot]
            if other == card:
                continue
            if at < 0:
                state[-at], state[where + other] = other, at
            else:
                state[at] ^= 1 << card | 1 << other
                state[where + other] = at
                state[base + CARDS] ^= 1 << card | 1 << other
            state[base + SLOTS + slot], state[where + card] = card, -(base + SLOTS + slot)
            state[base + FACE_UP] |= 1 << slot
        self.position._found = None
        return self


@pytest.fixture(scope="session")
def duel() -> Game:
    """The base game."""
    return load("duel")


@pytest.fixture(scope="session")
def first_turn(duel: Game) -> Position:
    """Duel after the draft, at the first turn; copy it before use."""
    position = duel.start(seed=0)
    while position.choice != "turn":
        position.play(0)
    return position


@pytest.fixture
def arranged(first_turn: Position) -> Arranged:
    """The first turn of Duel, to be arranged."""
    return Arranged(first_turn.copy())


@pytest.fixture(scope="session")
def wonders() -> Game:
    """7 Wonders."""
    return load("wonders")


@pytest.fixture(scope="session")
def arrange() -> type[Arranged]:
    """Makes any position one to be arranged: `arrange(position)`."""
    return Arranged


WritePack = Callable[..., Game]


@pytest.fixture
def written(tmp_path: Path) -> WritePack:
    """Loads a game from the text of its rules: `written(text)`; a header and an ending are added where it has none."""

    def write(text: str, players: str = "2", cards: str = "") -> Game:
        folder = tmp_path / "small"
        folder.mkdir(exist_ok=True)
        if "pack small" not in text:
            text = f'pack small\n    title: "Small"\n    players: {players}\n\n{text}'
        (folder / "game.rules").write_text(text, encoding="utf-8")
        (folder / "all.cards").write_text(cards or "# none\n", encoding="utf-8")
        return load(folder)

    return write
