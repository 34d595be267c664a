#!/usr/bin/env bash
# PyPI, 2026-11-29: TextArena 0.7.4, Tak. Who joins two opposite edges by a road wins, as the prompt of the environment
# says, too. One guesses that player 0 wins with the second row full, whatever else stands on the board. With one more
# stone above that row, on the edge, the game goes on: the search comes from the top first and has marked the left end
# when it should start there. Without that stone `step` raises a TypeError when it names the winner, so that no road
# ever wins. SimpleTak of the same package sees both roads.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install textarena==0.7.4 || exit 2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import textarena

row = [(1, 0), (1, 1), (1, 2), (1, 3)]
theirs = [(3, 0), (3, 1), (2, 3), (2, 0)]
texts = {
    "SimpleTak-v0-raw": lambda player, at: f"[{4 * at[0] + at[1]}]",
    "Tak-v0-raw": lambda player, at: f"[place () {{({at[0]},{at[1]}): [F{player}]}}]",
}
for name, text in texts.items():
    for road, ours in (("row", row), ("row and a stone above", [(0, 1)] + row)):
        env = textarena.make(name)
        env.reset(num_players=2, seed=1)
        moves = [move for pair in zip(ours, theirs) for move in pair][:2 * len(ours) - 2] + ours[-1:]
        try:
            for ply, at in enumerate(moves):
                over, _ = env.step(text(ply % 2, at))
            seen = "won by player 0" if over and env.state.rewards == {0: 1, 1: -1} else f"over: {over}"
        except TypeError:
            seen = "TypeError"
        print(f"{name}, {road}: {seen}")
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
SimpleTak-v0-raw, row: won by player 0
SimpleTak-v0-raw, row and a stone above: won by player 0
Tak-v0-raw, row: TypeError
Tak-v0-raw, row and a stone above: over: False
SEEN
