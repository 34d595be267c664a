"""kaggle-environments: games of two players in turn, as in `kaggle:connectx(columns=5, rows=4)`.

* The environment judges actions and lists none: an illegal one ends the game, with the status INVALID and
  no reward for its player. The bridge tries an action on a copy and offers `legal` instead of `moves`.
* Agents are numbered; the one whose status is ACTIVE is to move, and 0 begins. Others act with None.
* A reward is what an agent has in the last state; arguments are the configuration.
"""

import copy
from typing import Any, List, Optional

import kaggle_environments

from . import Environment, Spec


def games() -> List[str]:
    return sorted(kaggle_environments.environments)


class Game(Environment):
    def __init__(self, spec: Spec):
        self.env = kaggle_environments.make(spec.game, configuration=dict(spec.arguments))
        self.env.reset(2)

    def actions(self) -> List[Any]:
        raise NotImplementedError("kaggle-environments do not list actions")

    def player(self) -> int:
        return [agent.status for agent in self.env.state].index("ACTIVE")

    def step(self, action: Any) -> None:
        self.env.step([action if agent.status == "ACTIVE" else None for agent in self.env.state])

    def accepts(self, action: Any) -> bool:
        if self.env.done:
            return False
        trial = self.copy()
        trial.step(action)
        return all(it.status not in ("INVALID", "ERROR") for it in trial.env.state)

    def returns(self) -> Optional[List[float]]:
        return [agent.reward for agent in self.env.state] if self.env.done else None

    def copy(self) -> "Game":
        other = copy.copy(self)
        other.env = copy.deepcopy(self.env)  # `clone` validates the schema of the game, for 15 times as long.
        return other
