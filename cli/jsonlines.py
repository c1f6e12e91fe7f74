"""Playing with programs: every decision and the result as a JSON object on a line, replies read line by line."""

from __future__ import annotations

import json
import sys
from typing import Any

from attrs import define

from ..interpreter.errors import IllegalOption
from ..interpreter.journal import outcome
from ..interpreter.position import Option
from .session import Session


@define
class JsonLines:
    """A session whose people are programs: they read what is on offer and answer with a key or an index."""

    session: Session
    language: str

    def run(self) -> None:
        """Plays to the end of the game or of the input."""
        session = self.session
        game = session.game
        self._write({"type": "game", "game": game.name, "digest": game.digest, "seed": session.seed,
                     "seats": list(session.seats)})  # fmt: skip
        while not session.position.over:
            seat, choice = session.position.decider, session.position.choice
            options = session.position.options(self.language)
            option = session.bots_choice()
            offered = [{"key": o.key, "label": o.label, "remark": o.remark} for o in options]
            decision = {"type": "decision", "number": len(session.moves) + 1, "seat": seat, "choice": choice}
            if option is None:
                self._write(decision | {"options": offered, "chosen": None})
                option = self._reply(options)
                if option is None:
                    return
                self._write({"type": "chosen", "number": len(session.moves) + 1, "seat": seat, "key": option.key})
            else:
                self._write(decision | {"options": offered, "chosen": option.key})
            session.play(option)
        self._write({"type": "result", **(outcome(session.position.result) or {})})

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
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
