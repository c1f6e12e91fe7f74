"""A game as a PettingZoo environment: one agent per player, observations of what a seat may know, masks of actions.

Needs the extra `duel-dsl[gym]`. `env("name")` is for learning and searching programs: it checks what they do; `RawEnv`
is the same without the checks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from ..interpreter.errors import BadSetup
from ..interpreter.playing.game import load
from ..interpreter.playing.position import Option, Position
from .learning.actions import Actions
from .learning.observation import Observation

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as missing:
    raise BadSetup(f"{missing.name} is not installed here: pip install 'duel-dsl[gym]'") from None

# Ways to pay for the same thing that are told apart; the table of actions grows with it.
VARIANTS = 8
WON, SHARED, LOST = 1.0, 0.0, -1.0
SEED_BITS = 32


def env(
    packs: str | Path | Sequence[str | Path],
    players: int | None = None,
    switches: Mapping[str, str] | None = None,
    variants: int = VARIANTS,
) -> Any:
    """The environment with PettingZoo's own checks around it: an agent that takes an action outside its mask loses."""
    checked = wrappers.TerminateIllegalWrapper(RawEnv(packs, players, switches, variants), illegal_reward=LOST)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class RawEnv(AECEnv):
    """A game for agents `player_0`, `player_1` ...; rewards come at the end: 1 for winning alone, 0 for sharing the
    victory or a draw, -1 for losing."""

    metadata = {"name": "duel_dsl", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        packs: str | Path | Sequence[str | Path],
        players: int | None = None,
        switches: Mapping[str, str] | None = None,
        variants: int = VARIANTS,
    ) -> None:
        super().__init__()
        if variants < 1:
            raise BadSetup(f"at least one way to do a thing must be left, not {variants}")
        self.game = load(packs)
        self.render_mode = "ansi"
        self._players, self._switches, self._luck = players, dict(switches or {}), Random()
        # Started once to find out who plays, and whether a game can start like this at all.
        self.position = self._started(0)
        self.actions = Actions(self.game, variants)
        self.observation = Observation(self.game, self.position.players)
        self.possible_agents = [f"player_{seat}" for seat in range(self.position.people)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        low = np.array([number.low for number in self.observation.entries], dtype=np.int32)
        high = np.array([number.high for number in self.observation.entries], dtype=np.int32)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.int32),
                    "action_mask": spaces.Box(0, 1, (self.actions.size,), dtype=np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.actions.size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """What `observe` gives: the row of numbers and the mask of actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of the table of actions."""
        return self.action_spaces[agent]

    def _started(self, seed: int) -> Position:
        return self.game.start(seed, players=self._players, switches=self._switches)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begins a game. A seed gives the game of that seed; without one, games follow from the last seed given."""
        if seed is not None:
            self._luck = Random(seed)
        self.position = self._started(self._luck.getrandbits(SEED_BITS) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Finds out what is on offer and whose turn it is, or who has won."""
        self._on_offer = self.actions.on_offer(self.position)
        if self.position.decider is not None:
            self.agent_selection = self.possible_agents[self.position.decider]
            return
        result = self.position.result
        assert result is not None
        for agent, seat in self._seats.items():
            alone = result.sharing == 1
            self.rewards[agent] = (WON if alone else SHARED) if seat in result.winners else LOST
            # A game that was stopped because it went on for too long has not ended: those who learn make a difference.
            (self.truncations if result.stopped else self.terminations)[agent] = True

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know; the mask is empty unless it is its turn."""
        seat = self._seats[agent]
        mask = np.zeros(self.actions.size, dtype=np.int8)
        if seat == self.position.decider:
            mask[list(self._on_offer)] = 1
        row = np.array(self.observation.row(self.position.seen_by(seat)), dtype=np.int32)
        return {"observation": row, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Takes an action for the agent whose turn it is; one that has finished takes None."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        option = self._index(action)
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        self.position.play(option)
        self._ask()
        self._accumulate_rewards()

    def _index(self, action: int | None) -> int:
        if action is None or int(action) not in self._on_offer:
            raise ValueError(f"the action {action} is not on offer")
        return self._on_offer[int(action)]

    def option(self, action: int) -> Option:
        """The option that an action of the mask stands for."""
        return self.position.options()[self._index(action)]

    def action(self, index: int) -> int | None:
        """The action that takes the option of an index (what a bot chooses); None where the table has none for it."""
        return next((action for action, option in self._on_offer.items() if option == index), None)

    def render(self) -> str:
        """What there is to decide, in words."""
        if self.position.over:
            return "the game is over"
        offered = [f"{action}: {self.option(action)}" for action in self._on_offer]
        return "\n".join([f"{self.agent_selection} decides", *offered])

    def close(self) -> None:
        """Nothing is held open."""
