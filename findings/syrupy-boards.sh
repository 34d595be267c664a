#!/usr/bin/env bash
# PyPI, 2026-11-30: syrupy 7.0.2, snapshots for pytest, with boards of rsshogi 1.7.0, rust-reversi 1.4.4, python-chess
# 1.11.2 and sgfmill 1.1.1. One guesses that a snapshot of a board notices that another move was played. An object
# without a `__repr__` of its own is written as its public attributes, and these need not be all there is: a board of
# rsshogi has the side to move and the number of the move, one of rust-reversi nothing at all, as a class with its
# squares in `_squares`. Such a test cannot fail, and says nothing of it.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install syrupy==7.0.2 rsshogi==1.7.0 rust-reversi==1.4.4 \
    chess==1.11.2 sgfmill==1.1.1 || exit 2
cat > test_boards.py <<'PYTHON'
import os

import chess
import rust_reversi
import sgfmill.boards
from rsshogi.core import Board

second = int(os.environ["SECOND_MOVE"])


def test_shogi(snapshot):
    board = Board()
    board.apply_usi(["7g7f", "2g2f"][second])
    assert board == snapshot


def test_reversi(snapshot):
    board = rust_reversi.Board()
    board.do_move(board.get_legal_moves_vec()[second])
    assert board == snapshot


def test_own(snapshot):
    class Own:
        def __init__(self):
            self._squares = ["x..", "..x"][second]

    assert Own() == snapshot


def test_go(snapshot):
    board = sgfmill.boards.Board(9)
    board.play(2 + second, 2, "b")
    assert board == snapshot


def test_chess(snapshot):
    board = chess.Board()
    board.push_uci(["e2e4", "d2d4"][second])
    assert board == snapshot
PYTHON
SECOND_MOVE=0 v/bin/python -m pytest -q --snapshot-update > /dev/null
{
    v/bin/python - <<'PYTHON'
import rust_reversi
from rsshogi.core import Board

one, two = rust_reversi.Board(), rust_reversi.Board()
one.do_move(one.get_legal_moves_vec()[0])
two.do_move(two.get_legal_moves_vec()[1])
print("reversi boards equal:", one == two, one.get_board() == two.get_board())
one, two = Board(), Board()
one.apply_usi("7g7f")
two.apply_usi("2g2f")
print("shogi boards equal:", one == two, one.to_sfen() == two.to_sfen())
PYTHON
    sed -n '/test_reversi/,/---/p; /test_shogi/,/---/p; /test_own/,/---/p' __snapshots__/test_boards.ambr
    echo "with the other move:"
    SECOND_MOVE=1 v/bin/python -m pytest -v 2> /dev/null | grep -oE '::test_[a-z]+ (PASSED|FAILED)' || true
} > seen
cat seen
diff seen - <<'SEEN'
reversi boards equal: False False
shogi boards equal: False False
# name: test_own
  Own(
  )
# ---
# name: test_reversi
  Board(
  )
# ---
# name: test_shogi
  Board(
    game_ply=2,
    turn=Color(White),
  )
# ---
with the other move:
::test_shogi PASSED
::test_reversi PASSED
::test_own PASSED
::test_go FAILED
::test_chess FAILED
SEEN
