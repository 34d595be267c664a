"""sgfmill and weiqi of PyPI: `go_small.py sgfmill`."""

import copy
import sys

import twinboard

NAME = sys.argv[1]
LETTERS = "ABCDEFGHJKLMNOPQRST"


class sgfmill:
    """It tells the point of a simple ko, and lets suicide be played."""

    suicide = "yes"

    def __init__(self, rows, side):
        from sgfmill.boards import Board

        size = len(rows)
        self.board, self.side, self.ko = Board(size), side, None
        stones = {"x": [], "o": [], ".": []}
        for row, line in enumerate(rows):
            for column, it in enumerate(line):
                stones[it].append((size - 1 - row, column))
        self.board.apply_setup(stones["x"], stones["o"], stones["."])

    def placed(self, row, column):
        other = sgfmill.__new__(sgfmill)
        other.board, other.side = self.board.copy(), "o" if self.side == "x" else "x"
        if self.ko == (row, column):
            raise ValueError("ko")
        other.ko = other.board.play(row, column, {"x": "b", "o": "w"}[self.side])
        return other

    def passed(self):
        other = copy.copy(self)
        other.side, other.ko = "o" if self.side == "x" else "x", None
        return other


class weiqi:
    suicide = "no"

    def __init__(self, rows, side):
        import weiqi as library

        stones = library.Stone
        players = [library.Player(stone) for stone in (stones.BLACK, stones.WHITE)]
        text = "/".join(rows).translate(str.maketrans("xo", "BW"))
        turn = stones.BLACK if side == "x" else stones.WHITE
        self.library, self.size = library, len(rows)
        self.game = library.WeiqiGame(library.Board(text), *players, turn=turn)

    def move(self, position):
        other = weiqi.__new__(weiqi)
        other.library, other.size, other.game = self.library, self.size, copy.deepcopy(self.game)
        other.game.make_move(other.game.get_current_player(), self.library.Move(position, self.game.turn))
        return other

    def placed(self, row, column):
        return self.move(self.library.Position(column, self.size - 1 - row))

    def passed(self):
        return self.move(None)


class Game:
    variants = {"ko": ["simple"], "suicide": [globals()[NAME].suicide]}

    def __init__(self, setup):
        rows = setup.strip().split("\n")
        end = next(number for number, row in enumerate(rows) if row.startswith("ko="))
        if len(rows[0]) != end or len(rows) > end + 2 or len(rows[end + 1]) != 9:
            raise twinboard.Unsupported("boards that are not square, earlier boards and passes")
        if NAME == "weiqi" and end not in (5, 6, 7, 8, 9, 11, 13, 15, 17, 19):
            raise twinboard.Unsupported("a size that it does not have")
        self.size, self.passes = end, 0
        self.board = globals()[NAME](rows[:end], rows[end + 1][0])

    def listed(self):
        if self.passes == 2:
            return {}
        found = {"pass": self.board.passed()}
        for row in range(self.size):
            for column in range(self.size):
                try:
                    found[f"{LETTERS[column]}{row + 1}"] = self.board.placed(row, column)
                except ValueError:
                    pass
        return found

    def moves(self):
        return list(self.listed())

    def play(self, text):
        try:
            if self.passes == 2:
                return False
            after = self.board.passed() if text == "pass" else self.board.placed(int(text[1:]) - 1, LETTERS.index(text[0]))
        except ValueError:
            return False
        self.board, self.passes = after, self.passes + 1 if text == "pass" else 0
        return True


if __name__ == "__main__":
    twinboard.serve(Game, rule_set="go")
