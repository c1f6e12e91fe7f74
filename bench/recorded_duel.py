"""Recorded games of 7 Wonders Duel against ours: the same deal, the same decisions, everything compared.

Compared are the mover, the complete legal list with what each option costs or brings, the prices of all cards in reach,
the state after each decision, the result and the points. A forced choice (one candidate) is a decision in the recorded
games and makes itself in ours, so there the state is compared after it.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from duel_dsl.interpreter import Game, Position, load
from duel_dsl.interpreter.asking.figures import figure, price

Record = dict[str, Any]
SEATS = ("first", "second")
# The recorded names of things that we spell otherwise.
SPELLED = {"glassblower": "glass_blower"}
WAYS = {
    "civilian": "civilian victory",
    "tiebreak": "points of blue buildings",
    "draw": "draw",
    "science": "scientific supremacy",
    "military": "military supremacy",
}
CATEGORIES = {
    "blue": "blue",
    "green": "green",
    "yellow": "yellow",
    "guild": "guilds",
    "wonder": "wonders",
    "token": "tokens",
    "coins": "treasury",
    "military": "military",
}
FIELDS = {"setup", "decisions", "result"}


def recognises(record: Record) -> bool:
    """Whether a record is a game of the base game."""
    return record.keys() >= FIELDS and record["setup"].keys() >= {"wonder_offers", "great_library_draw"}


def identifier(name: str) -> str:
    """Our id of a recorded name."""
    found = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return SPELLED.get(found, found)


@cache
def game() -> Game:
    """The game as the pack says it."""
    return load("duel")


class Deal:
    """The chance of one recorded game: everything random is picked as it was dealt there."""

    def __init__(self, setup: Record) -> None:
        slots = [name for age in setup["ages"] for name in age["slots"]]
        self._display = iter([identifier(name) for name in slots])
        self._offers = iter([identifier(name) for offer in setup["wonder_offers"] for name in offer])
        removed = [name for age in setup["ages"] for name in age["removed"]] + setup["removed_guilds"]
        self._wanted = {
            "board": {identifier(name) for name in setup["board_tokens"]},
            "box": {identifier(name) for name in removed},
            "drawn": {identifier(name) for name in setup["great_library_draw"]},
        }
        self._first = str(setup["start_player"])

    def pick(self, what: str, candidates: list[str]) -> int:
        """The place of the recorded outcome among the candidates."""
        if what == "first player":
            return candidates.index(self._first)
        if what == "offer":
            return candidates.index(next(self._offers))
        if what.startswith("display "):
            return candidates.index(next(self._display))
        return next(i for i, name in enumerate(candidates) if name in self._wanted[what])


def compare(record: Record) -> tuple[int, list[str]]:
    """The number of decisions and the differences of one recorded game."""
    position = game().start(switches={"tied_pawn": "last_player_chooses"}, chance=Deal(record["setup"]))
    follower = Follower(position)
    decisions = record["decisions"]
    for number, decision in enumerate(decisions):
        # Turns are always asked, even with one option; any other choice with one candidate makes itself.
        if not is_forced(decision) and not follower.follow(decision):
            return number + 1, follower.differences
        following = decisions[number + 1] if number + 1 < len(decisions) else None
        if following is None or not is_forced(following):
            follower.compare_state(decision)
        if follower.differences:
            return number + 1, follower.differences
    follower.compare_result(record["result"])
    return len(decisions), follower.differences


def is_forced(decision: Record) -> bool:
    """Whether our engine makes this choice by itself."""
    return decision["kind"] != "turn" and len(decision["legal"]) == 1


class Follower:
    """Plays a recorded game on our engine and collects what differs."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.differences: list[str] = []
        self._pushed = [0, 0]

    def differ(self, decision: Record, what: str, theirs: object, ours: object) -> None:
        """Notes a difference."""
        place = f"decision {decision['n']} ({decision['kind']} of player {decision['player']})"
        self.differences.append(f"{place}: {what}\n    recorded: {theirs}\n    ours:     {ours}")

    # -------------------------------------------------------------- decisions
    def follow(self, decision: Record) -> bool:
        """Compares who decides and among what, then plays the recorded choice."""
        position, mover = self.position, decision["player"]
        if position.over or position.decider != mover:
            self.differ(decision, "mover", mover, "nobody" if position.over else position.decider)
            return False
        keys = position.keys()
        wanted = {key_of(entry): entry for entry in decision["legal"]}
        if sorted(keys) != sorted(wanted):
            theirs = sorted(set(wanted) - set(keys))
            ours = sorted(set(keys) - set(wanted))
            self.differ(decision, "legal options", theirs or "no more", ours or "no more")
            return False
        if decision["kind"] == "turn":
            self._compare_prices(decision, wanted)
        self._play(key_of(decision["legal"][decision["chosen"]]), mover)
        return True

    def _play(self, key: str, mover: int) -> None:
        before = self._pawn()
        self.position.play(key)
        ahead = self._pawn() - before
        self._pushed[mover] += ahead if mover == 0 else -ahead

    def _pawn(self) -> int:
        return int(self.position.read("pawn") or 0)

    def _compare_prices(self, decision: Record, wanted: dict[str, list[Any]]) -> None:
        position, mover = self.position, decision["player"]
        remarks = {option.key: option.remark for option in position.options()}
        for key, entry in wanted.items():
            theirs = remark_of(entry)
            if remarks[key] != theirs:
                self.differ(decision, f"what `{key}` costs or brings", theirs, remarks[key])
            if entry[0] == "build" and not entry[5]:
                card = position.game.card(identifier(entry[1])).index
                total = price(position, mover, card) or 0
                beyond = position.game.machine.price(position.state, mover, card)
                ours = [total - beyond, beyond]
                if ours != entry[3:5]:
                    self.differ(decision, f"fixed and trade price of {entry[1]}", entry[3:5], ours)
        prices = {}
        plans = position.zone("plans", mover)
        for name in [*self._available(), *plans]:
            card = position.game.card(name).index
            by_link = name not in plans and figure(position, "linked", mover, card)
            prices[name] = 0 if by_link else price(position, mover, card)
        theirs_all = {identifier(name): price for name, price in decision["prices"].items()}
        if prices != theirs_all:
            self.differ(decision, "prices", theirs_all, prices)

    def _available(self) -> list[str]:
        cards = self.position.game.description.cards
        found = figure(self.position, "available")
        return [card.id for card in cards if found >> card.index & 1]

    # -------------------------------------------------------------- states
    def compare_state(self, decision: Record) -> None:
        """Compares everything that is recorded of the state after a decision."""
        after, position = decision["after"], self.position
        won = position.over and position.result is not None and position.result.how == WAYS["military"]
        pawn = max(-9, min(9, after["military"]))
        self._same(decision, "pawn", pawn, self._pawn())
        self._same(decision, "discard", ids(after["discard"]), sorted(position.zone("discard")))
        for seat, theirs in enumerate(after["p"]):
            who = f"player {seat}: "
            self._same(decision, who + "coins", theirs["coins"], position.read("coins", seat))
            self._same(decision, who + "cards", ids(theirs["cards"]), sorted(position.zone("city", seat)))
            self._same(decision, who + "tokens", ids(theirs["tokens"]), sorted(position.zone("tokens", seat)))
            built = {identifier(w): identifier(b) for w, b in theirs["wonders"]}
            self._same(decision, who + "wonders", built, self._wonders(seat))
            self._same(decision, who + "symbols", theirs["symbols"], self._symbols(seat))
            self._same(decision, who + "loot", theirs["loot"], self._loot(seat))
            if not won:
                self._same(decision, who + "shields", theirs["shields"], self._pushed[seat])

    def _same(self, decision: Record, what: str, theirs: object, ours: object) -> None:
        if theirs != ours:
            self.differ(decision, f"{what} after it", theirs, ours)

    def _wonders(self, seat: int) -> dict[str, str]:
        position = self.position
        under = position.game.program.memory.states["under"]
        found = {}
        for name in position.zone("wonders", seat):
            card = position.state[under + position.game.card(name).index]
            found[name] = position.game.description.cards[card].id
        return found

    def _symbols(self, seat: int) -> int:
        return figure(self.position, "symbols", seat)

    def _loot(self, seat: int) -> list[int]:
        """Which tokens of the other side are gone: the near one, the far one."""
        left = self.position.zone("track")
        return [int(f"{which}_loot_of_{SEATS[1 - seat]}" not in left) for which in ("near", "far")]

    def compare_result(self, recorded: Record) -> None:
        """Compares how the game ended and every category of points."""
        last = {"n": "last", "kind": "result", "player": "-"}
        result = self.position.result
        if result is None:
            self.differ(last, "result", recorded["type"], "the game goes on")
            return
        self._same(last, "way of winning", WAYS[recorded["type"]], result.how)
        self._same(last, "winner", recorded["winner"], result.winner)
        for seat, theirs in enumerate(recorded["vp"]):
            ours = {name: result.scores[seat][category] for name, category in CATEGORIES.items()}
            ours["total"] = result.totals[seat]
            self._same(last, f"points of player {seat}", theirs, ours)


def ids(names: list[str]) -> list[str]:
    """Our ids of recorded names, sorted."""
    return sorted(identifier(name) for name in names)


def key_of(entry: list[Any]) -> str:
    """The key of our option for a recorded legal entry."""
    match entry:
        case ["wonder", wonder, card, _]:
            return f"raise {identifier(wonder)} with {identifier(card)}"
        case ["first", seat]:
            return f"{SEATS[seat]} begins"
        case ["token" | "box_token", token]:
            return f"take {identifier(token)}"
        case [word, card, *_]:
            return f"{word} {identifier(card)}"
    raise ValueError(f"unknown option {entry!r}")


def remark_of(entry: list[Any]) -> str:
    """What our option says it costs or brings, for a recorded legal entry of a turn."""
    match entry:
        case ["build", _, cost, _, _, by_link]:
            return "by its link" if by_link else f"for {cost}"
        case ["discard", _, gain]:
            return f"for +{gain}"
        case ["wonder", _, _, cost]:
            return f"for {cost}"
    raise ValueError(f"unknown option {entry!r}")
