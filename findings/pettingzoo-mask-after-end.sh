#!/usr/bin/env bash
# PyPI, 2026-11-28: pettingzoo 1.27.0. When a game is over, `action_mask` of the player who has moved last
# is empty, but that of the one who would move next has every free column or square, although `step`
# accepts only `None` by then. Whoever takes "no move is offered" for the end of a game misses it.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pettingzoo==1.27.0 pygame-ce==2.5.8 chess==1.11.2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
from pettingzoo.classic import connect_four_v3, tictactoe_v3

for module, moves in ((connect_four_v3, (0, 1, 0, 1, 0, 1, 0)), (tictactoe_v3, (0, 3, 1, 4, 2))):
    env = module.env()
    env.reset(seed=1)
    for move in moves:
        env.step(move)
    masks = [int(env.observe(agent)["action_mask"].sum()) for agent in env.possible_agents]
    print(module.__name__.rsplit(".", 1)[-1], "over:", all(env.terminations.values()), "moves offered:", *masks)
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
connect_four_v3 over: True moves offered: 0 7
tictactoe_v3 over: True moves offered: 0 4
SEEN
