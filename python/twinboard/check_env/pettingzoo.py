"""The promises of PettingZoo: its AEC API, and what the pages of all classic environments say."""

import inspect
from typing import Any, List, Optional

from ..environments import Spec
from . import Check

PREAMBLE = """
from pettingzoo.classic import {game}
def play(actions, seed={seed}, env=None, **others):
    env = {game}.env(**{{**{arguments}, **others}}) if env is None else env
    env.reset(seed=seed)
    return advance(env, actions)
"""


def preamble(spec: Spec, seed: int) -> str:
    return PREAMBLE.format(game=spec.game, arguments=spec.arguments, seed=seed)


def unless(game: Any) -> Optional[str]:
    return None


def legal(env: Any) -> List[Any]:
    if not env.agents or env.terminations[env.agent_selection] or env.truncations[env.agent_selection]:
        return []
    seen = env.observe(env.agent_selection)
    if isinstance(seen, dict) and "action_mask" in seen:
        return marked(seen["action_mask"])
    return list(range(env.action_space(env.agent_selection).n))


def following(env: Any, action: Any, key: int) -> Any:
    return advance(env, [action])


def advance(env, actions):
    for action in actions:
        env.step(action)
    return env


def marked(mask):
    return [action for action, bit in enumerate(mask) if bit]


def flat(seen):
    return {it: flat(seen[it]) for it in seen} if isinstance(seen, dict) else getattr(seen, "tolist", seen.__str__)()


def view(env):
    seen, ends = [flat(env.observe(agent)) for agent in env.agents], [env.terminations, env.truncations]
    return env.agent_selection, dict(env.rewards), str(ends), str(seen)


def legal_actions_are_accepted(play, before, after):
    """`step` takes the actions of the mask without an error."""
    play([*before, *after])


def observation_is_in_its_space(play, before, after):
    """`observe` of each agent is in `observation_space(agent)`."""
    env = play(before)
    for agent in env.agents:
        assert env.observation_space(agent).contains(env.observe(agent)), f"the observation of {agent} is outside"


def mask_has_a_legal_action(play, before, after):
    """The agent to move has a legal action."""
    env = play(before)
    if env.agents and not env.terminations[env.agent_selection] and not env.truncations[env.agent_selection]:
        assert any(env.observe(env.agent_selection)["action_mask"]), f"{env.agent_selection} has no legal action"


def mask_of_others_is_zero(play, before, after):
    """"The `action_mask` will be all zeros for any agent except the one whose turn it is." """
    env = play(before)
    for agent in set(env.agents) - {env.agent_selection}:
        actions = marked(env.observe(agent)["action_mask"])
        assert not actions, f"it is the turn of {env.agent_selection}, and {agent} has {len(actions)} legal actions"


def last_agrees_with_the_rest(play, before, after):
    """`last` returns observation, cumulative reward, termination and truncation of the agent to move."""
    env = play(before)
    agent = env.agent_selection
    seen, reward, *ends, _ = env.last()
    assert flat(seen) == flat(env.observe(agent)), "last() has another observation than observe()"
    assert ends == [env.terminations[agent], env.truncations[agent]], f"last() says {ends}"


def observing_changes_nothing(play, before, after):
    """`observe` and `last` leave the game alone."""
    env = play(before)
    first, _ = view(env), env.last()
    assert view(env) == first, "observing changes the game"


def same_seed_and_actions_give_the_same_game(play, before, after):
    """`reset(seed)` makes a game reproducible."""
    one, other = view(play(before)), view(play(before))
    assert one == other, f"once {one}, once {other}"


def reset_begins_a_new_game(play, before, after):
    """`reset` brings the environment to its starting state."""
    env, expected = play([], seed=7), view(play(before))
    play([*before, *after], env=env)
    assert view(play(before, env=env)) == expected, f"after reset {view(env)}, in a new environment {expected}"


def instances_do_not_disturb_each_other(play, before, after):
    """Environments are objects of their own."""
    env, expected = play(before), view(play([*before, *after]))
    play([])
    assert view(advance(env, after)) == expected, f"beside another game {view(env)}, alone {expected}"


def other_sizes_do_not_disturb(play, before, after):
    """`board_size` is an argument of each environment."""
    env, expected = play(before), view(play([*before, *after]))
    play([], board_size=5)
    assert view(advance(env, after)) == expected, "beside a board of another size the game is another one"


def illegal_action_ends_the_game(play, before, after):
    """An illegal move ends the game with a reward of -1 for its agent and 0 for all others."""
    env = play(before)
    agent, mask = env.agent_selection, env.observe(env.agent_selection)["action_mask"]
    is_over = env.terminations[agent] or env.truncations[agent]
    for action in [action for action, bit in enumerate(mask) if not bit and not is_over][:1]:
        expected = {**dict.fromkeys(env.agents, 0), agent: -1}
        env.step(action)
        assert dict(env.rewards) == expected, f"rewards {env.rewards} after the illegal action {action}"
        assert all(env.terminations.values()), f"terminations {env.terminations}"


def finished_agents_are_removed(play, before, after):
    """A finished agent steps with None, and is then removed from `agents`."""
    env = play(before)
    if all(env.terminations[it] or env.truncations[it] for it in env.agents):
        for _ in list(env.agents):
            env.step(None)
        assert not env.agents, f"{env.agents} remain"


def without_mask(env: Any) -> Optional[str]:
    seen = env.observe(env.agent_selection)
    return None if isinstance(seen, dict) and "action_mask" in seen else "the game has no mask"


def undocumented(phrase: str) -> Any:
    def reason(env: Any) -> Optional[str]:
        text = inspect.getdoc(inspect.getmodule(type(env.unwrapped))) or ""
        said = phrase in " ".join(text.split())
        return without_mask(env) or (None if said else "its page does not say so")

    return reason


def of_one_size(env: Any) -> Optional[str]:
    known = inspect.signature(type(env.unwrapped)).parameters
    return None if "board_size" in known else "the game has one size"


CHECKS = [
    Check(legal_actions_are_accepted),
    Check(observation_is_in_its_space),
    Check(mask_has_a_legal_action, without_mask),
    Check(mask_of_others_is_zero, undocumented("all zeros for any agent except the one whose turn it is")),
    Check(last_agrees_with_the_rest),
    Check(observing_changes_nothing),
    Check(same_seed_and_actions_give_the_same_game),
    Check(reset_begins_a_new_game),
    Check(instances_do_not_disturb_each_other),
    Check(other_sizes_do_not_disturb, of_one_size),
    Check(illegal_action_ends_the_game, undocumented("a reward of -1 for the illegally moving agent")),
    Check(finished_agents_are_removed),
]
UNCHECKED = {
    "undo": "PettingZoo has none",
    "copies, pickles": "PettingZoo promises none: EzPickle keeps the arguments only",
    "zero sum": "PettingZoo does not declare it",
    "names of actions": "PettingZoo has none",
    "length": "PettingZoo does not declare a limit",
}
