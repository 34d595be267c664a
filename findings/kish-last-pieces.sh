#!/usr/bin/env bash
# PyPI, 2026-11-30: kish 1.1.7, Turkish draughts; its page ends a draw "1v1". One guesses that this does not end a game
# before a capture that must be made, and that an action says what it captures. With one piece against one the status is
# a draw at once, also if the piece to move can only capture the last one and win, and if a king stands against a man.
# A king that takes four pieces and comes back to its square is right on the board, but the action has the notation
# `ad`, begins on A9 and counts no captured piece, as its source is not a square.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install kish==1.1.7 || exit 2
v/bin/python - > seen <<'PYTHON'
from kish import Board, Square, Team


def board(white, black, kings):
    white, black, kings = ([Square.from_notation(it) for it in them.split()] for them in (white, black, kings))
    return Board.from_squares(turn=Team.White, white_squares=white, black_squares=black, king_squares=kings)


for white, black, kings in ("d4", "d5", ""), ("d4", "d5", "d4"), ("d4", "h6", "d4"), ("d4 a1", "d5", "d4"):
    it = board(white, black, kings)
    after = it.apply(it.actions()[0]).status()
    moves = " ".join(action.notation() for action in it.actions()[:3])
    print(f"white {white} against black {black}, kings {kings or 'none'}: {it.status()}; first moves {moves}, then {after}")

print("white d4 (king) and h1 to move, black d6 f7 g5 e4:")
it = board("d4 h1", "d6 f7 g5 e4", "d4")
for action in sorted(it.actions(), key=lambda action: action.notation()):
    after = it.apply(action)
    king = next(square for square in after.white_pieces() if str(square) != "H1")
    print(f"  {action.notation()}: from {action.source()}, captures {action.capture_count()}, "
          f"black left {len(after.black_pieces())}, king on {king}")
PYTHON
cat seen
diff seen - <<'SEEN'
white d4 against black d5, kings none: Draw; first moves d4xd6, then Won by White
white d4 against black d5, kings d4: Draw; first moves d4xd6 d4xd7 d4xd8, then Won by White
white d4 against black h6, kings d4: Draw; first moves d4-d1 d4-d2 d4-d3, then Draw
white d4 a1 against black d5, kings d4: In Progress; first moves d4xd6 d4xd7 d4xd8, then Won by White
white d4 (king) and h1 to move, black d6 f7 g5 e4:
  ad: from A9, captures 0, black left 0, king on D4
  ad: from A9, captures 0, black left 0, king on D4
  d4xd7xg7xg4xa4: from D4, captures 4, black left 0, king on A4
  d4xd7xg7xg4xb4: from D4, captures 4, black left 0, king on B4
  d4xd7xg7xg4xc4: from D4, captures 4, black left 0, king on C4
  d4xg4xg7xd7xd1: from D4, captures 4, black left 0, king on D1
  d4xg4xg7xd7xd2: from D4, captures 4, black left 0, king on D2
  d4xg4xg7xd7xd3: from D4, captures 4, black left 0, king on D3
  d4xg4xg7xd7xd5: from D4, captures 4, black left 0, king on D5
SEEN
