"""OpenSpiel: any game of `pyspiel.registered_names()`.

* Players are numbered, and who is 0 differs: black in chess and go, `x` elsewhere. The bridge takes
  the player of the first decision for the first one.
* Nature is a player of its own, whose actions are the outcomes with their probabilities. Where both
  act at the same time, an action is the list of their actions.
* A turn may be several actions of one player (amazons, checkers, ultimate tic-tac-toe, a removal in
  nine men's morris). `games.py` joins them to one move.
* `returns` are the sums of rewards. `max_game_length` ends some games as draws.
"""

import copy
import functools
import itertools
from typing import Any, Dict, List, Optional, Tuple

import pyspiel

from . import Environment, Spec


@functools.lru_cache(None)
def games() -> List[str]:
    return [game.short_name for game in pyspiel.registered_games() if game.default_loadable]


@functools.lru_cache(None)
def loaded(name: str, arguments: Tuple[Tuple[str, Any], ...]) -> pyspiel.Game:
    return pyspiel.load_game(name, dict(arguments))


class Game(Environment):
    def __init__(self, spec: Spec):
        self.spec = spec
        self.game = loaded(spec.game, tuple(spec.arguments.items()))
        self.state = self.game.new_initial_state()

    def actions(self) -> List[Any]:
        if self.state.is_simultaneous_node():
            each = (self.state.legal_actions(player) for player in range(self.game.num_players()))
            return [list(joint) for joint in itertools.product(*each)]
        return self.state.legal_actions()

    def player(self) -> int:
        return self.state.current_player()  # -1, which is `NATURE`, where it acts

    def step(self, action: Any) -> None:
        if isinstance(action, list):
            self.state.apply_actions(action)
        else:
            self.state.apply_action(action)

    def returns(self) -> Optional[List[float]]:
        return self.state.returns() if self.state.is_terminal() else None

    def copy(self) -> "Game":
        other = copy.copy(self)
        other.state = self.state.clone()
        return other

    def replayed(self, arguments: Dict[str, Any]) -> "Game":
        """The same actions in a game with other arguments."""
        other = Game(self.spec.with_arguments(arguments))
        for action in self.state.history():
            other.step(action)
        return other

    def labels(self, actions: List[Any]) -> List[str]:
        name = self.state.action_to_string
        if not self.state.is_simultaneous_node():
            return [name(action) for action in actions]
        return [" ".join(itertools.starmap(name, enumerate(joint))) for joint in actions]
