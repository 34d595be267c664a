"""boardgamebench of PyPI, which has seven games of one shape; the name of the game is the argument."""

import importlib
import sys

import small

GAME = sys.argv[1]
CLASSES = {
    "breakthrough": "Breakthrough", "connect-four": "ConnectFour", "dots-and-boxes": "DotsAndBoxes",
    "gomoku": "Gomoku", "hex": "Hex", "othello": "Othello",
}  # fmt: skip
# Constants of its modules, set to the size of the game's start here.
SIZES = {"breakthrough": 8, "connect-four": 6, "dots-and-boxes": 3, "gomoku": 15, "hex": 11, "othello": 8}


class Game(small.Game):
    start_only = True
    rows = 7 if GAME == "dots-and-boxes" else SIZES[GAME]  # of its drawing
    limits = {"rows": (rows, rows), "columns": (7, 7) if GAME == "connect-four" else (rows, rows)}
    variants = {"gomoku": {"overline": ["wins"]}, "hex": {"swap": ["no"]}}.get(GAME, {})

    def __init__(self, setup):
        module = importlib.import_module(f"boardgamebench.games.{GAME.replace('-', '_')}")
        module.SIZE = module.BOXES = SIZES[GAME]
        module.FILES = "abcdefghijk"
        game = module.Othello(8) if GAME == "othello" else getattr(module, CLASSES[GAME])()
        self.states = [game.initial_state()]
        self.extra = [] if GAME != "gomoku" else ["overline=wins"]

    def text(self, move):
        size, label, payload = SIZES[GAME], move.label, move.payload
        if payload is None:
            return "pass"
        if GAME == "breakthrough":
            return label.replace("-", "")
        if GAME == "connect-four":
            return label[1:]
        if GAME == "dots-and-boxes":
            kind, row, column = payload
            return small.cell(2 * row + (kind == "V"), 2 * column + (kind == "H"))
        row, column = payload
        if GAME == "hex":  # the first player goes from the left to the right
            row, column = column, row
        return small.cell(size - 1 - row if GAME == "gomoku" else row, column)

    def texts(self):
        state = self.states[-1]
        return {} if state.is_terminal() else {self.text(it): it for it in state.legal_moves()}

    def moves(self):
        return list(self.texts())

    def play(self, move):
        if move not in self.texts():
            return False
        self.states.append(self.states[-1].apply_move(self.texts()[move]))
        return True

    def undo(self):
        self.states.pop()

    def outcome(self):
        state = self.states[-1]
        return "playing" if not state.is_terminal() else {1: "x wins", -1: "o wins", 0: "draw"}[state.winner()]


small.twinboard.serve(Game, rule_set=GAME)
