"""The promises of Gymnasium: `gymnasium.Env` and the registration of environments."""

import math
import os
from typing import Any, List, Optional

import gymnasium

from ..environments import Spec
from . import Check

PREAMBLE = """
import gymnasium
def play(actions, seed={seed}, env=None):
    env = gymnasium.make({arguments}) if env is None else env
    env.last = env.reset(seed=seed)
    for action in actions:
        env.last = env.step(action)
    return env
"""


def preamble(spec: Spec, seed: int) -> str:
    arguments = [repr(spec.game), *(f"{name}={value!r}" for name, value in spec.arguments.items())]
    return PREAMBLE.format(arguments=", ".join(arguments), seed=seed)


def is_over(env):
    return len(env.last) == 5 and bool(env.last[2] or env.last[3])


def mask_of(env):
    return env.last[-1].get("action_mask") if isinstance(env.last[-1], dict) else None


def unless(env: Any) -> Optional[str]:
    is_discrete = isinstance(env.action_space, gymnasium.spaces.Discrete)
    return None if is_discrete else "actions are not of a `Discrete` space"


def legal(env: Any) -> List[Any]:
    """Actions of the mask, whose first element is for the first action of the space."""
    mask, space = mask_of(env), env.action_space
    bits = enumerate([1] * int(space.n) if mask is None else mask, int(space.start))
    goes_on = isinstance(env.last[-1], dict) and not is_over(env)
    return [action for action, bit in bits if bit and goes_on]


def following(env: Any, action: Any, key: int) -> Any:
    env.last = env.step(action)
    return env


def view(env):
    return plain([*env.last[:-1], mask_of(env)])


def plain(it):
    # For `==`: the last digits of numbers do not count, and nothing tells objects without an equality apart.
    if isinstance(it, dict):
        return {key: plain(it[key]) for key in it}
    if isinstance(it, (tuple, list)):
        return [plain(each) for each in it]
    if isinstance(it, float):
        return float(f"{it:.7g}") if it == it else "nan"
    if hasattr(it, "tolist"):
        return plain(it.tolist())
    return type(it) if it is not None and type(it).__eq__ is object.__eq__ else it


def apart(one, other):
    # As texts, from a little before their first difference.
    same = len(os.path.commonprefix([str(one), str(other)]))
    return [str(it)[max(0, same - 60) : same + 60] for it in (one, other)]


def is_pair(last):
    return isinstance(last, (tuple, list)) and len(last) == 2 and isinstance(last[1], dict)


def reset_returns_a_pair(play, before, after):
    """`reset` returns an observation and a dictionary of information."""
    last = play([]).last
    assert is_pair(last), f"reset returns {last!r:.300}"


def legal_actions_are_accepted(play, before, after):
    """`step` takes actions of `action_space` without an error."""
    play([*before, *after])


def observation_is_in_its_space(play, before, after):
    """Observations are elements of `observation_space`."""
    env = play(before)
    assert env.observation_space.contains(env.last[0]), f"{env.last[0]!r} is outside {env.observation_space}"


def results_have_their_types(play, before, after):
    """`step` returns five results: a reward that is a number, terminated and truncated that are Boolean."""
    env = play(before)
    if before:
        assert len(env.last) == 5, f"step returns {len(env.last)} results"
        _, reward, *ends, info = env.last
        is_number = hasattr(reward, "__float__") and not isinstance(reward, str)
        assert is_number and abs(float(reward)) < math.inf, f"reward {reward!r}"
        assert all(it in (True, False) for it in ends) and isinstance(info, dict), f"{ends} {type(info)}"


def mask_has_an_action(play, before, after):
    """`info["action_mask"]` has an element for each action, one of which may be taken before the end."""
    env = play(before)
    mask = mask_of(env)
    is_right = mask is None or (len(mask) == env.action_space.n and any(mask))
    assert is_right or is_over(env), f"the mask is {mask}"


def same_seed_and_actions_give_the_same_game(play, before, after):
    """`reset(seed)` makes an environment reproducible."""
    one, other = view(play(before)), view(play(before))
    assert one == other, "once {}, once {}".format(*apart(one, other))


def reset_begins_a_new_game(play, before, after):
    """`reset(seed)` resets the environment to its initial state."""
    env, expected = play([], seed=7), view(play(before))
    play([*before, *after], env=env)
    seen = view(play(before, env=env))
    assert seen == expected, "after reset {}, in a new environment {}".format(*apart(seen, expected))


def instances_do_not_disturb_each_other(play, before, after):
    """Environments are objects of their own, each with its generator `np_random`."""
    env, expected = play(before), view(play([*before, *after]))
    play([])
    for action in after:
        env.last = env.step(action)
    seen = view(env)
    assert seen == expected, "beside another game {}, alone {}".format(*apart(seen, expected))


def game_ends_at_its_limit(play, before, after):
    """`max_episode_steps` truncates the game."""
    env = play(before)
    limit = env.spec.max_episode_steps
    assert len(before) < limit or is_over(env), f"{len(before)} steps, the limit is {limit}"


def without_pair(env: Any) -> Optional[str]:
    return None if is_pair(env.last) else "`reset` returns something else than a pair"


def without_mask(env: Any) -> Optional[str]:
    return without_pair(env) or ("the game has no mask" if mask_of(env) is None else None)


def without_limit(env: Any) -> Optional[str]:
    has_limit = getattr(env.spec, "max_episode_steps", None)
    return without_pair(env) or (None if has_limit else "the game has no `max_episode_steps`")


CHECKS = [
    Check(reset_returns_a_pair),
    Check(legal_actions_are_accepted, without_pair),
    Check(observation_is_in_its_space, without_pair),
    Check(results_have_their_types, without_pair),
    Check(mask_has_an_action, without_mask),
    Check(same_seed_and_actions_give_the_same_game, without_pair),
    Check(reset_begins_a_new_game, without_pair),
    Check(instances_do_not_disturb_each_other, without_pair),
    Check(game_ends_at_its_limit, without_limit),
]
UNCHECKED = {
    "undo": "Gymnasium has none",
    "copies, pickles": "Gymnasium promises none",
    "illegal actions": "Gymnasium does not say what they do",
    "batches": "they reset finished games in several ways",
}
