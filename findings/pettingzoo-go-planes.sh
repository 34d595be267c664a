#!/usr/bin/env bash
# PyPI, 2026-11-28: pettingzoo 1.27.0. Its page says that the first plane of Go has the stones of the current
# player, and that the last one is all 1 for black. White, to move after black's stone, sees that stone
# in the first plane, and 1 in the last.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pettingzoo==1.27.0 pygame-ce==2.5.8
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import numpy
from pettingzoo.classic import go_v5

env = go_v5.env(board_size=5)
env.reset(seed=1)
env.step(0)
seen = env.observe(env.agent_selection)["observation"]
own, opponent = (numpy.argwhere(seen[..., plane]).tolist() for plane in (0, 1))
print(env.agent_selection, "own:", own, "opponent:", opponent, "last plane:", int(seen[0, 0, -1]))
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
white_0 own: [[0, 0]] opponent: [] last plane: 1
SEEN
