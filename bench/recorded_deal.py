"""The chance of a recorded game of Duel with expansions: everything random is picked as it was dealt there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from recorded_keys import decree_of, identifier, token_of

Record = dict[str, Any]


class Deal:
    """Picks what was recorded: in order where the order matters, and any of a set elsewhere."""

    def __init__(self, record: Record) -> None:
        setup, steps = record["setup"], record["steps"]
        displays = [sorted(age) for age in setup["age"]]
        self._in_order: dict[str, Iterator[str]] = {
            "first player": iter(["0"]),
            "offer": ids(name for offer in setup["draft"] for name in offer),
            "display": ids(card for display in displays for _, _, card in display),
            "divinity_decks": ids(name for deck in setup.get("divdecks", ()) for name in deck),
            "mythology token": (token_of(token) for _, _, token in sorted(setup.get("mythology_tokens", ()))),
            "offering": (token_of(token) for _, _, token in sorted(setup.get("offering_tokens", ()))),
            "drawn": ids(drawn(steps, "selection")),
            "on_enki": ids(drawn(steps, "enki")),
            # Senators carry a number behind their name.
            "stack": ids(card for display in displays for _, _, card in display if "#" in card),
            "decree": (decree_of(number) for _, number, _ in sorted(setup.get("decrees", ()))),
            "conspiracy_deck": ids(setup.get("conspiracy_deck", ())),
        }
        self._sets = {
            "board": set(ids(setup["progress_board"])),
            "box": set(ids([name for age in setup["removed"] for name in age] + setup["unused_guilds_temples"])),
            "deck": set(ids(card for _, _, card in displays[2])),
        }

    def pick(self, what: str, candidates: list[str]) -> int:
        """The place of the recorded outcome among the candidates."""
        label = "display" if what.startswith("display ") else what
        if label in self._in_order:
            return candidates.index(next(self._in_order[label]))
        return next(i for i, name in enumerate(candidates) if name in self._sets[label])


def ids(names: Any) -> Iterator[str]:
    """Our ids of recorded names, in their order."""
    return (identifier(name) for name in names)


def drawn(steps: list[Record], to: str) -> Iterator[str]:
    """The progress tokens that were drawn from the box during the game, in order."""
    for step in steps:
        for event in step.get("draws") or ():
            if event[:4] == ["pick", "progress_token", "box", to]:
                yield from event[4]
