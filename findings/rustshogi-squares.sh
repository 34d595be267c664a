#!/usr/bin/env bash
# PyPI, 2026-11-29: rustshogi 0.7.1. A board is made from SFEN and printed as SFEN, moves are printed as in `5i4i`. One
# guesses that both name squares alike, or that moves are in CSA, as their text `csa=` says. Squares of moves are
# counted from the other corner: the board is turned by 180 degrees against its own SFEN. Of the usual start a move
# of black's pawn is `7c7d`, which is white's in every other program.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install rustshogi==0.7.1 || exit 2
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import rustshogi

board = rustshogi.Board("4k4/9/9/9/9/9/8P/9/4K4")
print(board)
print(*sorted(map(str, board.search_moves(rustshogi.ColorType.Black))))
start = rustshogi.Game().board
print([str(move) for move in start.search_moves(rustshogi.ColorType.Black) if "7c" in str(move)])
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
Board(sfen=4k4/9/9/9/9/9/8P/9/4K4)
Move(csa=5a4a) Move(csa=5a4b) Move(csa=5a5b) Move(csa=5a6a) Move(csa=5a6b) Move(csa=9c9d)
['Move(csa=7c7d)']
SEEN
