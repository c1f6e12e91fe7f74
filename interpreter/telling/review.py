"""A review of the words of packs: what the texts of their cards have no words for, and words that nothing says.

It reads every card in every language, as people will. Nothing here keeps a pack from being played.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from ...dsl.composing.composed import Composed
from ...dsl.diagnostic import Diagnostic, did_you_mean, listed
from ...dsl.model import CardModel, Game
from ...dsl.reading import declared
from .phrasebook import never_used
from .sentences import writer_of
from .words import ENGLISH, Words, languages

WARNING = "warning"
MOST_NAMED = 8


def review(game: Game, composed: Composed) -> list[Diagnostic]:
    """Warnings about the words of the packs."""
    texts = _Texts(game, composed)
    return [*texts.found(), *texts.labels(), *_unused(game, composed)]


@frozen
class _Lack:
    """What the text of a card has no words for in a language, by id."""

    language: str
    ids: list[str]
    card: CardModel


@define
class _Texts:
    """Reads the texts of all cards."""

    game: Game
    composed: Composed
    _spoken: set[tuple[int, str]] = field(init=False)

    def __attrs_post_init__(self) -> None:
        pack_of = self.composed.pack_of
        self._spoken = {(pack_of[block.span.file], block.language.text) for block in self.composed.names}

    def found(self) -> Iterator[Diagnostic]:
        """A warning for each card and language that lack words. A pack without any words in a language is not asked
        for some."""
        for lack in self._lacks():
            pack = self.composed.pack_of[lack.card.span.file]
            if lack.language == ENGLISH or (pack, lack.language) in self._spoken:
                yield self._said(lack)

    def _lacks(self) -> Iterator[_Lack]:
        """Cards with something without words in a language: each thing at the first card that speaks of it."""
        for language in languages(self.game):
            seen: set[str] = set()
            for card in self.game.cards:
                words = Words(self.game, language)
                writer = writer_of(self.game, words)
                writer.title(card)
                writer.printed(card)
                writer.abilities(card)
                shown = {id for id, told in words.missing if told or language != ENGLISH} - seen
                if shown:
                    seen |= shown
                    yield _Lack(language, sorted(shown), card)

    def labels(self) -> Iterator[Diagnostic]:
        """A warning for each label that a pack does not say in a language that it speaks."""
        for language in languages(self.game):
            lines = self.game.names.get(language, {})
            seen: set[str] = set(lines)
            for option in (option for choice in self.game.choices for option in choice.options):
                pack = self.composed.pack_of.get(option.span.file, -1)
                for label in (option.label, option.remark):
                    if (
                        language == ENGLISH
                        or label is None
                        or label.text in seen
                        or (pack, language) not in self._spoken
                    ):
                        continue
                    seen.add(label.text)
                    if any(c.isalpha() for part in label.parts if isinstance(part, str) for c in part):
                        message = f"players read `{label.text}` in another language than `{language}`"
                        help = f'add a line to `names {language}`: `"{label.text}": "..."`'
                        yield Diagnostic("other-language", message, option.span, help, WARNING)

    def _said(self, lack: _Lack) -> Diagnostic:
        where, ids, span = f"the text of `{lack.card.name}`", lack.ids, lack.card.span
        head = _head(self.game, ids[0])
        if lack.language == ENGLISH:
            names = "the bare name" if len(ids) == 1 else "the bare names"
            help = f'give it a phrase under `names en`: `{head}: "..."`'
            message = f"{where} shows {names} {listed(ids)}"
            return Diagnostic("bare-name", message, span, help, WARNING)
        message = f"{where} in `{lack.language}` shows words of another language: {_few(ids)}"
        help = f'add lines to `names {lack.language}`, such as `{head}: "..."`'
        return Diagnostic("other-language", message, span, help, WARNING)


def _few(ids: list[str]) -> str:
    """The first of some ids, and how many more there are."""
    if len(ids) <= MOST_NAMED:
        return listed(ids)
    return f"{', '.join(f'`{id}`' for id in ids[:MOST_NAMED])} and {len(ids) - MOST_NAMED} more"


def _head(game: Game, name: str) -> str:
    """How the head of a phrase for something begins."""
    formula = (game.defines | game.values | game.procedures).get(name)
    params = formula.params if formula is not None else game.signals.get(name)
    if params is None:
        return f"{name}(self)" if name in game.player and game.player[name].type.tag == "flag" else name
    parts = ["self" if type.tag == "player" else part for part, type in params]
    return f"{name}({', '.join(dict.fromkeys(parts))})"


# ------------------------------------------------------------------ words that nothing says
def _unused(game: Game, composed: Composed) -> Iterator[Diagnostic]:
    said = set(_texts(game, composed))
    written: dict[str, list[tuple[str, ...]]] = {}
    for block in composed.names:
        language = block.language.text
        for line in block.lines:
            if line.quoted and line.of.text not in said:
                help = did_you_mean(line.of.text, said)
                message = f"nothing in the rules says `{line.of}`"
                yield Diagnostic("unused-phrase", message, line.of.span, help, WARNING)
            elif line.parts is not None:
                reason = _shadowed(game, line, written.setdefault(f"{language} {line.of}", []))
                if reason:
                    head = f"{line.of}({', '.join(part.text for part in line.parts)})"
                    message = f"the phrase `{head}` can never be used: {reason}"
                    yield Diagnostic("unused-phrase", message, line.of.span, "", WARNING)


def _shadowed(game: Game, line: declared.NameLine, before: list[tuple[str, ...]]) -> str:
    """Why a phrase can never be used, or nothing; `before` are the heads of other phrases for the same thing."""
    assert line.parts is not None
    head = tuple(part.text for part in line.parts)
    reason = never_used(game, line.of.text, head, line.text.text, before)
    before.append(head)
    return reason


def _texts(game: Game, composed: Composed) -> Iterator[str]:
    """Everything in quotes that people may read: labels, remarks, titles, what chance brings, ways of winning."""
    for choice in game.choices:
        for option in choice.options:
            yield option.label.text
            if option.remark is not None:
                yield option.remark.text
    for act in (act for _, body in game.bodies() for act in game.walk(body)):
        if act.op in ("pick", "draw", "draw_top", "shuffle", "deal"):
            yield str(act.value)
    yield from game.ways
    yield from (way for _, way in game.rank)
    yield from game.title.split(" + ")
    yield game.limit[1]
    look = game.look
    yield from (look.nobody, *look.shown.values())
    yield from (end for track in look.tracks.values() for end in (track.low_end, track.high_end))
    yield from (game.title, *(card.title for card in game.cards))
