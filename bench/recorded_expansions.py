"""Recorded games of 7 Wonders Duel, alone or with expansions, against ours: the same deal, the same decisions.

Compared are the mover, the legal options with their prices, what everything in reach would cost either player, the
state after each decision, the result and the points. A choice with one candidate is a decision in the recorded games
and makes itself in ours, so there the state is compared after it. Where the recorded games are known to depart from the
rulings, the departure is counted by its kind instead of a difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from recorded_deal import Deal
from recorded_keys import TOKENS, chamber_of, decree_of, identifier, ids, keys_of, token_of
from recorded_state import State

from duel_dsl.interpreter import Game, Position, load

Record = dict[str, Any]
FIELDS = {"mode", "options", "setup", "steps", "result"}
WAYS = {
    "points": "civilian victory",
    "points_blue_tiebreak": "points of blue buildings",
    "draw": "draw",
    "science": "scientific supremacy",
    "science_draw": "scientific supremacy",
    "military": "military supremacy",
    "politics": "political supremacy",
}
# Our categories of points for each recorded one.
CATEGORIES = {
    "blue": ("blue",),
    "green": ("green",),
    "yellow": ("yellow",),
    "purple": ("guilds", "temples"),
    "divinities": ("divinities",),
    "wonders": ("wonders",),
    "progresstokens": ("tokens",),
    "coins": ("treasury",),
    "military": ("military",),
    "senate": ("chambers",),
}
# Ends at which all points were counted, and the categories that are booked during the game and known after any end.
COUNTED = ("points", "points_blue_tiebreak", "draw")
BOOKED = ("blue", "green", "yellow", "wonders")
# Wonders that destroy a card, and the decisions that military tokens lead to with Agora.
DESTROYERS = ("Circus Maximus", "The Statue of Zeus")
EVENTS = "Turn Of Events"
INFLUENCE = ("placeInfluence", "removeInfluence", "moveInfluence")
# What changes who controls a chamber, and so can give the Shield decree to the player who is not deciding.
CONTROLLING = ("place", "move", "remove", "movedecree")
# What was passed over because the recorded games are known to be otherwise, by kind, over all games of a run.
DEPARTURES: Counter[str] = Counter()


def recognises(record: Record) -> bool:
    """Whether a record is a game of the server that also knows the expansions."""
    return record.keys() >= FIELDS


@cache
def game(packs: str) -> Game:
    """The game as the packs say it."""
    return load(packs)


def compare(record: Record) -> tuple[int, list[str]]:
    """The number of decisions and the differences of one recorded game."""
    expansions = [name for name in ("pantheon", "agora") if record["options"][name]]
    position = game("+".join(["duel", *expansions])).start(
        switches={"tied_pawn": "last_player_chooses"}, chance=Deal(record)
    )
    follower = Follower(position)
    steps = in_our_order(record["steps"])
    before = record["init"]
    for number, step in enumerate(steps):
        if removal_is_left_out(before, step):
            DEPARTURES["no cube is removed for a player who has none in the Senate; the rest is not compared"] += 1
            return number + 1, []
        if step.get("late") and follower.position.over:
            break
        before = step["after"]
        if not is_forced(step) and not follower.follow(step):
            return number + 1, follower.differences
        following = steps[number + 1] if number + 1 < len(steps) else None
        if not step.get("passing") and (following is None or not is_forced(following)):
            follower.compare_state(step)
        if follower.differences:
            return number + 1, follower.differences
    follower.compare_result(record["result"])
    return len(steps), follower.differences


def is_forced(step: Record) -> bool:
    """Whether our engine makes this choice by itself."""
    return step["state"] != "playerTurn" and len(step["legal"]) == 1


def removal_is_left_out(before: Record, step: Record) -> bool:
    """A known departure: a player who is not deciding comes by the Shield decree to a token that removes a cube. They
    ask the wrong player whether there is one: nothing is removed if the one who would remove it has none there."""
    if step["chosen"]["a"] not in CONTROLLING:
        return False
    mover = step["player"]
    far = TOKENS.index("far_loot_of_second" if mover else "far_loot_of_first")
    reached = before["mil"]["tok"][far] and not step["after"]["mil"]["tok"][far]
    mine, others = (step["after"]["p"][seat]["cubes"] for seat in (mover, 1 - mover))
    return bool(reached and others == 12 and mine < 12)


def in_our_order(steps: list[Record]) -> list[Record]:
    """The steps with a known departure put right: two wonders destroy a card before the military token that their
    shield has reached acts; ours do it after that, if the token has not won the game. States in between are not
    compared."""
    found = list(steps)
    for number, step in enumerate(steps[1:], 1):
        before = steps[number - 1]["chosen"]
        if step["state"] == "chooseOpponentBuilding" and before.get("wonder") in DESTROYERS:
            end = number + 1
            while end < len(steps) and steps[end]["state"] in INFLUENCE:
                end += 1
            acts = steps[number + 1 : end]
            if acts:
                DEPARTURES["a wonder destroys a card before a military token acts"] += 1
                late = {**step, "after": acts[-1]["after"], "late": True}
                found[number:end] = [*({**act, "passing": True} for act in acts), late]
    return found


class Follower:
    """Plays a recorded game on our engine and collects what differs."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.differences: list[str] = []
        # Whether Turn of Events was triggered in this turn, and the cards that stay closed there because of that.
        self.events = False
        # Whether an action in the Senate of this turn led to a military token.
        self.interrupted = False
        self.kept_closed: set[str] = set()
        # Printed coins that we pay and a decree could leave out instead of a good, if the other player has Economy.
        self.instead_of_a_good = 0

    def differ(self, step: Record, what: str, theirs: object, ours: object) -> None:
        """Notes a difference."""
        place = f"decision {step['i']} ({step['state']} of player {step['player']})"
        self.differences.append(f"{place}: {what}\n    recorded: {theirs}\n    ours:     {ours}")

    def same(self, step: Record, what: str, theirs: object, ours: object) -> None:
        """Notes a difference where there is one."""
        if theirs != ours:
            self.differ(step, what, theirs, ours)

    # -------------------------------------------------------------- decisions
    def follow(self, step: Record) -> bool:
        """Compares who decides and among what, then plays the recorded choice."""
        position, mover = self.position, step["player"]
        if position.over or position.decider != mover:
            self.differ(step, "mover", mover, "nobody" if position.over else position.decider)
            return False
        face_down = State(position).face_down()
        if step["state"] == "playerTurn":
            options = [option for option in position.options() if not self.kept_closed & set(option.key.split())]
            ours = {option.key: option.remark for option in options}
            self.same(step, "legal options", *only_one_sided(dict(turn_options(step["legal"])), ours))
            self._compare_prices(step)
        else:
            theirs = {keys_of(action, face_down)[0] for action in step["legal"]}
            self.same(step, "legal options", sorted(theirs), sorted(position.keys()))
        if self.differences:
            return False
        chosen = step["chosen"]
        if step["state"] == "playerTurn":
            # The turn in which it is triggered goes on to its action.
            self.events = self.events and position.read("may_trigger") is False
            self.instead_of_a_good = self._kept_coins(chosen, mover)
        self.events |= chosen["a"] == "trigger" and chosen["consp"] == EVENTS
        for key in keys_of(step["chosen"], face_down):
            # The second half of a decision may be forced.
            offered = position.keys()
            if key in offered:
                position.play(key)
        self._lose_actions(step)
        return True

    def _lose_actions(self, step: Record) -> None:
        """A known departure: a politician whose action leads to a military token has one action more after that, even
        if there should be two."""
        position, left = self.position, step["after"]["state"]
        if step["state"] == "senateActions" and left in INFLUENCE:
            self.interrupted = True
        elif self.interrupted and step["state"] in ("senateActions", "playerTurn"):
            self.interrupted = False
            if (
                step["state"] == "senateActions"
                and left == "playerTurn"
                and position.decider == step["player"]
                and any(option.key == "pass" for option in position.options())
            ):
                DEPARTURES["a politician loses an action to a military token"] += 1
                position.play("pass")

    def _kept_coins(self, chosen: Record, mover: int) -> int:
        if chosen["a"] != "build" or "economy" not in self.position.zone("tokens", 1 - mover):
            return 0
        return State(self.position).kept_coins(mover, identifier(chosen["card"]))

    def _compare_prices(self, step: Record) -> None:
        state = State(self.position)
        for seat, theirs in enumerate(step["legal"]["cost"]):
            who = f"player {seat}: "
            cards = {identifier(name): price for name, price in theirs["card"].items()}
            self.same(step, who + "prices", cards, {name: state.price(seat, name) for name in cards})
            plans = {identifier(name): price for name, price in theirs["wonder"].items()}
            ours = {name: state.wonder_price(seat, name) for name in self.position.zone("plans", seat)}
            self.same(step, who + "prices of wonders", plans, ours)
            self.same(step, who + "income of a discard", theirs["gain"], state.ask("value_discard_income", seat))
            self.same(step, who + "symbols", theirs["symbols"], state.ask("define_symbols", seat))
            if "senateActions" in theirs:
                actions = state.ask("value_senate_actions", seat)
                self.same(step, who + "actions in the Senate", theirs["senateActions"], actions)
            if "space" in theirs:
                self.same(step, who + "prices of spaces", theirs["space"], state.spaces(seat))

    # -------------------------------------------------------------- states
    def compare_state(self, step: Record) -> None:
        """Compares everything that is recorded of the state after a decision."""
        after, state = step["after"], State(self.position)
        ours = state.shared()
        self._keep_closed(after, ours)
        self._share_more(after, 1 - step["player"])
        # Of Duel alone the display is recorded before it is laid out.
        early = {"display"} if after["age"] == 0 and not {"pantheon", "senate"} & after.keys() else set()
        for what, theirs in shared_state(after):
            if what in early:
                continue
            self.same(step, f"{what} after it", theirs, ours[what])
        for seat, player in enumerate(after["p"]):
            mine = state.of_player(seat)
            for what, theirs in player_state(player):
                self.same(step, f"player {seat}: {what} after it", theirs, mine[what])

    def _keep_closed(self, after: Record, ours: dict[str, Any]) -> None:
        """A known departure: in the first age, cards that Turn of Events frees from under a mythology token, or beside
        one, stay closed for that turn."""
        theirs = dict(shared_state(after))["display"]
        closed = {card for card, face in theirs if face == "D"} & {
            card for card, face in ours["display"] if face == "U"
        }
        self.kept_closed = closed if self.events and "pantheon" in after and after["age"] == 1 else set()
        if self.kept_closed:
            DEPARTURES["cards freed by Turn of Events stay closed for the turn"] += 1
        faces = [(card, "D" if card in self.kept_closed else face) for card, face in ours["display"]]
        ours["display"] = sorted(faces)

    def _share_more(self, after: Record, other: int) -> None:
        """A known departure: where a decree can leave out the printed coins or a good that is as dear, they leave out
        the coins and we the good, so that there more of the same price goes to the owner of Economy."""
        place, _ = self.position.game.place("coins", other)
        if self.instead_of_a_good and after["p"][other]["coins"] == self.position.state[place] + self.instead_of_a_good:
            DEPARTURES["a decree leaves out coins instead of a good that is as dear"] += 1
            self.position.state[place] += self.instead_of_a_good
        self.instead_of_a_good = 0

    def compare_result(self, recorded: Record) -> None:
        """Compares how the game ended and every category of points."""
        last = {"i": "last", "state": "result", "player": "-"}
        result = self.position.result
        if result is None:
            self.differ(last, "result", recorded["type"], "the game goes on")
            return
        self.same(last, "way of winning", WAYS[recorded["type"]], result.how)
        self.same(last, "winner", recorded["winner"], result.winner)
        for seat, theirs in enumerate(recorded["vp"]):
            scores = result.scores[seat]
            ours = {name: sum(scores.get(c, 0) for c in parts) for name, parts in CATEGORIES.items()}
            ours["total"] = result.totals[seat]
            if recorded["type"] not in COUNTED:
                theirs = {name: theirs[name] for name in BOOKED}
            self.same(last, f"points of player {seat}", theirs, {name: ours[name] for name in theirs})


# ------------------------------------------------------------------ what is recorded, in our words
def turn_options(legal: Record) -> Iterator[tuple[str, str]]:
    """The options of a turn by key, with what our options remark."""
    for name, cost in legal["build"].items():
        # Senators carry a number behind their name.
        yield f"{'recruit' if '#' in name else 'build'} {identifier(name)}", f"for {cost}"
    for card in legal["avail"]:
        yield f"discard {identifier(card)}", f"for +{legal['gain']}"
        for wonder, cost in legal["wonder"].items():
            yield f"raise {identifier(wonder)} with {identifier(card)}", f"for {cost}"
        for conspiracy in legal.get("prepare", ()):
            yield f"prepare {identifier(conspiracy)} with {identifier(card)}", ""
    for conspiracy in legal.get("trigger", ()):
        yield f"trigger {identifier(conspiracy)}", ""
    for divinity, _, offerings, _, cost in legal.get("activate", ()):
        (key,) = keys_of({"a": "activate", "div": divinity, "off": offerings}, {})
        yield key, f"for {cost}"


def only_one_sided(theirs: dict[str, str], ours: dict[str, str]) -> tuple[object, object]:
    """The options that only one side has or that it remarks otherwise; a link makes a building free."""
    told = {key: "for 0" if remark == "by its link" else remark for key, remark in ours.items()}
    return (
        sorted(f"{key} {remark}" for key, remark in theirs.items() if told.get(key) != remark),
        sorted(f"{key} {remark}" for key, remark in told.items() if theirs.get(key) != remark),
    )


def shared_state(after: Record) -> Iterator[tuple[str, Any]]:
    """What is recorded of the table."""
    yield "pawn", after["mil"]["pawn"]
    yield "military tokens", sorted(TOKENS[i] for i, token in enumerate(after["mil"]["tok"]) if token)
    yield "discard", ids(after["discard"])
    yield "tokens on the board", ids(after["board"])
    yield "tokens in the box or looked at", ids([*after["box"], *after.get("ptsel", [])])
    yield "display", sorted((identifier(card), "D" if face == "D" else "U") for _, _, card, face in after["pool"])
    if "pantheon" in after:
        yield "minerva", after["mil"]["minerva"]
        yield "snake", identifier(after["snake"]) if after["snake"] else None
        yield "tokens on Enki", ids(after["enki"])
        yield "pantheon", [identifier(name) if name else None for name in after["pantheon"]]
        yield "decks of divinities", [[identifier(name) for name in deck] for deck in after["divdecks"]]
        yield "divinities looked at", ids(after.get("divsel", []))
        yield "tokens on the display", sorted(token_of(token) for _, _, token in after["pooltok"])
    if "senate" in after:
        yield "senate", after["senate"]
        yield "decrees", {decree_of(number): (chamber_of(at), bool(up)) for at, _, number, up in after["decrees"]}
        yield "deck of conspiracies", [identifier(name) for name in after["cdeck"]]
        yield "conspiracies drawn", ids(after.get("cdrawn", []))
        yield "tokens locked", ids(after.get("locked", []))
        if after["state"] == "playerTurn":
            yield "may trigger", bool(after["mayTrigger"])


def player_state(player: Record) -> Iterator[tuple[str, object]]:
    """What is recorded of a player."""
    yield "coins", player["coins"]
    yield "city", ids(player["city"])
    yield "plans", ids([name for name, under in player["wonders"] if under is None])
    yield "wonders", {identifier(name): identifier(under) for name, under in player["wonders"] if under is not None}
    yield "tokens", ids(player["prog"])
    if "div" in player:
        yield "divinities", ids(player["div"])
        yield "coins on Astarte", player["astarte"]
        yield "finds", sorted(token_of(token) for token in [*player["myth"], *player["off"]])
    if "cubes" in player:
        yield "cubes", player["cubes"]
        conspiracies = {identifier(name): (below, bool(done)) for name, below, done in player["consp"]}
        yield "conspiracies", {n: (identifier(b) if b else None, done) for n, (b, done) in conspiracies.items()}
