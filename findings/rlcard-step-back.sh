#!/usr/bin/env bash
# PyPI, 2026-11-30: rlcard 1.2.0, with `allow_step_back`, as its agent for counterfactual regret needs it. One guesses
# that the state after `step` and `step_back` is the state before. In limit hold'em the observation still has the raise
# that was taken back, so that the same node of the tree looks different when it is visited again. In doudizhu the
# three cards that all have seen lose those of them that were played and taken back. In all games the record of actions
# keeps the action. Whose turn it is and the legal actions are right.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install rlcard==1.2.0 || exit 2
v/bin/python - > seen <<'PYTHON'
import random
from collections import Counter

import rlcard


def look(env, player):
    state = env.get_state(player)
    raw = {key: repr(value) for key, value in state["raw_obs"].items()}
    return state["obs"].tolist(), raw, sorted(state["legal_actions"])


for game in ("blackjack", "leduc-holdem", "limit-holdem", "no-limit-holdem", "doudizhu"):
    seen, example = Counter(), ""
    for seed in range(3 if game == "doudizhu" else 30):
        env = rlcard.make(game, config={"allow_step_back": True, "seed": seed})
        _, player = env.reset()
        random.seed(seed)
        while not env.is_over() and seen["steps"] < 150:
            before, recorded = look(env, player), len(env.action_recorder)
            action = random.choice(before[2])
            env.step(action)
            _, back = env.step_back()
            after = look(env, back)
            seen["steps"] += 1
            seen["record one longer"] += len(env.action_recorder) - recorded
            seen["other player or actions"] += back != player or after[2] != before[2]
            seen["other observation"] += after[0] != before[0]
            for key in before[1]:
                if key != "actions" and before[1][key] != after[1][key]:
                    seen[key] += 1
                    example = example or f"{key} {before[1][key]} before, {after[1][key]} after"
            _, player = env.step(action)
    print(f"{game}: {dict(seen)} {example}")
PYTHON
cat seen
diff seen - <<'SEEN'
blackjack: {'steps': 41, 'record one longer': 41, 'other player or actions': 0, 'other observation': 0} 
leduc-holdem: {'steps': 82, 'record one longer': 82, 'other player or actions': 0, 'other observation': 0} 
limit-holdem: {'steps': 86, 'record one longer': 86, 'other player or actions': 0, 'other observation': 29, 'raise_nums': 29} raise_nums [0, 0, 0, 0] before, [1, 0, 0, 0] after
no-limit-holdem: {'steps': 75, 'record one longer': 75, 'other player or actions': 0, 'other observation': 0} 
doudizhu: {'steps': 150, 'record one longer': 150, 'other player or actions': 0, 'other observation': 0, 'seen_cards': 8} seen_cards '462' before, '62' after
SEEN
