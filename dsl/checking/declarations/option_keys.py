"""Keys of options as scenarios write them: `Keys.check` finds out whether a key can ever be an option."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import define, evolve, field

from ...diagnostic import did_you_mean
from ...model import SEATS, ChoiceModel, Label, Type
from ...reading import ast
from ..symbols import World

PASS = "pass"
MOST_SHOWN = 8


@define
class Keys:
    """The keys that the choices of a game can have: the labels of their options with ids in the holes.

    Where the choices are not the whole of them, because of other mistakes, nothing is said.
    """

    world: World
    choices: Iterable[ChoiceModel]
    whole: bool
    _patterns: list[tuple[re.Pattern[str], Label]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        labels = {option.label.text: option.label for choice in self.choices for option in choice.options}
        self._patterns = [(_pattern(label), label) for label in labels.values()]

    def check(self, written: ast.Word) -> str:
        """The key with single blanks; one that no option has is reported."""
        key = " ".join(written.text.split())
        unknown: tuple[str, str, int, list[str]] | None = None
        for pattern, label in self._patterns:
            match = pattern.fullmatch(key)
            if match is None:
                continue
            holes = [part for part in label.parts if not isinstance(part, str)]
            groups = enumerate(zip(holes, match.groups(""), strict=True), start=1)
            wrong = [found for n, (h, text) in groups for found in self._wrong(h.type, text, match.start(n))]
            if not wrong:
                return key
            unknown = unknown or wrong[0]
        if key == PASS and any(choice.optional for choice in self.choices):
            return key
        report = self.world.report
        if not self.whole:
            return key
        if unknown is not None:
            what, text, start, legal = unknown
            column = written.span.column + (start if key == written.text else 0)
            place = evolve(written.span, column=column, end_column=column + len(text))
            report.unknown(what, text, place, legal)
            return key
        labels = [label.text for _, label in self._patterns]
        shown = ", ".join(f"`{text}`" for text in labels[:MOST_SHOWN])
        more = ", ..." if len(labels) > MOST_SHOWN else ""
        begins = did_you_mean(key.split(" ")[0], [text.split(" ")[0] for text in labels])
        help = begins or f"options are written {shown}{more}"
        report.error("unknown-option", f"no option is ever called `{key}`", written.span, help)
        return key

    def _wrong(self, type: Type, text: str, start: int) -> Iterator[tuple[str, str, int, list[str]]]:
        """What does not fit in a hole: what it should be, the word, where it begins and what is legal."""
        legal = self._legal(type)
        if type.tag == "payment":
            for word in re.finditer(r"[0-9]+ ([a-z0-9_]+)", text):
                if word[1] not in legal:
                    yield "name", word[1], start + word.start(1), legal
        elif type.tag == "card" and any(text in drawn.slots for drawn in self.world.layouts.values()):
            # A card that lies face down is named by its slot.
            return
        elif not (text.lstrip("-").isdigit() if type.tag == "number" else text in legal):
            yield type.of or type.tag, text, start, legal

    def _legal(self, type: Type) -> list[str]:
        world = self.world
        if type.tag == "card":
            return [id for id, (_, card) in world.cards.items() if world.related(card.kind.text, type.of)]
        if type.tag == "player":
            return list(SEATS[: world.most_seats])
        if type.tag == "payment":
            return [world.money, *world.paid_to]
        return list(world.enums.get(type.of, ()))


def _pattern(label: Label) -> re.Pattern[str]:
    """What keys made from a label look like. A payment of nothing leaves no trace in a key, not even a second blank."""
    found = ""
    for part in label.parts:
        if isinstance(part, str):
            found += re.escape(part)
        elif part.type.tag == "payment":
            found = found.removesuffix(re.escape(" ")) + "(?:|(?:^| )(paying(?: [0-9]+ [a-z0-9_]+)+))"
        else:
            found += "(-?[a-z0-9_]+)"
    return re.compile(found)
