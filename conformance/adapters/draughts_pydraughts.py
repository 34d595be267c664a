"""pydraughts of PyPI: `draughts_pydraughts.py draughts-russian`."""

import sys

import draughts
import twinboard

RULE_SET = sys.argv[1]
NAME = {"draughts-international": "standard", "draughts-american": "english"}
VARIANT = NAME.get(RULE_SET, RULE_SET.removeprefix("draughts-"))
SIZE = 10 if VARIANT in ("standard", "frisian") else 8
IS_TURKISH = VARIANT == "turkish"
WIDTH = SIZE if IS_TURKISH else SIZE // 2


def theirs(row, column):
    """The library counts squares from the bottom where they have letters."""
    line = SIZE - 1 - row if VARIANT in ("russian", "brazilian", "turkish") else row
    return line * WIDTH + column * WIDTH // SIZE + 1


CELLS = {theirs(row, column): (row, column) for row in range(SIZE) for column in range(SIZE) if IS_TURKISH or (row + column) % 2}


def name(square):
    row, column = CELLS[square]
    return f"{chr(ord('a') + column)}{SIZE - row}" if IS_TURKISH else str(row * WIDTH + column // 2 + 1)


class Game:
    def __init__(self, setup):
        *rows, side = setup.strip().split("\n")
        if len(rows) != SIZE:
            raise twinboard.Unsupported("moves of kings")
        pieces = {"w": [], "b": []}
        for row, line in enumerate(rows):
            for column, piece in enumerate(line):
                if piece != ".":
                    pieces[piece.lower()].append("K" * piece.isupper() + str(theirs(row, column)))
        if not (pieces["w"] and pieces["b"]):
            raise twinboard.Unsupported("a side without pieces")
        fen = f"{side[0].upper()}:W{','.join(pieces['w'])}:B{','.join(pieces['b'])}"
        self.board = draughts.Board(variant=VARIANT, fen=fen)
        self.found = self.listed()

    def listed(self):
        found = {}
        for move in self.board.legal_moves():
            start, end = name(move.steps_move[0]), name(move.steps_move[-1])
            taken = sorted((it for it in move.captures if it), key=CELLS.get) if move.has_captures else []
            text = f"{start}x{end}:{','.join(map(name, taken))}" if taken else f"{start}-{end}"
            found.setdefault(text, move)
        return found

    def moves(self):
        return list(self.found)

    def play(self, text):
        if text not in self.found:
            return False
        self.board.push(self.found[text])
        self.found = self.listed()  # which takes long
        return True


if __name__ == "__main__":
    twinboard.serve(Game, rule_set=RULE_SET)
