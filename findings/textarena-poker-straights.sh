#!/usr/bin/env bash
# PyPI, 2026-11-30: TextArena 0.7.4, Poker-v0, and treys 0.1.8, which compares poker hands. One guesses that the best
# five of seven cards count. Of a straight of six or seven cards TextArena takes the lowest five, and with an ace, the
# straight to five; of three pairs the third is no kicker: a 9 beside 8-7-6-5-4 on the board is worth nothing. And there
# are no side pots: who is all-in with 20 chips wins all of a pot to which the others have paid 500 each, 1,020 chips
# instead of 60.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install textarena==0.7.4 treys==0.1.8 || exit 2
v/bin/python - 2> /dev/null > seen <<'PYTHON'
import random

import textarena
from treys import Card, Evaluator

env = textarena.make("Poker-v0-raw")
env.reset(num_players=3, seed=1)
EVALUATOR = Evaluator()
RANKS, SUITS = "23456789TJQKA", "shdc"
SIGNS = dict(zip(SUITS, env.suits))


def card(text):
    return {"rank": text[0].replace("T", "10"), "suit": SIGNS[text[1]]}


def winner(hands, board, by):
    values = [by(hand, board) for hand in hands]
    best = max(values)
    won = [place + 1 for place, value in enumerate(values) if value == best]
    return "both" if len(won) > 1 else f"hand {won[0]}"


def by_textarena(hand, board):
    return env._evaluate_hand([card(it) for it in hand + board])


def by_treys(hand, board):
    return -EVALUATOR.evaluate([Card.new(it) for it in board], [Card.new(it) for it in hand])


for text in (
    "9s 2d / Kh Kc / 8h 7d 6c 5s 4h",
    "9s 4d / 9d 2c / 8h 7d 6c 5s Kh",
    "7s 6d / Kh Kc / As 2h 3d 4c 5h",
    "4s 4h / 4d 2c / As Ah Jc Jd 3s",
):
    first, second, board = (part.split() for part in text.split("/"))
    print(f"{text}: TextArena {winner((first, second), board, by_textarena)}, treys {winner((first, second), board, by_treys)}")

random.seed(7)
deck = [rank + suit for rank in RANKS for suit in SUITS]
wrong = 0
for _ in range(20000):
    cards = random.sample(deck, 9)
    hands, board = (cards[:2], cards[2:4]), cards[4:]
    wrong += winner(hands, board, by_textarena) != winner(hands, board, by_treys)
print(f"random showdowns: {wrong} of 20000 wrong")

# Three players, the first with 20 chips: all-in before the flop, the others bet 480 more on the flop.
paid = {}
for seed in range(40):
    env.reset(num_players=3, seed=seed)
    game = env.state.game_state
    short = env.state.current_player_id
    game["player_chips"][short] = 20
    env.step("[Raise 20]")
    for _ in range(12):
        if game["round"] > 1 or env.state.done:
            break
        player = env.state.current_player_id
        live = game["current_bet"] > game["player_bets"][player]
        flop = game["betting_round"] == 1 and game["current_bet"] == 0
        env.step("[Call]" if live else "[Bet 480]" if flop else "[Check]")
    paid.setdefault(game["player_chips"][short] + game["player_bets"][short], []).append(seed)
print("chips after the hand of who was all-in with 20, the others with 500, and hands:", {chips: len(them) for chips, them in sorted(paid.items())})
PYTHON
cat seen
diff seen - <<'SEEN'
9s 2d / Kh Kc / 8h 7d 6c 5s 4h: TextArena both, treys hand 1
9s 4d / 9d 2c / 8h 7d 6c 5s Kh: TextArena hand 2, treys both
7s 6d / Kh Kc / As 2h 3d 4c 5h: TextArena both, treys hand 1
4s 4h / 4d 2c / As Ah Jc Jd 3s: TextArena hand 2, treys both
random showdowns: 58 of 20000 wrong
chips after the hand of who was all-in with 20, the others with 500, and hands: {0: 25, 510: 2, 1020: 13}
SEEN
