"""pydraughts of PyPI: `draughts_pydraughts.py draughts-russian`."""

import sys

import draughts
import twinboard

RULE_SET = sys.argv[1]
NAME = {"draughts-international": "standard", "draughts-american": "english"}
VARIANT = NAME.get(RULE_SET, RULE_SET.removeprefix("draughts-"))
SIZE = 10 if VARIANT in ("standard", "frisian") else 8


class Game:
    def __init__(self, setup):
        *rows, side = setup.strip().split("\n")
        if len(rows) != SIZE:
            raise twinboard.Unsupported("moves of kings")
        pieces = {"w": [], "b": []}
        for row, line in enumerate(rows):
            for column, piece in enumerate(line):
                if piece != ".":
                    number = row * SIZE // 2 + column // 2 + 1
                    pieces[piece.lower()].append("K" * piece.isupper() + str(self.theirs(number)))
        if not (pieces["w"] and pieces["b"]):
            raise twinboard.Unsupported("a side without pieces")
        fen = f"{side[0].upper()}:W{','.join(pieces['w'])}:B{','.join(pieces['b'])}"
        self.board = draughts.Board(variant=VARIANT, fen=fen)

    def theirs(self, number):
        return number

    def listed(self):
        found = {}
        for move in self.board.legal_moves():
            way = move.steps_move
            taken = sorted(it for it in move.captures if it) if move.has_captures else []
            text = f"{way[0]}x{way[-1]}:{','.join(map(str, taken))}" if taken else f"{way[0]}-{way[-1]}"
            found.setdefault(text, move)
        return found

    def moves(self):
        return list(self.listed())

    def play(self, text):
        move = self.listed().get(text)
        if move is not None:
            self.board.push(move)
        return move is not None


if __name__ == "__main__":
    twinboard.serve(Game, rule_set=RULE_SET)
