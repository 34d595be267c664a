#!/usr/bin/env bash
# PyPI and npm, 2026-11-28: a KIF that begins with a diagram of the board, the pieces in hand and the player to move
# (`先手番`, black), then black drops a pawn. One guesses that a reader takes the position or refuses the file. tsshogi
# 2.2.0 takes it. python-shogi 1.1.1 takes board and hands, but says that white is to move (and black for `後手番`).
# cshogi 1.1.0 skips the diagram without an error and gives the moves with the usual starting position, where nobody
# has a pawn in hand.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install python-shogi==1.1.1 cshogi==1.1.0 || exit 2
(npm init --yes > /dev/null && npm install --silent tsshogi@2.2.0 > /dev/null) || exit 2
empty='| ・ ・ ・ ・ ・ ・ ・ ・ ・|'
{
  echo '後手の持駒：なし'
  echo '  ９ ８ ７ ６ ５ ４ ３ ２ １'
  echo '+---------------------------+'
  echo '| ・ ・ ・ ・v玉 ・ ・ ・ ・|一'
  for rank in 二 三 四 五 六 七 八; do echo "$empty$rank"; done
  echo '| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九'
  echo '+---------------------------+'
  echo '先手の持駒：飛　歩二　'
  echo '先手番'
  echo '手数----指手---------消費時間--'
  echo '   1 ５五歩打     ( 0:00/00:00:00)'
} > game.kif
cat > read.mjs <<'NODE'
import { readFileSync } from "node:fs";
import { importKIF } from "tsshogi";
const record = importKIF(readFileSync("game.kif", "utf8"));
console.log("tsshogi:", record.initialPosition.sfen, "-", record.moves[1].move.usi);
NODE
(
  v/bin/python - <<'PYTHON'
import cshogi.KIF, shogi.KIF

text = open("game.kif", encoding="utf-8").read()
game, other = shogi.KIF.Parser.parse_str(text)[0], cshogi.KIF.Parser.parse_str(text)
print("python-shogi:", game["sfen"], "-", *game["moves"])
print("cshogi:", other.sfen, "-", *map(cshogi.move_to_usi, other.moves))
PYTHON
  node read.mjs
) > seen
cat seen
diff seen - <<'SEEN'
python-shogi: 4k4/9/9/9/9/9/9/9/4K4 w R2P 1 - P*5e
cshogi: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1 - P*5e
tsshogi: 4k4/9/9/9/9/9/9/9/4K4 b R2P 1 - P*5e
SEEN
