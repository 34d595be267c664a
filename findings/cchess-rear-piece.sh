#!/usr/bin/env bash
# PyPI, 2026-11-29: cchess 1.25.5 (xiangqi). It saves a game in Chinese notation, in which two equal pieces on a file
# are the front and the rear one (前兵, 后兵). One guesses that a game it saves comes back when it loads the file. If a
# third piece of the kind stands on another file, it can come back as another game, or as an empty one, without an
# error: the reader looks for front and rear on the whole board, not on a file that has two.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install cchess==1.25.5 || exit 2
cd "$work"
PYTHONUTF8=1 v/bin/python - > seen <<'PYTHON'
from cchess import ChessBoard, Game

for name, position, moves in (
    ("red pawns on a6, c5 and c7", "4k4/9/2P6/P8/2P6/9/9/9/9/3K5 w", ("c7d7", "c7c8", "c5b5", "c5d5")),
    ("red rooks on a1, c5 and c7", "4k4/9/2R6/9/2R6/9/9/9/R8/3K5 w", ("c7c8", "c5b5")),
    ("black pawns on a3, c2 and c4", "4k4/9/9/9/9/2p6/p8/2p6/9/3K5 b", ("c4d4", "c2c1")),
):
    print(name)
    for move in moves:
        game = Game(ChessBoard(position))
        played = game.append_next_move(ChessBoard(position).move_iccs(move))
        game.save_to("game.pgn")
        print("  saved", move, "as", played.to_text(), "loaded", Game.read_from("game.pgn").dump_iccs_moves())
PYTHON
cat seen
diff seen - <<'SEEN'
red pawns on a6, c5 and c7
  saved c7d7 as 前兵平六 loaded [['c7d7']]
  saved c7c8 as 前兵进一 loaded [['c7c8']]
  saved c5b5 as 后兵平八 loaded [['a6b6']]
  saved c5d5 as 后兵平六 loaded []
red rooks on a1, c5 and c7
  saved c7c8 as 前车进一 loaded [['c7c8']]
  saved c5b5 as 后车平八 loaded [['a1b1']]
black pawns on a3, c2 and c4
  saved c4d4 as 后卒平４ loaded [['c4d4']]
  saved c2c1 as 前卒进１ loaded [['a3a2']]
SEEN
