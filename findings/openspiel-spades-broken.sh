#!/usr/bin/env bash
# PyPI, 2026-11-30: open_spiel 2.0.2, `spades`. One guesses that spades can be led once they are broken, that is after
# somebody who could not follow suit has played one. They never can: until the last trick a player may lead a spade only
# from a hand of nothing but spades, as if none had been played; the flag for it in the state is read and not set.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install open_spiel==2.0.2 || exit 2
cat > play.py <<'PYTHON'
import random
from collections import Counter

import pyspiel

SPADES, FIRST_BID, DEALT, BIDS = 3, 52, 52, 4


def deal(seed):
    random.seed(seed)
    state, hands = pyspiel.load_game("spades").new_initial_state(), [[] for _ in range(4)]
    for turn in range(DEALT):
        card = random.choice(state.legal_actions())
        hands[turn % 4].append(card)
        state.apply_action(card)
    for _ in range(BIDS):
        state.apply_action(FIRST_BID + 1)
    return state, hands


seen, example = Counter(), ""
for seed in range(200):
    state, hands = deal(seed)
    broken, played, led = False, 0, None
    while not state.is_terminal():
        player, legal = state.current_player(), state.legal_actions()
        suits = {card // 13 for card in hands[player]}
        if played % 4 == 0 and SPADES in suits and len(suits) > 1:
            offered = any(card // 13 == SPADES for card in legal)
            seen["broken" if broken else "not broken", "offered" if offered else "not offered"] += 1
            if broken and not example:
                example = f"game {seed}, trick {played // 4 + 1}: {len(hands[player])} cards held, {len(legal)} legal"
        card = random.choice(legal)
        led = card // 13 if played % 4 == 0 else led
        broken = broken or card // 13 == SPADES != led
        hands[player].remove(card)
        state.apply_action(card)
        played += 1
for (spades, offer), count in sorted(seen.items()):
    print(f"spades {spades}, leader has some and other cards: a spade is {offer} in {count} leads")
print(example)
PYTHON
v/bin/python play.py > seen
cat seen
diff seen - <<'SEEN'
spades broken, leader has some and other cards: a spade is not offered in 896 leads
spades not broken, leader has some and other cards: a spade is not offered in 1132 leads
game 0, trick 7: 7 cards held, 4 legal
SEEN
