#!/usr/bin/env python3
"""chessmg as an engine. Needs chessmg 0.6.0, and the kit of `engine-template python` beside it."""

import chessmg
import support
import twinboard


class Game:
    def __init__(self, setup):
        if "\n" in setup.strip():
            raise twinboard.Unsupported("Chess960 and automatic draws")
        try:
            self.board = chessmg.ChessPosition(setup.strip())
        except ValueError as reason:
            raise twinboard.Unsupported(str(reason)) from None

    def moves(self):
        return [str(move) for move in self.board.legal_moves()]

    def play(self, move):
        try:
            self.board.make_move(move)
        except ValueError:
            return False
        return True

    # Without undo: a copy forgets its moves and takes none back.
    def copy(self):
        other = Game.__new__(Game)
        other.board = self.board.copy()
        return other

    def position(self):
        return self.board.fen

    def outcome(self):
        if self.board.is_checkmate:
            return "black wins" if self.board.fen.split()[1] == "w" else "white wins"
        return "draw" if self.board.is_stalemate else "playing"


if __name__ == "__main__":
    support.serve(Game, "chess")
