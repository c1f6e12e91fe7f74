"""German names in the middle of a sentence: `der Koloss` becomes `den Koloss`, `Phönizischer Tempel` `Phönizischem
Tempel`.

A name tells what it is by its article, or by an adjective before its noun. Other names stay as they are.
"""

from __future__ import annotations

import re

from .nouns import ACC, DAT, GEN, NOM

# What a text begins with that only says how it is drawn.
STYLED = re.compile(r"(?:\x1b\[[0-9;]*m)*")
PLURAL = "p"
ARTICLES = {
    "m": {NOM: "der", ACC: "den", DAT: "dem", GEN: "des"},
    "f": {NOM: "die", ACC: "die", DAT: "der", GEN: "der"},
    "n": {NOM: "das", ACC: "das", DAT: "dem", GEN: "des"},
    PLURAL: {NOM: "die", ACC: "die", DAT: "den", GEN: "der"},
}
INDEFINITE = {
    "m": {NOM: "ein", ACC: "einen", DAT: "einem", GEN: "eines"},
    "f": {NOM: "eine", ACC: "eine", DAT: "einer", GEN: "einer"},
    "n": {NOM: "ein", ACC: "ein", DAT: "einem", GEN: "eines"},
}
STRONG = {
    "m": {NOM: "er", ACC: "en", DAT: "em", GEN: "en"},
    "f": {NOM: "e", ACC: "e", DAT: "er", GEN: "er"},
    "n": {NOM: "es", ACC: "es", DAT: "em", GEN: "en"},
}
BY_ARTICLE = {"der": "m", "die": "f", "das": "n"}
BY_ENDING = {"er": "m", "es": "n"}


def adjective(word: str, ending: str) -> str:
    """An adjective with an ending: written small; those that end in `a` have none, and some lose an `e`."""
    stem = word[:1].lower() + word[1:]
    if stem.endswith("a"):
        return stem
    stem = stem.removesuffix("e")
    if stem.endswith("el"):
        stem = stem[:-2] + "l"
    return stem + ending


def declined_name(name: str, case: str) -> str:
    """A name in a case; where nothing tells its gender it stays as it is."""
    style = STYLED.match(name)
    assert style is not None
    start, bare = name[: style.end()], name[style.end() :]
    first, _, rest = bare.partition(" ")
    if not rest:
        return name
    small = first.lower()
    if small in BY_ARTICLE:
        return start + _with_article(BY_ARTICLE[small], rest, case)
    if small in ("ein", "eine", "einen"):
        return start + _indefinite(small, rest, case)
    gender = BY_ENDING.get(first[-2:]) or ("f" if first.endswith("e") else "")
    # `Rote Rose` has an adjective, `Gilde der Maurer`, `Kammer 1` and `Erster Garten 2` have none.
    if gender and len(first) > 3 and rest[:1].isupper() and not rest[-1].isdigit():
        ending = STRONG[gender][case]
        return f"{start}{first.removesuffix(STRONG[gender][NOM])}{ending} {rest}"
    return name


def _with_article(gender: str, rest: str, case: str) -> str:
    words = rest.split(" ")
    adjectives = [word for word in words[:-1] if word[:1].isupper() and word.endswith(("e", "en"))]
    noun = words[len(adjectives)] if len(adjectives) < len(words) else words[-1]
    if gender == "f" and (noun.endswith("en") or (adjectives and adjectives[0].endswith("en"))):
        gender = PLURAL
    if adjectives and gender != PLURAL and not (case == NOM or (case == ACC and gender != "m")):
        words[: len(adjectives)] = [word if word.endswith("en") else f"{word}n" for word in adjectives]
    return " ".join([ARTICLES[gender][case], *words])


def _indefinite(article: str, rest: str, case: str) -> str:
    first, _, more = rest.partition(" ")
    gender = "f" if article == "eine" else "m" if article == "einen" or first.endswith("er") else "n"
    if more and first[:1].islower() and first.endswith(("e", "er", "es", "en")):
        stem = first.removesuffix("e") if first.endswith("e") else first[:-2]
        weak = case in (DAT, GEN) or (case == ACC and gender == "m")
        first = stem + ("en" if weak else STRONG[gender][case])
    return " ".join(word for word in (INDEFINITE[gender][case], first, more) if word)
