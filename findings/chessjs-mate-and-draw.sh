#!/usr/bin/env bash
# npm and PyPI, 2026-11-28: checkmate by the hundredth half-move without a capture or a pawn's move. A mate ends the
# game at once, so no draw can be claimed any more. One guesses that libraries that know both rules give the mate
# the precedence. chessops 0.15.1, pyffish 0.0.90 and python-chess 1.11.2 do. In chess.js 1.4.0 `isCheckmate()` and
# `isDraw()` are both true: the result depends on which one the caller asks first.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install chess==1.11.2 pyffish==0.0.90 || exit 2
(npm init --yes > /dev/null && npm install --silent chess.js@1.4.0 chessops@0.15.1 > /dev/null) || exit 2
cat > mate.mjs <<'NODE'
import { Chess } from "chess.js";
import { parseFen } from "chessops/fen";
import { parseUci } from "chessops/util";
import { setupPosition } from "chessops/variant";
const fen = "7k/8/6K1/8/8/8/8/R7 w - - 99 90";
const game = new Chess(fen);
game.move("Ra8#");
console.log("chess.js mate", game.isCheckmate(), "draw", game.isDraw());
const position = setupPosition("chess", parseFen(fen).unwrap()).unwrap();
position.play(parseUci("a1a8"));
console.log("chessops winner", position.outcome().winner);
NODE
(
  node mate.mjs
  v/bin/python - <<'PYTHON'
import chess, pyffish

fen = "7k/8/6K1/8/8/8/8/R7 w - - 99 90"
board = chess.Board(fen)
board.push_uci("a1a8")
print("python-chess", board.outcome(claim_draw=True).termination.name, "can claim a draw:", board.can_claim_draw())
print("pyffish draw", pyffish.is_optional_game_end("chess", fen, ["a1a8"])[0])
PYTHON
) > seen
cat seen
diff seen - <<'SEEN'
chess.js mate true draw true
chessops winner white
python-chess CHECKMATE can claim a draw: False
pyffish draw False
SEEN
