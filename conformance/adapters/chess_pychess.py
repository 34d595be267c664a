"""chess (python-chess) of PyPI."""

import sys

import chess
import support


class Game:
    fivefold = True
    variants = {"castling": ["none", "960"]}

    def __init__(self, setup):
        fen, *more = setup.strip().split("\n")
        if any(line.startswith("before") for line in more):
            raise support.Unsupported("earlier positions")
        self.draws = "draws=automatic" in more
        self.board = chess.Board(fen, chess960="castling=960" in more)

    def moves(self):
        if self.outcome() != "playing":
            return []
        return [self.board.uci(move) for move in self.board.legal_moves]

    def play(self, move):
        if move not in self.moves():
            return False
        self.board.push_uci(move)
        return True

    def position(self):
        return self.board.fen(en_passant="fen", shredder=self.board.chess960) + "\ncastling=960" * self.board.chess960

    def outcome(self):
        outcome = self.board.outcome(claim_draw=False)
        if outcome is None or (outcome.winner is None and not self.draws and not self.board.is_stalemate()):
            return "playing"
        return {True: "white wins", False: "black wins", None: "draw"}[outcome.winner]

    def undo(self):
        self.board.pop()

    def copy(self):
        other = Game.__new__(Game)
        other.draws, other.board = self.draws, self.board.copy()
        return other

    def observe(self):
        seen = {"check": self.board.is_check(), "insufficient-material": self.board.is_insufficient_material()}
        if self.draws:
            seen["threefold"] = self.board.is_repetition(3)
        return {name: support.flag(value) for name, value in seen.items()}


if __name__ == "__main__":
    support.serve(Game, "chess")
