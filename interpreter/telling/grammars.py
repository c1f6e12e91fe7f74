"""Languages: which grammar makes the sentences of a language."""

from __future__ import annotations

from .english import Tongue, spaced
from .german import German
from .templates import WORDS

__all__ = ["Tongue", "spaced", "tongue"]

TONGUES: dict[str, Tongue] = {"en": Tongue(WORDS["en"]), "de": German(WORDS["de"])}


def tongue(language: str) -> Tongue:
    """The grammar of a language; English where there is no other."""
    return TONGUES.get(language, TONGUES["en"])
