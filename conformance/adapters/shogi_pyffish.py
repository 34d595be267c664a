"""pyffish of PyPI, the library of Fairy-Stockfish: a game is a FEN and moves."""

import re

import pyffish
import support
import twinboard

VARIANT = "shogi"


class Game:
    def __init__(self, setup):
        if "\n" in setup.strip():
            raise support.Unsupported("repetition")
        setup = setup.strip()
        # A FEN has hands in brackets, and `w` is who moves first.
        board, side, hands = setup.split()
        men = "".join(man * int(count or 1) for count, man in re.findall(r"(\d*)([A-Za-z])", hands))
        self.fen = f"{board}[{men}] {'w' if side == 'b' else 'b'} 0 1"
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
        return "black wins" if (result > 0) == white else "white wins"


if __name__ == "__main__":
    twinboard.serve(Game, rule_set=VARIANT)
