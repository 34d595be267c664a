"""A package like Pgx with one game, `nim`: two players add 1 or 2 to a heap up to 6."""

from types import SimpleNamespace

from faults import planted
from numpy import Array

made = []


class State(SimpleNamespace):
    def replace(self, **changes):
        return State(**{**vars(self), **changes})


class Env:
    num_players, num_actions, observation_shape = 2, 3, (2,)

    def init(self, key):
        rewards = Array([0] if planted("seeds") and key % 4 == 0 else [0, 0])
        return self.seen(State(heap=0, current_player=0, rewards=rewards, terminated=False, truncated=False))

    def seen(self, state):
        over = state.terminated
        mask = [over, True, True] if not (planted("stuck") and state.heap == 3) else [False] * 3
        mask = Array(mask) if not planted("mask") else Array(mask + [True])
        state = state.replace(legal_action_mask=mask)
        return state.replace(observation=Array([0, 0]) if planted("observation") else self.observe(state))

    def observe(self, state):
        return Array([state.heap, state.current_player])

    def step(self, state, action, key):
        if planted("refuses") and state.heap == 3:
            raise ValueError("no such action")
        if state.terminated:
            return state.replace(heap=0) if planted("end") else state.replace(rewards=Array([0, 0]))
        player, heap = state.current_player, state.heap + action
        if planted("argument"):
            state.heap = heap
        if planted("chaos"):
            made.append(0)
            heap += len(made) % 2
        is_over = heap >= 6 or (action == 0 and not planted("illegal"))
        rewards = Array([0, 0])
        if is_over:
            rewards[player] = -1 if action == 0 else 1
        then = State(heap=heap, current_player=1 - player, rewards=rewards, terminated=is_over, truncated=False)
        return self.seen(then.replace(current_player=7) if planted("player") and heap > 2 else then)


def make(name):
    return Env()


def available_envs():
    return ["nim"]
