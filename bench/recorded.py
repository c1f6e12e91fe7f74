"""Compares our engine with games that another engine recorded, decision by decision.

    python bench/recorded.py FILE.jsonl.gz [--show 5]

Prints how many games and decisions were compared and how many differences there are, shows the first few and
exits with 1 if there is any (2 if the file cannot be read).
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import recorded_duel
import recorded_expansions
import recorded_leaders
import recorded_wonders

from duel_dsl.interpreter import GameError

Record = dict[str, Any]
Compared = tuple[int, list[str]]

# A recorded game is recognised by what its set-up holds.
COMPARERS: list[tuple[Callable[[Record], bool], Callable[[Record], Compared]]] = [
    (recorded_duel.recognises, recorded_duel.compare),
    (recorded_wonders.recognises, recorded_wonders.compare),
    (recorded_expansions.recognises, recorded_expansions.compare),
    (recorded_leaders.recognises, recorded_leaders.compare),
]

# What a file of something else, or a damaged one, leads to.
DAMAGED = (ValueError, LookupError, TypeError, AttributeError, StopIteration, GameError)
UNREADABLE = (OSError, EOFError, zlib.error, *DAMAGED)


def records(path: Path) -> Iterator[Record]:
    """The games of a file, one JSON object per line, packed or not."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)


def compare(record: Record) -> Compared:
    """The number of decisions of a recorded game and the differences found in it."""
    for recognises, comparer in COMPARERS:
        if recognises(record):
            return comparer(record)
    raise ValueError("this is not a recorded game of a kind that is known here")


def main() -> int:
    """Runs the comparison of one file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("file", type=Path)
    parser.add_argument("--show", type=int, default=5, help="how many differences to show (default 5)")
    arguments = parser.parse_args()
    games = decisions = 0
    differences: list[str] = []
    try:
        for record in records(arguments.file):
            found, wrong = compare(record)
            games += 1
            decisions += found
            differences += [
                f"game {record.get('game', record.get('id', record.get('seed', games - 1)))}, {text}" for text in wrong
            ]
            if sys.stderr.isatty():
                print(f"\r{games} games, {decisions} decisions", end="", file=sys.stderr, flush=True)
    except UNREADABLE as failure:
        print(f"{arguments.file}: cannot be compared: {failure or type(failure).__name__}", file=sys.stderr)
        return 2
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for text in differences[: arguments.show]:
        print(text)
    if len(differences) > arguments.show:
        print(f"... and {len(differences) - arguments.show} more")
    for kind, count in sorted(recorded_expansions.DEPARTURES.items()):
        print(f"departures: {count} of kind {kind}")
    print(f"{games} games, {decisions} decisions, {len(differences)} differences")
    return 1 if differences or not games else 0


if __name__ == "__main__":
    sys.exit(main())
