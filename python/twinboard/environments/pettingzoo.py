"""PettingZoo: the classic environments, through their AEC interface, as in `pettingzoo:go_v5(board_size=9)`.

* Agents have names; players are their numbers in `possible_agents`, of whom the first begins.
* The last agent gets its reward when the other one has moved: rewards are added up after each step.
* A finished game still goes round with `step(None)`, which the bridge leaves out.
* The mask is that of the agent to move, all zeros for the others. In chess an agent sees the board from
  its own side, and its actions are those of its own side.
* There is neither a copy nor `undo`: `copy.deepcopy` makes a new environment (EzPickle). The bridge
  copies by playing the same actions from the same seed.
"""

import importlib
import pkgutil
from typing import Any, Dict, List, Optional

import numpy as np
import pettingzoo.classic

from . import Environment, Spec

SEED = 1


def games() -> List[str]:
    modules = pkgutil.iter_modules(pettingzoo.classic.__path__)
    return [module.name for module in modules if "_v" in module.name]


class Game(Environment):
    def __init__(self, spec: Spec):
        self.spec = spec
        self.env = importlib.import_module(f"pettingzoo.classic.{spec.game}").env(**spec.arguments)
        self.env.reset(seed=SEED)
        self.agents = list(self.env.possible_agents)
        self.sums = dict.fromkeys(self.agents, 0.0)
        self.played: List[int] = []

    def is_over(self) -> bool:
        ended = (*self.env.terminations.values(), *self.env.truncations.values())
        return not self.env.agents or any(ended)

    def actions(self) -> List[Any]:
        mask = None if self.is_over() else self.env.observe(self.env.agent_selection)["action_mask"]
        return [] if mask is None else np.flatnonzero(mask).tolist()

    def player(self) -> int:
        return self.agents.index(self.env.agent_selection)

    def step(self, action: Any) -> None:
        self.env.step(action)
        self.played.append(action)
        for agent, reward in self.env.rewards.items():
            self.sums[agent] += float(reward)

    def returns(self) -> Optional[List[float]]:
        return list(self.sums.values()) if self.is_over() else None

    def observation(self, player: int) -> np.ndarray:
        return self.env.observe(self.agents[player])["observation"]

    def copy(self) -> "Game":
        return self.replayed({})

    def replayed(self, arguments: Dict[str, Any]) -> "Game":
        """The same actions in a game with other arguments."""
        other = Game(self.spec.with_arguments(arguments))
        for action in self.played:
            other.step(action)
        return other
