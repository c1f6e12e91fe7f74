"""Games recorded by an independent engine replay without a difference, where their file is at hand."""

import gzip
import importlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from duel_dsl.interpreter import Game

ROOT = Path(__file__).resolve().parent.parent
BENCH = ROOT / "bench" / "recorded.py"
# The recorded games are not part of the project; they lie beside it where it is developed.
RECORDED = ROOT.parent / "shared" / "recorded"


def compare(path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, BENCH, path], capture_output=True, text=True)


def recorded(name: str) -> Path:
    path = RECORDED / name
    if not path.is_file():
        pytest.skip(f"the recorded games {name} are not here")
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "fewest_games", "decisions_each"),
    [
        ("duel_games.jsonl.gz", 400, 60),
        ("duel_second_games.jsonl.gz", 60, 60),
        ("pantheon_games.jsonl.gz", 80, 80),
        ("agora_games.jsonl.gz", 80, 80),
        ("pantheon_agora_games.jsonl.gz", 80, 80),
        ("wonders_games.jsonl.gz", 150, 54),
        ("leaders_games.jsonl.gz", 160, 60),
        ("one_difference.jsonl.gz", 1, 100),
    ],
)
def test_games_replay_without_difference(name: str, fewest_games: int, decisions_each: int) -> None:
    done = compare(recorded(name))
    assert done.stdout.splitlines()[-1].endswith(" 0 differences"), done.stdout + done.stderr
    assert done.returncode == 0
    games, decisions = (int(part.split()[0]) for part in done.stdout.splitlines()[-1].split(", ")[:2])
    assert games >= fewest_games
    assert decisions > decisions_each * games


def first_games(name: str, count: int) -> list[dict[str, Any]]:
    with gzip.open(recorded(name), "rt", encoding="utf-8") as file:
        return [json.loads(next(file)) for _ in range(count)]


def is_told(tmp_path: Path, games: list[dict[str, Any]], *told: str) -> None:
    """The comparison of these games finds a difference and tells all this of it."""
    path = tmp_path / "games.jsonl"
    path.write_text("".join(json.dumps(game) + "\n" for game in games), encoding="utf-8")
    done = compare(path)
    assert done.returncode == 1
    for text in (*told, "recorded:"):
        assert text in done.stdout
    assert not done.stderr


def spoil_coins(game: dict[str, Any]) -> str:
    game["decisions"][20]["after"]["p"][0]["coins"] += 1
    return "coins"


def spoil_legal(game: dict[str, Any]) -> str:
    turn = next(d for d in game["decisions"] if d["kind"] == "turn")
    turn["legal"] = [entry for entry in turn["legal"] if entry is not turn["legal"][0]]
    turn["chosen"] = 0
    return "legal options"


def spoil_price(game: dict[str, Any]) -> str:
    turn = next(d for d in game["decisions"] if d["kind"] == "turn")
    name = next(iter(turn["prices"]))
    turn["prices"][name] += 1
    return "prices"


def spoil_points(game: dict[str, Any]) -> str:
    game["result"]["vp"][1]["blue"] += 1
    return "points of player 1"


@pytest.mark.parametrize("spoil", [spoil_coins, spoil_legal, spoil_price, spoil_points])
def test_a_difference_in_duel_is_found_and_told(tmp_path: Path, spoil: Any) -> None:
    games = first_games("duel_games.jsonl.gz", 2)
    is_told(tmp_path, games, spoil(games[1]), f"game {games[1]['game']}, decision")


def choices(game: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for entry in game["log"] if entry["t"] == "choose"]


def states(game: dict[str, Any]) -> list[dict[str, Any]]:
    return [entry for entry in game["log"] if entry["t"] == "state"]


def spoil_payment(game: dict[str, Any]) -> str:
    paid = next(one for entry in choices(game) for one in entry["legal"] if one[1] == "build" and one[3])
    paid[3] += 1
    return "legal options"


def spoil_mover(game: dict[str, Any]) -> str:
    choices(game)[4]["p"] += 1
    return "mover"


def spoil_part_of_a_state(what: str, number: int) -> Callable[[dict[str, Any]], str]:
    def spoil(game: dict[str, Any]) -> str:
        found = states(game)[number]["players"][1]
        found[what] += {"victory": [1], "under": ["altar"], "built": ["altar"]}.get(what, 1)
        return f"{what} of player 1"

    return spoil


def spoil_discard(game: dict[str, Any]) -> str:
    states(game)[8]["discard"].append("altar")
    return "discard pile"


def spoil_category(game: dict[str, Any]) -> str:
    game["final"]["points"][2]["science"] += 1
    return "points of player 2"


def spoil_winners(game: dict[str, Any]) -> str:
    game["final"]["winners"] = [(game["final"]["winners"][0] + 1) % 3]
    return "winners"


@pytest.mark.parametrize(
    "spoil",
    [
        *(spoil_payment, spoil_mover, spoil_discard, spoil_category, spoil_winners),
        *(spoil_part_of_a_state(what, 4) for what in ("coins", "shields", "stages")),
        *(spoil_part_of_a_state(what, -1) for what in ("victory", "defeat", "under", "built")),
    ],
)
def test_a_difference_in_wonders_is_found_and_told(tmp_path: Path, spoil: Any) -> None:
    games = first_games("wonders_games.jsonl.gz", 2)
    is_told(tmp_path, games, spoil(games[1]), f"game {games[1]['id']}, age")


def spoil_guild(game: dict[str, Any]) -> str:
    found = next(detail["guild_points"] for detail in game["final"]["detail"] if detail["guild_points"])
    name = next(iter(found))
    found[name] += 1
    return f"points of {name}"


def spoil_leader(game: dict[str, Any]) -> str:
    found = game["final"]["detail"][1]["leader_points"]
    name = next(name for name in found if name != "aristotle")
    found[name] += 1
    return f"points of {name}"


def spoil_points_of_leaders(game: dict[str, Any]) -> str:
    points = game["final"]["points"][1]
    points["leaders"] += 1
    points["science"] -= 1
    return "points of player 1"


def spoil_leader_hand(game: dict[str, Any]) -> str:
    states(game)[3]["players"][0]["leader_hand"].append("sappho")
    return "leader_hand of player 0"


@pytest.mark.parametrize("spoil", [spoil_guild, spoil_leader, spoil_points_of_leaders, spoil_leader_hand])
def test_a_difference_in_leaders_is_found_and_told(tmp_path: Path, spoil: Any) -> None:
    games = first_games("leaders_games.jsonl.gz", 2)
    is_told(tmp_path, games, spoil(games[1]), f"game {games[1]['id']}, age")


def test_a_game_recorded_with_another_choice_is_played_with_it(tmp_path: Path) -> None:
    games = first_games("wonders_games.jsonl.gz", 30)
    game = next(game for game in games if any(e["phase"] == "halikarnassos" and e["n"] > 1 for e in choices(game)))
    game["rules"]["discard_build"] = "may"
    is_told(tmp_path, [game], "halikarnassos", "legal options", "pass")


@pytest.mark.parametrize(
    "content",
    [
        *("", "{}\n", "[]\n", "3\n", "no json\n", '{"setup": {}, "decisions": [], "result": {}}\n'),
        '{"setup": {}, "log": [], "final": {}, "players": 3}\n',
    ],
)
def test_a_file_of_something_else_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(content, encoding="utf-8")
    done = compare(path)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    done = compare(tmp_path / "none.jsonl.gz")
    assert done.returncode == 2
    assert "cannot be compared" in done.stderr


def expansions() -> ModuleType:
    """The module that compares games with expansions; the folder of the measurements is no package."""
    sys.path.insert(0, str(BENCH.parent))
    try:
        return importlib.import_module("recorded_expansions")
    finally:
        sys.path.remove(str(BENCH.parent))


def cube_moved(
    *, tokens: tuple[int, ...] = (0, 2, 2, 5), others: int = 12, doing: str = "move"
) -> list[dict[str, Any]]:
    """The state before a decision of the first player, and that decision with the state after it."""
    after = {"mil": {"tok": list(tokens)}, "p": [{"cubes": 10}, {"cubes": others}]}
    return [{"mil": {"tok": [5, 2, 2, 5]}}, {"player": 0, "chosen": {"a": doing}, "after": after}]


def test_a_removal_that_is_left_out_is_matched_narrowly() -> None:
    is_left_out = expansions().removal_is_left_out
    assert is_left_out(*cube_moved())
    assert not is_left_out(*cube_moved(others=11))
    assert not is_left_out(*cube_moved(tokens=(5, 2, 2, 5)))
    assert not is_left_out(*cube_moved(tokens=(5, 2, 2, 0)))
    assert not is_left_out(*cube_moved(doing="miltokapply"))


def test_a_card_destroyed_early_comes_after_the_token() -> None:
    wonder = {"state": "playerTurn", "chosen": {"wonder": "Circus Maximus"}, "after": 1}
    destroy = {"state": "chooseOpponentBuilding", "chosen": {}, "after": 2}
    place = {"state": "placeInfluence", "chosen": {}, "after": 3}
    turn = {"state": "playerTurn", "chosen": {}, "after": 4}
    found = expansions().in_our_order([wonder, destroy, place, turn])
    assert [step["state"] for step in found] == ["playerTurn", "placeInfluence", "chooseOpponentBuilding", "playerTurn"]
    assert found[1]["passing"]
    assert found[2]["late"]
    assert found[2]["after"] == 3
    assert expansions().in_our_order([wonder, destroy, turn]) == [wonder, destroy, turn]


@pytest.mark.parametrize(("coins", "found"), [(9, 9), (8, 7), (7, 7)])
def test_only_the_coins_left_out_go_to_economy(duel: Game, coins: int, found: int) -> None:
    follower = expansions().Follower(duel.start(seed=1))
    follower.instead_of_a_good = 2
    follower._share_more({"p": [{"coins": 7}, {"coins": coins}]}, 1)
    assert follower.position.read("coins", 1) == found


def test_every_end_of_a_game_with_expansions_is_known() -> None:
    ends = ["military", "science", "science_draw", "politics", "points", "points_blue_tiebreak", "draw"]
    assert sorted(expansions().WAYS) == sorted(ends)
