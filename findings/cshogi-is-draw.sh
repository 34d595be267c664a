#!/usr/bin/env bash
# PyPI, 2026-11-28: cshogi 1.1.0. In shogi the fourth occurrence of a position ends the game, as a draw or, if one
# side gave check all the time, as its loss. One guesses that `Board.is_draw()` reports this, as the function
# `is_fourfold_repetition()` of python-shogi 1.1.1 does. It returns REPETITION_DRAW (1) at the second occurrence, after
# 4 plies, and for a perpetual check REPETITION_WIN or _LOSE (2, 3), as early: the convention of a search, not the
# rule of the game. python-shogi waits for the fourth, but does not tell a perpetual check from a draw.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install python-shogi==1.1.1 cshogi==1.1.0 || exit 2
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import cshogi, shogi

def show(what, sfen, start, cycle):
    board, other = cshogi.Board(sfen), shogi.Board(sfen)
    moves = start + cycle * 3
    for move in moves:
        board.push_usi(move)
        other.push_usi(move)
        plies = len(board.history)
        if board.is_draw() and plies <= len(start) + len(cycle):
            print(what, "- cshogi after", plies, "plies:", board.is_draw())
        if other.is_fourfold_repetition():
            print(what, "- python-shogi after", plies, "plies: fourfold repetition")

show("kings move", "4k4/9/9/9/9/9/9/9/4K4 b - 1", [], ["5i4i", "5a4a", "4i5i", "4a5a"])
show("rook checks", "4k4/9/9/9/9/9/9/9/R3K4 b - 1", ["9i9a"], ["5a5b", "9a9b", "5b5a", "9b9a"])
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
kings move - cshogi after 4 plies: 1
kings move - python-shogi after 12 plies: fourfold repetition
rook checks - cshogi after 5 plies: 2
rook checks - python-shogi after 13 plies: fourfold repetition
SEEN
