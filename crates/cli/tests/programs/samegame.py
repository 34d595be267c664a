"""A solution of SameGame."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))


def region(board, row, column):
    colour, seen, todo = board[column][row], {(row, column)}, [(row, column)]
    while todo:
        r, c = todo.pop()
        for y, x in [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]:
            inside = 0 <= x < len(board) and 0 <= y < len(board[x])
            if inside and board[x][y] == colour and (y, x) not in seen:
                seen.add((y, x))
                todo.append((y, x))
    return seen


def play(rows, columns):
    board = [[] for _ in range(columns)]
    for _ in range(rows):
        for column in board:
            column.append(next(numbers))
    while True:
        row, column = next(numbers) - 1, next(numbers) - 1
        if row == column == -1:
            return board
        if 0 <= column < len(board) and 0 <= row < len(board[column]):
            cells = region(board, row, column)
            if len(cells) > 1:
                left = [[x for r, x in enumerate(cells_of) if (r, c) not in cells]
                        for c, cells_of in enumerate(board)]
                board = [column for column in left if column]


grid = 0
while True:
    rows = next(numbers, 0)
    columns = next(numbers, 0) if rows else 0
    if not columns:
        break
    board = play(rows, columns)
    grid += 1
    if grid > 1:
        print()
    print(f"Grid {grid}.")
    if not board:
        print("    Game Won")
    for row in reversed(range(rows if board else 0)):
        cells = [str(c[row]) if row < len(c) else " " for c in board]
        print(("    " + " ".join(cells)).rstrip())
