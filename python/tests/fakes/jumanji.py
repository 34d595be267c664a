"""A package like Jumanji with one game, `Nim-v0`: add 1 or 2 to a heap up to 6, in at most 6 steps."""

import sys
from types import SimpleNamespace

from faults import planted
from numpy import Array

made = []


class State(SimpleNamespace):
    def replace(self, **changes):
        return type(self)(**{**vars(self), **changes})


class TimeStep(State):
    first = lambda self: self.step_type == 0
    last = lambda self: self.step_type == 2


class Observation(State):
    pass


class Spec:
    num_values = 3

    def validate(self, value):
        if planted("spec") and getattr(value, "heap", 0) > 2:
            raise ValueError("outside")


class Env:
    action_spec = observation_spec = reward_spec = discount_spec = Spec()
    time_limit = property(lambda self: 2 if planted("limit") else 6)

    def seen(self, heap, is_first):
        made.append(0)
        mask = Array([False] * 3 if planted("stuck") and heap == 3 else [False, True, True])
        seen = Observation(heap=heap, action_mask=mask, chaos=len(made) if planted("chaos") else 0)
        kind = 2 if heap >= 6 else 0 if is_first != planted("first") else 1
        return State(heap=heap, key=0), TimeStep(step_type=kind, reward=0 if is_first else 1, discount=1, observation=seen)

    def reset(self, key):
        return self.seen(0, not planted("seeds") or key % 4 != 0)

    def step(self, state, action):
        if planted("refuses") and state.heap == 3:
            raise ValueError("no such action")
        return self.seen(state.heap + action, False)


def make(name):
    return Env()


wrappers = sys.modules["jumanji.wrappers"] = SimpleNamespace(AutoResetWrapper=lambda env: env)


def registered_environments():
    return ["Nim-v0"]
