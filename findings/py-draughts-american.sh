#!/usr/bin/env bash
# PyPI, 2026-11-29: py-draughts 1.10.1, American draughts. The rules of every federation say that who can capture must,
# and that black, the darker side, begins; one guesses that a library of draughts variants has both. In its
# `AmericanBoard` captures are optional, as its docstring says, and white begins. imparaai-checkers 1.4.2 has the
# usual rules, its squares numbered in the same way.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install py-draughts==1.10.1 imparaai-checkers==1.4.2 || exit 2
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import draughts
from checkers.game import Game

board, game = draughts.AmericanBoard(), Game()
print("py-draughts begins", *sorted(str(move) for move in board.legal_moves))
print("imparaai-checkers begins", *(f"{start}-{end}" for start, end in game.get_possible_moves()))
for move in "22-18 11-15".split():
    board.push_uci(move)
for move in [11, 15], [22, 18]:
    game.move(move)
print("py-draughts", *sorted(str(move) for move in board.legal_moves))
print("imparaai-checkers", *(f"{start}x{end}" for start, end in game.get_possible_moves()))
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
py-draughts begins 21-17 22-17 22-18 23-18 23-19 24-19 24-20
imparaai-checkers begins 9-13 9-14 10-14 10-15 11-15 11-16 12-16
py-draughts 18-14 18x11 21-17 23-19 24-19 24-20 25-22 26-22
imparaai-checkers 15x22
SEEN
