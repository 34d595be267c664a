#!/usr/bin/env bash
# PyPI, 2026-11-28: pyffish 0.0.90 (Fairy-Stockfish). `get_fen(…, sfen=True)` writes SFEN, in which `b`
# moves first. The readers know only the library's own FEN: given that text, `validate_fen` says 1 (valid),
# and the position has the other player to move. A pawn in hand, as SFEN writes it, is dropped.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pyffish==0.0.90
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import pyffish

written = pyffish.get_fen("shogi", pyffish.start_fen("shogi"), [], False, True)
print("written:", written)
print("valid:", pyffish.validate_fen(written, "shogi"))
print("read back:", pyffish.get_fen("shogi", written, [], False, True))
print("with a pawn in hand:", pyffish.get_fen("shogi", "4k4/9/9/9/9/9/9/9/4K4 b P 1", [], False, True))
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
written: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
valid: 1
read back: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 2
with a pawn in hand: 4k4/9/9/9/9/9/9/9/4K4 w - 2
SEEN
