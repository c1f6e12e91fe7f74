"""The words between the nouns, by language: every language has the same keys."""

from __future__ import annotations

from .english_words import ENGLISH_WORDS
from .german_words import GERMAN_WORDS

WORDS = {"en": ENGLISH_WORDS, "de": GERMAN_WORDS}


def template(name: str, language: str) -> str:
    """A pattern in a language; in English where there is no other."""
    return WORDS.get(language, ENGLISH_WORDS)[name]
