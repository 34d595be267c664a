#!/usr/bin/env bash
# PyPI, 2026-11-29: tilted 0.1.4, treys 0.1.8. Poker hands of one kind are compared from the highest card down, two
# pairs from the higher pair. One guesses that a library which only compares hands does that. Its bits do, but the
# cards are in ascending order when they get them: the lowest card decides first, and of two pairs the lower one. Five
# different cards with an ace lose to five with a queen, and aces and twos to fours and threes.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install tilted==0.1.4 treys==0.1.8 || exit 2
v/bin/python - > seen <<'PYTHON'
import treys
from tilted import Card, CardRank, CardSuit, Hand

ranks = dict(zip("23456789TJQKA", CardRank))
suits = dict(zip("cdhs", CardSuit))
judge = treys.Evaluator()
for pair in (
    ("As Kh Qd Jc 2s", "Qs Th 6d 5c 4s"),
    ("As Kh Qd Jc 4s", "Qs Th 6d 5c 4h"),
    ("As Ah Kd 9c 2s", "Ad Ac 5d 4c 3s"),
    ("As Ah 2d 2c Ks", "4s 4h 3d 3c 5s"),
    ("Ks Kh Kd 9c 2s", "Qs Qh Qd 4c 3s"),
    ("Ks Jh 9d 7c 2s", "Qs Jd 9c 7h 2d"),
):
    one, other = (Hand([Card(ranks[it[0]], suits[it[1]]) for it in text.split()]) for text in pair)
    first = pair[0] if one > other else pair[1] if one < other else "nobody"
    a, b = (judge.evaluate([treys.Card.new(it) for it in text.split()], []) for text in pair)
    second = pair[0] if a < b else pair[1] if a > b else "nobody"
    print(pair[0], "or", pair[1] + ": tilted:", first + "; treys:", second)
PYTHON
cat seen
diff seen - <<'SEEN'
As Kh Qd Jc 2s or Qs Th 6d 5c 4s: tilted: Qs Th 6d 5c 4s; treys: As Kh Qd Jc 2s
As Kh Qd Jc 4s or Qs Th 6d 5c 4h: tilted: As Kh Qd Jc 4s; treys: As Kh Qd Jc 4s
As Ah Kd 9c 2s or Ad Ac 5d 4c 3s: tilted: Ad Ac 5d 4c 3s; treys: As Ah Kd 9c 2s
As Ah 2d 2c Ks or 4s 4h 3d 3c 5s: tilted: 4s 4h 3d 3c 5s; treys: As Ah 2d 2c Ks
Ks Kh Kd 9c 2s or Qs Qh Qd 4c 3s: tilted: Ks Kh Kd 9c 2s; treys: Ks Kh Kd 9c 2s
Ks Jh 9d 7c 2s or Qs Jd 9c 7h 2d: tilted: Ks Jh 9d 7c 2s; treys: Ks Jh 9d 7c 2s
SEEN
