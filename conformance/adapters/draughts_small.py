"""dame, clatsop and checkers (imparaai-checkers) of PyPI: `draughts_small.py dame draughts-international`."""

import copy
import importlib
import sys

import twinboard

NAME, RULE_SET = sys.argv[1:3]
library = importlib.import_module(NAME)


class dame:
    def __init__(self, men, side):
        lists = [",".join("K" * king + str(it) for it, colour, king in men if colour == it_side) for it_side in "wb"]
        self.board = library.Board("{}:W{}:B{}".format(side.upper(), *lists))

    def listed(self):
        start = lambda move: f"{int(move.from_square)}" + "-x"[move.is_capture] + f"{int(move.to_square)}"
        taken = lambda move: ":" + ",".join(map(str, sorted(map(int, move.captured)))) if move.is_capture else ""
        return {start(move) + taken(move): move for move in self.board.legal_moves}

    def make(self, move):
        self.board.push(move)
        self.board = library.Board(self.board.fen())  # Its draws, after which it lists no moves, are not asked.


class clatsop:
    rules = library.Ruleset.american() if NAME == "clatsop" else None

    def __init__(self, men, side):
        mask = lambda test: sum(1 << it - 1 for it, colour, king in men if test(colour, king))
        black, white = mask(lambda colour, king: colour == "b"), mask(lambda colour, king: colour == "w")
        kings = mask(lambda colour, king: king)
        self.turn = library.Turn(library.Board(black, white, kings), int(side == "b"))

    def text(self, path):
        steps = [self.rules[index] for index in path]
        number = lambda mask: mask.bit_length()
        taken = sorted(number(it.is_white if it.black_to_move else it.is_black) for it in steps if it.capture)
        ends = number(steps[0].mover), number(steps[-1].is_empty)
        return "{}x{}:".format(*ends) + ",".join(map(str, taken)) if taken else "{}-{}".format(*ends)

    def listed(self):
        return {self.text(it.rule_indices): it.turn for it in self.rules.legal_transitions(self.turn)}

    def make(self, turn):
        self.turn = turn


class checkers:
    """A move is a single jump; jumps follow until it is the other player's turn."""

    def __init__(self, men, side):
        from checkers.game import Game as Library

        self.board = Library().board
        pieces = [it for it in self.board.pieces if it.position in range(1, 13)][:1]
        made = []
        for number, colour, king in men:
            piece = copy.copy(pieces[0])
            piece.player, piece.position, piece.king = 1 if colour == "b" else 2, number, king
            piece.captured, piece.capture_move_enemies = False, {}
            made.append(piece)
        self.board.player_turn = 1 if side == "b" else 2
        self.board.pieces = made

    def listed(self, board=None, path=(), taken=()):
        board, found = board or self.board, {}
        jumps = board.get_possible_capture_moves()
        for start, end in board.get_possible_moves():
            after = board.create_new_board_from_move([start, end])
            gone = {it.position for it in board.pieces} - {it.position for it in after.pieces} - {start}
            way, all_taken = (*path, start), (*taken, *gone)
            if jumps and after.player_turn == board.player_turn:
                found |= self.listed(after, way, all_taken)
            elif jumps:
                found[f"{way[0]}x{end}:{','.join(map(str, sorted(all_taken)))}"] = after
            else:
                found[f"{start}-{end}"] = after
        return found

    def make(self, board):
        self.board = board


class Game:
    def __init__(self, setup):
        *rows, side = setup.strip().split("\n")
        if len(rows) != {"draughts-international": 10}.get(RULE_SET, 8):
            raise twinboard.Unsupported("moves of kings")
        cells = [(row * len(rows) // 2 + column // 2 + 1, it) for row, line in enumerate(rows) for column, it in enumerate(line)]
        men = [(number, it.lower(), it.isupper()) for number, it in cells if it != "."]
        if {colour for _, colour, _ in men} != {"w", "b"}:
            raise twinboard.Unsupported("a side without pieces")
        self.board = globals()[NAME](men, side[0])

    def moves(self):
        return list(self.board.listed())

    def play(self, text):
        move = self.board.listed().get(text)
        if move is not None:
            self.board.make(move)
        return move is not None


if __name__ == "__main__":
    twinboard.serve(Game, rule_set=RULE_SET)
