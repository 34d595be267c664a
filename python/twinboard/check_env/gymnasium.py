"""The promises of Gymnasium: `gymnasium.Env` and the registration of environments."""

import math
from typing import Any, List, Optional

import gymnasium

from ..environments import Spec
from . import Check

PREAMBLE = """
import gymnasium
SEED = {seed}
def make():
    return gymnasium.make({arguments})
def play(actions):
    env = make()
    env.last = [*env.reset(seed=SEED)]
    for action in actions:
        env.last = [*env.step(action)]
    return env
"""


def preamble(spec: Spec, seed: int) -> str:
    arguments = [repr(spec.game), *(f"{name}={value!r}" for name, value in spec.arguments.items())]
    return PREAMBLE.format(arguments=", ".join(arguments), seed=seed)


def is_over(env):
    return len(env.last) == 5 and bool(env.last[2] or env.last[3])


def unless(env: Any) -> Optional[str]:
    is_discrete = isinstance(env.action_space, gymnasium.spaces.Discrete)
    return None if is_discrete else "actions are not of a `Discrete` space"


def legal(env: Any) -> List[Any]:
    """Actions of the mask, whose first element is for the first action of the space."""
    mask, space = env.last[-1].get("action_mask"), env.action_space
    bits = enumerate([1] * int(space.n) if mask is None else mask, int(space.start))
    return [] if is_over(env) else [action for action, bit in bits if bit]


def following(env: Any, action: Any, index: int) -> Any:
    env.last = [*env.step(action)]
    return env


def view(env):
    return str(env.last[:4])


def legal_actions_are_accepted(play, before, after):
    """`step` takes actions of `action_space` without an error."""
    play([*before, *after])


def observation_is_in_its_space(play, before, after):
    """Observations are elements of `observation_space`."""
    env = play(before)
    assert env.observation_space.contains(env.last[0]), f"{env.last[0]!r} is outside {env.observation_space}"


def results_have_their_types(play, before, after):
    """`step` returns a reward that is a number, and terminated and truncated that are Boolean."""
    env = play(before)
    if len(env.last) == 5:
        _, reward, *ends, info = env.last
        assert abs(float(reward)) < math.inf, f"reward {reward!r}"
        assert all(it in (True, False) for it in ends) and isinstance(info, dict), f"{ends} {type(info)}"


def mask_has_an_action(play, before, after):
    """`info["action_mask"]` has an element for each action, one of which may be taken before the end."""
    env = play(before)
    mask = env.last[-1].get("action_mask")
    is_right = mask is None or (len(mask) == env.action_space.n and any(mask))
    assert is_right or is_over(env), f"the mask is {mask}"


def same_seed_and_actions_give_the_same_game(play, before, after):
    """`reset(seed)` makes an environment reproducible."""
    one, other = view(play(before)), view(play(before))
    assert one == other, f"once {one}, once {other}"


def reset_begins_a_new_game(play, before, after):
    """`reset(seed)` resets the environment to its initial state."""
    env, fresh = play(before), play([])
    seen, _ = env.reset(seed=SEED)  # noqa: F821
    assert str(seen) == str(fresh.last[0]), f"after reset {seen}, in a new environment {fresh.last[0]}"


def instances_do_not_disturb_each_other(play, before, after):
    """Environments are objects of their own, each with its generator `np_random`."""
    env, expected = play(before), view(play([*before, *after]))
    play([])
    for action in after:
        env.last = [*env.step(action)]
    assert view(env) == expected, f"beside another game {view(env)}, alone {expected}"


def game_ends_at_its_limit(play, before, after):
    """`max_episode_steps` truncates the game."""
    env, limit = play(before), make().spec.max_episode_steps  # noqa: F821
    assert len(before) < limit or is_over(env), f"{len(before)} steps, the limit is {limit}"


def without_mask(env: Any) -> Optional[str]:
    return None if "action_mask" in env.last[-1] else "the game has no mask"


CHECKS = [
    Check(legal_actions_are_accepted),
    Check(observation_is_in_its_space),
    Check(results_have_their_types),
    Check(mask_has_an_action, without_mask),
    Check(same_seed_and_actions_give_the_same_game),
    Check(reset_begins_a_new_game),
    Check(instances_do_not_disturb_each_other),
    Check(game_ends_at_its_limit),
]
UNCHECKED = {
    "undo": "Gymnasium has none",
    "copies, pickles": "Gymnasium promises none",
    "illegal actions": "Gymnasium does not say what they do",
    "batches": "they reset finished games in several ways",
}
