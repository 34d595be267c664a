#!/usr/bin/env python3
"""py-draughts as an engine for five kinds of draughts: `py_draughts.py draughts-russian`.

Needs py-draughts, and the kit of `engine-template python` beside it.
"""

import sys

import draughts
import twinboard

RULE_SET = sys.argv[1] if len(sys.argv) > 1 else "draughts-international"
NAME = {
    "draughts-international": "StandardBoard",
    "draughts-brazilian": "BrazilianBoard",
    "draughts-russian": "RussianBoard",
    "draughts-american": "AmericanBoard",
    "draughts-frisian": "FrisianBoard",
}[RULE_SET]
BOARD = getattr(draughts, NAME)
SIZE = 10 if RULE_SET in ("draughts-international", "draughts-frisian") else 8


class Game:
    def copy(self):
        other = Game.__new__(Game)
        other.board = self.board.copy()
        return other

    def __init__(self, setup):
        *rows, side = setup.strip().split("\n")
        if len(rows) != SIZE:
            raise twinboard.Unsupported("moves of kings")
        pieces = {"w": [], "b": []}
        for row, line in enumerate(rows):
            for column, piece in enumerate(line):
                if piece != ".":
                    king = "K" if piece.isupper() else ""
                    number = row * SIZE // 2 + column // 2 + 1
                    pieces[piece.lower()].append(king + str(number))
        if not (pieces["w"] and pieces["b"]):
            raise twinboard.Unsupported("a side without pieces")
        fen = "{}:W{}:B{}".format(side[0].upper(), ",".join(pieces["w"]), ",".join(pieces["b"]))
        self.board = BOARD.from_fen(fen)

    def listed(self):
        found = {}
        for move in self.board.legal_moves:
            ends = move.square_list[0] + 1, move.square_list[-1] + 1
            taken = sorted(it + 1 for it in move.captured_list)
            if taken:
                text = "{}x{}:{}".format(*ends, ",".join(map(str, taken)))
            else:
                text = "{}-{}".format(*ends)
            found.setdefault(text, move)
        return found

    def moves(self):
        return [] if self.is_bare() else list(self.listed())

    def play(self, text):
        move = None if self.is_bare() else self.listed().get(text)
        if move is not None:
            self.board.push(move)
        return move is not None

    # Without undo: a copy forgets its moves and takes none back.

    def rows(self):
        """The board as it is read square by square."""
        rows = [["."] * SIZE for _ in range(SIZE)]
        for place in range(SIZE * SIZE // 2):
            row, column = divmod(place, SIZE // 2)
            piece = int(self.board[place])
            rows[row][2 * column + 1 - row % 2] = (".bB" if piece >= 0 else ".wW")[abs(piece)]
        return ["".join(row) for row in rows]

    def is_bare(self):
        text = "".join(self.rows()).lower()
        return not ("w" in text and "b" in text)

    def position(self):
        side = "white" if self.board.turn == draughts.Color.WHITE else "black"
        return "\n".join(self.rows() + [side + " to move"])

    def outcome(self):
        """The winner; draws by repetition and by counting are not compared."""
        return {"1-0": "white wins", "0-1": "black wins"}.get(self.board.result, "playing")


if RULE_SET == "draughts-frisian":
    # Moves of kings in a row are part of its positions, and the library does not count them.
    del Game.position

if __name__ == "__main__":
    twinboard.serve(Game, rule_set=RULE_SET)
