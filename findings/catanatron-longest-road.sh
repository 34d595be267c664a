#!/usr/bin/env bash
# PyPI, 2026-11-29: catanatron 3.2.1, Catan. The card for the longest road is for five roads or more; a settlement of
# another player in between cuts a road, at its end it does not. One guesses that nobody has the card with two roads,
# and that the order of building does not matter. When a settlement cuts any road, whoever then has most roads gets
# the card, be it two. And a road that is built up to a settlement of another player does not count; if the settlement
# comes later, it does.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install catanatron==3.2.1 || exit 2
v/bin/python - > seen <<'PYTHON'
from catanatron.models.board import Board
from catanatron.models.player import Color

RED, BLUE = Color.RED, Color.BLUE


def show(name, board):
    lengths = ", ".join(f"{color.value} {length}" for color, length in board.road_lengths.items())
    print(f"{name}: card of {board.road_color.value if board.road_color else 'nobody'}; lengths: {lengths}")


# Red has three roads in a row from its settlement on 0, blue two from 8 to the second crossing of red.
board = Board()
board.build_settlement(RED, 0, initial_build_phase=True)
for edge in (0, 1), (1, 2), (2, 3):
    board.build_road(RED, edge)
board.build_settlement(BLUE, 8, initial_build_phase=True)
for edge in (8, 9), (2, 9):
    board.build_road(BLUE, edge)
show("three and two roads", board)
board.build_settlement(BLUE, 2)
show("after blue's settlement between red's", board)

# Five roads of red in a row, from 5 over 0, where its settlement stands, to 4, where blue's stands.
for order in "blue's settlement, then red's roads", "red's roads, then blue's settlement":
    board = Board()
    board.build_settlement(RED, 0, initial_build_phase=True)
    for it in order.split(", then "):
        if it.startswith("blue"):
            board.build_settlement(BLUE, 4, initial_build_phase=True)
        else:
            for edge in (0, 5), (0, 1), (1, 2), (2, 3), (3, 4):
                board.build_road(RED, edge)
    show(order, board)
PYTHON
cat seen
diff seen - <<'SEEN'
three and two roads: card of nobody; lengths: RED 3, BLUE 2
after blue's settlement between red's: card of RED; lengths: RED 2, BLUE 2
blue's settlement, then red's roads: card of nobody; lengths: RED 4
red's roads, then blue's settlement: card of RED; lengths: RED 5
SEEN
