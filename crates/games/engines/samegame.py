#!/usr/bin/env python3
"""The start of a SameGame engine: it reads and prints. The rules are yours to write, at TODO 1 to 3.

RULES.md has them, with the numbers SG-*; docs/engine-protocol.md has the forms of the texts, and the top
of twinboard.py what else an engine may offer.
"""

import twinboard


class SameGame:
    name = "engine.py"
    # `play` gives the reasons of refusals (SG-6 to SG-8).
    reasons = True

    def __init__(self, setup):
        """Reads `M N`, then the colours of M rows of N cells, from the bottom (SG-1, SG-14)."""
        self.height, self.width, *colours = map(int, setup.split())
        # self.cells[row][column], counted from 0; None is an empty cell, and row 0 the bottom row.
        self.cells = [
            colours[row * self.width : (row + 1) * self.width] for row in range(self.height)
        ]

    def position(self):
        """The rows from the top, with a dot for an empty cell (PF-3)."""
        return "\n".join(
            " ".join("." if cell is None else str(cell) for cell in row)
            for row in reversed(self.cells)
        )

    def outcome(self):
        """"playing", "won" or "stuck" (SG-12, SG-13)."""
        raise NotImplementedError("TODO 1: write outcome (SG-12, SG-13)")

    def moves(self):
        """Every region that may be selected, once (SG-4, SG-8): `yield legal_move(colour, cells)`."""
        raise NotImplementedError("TODO 2: write moves (SG-4, SG-8)")

    def play(self, move):
        """Plays `select ROW COLUMN`, counted from 1. The numbers may be any (SG-6)."""
        row, column = (int(number) - 1 for number in move.split()[1:])
        # A refusal is `raise twinboard.Refused("no-such-cell")`, or "empty-cell", or "single-cell",
        # and changes nothing; else play the move and `return True`.
        raise NotImplementedError("TODO 3: write play (SG-5 to SG-11)")


def legal_move(colour, cells):
    """The text of a legal move; the cells are pairs of row and column, counted from 0."""
    return " ".join([str(colour), *(f"{row + 1},{column + 1}" for row, column in cells)])


if __name__ == "__main__":
    twinboard.serve(SameGame, rule_set="samegame")
