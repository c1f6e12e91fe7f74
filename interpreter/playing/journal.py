"""Logs of games: a header, one line per decision, a closing line with the result; each line is one JSON object.

A log is written as the game goes on and only ever grows, so what was written stays whole whatever happens. A line
`{"undo": n}` takes back n decisions. `read_log` checks everything before anybody plays it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from io import StringIO
from pathlib import Path
from typing import Any, TextIO

from attrs import asdict, define, field, frozen

from ..errors import BadLog, GameError
from .game import Game
from .position import Position
from .result import Result
from .unfinished import unfinished

FORM, VERSION = "duel-dsl log", 1
WARNING = "the seed tells everything, hidden cards too"
# Logs of games are far smaller; reading this much takes a moment and little memory.
MOST_BYTES = 20_000_000


@frozen
class Header:
    """What a game was started with. `start` is a saved position, for a game that did not begin at its beginning."""

    game: str
    digest: str
    seed: int
    players: int
    switches: dict[str, str] = field(factory=dict)
    seats: tuple[str, ...] = ()
    start: str = ""


@frozen
class Decision:
    """One decision: who chose what."""

    seat: int
    key: str


@define
class Log:
    """A game as it was logged; `result` is None where the log has no closing line."""

    header: Header
    decisions: list[Decision]
    result: dict[str, Any] | None = None

    def begin(self, game: Game) -> Position:
        """The first position; raises BadLog where the log belongs to other rules."""
        if self.header.digest != game.digest:
            theirs, ours = f"{self.header.game} {self.header.digest}", f"{game.name} {game.digest}"
            raise BadLog(f"this log belongs to other rules: {theirs}, not {ours}")
        if self.header.start:
            return game.restore(self.header.start)
        return game.start(self.header.seed, self.header.players, self.header.switches)

    def positions(self, game: Game) -> list[Position]:
        """The positions before every decision and after the last; raises BadLog at a decision that is not legal."""
        position = self.begin(game)
        found = [position.copy()]
        for number, decision in enumerate(self.decisions, 1):
            if position.decider != decision.seat:
                raise BadLog(f"decision {number} is not legal: it is not the turn of seat {decision.seat}")
            try:
                position.play(decision.key)
            except GameError as failure:
                raise BadLog(f"decision {number} is not legal: {failure}") from None
            found.append(position.copy())
        if self.result is not None and self.result != _as_told(position.result, self.result):
            raise BadLog("the result in the closing line is not the one that these decisions lead to")
        return found


def outcome(result: Result | None) -> dict[str, Any] | None:
    """A result as plain data."""
    if result is None:
        return None
    scores = [dict(categories) for categories in result.scores]
    return {
        "winner": result.winner,
        "winners": list(result.winners),
        "how": result.how,
        "scores": scores,
        "totals": list(result.totals),
    }


def _as_told(result: Result | None, told: Mapping[str, Any]) -> dict[str, Any] | None:
    """A result in the form of a closing line: older ones do not name all winners."""
    found = outcome(result)
    return {key: value for key, value in found.items() if key != "winners" or key in told} if found else None


# ------------------------------------------------------------------ writing
@define
class LogWriter:
    """A log that is being written; every line is on the disk before the game goes on."""

    _file: TextIO

    @classmethod
    def create(cls, path: Path, header: Header, replace: bool = False) -> LogWriter:
        """A new log; raises BadLog where the file exists (unless it may be replaced) or cannot be written."""
        try:
            # With "x" nobody's file is lost, not even one that appears between asking and writing.
            writer = cls(path.open("w" if replace else "x", encoding="utf-8", newline="\n"))
        except FileExistsError:
            raise BadLog(f"there is a file {path} already") from None
        except (OSError, ValueError) as failure:
            reason = getattr(failure, "strerror", None) or str(failure)
            raise BadLog(f"cannot write {path}: {reason}") from None
        try:
            writer._write({"form": FORM, "version": VERSION, "warning": WARNING, **asdict(header)})
        except OSError as failure:
            with suppress(OSError):
                writer._file.close()
            if not replace:
                path.unlink(missing_ok=True)
            raise BadLog(f"cannot write {path}: {failure.strerror or failure}") from None
        return writer

    def decision(self, seat: int, key: str) -> None:
        """Notes a decision."""
        self._write({"seat": seat, "key": key})

    def undo(self, count: int) -> None:
        """Notes that the last decisions were taken back."""
        self._write({"undo": count})

    def close(self, result: Result | None) -> None:
        """Ends the log, with the result of a game that is over."""
        if result is not None:
            self._write({"result": outcome(result)})
        self._file.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line, ensure_ascii=False) + "\n")
        self._file.flush()


def save_file(path: Path, text: str) -> None:
    """Writes a file in one step: afterwards it holds all of the text, or it is as it was before."""
    beside = unfinished(path)
    try:
        beside.write_text(text, encoding="utf-8")
        beside.replace(path)
    except (OSError, ValueError) as failure:
        reason = getattr(failure, "strerror", None) or str(failure)
        raise GameError(f"cannot write {path}: {reason}") from None
    finally:
        with suppress(OSError, ValueError):
            beside.unlink(missing_ok=True)


# ------------------------------------------------------------------ reading
def read_log(path: Path) -> Log:
    """The log in a file; raises BadLog where it is none or is damaged. A last line that was cut off is left out."""
    return parse_log(read_text(path))


def parse_log(text: str) -> Log:
    """The log that a text is."""
    # A whole log ends with a line break; what stands behind the last one is the rest of a line.
    complete = ((number, line) for number, line in enumerate(StringIO(text), 1) if line.endswith("\n") and line.strip())
    first, head = next(complete, (0, ""))
    if f'"{FORM}"' not in head:
        raise BadLog("this is not the log of a game")
    log = Log(_header(_object(first, head)), [])
    # Most keys come again and again.
    keys: dict[str, str] = {}
    for number, line in complete:
        if log.result is not None:
            raise BadLog(f"the log is damaged in line {number}: something follows the result")
        _take(log, number, _object(number, line), keys)
    return log


def read_text(path: Path) -> str:
    """The text of a file that a person named; raises BadLog where it cannot be read."""
    try:
        # Not what it says its size is: a device has none and never ends.
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
        if len(content) > MOST_BYTES:
            raise BadLog("this file is too large")
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise BadLog("this is not a text") from None
    except (OSError, ValueError) as failure:
        reason = getattr(failure, "strerror", None) or str(failure)
        raise BadLog(f"cannot be read: {reason}") from None


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadLog(f"the log is damaged in line {number}")
    return found


def _header(line: dict[str, Any]) -> Header:
    if line.get("version") != VERSION:
        raise BadLog(f"this log has version {line.get('version')}; this program reads version {VERSION}")
    types = {"game": str, "digest": str, "seed": int, "players": int, "switches": dict, "seats": list, "start": str}
    for name, type in types.items():
        if not isinstance(line.get(name), type) or isinstance(line.get(name), bool):
            raise BadLog(f"the log is damaged in line 1: `{name}` is missing or wrong")
    texts = [*line["switches"].values(), *line["seats"]]
    if not all(isinstance(text, str) for text in texts):
        raise BadLog("the log is damaged in line 1: `switches` or `seats` is wrong")
    return Header(**{**{name: line[name] for name in types}, "seats": tuple(line["seats"])})


def _take(log: Log, number: int, line: dict[str, Any], keys: dict[str, str]) -> None:
    """Adds a line to the log."""
    seat, key, undo, result = (line.get(name) for name in ("seat", "key", "undo", "result"))
    if type(seat) is int and isinstance(key, str):
        log.decisions.append(Decision(seat, keys.setdefault(key, key)))
    elif type(undo) is int and 0 < undo <= len(log.decisions):
        del log.decisions[-undo:]
    elif isinstance(result, dict):
        log.result = result
    else:
        raise BadLog(f"the log is damaged in line {number}: it is no decision, undo or result")
