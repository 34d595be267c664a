"""spooky-connect4 of PyPI."""

import spooky_connect4
import twinboard


class Game:
    start_only = True

    def __init__(self, setup):
        rows = setup.strip().split("\n")[:-1]
        if len(rows) != 6 or "x" in "".join(rows):
            raise twinboard.Unsupported("not the start")
        self.game = spooky_connect4.Game.standard()

    def moves(self):
        return [] if self.game.is_over() else [str(move.col() + 1) for move in self.game.legal_moves()]

    def play(self, text):
        for move in [] if self.game.is_over() else self.game.legal_moves():
            if str(move.col() + 1) == text:
                return self.game.make_move(move) is not False
        return False

    def undo(self):
        self.game.unmake_move()

    def copy(self):
        other = Game.__new__(Game)
        other.game = self.game.clone()
        return other

    def outcome(self):
        reward = self.game.reward_absolute()
        return "playing" if not self.game.is_over() else {1: "x wins", -1: "o wins", 0: "draw"}[reward]


if __name__ == "__main__":
    twinboard.serve(Game, rule_set="connect-four")
