"""Playing with programs: every decision and the result as a JSON object on a line, replies read line by line."""

from __future__ import annotations

import sys
from typing import Any

from attrs import asdict, define

from ...interpreter.errors import IllegalOption
from ...interpreter.playing.journal import outcome
from ...interpreter.playing.outcomes import CHOICE
from ...interpreter.playing.position import Option, Position
from ...interpreter.playing.view import unseen_cards
from ...interpreter.telling.words import UNKNOWN
from ..screen.moves import Episode, Move, hidden_cards
from ..screen.session import Session
from ..terminal import complain, write_json


@define
class JsonLines:
    """A session whose people are programs: they read what is on offer and answer with a key or an index."""

    session: Session
    language: str

    def run(self) -> None:
        """Plays to the end of the game or of the input."""
        session = self.session
        game = session.game
        self._write({"type": "game", "game": game.name, "digest": game.digest, "seats": list(session.seats)})
        while not session.position.over:
            before = session.position.copy()
            option = session.bots_choice()
            if option is None:
                self._write(self._decision(before, len(session.moves) + 1))
                option = self._reply(before.options(self.language))
                if option is None:
                    return
                number, seat = len(session.moves) + 1, before.decider
                self._write({"type": "chosen", "number": number, "seat": seat, "key": option.key})
            failing = session.log_failure
            session.play(option)
            if session.log_failure not in ("", failing):
                complain(f"the log cannot be written: {session.log_failure}; the game goes on and it is tried again")
            episode = session.episodes[-1]
            if episode.told:
                for move in (move for move in episode.moves if move.seat in session.bots):
                    self._bots_move(move, episode)
        # Whoever knows the seed before the end knows everything.
        self._write({"type": "result", **(outcome(session.position.result) or {}), "seed": session.seed})

    def _decision(self, position: Position, number: int) -> dict[str, Any]:
        offered = [asdict(o, filter=lambda a, _: a.name != "code") for o in position.options(self.language)]
        seat, choice = position.decider, position.choice
        return {
            "type": "decision",
            "number": number,
            "seat": seat,
            "choice": choice,
            "options": offered,
            "chosen": None,
        }

    def _bots_move(self, move: Move, episode: Episode) -> None:
        """What a bot has decided, once it is told; people are told no card that none of them has seen, and nothing that
        the bot keeps to itself."""
        end = episode.moves[-1].after
        people = [seat for seat in range(end.people) if seat not in self.session.bots]
        line, key = self._decision(move.before, move.number), move.option.key
        if people:
            unseen = [unseen_cards(end.game, move.before.state, seat) for seat in people]
            options = move.before.options()
            cards = [card for option in options for card in move.before.cards_of(option)]
            told = all(_told(move.before.veiled(option, (), UNKNOWN), option) for option in options)
            if not told or any(all(seen >> card & 1 for seen in unseen) for card in cards):
                line["options"] = None
            hidden = set.intersection(*(set(hidden_cards(move, end, seat)) for seat in people))
            kept = frozenset.intersection(*(episode.kept_from(seat, move) for seat in people))
            key = UNKNOWN if CHOICE in kept else move.before.veiled(move.option, hidden, UNKNOWN, kept=kept).key
        self._write(line | {"chosen": key})

    def _reply(self, options: list[Option]) -> Option | None:
        """The option that the next line names; None at the end of the input."""
        for line in sys.stdin:
            wanted = line.strip()
            by_key = {option.key: option for option in options}
            if wanted in by_key:
                return by_key[wanted]
            if wanted.isdecimal() and len(wanted) < 9 and int(wanted) < len(options):
                return options[int(wanted)]
            self._write({"type": "error", "message": str(IllegalOption(f"`{wanted[:200]}` is not on offer"))})
        return None

    def _write(self, line: dict[str, Any]) -> None:
        write_json(line)


def _told(veiled: Option, option: Option) -> bool:
    """Whether nothing of an option is kept back."""
    return veiled.key == option.key and veiled.remark == option.remark
