"""Games as PettingZoo environments: its own tests, actions that mean the same everywhere, and no secrets told."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from duel_dsl.dsl.reading.sources import installed_packs
from duel_dsl.interpreter import Game, Option, Position
from duel_dsl.interpreter.bots import bot
from duel_dsl.interpreter.errors import BadSetup
from duel_dsl.lab.learning.actions import DECLINED, Actions
from duel_dsl.lab.learning.observation import Observation
from duel_dsl.lab.running.games import loaded

# How many play each pack: the least, the most, and what is special in between.
PLAYERS = {
    "duel": (2,),
    "pantheon": (2,),
    "agora": (2,),
    "pantheon_agora": (2,),
    "wonders": (2, 3, 7),
    "leaders": (2, 3, 7),
}
GAMES = [(pack, players) for pack, numbers in PLAYERS.items() for players in numbers]


def test_no_pack_is_left_out() -> None:
    assert set(PLAYERS) == set(installed_packs())


# ------------------------------------------------------------------ without the extra
def named(position: Position, option: Option) -> list[object]:
    """What an option is about but for how it is paid; copies of a card are the same."""
    cards = position.game.description.cards
    holes = [(type.tag, value) for type, value in position.holes(option) if type.tag != "payment"]
    return [cards[value].name if tag == "card" else value for tag, value in holes]


@pytest.mark.parametrize(("pack", "players"), GAMES)
def test_every_option_has_one_action(pack: str, players: int) -> None:
    game = loaded((pack,))
    actions, meaning = Actions(game, 8), dict[int, tuple[str, list[object]]]()
    for seed in range(2):
        position, luck = game.start(seed, players), Random(seed)
        while not position.over:
            offered, options = actions.on_offer(position), position.options()
            assert [options[index].key for index in offered.values()] == list(dict.fromkeys(position.keys()))
            assert all(DECLINED <= action < actions.size for action in offered)
            for action, index in offered.items():
                told = (position.pattern(options[index]), named(position, options[index]))
                assert meaning.setdefault(action, told) == told
            position.play(luck.choice(list(offered.values())))


def test_ways_beyond_the_number_asked_for_are_left_out(wonders: Game) -> None:
    one, many = Actions(wonders, 1), Actions(wonders, 8)
    assert one.size < many.size
    fewer = 0
    for seed in range(6):
        position, luck = wonders.start(seed, 3), Random(seed)
        while not position.over:
            chosen = set(one.on_offer(position).values())
            assert chosen <= set(many.on_offer(position).values())
            assert chosen
            fewer += len(chosen) < len(many.on_offer(position))
            position.play(luck.randrange(len(position.codes)))
    assert fewer


def test_numbers_that_the_text_works_out_are_listed(small: Callable[..., Game]) -> None:
    """Only what depends on the game is counted as ways and cut off."""
    game = small('choose by first\n    option "take {n}" for n in 1 + 1..2 * 3:\n        note(n)')
    actions, position = Actions(game, 1), game.start()
    assert position.keys() == [f"take {n}" for n in range(2, 7)]
    assert list(actions.on_offer(position).values()) == list(range(5))


@pytest.mark.parametrize(("pack", "players"), GAMES)
def test_a_row_holds_what_the_seat_may_know_and_no_more(pack: str, players: int) -> None:
    game = loaded((pack,))
    position, luck = game.start(3, players), Random(3)
    observation = Observation(game, position.players)
    rows = set()
    while not position.over:
        for seat in {position.decider, luck.randrange(position.people)}:
            row = observation.row(position.seen_by(seat))
            assert len(row) == len(observation.entries)
            wrong = [e for e, n in zip(observation.entries, row, strict=True) if not e.low <= n <= e.high]
            assert wrong == []
            # A game that differs only in what the seat cannot know looks the same.
            assert observation.row(position.guess(seat, luck.getrandbits(32)).seen_by(seat)) == row
            rows.add(tuple(row))
        position.play(luck.randrange(len(position.codes)))
    assert len(rows) > 30


def test_a_row_can_be_read(duel: Game) -> None:
    position = duel.start(1)
    while position.choice != "turn":
        position.play(0)
    seat = position.decider
    assert seat is not None
    observation = Observation(duel, 2)
    row = dict(zip([entry.name for entry in observation.entries], observation.row(position.seen_by(seat)), strict=True))
    assert row["decider"] == 0
    assert row["current"] == 0
    assert row["seat+0 coins"] == position.read("coins", seat)
    assert row["seat+1 coins"] == position.read("coins", 1 - seat)
    plans = [name for name in position.zone("plans", seat) if row[f"seat+0 plans {name}"] == 1]
    assert plans == position.zone("plans", seat)
    assert sum(row[f"display slot {slot} seen"] for slot in range(1, 21)) == 12
    assert sum(row[f"display slot {slot} taken"] for slot in range(1, 21)) == 20


# ------------------------------------------------------------------ with it
@pytest.fixture
def zoo() -> Any:
    pytest.importorskip("pettingzoo", reason="the extra `gym` is not installed")
    return pytest.importorskip("duel_dsl.lab.pettingzoo_env")


@pytest.mark.parametrize(("pack", "players"), GAMES)
def test_pettingzoo_has_no_objections(zoo: Any, pack: str, players: int) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # What it says of every environment with action masks but its own.
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        api_test(zoo.env(pack, players), num_cycles=100)
    seed_test(lambda: zoo.env(pack, players), num_cycles=10)


@pytest.mark.parametrize(("pack", "players"), GAMES)
def test_whole_games_end_with_rewards(zoo: Any, pack: str, players: int) -> None:
    env = zoo.env(pack, players)
    for seed in range(2):
        env.reset(seed=seed)
        env.action_space("player_0").seed(seed)
        rewards = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            observation, reward, over, cut_short, _ = env.last()
            rewards[agent] = reward
            assert not cut_short
            env.step(None if over else env.action_space("player_0").sample(observation["action_mask"]))
        result = env.unwrapped.position.result
        alone = 1.0 if len(result.winners) == 1 else 0.0
        assert list(rewards.values()) == [alone if seat in result.winners else -1.0 for seat in range(players)]
        assert env.agents == []


def test_a_seed_gives_the_game_of_that_seed(zoo: Any, duel: Game) -> None:
    env = zoo.RawEnv("duel")
    env.reset(seed=7)
    assert env.position.state == duel.start(7).state
    env.reset()
    following = env.position.save()
    assert following != duel.start(7).save()
    env.reset(seed=7)
    env.reset()
    assert env.position.save() == following


def test_a_bot_plays_against_an_agent(zoo: Any) -> None:
    env = zoo.RawEnv("duel")
    env.reset(seed=2)
    greedy = bot("greedy", 1)
    while not env.position.over:
        seat = env.position.decider
        index = greedy.choose(env.position, seat) if seat else 0
        action = env.action(index)
        assert env.option(action).key == env.position.keys()[index]
        assert f"{action}: {env.option(action)}" in env.render()
        env.step(action)
    assert env.render() == "the game is over"
    assert set(env.rewards.values()) <= {1.0, 0.0, -1.0}


def test_an_action_that_is_not_on_offer_loses(zoo: Any) -> None:
    env = zoo.env("duel")
    env.reset(seed=1)
    agent, mask = env.agent_selection, env.observe(env.agent_selection)["action_mask"]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env.step(int((mask == 0).argmax()))
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards[agent] == -1.0
    raw = zoo.RawEnv("duel")
    raw.reset(seed=1)
    before = raw.position.save()
    with pytest.raises(ValueError, match="is not on offer"):
        raw.step(int((mask == 0).argmax()))
    assert raw.position.save() == before


def test_the_mask_is_only_for_who_decides(zoo: Any) -> None:
    env = zoo.RawEnv("wonders", players=3)
    env.reset(seed=1)
    for agent in env.agents:
        assert bool(env.observe(agent)["action_mask"].any()) is (agent == env.agent_selection)


def test_what_cannot_start_is_told(zoo: Any) -> None:
    with pytest.raises(BadSetup, match="is for 2 players"):
        zoo.env("duel", players=5)
    with pytest.raises(BadSetup, match="at least one way"):
        zoo.env("duel", variants=0)


def test_the_extra_is_missed_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    monkeypatch.setitem(sys.modules, "numpy", None)
    monkeypatch.delitem(sys.modules, "duel_dsl.lab.pettingzoo_env", raising=False)
    with pytest.raises(BadSetup, match=r"pip install 'duel-dsl\[gym\]'"):
        __import__("duel_dsl.lab.pettingzoo_env")
