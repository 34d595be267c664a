#!/usr/bin/env bash
# PyPI, 2026-11-30: open_spiel 2.0.2, `crazy_eights`. By its header who still holds cards at the end loses 50 for each
# 8, 10 for each court card (ace, king, queen, jack) and the face value for each other card. One guesses that the
# returns are that. For the other cards they use the number of the card in the deck, from 0 to 51, in place of its rank:
# the ten of spades costs 37, the seven of clubs 22, and a suit matters. Nearly all returns of random games are wrong,
# and hands that should cost less cost more.
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

PLAYERS = 3
VALUES = {rank: i + 2 for i, rank in enumerate("23456789T")} | {"8": 50} | dict.fromkeys("JQKA", 10)


def hands(state):
    """The cards held, from the text of the state: four rows of suits, a column for each player."""
    held = [[] for _ in range(PLAYERS)]
    for row in str(state).splitlines()[-4:]:
        for player, part in enumerate(row.split("Suit ")[1:]):
            held[player] += [part[0] + rank for rank in part[2:] if rank != " "]
    return held


seen, shown = Counter(), set()
for seed in range(400):
    random.seed(seed)
    state = pyspiel.load_game(f"crazy_eights(players={PLAYERS})").new_initial_state()
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
    held = hands(state)
    due = [-sum(VALUES[card[1]] for card in hand) for hand in held]
    got = [round(value) for value in state.returns()]
    for hand, value, right in zip(held, got, due):
        seen["hands"] += bool(hand)
        seen["wrong"] += value != right
        if len(hand) == 1 and len(shown) < 6 and hand[0] not in shown:
            shown.add(hand[0])
            print(f"game {seed}: {hand[0]} held, {right} due, {value} returned")
    seen["games with another order of the players"] += sorted(range(PLAYERS), key=lambda p: due[p]) != sorted(
        range(PLAYERS), key=lambda p: got[p])
print(dict(seen))
PYTHON
v/bin/python play.py > seen
cat seen
diff seen - <<'SEEN'
game 0: H7 held, -7 due, -24 returned
game 9: D5 held, -5 due, -15 returned
game 15: S3 held, -3 due, -9 returned
game 21: H2 held, -2 due, -4 returned
game 33: DT held, -10 due, -35 returned
game 39: C5 held, -5 due, -14 returned
{'hands': 1104, 'wrong': 1027, 'games with another order of the players': 134}
SEEN
