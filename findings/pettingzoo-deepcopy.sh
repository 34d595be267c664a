#!/usr/bin/env bash
# PyPI, 2026-11-28: pettingzoo 1.27.0. Its classic environments derive from gymnasium's EzPickle, which
# copies and pickles the arguments of the constructor and not the state. `copy.deepcopy` in the midst of
# a game gives an environment that has not begun (Connect Four, Go) or one at the start of a game
# (tic-tac-toe: another player to move, an empty board), without an error. A tree search that branches
# by copies searches from the wrong position.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pettingzoo==1.27.0 pygame-ce==2.5.8 chess==1.11.2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import copy
from pettingzoo.classic import connect_four_v3, go_v5, tictactoe_v3

for module in (tictactoe_v3, connect_four_v3, go_v5):
    env = module.env()
    env.reset(seed=1)
    for move in (0, 1, 2):
        env.step(move)
    twin = copy.deepcopy(env)
    print(module.__name__.rsplit(".", 1)[-1], env.agent_selection, getattr(twin.unwrapped, "agent_selection", "not begun"))
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
tictactoe_v3 player_2 player_1
connect_four_v3 player_1 not begun
go_v5 white_0 not begun
SEEN
