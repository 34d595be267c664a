"""python-shogi of PyPI."""

import sys

import shogi
import support
import twinboard


class Game:
    variants = {"repetition": ["none", "fourfold"]} if "draws" in sys.argv else {}

    def __init__(self, setup):
        sfen, *more = setup.strip().split("\n")
        if more not in ([], ["repetition=fourfold"]):
            raise support.Unsupported("earlier positions")
        self.repetition, self.board = bool(more), shogi.Board(sfen + " 1")

    def moves(self):
        return [] if self.outcome() != "playing" else [move.usi() for move in self.board.legal_moves]

    def play(self, move):
        if move not in self.moves():
            return False
        self.board.push_usi(move)
        return True

    def undo(self):
        self.board.pop()

    def outcome(self):
        if self.board.is_checkmate() or self.board.is_stalemate():
            return "white wins" if self.board.turn == shogi.BLACK else "black wins"
        return "draw" if self.repetition and self.board.is_fourfold_repetition() else "playing"


if __name__ == "__main__":
    twinboard.serve(Game, rule_set="shogi")
