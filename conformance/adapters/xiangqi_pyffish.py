"""pyffish of PyPI, the library of Fairy-Stockfish: a game is a FEN and moves."""

import sys

import pyffish
import support
import twinboard

VARIANT = "xiangqi"


class Game:
    variants = {"repetition": ["none", "perpetual", "ends"]} if "draws" in sys.argv else {}

    def __init__(self, setup):
        placement, *more = setup.strip().split("\n")
        if more not in ([], ["repetition=perpetual"], ["repetition=ends"]):
            raise support.Unsupported("earlier positions")
        self.repetition, self.fen, self.played = "".join(more), f"{placement} - - 0 1", []

    def ask(self, function):
        return getattr(pyffish, function)(VARIANT, self.fen, self.played)

    def moves(self):
        return [] if self.repetition and self.ask("is_optional_game_end")[0] else self.ask("legal_moves")

    def play(self, move):
        if move not in self.moves():
            return False
        self.played.append(move)
        return True

    def undo(self):
        self.played.pop()

    def outcome(self):
        over, result = self.ask("is_optional_game_end") if self.repetition else (False, 0)
        if not over:
            if self.moves():
                return "playing"
            result = self.ask("game_result")
        elif self.repetition == "repetition=ends":
            return "repetition"
        is_red = (self.fen.split()[1] == "w") == (len(self.played) % 2 == 0)
        return "draw" if result == 0 else "red wins" if (result > 0) == is_red else "black wins"


if __name__ == "__main__":
    twinboard.serve(Game, rule_set=VARIANT)
