#!/usr/bin/env bash
# PyPI, 2026-11-30: ludo-king-engine 0.1.3, Ludo with 52 squares and six squares of each player's own to the end. One
# guesses that a token moves as many squares as the die shows, so that different throws lead to different squares.
# Where the own column begins, two throws lead to the same square: the one that ends on the last common square, where
# no token ever stands, and the next one. A token of red on square 50 comes to the first of the column, 100, with a 1
# and with a 2. The way to the end is as long as the throws make it: 55 steps if one ends on that place, 56 if it is
# crossed.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install --no-deps ludo-king-engine==0.1.3 || exit 2
v/bin/python - > seen <<'PYTHON'
from ludo_engine.core.game import LudoGame
from ludo_engine.models.model import PlayerColor


def at(square):
    """A game in which red's first token has come to the square from its start, 1, with throws of its own."""
    game = LudoGame([PlayerColor.RED, PlayerColor.GREEN])
    red = game.players[0]
    assert game.execute_move(red, 0, 6).success
    while (left := square - red.tokens[0].position) > 0:
        assert game.execute_move(red, 0, min(left, 6)).success
    return game, red


for square in 44, 47, 50:
    targets = []
    for die in range(1, 7):
        game, red = at(square)
        targets.append(next(it.target_position for it in game.get_valid_moves(red, die) if it.token_id == 0))
        assert game.execute_move(red, 0, die).new_position == targets[-1]
    print(f"red on {square}, throws 1 to 6: {targets}")

for throws in [1] * 55, [6] * 8 + [2] + [1] * 5, [6] * 8 + [3] + [1] * 5:
    game, red = at(1)
    used = 0
    for die in throws:
        if red.tokens[0].is_finished():
            break
        assert game.execute_move(red, 0, die).success
        used += die
    print("steps to the end:", used, "finished:", red.tokens[0].is_finished())
PYTHON
cat seen
diff seen - <<'SEEN'
red on 44, throws 1 to 6: [45, 46, 47, 48, 49, 50]
red on 47, throws 1 to 6: [48, 49, 50, 100, 100, 101]
red on 50, throws 1 to 6: [100, 100, 101, 102, 103, 104]
steps to the end: 55 finished: True
steps to the end: 55 finished: True
steps to the end: 56 finished: True
SEEN
