"""rust-chess of PyPI."""

import rust_chess
import support


class Game:
    def __init__(self, setup):
        fen, *more = setup.strip().split("\n")
        if more not in ([], ["draws=automatic"]):
            raise support.Unsupported("Chess960, and earlier positions")
        clock = int(fen.split()[4])
        if clock > 255 or (more and clock > 0):
            raise support.Unsupported("clocks above 255, and with repetition above 0, where a move ends the process")
        mode = rust_chess.RepetitionDetectionMode
        self.draws, self.board = bool(more), rust_chess.Board(fen, mode=mode.FULL if more else mode.NONE)

    def listed(self):
        self.board.reset_move_generator()  # It goes on where it stopped.
        return list(self.board.generate_legal_moves())

    def moves(self):
        return [move.get_uci() for move in self.listed()]

    def play(self, text):
        for move in self.listed():
            if move.get_uci() == text:
                self.board.make_move(move)
                return True
        return False

    def position(self):
        return self.board.get_fen()

    def outcome(self):
        if self.board.is_checkmate():
            return "white wins" if self.board.turn == rust_chess.BLACK else "black wins"
        return "draw" if self.board.is_stalemate() else "playing"

    def observe(self):
        seen = {"check": self.board.is_check(), "insufficient-material": self.board.is_insufficient_material()}
        if self.draws:
            seen["threefold"] = self.board.is_threefold_repetition()
        return {name: support.flag(value) for name, value in seen.items()}


if __name__ == "__main__":
    support.serve(Game, "chess")
