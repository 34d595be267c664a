"""A package like Gymnasium with one game, `Nim-v0`, of 5 steps at most."""

from types import SimpleNamespace

from faults import planted


class spaces:
    class Discrete:
        n, start = 2, 1

        def contains(self, seen):
            return 0 <= seen <= 20


SPEC = SimpleNamespace(max_episode_steps=5)
registry = {"Nim-v0": SPEC}
made = []


def make(name):
    return Env()


class Env:
    action_space = observation_space = spaces.Discrete()
    spec = SPEC
    heaps = []

    def reset(self, seed=None):
        self.steps = 0
        self.heaps = Env.heaps if planted("shared") else []
        self.heaps.clear()
        made.append(self)
        if planted("reset") and made.count(self) > 1:
            self.heaps.append(1)
        return self.seen(), self.info()

    def seen(self):
        return 99 if planted("space") and self.steps == 2 else sum(self.heaps) + (len(made) % 7 if planted("chaos") else 0)

    def info(self):
        if self.steps == 1:  # There need not be a mask in each step.
            return {}
        return {"action_mask": [0, 0] if planted("stuck") and self.steps == 2 else [1, 1]}

    def step(self, action):
        if planted("refuses") and self.steps == 2:
            raise ValueError("no such action")
        self.steps += 1
        self.heaps.append(action)
        reward = float("nan") if planted("reward") else 1.0
        return self.seen(), reward, False, self.steps >= (9 if planted("limit") else 5), self.info()
