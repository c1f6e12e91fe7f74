"""The same seed gives the same game: in another process, under other hash seeds, and as it was before.

After a change of the rules or of the order in which chance is asked, write the kept digests anew with
`DUEL_DSL_REGENERATE=1 pytest tests/test_determinism.py` and say so in the change log.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from duel_dsl.interpreter import Game, load
from duel_dsl.interpreter.backends.python.source import write

KEPT = Path(__file__).parent / "data" / "duel_games.json"
SEEDS = range(20)

# Played in another process: prints the digests of the games and of the generated code.
SCRIPT = f"""
import hashlib, json, sys
sys.path.insert(0, {str(Path(__file__).parent)!r})
from test_determinism import digest_of
from duel_dsl.interpreter import load
from duel_dsl.interpreter.backends.python.source import write
game = load("duel")
source = hashlib.sha256(write(game.program).text.encode()).hexdigest()
print(json.dumps([source, game.digest, [digest_of(game, seed) for seed in range(20)]]))
"""


def digest_of(game: Game, seed: int) -> str:
    """One game told by every key on offer, the decider and the key played; no numbers of the position itself."""
    position = game.start(seed=seed)
    told = hashlib.sha256()
    step = seed
    while not position.over:
        keys = position.keys()
        # A small congruential generator of our own: the games must not depend on Python's.
        step = (step * 1103515245 + 12345) % 2**31
        key = keys[(step >> 8) % len(keys)]
        told.update(f"{position.decider}: {', '.join(keys)} -> {key}\n".encode())
        position.play(key)
    result = position.result
    assert result is not None
    told.update(f"{result.winner} {result.how} {result.scores}".encode())
    return told.hexdigest()[:16]


def in_another_process(hash_seed: str, cache: Path) -> tuple[str, str, list[str]]:
    """The digests of a fresh interpreter that finds no cache."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    source, digest, games = json.loads(done.stdout)
    return source, digest, games


@pytest.fixture(scope="module")
def games(duel: Game) -> list[str]:
    """The digests of this process."""
    return [digest_of(duel, seed) for seed in SEEDS]


def test_games_are_as_they_were(duel: Game, games: list[str]) -> None:
    if os.environ.get("DUEL_DSL_REGENERATE"):
        KEPT.write_text(json.dumps({"games": games}, indent=2) + "\n", encoding="utf-8")
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    assert games == kept["games"], "the games of these seeds have changed; see the top of this file"


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_another_process_and_hash_seed(duel: Game, games: list[str], hash_seed: str, tmp_path: Path) -> None:
    source, digest, others = in_another_process(hash_seed, tmp_path)
    assert others == games
    assert digest == duel.digest
    assert source == hashlib.sha256(write(duel.program).text.encode()).hexdigest()


def test_loading_again_gives_the_same_code(duel: Game) -> None:
    """From the cache or not."""
    again = load("duel")
    assert write(again.program).text == write(duel.program).text
    assert again.program == duel.program
    assert again.start(seed=3) == duel.start(seed=3)


def test_seeds_matter(duel: Game) -> None:
    starts = {duel.start(seed=seed).save() for seed in range(200)}
    assert len(starts) == 200
    firsts = [duel.start(seed=seed).decider for seed in range(400)]
    assert 150 < sum(seat == 1 for seat in firsts) < 250


def test_play_random_with_a_seed(duel: Game) -> None:
    ends = [duel.start(seed=1).play_random(seed).save() for seed in (5, 5, 6)]
    assert ends[0] == ends[1] != ends[2]
