#!/usr/bin/env bash
# PyPI, 2026-11-29: TextArena 0.7.4, Quantum Tic-Tac-Toe. A move puts one mark on two squares, and a cycle of such
# marks collapses: each of them takes one of its squares. By the published rules and by the prompt of the environment
# the marks that share a square with the cycle collapse, too, onto their other square. One guesses that they do. They
# stay as they are, on squares that are taken; later marks take the other square as well, and the player has made a
# move that never becomes a mark.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install textarena==0.7.4 || exit 2
v/bin/python - 2> /dev/null > seen <<'PYTHON'
import textarena

env = textarena.make("QuantumTicTacToe-v0-raw")
env.reset(num_players=2, seed=1)
for move in "[4,0]", "[0,1]", "[4,0]", "[8,1]", "[8,1]":
    player = env.state.current_player_id
    env.step(move)
    state = env.state.game_state
    board = "/".join("".join(it or "." for it in row) for row in state["board"])
    left = [
        f"[{a[0] * 3 + a[1]},{b[0] * 3 + b[1]}] of player {owner}" for owner, a, b in state["superpositions"].values()
    ]
    print(f"player {player} {move}: {board}; still on two squares:", ", ".join(left) or "none")
PYTHON
cat seen
diff seen - <<'SEEN'
player 0 [4,0]: .../.../...; still on two squares: [4,0] of player 0
player 1 [0,1]: .../.../...; still on two squares: [4,0] of player 0, [0,1] of player 1
player 0 [4,0]: O../.O./...; still on two squares: [0,1] of player 1
player 1 [8,1]: O../.O./...; still on two squares: [0,1] of player 1, [8,1] of player 1
player 0 [8,1]: OO./.O./..X; still on two squares: [0,1] of player 1
SEEN
