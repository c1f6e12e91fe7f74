"""A card more or less never breaks a base game: packs with more cards of every kind, and with fewer, are played.

Every game is looked at after every decision: invariants, each card in one place. Wherever cards are laid out or dealt,
nothing is short and nothing is left over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from attrs import frozen
from random_play import healthy

from duel_dsl.cli.main import main
from duel_dsl.dsl import Report, compile_packs
from duel_dsl.interpreter import Game, Position, load

CARDS = Path(__file__).parent.parent / "cards"
BASES = ("duel", "duel+pantheon", "duel+agora", "duel+pantheon+agora", "wonders", "wonders+leaders")
MOST = 5
CARD = re.compile(
    r'^(?P<kind>\w+) "(?P<title>[^"]+)"(?: as (?P<id>\w+))?\n(?P<lines>(?:    .*\n|\n(?=    ))*)', re.MULTILINE
)


@frozen
class Printed:
    """A card as it is written in a pack."""

    kind: str
    id: str
    lines: str

    def copy(self, number: int) -> str:
        """Another card of the same kind with the same lines."""
        return f'{self.kind} "Copy {number} of {self.id}"\n{self.lines}\n'


def printed(base: str) -> Iterator[Printed]:
    """The cards of a base, in the order of the text."""
    for pack in base.split("+"):
        for file in sorted((CARDS / pack).glob("*.cards")):
            for found in CARD.finditer(file.read_text(encoding="utf-8")):
                name = found["id"] or re.sub(r"\W+", "_", found["title"].lower()).strip("_")
                yield Printed(found["kind"], name, found["lines"])


def by_kind(base: str) -> dict[str, list[Printed]]:
    kinds: dict[str, list[Printed]] = {}
    for card in printed(base):
        kinds.setdefault(card.kind, []).append(card)
    return kinds


def pack(folder: Path, base: str, text: str) -> Path:
    """A pack on all packs of a base."""
    folder.mkdir(exist_ok=True)
    header = f'pack varied\n    title: "Varied"\n    extends: {", ".join(base.split("+"))}\n\n'
    (folder / "varied.rules").write_text(header + text, encoding="utf-8")
    return folder


def more(base: str, shift: int) -> str:
    """One to five cards more of every kind; with every shift another number of each."""
    random, text = Random(shift), ""
    for place, (_, cards) in enumerate(by_kind(base).items()):
        number = 1 + (place + shift) % MOST
        text += "".join(random.choice(cards).copy(n) for n in range(number))
    return text


def play(game: Game, players: int, seed: int, look: Callable[[Position], None] = healthy) -> None:
    """A random game, looked at after every decision."""
    random, position = Random(seed), game.start(seed, players)
    look(position)
    while not position.over:
        position.play(random.choice(position.codes and range(len(position.codes))))
        look(position)


@pytest.mark.parametrize("shift", range(MOST))
@pytest.mark.parametrize("base", BASES)
def test_more_cards_of_every_kind(base: str, shift: int, tmp_path: Path) -> None:
    game = load(pack(tmp_path / "more", base, more(base, shift)))
    low, high = game.description.players
    for players in range(low, high + 1):
        play(game, players, shift)


# ------------------------------------------------------------------ one card
def test_the_first_card_of_the_readme_is_seen_in_games(tmp_path: Path) -> None:
    readme = (CARDS.parent / "README.md").read_text(encoding="utf-8")
    card = re.findall(r"^<!-- file: my_pack/new\.cards -->\n+```cards\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)[
        -1
    ]
    game, built, aside = load(pack(tmp_path / "my_pack", "duel", card)), 0, 0

    def first_age_only(position: Position) -> None:
        healthy(position)
        ages = {game.card(c).values["age"] for c in position.zone("display")}
        assert ages <= {position.read("age")}

    for seed in range(12):
        position = game.start(seed)
        while not position.over:
            first_age_only(position)
            keys = position.keys()
            position.play("build caravan_camp" if "build caravan_camp" in keys else Random(seed).choice(keys))
        built += any("caravan_camp" in position.zone("city", seat) for seat in (0, 1))
        aside += "caravan_camp" in position.zone("box")
    assert built > 5
    assert aside > 0


# ------------------------------------------------------------------ fewer cards
# So many can be taken out of the box.
SPARE = {
    "duel": {1: 3, 2: 3, 3: 3, "guild": 4, "token": 5, "wonder": 4, "loot": 4},
    "duel+pantheon": {1: 3, 2: 3, 3: 3, "guild": 6, "grand_temple": 2, "mythology_token": 5, "token": 3, "wonder": 2},
    "duel+agora": {1: 3, 2: 3, 3: 3, "guild": 4, "conspiracy": 2, "decree": 10, "token": 4, "wonder": 2},
    "wonders": {"guild": 1},
    "wonders+leaders": {"guild": 5, "leader": 8},
}


def named(base: str) -> set[str]:
    """The words of the rules and cards of a base: what is named there cannot just be taken out."""
    files = [file for name in base.split("+") for file in (CARDS / name).glob("*.*") if file.stem not in WORDS]
    lines = [line for file in files for line in file.read_text(encoding="utf-8").splitlines() if '"' not in line]
    return {word for line in lines for word in re.findall(r"\w+", line)}


# Files that only name things.
WORDS = ("english", "german", "words_for_packs", "look")


def taken_out(base: str, spare: dict[int | str, int]) -> str:
    """Removes as many cards as can be spared: of a kind, or of the common buildings of an age."""
    random, text, taken = Random(base), "", named(base)
    for what, number in spare.items():
        age = f"    age: {what}\n" if isinstance(what, int) else ""
        kind = what if isinstance(what, str) else "building"
        cards = [card for card in by_kind(base)[kind] if age in card.lines and card.id not in taken]
        text += "".join(f"remove {kind} {card.id}\n" for card in random.sample(cards, number))
    return text


@pytest.mark.parametrize("base", SPARE)
def test_fewer_cards(base: str, tmp_path: Path) -> None:
    game = load(pack(tmp_path / "fewer", base, taken_out(base, SPARE[base])))
    low, high = game.description.players
    for players in range(low, high + 1):
        play(game, players, 1)


SHORT = [
    ("duel", "building", 1, 4, "there are enough cards for the display of every age\n"),
    ("duel", "guild", None, 5, "there are enough guilds\n"),
    ("duel", "token", None, 6, "there are enough progress tokens\n"),
    ("duel+pantheon", "grand_temple", None, 3, "there are enough grand temples\n"),
    ("duel+agora", "senator", None, 1, "there are enough senators\n"),
    ("wonders", "building", 2, 1, "there are enough cards for a hand in every age\n"),
    ("wonders+leaders", "leader", None, 9, "there are enough leaders\n"),
]


@pytest.mark.parametrize(("base", "kind", "age", "number", "said"), SHORT)
def test_too_few_cards_are_a_mistake(
    base: str, kind: str, age: int | None, number: int, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = f"    age: {age}\n" if age else ""
    cards = [card.id for card in by_kind(base)[kind] if lines in card.lines and card.id not in named(base)]
    folder = pack(tmp_path / "few", base, "".join(f"remove {kind} {card}\n" for card in cards[:number]))
    assert main(["validate", str(folder)]) == 1
    written = capsys.readouterr().out
    assert "error[broken-invariant]: when a game" in written
    assert said in written


# ------------------------------------------------------------------ no false alarms
PACKS = sorted(path for path in (Path(__file__).parent / "packs").iterdir() if path.is_dir())


@pytest.mark.parametrize("names", [*(base.split("+") for base in BASES), *([str(path)] for path in PACKS)], ids=str)
def test_nothing_here_is_uneven(names: list[str]) -> None:
    report = Report()
    compile_packs(names, report)
    assert [d for d in report.diagnostics if d.code == "uneven"] == []
