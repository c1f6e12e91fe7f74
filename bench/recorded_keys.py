"""The words of the recorded games of Duel's expansions in ours: ids of things and keys of options."""

from __future__ import annotations

import re
from typing import Any

SEATS = ("first", "second")
# The four military tokens in their recorded order: zones -8..-6, -5..-3, 3..5, 6..8.
TOKENS = ("far_loot_of_first", "near_loot_of_first", "near_loot_of_second", "far_loot_of_second")
# The verb with which our options do what is recorded under a word, and the field that says to what.
VERBS = {
    "draft": ("draft", "wonder"),
    "build": ("build", "card"),
    "discard": ("discard", "card"),
    "token": ("take", "token"),
    "takecard": ("seize", "card"),
    "takewonder": ("seize", "wonder"),
    "unbuild": ("unbuild", "wonder"),
    "snake": ("copy", "card"),
    "builddiscarded": ("revive", "card"),
    "destroy": ("destroy", "card"),
    "divdeck": ("open", "deck"),
}
Action = dict[str, Any]


def identifier(name: str) -> str:
    """Our id of a recorded name."""
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def ids(names: list[str]) -> list[str]:
    """Our ids of recorded names, sorted."""
    return sorted(identifier(name) for name in names)


def token_of(recorded: str | int) -> str:
    """Our id of a mythology token such as `Greek#5` or of an offering such as 3."""
    if isinstance(recorded, int):
        return f"offering_of_{recorded}"
    name, number = recorded.split("#")
    return f"{identifier(name)}_{1 if int(number) % 2 else 2}"


def keys_of(action: Action, face_down: dict[str, str]) -> list[str]:
    """The keys of our options for a recorded action, mostly one; cards that lie face down are named by their slot."""
    word = action["a"]
    if word in VERBS:
        verb, field = VERBS[word]
        return [f"{verb} {identifier(action[field])}"]
    match word:
        case "start":
            return [f"{SEATS[action['player']]} begins"]
        case "wonder":
            return [f"raise {identifier(action['wonder'])} with {identifier(action['card'])}"]
        case "activate":
            return [f"activate {identifier(action['div'])}{_offerings(action['off'])}"]
        case "placediv":
            return [f"place {identifier(action['div'])} on space_{action['space']}"]
        case "discardany":
            card = identifier(action["card"])
            return [f"discard {face_down.get(card, card)}"]
        case "minerva":
            return [f"guard space {action['pos']}"]
        case "miltokdiscard" | "miltokapply":
            verb = "remove" if word == "miltokdiscard" else "use"
            return [f"{verb} {TOKENS[action['tok'] - 1]}"]
        case "choosediv":
            top = action.get("top")
            return [f"activate {identifier(action['div'])}", *([f"put {identifier(top)} on top"] if top else [])]
    raise ValueError(f"unknown action {action!r}")


def _offerings(spent: list[int]) -> str:
    if len(spent) > 2:
        return " with every offering"
    return "".join(f" {word} offering_of_{n}" for word, n in zip(("with", "and"), sorted(spent), strict=False))
