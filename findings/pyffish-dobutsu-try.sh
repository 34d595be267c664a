#!/usr/bin/env bash
# PyPI, 2026-11-28: pyffish 0.0.90 (Fairy-Stockfish), variant `dobutsu`. The publisher's rules let a lion win by
# standing on the last row if it is not attacked there, and also if it is attacked and the opponent does not
# capture it in the next move ("How to Play" of doubutsushogi.jp). One guesses that a library with this variant
# knows both. It ends the game at once for the first; for the second it never does: the lion stays on the last
# row, the opponent has moved another piece, and the game goes on as if nothing had happened.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pyffish==0.0.90
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import pyffish

def show(what, fen, moves):
    is_over, _ = pyffish.is_immediate_game_end("dobutsu", fen, moves)
    legal = pyffish.legal_moves("dobutsu", fen, moves)
    print(what, "- over:", is_over, "- moves:", " ".join(sorted(legal)) or "none")

show("a try that is not attacked", "2l/L2/3/3[] w 0 1", ["a3a4"])
show("a try that is attacked", "1gl/L2/3/3[] w 0 1", ["a3a4"])
show("and is not captured", "1gl/L2/3/3[] w 0 1", ["a3a4", "c4c3"])
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
a try that is not attacked - over: True - moves: none
a try that is attacked - over: False - moves: b4a4 b4b3 c4b3 c4c3
and is not captured - over: False - moves: a4a3 a4b3 a4b4
SEEN
