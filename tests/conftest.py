"""What many tests need: the games, positions arranged by hand, and small games written as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from small_games import PIECES, around, with_header

from duel_dsl.interpreter import Game, Position, load
from duel_dsl.interpreter.program.memory import CARDS, FACE_UP, OCCUPIED, SLOTS


class Arranged:
    """A position whose pieces a test puts where it wants them, past the rules."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def put(self, zone: str, *cards: str, seat: int | None = None) -> Arranged:
        """Lays cards into a zone, from wherever they are."""
        game, state = self.position.game, self.position.state
        for card in cards:
            game.machine.move(state, game.card(card).index, game.place(zone, seat)[0])
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
            open_slots = game.program.layouts[state[base]].open_slots(state[base + OCCUPIED])
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


class Player:
    """Plays random games of Duel that lean to one side, so that every way of winning comes up."""

    POLICIES = ("any", "build", "symbols", "shields", "raise", "discard")

    def __init__(self, policy: str, seed: int) -> None:
        self.policy = policy
        self.random = Random(f"{policy} {seed}")

    def key(self, position: Position) -> str:
        """The key of the next option."""
        keys = position.keys()
        liked = [key for key in keys if self._likes(position, key)]
        return self.random.choice(liked if liked and self.random.random() < 0.9 else keys)

    def _likes(self, position: Position, key: str) -> bool:
        if self.policy in ("build", "raise", "discard"):
            return key.startswith(self.policy)
        if self.policy == "any" or not key.startswith("build"):
            return self.policy == "shields" and key.startswith("raise")
        printed = position.game.card(key.removeprefix("build ")).values
        return bool(printed["symbol"] >= 0 if self.policy == "symbols" else printed["shields"] > 0)


def whole_games(
    game: Game, policy: str, seed: int, switches: dict[str, str] | None = None
) -> Iterator[tuple[Position, str]]:
    """Every decision of a random game with the key that is played next; at last the end with an empty key."""
    player = Player(policy, seed)
    position = game.start(seed=seed, switches=switches)
    while not position.over:
        key = player.key(position)
        yield position, key
        position.play(key)
    yield position, ""


@pytest.fixture(scope="session")
def decisions() -> Callable[..., Iterator[tuple[Position, str]]]:
    """Whole random games, decision by decision."""
    return whole_games


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
        (folder / "game.rules").write_text(with_header(text, players), encoding="utf-8")
        (folder / "all.cards").write_text(cards or "# none\n", encoding="utf-8")
        return load(folder)

    return write


@pytest.fixture
def small(written: WritePack) -> WritePack:
    """Loads a small game with a body for `play`, more declarations behind it and more cards than the four pieces."""

    def make(play: str, more: str = "", cards: str = "", players: str = "2") -> Game:
        return written(around(play, more), players, PIECES + cards)

    return make


@pytest.fixture(scope="session")
def pieces() -> str:
    """The text of four pieces that are worth 1 to 4."""
    return PIECES


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Writes a pack that builds on the small game, which lies beside it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garden").mkdir()
    for path in (Path(__file__).parent / "diagnostics" / "base").iterdir():
        (tmp_path / "garden" / path.name).write_bytes(path.read_bytes())

    def write(name: str, text: str, extends: str = "garden") -> None:
        (tmp_path / name).mkdir(exist_ok=True)
        header = f'pack {name}\n    title: "{name}"\n    extends: {extends}\n\n'
        (tmp_path / name / "pack.rules").write_text(header + text, encoding="utf-8")

    return write
