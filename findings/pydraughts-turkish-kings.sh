#!/usr/bin/env bash
# PyPI, 2026-11-29: pydraughts 0.6.7, Turkish draughts. A king moves along rows and columns over empty squares. pydraughts
# lists all empty squares of its row and column, also those behind pieces of either colour, and nothing is captured on the
# way; captures are right. kish 1.1.7 stops at the first piece.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pydraughts==0.6.7 kish==1.1.7 || exit 2
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import draughts
import kish

# A white king on a4 and a white man on a6; black men on d4 and e4, behind each other.
board = draughts.Board(variant="turkish", fen="W:WKa4,a6:Bd4,e4")
print(board.fen)
name = lambda number: "abcdefgh"[(number - 1) % 8] + str((number - 1) // 8 + 1)
moves = [list(map(name, move.steps_move)) for move in board.legal_moves()]
print("pydraughts", *sorted(end for start, end in moves if start == "a4"))

squares = {it: getattr(kish.Square, it) for it in ("A4", "A6", "D4", "E4")}
white, black = ([squares[it] for it in its] for its in (("A4", "A6"), ("D4", "E4")))
board = kish.Board.from_squares(kish.Team.White, white, black, [squares["A4"]])
moves = [it.notation().split("-") for it in board.actions()]
print("kish", *sorted(end for start, end in moves if start == "a4"))
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
W:Wa6,Ka4:Bd4,e4
pydraughts a1 a2 a3 a5 a7 a8 b4 c4 f4 g4 h4
kish a1 a2 a3 a5 b4 c4
SEEN
