#!/usr/bin/env bash
# PyPI, 2026-11-28: open_spiel 2.0.2. Its page says that Lines of Action is drawn "if a position with the same
# player to move occurs for the second time". After these seven moves the board is that after two of
# them, with the other player to move, and the game is over.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install open_spiel==2.0.2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import pyspiel

state, boards = pyspiel.load_game("lines_of_action").new_initial_state(), []
for move in "f1xh3 a2-c2 h3-f5 c2-c5 f5-f3 c5-c2 f3-h3".split():
    state.apply_action(state.string_to_action(move))
    boards.append(str(state).split("Current")[0])
print("same board:", boards[6] == boards[1], "moves between:", 5, "over:", state.is_terminal(), state.returns())
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
same board: True moves between: 5 over: True [0.0, 0.0]
SEEN
