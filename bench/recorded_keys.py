"""The words of the recorded games of Duel's expansions in ours: ids of things and keys of options."""

from __future__ import annotations

import re
from typing import Any

SEATS = ("first", "second")
# The decrees by their recorded number, from 1.
DECREES = (
    "blue_income",
    "green_income",
    "yellow_income",
    "red_income",
    "yellow_privilege",
    "red_privilege",
    "green_privilege",
    "wonder_privilege",
    "shield",
    "cheaper_raw_materials",
    "cheaper_manufactured_goods",
    "civic_standing",
    "better_sales",
    "wonder_income",
    "shared_chains",
    "haste_of_conspirators",
)
# Senators are recorded with a number; that of the first of each sort.
SENATOR = re.compile(r"(?:Politician \((\w+) section\)|(Conspirator))#(\d+)")
FIRST_SENATOR = {"left": 74, "center": 76, "right": 79, "conspirator": 81}
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
    "recruit": ("recruit", "card"),
    "trigger": ("trigger", "consp"),
    "keep": ("keep", "consp"),
    "buildbox": ("build", "card"),
    "buildrow1": ("build", "card"),
    "destroywonder": ("destroy", "wonder"),
    "discardavailable": ("discard", "card"),
    "lock": ("lock", "token"),
}
Action = dict[str, Any]


def identifier(name: str) -> str:
    """Our id of a recorded name."""
    senator = SENATOR.match(name)
    if senator:
        sort = senator[1] or "conspirator"
        number = int(senator[3]) - FIRST_SENATOR[sort] + 1
        return f"conspirator_{number}" if sort == "conspirator" else f"{sort}_politician_{number}"
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")


def ids(names: list[str]) -> list[str]:
    """Our ids of recorded names, sorted."""
    return sorted(identifier(name) for name in names)


def token_of(recorded: str | int) -> str:
    """Our id of a mythology token such as `Greek#5` or of an offering such as 3."""
    if isinstance(recorded, int):
        return f"offering_{recorded}"
    name, number = recorded.split("#")
    return f"{identifier(name)}_{1 if int(number) % 2 else 2}"


def decree_of(number: int) -> str:
    """Our id of a decree."""
    return DECREES[number - 1]


def chamber_of(number: int) -> str:
    """Our id of a chamber of the Senate."""
    return f"chamber_{number}"


def keys_of(action: Action, face_down: dict[str, str]) -> list[str]:
    """The keys of our options for a recorded action, mostly one; cards that lie face down are named by their slot."""
    word = action["a"]
    if word in VERBS:
        verb, field = VERBS[word]
        return [f"{verb} {identifier(action[field])}"]
    match word:
        case "skip":
            return ["pass"]
        case "start":
            return [f"{SEATS[action['player']]} begins"]
        case "prepare":
            return [f"prepare {identifier(action['consp'])} with {identifier(action['card'])}"]
        case "conspirator":
            return ["place a cube" if action["choice"] == "place" else "conspire"]
        case "return":
            return ["put the other on top" if action["to"] == "top" else "put the other at the bottom"]
        case "place":
            return [f"place in {chamber_of(action['chamber'])}"]
        case "remove":
            return [f"remove from {chamber_of(action['chamber'])}"]
        case "move" | "movedecree":
            what = "move" if word == "move" else "move the decree"
            return [f"{what} from {chamber_of(action['from'])} to {chamber_of(action['to'])}"]
        case "swap":
            return [f"swap {identifier(action['give'])} for {identifier(action['take'])}"]
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
    return "".join(f" {word} offering_{n}" for word, n in zip(("with", "and"), sorted(spent), strict=False))
