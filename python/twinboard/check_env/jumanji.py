"""The promises of Jumanji: `jumanji.env.Environment`, its specs and `jumanji.types`."""

from typing import Any, List, Optional

import jax
import jumanji
import numpy as np

from ..environments import Spec
from . import Check

PREAMBLE = """
import jax, jumanji.wrappers, numpy as np
env = jumanji.make({arguments})
reset, step, auto = jax.jit(env.reset), jax.jit(env.step), jumanji.wrappers.AutoResetWrapper(env)
batch, alone = jax.jit(jax.vmap(auto.step)), jax.jit(lambda *it: jax.lax.map(lambda game: auto.step(*game), it))
def play(actions, seed={seed}):
    now = reset(jax.random.PRNGKey(seed))
    for action in actions:
        now = step(now[0], jax.numpy.asarray(action))
    return now
"""


def preamble(spec: Spec, seed: int) -> str:
    arguments = [repr(spec.game), *(f"{name}={value!r}" for name, value in spec.arguments.items())]
    return PREAMBLE.format(arguments=", ".join(arguments), seed=seed)


def mask_of(now):
    return getattr(now[1].observation, "action_mask", None)


def unless(now: Any) -> Optional[str]:
    is_discrete = hasattr(env.action_spec, "num_values")  # noqa: F821
    return None if is_discrete else "actions are not numbered"


def legal(now: Any) -> List[Any]:
    """Actions of the mask; where it is one for each agent, a sample of what they do together."""
    if now[1].last():
        return []
    mask, counts = mask_of(now), env.action_spec.num_values  # noqa: F821
    mask = np.ones(counts) if mask is None else np.asarray(mask)
    if np.ndim(counts) == 0:
        return np.flatnonzero(mask).tolist()
    if mask.shape == tuple(counts):
        return np.argwhere(mask).tolist()[:1000]
    each = [np.flatnonzero(row).tolist() or [0] for row in mask]
    return [[row[(i * 7 + i // 5 * agent) % len(row)] for agent, row in enumerate(each)] for i in range(20)]


def following(now: Any, action: Any, key: int) -> Any:
    return step(now[0], jax.numpy.asarray(action))  # noqa: F821


def differing(one, other):
    both = zip(jax.tree.leaves(one), jax.tree.leaves(other))
    return [f"{a} and {b}" for a, b in both if not same(a, b)]


def same(a, b):
    # The last digits of floating-point numbers depend on how a function is compiled; integers may be sets of bits.
    is_whole = np.issubdtype(np.asarray(a).dtype, np.integer)
    return np.array_equal(a, b) or not is_whole and np.allclose(a, b, 1e-5, 1e-6, True)


# What is promised. `env` and `step` are defined by the preamble.


def actions_are_accepted(play, before, after):
    """`step` takes actions of the mask without an error."""
    play([*before, *after])


def time_steps_are_in_their_specs(play, before, after):
    """Observation, reward and discount are in `observation_spec`, `reward_spec` and `discount_spec`."""
    _, now = play(before)
    env.observation_spec.validate(now.observation)
    env.reward_spec.validate(now.reward)
    env.discount_spec.validate(now.discount)


def first_time_step_is_the_first(play, before, after):
    """`step_type` is FIRST after `reset`, with a discount of 1 and no reward, and MID or LAST then."""
    _, now = play(before)
    assert bool(now.first()) == (not before), f"step type {now.step_type} after {len(before)} steps"
    assert before or not np.any(now.reward), f"reward {now.reward} after reset"


def mask_has_an_action(play, before, after):
    """`action_mask`: until the last time step an action is legal."""
    now = play(before)
    assert now[1].last() or np.any(mask_of(now)), "no action is legal"


def same_key_and_actions_give_the_same_game(play, before, after):
    """`reset` and `step` are functions of their arguments."""
    names = differing(play(before), play(before))
    assert not names, f"two games differ: {names[0]}"


def batch_steps_like_single_games(play, before, after):
    """`VmapWrapper(AutoResetWrapper(env))` steps each of 64 games as `AutoResetWrapper(env)` does."""
    actions = jax.numpy.asarray(([*before[-1:], *after, *before] * 64)[:64])
    states = jax.tree.map(lambda it: jax.numpy.stack([it] * 64), play(before[:-1])[0])
    names = differing(batch(states, actions), alone(states, actions)) if len(actions) else []
    assert not names, f"games in a batch differ: {names[0]:.300}"


def game_ends_at_its_limit(play, before, after):
    """`time_limit` steps end the game."""
    _, now = play(before)
    assert now.last() or len(before) < env.time_limit, f"{len(before)} steps, the limit is {env.time_limit}"


def without_mask(now: Any) -> Optional[str]:
    return "the game has no mask" if mask_of(now) is None else None


def without_key(now: Any) -> Optional[str]:
    return None if hasattr(now[0], "key") else "`AutoResetWrapper` needs a key in the state"


def without_limit(now: Any) -> Optional[str]:
    limit = getattr(env, "time_limit", None)  # noqa: F821
    return None if isinstance(limit, int) else "the game has no `time_limit`"


CHECKS = [
    Check(actions_are_accepted),
    Check(time_steps_are_in_their_specs),
    Check(first_time_step_is_the_first),
    Check(mask_has_an_action, without_mask),
    Check(same_key_and_actions_give_the_same_game),
    Check(batch_steps_like_single_games, without_key),
    Check(game_ends_at_its_limit, without_limit),
]
UNCHECKED = {
    "illegal actions": "each game documents something else",
    "copies, pickles, undo": "states are immutable",
    "zero sum": "there is one reward for all agents",
}
