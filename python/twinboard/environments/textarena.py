"""TextArena: any id of its registry, without wrappers, as in `textarena:Othello-v0(board_size=6)`.

* An action is a text, and there is no list of legal ones: the environment judges. The bridge tries an
  action on a copy and offers `legal` instead of `moves`.
* The first invalid action of a turn is forgiven and changes nothing else; the second one loses.
* Player 0 begins. Rewards are -1, 0 and 1, and come at the end.
* Environments draw from the global `random`, so that a seed fixes nothing between two games at once.
"""

import copy
import pickle
from typing import Any, List, Optional

import textarena
from textarena.envs.registration import ENV_REGISTRY

from . import Environment, Spec

SEED = 1


def games() -> List[str]:
    return [name for name in ENV_REGISTRY if f"{name}-raw" in ENV_REGISTRY]


class Game(Environment):
    def __init__(self, spec: Spec):
        self.env = textarena.make(f"{spec.game}-raw", **spec.arguments)
        self.env.reset(num_players=2, seed=SEED)
        self.forget()

    @property
    def state(self) -> Any:
        return self.env.state

    def actions(self) -> List[Any]:
        raise NotImplementedError("TextArena does not list actions")

    def player(self) -> int:
        return self.state.current_player_id

    def step(self, action: Any) -> None:
        self.env.step(action)
        self.forget()

    def forget(self) -> None:
        """Drops what was said so far, which would be copied with each game."""
        self.state.observations = {player: [] for player in self.state.observations}
        for log in ("logs", "events"):
            if hasattr(self.state, log):
                setattr(self.state, log, [])

    def accepts(self, action: Any) -> bool:
        if self.state.done:
            return False
        trial = self.copy()
        trial.step(action)
        forgiven = trial.state.error_count > 0
        return not forgiven and not any(
            info.get("invalid_move") for info in trial.state.game_info.values()
        )

    def returns(self) -> Optional[List[float]]:
        return [self.state.rewards[player] for player in (0, 1)] if self.state.done else None

    def copy(self) -> "Game":
        other = copy.copy(self)
        other.env = pickle.loads(pickle.dumps(self.env))
        return other
