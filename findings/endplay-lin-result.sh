#!/usr/bin/env bash
# PyPI, 2026-11-30: endplay 0.5.12 and bridgebots 0.0.12 read LIN, the format of the largest site for bridge. A board
# that is played to the last card has no claim (`mc`) in it, so that a reader counts the tricks. One guesses that both
# find the result. bridgebots does. endplay counts the tricks that the first or the third card wins, as if one player
# led to all of them, and takes them for declarer's: a grand slam that takes every trick is one down, and of 200 random
# boards 32 have their result. Boards with a claim are right, and there is no error.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install endplay==0.5.12 bridgebots==0.0.12 || exit 2
cat > read.py <<'PYTHON'
import random

from bridgebots.lin import parse_lin_str
from endplay.parsers import lin

SUITS, RANKS, SEATS = "CDHS", "23456789TJQKA", "SWNE"


def play(hands, trump):
    """South declares, West leads, everybody follows suit with any card; the cards and South's and North's tricks."""
    hands, cards, won, seat = [list(hand) for hand in hands], [], 0, 1
    for _ in range(13):
        trick = {}
        for turn in range(4):
            hand = hands[(seat + turn) % 4]
            follow = [card for card in hand if not turn or card[0] == led] or hand
            card = random.choice(follow)
            led = led if turn else card[0]
            hand.remove(card)
            trick[(seat + turn) % 4] = card
        cards += trick.values()
        seat = max(trick, key=lambda s: (trick[s][0] == trump, trick[s][0] == led, RANKS.index(trick[s][1])))
        won += seat in (0, 2)
    return cards, won


def text(hands, contract, cards, claim=""):
    shown = ",".join("".join(s + "".join(c[1] for c in hand if c[0] == s) for s in "SHDC") for hand in hands[:3]) + ","
    bids = "".join(f"mb|{bid}|" for bid in (contract, "p", "p", "p"))
    return f"pn|S,W,N,E|st||md|1{shown}|rh||ah|Board 1|sv|o|{bids}pg||" + "".join(f"pc|{c}|" for c in cards) + claim


def seen(lines):
    contract, other = lin.loads(lines)[0].contract, parse_lin_str(lines)[0].board_records[0]
    return contract.level + 6 + contract.result, other.tricks


random.seed(7)
grand = [[suit + rank for rank in RANKS] for suit in "SHDC"]
cards, won = play(grand, "S")
print(f"7S by South with all the spades: {won} tricks; endplay, bridgebots: {seen(text(grand, '7S', cards))}")
claim = text(grand, "7S", cards[:8], f"mc|{won}|")
print(f"the same, claimed after two tricks; endplay, bridgebots: {seen(claim)}")
right = [0, 0]
for board in range(200):
    pack = [suit + rank for suit in SUITS for rank in RANKS]
    random.shuffle(pack)
    hands, trump = [pack[i::4] for i in range(4)], random.choice(SUITS)
    cards, won = play(hands, trump)
    for index, tricks in enumerate(seen(text(hands, f"3{trump}", cards))):
        right[index] += tricks == won
print(f"right of 200 random boards; endplay, bridgebots: {right}")
PYTHON
v/bin/python read.py > seen
cat seen
diff seen - <<'SEEN'
7S by South with all the spades: 13 tricks; endplay, bridgebots: (12, 13)
the same, claimed after two tricks; endplay, bridgebots: (13, 13)
right of 200 random boards; endplay, bridgebots: [32, 200]
SEEN
