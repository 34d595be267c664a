#!/usr/bin/env bash
# PyPI, 2026-11-29: a full board of Othello, where nobody can move. One guesses that the list of legal moves is empty.
# creversi-python 0.1.0 says that the game is over, and lists one legal move, a pass: a loop until there is none never
# ends. In rust-reversi 1.4.4 the list is empty, `is_pass` is true, and the pass raises an error.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install creversi-python==0.1.0 rust-reversi==1.4.4 || exit 2
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import creversi
from rust_reversi import Board, Turn

board = creversi.Board("X" * 64, True)
moves = [creversi.move_to_str(move) for move in board.legal_moves]
print("creversi-python: over", board.is_game_over(), "moves", moves, "legal", board.is_legal(creversi.PASS))

board = Board()
board.set_board_str("X" * 64, Turn.BLACK)
try:
    board.do_pass()
    result = "played"
except ValueError as error:
    result = str(error)
print("rust-reversi: over", board.is_game_over(), "moves", board.get_legal_moves_vec(), "is_pass", board.is_pass(), "pass:", result)
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
creversi-python: over True moves ['pass'] legal True
rust-reversi: over True moves [] is_pass True pass: Invalid pass
SEEN
