"""The promises of Pgx: its API page, and the documentation of `pgx.core`; and of Ludax, which is like it."""

from typing import Any, List, Optional

import jax
import numpy as np

from ..environments import Spec
from . import Check

PREAMBLE = """
import jax, numpy as np, {package}
env = {make}
init, step, batch = jax.jit(env.init), jax.jit(env.step), jax.jit(jax.vmap(env.step))
alone = jax.jit(lambda *games: jax.lax.map(lambda game: env.step(*game), games))
def play(actions, seed={seed}):
    state = init(jax.random.PRNGKey(seed))
    for key, action in enumerate(actions, seed):
        state = step(state, action, jax.random.PRNGKey(key))
    return state
"""


def preamble(spec: Spec, seed: int) -> str:
    if spec.package == "ludax":
        make = f"ludax.LudaxEnvironment(game_str=ludax.games.{spec.game})"
        return PREAMBLE.format(package="ludax.games", make=make, seed=seed)
    arguments = ", ".join(f"{name}={value!r}" for name, value in spec.arguments.items())
    make = f'pgx.make("{spec.game}")'
    return PREAMBLE.format(package="pgx", make=f"type({make})({arguments})" if arguments else make, seed=seed)


def unless(game: Any) -> Optional[str]:
    return None


def legal(state: Any) -> List[Any]:
    is_over = bool(state.terminated) or bool(state.truncated)
    return [] if is_over else np.flatnonzero(state.legal_action_mask).tolist()


def following(state: Any, action: Any, key: int) -> Any:
    return step(state, action, jax.random.PRNGKey(key))  # noqa: F821


def differing(one, other):
    both = zip(jax.tree.leaves_with_path(one), jax.tree.leaves(other))
    return [f"{path[-1]}" for (path, a), b in both if not same(a, b)]


def same(a, b):
    # The last digits of floating-point numbers depend on how a function is compiled; integers may be sets of bits.
    is_whole = np.issubdtype(np.asarray(a).dtype, np.integer)
    return np.array_equal(a, b) or not is_whole and np.allclose(a, b, 1e-5, 1e-6, True)


# What is promised. `env` and `step` are defined by the preamble.


def legal_actions_are_accepted(play, before, after):
    """`step` takes legal actions without an error."""
    play([*before, *after])


def mask_has_a_legal_action(play, before, after):
    """`legal_action_mask`: a Boolean for each action; all are true in a terminal state."""
    state = play(before)
    mask = np.asarray(state.legal_action_mask)
    assert mask.shape == (env.num_actions,) and mask.dtype == bool, f"{mask.shape} {mask.dtype}"
    assert mask.all() if state.terminated else mask.any(), f"terminated: {state.terminated}, legal: {mask.sum()}"


def observation_is_that_of_the_player_to_move(play, before, after):
    """`State.observation` is computed by `Env.observe`, and has `Env.observation_shape`."""
    state = play(before)
    assert state.observation.shape == env.observation_shape, f"shape {state.observation.shape}"
    assert np.array_equal(state.observation, env.observe(state)), "state.observation is not env.observe(state)"


def players_are_numbered(play, before, after):
    """`current_player` is one of `num_players`, and each has a reward."""
    state = play(before)
    count = getattr(env, "num_players", None) or env.game_info.num_players
    assert 0 <= state.current_player < count, f"player {state.current_player}"
    assert state.rewards.shape == (count,), f"rewards {state.rewards}"


def step_keeps_its_argument(play, before, after):
    """A state is immutable."""
    state, same = play(before), play(before)
    for action in after[:1]:
        step(state, action, jax.random.PRNGKey(0))
    assert not differing(state, same), f"a step changes the state before: {differing(state, same)}"


def same_keys_and_actions_give_the_same_state(play, before, after):
    """`init` and `step` are functions of their arguments."""
    one, other = play(before), play(before)
    assert not differing(one, other), f"two games differ in {differing(one, other)}"


def batch_steps_like_single_games(play, before, after):
    """`jax.vmap(env.step)` steps each of 64 games as `env.step` does."""
    states = jax.tree.map(lambda it: jax.numpy.stack([it] * 64), play(before))
    for keys in jax.random.split(jax.random.PRNGKey(1), (len(after), 64)):
        actions = jax.jit(jax.random.categorical)(keys[0], jax.numpy.log(states.legal_action_mask))
        states, expected = batch(states, actions, keys), alone(states, actions, keys)
        assert not differing(states, expected), f"games in a batch differ in {differing(states, expected)}"


def step_after_the_end_does_nothing(play, before, after):
    """`step` of a terminal state: the same state, with zero rewards."""
    state = play(before)
    if state.terminated:
        expected = state.replace(rewards=np.zeros_like(state.rewards))
        names = differing(step(state, 0, jax.random.PRNGKey(0)), expected)
        assert not names, f"a step after the end changes {names}"


def illegal_action_ends_the_game(play, before, after):
    """An illegal action terminates the game immediately, with a penalty for its player."""
    state = play(before)
    for action in np.flatnonzero(~np.asarray(state.legal_action_mask)).tolist()[:1]:
        then = step(state, action, jax.random.PRNGKey(0))
        assert then.terminated, f"the game goes on after the illegal action {action}"
        assert then.rewards[state.current_player] < 0, f"rewards {then.rewards} after the illegal action {action}"


def without(part: str) -> Any:
    return lambda state: None if hasattr(state, part) else f"a state has no {part}"


CHECKS = [
    Check(legal_actions_are_accepted),
    Check(mask_has_a_legal_action),
    Check(observation_is_that_of_the_player_to_move, without("observation")),
    Check(players_are_numbered),
    Check(step_keeps_its_argument),
    Check(same_keys_and_actions_give_the_same_state),
    Check(batch_steps_like_single_games),
    Check(step_after_the_end_does_nothing),
    Check(illegal_action_ends_the_game),
]
UNCHECKED = {
    "names of actions": "there are none",
    "undo": "there is none; a state is kept instead",
    "copies, pickles": "states are immutable, and nothing more is promised",
    "zero sum": "it is not declared",
    "the other players' views": "`observe` for another player is deprecated",
    "other sizes in one process": "an id has one size",
    "length": "no limit is declared",
    "auto-reset": "`pgx.experimental` promises nothing",
}
