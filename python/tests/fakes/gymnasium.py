"""A package like Gymnasium with one game, `Nim-v0`, of 5 steps at most; other names have a limit of their own."""

from types import SimpleNamespace

from faults import planted


class spaces:
    class Discrete:
        n, start = 2, 1

        def contains(self, seen):
            return isinstance(seen, Picture) or 0 <= seen <= 20


class Equal(tuple):
    def __le__(self, other):
        return True

    __ge__ = __le__


class Picture:
    """An array of which, as numpy does with large ones, `str` shows the ends only."""

    def __init__(self, number):
        self.number = number

    def __str__(self):
        return "[0 ... 0]"

    __repr__ = __str__

    def tolist(self):
        return [0, self.number, 0.5]


registry = {"Nim-v0": SimpleNamespace(max_episode_steps=5)}
made = []


def make(name):
    env = Env()
    env.spec = registry[name.rpartition(":")[2]]
    return env


class Env:
    action_space = observation_space = spaces.Discrete()
    heaps = []
    resets = 0

    def reset(self, seed=None):
        self.steps, self.seed, self.resets = 0, seed, self.resets + 1
        self.heaps = Env.heaps if planted("shared") else []
        self.heaps.clear()
        made.append(self)
        return self.seen() if planted("pair") else (self.seen(), self.info())

    def seen(self):
        if planted("picture"):
            return Picture(len(made) % 7)
        if planted("equal"):  # Sound: equal, but other texts each time.
            return Equal([float("nan"), object(), 0 if len(made) % 2 else 0.0])
        return 99 if planted("space") and self.steps == 2 else sum(self.heaps) + (len(made) % 7 if planted("chaos") else 0)

    def info(self):
        if self.steps == 1:  # There need not be a mask in each step.
            return {}
        return {"action_mask": [0, 0] if planted("stuck") and self.steps == 2 else [1, 1]}

    def step(self, action):
        if planted("refuses") and self.steps == 2:
            raise ValueError("no such action")
        self.steps += 1
        self.heaps.append(2 if planted("reset") and self.resets > 1 else action)
        is_wrong = planted("reward") or (planted("seeds") and self.seed % 4 == 0)
        reward = float("nan") if is_wrong else "1" if planted("text") else 1.0
        limit = self.spec.max_episode_steps or 8
        return self.seen(), reward, False, self.steps >= (9 if planted("limit") else limit), self.info()
