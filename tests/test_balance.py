"""`duel-dsl balance`: on a small game whose truth is known, and on the games that come with the program."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from duel_dsl.cli.main import main
from duel_dsl.interpreter import Game, load
from duel_dsl.interpreter.errors import GameError
from duel_dsl.lab.running.blank import blanked
from duel_dsl.lab.running.games import Entry, Event, Offer, Record, Setup, play_game
from duel_dsl.lab.running.uses import Use
from duel_dsl.lab.studies.card_figures import LEAST, CardTally
from duel_dsl.lab.studies.comparing import averaged, changes, seatings
from duel_dsl.lab.studies.dominance import dominated
from duel_dsl.lab.studies.worth import moment_of, play_with_blank

FAIR = """
pack fair
    title: "Fair"
    players: 2

kind gem
    points: formula = 0
    event on_take

player
    chest: set of gem, public, active
    gold: number = 0, stops at 0

table
    open: set of gem, public
    thrown: set of gem, public
    deck: set of gem, hidden = gem

procedure play
    repeat 3:
        for p in players:
            draw 2 from deck to open
            turn(p)
            move open to thrown
    finish

choice turn(p: player) by p
    option "take {g}" for g in open:
        move g to p.chest
        run g.on_take for p
    option "toss {g}" for g in open:
        move g to thrown

score
    gems: sum(g.points(self) for g in chest)
    gold: gold

rank by total "most points"

gem "Crown"
    points: 5
    on_take: gold += 4

gem "Dust"
"""
PEBBLES = "".join(f'\ngem "Pebble {n}"\n    points: 1\n' for n in range(10))
RICHER = """
pack richer
    title: "Richer"
    extends: fair

change gem dust
    points: 6
"""


@pytest.fixture
def fair(tmp_path: Path) -> Path:
    """A game of twelve gems, of which one is worth nine points and the others one or none."""
    for name, text in (("fair", FAIR + PEBBLES), ("richer", RICHER)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "game.rules").write_text(text, encoding="utf-8")
    return tmp_path / "fair"


Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command in this process: exit code, output, errors."""

    def call(*arguments: object) -> tuple[int, str, str]:
        code = main(["balance", *(str(argument) for argument in arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def study(run: Run) -> Callable[..., Any]:
    """What the command finds, as an object."""

    def call(*arguments: object) -> Any:
        code, out, err = run(*arguments, "--json", "--jobs", 1)
        assert (code, err) == (0, "")
        return json.loads(out)

    return call


# ------------------------------------------------------------------ the small game
def test_the_strong_card_is_found(fair: Path, study: Callable[..., Any]) -> None:
    found = study(fair, "--games", 300, "--seats", "random")
    cards = {card["card"]: card for card in found["cards"]}
    assert max(cards, key=lambda name: cards[name]["difference"]["value"]) == "crown"
    # It makes no difference whether dust is taken or thrown away.
    assert cards["dust"]["verdict"] == "not demonstrated"
    crown = cards["crown"]
    assert crown["verdict"] == "win more: demonstrated"
    assert crown["won_taken"]["value"] > 0.95
    assert crown["difference"]["low"] > 0.2
    uses = {use["use"]: use for use in crown["uses"]}
    assert set(uses) == {"take it", "toss it"}
    assert uses["take it"]["takes"]
    assert not uses["toss it"]["takes"]
    assert uses["take it"]["games"] == crown["taken"] == crown["takers"]
    # Of twelve gems all are dealt out.
    assert crown["offered"] == 300
    assert found["dominated"] == [{"card": "dust", "by": "pebble_0"}]
    assert found["digest"] == load(fair).digest
    assert found["bots"] == ["random", "random"]


def test_a_card_is_worth_what_it_gives(fair: Path, study: Callable[..., Any]) -> None:
    found = study(fair, "--games", 120, "--seats", "random", "--without", "crown")
    worth = found["worth"]
    assert worth["games"] == next(card["taken"] for card in found["cards"] if card["card"] == "crown")
    # Random bots play on in the same way, so each pair differs by exactly the points of the card.
    assert worth["ahead"] == {"value": 9.0, "low": 9.0, "high": 9.0}
    assert worth["demonstrated"]
    assert worth["wins"]["low"] > 0.1
    points = {change["what"]: change for change in found["comparison"]["changes"]}
    assert points["points for gold"]["verdict"] == "less: demonstrated"
    assert points["points for gold"]["after"] == 0.0
    assert points["decisions"]["difference"] == {"value": 0.0, "low": 0.0, "high": 0.0}
    assert found["comparison"]["digest"] != found["digest"]


def test_another_rule_set_on_the_same_seeds(fair: Path, study: Callable[..., Any]) -> None:
    found = study(fair, "--games", 120, "--seats", "random", "--against", fair.parent / "richer")
    shown = {change["what"] for change in found["comparison"]["changes"] if change["demonstrated"]}
    assert {"points for gems", "points of a seat"} <= shown
    assert "decisions" not in shown
    assert not any(name.startswith("taken: ") for name in shown)
    itself = study(fair, "--games", 40, "--seats", "random,greedy", "--against", fair)["comparison"]
    assert itself["games"] == 40
    assert all(change["difference"]["value"] == 0.0 and not change["demonstrated"] for change in itself["changes"])
    assert "wins of greedy" in {change["what"] for change in itself["changes"]}


def test_nothing_is_said_where_all_do_the_same(fair: Path, study: Callable[..., Any]) -> None:
    """Greedy bots always take the strong card, so there is nobody to compare its takers with."""
    found = study(fair, "--games", 25, "--seats", "greedy")
    crown = next(card for card in found["cards"] if card["card"] == "crown")
    assert (crown["taken"], crown["leavers"], crown["verdict"]) == (25, 0, "too few left it")
    assert crown["probability"] == 1.0


def test_the_same_numbers_whatever_plays(fair: Path, run: Run) -> None:
    arguments = (fair, "--games", 30, "--seats", "random", "--without", "crown", "--json")
    assert run(*arguments, "--jobs", 1) == run(*arguments, "--jobs", 2)


def test_text_and_page(fair: Path, run: Run, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    arguments = (fair, "--games", 150, "--seats", "random", "--jobs", 1, "--without", "crown", "--html", page)
    code, out, err = run(*arguments)
    assert (code, err) == (0, "")
    digest = load(fair).digest
    for text in ("random, random", digest, "Crown: it helps who takes it: demonstrated", "Dominated on paper: Dust"):
        assert text in out
    html = page.read_text(encoding="utf-8")
    assert digest in html
    assert html.count("<svg") >= 5
    assert not re.search(r"https?://|<script|src=", html)
    assert run(*arguments)[0] == 1
    assert run(*arguments, "--force")[0] == 0
    assert run(fair, "--games", 1, "--seats", "random", "--jobs", 1, "--all")[0] == 0


def test_mistakes_get_one_clear_line(fair: Path, run: Run) -> None:
    for arguments, expected in (
        (("--without", "crow"), "did you mean `crown`"),
        (("--without", "crown", "--against", fair), "two questions"),
        (("--seats", "wizard"), "wizard"),
        (("--games", "0"), "--games"),
        (("--against", "no_such_pack"), "no_such_pack"),
        (("--against", "wonders+leaders", "--players", "2", "--set", "no=yes"), "there is no switch `no`"),
        (("--against", ""), "pack"),
        (("--without", ""), "there is no card"),
    ):
        code, out, err = run(fair, *arguments)
        assert code == 2
        assert out == ""
        assert expected in err.splitlines()[0]


# ------------------------------------------------------------------ its parts
@pytest.mark.parametrize(
    ("pack", "card"), [("duel", "the_great_library"), ("duel", "economy"), ("duel", "arena"), ("wonders", "library")]
)
def test_a_blank_lies_where_the_card_lay_and_does_nothing(pack: str, card: str) -> None:
    game = load(pack)
    blank = blanked(game, card)
    before, after = game.card(card), blank.card(card)
    assert (before.index, before.kind, blank.backs) == (after.index, after.kind, game.backs)
    assert blank.digest != game.digest
    assert not any(answer.card == after.index for answer in blank.description.answers)
    for seed in range(3):
        one, other = game.start(seed), blank.start(seed)
        assert one.state == other.state
        assert other.play_random(seed).over


def test_a_blank_has_to_be_a_card() -> None:
    with pytest.raises(GameError, match="did you mean `arena`"):
        blanked(load("duel"), "arenna")
    with pytest.raises(GameError, match="write `lumber_yard`"):
        blanked(load("wonders"), "lumber_yard.2")


@pytest.mark.parametrize("pack", ["duel", "wonders"])
def test_the_same_game_up_to_the_moment(pack: str) -> None:
    """With a card that does nothing anyway in a seat's hands, the game with a blank goes on to its end."""
    setup = Setup((pack,), ("random",) * load(pack).description.players[0])
    record = play_game(setup, 3)
    found = 0
    for card in sorted({entry.card for entry in record.entered})[:5]:
        moment = moment_of(record, card, len(setup.seats))
        if moment is None:
            continue
        pair = play_with_blank((setup, card, moment))
        assert pair is not None
        assert pair.moment.outcome in (0.0, 0.5, 1.0)
        assert pair == play_with_blank((setup, card, moment))
        found += 1
    assert found > 1


TAKE, TOSS = Use("ring", "take {g}", "g"), Use("ring", "toss {g}", "g")


def test_never_taken() -> None:
    tally = CardTally(people=2)
    for number in range(30):
        tally.add(told(number, 0, TOSS, 0))
    assert [figures.verdict for figures in tally.figures(["ring"])] == ["never taken"]


def told(number: int, seat: int, use: Use, winner: int) -> Record:
    """A game in which a seat was offered the ring and used it."""
    offers = (Offer(seat, TAKE, 1), Offer(seat, TOSS, 1))
    entered = (Entry(1, seat, "ring"),) if use is TAKE else ()
    return Record(number, 0, winner, (winner,), "", ((0,), (0,)), 1, 0, (), offers, (Event(1, seat, use),), entered)


def test_cards_are_counted() -> None:
    tally = CardTally(people=2)
    for number in range(100):
        # Every other game the ring is taken; its takers win 3 of 4, the others 1 of 5.
        use = TAKE if number % 2 else TOSS
        won = number // 2 % 4 < 3 if use is TAKE else number // 2 % 5 < 1
        tally.add(told(number, number % 3 % 2, use, number % 3 % 2 if won else 1 - number % 3 % 2))
    ring, nothing = tally.figures(["ring", "nothing"])
    assert (ring.offered, ring.taken, ring.takers, ring.leavers) == (100, 50, 50, 50)
    assert ring.won_taken.value == pytest.approx(38 / 50)
    assert ring.won_available.value == pytest.approx(48 / 100)
    assert ring.difference.value == pytest.approx(28 / 50)
    assert ring.verdict == "win more: demonstrated"
    assert nothing.verdict == "never offered"


def test_few_games_prove_nothing() -> None:
    tally = CardTally(people=2)
    for number in range(2 * LEAST - 2):
        tally.add(told(number, 0, TAKE if number % 2 else TOSS, 0 if number % 2 else 1))
    (ring,) = tally.figures(["ring"])
    assert not ring.demonstrated
    assert ring.verdict == "too few took it"


def test_dominated_cards(duel: Game) -> None:
    assert [(one.card, one.by) for one in dominated(duel)] == [
        ("logging_camp", "lumber_yard"),
        ("clay_pit", "clay_pool"),
        ("stone_pit", "quarry"),
    ]


def test_bots_go_round_the_table() -> None:
    assert [one.seats for one in seatings(Setup((), ("a", "b", "c")))] == [
        ("a", "b", "c"),
        ("b", "c", "a"),
        ("c", "a", "b"),
    ]
    assert len(seatings(Setup((), ("a", "a")))) == 1


def test_changes_are_paired() -> None:
    before = {n: {"length": float(n), "ends by x": 1.0} for n in range(30)}
    after = {n: {"length": n + 1.0 + (n % 2) / 10} for n in range(40)}
    length, ends = changes(before, after)[::-1]
    assert length.difference.value == pytest.approx(1.05)
    assert length.difference.high < 1.1
    assert (ends.before, ends.after, ends.demonstrated) == (1.0, 0.0, True)
    assert averaged([{"a": 1.0}, {"a": 0.0, "b": 1.0}]) == {"a": 0.5, "b": 0.5}
