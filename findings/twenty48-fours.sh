#!/usr/bin/env bash
# PyPI, 2026-11-29: four packages of 2048. In the game of 2014 a new tile is a 4 in 10 of 100 cases. Games of
# libtwenty 2.3.3 have 33 of 100, of cursed-2048 0.1.2 39 (its option says 60 percent of 2s and is off by one), and
# only the two others have 10: scores of one say nothing about the other.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install libtwenty==2.3.3 cursed-2048==0.1.2 \
  py2048-cli-game==0.1.0 2048-cli==1.0.3 || exit 2
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import numpy
from cursed_2048.main import Board as Cursed
from libtwenty import spawn_tile
from py2048.game import Game2048
from src.board import Board as Cli

def cursed():
    board = Cursed.__new__(Cursed)
    board.percent_2s, board.numbers = 60, [[0] * 4 for _ in range(4)]  # the default of the command
    board.place_random_number()
    return sum(map(sum, board.numbers))

def cli_game():
    game = Game2048.__new__(Game2048)
    game.size, game.grid = 4, [[0] * 4 for _ in range(4)]
    game._add_new_tile()
    return sum(map(sum, game.grid))

def cli():
    board = Cli.__new__(Cli)
    board.board = numpy.zeros((4, 4), int)
    board.new_piece()
    return int(board.board.sum())

games = {
    "libtwenty": lambda: int(spawn_tile(numpy.zeros((4, 4), int)).sum()),
    "cursed-2048": cursed,
    "py2048-cli-game": cli_game,
    "2048-cli": cli,
}
for name, tile in games.items():
    share = sum(tile() == 4 for _ in range(40000)) / 400
    (nearest,) = [it for it in (10, 33.3, 39) if abs(share - it) < 1.5] or [share]
    print(f"{name}: {nearest} of 100 tiles are a 4")
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
libtwenty: 33.3 of 100 tiles are a 4
cursed-2048: 39 of 100 tiles are a 4
py2048-cli-game: 10 of 100 tiles are a 4
2048-cli: 10 of 100 tiles are a 4
SEEN
