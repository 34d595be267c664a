"""Packages of ultimate tic-tac-toe, by the name of a class: a move is a board and a cell from 0 to 8."""

import importlib

import small


class Ultimate(small.Game):
    start_only = True
    variants = {"won": ["closed"]}

    def __init__(self, setup):
        self.played = []
        self.start()

    def moves(self):
        if self.outcome() != "playing":
            return []
        pairs = ((divmod(board, 3), divmod(cell, 3)) for board, cell in self.free())
        return [small.cell(3 * big[0] + low[0], 3 * big[1] + low[1]) for big, low in pairs]

    def play(self, move):
        if move not in self.moves():
            return False
        row, column = small.parsed(move, 9, 9)
        self.put(row // 3 * 3 + column // 3, row % 3 * 3 + column % 3)
        self.played.append(move)
        return True


class UltimateTtt(Ultimate):
    def start(self):
        self.main = importlib.import_module("engine.main_board")
        self.play_module = importlib.import_module("engine.gameplay")
        self.board = self.main.MainBoard()

    def free(self):
        for at in self.board.get_playable_coords():
            for cell in self.board.get_sub_board(at).get_playable_coords():
                yield 3 * at.row + at.col, 3 * cell.row + cell.col

    def put(self, board, cell):
        main = self.play_module.MainBoardCoords(*divmod(board, 3))
        sub = self.play_module.SubBoardCoords(*divmod(cell, 3))
        add = self.board.add_opponent_move if len(self.played) % 2 else self.board.add_my_move
        self.board = add(main, sub)

    def outcome(self):
        return ["draw", "x wins", "o wins"][self.board.winner.value] if self.board.is_finished else "playing"


class UtttEngine(Ultimate):
    def start(self):
        self.engine = importlib.import_module("uttt_engine.uttt_engine")
        self.state, self.last = [["-"] * 9 for _ in range(9)], None

    def free(self):
        if self.last is None:
            return [(board, cell) for board in range(9) for cell in range(9)]
        return [(int(it[0]) - 1, int(it[1]) - 1) for it in self.engine.generate_moves(self.state, self.last) or []]

    def put(self, board, cell):
        self.last = f"{board + 1}{cell + 1}"
        self.state = self.engine.make_move(self.state, self.last, "XO"[len(self.played) % 2])

    def outcome(self):
        if not self.engine.is_game_over(self.state):
            return "playing"
        winner = self.engine.find_won(self.engine.claimed_spaces(self.state))
        return {"X": "x wins", "O": "o wins"}.get(winner, "draw")


small.serve("ultimate-tic-tac-toe", Ultimate.__subclasses__())
