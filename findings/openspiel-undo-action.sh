#!/usr/bin/env bash
# PyPI, 2026-11-28: open_spiel 2.0.2. Most games without `undo_action` raise an error ("not overridden").
# Ultimate tic-tac-toe and TwixT accept the call, and the move stays on the board; in Einstein würfelt
# nicht the state afterwards is the throw of the die before, not the player's turn. A search that takes
# moves back plays another game from there, without an error.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install open_spiel==2.0.2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import pyspiel

for name in ("tic_tac_toe", "ultimate_tic_tac_toe", "twixt", "einstein_wurfelt_nicht", "oware"):
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    before, player, action = str(state), state.current_player(), state.legal_actions()[0]
    state.apply_action(action)
    try:
        state.undo_action(player, action)
    except pyspiel.SpielError:
        print(name, "raises an error")
        continue
    print(name, "board restored:", str(state) == before, "player restored:", state.current_player() == player)
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
tic_tac_toe board restored: True player restored: True
ultimate_tic_tac_toe board restored: False player restored: True
twixt board restored: False player restored: False
einstein_wurfelt_nicht board restored: True player restored: False
oware raises an error
SEEN
