"""What can be typed at the prompt, and what the signs on the cards mean."""

from __future__ import annotations

from ..terminal import padded, styled, width, wrapped
from .card_style import ABILITY, UNSURE, Pen


def help_lines(pen: Pen, columns: int) -> list[str]:
    """The commands, one on a line."""
    say, command = pen.speech.say, pen.speech.command
    rows = [
        (say("a number or name"), say("choose an option; a part of its words will do")),
        (say("? CARD"), say("explain a card (`?` alone: all cards on offer)")),
        (command("signs"), say("what the signs on the cards mean")),
        (command("table"), say("draw the table again")),
        (command("log"), say("what has happened so far")),
        (command("undo"), say("take back your last decision")),
        (say("save FILE"), say("keep the game in a file")),
        (command("quit"), say("leave the game")),
        (f"{command('help')}, ??", say("this list")),
    ]
    wide = max(width(left) for left, _ in rows)
    lines = []
    for left, right in rows:
        first, *more = wrapped(right.split(), max(10, columns - wide - 4), " ")
        lines += [f"  {styled(padded(left, wide), 'bold')}  {first}", *(" " * (wide + 4) + line for line in more)]
    return lines


def sign_lines(pen: Pen, columns: int) -> list[str]:
    """Every sign that the packs declare, with its name."""
    fields: list[str] = []
    members: dict[str, list[str]] = {}
    for key, sign in pen.look.signs.items():
        owner, _, member = key.rpartition(".")
        shown = f"{styled(sign, pen.look.colors.get(key, ''))} {pen.title(member)}"
        if owner:
            members.setdefault(owner, []).append(shown)
        else:
            fields += [shown] if shown not in fields else []
    fields.append(f"{ABILITY} {pen.speech.say('more on the card: see `? CARD`')}")
    fields.append(f"{UNSURE} {pen.speech.say('not known for certain')}")
    lines = wrapped(fields, columns, "   ")
    for shown_members in members.values():
        lines += wrapped(shown_members, columns, "   ")
    return lines
