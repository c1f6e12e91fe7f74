"""What a person typed: which option is meant, by number, key, name or an unmistakable part of them."""

from __future__ import annotations

from collections.abc import Sequence

from ...interpreter.playing.position import Option
from .card_style import Pen
from .explain import nearest

MOST_NAMED = 5


def chosen(reply: str, options: Sequence[Option], pen: Pen) -> Option | str:
    """The option that is meant, or one line that says why there is none."""
    speech = pen.speech
    if reply.isdecimal():
        number = int(reply) if len(reply) < 9 else 0
        if 1 <= number <= len(options):
            return options[number - 1]
        return speech.say("there are {count} options, numbered from 1", count=len(options))
    wanted = _words(reply)
    if not wanted:
        return speech.say("type a number or a name; `{help}` says what else", help=speech.command("help"))
    for same in (_equal, _is_shortened):
        found = [o for o in options if any(same(wanted, _words(text)) for text in (o.key, o.label))]
        if len(found) == 1:
            return found[0]
        if found:
            named = [f"{options.index(o) + 1} {o.label}" for o in found[:MOST_NAMED]]
            more = ", …" if len(found) > MOST_NAMED else ""
            return speech.say("`{reply}` could be {options}", reply=reply, options=", ".join(named) + more)
    advice = nearest(pen, reply, (text for option in options for text in (option.key, option.label)))
    message = speech.say("`{reply}` is not on offer", reply=reply)
    return f"{message}; {advice}" if advice else message


def _words(text: str) -> list[str]:
    return text.casefold().replace("_", " ").split()


def _equal(wanted: list[str], words: list[str]) -> bool:
    return wanted == words


def _is_shortened(wanted: list[str], words: list[str]) -> bool:
    """Whether the wanted words begin words of the other text, in the same order."""
    rest = iter(words)
    return all(any(word.startswith(start) for word in rest) for start in wanted)
