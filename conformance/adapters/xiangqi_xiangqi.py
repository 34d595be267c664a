"""xiangqi of PyPI, whose modules are found in its own folder only."""

import os
import sys

sys.path += [f"{folder}/xiangqi" for folder in os.environ["PYTHONPATH"].split(":")]

import env
import twinboard
from constants import Camp


class Game:
    def __init__(self, setup):
        if "\n" in setup.strip():
            raise twinboard.Unsupported("repetition")
        placement, side = setup.split()
        self.game = env.Env(placement, Camp.RED if side == "w" else Camp.BLACK)
        self.game.reset()

    def listed(self):
        if self.game.done:
            return {}
        name = lambda it: it[0] + str(int(it[1]) + 1)
        return {name(move[:2].lower()) + name(move[-2:].lower()): move for move in self.game.get_valid_actions()}

    def moves(self):
        return list(self.listed())

    def play(self, text):
        move = self.listed().get(text)
        if move is not None:
            self.game.last_n_states = []  # Its draws by repetition are not asked.
            self.game.step(move)
        return move is not None


if __name__ == "__main__":
    twinboard.serve(Game, rule_set="xiangqi")
