"""chess (python-chess) of PyPI and libraries with its names: `chess_pychess.py chess`."""

import importlib
import sys

import support

chess = importlib.import_module(sys.argv[1])
FULL_FEN = {"en_passant": "fen"} if sys.argv[1] != "anima_chess" else {}


class Game:
    fivefold = True
    variants = {"castling": ["none", "960"]} if sys.argv[1] != "anima_chess" else {}

    def __init__(self, setup):
        fen, *more = setup.strip().split("\n")
        if any(line.startswith("before") for line in more):
            raise support.Unsupported("earlier positions")
        self.draws, self.is_960 = "draws=automatic" in more, "castling=960" in more
        self.board = chess.Board(fen, chess960=True) if self.is_960 else chess.Board(fen)

    def moves(self):
        return [] if self.outcome() != "playing" else [move.uci() for move in self.board.legal_moves]

    def play(self, move):
        if move not in self.moves():
            return False
        self.board.push(chess.Move.from_uci(move))
        return True

    def position(self):
        return self.board.fen(shredder=True, **FULL_FEN) + "\ncastling=960" if self.is_960 else self.board.fen(**FULL_FEN)

    def outcome(self):
        if self.board.is_checkmate():
            return "black wins" if self.board.turn else "white wins"
        ends = [self.board.is_stalemate]
        if self.draws:
            ends += [self.board.is_insufficient_material, self.board.is_fivefold_repetition]
            ends += [self.board.is_seventyfive_moves]
        return "draw" if any(end() for end in ends) else "playing"

    def undo(self):
        self.board.pop()

    def copy(self):
        other = Game.__new__(Game)
        other.draws, other.is_960, other.board = self.draws, self.is_960, self.board.copy()
        return other

    def observe(self):
        seen = {"check": self.board.is_check(), "insufficient-material": self.board.is_insufficient_material()}
        if self.draws:
            seen["threefold"] = self.board.is_repetition(3)
        return {name: support.flag(value) for name, value in seen.items()}


if sys.argv[1] == "anima_chess":
    del Game.copy  # A copy forgets its moves.


if __name__ == "__main__":
    support.serve(Game, "chess")
