#!/usr/bin/env bash
# PyPI, 2026-11-28: TextArena 0.7.4. `reset` takes a "seed for the random number generator to ensure
# reproducibility". One guesses that the same environment, reset with the same seed, deals the same cards. Kuhn
# poker shuffles the deck of the game before, so that the second game of a seed has other cards than the first
# one, and than the first one in a new environment.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install textarena==0.7.4 || exit 2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
import textarena

env = textarena.make("KuhnPoker-v0-raw")
for _ in range(2):
    env.reset(num_players=2, seed=7)
    print(env.state.game_state["player_cards"])
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
{0: 2, 1: 0}
{0: 1, 1: 2}
SEEN
