#!/usr/bin/env python3
"""A SameGame engine to start from, written from RULES.md (SG-1 to SG-13).

It is meant to be short: a grid is a list of columns, each from the bottom up and without its empty
cells. So cells drop (SG-10) when some of their column are left out, and columns close up (SG-11)
when the empty ones are.

    row 2   1 . .
    row 1   3 1 4       [["3", "1"], ["1"], ["4"]]
"""

import twinboard


class SameGame:
    name = "list of columns, Python"
    reasons = True

    def __init__(self, setup):
        # SG-14: `M N`, then the colours row by row from row 1, the bottom row.
        self.rows, self.width, *colours = map(int, setup.split())
        if not (0 < self.rows <= 16 and 0 < self.width <= 64 and max(colours) <= 9):
            raise twinboard.Unsupported  # SG-2, SG-3
        cells = self.rows * self.width
        self.columns = [
            [str(colour) for colour in colours[column : cells : self.width]]
            for column in range(self.width)
        ]

    def moves(self):
        """The regions of two cells or more (SG-5, SG-8)."""
        seen = set()
        for column, cells in enumerate(self.columns, 1):
            for row, colour in enumerate(cells, 1):
                if (row, column) not in seen:
                    region = self.region(row, column)
                    seen |= region
                    if len(region) > 1:
                        yield " ".join([colour, *(f"{r},{c}" for r, c in sorted(region))])

    def play(self, move):
        row, column = map(int, move.split()[1:])
        if not (1 <= row <= self.rows and 1 <= column <= self.width):
            raise twinboard.Refused("no-such-cell")  # SG-6
        if self.colour(row, column) is None:
            raise twinboard.Refused("empty-cell")  # SG-7
        removed = self.region(row, column)
        if len(removed) == 1:
            raise twinboard.Refused("single-cell")  # SG-8
        columns = [
            [colour for row, colour in enumerate(cells, 1) if (row, column) not in removed]
            for column, cells in enumerate(self.columns, 1)
        ]
        self.columns = [cells for cells in columns if cells]
        return True

    def position(self):
        """The rows from the top (PF-3)."""
        return "\n".join(
            " ".join(self.colour(row, column) or "." for column in range(1, self.width + 1))
            for row in range(self.rows, 0, -1)
        )

    def outcome(self):
        if not self.columns:
            return "won"
        return "stuck" if next(self.moves(), None) is None else "playing"

    def colour(self, row, column):
        """The colour of a cell; None if it is empty or off the grid."""
        if 1 <= column <= len(self.columns) and 1 <= row <= len(self.columns[column - 1]):
            return self.columns[column - 1][row - 1]
        return None

    def region(self, row, column):
        """The region of a filled cell (SG-4)."""
        colour = self.colour(row, column)
        region, found = {(row, column)}, [(row, column)]
        for r, c in found:  # grows while it is read
            for cell in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if cell not in region and self.colour(*cell) == colour:
                    region.add(cell)
                    found.append(cell)
        return region


if __name__ == "__main__":
    twinboard.serve(SameGame, rule_set="samegame")
