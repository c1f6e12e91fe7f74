"""Players on sides: who ranks, wins and shares together, in results, logs, figures, bots and rewards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from foretold import contradicted

from duel_dsl.interpreter import BadSetup, Game, InvalidPack, Position, load
from duel_dsl.interpreter.bots import bot
from duel_dsl.interpreter.playing.journal import Decision, Header, Log, outcome
from duel_dsl.interpreter.scenarios.runner import run_scenarios
from duel_dsl.lab.reports.report import wins_by_seat
from duel_dsl.lab.running.games import Setup, play_game
from duel_dsl.lab.running.lockstep import beside_the_reference
from duel_dsl.lab.studies.comparing import metrics
from duel_dsl.lab.studies.summary import Tally

WritePack = Callable[..., Game]
PARTNERS = Path(__file__).parent / "packs" / "partners"
# Two sides of two, and a decision for each player: what they gain, or the end of the game.
TEAMS = """
player
    team: number = 0
    tricks: number = 0

sides by SIDE

procedure play
    second.team = 1
    fourth.team = 1
    for p in players:
        bid(p)

choice bid(p: player) by p
    option "take {n}" for n in 0..5:
        p.tricks += n
    option "win":
        win p by "a win"
    option "peace":
        win nobody by "peace"

score
    tricks: tricks

rank by tricks "most tricks"
"""


@pytest.fixture(scope="module")
def partners() -> Game:
    return load(PARTNERS)


def played(game: Game, *keys: str, players: int = 4) -> Position:
    position = game.start(players=players)
    for key in keys:
        position.play(key)
    return position


def test_the_scenarios_of_the_pack() -> None:
    assert [found.failure for found in run_scenarios(load(PARTNERS, scenarios=True))] == [None] * 5


@pytest.mark.parametrize(
    ("keys", "winners", "winner", "how", "drawn"),
    [
        (("take 3", "take 5", "take 3", "take 0"), (0, 2), None, "most tricks", False),
        (("take 0", "take 5", "take 3", "take 0"), (1, 3), None, "most tricks", False),
        (("take 1", "take 2", "take 3", "take 2"), (0, 1, 2, 3), None, "draw", True),
        (("take 5", "win"), (1, 3), None, "a win", False),
        (("peace",), (0, 1, 2, 3), None, "peace", True),
    ],
)
def test_a_side_wins_together(
    written: WritePack, keys: tuple[str, ...], winners: tuple[int, ...], winner: int | None, how: str, drawn: bool
) -> None:
    position = played(written(TEAMS.replace("SIDE", "team"), players="4"), *keys)
    result = position.result
    assert result is not None
    assert (result.winners, result.winner, result.how, result.drawn) == (winners, winner, how, drawn)
    assert [result.share(seat) for seat in range(4)] == [
        (0.5 if drawn else 1.0) if seat in winners else 0.0 for seat in range(4)
    ]
    assert position.drawn is drawn


@pytest.mark.parametrize(
    ("by", "sides"),
    [
        ("team", ((0, 2), (1, 3))),
        ("self in [first, fourth]", ((0, 3), (1, 2))),
        ("left(left(self)) if self in [first, second] else self", ((0, 2), (1, 3))),
        ("none if self is third else first", ((0, 1, 3), (2,))),
    ],
)
def test_what_tells_sides_apart(written: WritePack, by: str, sides: tuple[tuple[int, ...], ...]) -> None:
    text = TEAMS.replace("SIDE", by).replace("tricks: tricks", "tricks: tricks + team")
    assert written(text, players="4").start().sides == sides


def test_everybody_plays_alone_where_nothing_is_said(duel: Game) -> None:
    assert duel.start().sides == ((0,), (1,))


def test_only_some_numbers_of_players(partners: Game) -> None:
    assert partners.description.numbers == (4, 6)
    assert partners.start().players == 4
    assert partners.start(players=6).sides == ((0, 2, 4), (1, 3, 5))
    with pytest.raises(BadSetup, match="is for 4 or 6 players, not 5"):
        partners.start(players=5)
    saved = partners.start(players=6).save()
    assert partners.restore(saved).players == 6


def test_a_list_of_numbers_and_ranges(written: WritePack) -> None:
    game = written(TEAMS.replace("SIDE", "team"), players="4..5, 8, 6")
    assert game.description.numbers == (4, 5, 6, 8)
    with pytest.raises(BadSetup, match="is for 4 to 6 or 8 players, not 7"):
        game.start(players=7)


def test_a_log_names_all_winners_and_an_older_one_need_not(written: WritePack) -> None:
    game = written(TEAMS.replace("SIDE", "team"), players="4")
    position = played(game, "win")
    told = outcome(position.result)
    assert told is not None
    assert (told["winner"], told["winners"]) == (None, [0, 2])
    header = Header(game.name, game.digest, 0, 4)
    older = {key: value for key, value in told.items() if key != "winners"}
    for result in (told, older):
        assert Log(header, [Decision(0, "win")], result).positions(game)[-1].over


@pytest.mark.parametrize("players", [4, 6])
def test_both_machines_and_what_is_foretold(partners: Game, players: int) -> None:
    for seed in range(6):
        assert beside_the_reference(partners, seed, players, 1.0).differences == ()
    for seed in range(6):
        position = partners.start(seed, players)
        while not position.over:
            assert contradicted(position, 2, seed) == []
            position.play(seed * 7 % len(position.codes))


def test_figures_count_all_who_win_together(partners: Game) -> None:
    setup = Setup((str(PARTNERS),), ("random",) * 4, partners.digest)
    tally = Tally(setup, tuple(partners.description.score))
    records = [play_game(setup, number) for number in range(60)]
    for record in records:
        tally.add(record)
        assert record.drawn or record.winners in ((0, 2), (1, 3))
        assert metrics(record, setup, tuple(partners.description.score))["wins of the first seat"] == record.share(0)
    summary = tally.summary()
    assert summary.fair == 0.5
    assert [one.won for one in summary.wins][:2] == [one.won for one in summary.wins][2:]
    assert sum(one.won for one in summary.wins) == 2 * (len(records) - summary.drawn)
    for way in summary.ways:
        assert sum(way.seats) == 2 * (way.games - way.drawn)
    names = ["a", "b", "c", "d"]
    assert "50" in wins_by_seat(summary, names).text


def test_bots_play_for_their_side(written: WritePack) -> None:
    # The fourth can let the side of the second win, which is its own, or take points for nothing.
    text = TEAMS.replace("SIDE", "team").replace(
        """    option "win":
        win p by "a win"
""",
        """    option "crown the second" where p is fourth:
        win second by "a crown"
    option "crown the third" where p is fourth:
        win third by "a crown"
""",
    )
    position = played(written(text, players="4"), "take 5", "take 0", "take 5")
    for name in ("greedy", "mcts:300"):
        assert position.keys()[bot(name, 1).choose(position, 3)] == "crown the second"


def test_rewards_are_those_of_the_side(partners: Game) -> None:
    zoo = pytest.importorskip("duel_dsl.lab.pettingzoo_env")
    env = zoo.RawEnv(str(PARTNERS), 4)
    won = False
    for seed in range(40):
        env.reset(seed=seed)
        while env.position.decider is not None:
            mask = env.observe(env.agent_selection)["action_mask"]
            env.step(int(mask.nonzero()[0][seed % mask.sum()]))
        result = env.position.result
        rewards = [env.rewards[agent] for agent in env.possible_agents]
        assert rewards == [(1.0 if not result.drawn else 0.0) if s in result.winners else -1.0 for s in range(4)]
        won = won or not result.drawn
    assert won


def test_sides_are_declared_once_and_can_be_replaced(written: WritePack) -> None:
    with pytest.raises(InvalidPack, match="there is a `sides` already"):
        written(TEAMS.replace("SIDE", "team") + "\nsides by tricks\n", players="4")
    game = written(TEAMS.replace("SIDE", "team") + "\nreplace sides by team is 1 and tricks < 9\n", players="4")
    assert game.start().sides == ((0, 2), (1, 3))
