"""Files with every game of a run: tables of comma-separated values, or an SQLite database.

Files are written beside their place and moved there at the end, so nobody ever finds half of one.
"""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol, TextIO

from attrs import define, frozen

from ...dsl.model import SEATS
from ...interpreter.errors import GameError
from ...interpreter.playing.game import Game
from ...interpreter.playing.unfinished import unfinished
from ..running.games import Record, Setup

OFFERED, TAKEN, ENTERED = "offered", "taken", "entered"
CARD_COLUMNS = ("game", "decision", "seat", "card", "event", "label", "hole", "times")
GAME_COLUMNS = ("game", "seed", "winner", "winners", "how", "length", "lead_changes", "stopped", "drawn")
TABLES = f"""
create table run (name text primary key, value text) without rowid;
create table seats (seat integer primary key, name text, bot text);
create table games (game integer primary key, seed integer, winner integer, winners text, how text, length integer,
                    lead_changes integer, stopped integer, drawn integer);
create table points (game integer, seat integer, category text, points integer);
create table decisions (game integer, seat integer, choice text, decisions integer, options integer);
create table cards ({", ".join(CARD_COLUMNS)});
"""
INDEXES = "create index cards_by_card on cards (card, event); create index points_by_game on points (game);"
# How a cell begins that spreadsheets do not take for a text, full-width signs included.
FORMULAS = (*"=+-@\t\r\n", *"\uff1d\uff0b\uff0d\uff20")
Row = tuple[int | str | None, ...]


@frozen
class NewFile:
    """A file that comes to be at the end of a run; until then what is written lies beside it."""

    path: Path
    part: Path

    @classmethod
    def create(cls, path: Path, replace: bool) -> NewFile:
        """Begins a file; raises GameError where there is one that must stay, or where none can be written."""
        file = cls(path, unfinished(path))
        with writing(path):
            if path.is_dir():
                raise GameError(f"{path} is a folder")
            if path.exists() and not path.is_file():
                # Such as a device: to put a file into its place would take it away from everybody.
                raise GameError(f"{path} is no file that could be replaced")
            if path.exists() and not replace:
                raise GameError(f"there is a file {path} already; --force replaces it")
            if file.part.exists():
                raise GameError(f"two outputs cannot go to the same file {path}")
            file.part.touch()
        return file

    def finish(self) -> None:
        """Puts the file into its place."""
        with writing(self.path):
            self.part.replace(self.path)

    def fill(self, text: str) -> None:
        """Writes the whole text and puts the file into its place."""
        with writing(self.path):
            self.part.write_text(text, encoding="utf-8")
        self.finish()

    def discard(self) -> None:
        """Leaves nothing behind, unless the file is in its place already."""
        with suppress(OSError):
            self.part.unlink(missing_ok=True)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turns what can go wrong with a file into one clear message."""
    try:
        yield
    except (OSError, ValueError, sqlite3.Error) as failure:
        raise GameError(f"cannot write {path}: {getattr(failure, 'strerror', None) or failure}") from None


@contextmanager
def beginning(file: NewFile) -> Iterator[None]:
    """The same for what is begun; where that fails, nothing is left behind."""
    try:
        with writing(file.path):
            yield
    except GameError:
        file.discard()
        raise


class Output(Protocol):
    """Where the games of a run go. It is either finished or discarded."""

    def add(self, records: Iterable[Record]) -> None:
        """Writes games."""

    def finish(self) -> None:
        """Puts the files into their places."""

    def discard(self) -> None:
        """Leaves nothing behind."""


# ------------------------------------------------------------------ tables of text
@define
class CsvOutput:
    """Two files: one row for each game, and beside it one for each thing that happened to a card."""

    files: tuple[NewFile, NewFile]
    texts: tuple[TextIO, TextIO]

    @classmethod
    def create(cls, path: Path, game: Game, players: int, replace: bool = False) -> CsvOutput:
        """Begins both files; the second is named after the first."""
        games = NewFile.create(path, replace)
        try:
            cards = NewFile.create(path.with_name(f"{path.stem}-cards{path.suffix or '.csv'}"), replace)
        except GameError:
            games.discard()
            raise
        first, second = (file.part.open("w", encoding="utf-8", newline="") for file in (games, cards))
        names = (*game.description.score, "total")
        points = [f"{SEATS[seat]}_{name}" for seat in range(players) for name in names]
        csv.writer(first).writerow([*GAME_COLUMNS, *points])
        csv.writer(second).writerow(CARD_COLUMNS)
        return cls((games, cards), (first, second))

    def add(self, records: Iterable[Record]) -> None:
        """Writes games."""
        games, cards = (csv.writer(text) for text in self.texts)
        with writing(self.files[0].path):
            for record in records:
                points = [amount for scores in record.scores for amount in (*scores, sum(scores))]
                games.writerow([*map(_cell, _game_row(record)), *points])
                cards.writerows(map(_cell, row) for row in _card_rows(record))

    def finish(self) -> None:
        """Puts both files into their places."""
        for file, text in zip(self.files, self.texts, strict=True):
            with writing(file.path):
                text.close()
            file.finish()

    def discard(self) -> None:
        """Leaves nothing behind."""
        for file, text in zip(self.files, self.texts, strict=True):
            with suppress(OSError):
                text.close()
            file.discard()


# ------------------------------------------------------------------ a database
@define
class SqliteOutput:
    """A database with tables of games, points, decisions, and what happened to cards."""

    file: NewFile
    database: sqlite3.Connection
    categories: tuple[str, ...]

    @classmethod
    def create(cls, path: Path, game: Game, setup: Setup, players: int, replace: bool = False) -> SqliteOutput:
        """Begins a database, with what all games have in common."""
        file = NewFile.create(path, replace)
        with beginning(file):
            database = sqlite3.connect(file.part)
            # The file is put into its place only when it is whole, so a journal would be of no use.
            database.execute("pragma journal_mode = off")
            database.execute("pragma synchronous = off")
            database.executescript(TABLES)
            switches = " ".join(f"{name}={choice}" for name, choice in setup.switches)
            facts = {"game": game.name, "digest": game.digest, "seed": str(setup.seed), "switches": switches}
            database.executemany("insert into run values (?, ?)", facts.items())
            bots = (*setup.seats, *[""] * (players - len(setup.seats)))
            database.executemany(
                "insert into seats values (?, ?, ?)", [(seat, SEATS[seat], bots[seat]) for seat in range(players)]
            )
        return cls(file, database, tuple(game.description.score))

    def add(self, records: Iterable[Record]) -> None:
        """Writes games."""
        with writing(self.file.path):
            for record in records:
                number = record.number
                self._insert("games", [_game_row(record)])
                self._insert(
                    "points",
                    [
                        (number, seat, category, amount)
                        for seat, scores in enumerate(record.scores)
                        for category, amount in zip(self.categories, scores, strict=True)
                    ],
                )
                self._insert("decisions", [(number, d.seat, d.choice, d.count, d.options) for d in record.decisions])
                self._insert("cards", list(_card_rows(record)))

    def _insert(self, table: str, rows: list[Row]) -> None:
        if rows:
            self.database.executemany(f"insert into {table} values ({', '.join('?' * len(rows[0]))})", rows)

    def finish(self) -> None:
        """Puts the database into its place."""
        with writing(self.file.path):
            self.database.executescript(INDEXES)
            self.database.commit()
            self.database.close()
        self.file.finish()

    def discard(self) -> None:
        """Leaves nothing behind."""
        with suppress(sqlite3.Error):
            self.database.close()
        self.file.discard()


# ------------------------------------------------------------------ rows
def _cell(value: int | str | None) -> int | str | None:
    """A value for a table of text: what spreadsheets would take for a formula is a text behind an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULAS) else value


def _game_row(record: Record) -> Row:
    winners = " ".join(map(str, record.winners))
    return (
        record.number,
        record.seed,
        record.winner,
        winners,
        record.how,
        record.length,
        record.leads,
        int(record.stopped),
        int(record.drawn),
    )


def _card_rows(record: Record) -> Iterator[Row]:
    """What happened to cards: all offers of a game first, then what was taken and what came into play."""
    number = record.number
    for offer in record.offers:
        use = offer.use
        yield number, None, offer.seat, use.card, OFFERED, use.label, use.hole, offer.decisions
    for event in record.events:
        use = event.use
        yield number, event.decision, event.seat, use.card, TAKEN, use.label, use.hole, 1
    for entry in record.entered:
        yield number, entry.decision, entry.seat, entry.card, ENTERED, "", "", 1
