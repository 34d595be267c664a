"""mancala of PyPI, with its rules of Kalah; houses are numbered around the board."""

import importlib

import small


class Mancala(small.Game):
    variants = {"empty-capture": ["no"], "rest": ["owner"]}

    def __init__(self, setup):
        x, o, _rules, side = setup.strip().split("\n")
        mine, yours = ([int(it) for it in line.split()[1:-2]] for line in (x, o))
        store, other = (int(line.split()[-1]) for line in (x, o))
        if len(mine) != 6:
            raise small.Unsupported("six houses")
        self.module = importlib.import_module("mancala.mancala")
        board = importlib.import_module("numpy").array([*mine, store, *yours, other])
        self.state = self.module.MancalaState(board, "xo".index(side[0]))

    def settle(self):
        """A player who may not move passes by the action None."""
        if self.state.must_skip and not self.state.is_terminal():
            self.state.proceed_action(None)

    def moves(self):
        if self.state.is_terminal():
            return []
        return [str(it % 7 + 1) for it in self.state.legal_actions(self.state.turn)]

    def play(self, move):
        if move not in self.moves():
            return False
        self.state.proceed_action(int(move) - 1 + 7 * self.state.turn)
        self.settle()
        return True

    def outcome(self):
        if not self.state.is_terminal():
            return "playing"
        return ["x wins", "o wins"][self.state._winner]


small.serve("kalah", [Mancala])
