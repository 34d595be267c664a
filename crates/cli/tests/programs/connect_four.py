# Connect Four under names that are none of the kit's. Tests derive engines from it.
class Board:
    def __init__(self, setup):
        *self.rows, turn = setup.strip().split("\n")
        self.player = turn[0]

    # Members of its own with names that the kit knows as statements.
    def name(self):
        return "a board"

    @property
    def events(self):
        return []

    def four(self):
        height, width = len(self.rows), len(self.rows[0])
        for row, column in itertools.product(range(height), range(width)):
            disc = self.rows[row][column]
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)) if disc != "." else ():
                inside = row + 3 * down < height and 0 <= column + 3 * right < width
                if inside and all(self.rows[row + i * down][column + i * right] == disc for i in (1, 2, 3)):
                    return True
        return False

    def listed(self):
        free = [str(c + 1) for c, cell in enumerate(self.rows[0]) if cell == "."]
        return [] if self.four() else free

    def judge(self, move):
        return move in self.listed()

    def put(self, move):
        if not self.judge(move):
            return False
        column = int(move) - 1
        row = max(r for r, cells in enumerate(self.rows) if cells[column] == ".")
        self.rows[row] = self.rows[row][:column] + self.player + self.rows[row][column + 1:]
        self.player = "xo"[self.player == "x"]
        return True

    def text(self):
        return "\n".join(self.rows) + f"\n{self.player} to move"

    def result(self):
        if self.four():
            return "xo"[self.player == "x"] + " wins"
        return "playing" if self.listed() else "draw"
