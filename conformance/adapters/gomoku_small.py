"""Packages of gomoku, by the name of a class: rows are numbered from the top, from 0 on."""

import importlib

import small

PATHS = {"wins": "freestyle", "none": "standard"}


class Gomoku(small.Game):
    start_only = True
    size = 15
    limits = {"rows": (15, 15), "columns": (15, 15)}
    variants = {"overline": ["wins"]}

    def __init__(self, setup):
        *rows, overline, _side = setup.strip().split("\n")
        if set("".join(rows)) != {"."} or len(rows) != self.size or len(rows[0]) != self.size:
            raise small.Unsupported("its start only")
        self.stones = {}
        self.won = ""
        self.rule = PATHS[overline.split("=")[1]]
        self.start()

    def moves(self):
        if self.outcome() != "playing":
            return []
        places = [divmod(at, self.size) for at in range(self.size**2)]
        return [small.cell(self.size - 1 - row, column) for row, column in places if self.is_free(row, column)]

    def play(self, move):
        place = small.parsed(move, self.size, self.size)
        if not place or self.outcome() != "playing" or not small.judges() and move not in self.moves():
            return False
        row, column = self.size - 1 - place[0], place[1]
        if self.put(row, column) is False:
            return False
        self.stones[row, column] = self.mover
        return True

    @property
    def mover(self):
        return "xo"[len(self.stones) % 2]

    def outcome(self):
        """From the last move, whose player is not to move any more."""
        if self.has_won():
            return f"{'xo'[1 - len(self.stones) % 2]} wins"
        return "draw" if self.is_full() else "playing"


class SimpleGomoku(Gomoku):
    def start(self):
        self.game = importlib.import_module("simple_gomoku.env.Gomoku").Gomoku(5, 15)

    def is_free(self, row, column):
        return self.game.state[row][column] == 0

    def put(self, row, column):
        _, self.reward, _ = self.game.step(15 * row + column)

    def has_won(self):
        return self.game.done and self.game.reward == 1

    def is_full(self):
        return self.game.done


class TimothyGomoku(Gomoku):
    def start(self):
        small.sys.modules.setdefault("torch", small.types.ModuleType("torch"))  # only its network needs it
        self.env = small.load("timothy_gomoku", "classes/Gomoku_env").Gomoku_env()

    def copy(self):
        other = TimothyGomoku("\n".join(["." * 15] * 15 + ["overline=wins", "x to move"]))
        other.stones, other.env.step = dict(self.stones), list(self.env.step)
        other.env.board = self.env.board.copy()
        return other

    def is_free(self, row, column):
        return self.env.board[row][column] == 0

    def put(self, row, column):
        try:
            self.env.move(row, column, 1 if self.mover == "x" else -1)
        except ValueError:
            return False

    def has_won(self):
        return len(self.stones) > 8 and self.env.win() in (1, -1)  # its search is slow

    def is_full(self):
        return sum(self.env.step) == 225 and self.env.win() == 2


class Gomokubench(Gomoku):
    def start(self):
        board, piece = (importlib.import_module(f"libs.{it}") for it in ("board", "piece"))
        self.board = board.BoardState(15, color=piece.WHITE)

    def is_free(self, row, column):
        return self.board.is_valid_position((row, column))

    def put(self, row, column):
        self.board = self.board.next((row, column))

    def has_won(self):
        return self.board.check_five_in_a_row()[0]

    def is_full(self):
        return self.board.is_full()


class GomokuTerminal(Gomoku):
    def start(self):
        board = importlib.import_module("gomoku.board").Board
        board.SIZE = 15
        self.board = board()

    def is_free(self, row, column):
        return self.board.is_valid_move(row, column)

    def put(self, row, column):
        return self.board.place_stone(row, column, 1 if self.mover == "x" else 2)

    def has_won(self):
        return self.board.last_move is not None and self.board.check_win(*self.board.last_move[:2])

    def is_full(self):
        return self.board.is_full()


class GomokuBits(Gomoku):
    """`gomoku` of PyPI, with bitboards."""

    def start(self):
        self.search = importlib.import_module("gomoku.threat.threat_search")
        self.board = importlib.import_module("gomoku.board").Board()

    def is_free(self, row, column):
        return self.board.is_valid_move(row, column)

    def put(self, row, column):
        if not self.board.is_valid_move(row, column):
            return False
        self.board.move(row, column)

    def has_won(self):
        return self.search.has_five(self.board) or self.search.has_five(self.board, current=False)

    def is_full(self):
        return self.board.turns == 225


class GymGomoku(Gomoku):
    def start(self):
        self.util = importlib.import_module("gym_gomoku.envs.util")
        self.board = importlib.import_module("gym_gomoku.envs.gomoku").Board(15)

    def is_free(self, row, column):
        return self.board.coord_to_action(row, column) in self.board.get_legal_action()

    def put(self, row, column):
        color = "black" if self.mover == "x" else "white"
        self.board = self.board.play(self.board.coord_to_action(row, column), color)

    def has_won(self):
        return self.util.gomoku_util.check_five_in_row(self.board.board_state)[0]

    def is_full(self):
        return self.util.gomoku_util.check_board_full(self.board.board_state)


class QGomoku(Gomoku):
    def start(self):
        self.board = importlib.import_module("qgomoku.core.board").Board(15)

    def is_free(self, row, column):
        return self.board.is_move_available(row, column)

    def put(self, row, column):
        self.board.move(row, column)

    def undo(self):
        self.board.unmove()
        self.stones.popitem()

    def outcome(self):
        winner = self.board.get_winning_player()
        return {0: "playing", 1: "x wins", 2: "o wins"}[winner]


class Renju(Gomoku):
    start_only = False  # it has two starts
    limits = {}
    variants = {"overline": ["wins", "none"]}

    def start(self):
        self.board = importlib.import_module("renju").RenjuBoard(rule=self.rule)

    def is_free(self, row, column):
        return [column, 14 - row] not in self.board.moves

    def put(self, row, column):
        try:
            self.board.play_move(column, 14 - row)
        except ValueError:
            return False

    def undo(self):
        self.board.undo()
        self.stones.popitem()

    def outcome(self):
        return ["playing", "x wins", "o wins", "draw"][self.board.status]


if __name__ == "__main__":
    small.serve("gomoku", Gomoku.__subclasses__())
