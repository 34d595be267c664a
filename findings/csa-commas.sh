#!/usr/bin/env bash
# PyPI and npm, 2026-11-28: CSA, the format of computer shogi, lets several statements share a line, with commas
# between. Four moves, the last two of them in one line, then black resigns. tsshogi 2.2.0 and json-kifu-format 5.5.0
# read this. python-shogi 1.1.1 and cshogi 1.1.0 take the first move of the line and drop the rest, without an
# error; then white is to move, white is the one who resigns, and the loser has won.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install python-shogi==1.1.1 cshogi==1.1.0 || exit 2
(cd "$work" && npm init --yes > /dev/null && npm install --silent tsshogi@2.2.0 json-kifu-format@5.5.0 > /dev/null) || exit 2
printf 'V2.2\nPI\n+\n+7776FU\n-3334FU\n+2726FU,-8384FU\n%%TORYO\n' > "$work/game.csa"
cat > "$work/read.mjs" <<'NODE'
import { readFileSync } from "node:fs";
import kifu from "json-kifu-format";
import { importCSA } from "tsshogi";
const text = readFileSync("game.csa", "utf8");
console.log("tsshogi", importCSA(text).moves.filter((it) => it.move.usi).length, "moves");
console.log("json-kifu-format", kifu.Parsers.parseCSA(text).moves.filter((it) => it.move).length, "moves");
NODE
(
  cd "$work"
  v/bin/python - <<'PYTHON'
import cshogi.CSA, shogi.CSA

text = open("game.csa").read()
game, other = shogi.CSA.Parser.parse_str(text)[0], list(cshogi.CSA.Parser.parse_str(text))[0]
print("python-shogi", len(game["moves"]), "moves, winner:", {"b": "black", "w": "white"}[game["win"]])
print("cshogi", len(other.moves), "moves, winner:", {cshogi.BLACK_WIN: "black", cshogi.WHITE_WIN: "white"}[other.win])
PYTHON
  node read.mjs
) > "$work/seen"
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
python-shogi 3 moves, winner: black
cshogi 3 moves, winner: black
tsshogi 4 moves
json-kifu-format 4 moves
SEEN
