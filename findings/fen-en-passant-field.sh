#!/usr/bin/env bash
# 2026-11-28: what becomes of the en-passant field of a FEN that is read and written at once. Three
# positions after d2d4, black to move: no black pawn beside d4; a pawn on e4 that may capture; a pawn on
# e4 that is pinned along its rank. python-chess 1.11.2, chess.js 1.4.0 and kokopu 4.13.4 keep the square
# if the capture is legal, pyffish 0.0.90 if a pawn stands beside, chessops 0.15.1 always (although the
# server whose rules it implements writes it only for a legal capture). So texts and hashes of texts
# differ for equal positions, and repetition that is counted by text comes out differently.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install chess==1.11.2 pyffish==0.0.90
(cd "$work" && npm init --yes > /dev/null && npm install --silent chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4 > /dev/null)
cat > "$work/fens" <<'FENS'
4k3/8/8/8/3P4/8/8/4K3 b - d3 0 1
4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1
8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1
FENS
cat > "$work/fens.mjs" <<'NODE'
import { readFileSync } from "node:fs";
import { Chess } from "chess.js";
import { makeFen, parseFen } from "chessops/fen";
import { Position } from "kokopu";
const fens = readFileSync("fens", "utf8").trim().split("\n");
const show = (name, rewrite) => console.log(name, ...fens.map((fen) => rewrite(fen).split(" ")[3]));
show("chess.js", (fen) => new Chess(fen).fen());
show("chessops", (fen) => makeFen(parseFen(fen).unwrap()));
show("kokopu", (fen) => new Position(fen).fen());
NODE
(
  cd "$work"
  v/bin/python - <<'PYTHON'
import chess, pyffish

fens = open("fens").read().splitlines()
print("python-chess", *(chess.Board(fen).fen().split()[3] for fen in fens))
print("pyffish", *(pyffish.get_fen("chess", fen, []).split()[3] for fen in fens))
PYTHON
  node fens.mjs
) > "$work/seen"
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
python-chess - d3 -
pyffish - d3 d3
chess.js - d3 -
chessops d3 d3 d3
kokopu - d3 -
SEEN
