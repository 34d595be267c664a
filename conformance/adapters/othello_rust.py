"""rust-reversi of PyPI."""

import twinboard
from rust_reversi import Board, Turn


class Game:
    def __init__(self, setup):
        *rows, side = setup.strip().split("\n")
        if len(rows) != 8:
            raise twinboard.Unsupported("another size")
        self.board = Board()
        text = "".join(rows).translate(str.maketrans(".xo", "-XO"))
        self.board.set_board_str(text, Turn.BLACK if side[0] == "x" else Turn.WHITE)

    def moves(self):
        if self.board.is_game_over():
            return []
        if self.board.is_pass():
            return ["pass"]
        return ["abcdefgh"[it % 8] + str(it // 8 + 1) for it in self.board.get_legal_moves_vec()]

    def play(self, move):
        if move not in self.moves():
            return False
        if move == "pass":
            self.board.do_pass()
        else:
            self.board.do_move("abcdefgh".index(move[0]) + 8 * int(move[1]) - 8)
        return True

    def copy(self):
        other = Game.__new__(Game)
        other.board = self.board.clone()
        return other

    def position(self):
        rows = [line[2:] for line in str(self.board).strip("\n").split("\n")[2:10]]
        side = "x to move" if self.board.get_turn() == Turn.BLACK else "o to move"
        return "\n".join(rows).translate(str.maketrans("-XO", ".xo")) + "\n" + side

    def outcome(self):
        if not self.board.is_game_over():
            return "playing"
        if self.board.is_draw():
            return "draw"
        return "x wins" if self.board.is_black_win() else "o wins"


if __name__ == "__main__":
    twinboard.serve(Game, rule_set="othello")
