#!/usr/bin/env bash
# PyPI, 2026-11-28: open_spiel 2.0.2. Go on 4 × 4: white sends two stones, black takes them, and white's capture of
# one restores an earlier board. A rule of superko forbids that move; without one the game goes on. Here it is
# listed as legal, ends the game, and the result is a draw, which a komi of half a point otherwise excludes: a
# player who is behind can save the game with it.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install open_spiel==2.0.2 || exit 2
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import pyspiel

state = pyspiel.load_game("go(board_size=4,komi=0.5)").new_initial_state()
for move in "B a4,W a2,B b3,W b1,B b2,W a3,B a1".split(","):
    state.apply_action(state.string_to_action(move))
again = state.string_to_action("W a2")
print("listed:", again in state.legal_actions())
state.apply_action(again)
print("over:", state.is_terminal(), state.returns())
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
listed: True
over: True [0.0, 0.0]
SEEN
