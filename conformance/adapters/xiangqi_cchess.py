"""cchess of PyPI."""

import cchess
import twinboard


class Game:
    def __init__(self, setup):
        if "\n" in setup.strip():
            raise twinboard.Unsupported("repetition")
        self.board = cchess.ChessBoard(setup.strip())

    def listed(self):
        name = lambda pos: "abcdefghi"[pos[0]] + str(pos[1] + 1)
        return {name(a) + name(b): (a, b) for a, b in self.board.create_moves() if not self.board.is_checked_move(a, b)}

    def moves(self):
        return list(self.listed())

    def play(self, text):
        move = self.listed().get(text)
        if move is None or self.board.move(*move) is None:
            return False
        self.board.next_turn()
        return True

    def outcome(self):
        if not self.board.no_moves():
            return "playing"
        return "black wins" if self.board.to_fen().split()[1] == "w" else "red wins"


if __name__ == "__main__":
    twinboard.serve(Game, rule_set="xiangqi")
