"""Packages of renju, by the name of a class; points that are forbidden to black are illegal."""

import importlib
import re

import small


class Renju(small.Game):
    def __init__(self, setup):
        *rows, side = setup.strip().split("\n")
        fives = (re.search(rf"([xo])(?:.{{{gap}}}\1){{4}}", setup, re.DOTALL) for gap in (0, 14, 15, 16))
        if len(rows) != 15 or any(fives):
            raise small.Unsupported("another size, or a game that is over")
        cells = ((column, 14 - row, it) for row, line in enumerate(rows) for column, it in enumerate(line))
        stones = {(column, row): it for column, row, it in cells if it != "."}
        self.is_black = side[0] == "x"
        self.start(stones)

    def moves(self):
        if self.outcome() != "playing":
            return []
        points = [(x, y) for x in range(15) for y in range(15) if self.is_legal(x, y)]
        return [small.cell(y, x) for x, y in points] or ["pass"]

    def play(self, move):
        place = small.parsed(move, 15, 15)
        if not place or self.outcome() != "playing" or not self.is_legal(place[1], place[0]):
            return False
        self.put(place[1], place[0])
        self.is_black = not self.is_black
        return True


class RenjuBoard(Renju):
    """The moves are stones of both in turn, and passes (-1, -1); a forbidden stone loses."""

    def start(self, stones):
        self.module = importlib.import_module("renju")
        black, white = ([list(at) for at, it in stones.items() if it == side] for side in "xo")
        self.board = self.module.RenjuBoard(rule="renju")
        while black or white or len(self.board.moves) % 2 == self.is_black:
            stones = white if len(self.board.moves) % 2 else black
            self.board.moves.append(stones.pop() if stones else [-1, -1])
        self.ahead = {}

    def after(self, x, y):
        if (x, y) not in self.ahead:
            board = self.module.RenjuBoard(rule="renju")
            board.moves = [*self.board.moves]
            board.play_move(x, y)
            self.ahead[x, y] = board
        return self.ahead[x, y]

    def is_legal(self, x, y):
        fouls = ("overline", "double_four", "double_three")
        return [x, y] not in self.board.moves and self.after(x, y).reason not in fouls

    def put(self, x, y):
        self.board, self.ahead = self.after(x, y), {}

    def outcome(self):
        return ["playing", "x wins", "o wins", "draw"][self.board.status]


class Gobang(Renju):
    def start(self, stones):
        self.module = importlib.import_module("gobang.game")
        if stones:
            raise small.Unsupported("it cannot begin with stones")
        self.state = self.module.GameState(start_banned=False)

    def is_legal(self, x, y):
        return self.state.is_legal((x, y))

    def put(self, x, y):
        self.state.do_move((x, y))

    def outcome(self):
        if not self.state.is_end_of_game:
            return "playing"
        return {1: "x wins", -1: "o wins", 0: "draw"}[self.state.get_winner()]


small.serve("renju", Renju.__subclasses__())
