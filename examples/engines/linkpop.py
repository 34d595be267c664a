#!/usr/bin/env python3
"""A Link and Pop engine to start from, written from RULES.md (LP-1 to LP-22).

It is meant to be short: a board is a dictionary from cells to blocks, such as (0, 3) to "AU", without
the empty cells.
"""

import twinboard

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


class LinkPop:
    name = "dictionary of blocks, Python"
    reasons = True
    # Larger boards take this engine too long.
    limits = {"rows": (1, 12), "columns": (1, 12)}

    def __init__(self, setup):
        # The size, the rows from the top, `0 0`, and perhaps `margin outside` (LP-29 to LP-31).
        size, *lines = setup.splitlines()
        self.rows, self.columns = map(int, size.split())
        if not (0 < self.rows <= 12 and 0 < self.columns <= 12):
            raise twinboard.Unsupported
        self.margin = 1 if "margin outside" in lines else 0
        self.blocks = {}
        for row, line in enumerate(lines[: self.rows]):
            for column, block in enumerate(line.split()):
                if block != "..":
                    self.blocks[row, column] = block

    def moves(self):
        """All pairs with a link (LP-7), the earlier cell first, with the cost of the link."""
        cells = sorted(self.blocks)
        for index, first in enumerate(cells):
            for second in cells[index + 1 :]:
                if self.blocks[first][0] == self.blocks[second][0]:
                    cost = self.cost(first, second)
                    if cost:
                        yield "{},{} {},{} {}".format(*first, *second, cost)

    def play(self, move):
        if move == "robot":
            # LP-20: the least cost, then the earlier cell, then the other one.
            pairs = [read(legal) for legal in self.moves()]
            if not pairs:
                raise twinboard.Refused("nothing-to-pop")
            _, first, second = min(pairs)
        else:
            numbers = [int(number) for number in move.split()[1:]]
            first, second = tuple(numbers[:2]), tuple(numbers[2:])
            self.check(first, second)
        del self.blocks[first], self.blocks[second]
        while self.turn():
            pass
        return True

    def check(self, first, second):
        """LP-8 to LP-14, in their order."""
        if not self.is_on_board(first):
            raise twinboard.Refused("first-off-board")
        if not self.is_on_board(second):
            raise twinboard.Refused("second-off-board")
        if first == second:
            raise twinboard.Refused("same-cell")
        if first not in self.blocks:
            raise twinboard.Refused("first-empty")
        if second not in self.blocks:
            raise twinboard.Refused("second-empty")
        if self.blocks[first][0] != self.blocks[second][0]:
            raise twinboard.Refused("different-symbols")
        if not self.cost(first, second):
            raise twinboard.Refused("no-link")

    def cost(self, first, second):
        """The least number of segments of a link, 1 to 3; None if there is no link (LP-4 to LP-6)."""
        corners = {first}
        for cost in (1, 2, 3):
            reached = set()
            for corner in corners:
                for step in STEPS.values():
                    cell = add(corner, step)
                    while self.is_on_board(cell, self.margin) and cell not in self.blocks:
                        reached.add(cell)
                        cell = add(cell, step)
                    if cell == second:
                        return cost
            corners = reached
        return None

    def turn(self):
        """A turn of checking (LP-16 to LP-18). False if no block has moved (LP-19)."""
        has_moved = False
        for cell in sorted(self.blocks):
            block = self.blocks[cell]
            if block[1] != "S":
                target = add(cell, STEPS[block[1]])
                if self.is_on_board(target) and target not in self.blocks:
                    self.blocks[target] = self.blocks.pop(cell)
                    has_moved = True
        return has_moved

    def is_on_board(self, cell, margin=0):
        row, column = cell
        return -margin <= row < self.rows + margin and -margin <= column < self.columns + margin

    def position(self):
        """The rows from the top (PF-3)."""
        return "\n".join(
            " ".join(self.blocks.get((row, column), ".") for column in range(self.columns))
            for row in range(self.rows)
        )

    def outcome(self):
        if not self.blocks:
            return "cleared"
        return "stuck" if next(self.moves(), None) is None else "playing"


def add(cell, step):
    return cell[0] + step[0], cell[1] + step[1]


def read(legal):
    """Cost, first and second cell of a legal move."""
    first, second, cost = legal.split()
    return int(cost), tuple(map(int, first.split(","))), tuple(map(int, second.split(",")))


if __name__ == "__main__":
    twinboard.serve(LinkPop, rule_set="linkpop")
