#!/usr/bin/env python3
"""simple-othello as an engine for othello.

Needs simple-othello, and the kit of `engine-template python` beside it.
"""

import copy

import twinboard
from simple_othello.config import CFG
from simple_othello.othello import Othello

START = "...........................ox......xo..........................."


def name(place):
    return "abcdefgh"[place % 8] + str(place // 8 + 1)


class Game:
    copy = copy.deepcopy

    def __init__(self, setup):
        *rows, side = setup.strip().split("\n")
        if "".join(rows) != START or side != "x to move":
            raise twinboard.Unsupported()
        self.game = Othello(CFG())
        self.game.reset()
        self.done = False

    def moves(self):
        if self.done:
            return []
        return [name(at) for at in self.game.get_legal_actions()] or ["pass"]

    def play(self, text):
        if text not in self.moves():
            return False
        places = {name(at): at for at in range(64)}
        _, _, self.done = self.game.step(places.get(text, CFG.pass_))
        return True

    def rows(self):
        return ["".join({-1: "x", 1: "o", 0: "."}[it] for it in row) for row in self.game.state]

    def position(self):
        side = "x to move" if self.game.player == CFG.first_player else "o to move"
        return "\n".join(self.rows() + [side])

    def outcome(self):
        if not self.done:
            return "playing"
        black, white = ("".join(self.rows()).count(disc) for disc in "xo")
        return "draw" if black == white else "x wins" if black > white else "o wins"


if __name__ == "__main__":
    twinboard.serve(Game, rule_set="othello")
