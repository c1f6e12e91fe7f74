"""Lines typed at the prompt: each is an option, or is answered in words."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stdout
from random import Random

from cases import Case

from duel_dsl.cli.screen.card_style import Pen
from duel_dsl.cli.screen.screen import Left, Screen
from duel_dsl.cli.screen.session import HUMAN, Session
from duel_dsl.cli.screen.speech import COMMANDS
from duel_dsl.cli.terminal import Terminal
from duel_dsl.interpreter import RunawayChain

from .games import any_name, game, somewhere

# What writes files is left to tests that look after them.
TYPED = [word for word in COMMANDS if COMMANDS[word] not in ("save", "quit")]
ODD = (
    "",
    "?",
    "??",
    "? ?",
    "0",
    "-1",
    "٣",
    "²",
    "9" * 5_000,
    "\0",
    "\x1b[2J",
    "\ud800",
    "{c}",
    "%s",
    "save",
    "🂡",
    "İ",
    "ß",
    "_",
)


def made(random: Random) -> str:
    """The name of a game, how wide the screen is, and some lines."""
    name = any_name(random)
    position = somewhere(name, 0)
    known = [card.name for card in game(name).description.cards] + position.keys()
    lines = []
    for _ in range(random.randint(1, 12)):
        word = random.choice((random.choice(known), random.choice(ODD), random.choice(TYPED), str(random.randrange(9))))
        start, end = sorted((random.randrange(len(word) + 1), random.randrange(len(word) + 1)))
        word = random.choice((word, word, word[start:], word[start:end], word.upper(), word + random.choice(ODD)))
        lines.append(random.choice(("", "", "?", "? ", " ")) + word)
    return "\n".join([name, str(random.choice((1, 20, 40, 100, 300))), *(line.replace("\n", " ") for line in lines)])


class Typing(Terminal):
    """A terminal at which somebody has typed everything already."""

    def resized(self) -> None:
        """Stays as wide as it is."""


def run(case: Case) -> None:
    """Types the lines, in every language of the game."""
    name, width, typed = (*case.text.split("\n", 2), "", "")[:3]
    for language in game(name).languages:
        position = somewhere(name, case.number % 20)
        session = Session(game(name), position, (HUMAN,) * position.people, 0)
        screen = Screen(session, Pen(game(name), language, position.people), Typing(int(width), False, False))
        before, sys.stdin = sys.stdin, io.StringIO(typed)
        try:
            with redirect_stdout(io.StringIO()):
                screen.run()
        except (Left, RunawayChain):
            pass
        finally:
            sys.stdin = before
