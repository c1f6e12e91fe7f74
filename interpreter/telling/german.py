"""The grammar of German: gender and case decide about articles, pronouns and the endings of adjectives.

Without a known gender a numeral takes the place of the article.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from .declension import adjective, declined_name
from .english import Tongue, spaced
from .meanings import YOU, Meaning, Thing
from .nouns import ACC, DAT, GEN, NOM, Noun, read_noun

# By gender (p: several), then by case: nominative, accusative, dative, genitive.
ENDINGS = {
    "m": ("er", "en", "em", "es"),
    "f": ("e", "e", "er", "er"),
    "n": ("es", "es", "em", "es"),
    "p": ("e", "e", "en", "er"),
}
# After an article that shows the case, and after `ein`, which shows it less often.
WEAK = {
    "m": ("e", "en", "en", "en"),
    "f": ("e", "e", "en", "en"),
    "n": ("e", "e", "en", "en"),
    "p": ("en", "en", "en", "en"),
}
MIXED = {
    "m": ("er", "en", "en", "en"),
    "f": ("e", "e", "en", "en"),
    "n": ("es", "es", "en", "en"),
    "p": ("en", "en", "en", "en"),
}
EIN = {"m": ("", "en", "em", "es"), "f": ("e", "e", "er", "er"), "n": ("", "", "em", "es"), "p": ("e", "e", "en", "er")}
THE = {
    "m": ("der", "den", "dem", "des"),
    "f": ("die", "die", "der", "der"),
    "n": ("das", "das", "dem", "des"),
    "p": ("die", "die", "den", "der"),
}
IT = {"m": ("er", "ihn", "ihm"), "f": ("sie", "sie", "ihr"), "n": ("es", "es", "ihm")}
CASES = {NOM: 0, ACC: 1, DAT: 2, GEN: 3}
PLACES = {"at": ("in", DAT), "to": ("in", ACC), "from": ("aus", DAT)}
ORDINALS = ("erste", "zweite", "dritte")


@frozen
class German(Tongue):
    """Noun phrases with gender and case. What is said of no case is an object: in the accusative."""

    # -------------------------------------------------------------- noun phrases
    def one(self, thing: Thing, case: str = ACC) -> str:
        """`einen roten Apfel auf dem Tisch`."""
        if thing.union:
            return self.either(self.one(each, case) for each in thing.union)
        gender = thing.noun.gender
        if thing.fixed or not gender:
            return self.some("1", thing)
        return f"ein{EIN[gender][CASES[case]]} {self._noun(thing, gender, case, MIXED)}"

    def each(self, thing: Thing, case: str = ACC) -> str:
        """`jeden roten Apfel auf dem Tisch`."""
        if thing.union:
            return self.either(self.each(each, case) for each in thing.union)
        gender = thing.noun.gender
        if thing.fixed:
            return self.declined(thing.fixed, case)
        if not gender:
            return f"je {self.some('1', thing)}"
        return f"jed{ENDINGS[gender][CASES[case]]} {self._noun(thing, gender, case, WEAK)}"

    def all(self, thing: Thing, case: str = ACC) -> str:
        """`alle roten Äpfel auf dem Tisch`."""
        if thing.union:
            return self.either(self.all(each, case) for each in thing.union)
        if thing.fixed:
            return self.declined(thing.fixed, case)
        return f"all{ENDINGS['p'][CASES[case]]} {self._noun(thing, 'p', case, WEAK)}"

    def the(self, thing: Thing, case: str = ACC) -> str:
        """`die roten Äpfel auf dem Tisch`."""
        if thing.union:
            return self.either(self.the(each, case) for each in thing.union)
        if thing.fixed:
            return self.declined(thing.fixed, case)
        return f"{THE['p'][CASES[case]]} {self._noun(thing, 'p', case, WEAK)}"

    def many(self, thing: Thing, case: str = ACC) -> str:
        """`rote Äpfel auf dem Tisch`."""
        if thing.union:
            return self.either(self.many(each, case) for each in thing.union)
        return self.declined(thing.fixed, case) if thing.fixed else self._noun(thing, "p", case, ENDINGS)

    def some(self, number: str, thing: Thing) -> str:
        """`3 rote Äpfel auf dem Tisch`."""
        if thing.union:
            return f"{number}: {self.many(thing)}"
        if thing.fixed:
            return thing.fixed
        if number == "1":
            return f"1 {self._noun(thing, thing.noun.gender or 'n', ACC, ENDINGS)}"
        return f"{number} {self.many(thing)}"

    def thing(self, text: str) -> Thing:
        """What a pack calls a set of things: adjectives, which are written small, the noun, and what stands behind."""
        noun = read_noun(text, "de")
        one, many = (part.split(" ") for part in (noun.one, noun.many))
        small = next((n for n, word in enumerate(one) if word[:1].isupper()), 0)
        if [word[:1].islower() for word in many[:small]] != [True] * small or len(many) <= small:
            return Thing(noun)
        behind = " ".join(one[small + 1 :]), " ".join(many[small + 1 :])
        tail = behind[0] if behind[0] == behind[1] else f"{{{behind[0]}|{behind[1]}}}"
        bare = Noun(one[small].rstrip(","), many[small].rstrip(","), noun.gender, True)
        if one[small].endswith(","):
            tail = f", {tail}"
        return Thing(bare, tuple((word.removesuffix("e"),) for word in one[:small])).behind(tail)

    def topmost(self, number: str, thing: Thing) -> str:
        """`die 3 obersten Äpfel`."""
        gender = thing.noun.gender or "n" if number == "1" else "p"
        first = evolve(thing, adjectives=((self.words["topmost"],), *thing.adjectives))
        return spaced(THE[gender][1], "" if number == "1" else number, self._noun(first, gender, ACC, WEAK))

    def counted_in(self, number: str, noun: Noun) -> str:
        """`mit 3 Äpfeln`."""
        return spaced(number, noun.one if number == "1" else plural(noun.many, DAT))

    def several(self, number: str, thing: Thing) -> str:
        """`je 3 rote Äpfel auf dem Tisch`."""
        return self.some(number, thing)

    def none_of(self, thing: Thing) -> str:
        """`keine roten Äpfel auf dem Tisch`."""
        return "keine " + (thing.fixed or self._noun(thing, "p", ACC, WEAK))

    def counted(self, number: int, noun: Noun, change: str = "") -> str:
        """`3 Äpfel`, or `3 Äpfel mehr`."""
        word = self.words[change] if change else ""
        return spaced(str(number), noun.one if number == 1 else noun.many, word)

    def _noun(self, thing: Thing, gender: str, case: str, endings: Mapping[str, tuple[str, ...]]) -> str:
        """Adjectives and noun without an article; `p` for several."""
        many, joint = gender == "p", f" {self.words['or']} "
        ending = endings[gender][CASES[case]]
        groups = [joint.join(adjective(a, ending) for a in group) for group in thing.adjectives]
        noun = plural(thing.noun.many, case) if many else singular(thing.noun, case)
        return " ".join([*groups, noun]) + thing.ending(many)

    def yours(self, noun: Noun, case: str = ACC) -> str:
        """`deine Äpfel`, `dein Apfel`."""
        form, told = self._number(noun, case)
        return f"dein{EIN[form][CASES[case]]} {told}"

    def theirs(self, noun: Noun, of: str, case: str = ACC) -> str:
        """`die Äpfel deines Gegners`."""
        form, told = self._number(noun, case)
        return spaced(f"{THE[form][CASES[case]]} {told}", of)

    def named(self, noun: Noun, case: str = ACC) -> str:
        """`der Wind`: something of which there is only one."""
        if not noun.gender:
            return noun.many if noun.many[:1].islower() else f"„{noun.many}“"
        return self.theirs(noun, "", case)

    def zone(self, place: str, noun: Noun, owned: str, of: str) -> str:
        """`in deinem Garten`; without a gender the name stands in quotes."""
        word, case = PLACES[place]
        if not noun.gender:
            return self.say(f"{place}_whose" if owned else place, zone=noun.many, of=of).strip()
        told = self.yours(noun, case) if owned else self.theirs(noun, of, case)
        return CONTRACTED.get(f"{word} {told.split()[0]}", f"{word} {told.split()[0]}") + told[len(told.split()[0]) :]

    def _number(self, noun: Noun, case: str) -> tuple[str, str]:
        """Something with one or two forms as it is when all of it is meant: its number or gender, and the noun."""
        if noun.counts or not noun.gender:
            return "p", plural(noun.many, case)
        return noun.gender, singular(noun, case)

    # -------------------------------------------------------------- references
    def it(self, noun: Noun, case: str = ACC) -> str:
        """What was spoken of last."""
        return IT[noun.gender][CASES[case]] if noun.gender and case != GEN else self.that(noun, case)

    def its(self, noun: Noun) -> str:
        """Belonging to what was spoken of last."""
        return "deren" if noun.gender in ("f", "") else "dessen"

    def that(self, noun: Noun, case: str = ACC) -> str:
        """`diesen Apfel`, where there are other things it could be."""
        return f"dies{ENDINGS[noun.gender or 'n'][CASES[case]]} {singular(noun, case)}"

    def this(self, noun: Noun) -> str:
        """`dieser Apfel`: what the sentence stands on."""
        return self.that(noun, NOM) if noun.gender else "diese Karte"

    def ordinal(self, number: int, noun: Noun, case: str = ACC) -> str:
        """`den zweiten Apfel`, where there are several."""
        gender = noun.gender or "n"
        told = adjective(ORDINALS[number], WEAK[gender][CASES[case]])
        return f"{THE[gender][CASES[case]]} {told} {singular(noun, case)}"

    def one_of_them(self, noun: Noun) -> str:
        """One of several that were just spoken of."""
        return {"m": "einen davon", "f": "eine davon", "n": "eines davon"}.get(noun.gender, "1 davon")

    def whose(self, condition: str) -> str:
        """`, dessen Größe 3 ist`: a condition behind a noun that begins with the noun's pronoun."""
        return f", {condition}" if condition.startswith(("deren ", "dessen ")) else ""

    def declined(self, name: str, case: str) -> str:
        """`den Koloss`: a name as it stands in a sentence."""
        return declined_name(name, case)

    def denied(self, condition: str) -> str:
        """That something is not so: with `nicht` before the verb at the end, and before what belongs to it."""
        words = condition.split(" ")
        place = len(words) - 1
        while place > 1 and words[place] in HELPING and words[place - 1][:1].islower():
            if not words[place - 1].endswith(("t", "en")):
                break
            place -= 1
        return " ".join([*words[:place], "nicht", *words[place:]])

    def player(self, words: str, case: str = NOM) -> str:
        """`deinem Gegner`."""
        first, _, rest = words.partition(" ")
        if rest and first in PLAYERS:
            return f"{PLAYERS[first][CASES[case]]} {rest}"
        return {DAT: "dir", ACC: "dich"}.get(case, words) if words == "du" else words

    # -------------------------------------------------------------- numbers
    def number_of(self, thing: Thing) -> str:
        """`die Zahl der Äpfel auf dem Tisch`."""
        return self.say("number_of", things=f"({thing.fixed})" if thing.fixed else self.the(thing, GEN))

    def number_of_verb(self, meaning: Meaning) -> int:
        """As in English; whoever is spoken to has a form of their own, the third."""
        return 2 if meaning == YOU else super().number_of_verb(meaning)

    # -------------------------------------------------------------- sentences
    def headed(self, head: str, body: str) -> str:
        """`Beim Essen: Erhalte 3 Punkte`; a whole sentence begins with a capital letter."""
        return f"{head}: {body[:1].upper()}{body[1:]}"


HELPING = frozenset(
    {"ist", "sind", "bist", "hat", "haben", "hast", "wird", "werden", "wirst", "kann", "können", "kannst"}
)
HELPING |= {"darf", "dürfen", "darfst", "muss", "müssen", "musst"}
PLAYERS = {
    "ein": ("ein", "einen", "einem", "eines"),
    "dein": ("dein", "deinen", "deinem", "deines"),
    "deine": ("deine", "deine", "deinen", "deiner"),
    "jeder": ("jeder", "jeden", "jedem", "jedes"),
    "dieser": ("dieser", "diesen", "diesem", "dieses"),
    "der": ("der", "den", "dem", "des"),
    "die": ("die", "die", "den", "der"),
}
CONTRACTED = {"in dem": "im"}


def plural(word: str, case: str) -> str:
    """Several in a case: `mit Äpfeln`."""
    return word if case != DAT or word.endswith(("n", "s")) else f"{word}n"


def singular(noun: Noun, case: str) -> str:
    """One in a case: `des Apfels`."""
    if case != GEN or noun.gender not in ("m", "n") or noun.one.endswith("s"):
        return noun.one
    return f"{noun.one}s"
