"""Libraries of shogi of PyPI, a class each, named like its module: `shogi_small.py nshogi`."""

import importlib
import sys

import support
import twinboard

library = importlib.import_module(sys.argv[1])


class Game:
    """`listed` has the moves by their names; `repeated` is `win`, `loss` or `draw` for the player to move."""

    variants = {"repetition": ["none", "fourfold"]} if "draws" in sys.argv else {}

    def __init__(self, setup):
        sfen, *more = setup.strip().split("\n")
        if more and (more != ["repetition=fourfold"] or not hasattr(self, "repeated")):
            raise support.Unsupported("earlier positions")
        self.repetition, self.is_black = bool(more), sfen.split()[1] == "b"
        self.read(sfen + " 1")

    def moves(self):
        return [] if self.outcome() != "playing" else list(self.listed())

    def play(self, text):
        move = self.listed().get(text) if self.outcome() == "playing" else None
        if move is not None:
            self.make(move)
            self.is_black = not self.is_black
        return move is not None

    def undo(self):
        self.take_back()
        self.is_black = not self.is_black

    def outcome(self):
        result = "loss" if not self.listed() else self.repeated() if self.repetition else None
        if result == "draw":
            return "draw"
        return "playing" if result is None else "black wins" if (result == "win") == self.is_black else "white wins"


class nshogi(Game):
    def read(self, sfen):
        self.board = library.io.sfen.make_state_from_sfen(sfen)

    def listed(self):
        return {library.io.sfen.stringify(move): move for move in self.board.legal_moves}

    def make(self, move):
        self.board.do_move(move)

    def take_back(self):
        self.board.undo_move()

    def repeated(self):
        names = {"WIN_REPETITION": "win", "LOSS_REPETITION": "loss", "REPETITION": "draw"}
        return names.get(self.board.get_repetition(True).name)


class rsshogi(Game):
    def read(self, sfen):
        self.board = library.core.Board(sfen)

    def listed(self):
        return {move.to_usi(): move for move in self.board.legal_moves()}

    def make(self, move):
        self.board.apply_move(move)

    def take_back(self):
        self.board.pop()

    def repeated(self):
        names = {"WIN": "win", "LOSE": "loss", "DRAW": "draw"}
        return next((it for name, it in names.items() if self.board.repetition_state() == getattr(self.state, name)), None)

    state = getattr(getattr(library, "types", None), "RepetitionState", None)


class rustshogi(Game):
    def read(self, sfen):
        placement, _, hands, *_ = sfen.split()
        if hands != "-":
            raise support.Unsupported("pieces in hand")
        self.board = library.Board(placement)

    def listed(self):
        side = library.ColorType.Black if self.is_black else library.ColorType.White
        # Its squares are counted from black's corner, unlike those of its own SFEN.
        turned = str.maketrans("123456789abcdefghi", "987654321ihgfedcba")
        texts = {str(move)[len("Move(csa="):-1]: move for move in self.board.search_moves(side)}
        return {text.translate(turned): move for text, move in texts.items()}

    def make(self, move):
        self.board.execute_move(move)


if __name__ == "__main__":
    game = globals()[sys.argv[1]]
    if not hasattr(game, "take_back"):
        del Game.undo
    twinboard.serve(game, rule_set="shogi")
