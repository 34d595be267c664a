"""A package like TextArena with one game, `Nim-v0`: two players add 1 or 2 to a heap up to 6.
At first a player may say anything instead."""

import sys
from types import SimpleNamespace

from faults import planted

ENV_REGISTRY = {"Nim-v0": None, "Nim-v0-raw": None}
sys.modules["textarena.envs.registration"] = sys.modules[__name__]
made, shared = [], SimpleNamespace(heap=0)


class TwoPlayerState:
    num_players, error_allowance = 2, 1

    def __init__(self, env):
        self.max_turns = 2 if planted("limit") else 7
        self.heap = self.turn = self.current_player_id = self.error_count = 0
        self.done, self.rewards, self.logs = False, None, []
        self.game_info = {player: {"invalid_move": False} for player in range(2)}
        self.observations = {player: [] for player in range(2)}
        shared.heap = 0

    def say(self, text):
        for messages in self.observations.values():
            messages.append((-1, text, None))

    def invalid(self):
        player, self.error_count = self.current_player_id, self.error_count + 1
        if self.error_count > self.error_allowance:
            self.done, self.rewards = True, {player: -1, 1 - player: -1 if planted("lose") else 1}
            self.game_info[player]["invalid_move"] = True
        elif planted("forgiven"):
            self.current_player_id = 1 - player


class Env:
    resets = 0

    def reset(self, num_players, seed=None):
        assert num_players == 2
        self.resets += 1
        self.state = TwoPlayerState(self)
        self.state.is_wrong = planted("rewards") or (planted("seeds") and seed % 4 == 0)
        self.state.say(f"The heap is {self.state.heap}: add [1] or [2].")

    def step(self, action):
        made.append(action)
        it, player = self.state, self.state.current_player_id
        if planted("refuses") and it.heap == 3:
            raise ValueError("no such action")
        if planted("leaves") and it.heap == 3:
            raise SystemExit(0)
        if action not in ("[1]", "[2]"):
            if it.turn == 0:
                it.turn, it.current_player_id = 1, 1 - player
            else:
                it.invalid()
            return it.done, {}
        shared.heap += int(action[1])
        it.heap = shared.heap if planted("copy") else it.heap + int(action[1])
        it.heap += planted("reset") and self.resets > 1
        it.turn, it.error_count, it.current_player_id = it.turn + 1, 0, 1 - player
        it.say(f"{action} makes {it.heap}{len(made) if planted('chaos') else ''}; add [1] or [2].")
        if it.heap >= 6:
            it.done, it.rewards = True, {player: 1} if it.is_wrong else {player: 1, 1 - player: "-1" if planted("text") else -1}
        return it.done, None if planted("results") else {}

    def get_observation(self):
        return self.state.current_player_id, self.state.observations[self.state.current_player_id]

    def close(self):
        return self.state.rewards, self.state.game_info


def make(name):
    return Env()
