#!/usr/bin/env bash
# PyPI, 2026-11-30: rlcard 1.2.0, no-limit hold'em with three players, of whom the dealer has 20 chips and the others
# 100, and phevaluator 0.6.0 for the hands. One guesses that there are side pots, and that a bet must be called. If the
# dealer is all-in and has the best hand, nobody wins the side pot: both others get their chips back, though one has
# the better hand, and so does who has folded. After the flop the dealer, all-in, is asked for an action and then
# counts twice as out of the betting: a player who has checked need not call the other one's all-in of 80, and is in
# the showdown for 20. In 20,000 showdowns of three the hands themselves were compared correctly.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install rlcard==1.2.0 phevaluator==0.6.0 || exit 2
v/bin/python - > seen <<'PYTHON'
from collections import Counter

import numpy
from phevaluator import evaluate_cards
from rlcard.games.nolimitholdem.game import NolimitholdemGame
from rlcard.games.nolimitholdem.round import Action

ALL_IN, CALL, FOLD, POT = Action.ALL_IN, Action.CHECK_CALL, Action.FOLD, Action.RAISE_POT


def play(seed, *actions):
    """Seat 0 is the dealer and all-in at once; the others call it. The rest is given, or no bets."""
    game = NolimitholdemGame(num_players=3)
    game.np_random, game.dealer_id, game.init_chips = numpy.random.RandomState(seed), 0, [20, 100, 100]
    game.init_game()
    asked = []
    for action in (ALL_IN, CALL, CALL, *actions):
        asked.append((game.game_pointer, action.name, max(game.round.raised)))
        game.step(action)
    while not game.is_over():
        game.step(CALL)
    hands = [evaluate_cards(*(it.rank + it.suit.lower() for it in one.hand + game.public_cards)) for one in game.players]
    return asked, hands, [int(it) for it in game.get_payoffs()], game


print("seat 0 has the best hand, seat 1 the second, seats 1 and 2 all-in on the flop:")
seen = Counter()
for seed in range(2000):
    _, hands, won, _ = play(seed, ALL_IN, CALL)
    if hands[0] < hands[1] < hands[2]:
        seen[tuple(won)] += 1
print("  won or lost", dict(seen))
print("seat 0 has the best hand, seat 1 bets 60 on the flop and folds on the turn:")
seen = Counter()
for seed in range(2000):
    _, hands, won, _ = play(seed, POT, CALL, FOLD)
    if hands[0] < min(hands[1:]):
        seen[tuple(won)] += 1
print("  won or lost", dict(seen))
print("on the flop seat 1 checks, seat 2 is all-in with 80:")
asked, _, _, game = play(0, CALL, ALL_IN, CALL, CALL)
for seat, action, most in asked[3:]:
    print(f"  seat {seat}: {action}, highest bet before it {most}")
print("  chips paid", [it.in_chips for it in game.players], [it.status.name for it in game.players])
PYTHON
cat seen
diff seen - <<'SEEN'
seat 0 has the best hand, seat 1 the second, seats 1 and 2 all-in on the flop:
  won or lost {(40, -20, -20): 298}
seat 0 has the best hand, seat 1 bets 60 on the flop and folds on the turn:
  won or lost {(40, -20, -20): 656}
on the flop seat 1 checks, seat 2 is all-in with 80:
  seat 1: CHECK_CALL, highest bet before it 0
  seat 2: ALL_IN, highest bet before it 0
  seat 0: CHECK_CALL, highest bet before it 80
  seat 1: CHECK_CALL, highest bet before it 0
  chips paid [20, 20, 100] ['ALLIN', 'ALIVE', 'ALLIN']
SEEN
