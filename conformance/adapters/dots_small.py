"""dotsandboxes of PyPI, 5 x 5: its matrix of lines is the drawing."""

import importlib

import small


class Dotsandboxes(small.Game):
    start_only = True
    limits = {"rows": (11, 11), "columns": (11, 11)}  # of the drawing

    def __init__(self, setup):
        self.model = importlib.import_module("DotsAndBoxes.dots_and_boxes.model")
        game = importlib.import_module("DotsAndBoxes.dots_and_boxes.game")
        player = importlib.import_module("DotsAndBoxes.dots_and_boxes.player")
        self.game = game.Game(*(player.Player(it, it.name) for it in self.model.Color))

    def moves(self):
        if self.game.is_end:
            return []
        rows = self.game.board.pieces
        return [small.cell(x, y) for x in range(11) for y in range(11) if (x + y) % 2 and rows[x][y] == 0]

    def play(self, move):
        if move not in self.moves():
            return False
        x, y = small.parsed(move, 11, 11)
        name = ("abcdef"[y // 2], str(6 - (x + 1) // 2), "v" if x % 2 else "h")
        self.game.move(self.model.Piece(self.game.current_player_color, name))
        return True

    def undo(self):
        self.game.back()

    def outcome(self):
        return "playing" if not self.game.is_end else "x wins" if self.game.winner.name == "red" else "o wins"


small.serve("dots-and-boxes", [Dotsandboxes])
