#!/usr/bin/env bash
# PyPI, 2026-11-28: the start of Russian and Brazilian draughts, written as FEN by py-draughts 1.10.1 and read by
# pydraughts 0.6.7. Both accept squares as numbers. One guesses that 1 is the same square for both, as it is in
# English draughts. py-draughts counts from the top, where black stands, pydraughts from a1. There each side stands
# where the other one should, no man can move, and no error is raised.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
# Both packages install the module `draughts`.
for package in py-draughts==1.10.1 pydraughts==0.6.7; do
  python3 -m venv "${package%%==*}"
  "${package%%==*}/bin/pip" --quiet --disable-pip-version-check install "$package" || exit 2
done
py-draughts/bin/python - > fens <<'PYTHON'
import draughts

for name in ("American", "Russian", "Brazilian"):
    board = getattr(draughts, name + "Board")()
    print(name, len(list(board.legal_moves)), board.fen.split('"')[1] if '"' in board.fen else board.fen)
PYTHON
pydraughts/bin/python - > seen <<'PYTHON'
import draughts

variants = {"American": "english", "Russian": "russian", "Brazilian": "brazilian"}
for line in open("fens").read().splitlines():
    name, moves, fen = line.split()
    read = draughts.Board(variant=variants[name], fen=fen)
    print(name, "- py-draughts has", moves, "moves, pydraughts", len(read.legal_moves()))
    print("  ", read.fen)
PYTHON
cat fens seen
diff seen - <<'SEEN'
American - py-draughts has 7 moves, pydraughts 7
   W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,10,11,12,2,3,4,5,6,7,8,9
Russian - py-draughts has 7 moves, pydraughts 0
   W:Wb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:Ba1,c3,e3,g3,c1,e1,g1,b2,d2,f2,h2,a3
Brazilian - py-draughts has 7 moves, pydraughts 0
   W:Wb6,d6,f6,h6,a7,c7,e7,g7,b8,d8,f8,h8:Ba1,c3,e3,g3,c1,e1,g1,b2,d2,f2,h2,a3
SEEN
