#!/usr/bin/env bash
# PyPI, 2026-11-29: catanatron 3.2.1, Catan. `Game(players, seed=…)` takes a seed "for reproducing games", and within
# one process it does: the same players and the same seed give the same game. One guesses that another process gives
# it, too. The board and the order of the players are the same, but the game is another one: the players choose from
# lists that were made from sets, whose order is not the same in every process. And the seed 0 is none; another one is
# drawn instead.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install catanatron==3.2.1 || exit 2
cat > play.py <<'PYTHON'
import hashlib

from catanatron import Game
from catanatron.models.player import Color, RandomPlayer


def digest(it):
    return hashlib.sha256(repr(it).encode()).hexdigest()


def play(seed):
    game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE)], seed=seed)
    board = [(place, tile.resource, tile.number) for place, tile in game.state.board.map.land_tiles.items()]
    start = digest((board, game.state.colors))
    game.play()
    return start, digest((game.state.num_turns, sorted(game.state.board.roads.items())))


first, again = play(7), play(7)
players = [RandomPlayer(color) for color in (Color.RED, Color.BLUE)]
print(*first, first == again, Game(players, seed=7).seed == 7, Game(players, seed=0).seed == 0)
PYTHON
# The hashes of a process are random if nothing is said; here they are different for sure.
for hashes in 1 2 3 4; do
  PYTHONHASHSEED="$hashes" v/bin/python play.py
done > processes
{
  echo "different starts in four processes: $(cut -d' ' -f1 processes | sort -u | wc -l)"
  echo "different games in four processes: $(cut -d' ' -f2 processes | sort -u | wc -l)"
  echo "the same game twice in one process, seed 7 kept, seed 0 kept: $(cut -d' ' -f3- processes | sort -u)"
} > seen
cat seen
diff seen - <<'SEEN'
different starts in four processes: 1
different games in four processes: 4
the same game twice in one process, seed 7 kept, seed 0 kept: True True False
SEEN
