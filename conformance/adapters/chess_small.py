"""Libraries of chess of PyPI, a class each, named like its module: `chess_small.py tensor_chess`."""

import importlib
import sys

import support

NAME = sys.argv[1]
library = importlib.import_module({"pychesstools": "pychesstools.game"}.get(NAME, NAME))


class Game:
    """`listed` has the moves by their names; `counts` is true if repetition is known."""

    counts = False

    def __init__(self, setup):
        fen, *more = setup.strip().split("\n")
        if more and not (more == ["draws=automatic"] and self.counts):
            raise support.Unsupported("Chess960, and automatic draws")
        self.draws = bool(more)
        self.read(fen)

    def moves(self):
        return list(self.listed())

    def play(self, text):
        move = self.listed().get(text)
        if move is not None:
            self.make(move)
        return move is not None

    def ended(self, is_mate, is_stalemate, is_white):
        winner = "black wins" if is_white else "white wins"
        return winner if is_mate else "draw" if is_stalemate else "playing"


class tensor_chess(Game):
    def read(self, fen):
        self.board = library.Position()
        self.board.set_fen(fen)

    def listed(self):
        return {move: move for move in self.board.generate_legal_moves("uci")}

    def make(self, move):
        self.board.push(move)

    def undo(self):
        self.board.pop()

    def position(self):
        return self.board.fen()

    def outcome(self):
        is_white = self.board.fen().split()[1] == "w"
        return self.ended(self.board.is_checkmate(), self.board.is_stalemate(), is_white)

    def observe(self):
        dead = support.flag(self.board.is_insufficient_material())
        return {"check": support.flag(self.board.in_check()), "insufficient-material": dead}


class cozy_chess(Game):
    def read(self, fen):
        try:
            self.board = library.Board.from_fen(fen, False)
        except ValueError as reason:
            raise support.Unsupported(str(reason)) from None

    def text(self, move):
        text = str(move)
        is_castling = text in ("e1h1", "e1a1", "e8h8", "e8a8") and self.takes_own_rook(move)
        return text[:2] + {"h": "g", "a": "c"}[text[2]] + text[3] if is_castling else text

    def takes_own_rook(self, move):
        return self.board.color_on(move.to_square) == self.board.color_on(move.from_square)

    def listed(self):
        return {self.text(move): move for move in self.board.generate_moves()}

    def make(self, move):
        self.board.play(move)

    def position(self):
        return self.board.fen()

    def outcome(self):
        if list(self.listed()):
            return "playing"
        is_mate = self.board.status() == library.GameStatus.Won
        return self.ended(is_mate, True, self.board.side_to_move == library.Color.White)


class nchess(Game):
    def read(self, fen):
        self.board = library.Board(fen)

    def listed(self):
        names = [str(move).removeprefix('Move("').removesuffix('")') for move in self.board.generate_legal_moves()]
        return {name: name for name in names}

    def make(self, move):
        self.board.step(move)

    def undo(self):
        self.board.undo()

    def position(self):
        return self.board.fen()


class chaturanga(Game):
    def read(self, fen):
        self.board = library.Chessboard(fen)

    def listed(self):
        return {move: move for move in self.board.get_legal_moves()}

    def make(self, move):
        self.board.move(move)

    def undo(self):
        self.board.undo()

    def position(self):
        return self.board.fen

    def outcome(self):
        status = self.board.game_status() or ""
        return self.ended("Checkmate" in status, "Stalemate" in status, self.board.active_color == "w")


class pychesstools(Game):
    counts = True

    def read(self, fen):
        library.ChessGame.BLOCK_IF_GAME_OVER = False
        self.board = library.ChessGame(fen=fen)

    def listed(self):
        found = {}
        for start, piece in self.board.board.pieces.items():
            if piece.color != self.board.board.turn:
                continue
            for end in self.board.board.legal_moves(start):
                letter = {"knight": "N", "pawn": ""}.get(piece.piece_type, piece.piece_type[0].upper())
                castling = {"e1g1": "O-O", "e8g8": "O-O", "e1c1": "O-O-O", "e8c8": "O-O-O"}.get(start + end)
                last = piece.piece_type == "pawn" and end[1] in "18"
                for kind in "qrbn" if last else [""]:
                    text = letter + start + end + (f"={kind.upper()}" if kind else "")
                    found[start + end + kind] = castling if castling and letter == "K" else text
        return found

    def make(self, move):
        self.board.move(move)

    def position(self):
        return self.board.fen

    def outcome(self):
        board = self.board.board
        mate = board.is_checkmate()
        return self.ended(mate, not mate and board.is_stalemate(), board.turn == "white")

    def observe(self):
        seen = {"insufficient-material": self.board.board.is_draw_by_insufficient_material() is not None}
        if self.draws:
            seen["threefold"] = self.board.can_claim_draw_by_threefold_repetition()
        return {name: support.flag(value) for name, value in seen.items()}


if __name__ == "__main__":
    support.serve(globals()[NAME], "chess")
