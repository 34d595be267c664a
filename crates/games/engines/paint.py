#!/usr/bin/env python3
"""The start of a paint engine: it reads and prints. The rules are yours to write, at TODO 1 to 3.

RULES.md has them, with the numbers PT-*; docs/engine-protocol.md has the forms of the texts, and the top
of twinboard.py what else an engine may offer.
"""

import re

import twinboard


class Paint:
    name = "engine.py"
    # `play` gives the reasons of refusals (PT-8 to PT-17).
    reasons = True
    # Remove this when the engine is fast enough for larger boards.
    limits = {"side": (1, 4)}

    def __init__(self, setup):
        """Reads N, then N rows from the top (PT-1, PT-2, PT-27)."""
        side, *rows = setup.splitlines()
        self.side = int(side)
        # self.cells[row][column]: "#", "B" or a number.
        self.cells = [
            [int(cell) if cell.isdigit() else cell for cell in row.split()] for row in rows
        ]
        # Who moves next (PT-5).
        self.is_first = True

    def position(self):
        """The rows from the top, and the player to move (PF-3)."""
        rows = [" ".join(map(str, row)) for row in self.cells]
        return "\n".join([*rows, "first to move" if self.is_first else "second to move"])

    def outcome(self):
        """"playing", "drawn", "first-lost" or "second-lost" (PT-20 to PT-22)."""
        raise NotImplementedError("TODO 1: write outcome (PT-20 to PT-22)")

    def moves(self):
        """Every valid move, once (PT-6, PT-7): `yield legal_move(cells)`. There may be very many, so
        do not collect them first."""
        raise NotImplementedError("TODO 2: write moves (PT-6, PT-7)")

    def play(self, move):
        """Plays `(ROW,COLUMN) …` or `no cells` (PT-8 to PT-19). The numbers may be any."""
        cells = [tuple(map(int, cell)) for cell in re.findall(r"(\d+),(\d+)", move)]
        # A refusal is `raise twinboard.Refused("painted")`, or another of the reasons "game-over",
        # "no-cells", "off-board", "repeated", "not-connected", "no-number", "several-numbers",
        # "wrong-count" and "touches-paint", and changes nothing; else play the move and `return True`.
        raise NotImplementedError("TODO 3: write play (PT-5, PT-8 to PT-19)")


def legal_move(cells):
    """The text of a legal move; the cells are pairs of row and column."""
    return " ".join(f"{row},{column}" for row, column in cells)


if __name__ == "__main__":
    twinboard.serve(Paint, rule_set="paint")
