"""The texts of cards: every card of Duel as it was read and found good, and small cards that say one thing each.

After a change that is meant to change texts, write them anew and read what was written:

    DUEL_DSL_REGENERATE=1 python -m pytest tests/test_sentences.py
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Container
from pathlib import Path

import pytest

from duel_dsl.dsl import InvalidPack
from duel_dsl.interpreter import Game, GameError, load
from duel_dsl.interpreter.telling.clauses import Clauses
from duel_dsl.interpreter.telling.declension import declined_name
from duel_dsl.interpreter.telling.english_words import ENGLISH_WORDS
from duel_dsl.interpreter.telling.german_words import GERMAN_WORDS
from duel_dsl.interpreter.telling.grammars import tongue
from duel_dsl.interpreter.telling.meanings import YOU
from duel_dsl.interpreter.telling.nouns import Noun, read_noun
from duel_dsl.interpreter.telling.phrasebook import Phrasebook
from duel_dsl.interpreter.telling.sentences import ability_text, card_text, effect_text
from duel_dsl.interpreter.telling.terms import Telling

DUEL = Path(__file__).parent.parent / "cards" / "duel"
DATA = Path(__file__).parent / "data"
PACKS = Path(__file__).parent / "packs"
GARDEN, STRANGE = PACKS / "garden", PACKS / "strange"


def all_texts(game: Game, without: Container[str] = ()) -> str:
    """The texts of cards in all languages, as the golden files hold them."""
    lines = []
    for language in game.languages:
        for card in game.description.cards:
            if card.id in without or "." in card.id:
                continue
            lines += ["", f"{game.words(language).card(card.index)} ({card.id}, {language})"]
            lines += [f"    {line}" for line in card_text(game, card.id, language)]
    return "\n".join(lines[1:]) + "\n"


def expect_texts(game: Game, golden: Path, *without: str) -> None:
    """The texts of all cards, but those that are also in other packs, are as they were read and found good."""
    known = {card.id for pack in without for card in load(pack).description.cards}
    found = all_texts(game, known)
    if os.environ.get("DUEL_DSL_REGENERATE"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("pack", "without"),
    [
        ("duel", ()),
        ("pantheon", ("duel",)),
        ("agora", ("duel",)),
        ("wonders", ()),
        ("leaders", ("wonders",)),
    ],
)
def test_all_cards(pack: str, without: tuple[str, ...]) -> None:
    expect_texts(load(pack), DATA / f"{pack}_text.txt", *without)


@pytest.mark.parametrize("pack", ["duel", "pantheon_agora", "leaders"])
def test_no_text_shows_the_engine(pack: str) -> None:
    """No hole is left open, and no id or sign of the program stands where a word should."""
    found = re.sub(r"\([\w.]+, \w\w\)", "", all_texts(load(pack)))
    assert not re.search(r"[{}|_\x1f]|\(you|\(du| ,|  \w", found.replace("\n    ", "\n"))


def test_abilities_are_the_end_of_the_text(duel: Game) -> None:
    assert ability_text(duel, "lumber_yard") == []
    assert ability_text(duel, "arena") == ["When built: gain 2 coins for each wonder you have built."]
    for card in duel.description.cards:
        told = ability_text(duel, card.id, "de")
        assert card_text(duel, card.id, "de")[-len(told) :] == told or not told


def test_what_a_card_works_out_is_told_with_what_it_does(duel: Game) -> None:
    assert effect_text(duel, "lumber_yard") == effect_text(duel, "palace") == []
    assert effect_text(duel, "arena") == ability_text(duel, "arena")
    points, paid = effect_text(duel, "builders_guild")[0], effect_text(duel, "merchants_guild")
    assert points.startswith("Victory points: ")
    assert points.endswith(".")
    assert len(paid) == 2
    assert paid[1:] == ability_text(duel, "merchants_guild")


def test_unknown_card(duel: Game) -> None:
    with pytest.raises(GameError, match="arena"):
        card_text(duel, "arenna")


# ------------------------------------------------------------------ texts follow the cards
@pytest.mark.parametrize(
    ("file", "old", "new", "card", "expected"),
    [
        ("age3.cards", "coins += 2 * count(wonders, self)", "coins += 5 * count(wonders, self)", "arena",
         "When built: gain 5 coins for each wonder you have built."),
        ("age3.cards", "coins += count(red, self)", "coins += count(red, opponent)", "armory",
         "When built: gain 1 coin for each red building in your opponent's city."),
        ("age1.cards", "unit_price(self, stone): 1", "unit_price(self, stone): 3", "stone_reserve",
         "You buy stone for 3 coins each."),
        ("age1.cards", "cost: 3 coins\n    set unit_price(self, clay)", "cost: 9 coins\n    set unit_price(self, clay)",
         "clay_reserve", "Cost: 9 coins"),
        ("tokens.cards", "b.color is blue: + 2", "b.color is green: + 1", "masonry",
         "When you build a green building, you may leave out 1 good of your choice from its cost."),
        ("tokens.cards", "linked): coins += 4", "linked): coins -= 1", "urbanism",
         "Whenever you build a building through its link symbol: lose 1 coin."),
        ("tokens.cards", "3 * count(tokens, self)", "3 * count(tokens, self) + 1", "mathematics",
         "Victory points: 3 for each progress token you have plus 1"),
        ("guilds.cards", "richest / 3", "richest / 5", "moneylenders_guild",
         "Victory points: 1 for every 5 coins in the richest city"),
        ("most.rules", "count(green, p) for p", "count(blue, p) for p", "scientists_guild",
         "Victory points: 1 for each blue building in the city with the most of them"),
        ("wonders.cards", "choose b in at_risk(opponent) where b.color is grey",
         "may choose b in at_risk(opponent) where b.color is grey", "circus_maximus",
         "When built: you may choose a grey building from your opponent's city and move it to the discard pile."),
        ("wonders.cards", "draw 3 from token_box", "draw 1 from token_box", "the_great_library",
         "When built: draw 1 progress token from the game box at random. "
         "Choose one of them and take it. Put the rest back."),
        ("wonders.cards", "opponent.coins -= 3", "opponent.coins -= 4", "the_appian_way",
         "When built: gain 3 coins. Your opponent loses 4 coins."),
    ],
)  # fmt: skip
def test_another_card_has_another_text(
    duel: Game, tmp_path: Path, file: str, old: str, new: str, card: str, expected: str
) -> None:
    assert expected not in card_text(duel, card)
    shutil.copytree(DUEL, tmp_path / "duel")
    path = tmp_path / "duel" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert expected in card_text(load(tmp_path / "duel"), card)


# ------------------------------------------------------------------ other games
@pytest.fixture(scope="module")
def garden() -> Game:
    """A small game with German nouns and hardly a phrase, whose cards use most of the language."""
    return load(GARDEN)


def test_cards_without_phrases(garden: Game) -> None:
    expect_texts(garden, GARDEN / "text.txt")


def test_cards_that_nobody_had_planned_for() -> None:
    """Strange cards with every statement and expression, on top of a game whose words they share."""
    expect_texts(load(STRANGE), STRANGE / "text.txt", "duel")


def test_language_without_words(garden: Game) -> None:
    """In a language that nobody has words for, the text is English."""
    assert card_text(garden, "rose", "xx")[0] == "Plant"


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", ["duel", "garden"])
def test_everything_can_be_told(request: pytest.FixtureRequest, name: str, language: str) -> None:
    """Whatever rules say could stand on a card: nothing of it may have no words."""
    game: Game = request.getfixturevalue(name)
    description = game.description
    book = Phrasebook.of(description.names.get(language, {}), ())
    telling = Telling(description, game.words(language), tongue(language), book)
    for procedure in description.procedures.values():
        assert isinstance(procedure.body, tuple)
        assert Clauses(telling).all(procedure.body, {})
    for formula in (description.defines | description.values).values():
        assert telling.value(formula.body, {"self": YOU})  # type: ignore[arg-type]
    for invariant in description.invariants:
        assert telling.condition(invariant.condition, {"self": YOU})


# ------------------------------------------------------------------ words
def test_languages_have_the_same_templates() -> None:
    # An owner stands before what is owned in English only.
    assert {key for key in ENGLISH_WORDS if not key.startswith("whose_")} == {
        key for key in GERMAN_WORDS if not key.startswith("whose_")
    }
    for key, text in GERMAN_WORDS.items():
        holes = set(re.findall(r"{\w+}", ENGLISH_WORDS[key]))
        assert set(re.findall(r"{\w+}", text)) <= holes | {"{of}", "{as_}"}, key


@pytest.mark.parametrize(
    ("name", "accusative", "dative"),
    [
        ("Der Koloss", "den Koloss", "dem Koloss"),
        ("Der Große Leuchtturm", "den Großen Leuchtturm", "dem Großen Leuchtturm"),
        ("Die Große Bibliothek", "die Große Bibliothek", "der Großen Bibliothek"),
        ("Die Pyramiden", "die Pyramiden", "den Pyramiden"),
        ("Die Hängenden Gärten", "die Hängenden Gärten", "den Hängenden Gärten"),
        ("Phönizischer Großtempel", "Phönizischen Großtempel", "Phönizischem Großtempel"),
        ("Politisches Manöver", "Politisches Manöver", "Politischem Manöver"),
        ("eine verdeckte Karte", "eine verdeckte Karte", "einer verdeckten Karte"),
        ("Gilde der Kaufleute", "Gilde der Kaufleute", "Gilde der Kaufleute"),
        ("Circus Maximus", "Circus Maximus", "Circus Maximus"),
        ("Kammer 1", "Kammer 1", "Kammer 1"),
        ("Erster Handkarten 2", "Erster Handkarten 2", "Erster Handkarten 2"),
    ],
)
def test_german_names_are_declined(name: str, accusative: str, dative: str) -> None:
    assert (declined_name(name, "acc"), declined_name(name, "dat")) == (accusative, dative)


@pytest.mark.parametrize(
    ("text", "language", "noun"),
    [
        ("sand", "en", Noun("sand", "sand")),
        ("apple|apples", "en", Noun("apple", "apples")),
        ("der Apfel|Äpfel", "de", Noun("Apfel", "Äpfel", "m")),
        ("die Laub", "en", Noun("die Laub", "die Laub")),
        ("Die Sphinx", "de", Noun("Die Sphinx", "Die Sphinx")),
    ],
)
def test_nouns(text: str, language: str, noun: Noun) -> None:
    assert read_noun(text, language) == noun


def test_titles_are_plurals_without_article(duel: Game) -> None:
    assert duel.words("de").title("coins") == "Münzen"
    assert duel.words("en").title("coins") == "Coins"


# ------------------------------------------------------------------ mistakes in phrases
@pytest.mark.parametrize(
    ("line", "code", "message"),
    [
        ('grwon(self, b, h): "you grow {b}"', "unknown-name", "unknown name `grwon`"),
        ('grown(self, b): "you grow {b}"', "wrong-arguments", "`grown` has 3 parts, found 2"),
        ('grown(self, b, h): "you grow {c}"', "unknown-hole", "unknown hole `c`"),
        ('grown(self, b, h): "you grow {of b}"', "wrong-type", "`b` is no player"),
        ('grown(p, b, h): "{each p} grows"', "wrong-type", "`p` is no card"),
        ('grown(self, b, b): "you grow {b}"', "duplicate", "there are two parts `b`"),
        ('grown(self, seed, h): "you grow"', "wrong-type", "`seed` is no plant"),
        ('grown(red, b, h): "red grows"', "wrong-type", "`red` is no player"),
        ('unit_price(self, g): "{g} for {value gold}"', "unknown-name", "unknown name `gold`"),
        ('unit_price(self, g): "{g coins}"', "wrong-type", "`g` is no number"),
        ('bed(self): "here"\n    bed(self): "there"', "duplicate", "`bed(self)` has a phrase in this language already"),
        ('heap(self): "here"', "wrong-arguments", "`heap` has no part, found 1"),
    ],
)
def test_mistakes_in_phrases(tmp_path: Path, line: str, code: str, message: str) -> None:
    shutil.copytree(GARDEN, tmp_path / "garden")
    (tmp_path / "garden" / "more.rules").write_text(f"names fr\n    {line}\n", encoding="utf-8")
    with pytest.raises(InvalidPack) as found:
        load(tmp_path / "garden")
    assert [(d.code, d.message) for d in found.value.diagnostics] == [(code, message)]
