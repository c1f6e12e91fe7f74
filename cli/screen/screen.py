"""Playing on a screen: the table, the options and a prompt for people; a line for each decision when only bots play."""

from __future__ import annotations

import shlex
import time
from pathlib import Path

from attrs import define

from ...interpreter.errors import GameError
from ...interpreter.playing.journal import save_file
from ...interpreter.playing.position import Option, Position
from ...interpreter.playing.saving import FORM
from ..terminal import Terminal, styled
from .card_style import Pen
from .dealing import has_secrets, newly_dealt
from .explain import card_lines, find_cards, several_cards, unknown_card
from .legend import help_lines, sign_lines
from .option_list import cards_on_offer, option_lines, private_cards_on_offer
from .reply import chosen
from .results import result_lines
from .session import HUMAN, Session
from .speech import COMMANDS
from .table import Table

MOST_RECENT = 12
LONGEST_REPLY = 200
LOG_AGAIN = "the log is written again, with what was missing"


class Left(Exception):
    """The person has left the game."""


@define
class Screen:
    """Shows a session to the people who play it, and asks them."""

    session: Session
    pen: Pen
    terminal: Terminal
    quiet: bool = False
    delay: float = 0.0
    command: str = ""
    saved: Path | None = None
    looking: int | None = None
    failing: str = ""
    news: str = ""

    def run(self) -> None:
        """Plays to the end, or until the person leaves."""
        session = self.session
        if session.log is not None and not session.only_bots:
            self._announce(
                styled(self.pen.speech.say("whoever reads the log sees everything, hidden cards too"), "dim")
            )
        try:
            while not session.position.over:
                option = session.bots_choice()
                if option is None:
                    option = self._ask()
                session.play(option)
                self._watch()
                self._tell_of_log()
        except Left:
            return
        self._end()

    def _say(self, *lines: str) -> None:
        if not self.quiet:
            self.terminal.write(lines)

    # -------------------------------------------------------------- the table
    def _players(self, seat: int) -> list[str]:
        people = self.session.seats.count(HUMAN)
        mine = self.session.seats[seat] == HUMAN and people == 1
        names = ["you" if mine and n == seat else name for n, name in enumerate(self.session.seats)]
        names += ["nobody"] * (self.session.position.players - len(names))
        return [self.pen.speech.say(name) for name in names]

    def _table(self, seat: int) -> list[str]:
        number = self.pen.speech.say("decision {number}", number=len(self.session.moves) + 1)
        position = self.session.position
        remark = "" if position.over else number
        table = Table(self.pen, position, seat, self._players(seat), private_cards_on_offer(position, seat))
        return table.lines(self.terminal.width, remark)

    def _watch(self) -> None:
        """Shows what was decided where only bots play; people see it on their next screen."""
        episode = self.session.episodes[-1]
        if self.quiet or not self.session.only_bots or not episode.told:
            return
        first, last = episode.moves[0], episode.moves[-1]
        if first.number == 1:
            self._show(first.before)
        self._say(*episode.lines(self.pen, None, self.terminal.width))
        if newly_dealt(first.before, last.after):
            self._show(last.after)
        if self.delay:
            time.sleep(self.delay)

    def _tell_of_log(self) -> None:
        """Says when the log cannot be written any more, and when it can again; the game goes on."""
        failure = self.session.log_failure
        if failure == self.failing:
            return
        self.failing = failure
        text = "the log cannot be written: {why}; the game goes on and it is tried again" if failure else LOG_AGAIN
        self._announce(styled(self.pen.speech.say(text, why=failure), "bold"))

    def _announce(self, news: str) -> None:
        """Says something now, and on the next screen again."""
        self.news = news
        self.terminal.write(news)

    def _show(self, position: Position) -> None:
        """A table among the decisions, as the one who decides sees it."""
        seat = position.decider or 0
        self._say("", *Table(self.pen, position, seat, self._players(seat)).lines(self.terminal.width), "")

    def _end(self) -> None:
        people = [seat for seat in range(len(self.session.seats)) if seat not in self.session.bots]
        seat = people[0] if people else 0
        if people:
            self._recent(seat)
        self._say("", *self._table(seat), "")
        result = self.session.position.result
        assert result is not None
        self.terminal.write(result_lines(self.pen, result, self.terminal.width))
        self._tell_seed()

    def _tell_seed(self) -> None:
        """Says what all luck came from, where nobody knows and nobody plays on."""
        if self.session.drawn:
            self.terminal.write(styled(self.pen.speech.say("this was seed {seed}", seed=self.session.seed), "dim"))

    def _recent(self, seat: int) -> None:
        told = self.session.since(seat)
        lines = [line for episode in told for line in episode.lines(self.pen, seat, self.terminal.width)]
        self._say(*lines[-MOST_RECENT:])

    # -------------------------------------------------------------- asking
    def _ask(self) -> Option:
        """Asks the person whose turn it is until there is an option."""
        self._draw()
        while True:
            seat = self.session.position.decider
            assert seat is not None
            reply = self.terminal.ask(self._prompt())
            if reply is None:
                self.terminal.write(["", self.pen.speech.say("the input has ended")])
                self._leave()
            option = self._answer(" ".join(reply.split())[:LONGEST_REPLY] if reply else "", seat)
            if option is not None:
                return option

    def _prompt(self) -> str:
        """Who is asked, and for whom where that is another."""
        seat, concerned = self.session.position.decider, self.session.position.concerned
        assert seat is not None
        if concerned is None or concerned == seat:
            return f"{self.pen.seat(seat)}> "
        return f"{self.pen.seat(seat)} {self.pen.speech.say('for {player}', player=self.pen.seat(concerned))}> "

    def _hand_over(self, seat: int) -> None:
        """Lets another person sit down, where one of the two sees what the other must not see."""
        before, self.looking = self.looking, seat
        if before in (None, seat) or not any(has_secrets(self.session.position, s) for s in (before, seat)):
            return
        if not self.terminal.person:
            self.terminal.write(["", self.pen.speech.say("now: {player}", player=self.pen.seat(seat))])
            return
        self.terminal.forget()
        question = self.pen.speech.say("pass the keyboard to {player} and press Enter", player=self.pen.seat(seat))
        self.terminal.ask(f"{question} ")

    def _draw(self) -> None:
        position = self.session.position
        seat = position.decider
        assert seat is not None
        self._hand_over(seat)
        self.terminal.resized()
        self.terminal.clear()
        self.terminal.write(self._table(seat))
        if self.session.since(seat):
            self.terminal.write("")
            self._recent(seat)
        options = position.options(self.pen.language)
        self.terminal.write(["", *option_lines(self.pen, position, options, self.terminal.width), ""])
        if self.news:
            # The new screen has taken it away.
            self.terminal.write(self.news if self.terminal.person else [])
            self.news = ""
        if not any(move.seat == seat for move in self.session.moves):
            hint = self.pen.speech.say(
                "type a number or a name; `{help}` says what else", help=self.pen.speech.command("help")
            )
            self.terminal.write(styled(hint, "dim"))

    def _answer(self, reply: str, seat: int) -> Option | None:
        """Does what a reply asks for; an option when it names one."""
        first, _, rest = reply.partition(" ")
        if reply.startswith("?") and reply != "??":
            self._explain(reply[1:].strip(), seat)
        elif first.casefold() in COMMANDS:
            self._command(COMMANDS[first.casefold()], rest)
        else:
            found = chosen(reply, self.session.position.options(self.pen.language), self.pen)
            if isinstance(found, Option):
                return found
            self.terminal.write(found)
        return None

    def _command(self, command: str, rest: str) -> None:
        if command == "help":
            self.terminal.write(help_lines(self.pen, self.terminal.width))
        elif command == "signs":
            self.terminal.write(sign_lines(self.pen, self.terminal.width))
        elif command == "table":
            self._draw()
        elif command == "log":
            self._log()
        elif command == "undo":
            self._undo()
        elif command == "save":
            self._save(rest)
        else:
            self._leave()

    def _explain(self, wanted: str, seat: int) -> None:
        position, columns = self.session.position, self.terminal.width
        found = find_cards(self.pen, wanted) if wanted else cards_on_offer(position)
        # Cards of one name are all explained.
        if wanted and len({self.pen.words.card(self.pen.game.card(card).index) for card in found}) != 1:
            self.terminal.write(several_cards(self.pen, wanted, found) if found else unknown_card(self.pen, wanted))
            return
        texts = (tuple(card_lines(self.pen, position, seat, identifier, columns)) for identifier in found)
        # Copies under ids of their own say the same.
        for lines in dict.fromkeys(texts):
            self.terminal.write(list(lines))

    def _log(self) -> None:
        seat = self.session.position.decider
        assert seat is not None
        lines = [line for e in self.session.episodes for line in e.lines(self.pen, seat, self.terminal.width)]
        self.terminal.write(lines or self.pen.speech.say("nothing has happened yet"))

    def _undo(self) -> None:
        count = self.session.undo()
        if not count:
            self.terminal.write(self.pen.speech.say("nothing to take back"))
            return
        self._draw()
        text = "taken back: 1 decision" if count == 1 else "taken back: {count} decisions"
        self.terminal.write(styled(self.pen.speech.say(text, count=count), "dim"))

    def _save(self, name: str) -> None:
        """Writes the position; only a file that holds one already is replaced."""
        if not name:
            self.terminal.write(self.pen.speech.say("say where to: save FILE"))
            return
        path = Path(name).expanduser()
        try:
            if path.exists() and not _holds_a_position(path):
                raise GameError(self.pen.speech.say("{path} holds something else; take another name", path=path))
            save_file(path, self.session.position.save() + "\n")
        except (GameError, OSError, RuntimeError) as failure:
            self.terminal.write(str(failure))
            return
        self.saved = path
        self.terminal.write(self.pen.speech.say("saved to {path}", path=path))
        warning = self.pen.speech.say("whoever reads this file sees everything, hidden cards too")
        self.terminal.write(styled(warning, "dim"))

    def _leave(self) -> None:
        """Ends the program's part; says how to go on."""
        speech = self.pen.speech
        if self.saved is not None:
            command = f"{self.command} --load {shlex.quote(str(self.saved))}"
            self.terminal.write(speech.say("go on with: {command}", command=command))
        elif self.session.log is None:
            self.terminal.write(speech.say("the game was not saved"))
            self._tell_seed()
        raise Left


def _holds_a_position(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(FORM) + 1) == f"{FORM} ".encode()
