#!/usr/bin/env bash
# npm and PyPI, 2026-11-28: a game with a variation that begins with a comment, written as PGN by python-chess 1.11.2,
# chessops 0.15.1 and kokopu 4.13.4. One guesses that chess.js 1.4.0, which skips variations, reads all three. It reads
# kokopu's only. The others put a space between the parenthesis and the comment; with that one space the whole game
# is an error, although spaces are allowed there, and before a move at the same place.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install chess==1.11.2 || exit 2
(npm init --yes > /dev/null && npm install --silent chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4 > /dev/null) || exit 2
v/bin/python - <<'PYTHON'
import chess, chess.pgn

game = chess.pgn.Game()
first = game.add_variation(chess.Move.from_uci("e2e4"))
first.add_variation(chess.Move.from_uci("e7e5"))
first.add_variation(chess.Move.from_uci("c7c5"), starting_comment="or")
print(game, file=open("game.pgn", "w"))
PYTHON
cat > read.mjs <<'NODE'
import { readFileSync } from "node:fs";
import { Chess } from "chess.js";
import { makePgn, parsePgn } from "chessops/pgn";
import { pgnRead, pgnWrite } from "kokopu";
const text = readFileSync("game.pgn", "utf8");
const texts = { "python-chess": text, chessops: makePgn(parsePgn(text)[0]), kokopu: pgnWrite(pgnRead(text, 0)) };
for (const [writer, pgn] of Object.entries(texts)) {
  const moves = pgn.trim().split("\n").pop();
  const game = new Chess();
  try { game.loadPgn(pgn); console.log(writer, moves, "->", ...game.history()); } catch { console.log(writer, moves, "-> error"); }
}
NODE
node read.mjs > seen
cat seen
diff seen - <<'SEEN'
python-chess 1. e4 e5 ( { or } 1... c5 ) * -> error
chessops 1. e4 e5 ( { or } 1... c5 ) * -> error
kokopu 1. e4 e5 ({or} 1... c5) * -> e4 e5
SEEN
