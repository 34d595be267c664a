"""Packages of Connect Four, by the name of a class: columns are numbers from 0 on."""

import contextlib
import importlib
import io
from unittest import mock

import small


class ConnectFour(small.Game):
    start_only = True
    limits = {"rows": (6, 6), "columns": (7, 7)}

    def __init__(self, setup):
        self.turn = 0
        self.start()

    def moves(self):
        return [str(column + 1) for column in self.columns()] if self.outcome() == "playing" else []

    def play(self, move):
        if not move.isdigit() or not small.judges() and move not in self.moves():
            return False
        if self.drop(int(move) - 1) is False:
            return False
        self.turn = 1 - self.turn
        return True


class Bitbully(ConnectFour):
    def start(self):
        self.board = importlib.import_module("bitbully").Board()

    def copy(self):
        other = Bitbully.__new__(Bitbully)
        other.turn, other.board = self.turn, self.board.copy()
        return other

    def columns(self):
        return self.board.legal_moves()

    def drop(self, column):
        return self.board.play(column)

    def outcome(self):
        if not self.board.is_game_over():
            return "playing"
        return {1: "x wins", 2: "o wins", None: "draw"}[self.board.winner()]


class Connect4Py(ConnectFour):
    def start(self):
        self.module = importlib.import_module("connect4.core")
        self.game = self.module.Connect4()

    def columns(self):
        return [column for column in range(7) if self.game.board[0][column].value == 0]

    def drop(self, column):
        try:
            self.game.play(column)
        except (self.module.GameOver, self.module.InvalidColumn, self.module.ColumnFull):
            return False

    def position(self):
        return self.game.strboard(empty=".", win_player1="x", win_player2="o") + f"\n{'xo'[self.turn]} to move"

    def outcome(self):
        if not self.game.is_over:
            return "playing"
        return ["draw", "x wins", "o wins"][self.game.winner.value]


class Connectfour(ConnectFour):
    def start(self):
        self.game = importlib.import_module("ConnectFour").game(preload_hashmap=False)
        self.game.reset()

    def columns(self):
        return [column for _, column in self.game.find_available_moves()]

    def drop(self, column):
        (place,) = [it for it in self.game.find_available_moves() if it[1] == column]
        self.game.last_player, self.game.last_move = 1 - 2 * self.turn, place
        self.game.grid[place] = self.game.last_player
        self.game.available_row_in_col[column] -= 1

    def outcome(self):
        return {None: "playing", 1: "x wins", -1: "o wins", 0: "draw"}[self.game.checkwin()["winner"]]


class GymConnect4(ConnectFour):
    def start(self):
        self.env = importlib.import_module("gym_connect4.envs.connect4_env").Connect4Env()

    def columns(self):
        return self.env.get_moves()

    def drop(self, column):
        try:
            self.env.step(column)
        except IndexError:
            return False

    def position(self):
        rows = ["".join(".xo"[it + 1] for it in row) for row in self.env.board.T[::-1]]
        return "\n".join([*rows, f"{'xo'[self.env.current_player]} to move"])

    def outcome(self):
        return {None: "playing", -1: "draw", 0: "x wins", 1: "o wins"}[self.env.winner]


class GymnasiumConnectFour(ConnectFour):
    def start(self):
        module = importlib.import_module("connect_four_gymnasium.ConnectFourEnv")
        self.env = module.ConnectFourEnv(first_player=1)
        self.env.reset()
        self.told = "playing"

    def columns(self):
        return self.env.get_valid_actions()

    def drop(self, column):
        _, result, is_over, _, _ = self.env.step(column)
        if is_over:
            self.told = "draw" if result == 0 else "xo"[self.turn] + " wins"

    def position(self):
        rows = ["".join(".xo"[it] for it in row) for row in self.env.board * self.env.next_player_to_play]
        return "\n".join([*rows, f"{'.xo'[self.env.next_player_to_play]} to move"])

    def outcome(self):
        return self.told


class Oinkoink(ConnectFour):
    def start(self):
        self.board = importlib.import_module("oinkoink.board").Board()

    def columns(self):
        return self.board.valid_moves

    def drop(self, column):
        self.board.make_move(column)

    def outcome(self):
        if self.board.result is None:
            return "playing"
        return {"o_win": "x wins", "x_win": "o wins", "draw": "draw"}[self.board.result.name]


class Puissance4(ConnectFour):
    def start(self):
        self.grid = importlib.import_module("puissance4.env.grille").Grille()

    def columns(self):
        return self.grid.look_for_allowed_steps()

    def drop(self, column):
        return 0 <= column < 7 and self.grid.drop("xo"[self.turn], column)

    def position(self):
        return self.grid.get_name().replace(";", "") + f"\n{'xo'[self.turn]} to move"

    def outcome(self):
        if self.grid.check_victory():
            return "xo"[1 - self.turn] + " wins"
        return "playing" if self.grid.look_for_allowed_steps() else "draw"


class Tobiasocula(ConnectFour):
    """A dialogue: all moves are typed again, and it tells what it says after the last one."""

    def start(self):
        self.typed, self.heard = "", {}

    def columns(self):
        frame = self.frame()
        return [column for column in range(7) if frame[column] == "."]

    def said(self):
        if self.typed not in self.heard:
            self.heard = {self.typed: self.dialogue()}
        return self.heard[self.typed]

    def dialogue(self):
        play = importlib.import_module("connect_four_tobiasocula.main").play
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(StopIteration):
            with mock.patch("builtins.input", side_effect=self.typed):
                play()
        return out.getvalue()

    def frame(self):
        rows = [it for it in self.said().split("\n") if it.startswith("| ")][-6:]
        return "".join(it for row in rows for it in row[2::4]).translate(str.maketrans(" 12", ".xo"))

    def drop(self, column):
        self.typed += "abcdefg"[column]

    def position(self):
        frame = self.frame()
        return "\n".join([*(frame[at : at + 7] for at in range(0, 42, 7)), f"{'xo'[self.turn]} to move"])

    def outcome(self):
        ends = {"Player 1 has": "x wins", "Player 2 has": "o wins", "Draw!": "draw"}
        return next((end for words, end in ends.items() if words in self.said()), "playing")


small.serve("connect-four", ConnectFour.__subclasses__())
