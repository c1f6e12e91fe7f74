"""What the command line itself says while a game is played, in English and German; the games bring their own words."""

from __future__ import annotations

from attrs import frozen

ENGLISH = "en"

# What is said, with the German words; holes are filled by name.
GERMAN = {
    "you": "du",
    "human": "Mensch",
    "makes": "erzeugt",
    "total": "Summe",
    "price now": "Preis jetzt",
    "this was seed {seed}": "das war Startzahl {seed}",
    "decision {number}": "Entscheidung {number}",
    "decision {number} of {all}": "Entscheidung {number} von {all}",
    "{player} wins: {how}": "{player} gewinnt: {how}",
    "{player} wins": "{player} gewinnt",
    "{players} win": "{players} gewinnen",
    "{players} win: {how}": "{players} gewinnen: {how}",
    "and": "und",
    "the game ends in a draw": "das Spiel endet unentschieden",
    "too many decisions": "zu viele Entscheidungen",
    "a hidden card": "eine verdeckte Karte",
    "free": "frei",
    "nobody": "niemand",
    "`{field}` on: {cards}": "`{field}` auf: {cards}",
    "chooses in secret": "wählt geheim",
    "for {player}": "für {player}",
    "now: {player}": "nun: {player}",
    "pass the keyboard to {player} and press Enter": "gib die Tastatur an {player} und drücke Enter",
    "`{reply}` is not on offer": "`{reply}` steht nicht zur Wahl",
    "`{reply}` could be {options}": "`{reply}` kann heißen: {options}",
    "there are {count} options, numbered from 1": "es gibt {count} Möglichkeiten, ab 1 gezählt",
    "type a number or a name; `{help}` says what else": "Zahl oder Name eingeben; `{help}` sagt, was noch geht",
    "nothing to take back": "es gibt nichts zurückzunehmen",
    "taken back: {count} decisions": "zurückgenommen: {count} Entscheidungen",
    "taken back: 1 decision": "zurückgenommen: 1 Entscheidung",
    "saved to {path}": "gespeichert in {path}",
    "the log cannot be written: {why}; the game goes on and it is tried again": "das Protokoll kann nicht geschrieben "
    "werden: {why}; das Spiel geht weiter, und es wird wieder versucht",
    "the log is written again, with what was missing": "das Protokoll wird wieder geschrieben, auch was fehlte",
    "whoever reads this file sees everything, hidden cards too": "wer diese Datei liest, sieht alles, auch verdeckte "
    "Karten",
    "whoever reads the log sees everything, hidden cards too": "wer das Protokoll liest, sieht alles, auch verdeckte "
    "Karten",
    "not known for certain": "nicht sicher bekannt",
    "say where to: save FILE": "wohin? speichern DATEI",
    "nothing has happened yet": "es ist noch nichts geschehen",
    "there is no card `{card}`": "es gibt keine Karte `{card}`",
    "did you mean {names}?": "meintest du {names}?",
    "go on with: {command}": "weiter mit: {command}",
    "the game was not saved": "das Spiel wurde nicht gespeichert",
    "the input has ended": "die Eingabe ist zu Ende",
    "a number or name": "Zahl oder Name",
    "? CARD": "? KARTE",
    "save FILE": "speichern DATEI",
    "choose an option; a part of its words will do": "eine Möglichkeit wählen; Teile der Wörter genügen",
    "explain a card (`?` alone: all cards on offer)": "eine Karte erklären (`?` allein: alle, die zur Wahl stehen)",
    "what the signs on the cards mean": "was die Zeichen auf den Karten bedeuten",
    "more on the card: see `? CARD`": "mehr auf der Karte: siehe `? KARTE`",
    "{path} holds something else; take another name": "{path} enthält etwas anderes; nimm einen anderen Namen",
    "draw the table again": "den Tisch neu zeichnen",
    "what has happened so far": "was bisher geschah",
    "take back your last decision": "die letzte eigene Entscheidung zurücknehmen",
    "keep the game in a file": "das Spiel in einer Datei aufheben",
    "leave the game": "das Spiel verlassen",
    "this list": "diese Liste",
    "Enter next, p previous, g N go to, q quit": "Enter weiter, p zurück, g N gehe zu, q Ende",
}
# The commands at the prompt and what else they may be called.
COMMANDS = {
    "help": "help",
    "??": "help",
    "hilfe": "help",
    "undo": "undo",
    "zurück": "undo",
    "log": "log",
    "verlauf": "log",
    "signs": "signs",
    "zeichen": "signs",
    "table": "table",
    "tisch": "table",
    "save": "save",
    "speichern": "save",
    "quit": "quit",
    "exit": "quit",
    "ende": "quit",
}


@frozen
class Speech:
    """The words of the command line in a language; English where it has no others."""

    language: str = ENGLISH

    def say(self, text: str, **holes: object) -> str:
        """The text in this language with its holes filled."""
        translated = GERMAN.get(text, text) if self.language == "de" else text
        return translated.format(**holes)

    def command(self, meaning: str) -> str:
        """What a command is called in this language."""
        names = [name for name, means in COMMANDS.items() if means == meaning and name.isalpha()]
        return names[-1] if self.language == "de" else names[0]
