#!/usr/bin/env python3
"""A paint engine to start from, written from RULES.md (PT-1 to PT-22).

It is meant to be short: a board is a dictionary from cells to "#", "B" or a number.
"""

import re

import twinboard


class Paint:
    name = "dictionary of cells, Python"
    reasons = True
    # Larger boards take this engine too long.
    limits = {"side": (1, 4)}

    def __init__(self, setup):
        # The side, then the rows from the top (PT-23, PT-27).
        side, *rows = setup.splitlines()
        self.side = int(side)
        self.cells = {}
        for row, line in enumerate(rows):
            for column, cell in enumerate(line.split()):
                self.cells[row, column] = int(cell) if cell.isdigit() else cell
        self.is_first = True

    def moves(self):
        """Every valid move once (PT-7), as its cells: for each number, the connected sets around it.

        There may be tens of millions, so they are made one by one. A set grows by the cells of a
        list; a cell that is passed over is not taken later, so no set is made twice.
        """
        for start, number in self.numbers():
            if len(self.reach(start)) < number:
                continue
            pending = [((start,), [], 0, {start})]
            while pending:
                cells, border, index, seen = pending.pop()
                if len(cells) == number:
                    yield " ".join("{},{}".format(*cell) for cell in cells)
                    continue
                new = [cell for cell in self.beside(cells[-1]) if cell not in seen]
                new = [cell for cell in new if self.cells[cell] == "#" and self.is_dry(cell)]
                border, seen = border + new, seen.union(new)
                for taken in range(index, len(border)):
                    pending.append((cells + (border[taken],), border, taken + 1, seen))

    def play(self, move):
        """PT-8 to PT-17, in their order, and PT-19."""
        cells = [tuple(map(int, cell)) for cell in re.findall(r"(\d+),(\d+)", move)]
        if self.is_over():
            raise twinboard.Refused("game-over")
        if not cells:
            raise twinboard.Refused("no-cells")
        if any(cell not in self.cells for cell in cells):
            raise twinboard.Refused("off-board")
        if len(set(cells)) < len(cells):
            raise twinboard.Refused("repeated")
        if any(self.cells[cell] == "B" for cell in cells):
            raise twinboard.Refused("painted")
        if len(self.connected(cells[0], cells)) < len(cells):
            raise twinboard.Refused("not-connected")
        numbers = [self.cells[cell] for cell in cells if self.cells[cell] != "#"]
        if not numbers:
            raise twinboard.Refused("no-number")
        if len(numbers) > 1:
            raise twinboard.Refused("several-numbers")
        if numbers[0] != len(cells):
            raise twinboard.Refused("wrong-count")
        if not all(self.is_dry(cell) for cell in cells):
            raise twinboard.Refused("touches-paint")
        for cell in cells:
            self.cells[cell] = "B"
        self.is_first = not self.is_first
        return True

    def numbers(self):
        """The numbers that may be painted, each with its cell: not 0 (PT-18), and not near paint."""
        for cell, content in self.cells.items():
            if content not in ("#", "B", 0) and self.is_dry(cell):
                yield cell, content

    def beside(self, cell):
        row, column = cell
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        return [cell for cell in around if cell in self.cells]

    def is_dry(self, cell):
        """True if no neighbour is painted (PT-17)."""
        return all(self.cells[other] != "B" for other in self.beside(cell))

    def reach(self, start):
        """The cells that a move with the number at `start` can have."""
        is_free = lambda cell: self.cells[cell] == "#" and self.is_dry(cell)  # noqa: E731
        return self.connected(start, [cell for cell in self.cells if cell == start or is_free(cell)])

    def connected(self, start, cells):
        """Those of the cells that are connected with `start`."""
        cells, found = set(cells), [start]
        for cell in found:  # grows while it is read
            found += [other for other in self.beside(cell) if other in cells and other not in found]
        return found

    def is_over(self):
        """PT-20."""
        return all(len(self.reach(cell)) < number for cell, number in self.numbers())

    def position(self):
        """The rows from the top, and the player to move (PF-3)."""
        rows = (
            " ".join(str(self.cells[row, column]) for column in range(self.side))
            for row in range(self.side)
        )
        return "\n".join([*rows, "first to move" if self.is_first else "second to move"])

    def outcome(self):
        """PT-20 to PT-22."""
        if not self.is_over():
            return "playing"
        if all(content in ("#", "B") for content in self.cells.values()):
            return "drawn"
        return "first-lost" if self.is_first else "second-lost"


if __name__ == "__main__":
    twinboard.serve(Paint, rule_set="paint")
