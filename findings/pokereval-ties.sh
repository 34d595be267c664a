#!/usr/bin/env bash
# PyPI, 2026-11-29: pokereval 0.2.0, treys 0.1.8. Its page says that two hands on one board, given to `evaluate_hand`,
# tell which one wins. One guesses that hands that split the pot get one number, and that the better hand gets the
# higher one. The number is the share of all other two cards that the hand would beat. Which those are depends on the
# own two cards: of the deals that treys calls a tie about a third have two numbers, and now and then the hand that
# loses has the higher.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install pokereval==0.2.0 treys==0.1.8 || exit 2
v/bin/python - > seen <<'PYTHON'
import random

import treys
from pokereval.card import Card
from pokereval.hand_evaluator import HandEvaluator

RANKS, SUITS = "23456789TJQKA", "shdc"
judge = treys.Evaluator()


def first(hand, board):
    cards = [[Card(RANKS.index(it[0]) + 2, SUITS.index(it[1]) + 1) for it in part] for part in (hand, board)]
    return HandEvaluator.evaluate_hand(*cards)


def second(hand, board):
    # Lower is better here.
    return -judge.evaluate(*([treys.Card.new(it) for it in part] for part in (board, hand)))


sign = lambda a, b: (a > b) - (a < b)


def show(board, one, other):
    numbers = [format(first(it.split(), board.split()), ".4f") for it in (one, other)]
    word = ("the second", "nobody", "the first")[sign(*(second(it.split(), board.split()) for it in (one, other))) + 1]
    print(f"on {board}: {one} {numbers[0]}, {other} {numbers[1]}; treys: {word} wins")


show("4d Kc 4c Kh 4h", "5h Ac", "3d 3c")
show("5h 9h Ks 8s 9s", "6s 5s", "7s 3s")
deck = [rank + suit for rank in RANKS for suit in SUITS]
rng = random.Random(1)
ties = unequal = 0
while ties < 200:
    nine = rng.sample(deck, 9)
    board, one, other = nine[:5], nine[5:7], nine[7:]
    if second(one, board) == second(other, board):
        ties += 1
        unequal += first(one, board) != first(other, board)
print("of", ties, "ties", unequal, "have two numbers")
PYTHON
cat seen
diff seen - <<'SEEN'
on 4d Kc 4c Kh 4h: 5h Ac 0.4333, 3d 3c 0.4318; treys: nobody wins
on 5h 9h Ks 8s 9s: 6s 5s 0.9505, 7s 3s 0.9495; treys: the second wins
of 200 ties 69 have two numbers
SEEN
