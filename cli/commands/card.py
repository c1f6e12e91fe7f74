"""`duel-dsl card`: the texts of cards, as they stand on them in a language."""

from __future__ import annotations

from typing import Any

import click

from ...dsl.diagnostic import Report
from ...dsl.reading.sources import find_folder, read_sources
from ...interpreter.playing.game import Game
from ...interpreter.telling.sentences import card_text, plain_words
from ..screen.card_style import Pen
from ..screen.explain import find_cards, named_lines, several_cards, unknown_card
from ..terminal import Terminal, write_json
from .opening import check_language, load_game
from .targets import find_targets


@click.command(
    epilog="""\b
Examples:
  duel-dsl card mypack                        the texts of all cards of a pack and of what it builds on
  duel-dsl card mypack "Old Tree" well        those of some cards, by name, id or the beginning of one
  duel-dsl card mypack --own --lang de        in German, only the cards of this pack itself
  duel-dsl card mypack well --plain           without the phrases of the packs: for `means` in scenarios
  duel-dsl card mypack --json                 for programs

Exit code: 0 shown, 1 the pack has mistakes, 2 cannot do what was asked."""
)
@click.argument("pack", metavar="PACK")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--lang", "language", default="en", metavar="LANGUAGE", help="Language of the texts, such as de.")
@click.option("--own", is_flag=True, help="Only the cards of the pack itself, not those of packs it builds on.")
@click.option("--plain", is_flag=True, help="What the cards do without any phrase, in English.")
@click.option("--json", "as_json", is_flag=True, help="Print a list of objects instead of text.")
def card(pack: str, names: tuple[str, ...], language: str, own: bool, plain: bool, as_json: bool) -> int:
    """Show the texts of cards: what is printed on them, and a sentence for everything they do."""
    terminal = Terminal.here()
    game = load_game(pack, terminal)
    check_language(game, language)
    pen = Pen(game, language)
    wanted = _wanted(pen, names) if names else list(dict.fromkeys(card.name for card in game.description.cards))
    if own:
        found = _own(pack, game)
        wanted = [name for name in wanted if name in found]
    if not wanted:
        raise click.UsageError(f"{game.title} has no cards of its own" if own else f"{game.title} has no cards")
    told = [_told(pen, name, plain) for name in wanted]
    if as_json:
        write_json(told, indent=2)
        return 0
    for number, one in enumerate(told):
        lines = [*([""] if number else []), f"{one['title']} ({one['id']})", *(f"  {line}" for line in one["text"])]
        terminal.write(lines)
    return 0


def _wanted(pen: Pen, names: tuple[str, ...]) -> list[str]:
    """The ids of the cards that were named; the help that the prompt of a game gives where one is unclear."""
    found = []
    for name in names:
        cards = find_cards(pen, name)
        if not cards:
            raise click.UsageError(unknown_card(pen, name))
        titles = {pen.words.card(pen.game.card(card).index) for card in cards}
        if len(titles) > 1:
            raise click.UsageError(several_cards(pen, name, cards))
        found += cards
    return list(dict.fromkeys(found))


def _told(pen: Pen, name: str, plain: bool) -> dict[str, Any]:
    index = pen.game.card(name).index
    lines = [plain_words(pen.game, name)] if plain else card_text(pen.game, name, pen.language)
    kind = pen.game.description.cards[index].kind
    named = [] if plain else named_lines(pen, name)
    return {"id": name, "title": pen.words.card(index), "kind": kind, "text": [*filter(None, lines), *named]}


def _own(pack: str, game: Game) -> set[str]:
    """The ids of the cards that stand in the files of the pack itself."""
    last = find_targets((pack,))[0].packs[-1]
    folder = find_folder(last)
    files = {source.file for source in read_sources(folder, Report())} if folder is not None else set()
    return {card.name for card in game.description.cards if card.span.file in files}
