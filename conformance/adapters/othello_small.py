"""Packages of Othello with a list of placements and a way to place a disc, by the name of a class."""

import importlib

import small
from small import cell


class Othello(small.Game):
    """Squares are numbers from 0 on, row by row; a class may not be able to tell the outcome."""

    limits = {"rows": (8, 8), "columns": (8, 8)}

    def __init__(self, setup):
        *rows, side = setup.strip().split("\n")
        self.black = side[0] == "x"
        self.start("".join(rows))

    def legal_of(self, black):
        raise NotImplementedError

    def is_over(self):
        return not self.legal_of(True) and not self.legal_of(False)

    def moves(self):
        return [] if self.is_over() else [cell(*divmod(at, 8)) for at in self.legal_of(self.black)] or ["pass"]

    def play(self, move):
        if move == "pass":
            if self.moves() != ["pass"]:
                return False
            self.do_pass()
        else:
            place = small.parsed(move, 8, 8)
            if not place or not small.judges() and move not in self.moves():
                return False
            if self.place(8 * place[0] + place[1]) is False:
                return False
        self.black = not self.black
        return True

    def do_pass(self):
        pass

    def position(self):
        cells = self.cells()
        rows = ["".join(cells[at : at + 8]) for at in range(0, 64, 8)]
        return "\n".join([*rows, f"{'x' if self.black else 'o'} to move"])

    def told(self, winner, black, white):
        if not self.is_over():
            return "playing"
        return "x wins" if winner == black else "o wins" if winner == white else "draw"


class CliOthello(Othello):
    def start(self, cells):
        module = importlib.import_module("cli_othello.board")
        self.board = module.Board()
        self.board.cells = [".xo".index(it) for it in cells]

    def cells(self):
        return [".xo"[it] for it in self.board.cells]

    def legal_of(self, black):
        return [8 * row + column for row, column in self.board.legal_moves(1 if black else 2)]

    def is_over(self):
        return self.board.is_game_over()

    def place(self, at):
        return self.board.play(*divmod(at, 8), 1 if self.black else 2)

    def outcome(self):
        return self.told(self.board.winner(), 1, 2)


class OthelloAi(Othello):
    def start(self, cells):
        self.game = importlib.import_module("othelloai.game")
        bits = [int("".join("01"[it == disc] for it in cells), 2) for disc in "ox"]
        self.state = self.game.BoardState(*bits)

    def cells(self):
        return [{"█": "o", "░": "x", "-": "."}[it] for it in str(self.state).replace("\n", "")]

    def legal_of(self, black):
        self.state.turn_player_color = self.game.Color.BLACK if black else self.game.Color.WHITE
        return [8 * row + column for row, column in self.state.valid_moves()]

    def place(self, at):
        color = self.game.Color.BLACK if self.black else self.game.Color.WHITE
        try:
            self.game.Board(self.state).place(color, self.game.bb.Position(*divmod(at, 8)))
        except self.game.IllegalMoveError:
            return False


class OthelloCli(Othello):
    start_only = True

    def start(self, _cells):
        game = importlib.import_module("othello.game.game_state")
        self.game, self.state = game, game.GameState.new_game(8)

    def cells(self):
        lines = str(self.state.board).split("\n")[1:16:2]
        return [{"○": "x", "●": "o", " ": "."}[it] for line in lines for it in line[2:18:2]]

    def legal_of(self, black):
        player = self.game.Player.BLACK if black else self.game.Player.WHITE
        return [8 * it.row + it.col for it in self.state.board.get_valid_moves(player)]

    def do_pass(self):
        self.state = self.state.apply_move(self.game.Move.pass_turn())

    def place(self, at):
        try:
            self.state = self.state.apply_move(self.game.Move.play(self.game.Point(*divmod(at, 8))))
        except self.game.InvalidMoveError:
            return False

    def outcome(self):
        return self.told(self.state.winner(), self.game.Player.BLACK, self.game.Player.WHITE)


class ReversiBoard(Othello):
    def start(self, cells):
        module = importlib.import_module("reversi_board.board")
        self.board = module.ReversiBoard([".xo".index(it) for it in cells])

    def cells(self):
        return [".xo"[it] for it in self.board.board]

    def legal_of(self, black):
        return self.board.placable_positions(1 if black else 2)

    def place(self, at):
        try:
            self.board.put_piece(at, 1 if self.black else 2)
        except AssertionError:
            return False


class Desdemona(Othello):
    def start(self, cells):
        self.module = importlib.import_module("desdemona.othello")
        self.board = self.module.Board()
        self.board.pieces.flat = [{".": 0, "x": 1, "o": -1}[it] for it in cells]

    def cells(self):
        return [".xo"[int(it)] for it in self.board.pieces.flat]

    def color(self, black):
        return self.module.Color.BLACK if black else self.module.Color.WHITE

    def legal_of(self, black):
        return [8 * it.row + it.col for it in self.board.get_moves(self.color(black))]

    def place(self, at):
        color = self.color(self.black)
        try:
            self.board.make_move(color, self.module.Move(color, *divmod(at, 8)))
        except self.module.InvalidMove:
            return False


class Reversi42(Othello):
    def start(self, cells):
        self.module = importlib.import_module("Reversi.Game")
        self.game = self.module.Game(8)
        self.game.import_str(cells.translate(str.maketrans("xo", "BW")))
        self.game.turn = "B" if self.black else "W"

    def cells(self):
        return self.game.export_str().translate(str.maketrans("BW", "xo"))

    def is_over(self):
        return self.game.is_finish()

    def legal_of(self, _black):
        return [8 * it.y + it.x - 9 for it in self.game.get_move_list()]

    def do_pass(self):
        self.game.pass_turn()

    def place(self, at):
        move = self.module.Move(at % 8 + 1, at // 8 + 1)
        if not self.game.valid_move(move):
            return False
        self.game.move(move)

    def undo(self):
        self.game.undo_move()
        self.black = self.game.turn == "B"

    def outcome(self):
        black, white = self.game.black_cnt, self.game.white_cnt
        return self.told((black > white) - (black < white), 1, -1)


class Creversi(Othello):
    def start(self, cells):
        self.module = importlib.import_module("creversi")
        self.board = self.module.Board(cells.translate(str.maketrans(".xo", "-XO")), self.black)

    def cells(self):
        return self.board.to_line().translate(str.maketrans("-XO", ".xo"))

    def is_over(self):
        return self.board.is_game_over()

    def legal_of(self, _black):
        return [it for it in self.board.legal_moves if it < 64]

    def do_pass(self):
        self.board.move_pass()

    def place(self, at):
        if not self.board.is_legal(at):
            return False
        self.board.move(at)

    def outcome(self):
        lead = self.board.diff_num() * (1 if self.black else -1)
        return self.told((lead > 0) - (lead < 0), 1, -1)


class Othellopy(Othello):
    def start(self, cells):
        self.board = [[".xo".index(it) for it in cells[at : at + 8]] for at in range(0, 64, 8)]

    def player(self, black):
        players = importlib.import_module("othellopy.players.beginner")
        core = importlib.import_module("othellopy.core")
        return players.BeginnerPlayer(core.Cell.BLACK if black else core.Cell.WHITE)

    def cells(self):
        return [".xo"[it] for row in self.board for it in row]

    def legal_of(self, black):
        return [8 * row + column for row, column in self.player(black).get_moves(self.board)]

    def place(self, at):
        game = importlib.import_module("othellopy.game")
        if not self.player(self.black).is_valid_move(self.board, *divmod(at, 8)):
            return False
        game._place_cell(self.board, self.player(self.black), *divmod(at, 8))


class Pyreversi(Othello):
    def start(self, cells):
        small.sys.argv = small.sys.argv[:1]
        self.rules = importlib.import_module("pyreversi.rules")
        self.names = dict(zip(".xo", (self.rules.VIDEE, self.rules.BLACK, self.rules.WHITE)))
        self.board = [[self.names[it] for it in cells[at : at + 8]] for at in range(0, 64, 8)]

    def cells(self):
        discs = {disc: it for it, disc in self.names.items()}
        return [discs[it] for row in self.board for it in row]

    def is_over(self):
        return self.rules.end_game(self.board)

    def legal_of(self, black):
        moves = self.rules.available_moves(self.board, self.names["x" if black else "o"])
        return ["ABCDEFGH".index(it[0]) + 8 * int(it[1]) - 8 for it in moves]

    def place(self, at):
        disc, square = self.names["x" if self.black else "o"], cell(*divmod(at, 8)).upper()
        if not self.rules.is_valid_move(self.board, disc, square):
            return False
        self.rules.calcul_nouveau_plateau(self.board, disc, square)


small.serve("othello", Othello.__subclasses__())
