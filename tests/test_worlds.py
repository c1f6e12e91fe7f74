"""What a seat is given is the same in all games that it cannot tell apart, however these came about.

`test_secrecy.py` compares positions with guesses. Here nothing is guessed: small games are played many times, and
positions are compared in which a seat has seen the same, was told the same and has chosen the same from the beginning.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest
from conftest import WritePack
from foretold import contradicted
from test_secrecy import given_to, given_to_decider

from duel_dsl.cli.commands.jsonlines import JsonLines
from duel_dsl.cli.screen.card_style import Pen
from duel_dsl.cli.screen.moves import Episode
from duel_dsl.cli.screen.session import Session
from duel_dsl.interpreter import Game, Position
from duel_dsl.interpreter.asking.knowledge import Knowledge
from duel_dsl.interpreter.bots import bot
from duel_dsl.interpreter.playing.position import Option
from duel_dsl.lab.learning.actions import Actions

CARDS = "".join(f'piece "No {n}"\n    worth: {n}\n    suit: {("red", "blue")[n % 2]}\n' for n in range(1, 6))

HEAD = """
enum suit: red, blue

kind piece
    worth: number = 0
    suit: suit

player
    coins: number = 5, public
    won: set of piece, public
    hand: set of piece, private
"""

TAIL = """
score
    worth: coins + sum(c.worth for c in won) + count(won where suit is red) + (1 if count(hand) > 9 else 0)

rank by total "most"
"""

GAMES = {
    "numbers and seats read from a hidden hand, kept under names": """
table
    bag: set of piece, hidden = piece

procedure play
    draw 2 from bag to first.hand
    let held = sum(c.worth for c in first.hand)
    let most = first if any(c.worth > 3 for c in first.hand) else second
    handed(held)
    choose by second
        option "high": second.coins += held
        option "most": most.coins += 1
        option "none": second.coins += 1
    finish

procedure handed(x: number)
    choose by second
        option "low": second.coins += 3 if x < 5 else 0
        option "none": second.coins += 1
""",
    "references that only one knows, to cards that all see": """
    spied: refs of piece, private

table
    shop: set of piece, public = piece

procedure play
    pick(first)
    pick(second)
    choose by second
        option "dare": second.coins += 3 if any(c.worth > 3 for c in first.spied) else 0
        option "none": second.coins += 1
    finish

choice pick(p: player) by p
    option "mark {c}" for c in shop:
        mark c in p.spied
""",
    "what nobody sees of the table": """
table
    bag: set of piece, hidden = piece
    luck: number = 0, hidden
    fitting: suit, hidden
    lucky: player?, hidden

procedure play
    let n = random 0..4 "luck"
    luck = n
    let s = random suit "suit"
    fitting = s
    let w = random players "who"
    lucky = w
    move bag to first.won
    guess(first)
    guess(second)
    finish

choice guess(p: player) by p
    option "say {n}" for n in 0..4:
        p.coins += 5 if n == luck else 0
    option "red": p.coins += 4 if fitting is red else 0
    option "me": p.coins += 4 if lucky is p else 0
""",
    "what others have answered in secret": """
table
    bag: set of piece, hidden = piece
    pot: number = 0

procedure play
    draw 2 from bag to first.hand
    draw 2 from bag to second.hand
    together p in players: bid(p)
    together p in players: bid(p)
    finish

choice bid(p: player) by p
    option "bid {c}" for c in p.hand:
        move c to p.won
        p.coins += c.worth
    option "hold {n}" for n in 0..2: pot += n
""",
    "what is chosen for private fields": """
    kept: number = 0, private
    spied: refs of piece, private

table
    shop: set of piece, public = piece
    shown: number = 0

procedure play
    hide(first)
    hide(second)
    choose by second
        option "bet {n}" for n in 0..5: second.coins += 3 if n == first.kept else 0
    shown = first.kept
    choose by first
        option "done": first.coins += 1
    finish

choice hide(p: player) by p
    option "hide {n}" for n in 0..3: p.kept = n
    option "twice {n}" for n in 0..3:
        p.kept = n
        p.coins += 1 if n > 1 else 0
    option "up to {n}", "with {p.kept}" for n in 0..3 where n <= p.kept:
        p.kept = n
        p.coins += 1
    option "mark {c}" for c in shop: mark c in p.spied
    option "lay {n}" for n in 0..3:
        p.kept = n
        choose by opponent(p)
            option "wait": opponent(p).coins += 1
            option "see": p.coins += n
    option "high": p.kept = 3
    option "low": p.kept = 1
    option "give {n}" for n in 0..3: p.coins += n
    option "nothing": p.coins += 0
""",
    "labels that read what is hidden": """
table
    deck: pile of piece, hidden = piece

procedure play
    shuffle deck
    draw 2 from deck to first.hand
    for p in players: ask(p)
    for p in players: ask(p)
    finish

choice ask(p: player) by p
    option "own {max(c.worth for c in p.hand)}": p.coins += 1
    option "sum {sum(c.worth for c in opponent(p).hand)}": p.coins += 2
    option "take {n} above {max(c.worth for c in top(1, deck))}" for n in 0..2: p.coins += n
    option "count {count(opponent(p).hand)} {count(deck where suit is red)}": p.coins += 3
""",
    "loops over hidden cards": """
table
    deck: pile of piece, hidden = piece

procedure play
    shuffle deck
    draw 2 from deck to first.hand
    for c in first.hand:
        choose by second
            option "want":
                second.coins += c.worth
                move c to second.won
            option "leave": first.coins += 1
    repeat max(c.worth for c in deck):
        choose by first
            option "one": first.coins += 1
            option "two": second.coins += 1
    finish
""",
    "cards put onto a pile and under it": """
table
    deck: pile of piece, hidden, remembered = piece

procedure play
    shuffle deck
    repeat 2:
        for p in players:
            draw 1 from deck to p.hand
            give(p)
    dig(first)
    finish

choice give(p: player) by p
    option "give {c}" for c in p.hand: move c to opponent(p).hand
    option "put {c}" for c in p.hand: move c to deck
    option "under {c}" for c in p.hand: move c to bottom of deck

choice dig(p: player) by p
    option "grab {c}" for c in opponent(p).hand: move c to p.won
    option "top":
        for c in top(1, deck):
            p.coins += c.worth
            move c to p.won
    option "none": p.coins += sum(c.worth for c in opponent(p).hand)
""",
}


BOTS = ("random", "greedy", "mcts:20")


def alike(game: Game, seeds: int) -> list[tuple[int, list[Position]]]:
    """Positions that the seat which decides there cannot tell apart, a few of each."""
    pen, found = Pen(game, "en", 2), defaultdict[tuple[int, object], list[Position]](list)
    for seed in range(seeds):
        random, session = Random(seed), Session(game, game.start(seed), ("human", "human"), 7)
        known: list[list[object]] = [[], []]
        while not session.position.over:
            position = session.position
            for seat, seen in enumerate(known):
                told = [e._readable(move, pen, seat) for e in session.episodes if e.told for move in e.moves]
                seen.append((repr(position.seen_by(seat)), tuple(told)))
            seat = position.decider or 0
            group = found[seat, tuple(known[seat])]
            if len(group) < 4:
                group.append(position.copy())
            option = random.choice(position.options())
            known[seat].append(option.key)
            session.play(option)
    return [(seat, group) for (seat, _), group in found.items() if len(group) > 1]


def test_choices_for_private_fields_come_out_only_as_far_as_all_can_see(written: WritePack) -> None:
    """Whoever has seen the same is told the same of what others have chosen."""
    game = written(HEAD + GAMES["what is chosen for private fields"] + TAIL, cards=CARDS)
    pen, found = Pen(game, "en", 2), defaultdict[object, set[tuple[str, ...]]](set)
    told = set[tuple[int, str]]()
    for seed in range(1500):
        random, session = Random(seed), Session(game, game.start(7), ("human", "human"), 7)
        known: list[list[object]] = [[], []]
        while not session.position.over:
            seat, option = session.position.decider or 0, random.choice(session.position.options())
            known[seat].append(option.key)
            session.play(option)
            for reader, seen in enumerate(known):
                seen.append(repr(session.position.seen_by(reader)))
                moves = [(e, m) for e in session.episodes if e.told for m in e.moves if m.seat != reader]
                lines = [e._readable(m, pen, reader) for e, m in moves]
                told |= {(m.seat, line) for (_, m), line in zip(moves, lines, strict=True)}
                # A bet is for all to hear.
                found[reader, tuple(map(str, seen))].add(tuple(line for line in lines if "Bet" not in line))
    assert [lines for lines in found.values() if len(lines) > 1] == []
    # What the first has hidden is shown in the end.
    assert {(0, "Hide 2"), (1, "Give 2"), (1, "chooses in secret"), (1, "Bet 4")} <= told
    assert not any(seat and ("Hide" in line or "Mark" in line) for seat, line in told)


def test_programs_are_told_no_more(written: WritePack, capsys: pytest.CaptureFixture[str]) -> None:
    game = written(HEAD + GAMES["what is chosen for private fields"] + TAIL, cards=CARDS)
    for key, told in (("hide 2", "?"), ("give 2", "give 2"), ("high", "?"), ("mark no_2", "?")):
        session = Session(game, game.start(3), ("random", "human"), 7)
        JsonLines(session, "en")._bots_move(move := session.play(option(session, key)), Episode((move,), True))
        assert f'"chosen": "{told}"' in capsys.readouterr().out
    session = Session(game, game.start(3), ("human", "human"), 7)
    session.play(option(session, "lay 3"))
    assert session.position.decider == 1
    guesses = [session.position.guess(seat, 1).state for seat in (0, 1)]
    # Who has chosen it knows it, and nobody else.
    real = session.position.state
    waiting = [at for at in range(game.program.memory.stack, len(real)) if real[at] == 3]
    assert any(guesses[0][at] == 3 and guesses[1][at] == 0 for at in waiting)


def option(session: Session, key: str) -> Option:
    """The option of that key."""
    return next(option for option in session.position.options() if option.key == key)


def held_against(known: Knowledge, real: Position) -> None:
    """What is told for certain is so."""
    assert known.over is real.over
    for seat in (0, 1):
        assert known.total(seat) in (None, sum(real.scores(seat).values()))
        assert known.read("coins", seat) in (None, real.read("coins", seat))
    assert set(known.winners) <= set(real.result.winners if real.result and not real.result.drawn else ())


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_is_given_is_the_same_in_all_worlds(written: WritePack, name: str) -> None:
    game = written(HEAD + GAMES[name] + TAIL, cards=CARDS)
    actions, groups = Actions(game, 4), alike(game, 250)
    assert groups
    for seat, group in Random(1).sample(groups, min(40, len(groups))):
        first, *others = group
        ours = dict(given_to(first, seat)) | dict(given_to_decider(first, actions, ("en",)))
        known = Knowledge.of(first, seat)
        chosen = [bot(kind, 3).choose(first, seat) for kind in BOTS]
        for other in others:
            assert dict(given_to(other, seat)) | dict(given_to_decider(other, actions, ("en",))) == ours
            assert [bot(kind, 3).choose(other, seat) for kind in BOTS] == chosen
            held_against(known, other)
            for number, option in enumerate(first.options()):
                after, then = known.after(option), other.copy()
                then.play(number)
                if after is not None:
                    held_against(after, then)
        assert contradicted(first, 8) == []


ASKED_OF_HANDS = """
table
    bag: set of piece, hidden = piece

procedure play
    draw 2 from bag to first.hand
    draw 2 from bag to second.hand
    repeat 2:
        for p in players: steal(p)
    finish

choice steal(p: player) by p
    option "take {c}" for c in opponent(p).hand where c.worth > 2:
        move c to p.won
    option "high" where any(c.worth > 4 for c in opponent(p).hand):
        p.coins += 1
    option "one": p.coins += 2
    option "two": p.coins += 1
"""


def test_bots_bear_options_that_their_guesses_lack(written: WritePack) -> None:
    """What is on offer may tell of hidden cards: a guess need not have the same options."""
    game = written(HEAD + ASKED_OF_HANDS + TAIL, cards=CARDS)
    for seed in range(30):
        position = game.start(seed)
        while not position.over:
            seat = position.decider
            assert seat is not None
            assert contradicted(position, 5) == []
            for kind in ("random", "greedy", "mcts:20"):
                assert bot(kind, seed).choose(position, seat) in range(len(position.codes))
            position.play(bot("greedy", seed).choose(position, seat))


BURIED = """
table
    bag: set of piece, hidden = piece

procedure play
    draw 3 from bag to first.hand
    draw 2 from bag to second.hand
    for p in players: show(p)
    finish

choice show(p: player) by p
    option "bury {c} of {c.worth}" for c in p.hand:
        move c to bag
        p.coins += 1
    option "sum {sum(c.worth for c in p.hand)}": p.coins += 1
"""


def test_what_is_told_of_a_decision_reads_nothing_from_hidden_cards(
    written: WritePack, capsys: pytest.CaptureFixture[str]
) -> None:
    game = written(HEAD + BURIED + TAIL, cards=CARDS)
    pen = Pen(game, "en", 2)
    for number, told in ((0, "Bury a hidden card of ?"), (-1, "Sum ?")):
        session = Session(game, game.start(3), ("greedy", "human"), 7)
        move = session.play(session.position.options()[number])
        assert "?" not in move.line(pen, 0, 120)
        assert told in move.line(pen, 1, 120)
        JsonLines(session, "en")._bots_move(move, Episode((move,), True))
        written_line = capsys.readouterr().out
        assert '"options": null' in written_line
        assert told.lower().replace("a hidden card", "?") in written_line
