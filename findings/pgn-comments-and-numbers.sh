#!/usr/bin/env bash
# npm, PyPI and Debian 12, 2026-11-28. The PGN standard lets a file for import have comments from `;` to the end of
# the line, whole lines after `%` that are skipped, and move numbers without a dot (5, 6 and 8.2.2). One guesses
# that readers of PGN know this. python-chess 1.11.2 and chessops 0.15.1 read all four moves three times. chess.js
# 1.4.0 reads one of three, kokopu 4.13.4 none (both with an error). pgn-extract 19.04 makes two games of the one
# with the comment: one with the tags and no move, and one without tags that begins with the moves after the
# comment, which happen to be legal.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install chess==1.11.2 || exit 2
(npm init --yes > /dev/null && npm install --silent chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4 > /dev/null) || exit 2
(apt-get download -qq -o APT::Sandbox::User=root pgn-extract=19.04-1 && dpkg -x pgn-extract_*.deb root) || exit 2
tags='[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n'
printf "${tags}1. e4 e5 ; a comment\n2. Nf3 Nc6 1-0\n" > comment.pgn
printf "${tags}1. e4 e5\n%% a line to skip\n2. Nf3 Nc6 1-0\n" > escape.pgn
printf "${tags}1 e4 e5 2 Nf3 Nc6 1-0\n" > numbers.pgn
cat > read.mjs <<'NODE'
import { readFileSync } from "node:fs";
import { Chess } from "chess.js";
import { parsePgn } from "chessops/pgn";
import { pgnRead } from "kokopu";
for (const file of ["comment", "escape", "numbers"]) {
  const text = readFileSync(file + ".pgn", "utf8");
  const show = (name, count) => {
    try { console.log(file, name, count()); } catch { console.log(file, name, "error"); }
  };
  show("chess.js", () => { const game = new Chess(); game.loadPgn(text); return game.history().length; });
  show("chessops", () => [...parsePgn(text)[0].moves.mainline()].length);
  show("kokopu", () => pgnRead(text, 0).nodes().length);
}
NODE
(
  node read.mjs
  v/bin/python - <<'PYTHON'
import chess.pgn

for file in ("comment", "escape", "numbers"):
    print(file, "python-chess", len(list(chess.pgn.read_game(open(file + ".pgn")).mainline_moves())))
PYTHON
  for file in comment escape numbers; do
    echo "$file pgn-extract:" $(root/usr/games/pgn-extract -s "$file.pgn" 2> /dev/null | grep -v '^\[' || true)
  done
) > seen
cat seen
diff seen - <<'SEEN'
comment chess.js 4
comment chessops 4
comment kokopu error
escape chess.js error
escape chessops 4
escape kokopu error
numbers chess.js error
numbers chessops 4
numbers kokopu error
comment python-chess 4
escape python-chess 4
numbers python-chess 4
comment pgn-extract: 1-0 1. Nf3 Nc6 1-0
escape pgn-extract: 1. e4 e5 2. Nf3 Nc6 1-0
numbers pgn-extract: 1. e4 e5 2. Nf3 Nc6 1-0
SEEN
