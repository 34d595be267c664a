"""pyffish of PyPI, the library of Fairy-Stockfish, for games of pieces of one kind: a game is a FEN and moves."""

import functools
import re
import sys

import pyffish
import small

VARIANTS = {"amazons": "amazons", "breakthrough": "breakthrough", "othello": "flipello"}
PIECES = {"amazons": ".#xo", "breakthrough": ".xo", "othello": ".xo"}
GAME = sys.argv[1]


class Game(small.Game):
    def __init__(self, setup):
        *rows, side = setup.strip().split("\n")
        size = 10 if GAME == "amazons" else 8
        if len(rows) != size or len(rows[0]) != size:
            raise small.Unsupported("another size")
        if GAME == "othello" and "." in rows[3][3:5] + rows[4][3:5]:
            raise small.Unsupported("the squares in the middle are filled first")
        letters = dict(zip(".#xo", "1*Qq" if GAME == "amazons" else "1*Pp"))
        board = "/".join("".join(letters[it] for it in row) for row in rows)
        board = re.sub("1+", lambda empty: str(len(empty[0])), board)
        hands = f"[{'P' * 60}{'p' * 60}]" if GAME == "othello" else ""
        self.fens = [f"{board}{hands} {'w' if side[0] == 'x' else 'b'} {'- - ' * (GAME == 'amazons')}0 1"]

    @property
    def fen(self):
        return self.fens[-1]

    @staticmethod
    @functools.cache
    def texts_of(fen):
        """The moves of the package by their names here."""
        found = {}
        for move in pyffish.legal_moves(VARIANTS[GAME], fen, []):
            if GAME == "othello":
                square = move[2:]
                text = f"{square[0]}{9 - int(square[1:])}" if move[:2] == "P@" else "pass"
            elif GAME == "amazons":
                text = re.sub(r"^([a-j]\d+)([a-j]\d+),[a-j]\d+?(?=[a-j])", r"\1-\2/", move)
            else:
                text = move
            found[text] = move
        return found

    def moves(self):
        return [] if self.is_over(self.fen) else list(self.texts_of(self.fen))

    def play(self, text):
        if text not in self.moves():
            return False
        self.fens.append(pyffish.get_fen(VARIANTS[GAME], self.fen, [self.texts_of(self.fen)[text]]))
        return True

    def undo(self):
        self.fens.pop()

    @staticmethod
    @functools.cache
    def is_over(fen):
        over, _ = pyffish.is_immediate_game_end(VARIANTS[GAME], fen, [])
        return over or not Game.texts_of(fen)

    def position(self):
        board, side = self.fen.split()[:2]
        board = re.sub(r"\[.*|~", "", board).translate(str.maketrans("QqPp*", "xoxo#"))
        rows = re.sub(r"\d+", lambda empty: "." * int(empty[0]), board).replace("/", "\n")
        return f"{rows}\n{'x' if side == 'w' else 'o'} to move"

    def outcome(self):
        if not self.is_over(self.fen):
            return "playing"
        over, result = pyffish.is_immediate_game_end(VARIANTS[GAME], self.fen, [])
        result = result if over else pyffish.game_result(VARIANTS[GAME], self.fen, [])
        is_white = self.fen.split()[1] == "w"
        return "draw" if result == 0 else "x wins" if (result > 0) == is_white else "o wins"


small.twinboard.serve(Game, rule_set=GAME)
