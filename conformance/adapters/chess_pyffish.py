"""pyffish of PyPI, the library of Fairy-Stockfish: a game is a FEN and moves."""

import pyffish
import support


class Game:
    variants = {"castling": ["none", "960"]}

    def __init__(self, setup):
        self.fen, *more = setup.strip().split("\n")
        if more not in ([], ["castling=960"]):
            raise support.Unsupported("automatic draws")
        self.is_960, self.played = bool(more), []

    def ask(self, function, *more):
        return function("chess", self.fen, self.played, *more)

    def moves(self):
        return pyffish.legal_moves("chess", self.fen, self.played, self.is_960)

    def play(self, move):
        if move not in self.moves():
            return False
        self.played.append(move)
        return True

    def undo(self):
        self.played.pop()

    def outcome(self):
        if self.moves():
            return "playing"
        result = self.ask(pyffish.game_result)
        side = (self.fen.split()[1] == "w") == (len(self.played) % 2 == 0)
        return "draw" if result == 0 else "black wins" if side == (result < 0) else "white wins"

    def observe(self):
        dead = all(pyffish.has_insufficient_material("chess", self.fen, self.played, self.is_960))
        return {
            "check": support.flag(pyffish.gives_check("chess", self.fen, self.played, self.is_960)),
            "insufficient-material": support.flag(dead),
        }


if __name__ == "__main__":
    support.serve(Game, "chess")
