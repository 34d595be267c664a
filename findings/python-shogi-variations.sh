#!/usr/bin/env bash
# PyPI, 2026-11-28: python-shogi 1.1.1. KIF, the usual format of shogi games, has variations after the game
# (`変化：3手`, from move 3). Here black resigns after four moves, and a variation of two moves follows. One guesses
# that the parser gives the game and leaves the variation out, as cshogi 1.1.0 does. It appends the variation to the
# game: six moves, each of them legal where it now stands, of a game that nobody played.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install python-shogi==1.1.1 cshogi==1.1.0 || exit 2
cat > "$work/game.kif" <<'KIF'
手合割：平手
先手：a
後手：b
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:01/00:00:01)
   2 ３四歩(33)   ( 0:02/00:00:02)
   3 ２二角成(88)   ( 0:01/00:00:02)
   4 同　銀(31)   ( 0:01/00:00:03)
   5 投了
まで4手で後手の勝ち

変化：3手
   3 ２六歩(27)   ( 0:01/00:00:02)
   4 ８四歩(83)   ( 0:01/00:00:03)
KIF
"$work/v/bin/python" - "$work/game.kif" > "$work/seen" <<'PYTHON'
import sys
import cshogi.KIF, shogi, shogi.KIF

text = open(sys.argv[1], encoding="utf-8").read()
game = shogi.KIF.Parser.parse_str(text)[0]
print("cshogi", *map(cshogi.move_to_usi, cshogi.KIF.Parser.parse_str(text).moves))
print("python-shogi", *game["moves"])
board = shogi.Board(game["sfen"])
for move in map(shogi.Move.from_usi, game["moves"]):
    assert move in board.legal_moves
    board.push(move)
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
cshogi 7g7f 3c3d 8h2b+ 3a2b
python-shogi 7g7f 3c3d 8h2b+ 3a2b 2g2f 8c8d
SEEN
