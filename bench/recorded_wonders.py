"""Recorded games of 7 Wonders against ours: the same deal, the same decisions, everything compared.

Compared are the mover, the complete legal list with what is paid to whom, the state after each round and each conflict,
the result and the points. What the recorded lists show beside a better option, and never choose, is left out first.
A card of the discard pile that is the only one allowed is a decision in the recorded games and chooses itself in ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from typing import Any

from duel_dsl.interpreter import Game, Position, load
from duel_dsl.interpreter.asking.figures import figure

Record = dict[str, Any]
# A recorded option: the card, its use, the coins for the bank and for the neighbours on the left and on the right.
Entry = list[Any]
Points = dict[str, int]

FIELDS = {"setup", "log", "final", "players"}
NOTHING = [0, 0, 0]
WAYS = {"none": "most points", "coins": "most coins", "shared": "draw"}
CATEGORIES = {
    "military": "military",
    "coins": "treasury",
    "wonder": "wonder",
    "blue": "blue",
    "yellow": "yellow",
    "guild": "guilds",
    "science": "science",
}
SYMBOLS = 3
# Open points of the rules: our switch, the recorded choice that is its default, and what it is turned to for another.
RULES = {
    "babylon7_neighbours": ("seventh_goods", "after", "before"),
    "babylon7_discounts": ("seventh_discounts", "after", "before"),
    "babylon7_purse": ("seventh_purse", "all", "own"),
    "discard_build": ("salvage", "must", "may"),
}
# How a recorded part of a state is compared, where not as it is.
COMPARED: dict[str, Callable[[Any], object]] = {"victory": sum, "under": sorted, "leaders": sorted}


def recognises(record: Record) -> bool:
    """Whether a record is a game without expansions."""
    return record.keys() >= FIELDS and not record.get("leaders")


@cache
def game() -> Game:
    """The game as the pack says it."""
    return load("wonders")


def compare(record: Record) -> tuple[int, list[str]]:
    """The number of decisions and the differences of one recorded game."""
    position = game().start(players=record["players"], switches=switches(record, RULES), chance=Deal(record["setup"]))
    return Follower(position).follow(record)


def switches(record: Record, rules: Mapping[str, tuple[str, str, str]]) -> dict[str, str]:
    """The switches to turn for a game that was recorded with other choices than ours."""
    chosen = record.get("rules", {})
    return {switch: other for rule, (switch, default, other) in rules.items() if chosen.get(rule, default) != default}


class Deal:
    """The chance of one recorded game: everything random is picked as it was dealt there."""

    def __init__(self, setup: Record) -> None:
        self.dealt = {
            "board": iter([f"{town}_{side.lower()}" for town, side in setup["boards"]]),
            "hand": iter([card for age in "123" for card in setup["decks"][age]]),
        }
        self._guilds = set(setup["guilds"])

    def pick(self, what: str, candidates: list[str]) -> int:
        """The place of the recorded outcome among the candidates."""
        names = [name.partition(".")[0] for name in candidates]
        if what == "box":
            return next(i for i, name in enumerate(names) if name not in self._guilds)
        return names.index(next(self.dealt[what]))


class Follower:
    """Plays a recorded game on our engine and collects what differs."""

    ALWAYS_ASKED = frozenset({"turn", "seventh"})  # even with one option
    CHANGED_BY_CONFLICTS = frozenset({"victory", "defeat"})
    COPIED: tuple[str, ...] = ("science", "guild")  # where the points of a copied guild can stand

    def __init__(self, position: Position) -> None:
        self.position = position
        self.differences: list[str] = []

    def follow(self, record: Record) -> tuple[int, list[str]]:
        """Follows the whole game, or up to the first entry that differs: the decisions made and what differs."""
        decisions = 0
        log = record["log"]
        for entry, after in zip(log, [*log[1:], None], strict=False):
            if entry["t"] == "choose":
                decisions += 1
                self.decide(entry)
            elif entry["t"] == "state":
                # Our engine fights at once when an age is over; that is recorded in the next entry.
                fought = after is not None and after["t"] == "state"
                self.compare_state(entry, self.CHANGED_BY_CONFLICTS if fought else frozenset())
            if self.differences:
                return decisions, self.differences
        self.compare_result(record["final"])
        return decisions, self.differences

    def differ(self, entry: Record, what: str, theirs: object, ours: object) -> None:
        """Notes a difference."""
        whose = f" of player {entry['p']}" if "p" in entry else ""
        place = f"age {entry['age']}, round {entry['turn']} ({entry['phase']}{whose})"
        self.differences.append(f"{place}: {what}\n    recorded: {theirs}\n    ours:     {ours}")

    def same(self, entry: Record, what: str, theirs: object, ours: object) -> None:
        """Notes a difference if there is one."""
        if theirs != ours:
            self.differ(entry, what, theirs, ours)

    # -------------------------------------------------------------- decisions
    def decide(self, entry: Record) -> None:
        """Compares who decides and among what, then plays the recorded choice."""
        position = self.position
        if entry["phase"] not in self.ALWAYS_ASKED and len(entry["legal"]) == 1:
            return
        if position.over or position.decider != entry["p"]:
            self.differ(entry, "mover", entry["p"], "nobody" if position.over else position.decider)
            return
        ours = {f"{option.key} {option.remark}".rstrip(): option for option in position.options()}
        theirs = {self.told(one, entry["p"]) for one in worthwhile(entry["legal"])}
        if theirs != ours.keys() or len(ours) != len(position.codes):
            more, fewer = sorted(ours.keys() - theirs), sorted(theirs - ours.keys())
            self.differ(entry, "legal options", fewer or "no more", more or f"no more, {len(position.codes)} in all")
            return
        position.play(ours[self.told(entry["chosen"], entry["p"])])

    def told(self, entry: Entry, seat: int) -> str:
        """Key and remark of our option for a recorded one."""
        match entry:
            case [card, "build", *paid]:
                return f"build {card}{paying(paid)}"
            case [card, "chain", *_]:
                return f"build {card} by its chain"
            case [card, "olympia_free", *_]:
                return f"build {card} without cost"
            case [card, "stage", *paid]:
                [board] = self.position.zone("board", seat)
                stage = f"{board}_{len(self.position.zone('stages', seat)) + 1}"
                return f"raise {stage} with {card}{paying(paid)}"
            case [card, "discard", *_]:
                return f"sell {card} for 3"
            case [card, "from_discard", *_]:
                return f"salvage {card}"
        raise ValueError(f"unknown option {entry!r}")

    # -------------------------------------------------------------- states
    def compare_state(self, entry: Record, without: AbstractSet[str]) -> None:
        """Compares everything that is recorded of a state, but for some of what a player has."""
        self.same(entry, "discard pile", entry["discard"], sorted(self.position.zone("discard")))
        for seat, theirs in enumerate(entry["players"]):
            for what, ours in self.state_of(seat):
                if what not in without:
                    wanted = COMPARED[what](theirs[what]) if what in COMPARED else theirs[what]
                    self.same(entry, f"{what} of player {seat}", wanted, ours)

    def state_of(self, seat: int) -> Iterator[tuple[str, object]]:
        """What is compared of a player, by its recorded name."""
        position = self.position
        yield "coins", position.read("coins", seat)
        yield "built", sorted(position.zone("city", seat))
        yield "stages", len(position.zone("stages", seat))
        yield "under", sorted(position.zone("under", seat))
        yield "shields", self.ask("shields", seat)
        yield "victory", position.read("victories", seat)
        yield "defeat", position.read("defeats", seat)

    def ask(self, formula: str, *arguments: int) -> int:
        """What a define or value of the rules says."""
        return figure(self.position, formula, *arguments)

    def kind(self, card: str) -> str:
        """The kind of a card."""
        return self.position.game.card(card).kind

    def compare_result(self, final: Record) -> None:
        """Compares how the game ended, every category of points and what they were made of."""
        last = {"age": 3, "turn": "-", "phase": "result"}
        result = self.position.result
        if result is None:
            self.differ(last, "result", final["winners"], "the game goes on")
            return
        self.same(last, "winners", final["winners"], sorted(result.winners))
        self.same(last, "way of winning", WAYS[final["tie_break"]], result.how)
        for seat, theirs in enumerate(final["points"]):
            ours = {name: result.scores[seat].get(category, 0) for name, category in CATEGORIES.items()}
            ours["total"] = result.totals[seat]
            detail = final["detail"][seat]
            self.compare_points(last, seat, theirs, ours, detail)
            self.same(last, f"symbols of player {seat}", detail["symbols"], self.symbols(seat, detail))
            # A copied guild's symbol is recorded with the others; in ours it is no symbol of the city.
            copied = detail.get("olympia_copy", [""])[0] == "scientists_guild"
            self.same(last, f"wild symbols of player {seat}", detail["wild"], self.ask("wild", seat) + copied)
            self.same(last, f"coins of player {seat}", final["coins"][seat], self.position.read("coins", seat))
            guilds = [card for card in self.position.zone("city", seat) if self.kind(card) == "guild"]
            self.compare_each(last, seat, detail["guild_points"], guilds)

    def compare_points(self, last: Record, seat: int, theirs: Points, ours: Points, detail: Record) -> None:
        """Compares the points of a player by category. Where another copied guild would bring as much, its points may
        be told under another category; such categories are compared together."""
        theirs = {name: theirs[name] for name in ours}
        if self.told_otherwise(detail):
            theirs, ours = together(theirs, self.COPIED), together(ours, self.COPIED)
        self.same(last, f"points of player {seat}", theirs, ours)

    def told_otherwise(self, detail: Record) -> bool:
        """Whether the points of a copied guild may stand elsewhere in the records."""
        return len(detail.get("olympia_best_options", [])) > 1

    def compare_each(self, last: Record, seat: int, theirs: Points, cards: Iterable[str]) -> None:
        """Compares the points that single cards bring a player; those that bring none may not be recorded."""
        position = self.position
        for card in cards:
            ours = position.game.machine.call(position.state, "formula_points", position.game.card(card).index, seat)
            self.same(last, f"points of {card} for player {seat}", theirs.get(card, 0), ours)

    def symbols(self, seat: int, detail: Record) -> list[int]:
        """The symbols of a player, as they are recorded."""
        return [self.ask("held", seat, number) for number in range(SYMBOLS)]


def together(points: Points, categories: tuple[str, ...]) -> Points:
    """Points with some categories as one."""
    rest = {name: amount for name, amount in points.items() if name not in categories}
    return {**rest, " and ".join(categories): sum(points[name] for name in categories)}


def worthwhile(legal: list[Entry]) -> Iterator[Entry]:
    """The recorded options without those that are pointless: to pay, or use a power, for what can be had free."""
    chained = {card for card, use, *_ in legal if use == "chain"}
    free = {card for card, use, *paid in legal if use == "build" and paid == NOTHING}
    for card, use, *paid in legal:
        pointless = (use == "build" and card in chained) or (use == "olympia_free" and card in chained | free)
        if not pointless:
            yield [card, use, *paid]


def paying(paid: list[int]) -> str:
    """How our keys tell a payment."""
    parts = [f"{amount} {whom}" for amount, whom in zip(paid, ("coins", "left", "right"), strict=True) if amount]
    return " ".join(["", "paying", *parts]) if parts else ""
