"""Nim. "The `action_mask` will be all zeros for any agent except the one whose turn it is. Taking an
illegal move ends the game with a reward of -1 for the illegally moving agent and a reward of 0 for all
other agents."
"""

from faults import planted


class Space:
    n = 3

    def contains(self, seen):
        return 0 <= seen["observation"][0] <= 6


class raw_env:
    shared = {"size": 6}

    def __init__(self, board_size=6):
        self.size, self.resets = board_size, 0
        self.shared["size"] = board_size
        self.unwrapped = self

    possible_agents = ("first", "second")
    observation_space = action_space = lambda self, agent: Space()

    def reset(self, seed=None):
        self.resets, self.seed, self.heap = self.resets + 1, seed, 0
        if planted("shared"):
            raw_env.heap = 0
            del self.heap
        self.agents = list(self.possible_agents)
        self.agent_selection = "first"
        self.rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)

    def observe(self, agent):
        if planted("observing"):
            self.rewards["first"] += 1
        is_wrong = (planted("space") and self.heap > 2) or (planted("seeds") and self.seed % 4 == 0)
        seen = 9 if is_wrong else self.heap
        is_mine = agent == self.agent_selection or planted("others")
        mask = [0, 1, 1] if is_mine and not (planted("stuck") and self.heap == 3) else [0, 0, 0]
        hidden = {"own": None, "numbers": (1, next_number() if planted("chaos") else 0)}
        return {"observation": [seen, hidden], "action_mask": mask}

    def last(self):
        agent = self.agent_selection
        return self.observe(agent), 0, self.terminations[agent] != planted("last"), self.truncations[agent], {}

    def step(self, action):
        agent, other = self.agent_selection, "second" if self.agent_selection == "first" else "first"
        if self.terminations[agent]:
            if not planted("finished"):
                self.agents.remove(agent)
            self.agent_selection = other
            return
        if planted("refuses") and self.heap == 3:
            raise ValueError("no such action")
        size = self.shared["size"] if planted("size") else self.size
        self.rewards = dict.fromkeys(self.agents, 0)
        if action == 0:
            self.rewards[agent] = -2 if planted("illegal") else -1
        elif planted("shared"):
            raw_env.heap += action
        else:
            self.heap += 1 if planted("reset") and self.resets > 1 else action
        if action == 0 or self.heap >= size - 1:
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = other


numbers = []


def next_number():
    numbers.append(0)
    return len(numbers)


env = raw_env
