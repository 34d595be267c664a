#!/usr/bin/env python3
"""chessmg as an engine. Needs chessmg 0.6.0, and the kit of `engine-template python` beside it."""

import chessmg
import twinboard


class Game:
    def __init__(self, setup):
        try:
            self.board = chessmg.ChessPosition(setup.strip() + " 0 1")
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

    def undo(self):
        self.board.undo_move()

    def copy(self):
        other = Game.__new__(Game)
        other.board = self.board.copy()
        return other

    def position(self):
        return self.board.fen

    def outcome(self):
        if self.board.is_checkmate:
            return "checkmate (CH-8)"
        return "stalemate (CH-9)" if self.board.is_stalemate else "the game goes on"


if __name__ == "__main__":
    twinboard.serve(Game, rule_set="chess")
