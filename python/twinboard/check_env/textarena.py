"""The promises of TextArena: the documentation of `textarena.core` and the states of `textarena.state`.

An action is a text, and none are listed. Games are played with the texts in brackets that a player is shown,
and with others like them: those that a copy of the environment takes.
"""

import copy
import itertools
import math
import pickle
import random
import re
from typing import Any, List, Optional

import textarena

from ..environments import Spec
from . import ERRORS, Check

PREAMBLE = """
import copy, random, textarena
def play(actions, seed={seed}, env=None):
    env = textarena.make("{game}-raw"{arguments}) if env is None else env
    env.reset(num_players={players}, seed=seed)
    return advance(env, actions)
"""
#: Texts that are tried in a position, and actions that are enough.
TRIED, SOME = 60, 2
#: Actions of a game, most of which are found by trying many texts.
LONGEST = 100
#: Numbers, and letters that stand alone or at a number.
VARIED = r"\d+|(?<![a-zA-Z])[a-zA-Z](?![a-zA-Z])"


def preamble(spec: Spec, seed: int) -> str:
    arguments = "".join(f", {name}={value!r}" for name, value in spec.arguments.items())
    return PREAMBLE.format(game=spec.game, arguments=arguments, players=players(spec), seed=seed)


def players(spec: Spec) -> int:
    """The smallest number of players that the game takes, two before one."""
    errors = []
    for number in (2, 1, *range(3, 16)):
        try:
            textarena.make(f"{spec.game}-raw", **spec.arguments).reset(num_players=number, seed=1)
        except Exception as error:
            errors.append(error)
        else:
            return number
    raise errors[0]


def unless(game: Any) -> Optional[str]:
    return None


def legal(env: Any) -> List[str]:
    """Some of the actions."""
    taken = (text for text in texts(env) if accepts(env, text))
    return [] if env.state.done else list(itertools.islice(taken, SOME))


def following(env: Any, action: Any, key: int) -> Any:
    return advance(env, [action])


def texts(env: Any) -> List[str]:
    """Texts in brackets that the player to move is shown and others with other numbers and letters, shuffled."""
    seen = env.state.observations[env.state.current_player_id]
    order = random.Random(len(seen))
    found = "\n".join(message[1] for message in seen[-9:] + seen[:2])
    shown = sorted(set(re.findall(r"\[[^][\n]{1,40}\]", found)))
    alike = [varied(order.choice(shown), order) for _ in range(TRIED if shown else 0)]
    mixed = sorted({*shown[:TRIED], *alike})
    return [*order.sample(mixed, len(mixed)), "hello"]


def varied(text: str, order: random.Random) -> str:
    return re.sub(VARIED, lambda it: order.choice("0123456789" if it[0].isdigit() else "abcdefgh"), text)


def accepts(env: Any, text: str) -> bool:
    """Whether a text is an action, or raises an error, which is for a check to report."""
    drawn, said = random.getstate(), vars(env.state).copy()
    # What was said so far would be copied.
    vars(env.state).update(observations={player: [] for player in env.state.observations}, logs=[])
    try:
        trial = copied(env)
        trial.step(text)
    except ERRORS:
        return True
    finally:
        random.setstate(drawn)
        vars(env.state).update(said)
    return not is_invalid(trial)


def copied(env: Any) -> Any:
    try:
        return pickle.loads(pickle.dumps(env))  # Several times as fast.
    except Exception:
        return copy.deepcopy(env)


def is_invalid(env):
    is_over = [info.get("invalid_move") for info in env.state.game_info.values()]
    return getattr(env.state, "error_count", 0) > 0 or any(is_over)


def advance(env, actions):
    for action in actions:
        env.step(action)
    return env


def view(env):
    it, seen = env.state, [[text for _, text, _ in messages[-2:]] for messages in env.state.observations.values()]
    return it.current_player_id, it.turn, it.done, it.rewards, seen


def actions_are_answered(play, before, after):
    """`step` takes a text."""
    play([*before, *after])


def results_have_their_types(play, before, after):
    """`step` returns whether the game is over and a dictionary; `get_observation` a player and messages."""
    env = play(before[:-1])
    for action in before[-1:]:
        done, info = env.step(action)
        assert bool(done) == bool(env.state.done) and isinstance(info, dict), f"step returns {done!r}, {info!r}"
    player, seen = env.get_observation()
    assert player in range(env.state.num_players) and isinstance(seen, list), f"{player!r}, {seen!r:.100}"


def rewards_come_at_the_end(play, before, after):
    """`close` returns the rewards: when the game is over, a number for each player."""
    env = play(before)
    rewards, _ = env.close()
    if env.state.done:
        assert sorted(rewards) == [*range(env.state.num_players)], f"rewards {rewards!r}"
        are_numbers = not any(isinstance(reward, str) for reward in rewards.values())
        assert are_numbers and all(abs(float(it)) < math.inf for it in rewards.values()), f"rewards {rewards!r}"


def invalid_action_is_forgiven(play, before, after):
    """`set_invalid_move`: within `error_allowance` the same player is asked again."""
    env, expected = play(before), view(play(before))[:4]
    if env.state.error_allowance and not env.state.done:
        env.step("[no such action]")
        assert not env.state.error_count or view(env)[:4] == expected, f"{view(env)[:4]}, not {expected}"


def invalid_actions_lose(play, before, after):
    """`TwoPlayerState.set_invalid_move`: beyond `error_allowance` the player has -1, the opponent 1."""
    env = play(before)
    rewards = {env.state.current_player_id: -1, 1 - env.state.current_player_id: 1}
    tries = range(env.state.error_allowance + 1)  # A text that is taken, such as a message, is not invalid.
    has_lost = not env.state.done and all(is_invalid(advance(env, ["[no such action]"])) for _ in tries)
    assert not has_lost or env.state.rewards == rewards, f"{env.state.rewards}, not {rewards}"


def same_seed_and_actions_give_the_same_game(play, before, after):
    """`reset`: "Seed for the random number generator to ensure reproducibility." """
    one, other = view(play(before)), view(play(before))
    assert one == other, f"once {one}, once {other}"


def reset_begins_a_new_game(play, before, after):
    """`reset`: "Resets the environment to an initial state." """
    env, expected = play([], seed=7), view(play(before))
    play([*before, *after], env=env)
    assert view(play(before, env=env)) == expected, f"after reset {view(env)}, in a new environment {expected}"


def copy_goes_on_like_the_original(play, before, after):
    """Environments can be copied: `Wrapper.__deepcopy__`."""
    expected, env, drawn = view(play([*before, *after])), play(before), random.getstate()
    for it in (copy.deepcopy(env), env):
        random.setstate(drawn)
        seen = view(advance(it, after))
        assert seen == expected, f"{'original' if it is env else 'copy'}: {seen}, not {expected}"


def game_ends_at_its_limit(play, before, after):
    """`State.check_turn_limit`: after `max_turns` the game is over."""
    it = play(before).state
    assert it.done or it.turn <= it.max_turns, f"turn {it.turn}, the limit is {it.max_turns}"


def without_limit(env: Any) -> Optional[str]:
    return None if env.state.max_turns else "the game has no `max_turns`"


def of_more_players(env: Any) -> Optional[str]:
    is_state = isinstance(env.state, textarena.TwoPlayerState)
    return None if is_state else "the game is not a `TwoPlayerState`"


CHECKS = [
    Check(actions_are_answered),
    Check(results_have_their_types),
    Check(rewards_come_at_the_end),
    Check(invalid_action_is_forgiven),
    Check(invalid_actions_lose, of_more_players),
    Check(same_seed_and_actions_give_the_same_game),
    Check(reset_begins_a_new_game),
    Check(copy_goes_on_like_the_original),
    Check(game_ends_at_its_limit, without_limit),
]
UNCHECKED = {
    "legal actions": "TextArena lists none; the checks try those that a player is shown, and others like them",
    "two games at once": "both draw from the global `random`",
    "zero sum": "TextArena does not declare it",
    "serialization, undo, batches": "TextArena has none",
}
