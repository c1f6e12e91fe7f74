"""Recorded games of 7 Wonders with Leaders against ours: what the expansion adds to recorded games of 7 Wonders.

Compared are also the draft, the recruitments, the hands and boxes of leaders, and who borrows whom.
"""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache

from recorded_wonders import FIELDS, RULES, Deal, Entry, Follower, Points, Record, switches

from duel_dsl.interpreter import Game, load

# What these games do where we read the rules otherwise.
READINGS = {"roma_draws": "undealt", "solomon_builds": "last", "solomon_salvages": "must"}
ALL_RULES = RULES | {
    "babylon7_bilkis": ("seventh_bilkis", "once", "twice"),
    "babylon7_hatshepsut": ("seventh_hatshepsut", "once", "twice"),
    "roma_extra_purse": ("roma_purse", "strict", "all"),
    "roma_keeps_leaders_age3": ("roma_keeps", "yes", "not_at_all"),
    "roma_extra_before_courtesans": ("roma_first", "yes", "courtesans_first"),
    "xenophon_from_discard": ("salvaged_yellow", "yes", "not_paid_for"),
    "olympia_copy_courtesans": ("courtesans_copied", "end_leader", "worth_nothing"),
}
SCIENCE_LEADERS = {"euclid", "pythagoras", "ptolemy"}


def recognises(record: Record) -> bool:
    """Whether a record is a game with leaders."""
    return record.keys() >= FIELDS and bool(record.get("leaders"))


@cache
def game() -> Game:
    """The game as the pack says it."""
    return load("leaders")


def compare(record: Record) -> tuple[int, list[str]]:
    """The number of decisions and the differences of one recorded game."""
    chance = LeaderDeal(record["setup"])
    position = game().start(players=record["players"], switches=READINGS | switches(record, ALL_RULES), chance=chance)
    return LeaderFollower(position).follow(record)


class LeaderDeal(Deal):
    """The chance of one recorded game; what a hand of leaders draws comes from the box."""

    def __init__(self, setup: Record) -> None:
        super().__init__(setup)
        self.dealt |= {
            "drafting": iter([leader for hand in setup["leader_hands"] for leader in hand]),
            "leader_hand": iter(setup["leader_box"]),
        }


class LeaderFollower(Follower):
    """Plays a recorded game with leaders on our engine and collects what differs."""

    ALWAYS_ASKED = Follower.ALWAYS_ASKED | {"draft", "recruit"}
    CHANGED_BY_CONFLICTS = Follower.CHANGED_BY_CONFLICTS | {"coins"}
    COPIED = (*Follower.COPIED, "leaders")

    def told(self, entry: Entry, seat: int) -> str:
        """Key and remark of our option for a recorded one."""
        match entry:
            case [leader, "keep", *_]:
                return f"keep {leader} and pass the others on"
            case [leader, "recruit", price, *_]:
                return f"recruit {leader} for {price}"
            case [leader, "copy", *_]:
                return f"borrow {leader}"
            case ["-", "pass", *_]:
                return "pass"
        return super().told(entry, seat)

    def compare_state(self, entry: Record, without: AbstractSet[str]) -> None:
        """Compares everything that is recorded of a state, and where the other leaders are."""
        super().compare_state(entry, without)
        for seat, theirs in enumerate(entry["players"]):
            if "victory" not in without:
                won = self.position.read("tokens_won", seat)
                self.same(entry, f"victory tokens of player {seat}", len(theirs["victory"]), won)
        for theirs, ours in (("leader_box", "leader_deck"), ("leader_returned", "leader_box")):
            self.same(entry, theirs, sorted(entry[theirs]), sorted(self.position.zone(ours)))

    def state_of(self, seat: int) -> Iterator[tuple[str, object]]:
        """What is compared of a player, by its recorded name."""
        yield from super().state_of(seat)
        position = self.position
        yield "leaders", sorted(position.zone("leaders", seat))
        yield "copy", next(iter(position.zone("borrowed", seat)), None)
        yield "leader_hand", sorted(position.zone("leader_hand", seat))

    def compare_points(self, last: Record, seat: int, theirs: Points, ours: Points, detail: Record) -> None:
        """Compares the points of a player by category, and those of every leader."""
        result = self.position.result
        assert result is not None
        super().compare_points(last, seat, theirs, {**ours, "leaders": result.scores[seat]["leaders"]}, detail)
        if not self.told_otherwise(detail):
            found = [*self.position.zone("leaders", seat), *self.position.zone("borrowed", seat)]
            # The points of sets are not those of a single card in ours.
            self.compare_each(last, seat, detail["leader_points"], (name for name in found if name != "aristotle"))

    def told_otherwise(self, detail: Record) -> bool:
        """Whether points of a copied guild may stand elsewhere: also if it stands for a leader."""
        return super().told_otherwise(detail) or detail.get("olympia_copy", ["", None])[1] is not None

    def symbols(self, seat: int, detail: Record) -> list[int]:
        """The symbols of a player; of a leader whom a copied guild brings it is not said whether they are recorded."""
        if detail.get("olympia_copy", ["", None])[1] in SCIENCE_LEADERS:
            return list(detail["symbols"])
        return super().symbols(seat, detail)
