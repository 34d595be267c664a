#!/usr/bin/env bash
# PyPI, 2026-11-29: rust-chess 0.4.3. One guesses that `generate_legal_moves` of the same position gives the same
# moves when it is called again. The iterator is a part of the board: a second list is empty, and one that follows
# a look at the first move has the others only, until `reset_move_generator` (which the README says) or a move.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install rust-chess==0.4.3 || exit 2
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import rust_chess

board = rust_chess.Board()
first, second = list(board.generate_legal_moves()), list(board.generate_legal_moves())
print(len(first), len(second), "mate:", board.is_checkmate())
board = rust_chess.Board()
print(next(iter(board.generate_legal_moves())) in list(board.generate_legal_moves()))
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
20 0 mate: False
False
SEEN
