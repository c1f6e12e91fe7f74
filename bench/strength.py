"""How much stronger one bot is than another: the same deals from every seat, wins with 95 % intervals.

    python bench/strength.py duel [--players 2] [--games 40] [--pairs greedy/random,mcts:1000/greedy] [--json]

In every game one seat is the first bot's and all others are the second's; each deal is played once from every seat. The
first is stronger where its share of the wins is more than one in as many as play (shared victories count in part), even
at the lower end of the interval (Wilson).
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache

from attrs import asdict, frozen

from duel_dsl.interpreter import Game, GameError, InvalidPack, load
from duel_dsl.interpreter.bots import bot
from duel_dsl.interpreter.runtime.sides import lead
from duel_dsl.lab.studies.statistics import wilson

PAIRS = "greedy/random,mcts:1000/greedy"


@frozen
class Strength:
    """What came of the games of one bot against others of another kind; the lead is over the best of them."""

    pack: str
    players: int
    first: str
    second: str
    games: int
    won: float
    low: float
    high: float
    even: float
    mean_lead: float

    @property
    def stronger(self) -> bool:
        """Whether the first bot is shown to be the stronger one."""
        return self.low > self.even

    def __str__(self) -> str:
        verdict = "stronger" if self.stronger else "not shown to be stronger"
        return (
            f"{self.pack} ({self.players} players): {self.first} against {self.second} won {self.won:.1%}"
            f" of {self.games} games, 95 % interval {self.low:.1%} to {self.high:.1%},"
            f" even is {self.even:.1%}: {verdict}; mean lead {self.mean_lead:+.1f}"
        )


@cache
def _loaded(pack: str) -> Game:
    return load(pack)


def play_one(pack: str, players: int, first: str, second: str, number: int) -> tuple[float, int]:
    """The share that the first bot has in the victory of one game, and its lead; deal and seat come from the number."""
    deal, own = divmod(number, players)
    position = _loaded(pack).start(deal, players)
    bots = [bot(first if seat == own else second, number * players + seat) for seat in range(players)]
    while not position.over:
        seat = position.decider
        assert seat is not None
        position.play(bots[seat].choose(position, seat))
    result = position.result
    assert result is not None
    return result.share(own), int(lead(result.totals, position.sides, own))


def measure(pack: str, players: int | None, first: str, second: str, games: int, jobs: int = 1) -> Strength:
    """Plays the games, rounded up so that every deal is played from every seat."""
    people = _loaded(pack).start(0, players).people
    games = -(-games // people) * people
    with ProcessPoolExecutor(jobs) as pool:
        running = [pool.submit(play_one, pack, people, first, second, number) for number in range(games)]
        ends = [game.result() for game in running]
    won = sum(share for share, _ in ends)
    low, high = wilson(won, games)
    return Strength(
        pack, people, first, second, games, won / games, low, high, 1 / people, sum(lead for _, lead in ends) / games
    )


def main() -> int:
    """Measures one pack and prints a line for each pair of bots; 1 where the first is not shown to be stronger."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("pack", help="such as duel, or duel+pantheon")
    parser.add_argument("--players", type=int, help="how many play, where the game allows several numbers")
    parser.add_argument("--games", type=int, default=40, help="how many games of each pair (default 40)")
    parser.add_argument("--pairs", default=PAIRS, help=f"which bots, stronger/weaker (default {PAIRS})")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes play (default 1)")
    parser.add_argument("--json", action="store_true", help="print a JSON object for each pair")
    arguments = parser.parse_args()
    if arguments.games < 1 or arguments.jobs < 1:
        parser.error("--games and --jobs must be at least 1")
    strengths = []
    try:
        pairs = [pair.partition("/") for pair in arguments.pairs.split(",")]
        for first, _, second in pairs:
            bot(first), bot(second)
        for first, _, second in pairs:
            found = measure(arguments.pack, arguments.players, first, second, arguments.games, arguments.jobs)
            print(json.dumps({**asdict(found), "stronger": found.stronger}) if arguments.json else found, flush=True)
            strengths.append(found)
    except (InvalidPack, GameError) as failure:
        print(f"{arguments.pack}: {failure}", file=sys.stderr)
        return 2
    return 0 if all(found.stronger for found in strengths) else 1


if __name__ == "__main__":
    sys.exit(main())
