"""What a seat may not know is in nothing that it is given: positions that look alike to it give it all the same.

Positions are compared in pairs: one of a game, and one in which everything is exchanged that the seat does not see.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import redirect_stdout
from random import Random

import pytest
from conftest import WritePack

from duel_dsl.cli.commands.jsonlines import JsonLines
from duel_dsl.cli.screen.card_style import Pen
from duel_dsl.cli.screen.screen import Screen
from duel_dsl.cli.screen.session import Session
from duel_dsl.cli.terminal import Terminal
from duel_dsl.interpreter import Game, Position, load
from duel_dsl.interpreter.backends.reference.machine import ReferenceMachine
from duel_dsl.interpreter.bots import bot
from duel_dsl.interpreter.playing.view import unseen_cards
from duel_dsl.interpreter.program.verify import verify
from duel_dsl.lab.learning.actions import Actions
from duel_dsl.lab.learning.observation import Observation

# Every pack alone and with what it goes with, with a number of players; and the bots that are asked.
PACKS = [
    ("duel", 2),
    ("pantheon", 2),
    ("agora", 2),
    ("pantheon+agora", 2),
    ("wonders", 2),
    ("wonders", 4),
    ("wonders", 7),
    ("leaders", 3),
]
# Numbers of players in which only the beginning of a game is looked at.
SAMPLED = [("wonders", 3), ("wonders", 5), ("wonders", 6), ("leaders", 4), ("leaders", 5), ("leaders", 6)]
# A bot that thinks for a time does not choose the same twice, so it cannot be compared.
BOTS = ("random", "greedy", "mcts:8")


def written_of(screen: Screen, what: str) -> str:
    """What a screen writes to a pipe."""
    lines = io.StringIO()
    with redirect_stdout(lines):
        screen.terminal = Terminal.here()
        if what == "all":
            screen._draw()
        else:
            screen._explain(what, screen.session.position.decider or 0)
    return lines.getvalue()


def given_to(position: Position, seat: int) -> Iterator[tuple[str, object]]:
    """Everything that a seat is given of a position, whoever decides, under the name of what it is."""
    game = position.game
    yield "view", position.seen_by(seat)
    yield "observation", Observation(game, position.players).row(position.seen_by(seat))


def given_to_decider(position: Position, actions: Actions, languages: tuple[str, ...]) -> Iterator[tuple[str, object]]:
    """Everything that the seat is given that decides."""
    game = position.game
    session = Session(game, position.copy(), ("human",) * position.people, 7)
    yield "codes", position.codes
    yield "keys", position.keys()
    for language in languages:
        options = position.options(language)
        yield f"options in {language}", options
        yield f"words in {language}", [position.spoken(option, language) for option in options]
        screen = Screen(session, Pen(game, language, position.people), Terminal.here())
        yield f"screen in {language}", written_of(screen, "all")
        yield f"? in {language}", written_of(screen, "")
    yield "holes", [position.holes(option) for option in position.options()]
    yield "actions", actions.on_offer(position)
    yield "json", json.dumps(JsonLines(session, "en")._decision(position, 1))


def compared(position: Position, actions: Actions, random: Random, bots: tuple[str, ...]) -> None:
    """Compares a position with others that look the same to its seats."""
    for seat in range(position.people):
        other = position.guess(seat, random.getrandbits(30))
        assert dict(given_to(other, seat)) == dict(given_to(position, seat))
        if seat != position.decider:
            continue
        languages = tuple(position.game.languages)
        ours, theirs = (dict(given_to_decider(p, actions, languages)) for p in (position, other))
        for name, found in ours.items():
            assert found == theirs[name], name
        for name in bots:
            assert bot(name, 3).choose(position, seat) == bot(name, 3).choose(other, seat), name


@pytest.mark.parametrize(("pack", "players"), SAMPLED)
def test_with_other_numbers_of_players_too(pack: str, players: int) -> None:
    game = load(pack)
    actions, random = Actions(game, 4), Random(f"{pack} {players}")
    position = game.start(1, players).play_random(random.getrandbits(30), random.randrange(6 * players))
    compared(position, actions, random, BOTS[:2])
    position.play(random.randrange(len(position.codes)))
    compared(position, actions, random, BOTS)


@pytest.mark.parametrize(("pack", "players"), [("pantheon+agora", 2), ("wonders", 4), ("leaders", 3)])
def test_hidden_cards_are_in_no_line_of_a_log(pack: str, players: int) -> None:
    """A card that a seat has never seen is in nothing that it is told of decisions."""
    game = load(pack)
    pen, random = Pen(game, "en", players), Random(f"{pack} {players}")
    session = Session(game, game.start(2, players), ("human",) * players, 7)
    for _ in range(40 if players > 2 else 90):
        session.play(random.choice(session.position.options()))
    told = [episode for episode in session.episodes if episode.told]
    for reader in range(players):
        unseen = {game.words().card(card) for card in never_seen(session, reader)}
        lines = [line for episode in told for line in episode.lines(pen, reader, 200)]
        assert lines
        assert [(line, name) for line in lines for name in unseen if f" {name}  " in f"{line}  "] == []


def never_seen(session: Session, seat: int) -> set[int]:
    """The cards that a seat has not seen in any position so far, by number; but for copies of one that it has seen."""
    states = [session.moves[0].before, *(move.after for move in session.moves)]
    game, unseen = session.position.game, [unseen_cards(p.game, p.state, seat) for p in states]
    every = set(range(game.program.cards))
    seen = {card for card in every if any(not hidden >> card & 1 for hidden in unseen)}
    names = "  ".join(game.words().card(card) for card in seen)
    return {card for card in every - seen if game.words().card(card) not in names}


@pytest.mark.parametrize(("pack", "players"), PACKS)
def test_hidden_cards_are_in_nothing_that_a_seat_is_given(pack: str, players: int) -> None:
    game = load(pack)
    actions, random = Actions(game, 4), Random(f"{pack} {players}")
    for seed in range(3):
        switches = {name: random.choice(choices) for name, (choices, _) in game.description.switches.items()}
        position = game.start(seed, players, switches)
        for number in range(400):
            if position.over:
                break
            rare = position.choice == "" and len(position.codes) > 1
            if random.random() < (0.3 if rare else 0.02):
                compared(position, actions, random, BOTS if random.random() < 0.2 else BOTS[:1])
            position.play(random.randrange(len(position.codes)))
            assert number < 399 or not position.over


# ------------------------------------------------------------------ a game of hidden cards alone
HIDDEN = """
kind piece
    worth: number = 0
    suit: number = 0
    back: suit
    state mark: number = 0

player
    hand: set of piece, private
    won: set of piece, public

table
    deck: pile of piece, hidden
    bag: set of piece, hidden = piece
    row: layout of piece

layout line
    D U D U

procedure play
    deal bag to row as line
    draw 3 from bag to first.hand
    draw 3 from bag to second.hand
    move bag to deck
    shuffle deck
    for c in piece:
        if c.worth > 6: c.mark = c.suit
    repeat 3:
        for p in players:
            steal(p, opponent(p))
    finish

choice steal(p: player, q: player) by p
    option "take {c} worth {c.worth}" for c in q.hand:
        move c to p.won
    option "open {c}" for c in row:
        move c to p.won
    option "draw {c}" for c in deck:
        move c to p.won
    option "swap {c} for {d}" for c in p.hand, d in q.hand:
        move c to q.hand
        move d to p.hand

score
    worth: sum(c.worth for c in won)

rank by total "most"
"""


@pytest.fixture
def hidden(written: WritePack) -> Game:
    cards = "".join(
        f'piece "No {number}"\n    worth: {number % 8}\n    suit: {number % 2}\n' for number in range(1, 19)
    )
    return written(HIDDEN, cards=cards)


def test_options_on_hidden_cards_say_where_they_lie(hidden: Game) -> None:
    position = hidden.start(seed=4)
    keys = position.keys()
    assert [key for key in keys if key.startswith("take")] == [f"take second hand {n} worth ?" for n in (1, 2, 3)]
    assert [key for key in keys if key.startswith("draw")] == [f"draw deck {n}" for n in range(1, 9)]
    slots = [key for key in keys if key.startswith("open")]
    assert slots[0::2] == ["open r1c1", "open r1c3"]
    assert {slots[1], slots[3]} == {f"open {card}" for card in position.slots("row").values() if card} & set(slots)
    swaps = [key for key in keys if key.startswith("swap")]
    assert swaps == [f"swap {own} for second hand {n}" for own in position.zone("hand", 0) for n in (1, 2, 3)]


def test_the_card_that_lies_there_is_the_one_that_moves(hidden: Game) -> None:
    for seed in range(8):
        position = hidden.start(seed=seed)
        top = max(position.zone("deck"), key=lambda card: height(position, card))
        first = position.slots("row")["r1c1"]
        assert (position.decider, len(set(position.keys()))) == (0, len(position.keys()))
        after = position.copy()
        after.play("draw deck 1")
        assert after.zone("won", 0) == [top]
        after = position.copy()
        after.play("open r1c1")
        assert after.zone("won", 0) == [first]
        taken = set()
        for number in (1, 2, 3):
            after = position.copy()
            after.play(f"take second hand {number} worth ?")
            taken |= set(after.zone("won", 0))
        assert taken == set(position.zone("hand", 1))


def height(position: Position, card: str) -> int:
    return position.state[position.game.program.memory.order + position.game.card(card).index]


def test_a_position_in_a_hand_says_nothing_about_the_card(hidden: Game) -> None:
    """The first of several unseen cards is not always the one that was printed first."""
    lowest = 0
    for seed in range(60):
        position = hidden.start(seed=seed)
        hand = position.zone("hand", 1)
        of_one_back = [card for card in hand if hidden.card(card).values["suit"] == 0]
        if len(of_one_back) < 2 or any(hidden.card(card).values["worth"] == 7 for card in hand):
            continue
        position.play("take second hand 1 worth ?")
        lowest += position.zone("won", 0)[0] == min(of_one_back, key=lambda card: hidden.card(card).index)
    assert 0 < lowest < 30


def test_games_of_hidden_cards(hidden: Game) -> None:
    actions, random = Actions(hidden, 4), Random(1)
    for seed in range(12):
        position = hidden.start(seed)
        while not position.over:
            compared(position, actions, random, BOTS if seed < 2 else ())
            action = random.choice(list(actions.on_offer(position).values()))
            again = hidden.restore(position.save())
            position.play(action)
            again.play(action)
            assert again == position


def test_machines_offer_hidden_cards_alike(hidden: Game) -> None:
    other = Game(hidden.description, hidden.program, ReferenceMachine(hidden.program))
    assert verify(hidden.program) == []
    for seed in range(4):
        positions, random = [game.start(seed) for game in (hidden, other)], Random(seed)
        while not positions[0].over:
            assert positions[0].state == positions[1].state
            assert positions[0].codes == positions[1].codes
            assert positions[0].options() == positions[1].options()
            index = random.randrange(len(positions[0].codes))
            for position in positions:
                position.play(index)
        assert positions[0].result == positions[1].result
