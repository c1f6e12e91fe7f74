"""What a screen foretells holds in every game that the seat holds possible, or it is not said.

Every effect, total and figure is compared with what really comes of it in many guesses of the same seat. Small games
of bluff and luck, in which one guess would be told as a fact, come first.
"""

from __future__ import annotations

from random import Random

import pytest
from conftest import WritePack
from foretold import contradicted
from test_secrecy import HIDDEN, PACKS

from duel_dsl.cli.screen.card_style import Pen
from duel_dsl.cli.screen.effects import changes
from duel_dsl.cli.screen.option_list import option_lines
from duel_dsl.cli.terminal import plain, styled
from duel_dsl.interpreter import Game, Position, load
from duel_dsl.interpreter.asking.knowledge import Knowledge

CARDS = "".join(f'piece "No {n}"\n    worth: {n}\n    suit: {("red", "blue")[n % 2]}\n' for n in range(1, 9))


def of_pieces(written: WritePack, table: str, choices: str, start: str = "", cards: str = CARDS) -> Game:
    """A small game of two players with coins, of pieces that lie hidden."""
    return written(
        f"""
enum suit: red, blue

kind piece
    worth: number = 0
    suit: suit

player
    coins: number = 5, public
    gems: number = 0, public
    hand: set of piece, private
    secret: number = 0, private
    won: set of piece, public

table
    bag: set of piece, hidden = piece
{table}

procedure play
{start}
    repeat 4:
        for p in players: turn(p)
    finish

choice turn(p: player) by p
{choices}

score
    worth: coins + sum(c.worth for c in won)
    gems: gems + count(won where suit is red) + count(hand) + secret

rank by total "most"
""",
        cards=cards,
    )


def told(position: Position) -> list[str]:
    """What stands on the screen about the options, line by line."""
    pen = Pen(position.game, "en", position.people)
    return [plain(line).strip() for line in option_lines(pen, position, position.options(), 120)]


# ------------------------------------------------------------------ one guess is no fact
def test_who_has_the_better_hidden_card_is_not_foretold(written: WritePack) -> None:
    game = of_pieces(
        written,
        "",
        """    option "challenge":
        p.gems += 1
        if max(c.worth for c in p.hand) > max(c.worth for c in opponent(p).hand):
            p.coins += 3
        if max(c.worth for c in p.hand) <= max(c.worth for c in opponent(p).hand):
            p.coins -= 3
    option "wait":
        p.coins += 1
""",
        "    draw 1 from bag to first.hand\n    draw 1 from bag to second.hand",
    )
    position = game.start(seed=3)
    known = Knowledge.of(position, 0)
    challenge, wait = (known.after(option) for option in position.options())
    assert challenge is None
    assert wait is not None
    assert wait.read("coins", 0) == 6
    assert changes(Pen(game, "en"), known, challenge, 0) == [styled("?", "dim")]
    assert contradicted(position, 20) == []


def test_a_guess_of_a_card_that_lies_face_down_is_not_foretold(written: WritePack) -> None:
    game = of_pieces(
        written,
        "    deck: pile of piece, hidden",
        """    option "say {s}" for s in suit:
        p.gems += 1
        p.coins += 4 if any(c.suit is s for c in top(1, deck)) else 0
""",
        "    move bag to deck\n    shuffle deck",
    )
    position = game.start(seed=3)
    known = Knowledge.of(position, 0)
    for option in position.options():
        after = known.after(option)
        assert after is not None
        assert (after.read("coins", 0), after.read("gems", 0)) == (None, 1)
        assert after.total(0) is None
    assert any("Gems 0→1" in line for line in told(position))
    assert any("Coins 5→?" in line for line in told(position))


def test_what_a_card_that_is_dealt_pays_is_not_foretold(written: WritePack) -> None:
    game = of_pieces(
        written,
        "",
        """    option "draw":
        p.gems += 1
        draw 1 from bag to p.won
        for c in p.won where c.suit is red: p.coins += 2
    option "wait":
        p.coins += 1
""",
    )
    position = game.start(seed=3)
    assert Knowledge.of(position, 0).after(position.options()[0]) is None


def test_what_all_hidden_cards_have_in_common_is_foretold(written: WritePack) -> None:
    cards = "".join(f'piece "No {n}"\n    worth: 3\n    suit: {("red", "blue")[n % 2]}\n' for n in range(1, 9))
    game = of_pieces(
        written,
        "    deck: pile of piece, hidden",
        """    option "take":
        for c in top(1, deck):
            p.coins += c.worth
            p.gems += 1 if c.suit is red else 0
            move c to p.won
    option "count":
        p.coins += count(deck) + count(opponent(p).hand)
""",
        "    draw 2 from bag to second.hand\n    move bag to deck\n    shuffle deck",
        cards,
    )
    position = game.start(seed=3)
    known = Knowledge.of(position, 0)
    take, count = (known.after(option) for option in position.options())
    assert take is not None
    assert count is not None
    assert (take.read("coins", 0), take.read("gems", 0), take.total(0)) == (8, None, None)
    assert count.read("coins", 0) == 5 + 6 + 2


def test_chance_is_not_foretold(written: WritePack) -> None:
    game = of_pieces(
        written,
        "",
        """    option "roll":
        let lucky = random suit "coin"
        p.coins += 4 if lucky is red else 2
        p.gems += 2
""",
        "    draw 1 from bag to first.hand",
    )
    position = game.start(seed=3)
    after = Knowledge.of(position, 0).after(position.options()[0])
    assert after is not None
    assert (after.read("coins", 0), after.read("gems", 0)) == (None, 2)


def test_a_secret_number_of_another_is_not_foretold(written: WritePack) -> None:
    game = of_pieces(
        written,
        "",
        """    option "hide":
        p.secret += 2
        p.coins -= 1
    option "steal":
        p.coins += opponent(p).secret
        p.gems += p.secret
""",
        "    draw 1 from bag to first.hand",
    )
    position = game.start(seed=3)
    position.play("hide")
    position.play("hide")
    known = Knowledge.of(position, 0)
    after = known.after(position.options()[1])
    assert after is not None
    assert (after.read("coins", 0), after.read("gems", 0)) == (None, 2)
    assert (known.total(0), known.total(1)) == (5 - 1 + 1 + 2, None)


# ------------------------------------------------------------------ everything that is foretold comes
def test_hidden_hands_piles_and_layouts(written: WritePack) -> None:
    cards = "".join(
        f'piece "No {number}"\n    worth: {number % 8}\n    suit: {number % 2}\n' for number in range(1, 19)
    )
    game = written(HIDDEN, cards=cards)
    for seed in range(10):
        position, random = game.start(seed), Random(seed)
        while not position.over:
            assert contradicted(position, 12) == []
            position.play(random.randrange(len(position.codes)))


@pytest.mark.parametrize(("pack", "players"), PACKS)
def test_what_is_foretold_comes_in_every_guess(pack: str, players: int) -> None:
    game, random = load(pack), Random(f"{pack} {players}")
    for seed in range(2):
        switches = {name: random.choice(choices) for name, (choices, _) in game.description.switches.items()}
        position = game.start(seed, players, switches)
        for _ in range(400):
            if position.over:
                break
            rare = position.choice == ""
            if random.random() < (0.4 if rare else 0.08):
                assert contradicted(position, 40, random.randrange(1000)) == []
            position.play(random.randrange(len(position.codes)))
