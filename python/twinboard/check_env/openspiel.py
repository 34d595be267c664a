"""The promises of OpenSpiel, most of them in `open_spiel/spiel.h`."""

import contextlib
import math
import pickle
import random
from typing import Any, List, Optional

import pyspiel

from ..environments import Spec
from . import Check

PREAMBLE = """
import pyspiel
game = pyspiel.load_game("{game}")
def play(actions):
    return advance(game.new_initial_state(), actions)
"""


def preamble(spec: Spec, seed: int) -> str:
    arguments = ",".join(f"{name}={value}" for name, value in spec.arguments.items())
    return PREAMBLE.format(game=f"{spec.game}({arguments})" if arguments else spec.game)


def legal(state: Any) -> List[Any]:
    if state.is_terminal():
        return []
    if state.is_simultaneous_node():
        each = [state.legal_actions(player) or [0] for player in range(state.num_players())]
        # A sample: the product may be large.
        return [[actions[i % len(actions)] for actions in each] for i in range(7 * max(map(len, each)))]
    return state.legal_actions()


def following(state: Any, action: Any, key: int) -> Any:
    return advance(state, [action])


def advance(state, actions):
    for action in actions:
        state.apply_actions(action) if isinstance(action, list) else state.apply_action(action)
    return state


def view(state):
    legal = [state.legal_actions(player) for player in range(state.num_players())]
    return str(state), state.current_player(), [round(it, 3) for it in state.returns()], legal


# What is promised. `game` is defined by the preamble.


def legal_actions_are_accepted(play, before, after):
    """A legal action is applied without an error."""
    play([*before, *after])


def actions_are_in_order(play, before, after):
    """`LegalActions`: in ascending order but for chance, in [0, NumDistinctActions()) or [0, MaxChanceOutcomes())."""
    state = play(before)
    legal = [] if state.is_simultaneous_node() else state.legal_actions()
    count = game.max_chance_outcomes() if state.is_chance_node() else game.num_distinct_actions()
    ordered = sorted(set(legal))
    assert (sorted(legal) if state.is_chance_node() else legal) == ordered, f"legal_actions() are {legal}"
    assert all(0 <= action < count for action in legal), f"legal_actions() {legal} reach {count}"


def there_is_an_action_unless_the_game_is_over(play, before, after):
    """`LegalActions`: in a state that is not terminal at least one, in a terminal one none."""
    state = play(before)
    players = [state.legal_actions(player) for player in range(state.num_players())]
    has_action = any(players) or (state.is_chance_node() and bool(state.legal_actions()))
    assert has_action != state.is_terminal(), f"terminal: {state.is_terminal()}, legal actions: {players}"


def mask_is_the_list(play, before, after):
    """`LegalActionsMask`: 1 for legal actions and 0 for illegal ones."""
    state = play(before)
    for player in range(state.num_players()):
        mask = [action for action, bit in enumerate(state.legal_actions_mask(player)) if bit]
        legal = state.legal_actions(player)
        assert mask == legal, f"player {player}: the mask has {mask}, the list {legal}"


def names_of_actions_are_read_back(play, before, after):
    """`StringToAction` reverses the mapping done by `ActionToString`."""
    state = play(before)
    if state.is_player_node():
        for action in state.legal_actions():
            name = state.action_to_string(action)
            read = state.string_to_action(name)
            assert read == action, f"{name!r} of {action} is read as {read}"


def returns_are_within_bounds(play, before, after):
    """`MinUtility` and `MaxUtility` bound the returns; a zero-sum game has a sum of zero."""
    state = play(before)
    returns, low, high = state.returns(), game.min_utility(), game.max_utility()
    is_zero_sum = game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    if state.is_terminal():
        assert all(low - 1e-6 <= it <= high + 1e-6 for it in returns), f"returns {returns} outside [{low}, {high}]"
        assert not is_zero_sum or abs(sum(returns)) < 1e-5, f"returns {returns} of a zero-sum game"


def rewards_add_up_to_returns(play, before, after):
    """`Returns` are the sum of the `Rewards` of all states up to this one, but for chance nodes, which have none."""
    state, sums = play([]), [0.0] * game.num_players()
    for action in [None, *before]:
        state = state if action is None else advance(state, [action])
        sums = sums if state.is_chance_node() else [a + b for a, b in zip(sums, state.rewards())]
    is_known, returns = not state.is_chance_node(), state.returns()
    assert all(math.isclose(a, b, abs_tol=1e-5) for a, b in zip(sums, returns) if is_known), f"{sums}, not {returns}"


def final_rewards_come_at_the_end(play, before, after):
    """With the reward model TERMINAL returns are 0 before the end."""
    state = play(before)
    assert state.is_terminal() or not any(state.returns()), f"returns {state.returns()} before the end"


def clone_goes_on_like_the_original(play, before, after):
    """`Clone`: a copy of the state."""
    state = play(before)
    seen, twin = view(state), state.clone()
    advance(twin, after)
    assert view(state) == seen, "playing on in the clone changes the original"
    expected = view(play([*before, *after]))
    assert view(twin) == expected, f"the clone is {view(twin)}, not {expected}"


def serialized_state_goes_on(play, before, after):
    """`Serialize` is the inverse of `Game::DeserializeState`."""
    state = advance(game.deserialize_state(play(before).serialize()), after)
    expected = view(play([*before, *after]))
    assert view(state) == expected, f"the state read back is {view(state)}, not {expected}"


def pickled_state_goes_on(play, before, after):
    """States can be pickled."""
    state = advance(pickle.loads(pickle.dumps(play(before))), after)
    expected = view(play([*before, *after]))
    assert view(state) == expected, f"the unpickled state is {view(state)}, not {expected}"


def undo_restores_the_state(play, before, after):
    """`UndoAction` undoes the last action."""
    state = play(before)
    if after and state.is_player_node():
        player, expected = state.current_player(), view(state)
        advance(state, after[:1])
        state.undo_action(player, after[0])
        assert view(state) == expected, f"undo_action leads to {view(state)}, not to {expected}"


def same_actions_give_the_same_state(play, before, after):
    """With explicit chance, actions determine the state."""
    first, second = view(play(before)), view(play(before))
    assert first == second, f"once {first}, once {second}"


def chance_is_certain(play, before, after):
    """`ChanceOutcomes`: all outcomes with their probabilities."""
    state = play(before)
    if state.is_chance_node() and not state.is_terminal():
        outcomes, chances = zip(*state.chance_outcomes())
        assert abs(sum(chances) - 1) < 1e-5 and min(chances) > 0, f"probabilities {chances}"
        assert sorted(outcomes) == sorted(state.legal_actions()), f"outcomes {outcomes}"


def tensors_have_the_declared_size(play, before, after):
    """`ObservationTensorShape` and `InformationStateTensorShape`, also in terminal states."""
    state, it = play(before), game.get_type()
    for player in range(0 if state.is_chance_node() else state.num_players()):
        if it.provides_observation_tensor:
            size = len(state.observation_tensor(player))
            assert size == math.prod(game.observation_tensor_shape()), f"observation of {size} numbers"
        if it.provides_information_state_tensor:
            size = len(state.information_state_tensor(player))
            assert size == math.prod(game.information_state_tensor_shape()), f"information state of {size} numbers"


def illegal_action_is_refused(play, before, after):
    """`ApplyActionWithLegalityCheck` raises an error, and the state stays."""
    state, seen, actions = play(before), view(play(before)), range(game.num_distinct_actions())
    for action in sorted({*actions}.difference(state.legal_actions()))[: 3 * state.is_player_node()]:
        with contextlib.suppress(pyspiel.SpielError):
            state.apply_action_with_legality_check(action)
        assert view(state) == seen, f"the illegal action {action} changes the state"


def length_is_within_its_limit(play, before, after):
    """`MaxGameLength`: the maximum number of decision nodes of any one game."""
    state, decisions = play([]), 0
    for action in before:
        decisions += not state.is_chance_node()
        advance(state, [action])
    assert decisions <= game.max_game_length(), f"{decisions} decisions, at most {game.max_game_length()}"


def instances_do_not_disturb_each_other(play, before, after):
    """States are independent of each other."""
    expected, state, other = view(play([*before, *after])), play(before), play([])
    advance(state, after[:1])
    advance(other, before[:2])
    advance(state, after[1:])
    assert view(state) == expected, f"beside another game it is {view(state)}, not {expected}"


def unless(state: Any) -> Optional[str]:
    """The reason why no game can be played again, if so."""
    kind = state.get_game().get_type()
    if kind.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        return "a mean-field game needs distributions"
    if kind.chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC:
        return "chance is sampled within the game, so that it cannot be played again"
    return None


def without_undo(state: Any) -> Optional[str]:
    """Only a game that implements it promises anything."""
    chance = random.Random(1)  # Always the first outcome may never end.
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    if not state.is_player_node() or not state.legal_actions():
        return "no single player to move at the start"
    player, action = state.current_player(), state.legal_actions()[0]
    state.apply_action(action)
    try:
        state.undo_action(player, action)
    except pyspiel.SpielError:
        return "the game does not implement undo_action"
    return None


def is_rewarding(state: Any) -> Optional[str]:
    is_final = state.get_game().get_type().reward_model == pyspiel.GameType.RewardModel.TERMINAL
    return None if is_final else "the game declares rewards on the way"


CHECKS = [
    Check(legal_actions_are_accepted),
    Check(actions_are_in_order),
    Check(there_is_an_action_unless_the_game_is_over),
    Check(mask_is_the_list),
    Check(names_of_actions_are_read_back),
    Check(returns_are_within_bounds),
    Check(rewards_add_up_to_returns),
    Check(final_rewards_come_at_the_end, is_rewarding),
    Check(clone_goes_on_like_the_original),
    Check(serialized_state_goes_on),
    Check(pickled_state_goes_on),
    Check(undo_restores_the_state, without_undo),
    Check(same_actions_give_the_same_state),
    Check(chance_is_certain),
    Check(tensors_have_the_declared_size),
    Check(illegal_action_is_refused),
    Check(length_is_within_its_limit),
    Check(instances_do_not_disturb_each_other),
]
UNCHECKED = {
    "views of players": "OpenSpiel does not promise that they agree",
    "batches": "OpenSpiel has none",
}
