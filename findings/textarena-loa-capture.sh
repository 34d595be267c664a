#!/usr/bin/env bash
# PyPI, 2026-11-29: TextArena 0.7.4 and open_spiel 2.0.2, Lines of Action. Who has all own pieces in one group wins. A
# capture can bring that about for the player whose piece is taken, as here: the last three pieces of player 0, the
# fourth being taken. One guesses that both say that player 0 has won. OpenSpiel does. TextArena looks at the pieces
# of the player who moved, and at no others; the game goes on, and the next move can break the group again.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install textarena==0.7.4 open_spiel==2.0.2 || exit 2
v/bin/python - 2> /dev/null > seen <<'PYTHON'
import pyspiel
import textarena

moves = (
    "c8a6 h3f1 f8h6 a3c1 e8c6 a4c6 b1d3 a2a6 d3a6 c6f6 e1e2 h5e2 a6b7 h2h6 b7a8 a5a8 g8c8 e2e1 g1h2 h6h2 d1d3 f1d3"
).split()
env = textarena.make("LinesOfAction-v0-raw")
env.reset(num_players=2, seed=1)
state = pyspiel.load_game("lines_of_action").new_initial_state()
for move in moves:
    over, _ = env.step(f"[{move}]")
    names = {state.action_to_string(it).replace("x", "").replace("-", ""): it for it in state.legal_actions()}
    state.apply_action(names[move])
board = ["".join(it or "." for it in row) for row in env.state.game_state["board"]]
print("TextArena:", *board, "over:", over, "player", env.state.current_player_id, "to move")
rows = [row[1:].translate(str.maketrans("xo", "OX")) for row in str(state).splitlines()[:8]]
print("OpenSpiel:", *rows, "over:", state.is_terminal(), "returns", state.returns())
over, _ = env.step("[d8d6]")
board = ["".join(it or "." for it in row) for row in env.state.game_state["board"]]
print("TextArena, one move later:", *board, "over:", over)
PYTHON
cat seen
diff seen - <<'SEEN'
TextArena: XOOO.... X......X .....X.. ........ .......X ...X.... .......X ..X.X... over: False player 0 to move
OpenSpiel: XOOO.... X......X .....X.. ........ .......X ...X.... .......X ..X.X... over: True returns [1.0, -1.0]
TextArena, one move later: XOO..... X......X ...O.X.. ........ .......X ...X.... .......X ..X.X... over: False
SEEN
