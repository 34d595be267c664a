"""cshogi of PyPI."""

import sys

import cshogi
import support
import twinboard


class Game:
    variants = {"repetition": ["none", "fourfold"]} if "draws" in sys.argv else {}

    def __init__(self, setup):
        sfen, *more = setup.strip().split("\n")
        if more not in ([], ["repetition=fourfold"]):
            raise support.Unsupported("earlier positions")
        self.repetition, self.board = bool(more), cshogi.Board(sfen + " 1")

    def moves(self):
        return [] if self.outcome() != "playing" else [cshogi.move_to_usi(move) for move in self.board.legal_moves]

    def play(self, move):
        if move not in self.moves():
            return False
        self.board.push_usi(move)
        return True

    def undo(self):
        self.board.pop()

    def outcome(self):
        black = self.board.turn == cshogi.BLACK
        if self.board.is_game_over():
            return "white wins" if black else "black wins"
        result = self.board.is_draw() if self.repetition else cshogi.NOT_REPETITION
        winner = {cshogi.REPETITION_WIN: black, cshogi.REPETITION_LOSE: not black}
        if result in winner:
            return "black wins" if winner[result] else "white wins"
        return "draw" if result == cshogi.REPETITION_DRAW else "playing"


if __name__ == "__main__":
    twinboard.serve(Game, rule_set="shogi")
