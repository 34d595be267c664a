#!/usr/bin/env bash
# PyPI, 2026-11-29: GNU Backgammon (gnubg 1.1.0a16) exports a match as .mat, in two columns, and gammonview 3.1.0
# reads it. Bottom plays a 3 and a 1, top double 3, bottom doubles, top takes, and both move once more. One guesses that
# the double is read whatever top has played. With 24/21(2) 8/5(2) it is; 24/21(2) 13/10(2) fills the left column, two
# spaces are left before the double, the reader looks for three, and takes both for top's move. Double and take are
# gone without an error, and the cube stays at 1 in the middle. A roll after such a move is found by its colon.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install --no-deps gnubg==1.1.0a16 gammonview==3.1.0 || exit 2
cat > write.py <<'PYTHON'
import gnubg

for name, move in (("short", "24/21(2) 8/5(2)"), ("long", "24/21(2) 13/10(2)")):
    for command in (
        "set player 0 human", "set player 1 human", "set player 0 name top", "set player 1 name bottom",
        "set automatic roll off", "set automatic game off", "set confirm new off", "set confirm save off",
        "set seed 5", "new match 7",  # with this seed bottom begins
        "set dice 3 1", "move 8/5 6/5", "roll", "set dice 3 3", "move " + move, "double", "take",
        "roll", "set dice 2 1", "move 13/11 6/5", "roll", "set dice 2 1", "move 13/11 6/5",
        f"export match mat {name}.mat",
    ):
        gnubg.command(command)
PYTHON
HOME="$work" v/bin/python write.py > /dev/null 2>&1
v/bin/python - > seen <<'PYTHON'
from gvformat import mat_to_ogxm

for name in ("short", "long"):
    text = open(name + ".mat").read()
    print(next(line.rstrip() for line in text.splitlines() if "Doubles" in line))
    plies = mat_to_ogxm(text)["games"][0]["plies"]
    print("  moves", sum("d1" in ply for ply in plies), "cube actions", sum("d1" not in ply for ply in plies),
          "cube", plies[-1]["ogid_after"].split(":")[2])
PYTHON
cat seen
diff seen - <<'SEEN'
  2) 33: 24/21 24/21 8/5 8/5      Doubles => 2
  moves 4 cube actions 2 cube W1N
  2) 33: 24/21 24/21 13/10 13/10  Doubles => 2
  moves 4 cube actions 0 cube N0N
SEEN
