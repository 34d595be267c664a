#!/usr/bin/env bash
# PyPI, 2026-11-29: aei 1.4.1, the tools of the Arimaa Engine Interface. A piece pushes a weaker one away and must
# follow in the same turn. Its referee refuses another step in between, and a push that begins with the fourth step.
# One guesses that a turn cannot end with an open push either. It can: the pusher stays where it is, and the other
# player is to move. The list of moves of the same package does not have the board that results. Gold's elephant
# stands on d4, silver's rabbit on e4.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install aei==1.4.1 || exit 2
v/bin/python - > seen <<'PYTHON'
from pyrimaa.board import Color, IllegalMove, parse_short_pos

rows = "rrrrrrrr", "dhc mchd", "        ", "    e   ", "   Er   ", "        ", "DHCM CHD", "RRRRRRRR"
position = parse_short_pos(Color.GOLD, 4, "[" + "".join(rows) + "]")
print(*(it.rstrip() for it in position.board_to_str().splitlines()), sep="\n")
listed = [it.bitBoards for it in position.get_moves()]
for steps in (
    "Da2n Da3n re4s Ed4e",
    "Da2n Da3n re4s",
    "Da2n Da3n re4e",
    "Da2n re4s Da3n",
    "Da2n Da3n Da4n re4s",
):
    try:
        after = position.do_move_str(steps)
        word = "listed" if after.bitBoards in listed else "not listed"
        print(f"{steps}: accepted, {word}, {'gs'[after.color]} to move")
    except IllegalMove as error:
        print(f"{steps}: refused ({error})")
PYTHON
cat seen
diff seen - <<'SEEN'
 +-----------------+
8| r r r r r r r r |
7| d h c . m c h d |
6| . . x . . x . . |
5| . . . . e . . . |
4| . . . E r . . . |
3| . . x . . x . . |
2| D H C M . C H D |
1| R R R R R R R R |
 +-----------------+
   a b c d e f g h
Da2n Da3n re4s Ed4e: accepted, listed, s to move
Da2n Da3n re4s: accepted, not listed, s to move
Da2n Da3n re4e: accepted, not listed, s to move
Da2n re4s Da3n: refused (Tried to neglect finishing a push)
Da2n Da3n Da4n re4s: refused (Tried to start a push on the last step)
SEEN
