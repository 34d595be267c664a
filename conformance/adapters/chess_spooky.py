"""spooky-chess of PyPI."""

import spooky_chess
import support


class Game:
    def __init__(self, setup):
        if "\n" in setup.strip():
            raise support.Unsupported("Chess960 and automatic draws")
        self.board = spooky_chess.Game(8, 8, setup.strip(), True)

    def moves(self):
        return [self.board.move_to_lan(move) for move in self.board.legal_moves()]

    def play(self, move):
        return move in self.moves() and self.board.make_move_from_lan(move)

    def undo(self):
        self.board.unmake_move()

    def copy(self):
        other = Game.__new__(Game)
        other.board = self.board.clone()
        return other

    def position(self):
        return self.board.to_fen()

    def outcome(self):
        if self.board.is_checkmate():
            return "white wins" if self.board.to_fen().split()[1] == "b" else "black wins"
        return "draw" if self.board.is_stalemate() else "playing"

    def observe(self):
        return {
            "check": support.flag(self.board.is_check()),
            "insufficient-material": support.flag(self.board.is_insufficient_material()),
        }


if __name__ == "__main__":
    support.serve(Game, "chess")
