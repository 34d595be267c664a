#!/usr/bin/env bash
# PyPI, 2026-11-28: open_spiel 2.0.2. In 2048, `legal_actions` leaves out a slide that only merges a tile which
# has merged in the slide before: its mark is cleared when the next slide begins, after the list was made.
# `apply_action` makes the slide.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install open_spiel==2.0.2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import pyspiel

state = pyspiel.load_game("2048").new_initial_state()
for name in ("2 added to row 1, column 4", "2 added to row 2, column 4", "Up", "4 added to row 2, column 4"):
    state.apply_action(state.string_to_action(name))
print([state.action_to_string(action) for action in state.legal_actions()])
state.apply_action(0)
print(str(state).split()[3])
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
['Down', 'Left']
8
SEEN
