#!/usr/bin/env bash
# npm and PyPI, 2026-11-28: a player called A "B" C. In the value of a PGN tag the standard has a backslash before a
# quote (section 7). One guesses that readers take it off and writers put it there. chessops 0.15.1 and kokopu
# 4.13.4 take it off; python-chess 1.11.2 keeps it as a part of the name; chess.js 1.4.0 refuses the game. And
# python-chess writes the name without backslashes, which of these only itself can read: chessops leaves the name
# out (`?`), the others report an error.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install chess==1.11.2 || exit 2
(npm init --yes > /dev/null && npm install --silent chess.js@1.4.0 chessops@0.15.1 kokopu@4.13.4 > /dev/null) || exit 2
printf '[White "A \\"B\\" C"]\n[Black "b"]\n[Result "*"]\n\n1. e4 *\n' > standard.pgn
cat > read.mjs <<'NODE'
import { readFileSync } from "node:fs";
import { Chess } from "chess.js";
import { parsePgn } from "chessops/pgn";
import { pgnRead } from "kokopu";
for (const file of ["standard.pgn", "written.pgn"]) {
  const text = readFileSync(file, "utf8");
  const show = (name, white) => {
    try { console.log(file, name, white()); } catch { console.log(file, name, "error"); }
  };
  show("chess.js", () => { const game = new Chess(); game.loadPgn(text); return game.getHeaders().White; });
  show("chessops", () => parsePgn(text)[0].headers.get("White"));
  show("kokopu", () => pgnRead(text, 0).playerName("w"));
}
NODE
(
  v/bin/python - <<'PYTHON'
import chess.pgn

print("standard.pgn python-chess", chess.pgn.read_game(open("standard.pgn")).headers["White"])
game = chess.pgn.Game()
game.headers["White"] = 'A "B" C'
game.add_main_variation(chess.Move.from_uci("e2e4"))
print(game, file=open("written.pgn", "w"))
print("written.pgn python-chess", chess.pgn.read_game(open("written.pgn")).headers["White"])
PYTHON
  node read.mjs
) > seen
cat seen
diff seen - <<'SEEN'
standard.pgn python-chess A \"B\" C
written.pgn python-chess A "B" C
standard.pgn chess.js error
standard.pgn chessops A "B" C
standard.pgn kokopu A "B" C
written.pgn chess.js error
written.pgn chessops ?
written.pgn kokopu error
SEEN
