#!/usr/bin/env python3
"""The start of a Link and Pop engine: it reads and prints. The rules are yours to write, at TODO 1 to 3.

RULES.md has them, with the numbers LP-*; docs/engine-protocol.md has the forms of the texts, and the top
of twinboard.py what else an engine may offer.
"""

import twinboard


class LinkPop:
    name = "engine.py"
    # `play` gives the reasons of refusals (LP-8 to LP-14, LP-30).
    reasons = True

    def __init__(self, setup):
        """Reads the size, the rows from the top, `0 0`, and the margin (LP-1, LP-29, LP-31)."""
        size, *lines = setup.splitlines()
        self.height, self.width = map(int, size.split())
        # True if links may leave the board (LP-6).
        self.has_margin = "margin outside" in lines
        # self.blocks[row][column], such as "AU"; None is an empty cell, and row 0 the top row.
        self.blocks = [
            [None if block == ".." else block for block in line.split()]
            for line in lines[: self.height]
        ]

    def position(self):
        """The rows from the top, with a dot for an empty cell (PF-3)."""
        return "\n".join(" ".join(block or "." for block in row) for row in self.blocks)

    def outcome(self):
        """"playing", "cleared" or "stuck" (LP-22)."""
        raise NotImplementedError("TODO 1: write outcome (LP-4 to LP-7, LP-22)")

    def moves(self):
        """Every pair with a link, once, the cell that comes first by rows before the other one, with
        the least cost (LP-4 to LP-7): `yield legal_move(first, second, cost)`."""
        raise NotImplementedError("TODO 2: write moves (LP-4 to LP-7)")

    def play(self, move):
        """Plays `pop ROW COLUMN ROW COLUMN` or `robot` (LP-15 to LP-20). The numbers may be any."""
        if move == "robot":
            first = second = None
        else:
            numbers = [int(number) for number in move.split()[1:]]
            first, second = tuple(numbers[:2]), tuple(numbers[2:])
        # A refusal is `raise twinboard.Refused("no-link")`, or another of the reasons "first-off-board",
        # "second-off-board", "same-cell", "first-empty", "second-empty", "different-symbols" and
        # "nothing-to-pop", and changes nothing; else play the move and `return True`.
        raise NotImplementedError("TODO 3: write play (LP-8 to LP-20)")


def legal_move(first, second, cost):
    """The text of a legal move; cells are pairs of row and column."""
    return "{},{} {},{} {}".format(*first, *second, cost)


if __name__ == "__main__":
    twinboard.serve(LinkPop, rule_set="linkpop")
