"""Games whose states are immutable and whose functions JAX compiles: Pgx, and Ludax, which is like it."""

import copy
from typing import Any, Callable, Dict, List, Optional, Tuple

from . import Environment, Spec, jax_settings  # noqa: F401, I001  before JAX is imported

import jax
import numpy as np

#: Keys that are tried at once.
KEYS = 512


class Functions:
    """The compiled functions of a game."""

    made: Dict[str, "Functions"] = {}

    def __init__(self, env: Any):
        self.env = env
        self.init = jax.jit(self.env.init)
        self.step = jax.jit(self.env.step)
        self.observe = jax.jit(self.env.observe)
        # What nature may do: all that follows, with one key for each.
        self.inits = jax.jit(jax.vmap(self.env.init))
        self.steps = jax.jit(jax.vmap(self.env.step, in_axes=(None, None, 0)))
        self.key = jax.random.PRNGKey(0)
        start = self.init(self.key)
        self.step(start, int(np.argmax(start.legal_action_mask)), self.key)

    @classmethod
    def of(cls, spec: Spec, make: Callable[[Spec], Any]) -> "Functions":
        if str(spec) not in cls.made:
            cls.made[str(spec)] = cls(make(spec))
        return cls.made[str(spec)]


class JaxGame(Environment):
    #: The environment of the package.
    make: Callable[[Spec], Any]

    def __init__(self, spec: Spec):
        self.functions = Functions.of(spec, self.make)
        self.key = self.functions.key
        self.state = self.functions.init(self.key)
        self.read: Any = None

    def plain(self) -> Tuple[bool, int]:
        """Whether the game is over, and the player: reading an array takes as long as many moves in Python."""
        if self.read is not self.state:
            is_over = bool(self.state.terminated) or bool(self.state.truncated)
            self.read, self.values = self.state, (is_over, int(self.state.current_player))
        return self.values

    def is_over(self) -> bool:
        return self.plain()[0]

    def actions(self) -> List[Any]:
        return [] if self.is_over() else np.flatnonzero(self.state.legal_action_mask).tolist()

    def player(self) -> int:
        return self.plain()[1]

    def step(self, action: Any) -> None:
        self.state = self.functions.step(self.state, action, self.key)

    def returns(self) -> Optional[List[float]]:
        return self.state.rewards.tolist() if self.is_over() else None

    def observation(self, player: int) -> np.ndarray:
        return np.asarray(self.functions.observe(self.state, player))

    def view(self) -> np.ndarray:
        """The observation of the player to move."""
        return np.asarray(self.state.observation)

    def draws(self, draw: Callable[[Any], Any], number: int = 0) -> Any:
        return draw(jax.random.split(jax.random.PRNGKey(number), KEYS))

    def drawn(self, draw: Callable[[Any], Any], is_wanted: Callable[[Any], Any]) -> Any:
        """A state of those that `draw` gives for keys, where the key decides what nature does."""
        for number in range(100):
            states = self.draws(draw, number)
            found = np.flatnonzero(is_wanted(np.asarray(states.observation)))
            if found.size:
                return jax.tree.map(lambda it: it[found[0]], states)
        raise LookupError(f"nature does not do this with any of {100 * KEYS} keys")

    def copy(self) -> "Game":
        return copy.copy(self)  # A state is immutable.
