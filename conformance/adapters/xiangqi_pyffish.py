"""pyffish of PyPI, the library of Fairy-Stockfish: a game is a FEN and moves."""

import pyffish
import support
import twinboard

VARIANT = "xiangqi"


class Game:
    def __init__(self, setup):
        if "\n" in setup.strip():
            raise support.Unsupported("repetition")
        setup = setup.strip()
        self.fen = f"{setup} - - 0 1"
        self.played = []

    def moves(self):
        return pyffish.legal_moves(VARIANT, self.fen, self.played)

    def play(self, move):
        if move not in self.moves():
            return False
        self.played.append(move)
        return True

    def undo(self):
        self.played.pop()

    def outcome(self):
        if self.moves():
            return "playing"
        result = pyffish.game_result(VARIANT, self.fen, self.played)
        white = (self.fen.split()[1] == "w") == (len(self.played) % 2 == 0)
        if result == 0:
            return "draw"
        return "red wins" if (result > 0) == white else "black wins"


if __name__ == "__main__":
    twinboard.serve(Game, rule_set=VARIANT)
