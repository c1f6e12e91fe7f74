"""docs/extending.md lists what the bases offer to other packs, as it stands in their text.

Signals, values, procedures and choices are read from the files of a pack, each with the comment behind it or above it:
that says what it is for. DUEL_DSL_REGENERATE=1 writes the lists into the document.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from attrs import frozen
from random_play import healthy

from duel_dsl.interpreter import load
from duel_dsl.interpreter.scenarios.runner import run_scenarios

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "docs" / "extending.md"
PACKS = ("duel", "pantheon", "agora", "wonders", "leaders")
FORMS = {
    "signal": "Signals",
    "value": "Values",
    "choice": "Choices",
    "procedure": "Procedures",
}
DECLARED = re.compile(r"^(?P<form>signal|value|choice|procedure) (?P<name>\w+)(?P<params>\([^()]*\))?(?P<rest>.*)$")
LIST = re.compile(r"<!-- list (\w+) -->\n(.*?)<!-- end -->", re.DOTALL)


@frozen
class Offer:
    """Something that a pack declares, how it is written, and what is said about it."""

    form: str
    name: str
    written: str
    said: str


def offers(pack: str) -> Iterator[Offer]:
    """What a pack declares, in the order of its files and their lines."""
    for file in sorted((ROOT / "cards" / pack).glob("*.rules")):
        above: list[str] = []
        for line in file.read_text(encoding="utf-8").splitlines():
            found = DECLARED.match(line)
            if found is not None:
                behind = line.partition("  # ")[2].strip() if "  # " in line else ""
                said = behind or " ".join(above)
                yield Offer(found["form"], found["name"], found["name"] + (found["params"] or ""), said)
            comment = line.startswith("# ") and "-----" not in line
            above = [*above, line[2:].strip()] if comment else []


def table(pack: str) -> str:
    """The lists of a pack."""
    found = list(offers(pack))
    parts = []
    for form, title in FORMS.items():
        rows = [offer for offer in found if offer.form == form and offer.said]
        if rows:
            lines = "".join(f"| `{offer.written}` | {offer.said} |\n" for offer in rows)
            parts.append(f"| {title.lower()} | |\n|---|---|\n{lines}")
    return "\n".join(parts)


@pytest.mark.parametrize("pack", PACKS)
def test_every_signal_and_value_says_what_it_is_for(pack: str) -> None:
    assert [offer.written for offer in offers(pack) if offer.form in ("signal", "value") and not offer.said] == []


def test_the_lists_are_in_the_document() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    made = LIST.sub(lambda found: f"<!-- list {found[1]} -->\n{table(found[1])}<!-- end -->", document)
    if os.environ.get("DUEL_DSL_REGENERATE"):
        DOCUMENT.write_text(made, encoding="utf-8")
        return
    assert [found[1] for found in LIST.finditer(document)] == list(PACKS)
    assert document == made, "DUEL_DSL_REGENERATE=1 writes the lists anew"


# ------------------------------------------------------------------ packs that only use what the lists offer
VARIANTS = ("fourth_age", "short_hands", "strongholds", "ceremonies")


def pack(name: str) -> Path:
    return Path(__file__).parent / "packs" / name


@pytest.mark.parametrize("name", VARIANTS)
def test_variants_replace_nothing(name: str) -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in pack(name).glob("*.*"))
    assert not re.search(r"^(replace|remove|change)\b", text, re.MULTILINE)


@pytest.mark.parametrize("name", VARIANTS)
def test_scenarios_of_variants(name: str) -> None:
    outcomes = run_scenarios(load(pack(name), scenarios=True))
    assert [outcome.failure for outcome in outcomes if outcome.failure] == []
    assert len(outcomes) > 2


@pytest.mark.parametrize("name", VARIANTS)
def test_random_games_of_variants(name: str) -> None:
    game = load(pack(name))
    low, high = game.description.players
    for players in range(low, high + 1):
        random, position = Random(players), game.start(players, players)
        while not position.over:
            healthy(position)
            position.play(random.randrange(len(position.codes)))
        healthy(position)
