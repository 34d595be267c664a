"""A package like OpenSpiel with one game, `nim`: nature puts 0 or 1 on a heap, then two players put 1 or
2 on it in turn, and whoever makes it 6 or more has won."""

import os
from collections import Counter
from enum import Enum

from faults import planted


class SpielError(Exception):
    pass


class GameType:
    Utility = Enum("Utility", "ZERO_SUM GENERAL_SUM")
    RewardModel = Enum("RewardModel", "TERMINAL REWARDS")
    ChanceMode = Enum("ChanceMode", "EXPLICIT_STOCHASTIC SAMPLED_STOCHASTIC")
    Dynamics = Enum("Dynamics", "SEQUENTIAL MEAN_FIELD")
    dynamics = Dynamics.SEQUENTIAL
    utility, reward_model = Utility.ZERO_SUM, RewardModel.TERMINAL
    chance_mode = ChanceMode.EXPLICIT_STOCHASTIC
    provides_observation_tensor = provides_information_state_tensor = default_loadable = True
    short_name = "nim"


class SampledType(GameType):
    chance_mode = GameType.ChanceMode.SAMPLED_STOCHASTIC


def registered_games():
    return [GameType]


def load_game(name, arguments=None):
    return Game()


class Game:
    def new_initial_state(self):
        return State(self)

    def deserialize_state(self, text):
        state = State(self)
        state.moves = [int(it) for it in text.split()]
        return state

    get_type = lambda self: SampledType if planted("sampled") else GameType
    num_players = lambda self: 2
    num_distinct_actions = lambda self: 4
    max_chance_outcomes = lambda self: 2
    min_utility = lambda self: -1.0
    max_utility = lambda self: 1.0
    max_game_length = lambda self: 2 if planted("length") else 6
    observation_tensor_shape = lambda self: [2, 1]
    information_state_tensor_shape = lambda self: [3]


made = Counter()


class State:
    def __init__(self, game, moves=()):
        self.game, self.moves = game, list(moves)
        if not moves:
            made["actions"] = 0

    def __reduce__(self):
        return State, (self.game, self.moves[:-1] if planted("pickle") else self.moves)

    def __str__(self):
        if planted("chaos"):
            made["strings"] += 1
        return f"heap {sum(self.moves)} {made['strings']} {made['actions']}"

    num_players = lambda self: 2
    get_game = lambda self: self.game
    is_terminal = lambda self: sum(self.moves) >= 6
    is_simultaneous_node = lambda self: False
    is_chance_node = lambda self: not self.moves
    is_player_node = lambda self: bool(self.moves) and not self.is_terminal()

    def current_player(self):
        return -4 if self.is_terminal() else (len(self.moves) - 1) % 2 if self.moves else -1

    def legal_actions(self, player=None):
        if self.is_terminal() or (player is not None and player != self.current_player()):
            return []
        if self.is_chance_node():
            return [1, 0]  # Chance has no order.
        if planted("stuck") and sum(self.moves) == 4:
            return []
        return [2, 1] if planted("order") else [1, 2]

    def legal_actions_mask(self, player):
        legal = self.legal_actions(player)
        return [int(it in legal) for it in range(3 if not planted("mask") else 2)]

    def apply_action(self, action):
        if planted("crash") and len(self.moves) == 2:
            os.abort()
        if planted("raises SystemExit") and len(self.moves) == 2:
            raise SystemExit(0)
        if os.environ.get("FAULT", "").startswith("exit ") and len(self.moves) == 2:
            os._exit(int(os.environ["FAULT"][5:]))
        if planted("refuses") and sum(self.moves) == 3:
            raise SpielError("no such action")
        self.moves.append(action)
        made["actions"] += planted("shared")

    def apply_action_with_legality_check(self, action):
        if action not in self.legal_actions() and not planted("illegal"):
            raise SpielError("illegal")
        self.apply_action(action)

    def undo_action(self, player, action):
        self.moves = self.moves[: -2 if planted("undo") else -1]

    def clone(self):
        other = State(self.game, self.moves)
        if planted("clone"):
            other.moves = self.moves
        return other

    serialize = lambda self: " ".join(map(str, self.moves[1 if planted("serialize") else 0 :]))
    action_to_string = lambda self, action: "put" if planted("names") else f"put {action}"

    def string_to_action(self, name):
        return next(it for it in self.legal_actions() if self.action_to_string(it) == name)

    def returns(self):
        if planted("early") and len(self.moves) > 2:
            return [1.0, -1.0]
        if not self.is_terminal():
            return [0.0, 0.0]
        first = 1.0 if len(self.moves) % 2 == 0 else -1.0
        return [2 * first, -first] if planted("utility") else [first, -first]

    def rewards(self):
        if self.is_chance_node():
            raise SpielError("undefined at chance nodes")
        return [1.0, 1.0] if planted("rewards") else self.returns()

    def chance_outcomes(self):
        return [(0, 0.5), (1, 0.4 if planted("chance") else 0.5)]

    observation_tensor = lambda self, player: [0.0] * (3 if planted("tensor") else 2)
    information_state_tensor = lambda self, player: [0.0] * 3
