#!/usr/bin/env python3
"""Counts what `twinboard perft` and `twinboard exhaust` count, from RULES.md alone.

It knows nothing of Twinboard's code. Every function names the clauses that it follows; it is meant
to be read beside them, and is only fast enough for tiny boards. Positions are tuples of rows from
the top, in which a cell is the text that PF-3 gives it.

    recount.py perft samegame 3 < case.txt       the ledger of a case, to depth 3 (PF-1 to PF-5)
    recount.py positions samegame 3 < case.txt   its positions, each with its hash
    recount.py exhaust linkpop 1 2 2             all boards of 1 x 2 cells with up to two symbols,
                                                 and all legal moves from them (EX-1 to EX-5)

A case has no moves of its own here (PF-1). README.md in this folder works through one of each game.
"""

import itertools
import sys

MASK = (1 << 64) - 1


def spread(h):
    """The three steps at the end of PF-4."""
    h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9 & MASK
    h = (h ^ h >> 27) * 0x94D049BB133111EB & MASK
    return h ^ h >> 31


def hash_of(text):
    """PF-4."""
    h = 0xCBF29CE484222325
    for byte in text.encode():
        h = (h ^ byte) * 0x100000001B3 & MASK
    return spread(h)


def text_of(rows):
    """PF-3 without the further line of paint."""
    return "".join(" ".join(row) + "\n" for row in rows)


def neighbours(rows, r, c):
    """The cells that share a side with a cell."""
    around = ((r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c))
    return [(r, c) for r, c in around if 0 <= r < len(rows) and 0 <= c < len(rows[0])]


def cells(rows):
    return [(r, c) for r in range(len(rows)) for c in range(len(rows[0]))]


def with_cells(rows, changes):
    return tuple(
        tuple(changes.get((r, c), cell) for c, cell in enumerate(row))
        for r, row in enumerate(rows)
    )


def renamed(rows, old_name, new_names):
    """EX-2: the names of one position given anew, in the order of its own text."""
    names = {}
    for row in rows:
        for cell in row:
            if cell != ".":
                names.setdefault(old_name(cell), new_names[len(names)])
    return tuple(
        tuple(cell if cell == "." else names[old_name(cell)] + cell[1:] for cell in row)
        for row in rows
    )


class SameGame:
    @staticmethod
    def read(text):
        """SG-14: the grid of a case, row 1 first; its selections are left out."""
        numbers = text.split()
        rows, columns = int(numbers[0]), int(numbers[1])
        grid = [tuple(numbers[2 + r * columns : 2 + (r + 1) * columns]) for r in range(rows)]
        return tuple(reversed(grid))

    @staticmethod
    def successors(rows):
        """One successor for each region of two cells or more, however many cells select it."""
        seen = set()
        for cell in cells(rows):
            colour = rows[cell[0]][cell[1]]
            if colour == "." or cell in seen:
                continue
            region, waiting = {cell}, [cell]
            while waiting:
                for other in neighbours(rows, *waiting.pop()):
                    if rows[other[0]][other[1]] == colour and other not in region:
                        region.add(other)
                        waiting.append(other)
            seen |= region
            if len(region) > 1:
                yield SameGame.settled(with_cells(rows, dict.fromkeys(region, ".")))

    @staticmethod
    def settled(rows):
        """SG-10 and SG-11: cells drop, then empty columns close up to the left."""
        height, width = len(rows), len(rows[0])
        columns = [[cell for cell in column if cell != "."] for column in zip(*rows)]
        columns = [["."] * (height - len(column)) + column for column in columns if column]
        columns += [["."] * height] * (width - len(columns))
        return tuple(zip(*columns))

    @staticmethod
    def text(rows):
        return text_of(rows)

    @staticmethod
    def essence(rows):
        return text_of(renamed(rows, str, "0123456789"))

    @staticmethod
    def setups(height, width, colours):
        """EX-1: full grids."""
        for grid in itertools.product("0123456789"[:colours], repeat=height * width):
            yield tuple(grid[r * width : (r + 1) * width] for r in range(height))


class LinkPop:
    """Positions are a margin and rows."""

    STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1), "S": (0, 0)}

    @staticmethod
    def read(text):
        """LP-29 and LP-31: the board of a case and its margin; its steps are left out."""
        lines = [line.split() for line in text.splitlines() if line.split()]
        height = int(lines[0][0])
        rows = [tuple(cell.replace("..", ".") for cell in line) for line in lines[1 : 1 + height]]
        margin = "outside" if ["margin", "outside"] in lines else "inside"
        return margin, tuple(rows)

    @staticmethod
    def successors(position):
        """One successor for each unordered pair of blocks that may be popped."""
        margin, rows = position
        blocks = [cell for cell in cells(rows) if rows[cell[0]][cell[1]] != "."]
        for one, other in itertools.combinations(blocks, 2):
            symbols = {rows[r][c][0] for r, c in (one, other)}
            if len(symbols) == 1 and LinkPop.is_linked(margin, rows, one, other):
                yield margin, LinkPop.settled(with_cells(rows, {one: ".", other: "."}))

    @staticmethod
    def is_linked(margin, rows, one, other):
        """LP-5 and LP-6: up to three segments whose inner cells are empty."""
        beyond = 1 if margin == "outside" else 0
        height, width = len(rows), len(rows[0])

        def is_free(r, c):
            if 0 <= r < height and 0 <= c < width:
                return rows[r][c] == "."
            return -beyond <= r < height + beyond and -beyond <= c < width + beyond

        reached = {one}
        for _ in range(3):
            further = set()
            for (r, c), (dr, dc) in itertools.product(reached, list(LinkPop.STEPS.values())[:4]):
                r, c = r + dr, c + dc
                while is_free(r, c):
                    further.add((r, c))
                    r, c = r + dr, c + dc
                if (r, c) == other:
                    return True
            reached |= further
        return False

    @staticmethod
    def settled(rows):
        """LP-16 to LP-19: turns until a whole turn moves nothing."""
        while True:
            before, moved_to = rows, set()
            for r, c in cells(rows):
                if rows[r][c] == "." or (r, c) in moved_to:
                    continue
                dr, dc = LinkPop.STEPS[rows[r][c][1]]
                to = (r + dr, c + dc)
                if to in cells(rows) and rows[to[0]][to[1]] == ".":
                    rows = with_cells(rows, {to: rows[r][c], (r, c): "."})
                    moved_to.add(to)
            if rows == before:
                return rows

    @staticmethod
    def text(position):
        return text_of(position[1])

    @staticmethod
    def essence(position):
        margin, rows = position
        return margin + "\n" + text_of(renamed(rows, lambda cell: cell[0], SYMBOLS))

    @staticmethod
    def setups(height, width, symbols):
        """EX-1: blocks with any attribute and empty cells, once for each margin."""
        kinds = ["."] + [symbol + way for symbol in SYMBOLS[:symbols] for way in LinkPop.STEPS]
        for margin in ("inside", "outside"):
            for board in itertools.product(kinds, repeat=height * width):
                yield margin, tuple(board[r * width : (r + 1) * width] for r in range(height))


SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Paint:
    """Positions are the player to move and rows."""

    @staticmethod
    def read(text):
        """PT-24: the board of a case, in spaced rows; its moves are left out."""
        lines = [line.split() for line in text.splitlines() if line.split()]
        return "first", tuple(tuple(line) for line in lines[1 : 1 + int(lines[0][0])])

    @staticmethod
    def successors(position):
        """One successor for each valid set of cells."""
        player, rows = position
        other = "second" if player == "first" else "first"
        usable = {
            (r, c)
            for r, c in cells(rows)
            if all(rows[r][c] != "B" for r, c in [(r, c), *neighbours(rows, r, c)])
        }
        for count in range(1, len(usable) + 1):
            for chosen in itertools.combinations(sorted(usable), count):
                numbers = [rows[r][c] for r, c in chosen if rows[r][c] != "#"]
                if numbers == [str(count)] and Paint.is_connected(rows, set(chosen)):
                    yield other, with_cells(rows, dict.fromkeys(chosen, "B"))

    @staticmethod
    def is_connected(rows, chosen):
        waiting = [min(chosen)]
        left = chosen - set(waiting)
        while waiting:
            for cell in neighbours(rows, *waiting.pop()):
                if cell in left:
                    left.remove(cell)
                    waiting.append(cell)
        return not left

    @staticmethod
    def text(position):
        player, rows = position
        return text_of(rows) + player + " to move\n"

    @staticmethod
    def essence(position):
        """The least text of the board in its eight turns."""
        texts, rows = [], position[1]
        for _ in range(4):
            rows = tuple(zip(*rows[::-1]))
            texts += [text_of(rows), text_of(rows[::-1])]
        return min(texts)

    @staticmethod
    def setups(height, width, largest):
        """EX-1: square boards of empty cells, paint and numbers from 1."""
        largest = min(largest, height * width + 1)
        kinds = ["#", "B", *map(str, range(1, largest + 1))]
        for board in itertools.product(kinds, repeat=height * width):
            yield "first", tuple(board[r * width : (r + 1) * width] for r in range(height))


GAMES = {"samegame": SameGame, "linkpop": LinkPop, "paint": Paint}


def perft(game, start, depth):
    """PF-2: for each depth, the texts of its positions, each with its number of sequences."""
    ways = {game.text(start): (start, 1)}
    for d in range(depth + 1):
        yield d, {text: count for text, (_, count) in ways.items()}
        further = {}
        for position, count in ways.values():
            for successor in game.successors(position):
                text = game.text(successor)
                further[text] = (successor, further.get(text, (None, 0))[1] + count)
        ways = further


def exhaust(game, height, width, names):
    """EX-4 and EX-5 for the boards of one shape: set-ups, positions, legal moves and digest."""
    setups = {}
    for setup in game.setups(height, width, names):
        setups.setdefault(game.essence(setup), setup)
    reached, moves, digest = {}, 0, 0
    waiting = list(setups.values())
    while waiting:
        position = waiting.pop()
        successors = list(game.successors(position))
        essences = [game.essence(successor) for successor in successors]
        moves += len(successors)
        digest += spread(sum(map(hash_of, [game.essence(position), *essences])) & MASK)
        for essence, successor in zip(essences, successors):
            if essence not in reached:
                reached[essence] = successor
                waiting.append(successor)
    return len(setups), len(reached), moves, digest & MASK


def main():
    command, name, *numbers = sys.argv[1:]
    game = GAMES[name]
    if command == "perft":
        for d, ways in perft(game, game.read(sys.stdin.read()), int(numbers[0])):
            digest = sum(map(hash_of, ways)) & MASK
            print(f"{d:>5}  {sum(ways.values()):>5}  {len(ways):>9}  {digest:016x}")
    elif command == "positions":
        for d, ways in perft(game, game.read(sys.stdin.read()), int(numbers[0])):
            for text in sorted(ways):
                print(f"{d}  {hash_of(text):016x}  {text!r}")
    else:
        height, width, names = map(int, numbers)
        setups, positions, moves, digest = exhaust(game, height, width, names)
        print(f"{height} × {width}  {setups:>7}  {positions:>9}  {moves:>11}  {digest:016x}")


if __name__ == "__main__":
    main()
