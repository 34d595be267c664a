#!/usr/bin/env bash
# PyPI, 2026-11-30: js-go 0.1.4, "game logic, rules enforcement" of Go, and sgfmill 1.1.1. `play_move` gives the board
# back as it was if a move is not allowed, as it does for a suicide or a ko. One guesses that it does so for a point
# with a stone. It puts the new stone in the place of the old one, also on one of the other colour, and captures what
# that leaves without a liberty: here black turns white's stone on c3 into black's, and white's on b3 is taken.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install js-go==0.1.4 sgfmill==1.1.1 || exit 2
v/bin/python - > seen <<'PYTHON'
from js_go import Go_game
from sgfmill.boards import Board

COLUMNS = "abcde"


def show(text):
    game, second = Go_game(5), Board(5)
    for ply, move in enumerate(text.split()):
        color = "bw"[ply % 2]
        column, row = COLUMNS.index(move[0]), int(move[1]) - 1
        before = game.board
        taken = game.play_move(row, column) is not before
        try:
            second.play(row, column, color)
            other = "played"
        except ValueError:
            other = "refused"
        if not taken or other != "played":
            print(f"{color} {move}: js-go {'played' if taken else 'not played'}; sgfmill: {other}")
    for row in reversed(game.board):
        print("  " + " ".join(row))


show("b4 b3 a3 c3 b2 e5 c3")
show("b1 e5 a2 a1")
PYTHON
cat seen
diff seen - <<'SEEN'
b c3: js-go played; sgfmill: refused
  . . . . w
  . b . . .
  b . b . .
  . b . . .
  . . . . .
w a1: js-go not played; sgfmill: played
  . . . . w
  . . . . .
  . . . . .
  b . . . .
  . b . . .
SEEN
