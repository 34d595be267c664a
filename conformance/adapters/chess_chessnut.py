"""Chessnut of PyPI."""

import support
from Chessnut import Game as Board


class Game:
    def __init__(self, setup):
        if "\n" in setup.strip():
            raise support.Unsupported("Chess960 and automatic draws")
        self.board = Board(setup.strip())

    def moves(self):
        return self.board.get_moves()

    def play(self, move):
        if move not in self.moves():
            return False
        self.board.apply_move(move)
        return True

    def position(self):
        return self.board.get_fen()

    def outcome(self):
        status = self.board.status
        if status == Board.CHECKMATE:
            return "black wins" if self.board.state.player == "w" else "white wins"
        return "draw" if status == Board.STALEMATE else "playing"


if __name__ == "__main__":
    support.serve(Game, "chess")
