"""Runs scenarios: `run_scenarios(game)` plays every example of a pack's rules and says where one fails.

A scenario begins in a game that is led, always by the first option, to the choice it names (or to the first choice
that has a name) and in which the player of its first move decides there: of the seeds 0, 1, 2, ... the first that fits.
Its lines are then done in order.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from random import Random

from attrs import define, field, frozen

from ...dsl.diagnostic import Diagnostic, Span
from ...dsl.model import SEATS
from ...dsl.scenario_model import ChanceModel, GivenModel, MeansModel, ScenarioModel, StepModel, ThenModel
from ..errors import GameError
from ..playing.game import Game
from ..playing.position import Position
from ..program.sets import bits
from ..telling.sentences import plain_words
from .conditions import Conditions, how_it_stands, on_offer
from .placing import Placing

START = "start"
MOST_SEEDS = 16
MOST_DECISIONS = 1_000


@frozen
class Outcome:
    """How a scenario went: the place and reason of its failure, or None."""

    scenario: ScenarioModel
    failure: Diagnostic | None = None


class Failed(Exception):
    """Ends a scenario that fails."""

    def __init__(self, code: str, message: str, span: Span) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span)


def run_scenarios(game: Game, scenarios: Iterable[ScenarioModel] | None = None) -> list[Outcome]:
    """Runs the scenarios of a game, or only some of them."""
    runner = Runner(game)
    return [runner.run(scenario) for scenario in (game.description.scenarios if scenarios is None else scenarios)]


@define
class Script:
    """Brings what chance lines say, in their order, and otherwise something that is the same in every run."""

    random: Random
    _waiting: list[tuple[str, str, Span]] = field(factory=list)

    def add(self, *lines: ChanceModel) -> None:
        """What chance brings next under some labels."""
        self._waiting += [(line.label, outcome, line.span) for line in lines for outcome in line.outcomes]

    def pick(self, what: str, candidates: list[str]) -> int:
        """The outcome that was written for this label, or a random one."""
        found = next((entry for entry in self._waiting if entry[0] == what), None)
        if found is None:
            return self.random.randrange(len(candidates))
        _, outcome, span = found
        self._waiting.remove(found)
        name = outcome if outcome in candidates or outcome not in SEATS else str(SEATS.index(outcome))
        if name not in candidates:
            raise Failed("impossible-chance", f"`{outcome}` cannot come here, only {', '.join(candidates)}", span)
        return candidates.index(name)

    def nothing_left(self) -> None:
        """Fails where a line waits for something that never came."""
        for label, outcome, span in self._waiting:
            raise Failed("unused-chance", f"chance never came to `{label}` for `{outcome}`", span)


@define
class Runner:
    """Runs scenarios of one game; games that were led to a choice are kept, since many scenarios begin alike."""

    game: Game
    _conditions: Conditions = field(init=False)
    _led: dict[tuple[object, ...], Position | None] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._conditions = Conditions(self.game)

    def run(self, scenario: ScenarioModel) -> Outcome:
        """Runs one scenario."""
        try:
            self._run(scenario)
        except Failed as failed:
            return Outcome(scenario, failed.diagnostic)
        except GameError as error:
            return Outcome(scenario, Diagnostic("cannot-run", str(error), error.span or scenario.span))
        return Outcome(scenario)

    def _run(self, scenario: ScenarioModel) -> None:
        for line in scenario.lines:
            if isinstance(line, MeansModel):
                self._means(line)
        if scenario.lines and all(isinstance(line, MeansModel) for line in scenario.lines):
            return
        early = list(takewhile(lambda line: isinstance(line, ChanceModel), scenario.lines))
        position, script = self._begun(scenario, [line for line in early if isinstance(line, ChanceModel)])
        placing: Placing | None = None
        broken = set(position.broken_invariants())
        for line in scenario.lines[len(early) :]:
            if isinstance(line, GivenModel):
                if position.gathered:
                    message = "answers have been given that are still secret: put things in place before them"
                    raise Failed("cannot-run", message, line.span)
                placing = placing or Placing(self.game, position.state)
                self._give(line, placing)
                continue
            if placing is not None:
                placing.finish()
                placing = None
                position = Position(self.game, position.state, position.chance)
                broken = set(position.broken_invariants())
            if isinstance(line, ChanceModel):
                script.add(line)
                position.chance = script
            elif isinstance(line, StepModel):
                self._play(line, position)
                self._keep_invariants(line, position, broken)
            elif isinstance(line, ThenModel) and not self._conditions.value(line.condition, position.state):
                part = self._conditions.failing(line.condition, position.state)
                raise Failed("not-so", self._conditions.explain(part, position.state), part.span)
        script.nothing_left()

    def _means(self, line: MeansModel) -> None:
        """What stands behind a phrase has not changed since the phrase was written."""
        found = plain_words(self.game, line.name)
        if found != line.text:
            raise Failed("means-otherwise", f"`{line.name}` now means: {found}", line.span)

    # -------------------------------------------------------------- where it begins
    def _begun(self, scenario: ScenarioModel, early: list[ChanceModel]) -> tuple[Position, Script]:
        """The position a scenario begins with, and the chance that goes on from there."""
        seat = next((line.seat for line in scenario.lines if isinstance(line, StepModel)), None)
        key = (scenario.players, scenario.switches, scenario.at, seat)
        if early:
            found = self._fitting(scenario, seat, early)
        else:
            if key not in self._led:
                self._led[key] = self._fitting(scenario, seat, early)
            kept = self._led[key]
            found = kept.copy() if kept is not None else None
        if found is None:
            where = f"at `{scenario.at}`" if scenario.at else "at a choice with a name"
            who = f"`{SEATS[seat]}`" if seat is not None else "anybody"
            raise Failed("no-beginning", f"no game was found in which {who} decides {where}", scenario.span)
        return found, found.chance if isinstance(found.chance, Script) else Script(Random(0))

    def _fitting(self, scenario: ScenarioModel, seat: int | None, early: list[ChanceModel]) -> Position | None:
        """The first game that fits; where nobody else ever decides first, one that was led further."""
        for seed in range(MOST_SEEDS):
            position = self._led_to(scenario, seed, None, early)
            if position is not None and seat in (None, position.decider):
                return position
        return self._led_to(scenario, 0, seat, early) if scenario.at != START else None

    def _led_to(
        self, scenario: ScenarioModel, seed: int, seat: int | None, early: list[ChanceModel]
    ) -> Position | None:
        script = Script(Random(seed)) if early else None
        if script is not None:
            script.add(*early)
        position = self.game.start(seed, scenario.players, dict(scenario.switches), script)
        for _ in range(MOST_DECISIONS):
            if position.over:
                return None
            here = scenario.at == START or (position.choice and scenario.at in ("", position.choice))
            # Answers that are kept would not fit any more to what is put in place.
            if here and not position.gathered and seat in (None, position.decider):
                return position
            position.play(0)
        return None

    # -------------------------------------------------------------- lines
    def _give(self, line: GivenModel, placing: Placing) -> None:
        state, target = placing.state, line.target
        if line.op == "value":
            place = self._conditions.place(target, state)
            state[place] = self._conditions.value(line.items[0], state)
            return
        cards = [card for item in line.items for card in bits(self._conditions.value(item, state))]
        cards = list(dict.fromkeys(cards))
        if line.op == "refs":
            state[self._conditions.place(target, state)] = sum(1 << card for card in cards)
            return
        if line.op == "zone":
            zone = self._conditions.place(target, state)
            if line.at is not None:
                placing.exchange(zone, cards)
            elif not placing.fill(zone, cards):
                raise Failed("no-room", "cards whose home this is stay here; put them somewhere else", line.span)
            return
        base = self.game.program.memory.layouts[target.value]
        if line.op == "layout":
            layout = line.at if isinstance(line.at, int) else None
            if not placing.lay_out(base, layout, cards):
                raise Failed("no-room", "there are more cards than slots", line.span)
        elif line.op == "slot":
            slots = self.game.program.layouts[state[base]].slots
            if line.at not in slots:
                raise Failed("no-room", f"the layout that lies here has no slot `{line.at}`", line.span)
            placing.put_in_slot(base, slots.index(line.at), cards)
        elif not placing.uncover(base, cards):
            raise Failed("no-room", "there are more cards than lie uncovered", line.span)

    def _play(self, line: StepModel, position: Position) -> None:
        if position.over:
            raise Failed("not-legal", how_it_stands(position), line.span)
        if position.decider != line.seat:
            decider = SEATS[position.decider or 0]
            message = f"`{SEATS[line.seat]}` does not decide here, `{decider}` does: {on_offer(position, line.key)}"
            raise Failed("not-deciding", message, line.span)
        keys = position.keys()
        if line.key not in keys:
            raise Failed("not-legal", f"`{line.key}` is not on offer: {on_offer(position, line.key)}", line.span)
        position.play(line.key)

    def _keep_invariants(self, line: StepModel, position: Position, broken: set[str]) -> None:
        for title in position.broken_invariants():
            if title not in broken:
                raise Failed("broken-invariant", f"after this it is not true any more that {title}", line.span)
