#!/usr/bin/env bash
# PyPI, 2026-11-29: IDs of GNU Backgammon (gnubg 1.1.0a16) read by ankigammon 1.19.1. The board is the same twice: the
# player who leads 2 to 1 has played a 3 and a 1 and has 163 pips left, the other one has 167. One guesses that a
# reader gives each player the own checkers, whoever is to move. It does while the other one is to move; with the
# leader to move, the checkers of both are exchanged, but not the scores. GNU Backgammon writes the opponent's
# checkers first, then those of who is to move; ankigammon takes the first ones to be those of the same player always.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install --no-deps gnubg==1.1.0a16 ankigammon==1.19.1 || exit 2
cat > compare.py <<'PYTHON'
import gnubg
from ankigammon.utils.gnuid import Player, parse_gnuid

def compare():
    other, mover = (sum((at + 1) * men for at, men in enumerate(side)) for side in gnubg.board())
    points = (2, 1) if gnubg.posinfo()["turn"] else (1, 2)
    position, state = parse_gnuid(gnubg.gnubgid())
    o = sum(at * -men for at, men in enumerate(position.points) if men < 0), state["score_o"]
    x = sum((25 - at) * men for at, men in enumerate(position.points) if men > 0), state["score_x"]
    read = (x, o) if state["on_roll"] == Player.X else (o, x)
    print(gnubg.gnubgid(), "pips and points, first of who is to move:", file=file)
    print("  gnubg", (mover, points[0]), (other, points[1]), "ankigammon", *read, file=file)

file = open("seen", "w")
for option in ("player 0 human", "player 1 human", "automatic roll off", "automatic game off"):
    gnubg.command("set " + option)
gnubg.command("set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:7:10")
gnubg.command("move 8/5 6/5")
compare()
gnubg.command("set xgid XGID=-b---BD-B---eE---c-e----B-:0:0:1:63:2:1:0:7:10")
compare()
PYTHON
HOME="$work" v/bin/python compare.py > /dev/null 2>&1
cat seen
diff seen - <<'SEEN'
sGfwATDgc/ABMA:MAHgABAAEAAE pips and points, first of who is to move:
  gnubg (167, 1) (163, 2) ankigammon (167, 1) (163, 2)
4HPwATCwZ/ABMA:cAnvABAAEAAE pips and points, first of who is to move:
  gnubg (163, 2) (167, 1) ankigammon (167, 2) (163, 1)
SEEN
