#!/usr/bin/env bash
# PyPI, 2026-11-28: open_spiel 2.0.2. Both players move a piece there and back. Chess is a draw when the
# start has occurred three times, after 8 plies (in chess as it is played, a player would have to claim
# that); shogi when it has occurred four times, after 12; xiangqi goes on to the limit of 500 plies.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install open_spiel==2.0.2
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import pyspiel

cycles = {
    "chess": ("Nf3", "Nf6", "Ng1", "Ng8"),
    "shogi": ("5i5h", "5a5b", "5h5i", "5b5a"),
    "xiangqi": ("R(9,0)-(8,0)", "r(0,0)-(1,0)", "R(8,0)-(9,0)", "r(1,0)-(0,0)"),
}
for name, cycle in cycles.items():
    state = pyspiel.load_game(name).new_initial_state()
    plies = 0
    while not state.is_terminal():
        state.apply_action(state.string_to_action(cycle[plies % 4]))
        plies += 1
    print(name, "ends after", plies, "plies", state.returns())
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
chess ends after 8 plies [0.0, 0.0]
shogi ends after 12 plies [0.0, 0.0]
xiangqi ends after 500 plies [0.0, 0.0]
SEEN
