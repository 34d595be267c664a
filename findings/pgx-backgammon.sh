#!/usr/bin/env bash
# PyPI, 2026-11-28: pgx 2.6.0. Backgammon demands that both numbers of a roll are played where that is possible. Here the
# roll is 6 and 4. Pgx lists three ways to play the 4, of which two leave no 6 to be played. Its page
# does not say that this rule is left out. An agent learns to keep checkers back that would have to move.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pgx==2.6.0
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import jax
import pgx

env = pgx.make("backgammon")
step = jax.jit(env.step)
# Micro-actions, each with the number of the key that rolls for the next turn.
played = """122 0 109 26 110 0 126 4 112 0 80 12 112 0 112 0 82 0 112 1 83 0 118 38 132 0 138 0 138 0 120 11 101 0 83 0
    83 0 83 1 83 0 82 8 121 0 113 9 111 0 15 0 123 0 123 30 123 0 17 0 6 0 139 18 6 0 17 5 6 0 39 11 5 11 65 0 101 0 5 30"""
numbers = list(map(int, played.split()))
state = env.init(jax.random.PRNGKey(16))
for action, key in zip(numbers[::2], numbers[1::2]):
    state = step(state, action, jax.random.PRNGKey(key))
print("numbers to play:", [die + 1 for die in range(6) if state.observation[28 + die]])
for action in state.legal_action_mask.nonzero()[0].tolist():
    then = step(state, action, jax.random.PRNGKey(0))
    # Micro-actions below 6 are no-ops.
    print(action, "and the other number:", bool(then.legal_action_mask[6:].any()))
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
numbers to play: [4, 6]
51 and the other number: True
117 and the other number: False
123 and the other number: False
SEEN
