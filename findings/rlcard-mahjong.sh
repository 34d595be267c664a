#!/usr/bin/env bash
# PyPI, 2026-11-30: rlcard 1.2.0, mahjong. One guesses that four sets and a pair win, and nothing less, and that a chow
# is three tiles in a row, of which the player before has discarded any. Of 5,000 complete hands nearly half are no
# win: 1 to 9 of a suit, three ones more and two winds are none, nor are equal runs. Four open sets win at once,
# without a pair. A chow is only asked for after somebody has declined a pong of the same tile, never of player 0, and
# only with the tile at the upper end (for a 1 at the lower one). A 2 is taken with the 1 alone, if a 9 is in the hand:
# two tiles are then a set.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install rlcard==1.2.0 || exit 2
v/bin/python - > seen <<'PYTHON'
import random
from collections import Counter

import numpy
from rlcard.games.mahjong.card import MahjongCard
from rlcard.games.mahjong.game import MahjongGame
from rlcard.games.mahjong.judger import MahjongJudger
from rlcard.games.mahjong.player import MahjongPlayer

SUITS, HONOURS = ["dots", "bamboo", "characters"], [("dragons", "red"), ("dragons", "green"), ("winds", "east")]
KINDS = [(suit, str(number)) for suit in SUITS for number in range(1, 10)] + HONOURS
SETS = [[kind] * 3 for kind in KINDS] + [[(s, str(n + i)) for i in range(3)] for s in SUITS for n in range(1, 8)]


def wins(hand, pile=()):
    player = MahjongPlayer(0, numpy.random.RandomState(0))
    player.hand, player.pile = [MahjongCard(*it) for it in hand], list(pile)
    return bool(MahjongJudger(player.np_random).judge_hu(player)[0])


random.seed(1)
seen = Counter()
while seen.total() < 5000:
    hand = sum(random.choices(SETS, k=4), []) + [random.choice(KINDS)] * 2
    if max(Counter(hand).values()) <= 4:
        seen[wins(hand)] += 1
print(f"complete hands: {seen[True]} win, {seen[False]} do not")


def tiles(text):
    """Dots by number, e and w for two winds."""
    return [("winds", {"e": "east", "w": "west"}[it]) if it in "ew" else ("dots", it) for it in text]


for text in ("123456789111ee", "123456789eee11", "112233456789ee", "111123456789ee", "11123456799eee", "11222345678999"):
    print(f"  {text}:", wins(tiles(text)))
piles = [[MahjongCard(*it)] * 3 for it in tiles("1234")]
print("four open sets, and a pair:", wins(tiles("ee"), piles), "- and two other tiles:", wins(tiles("ew"), piles))

chows, after = Counter(), Counter()
for seed in range(700):
    game = MahjongGame()
    game.np_random = choose = numpy.random.RandomState(seed)
    state, player = game.init_game()
    action = None
    for _ in range(150):
        if game.is_over():
            break
        actions = list(game.get_legal_actions(state))
        if actions[0] == "chow":
            *others, taken = (int(it.trait) for it in state["action_cards"])
            chows[f"{taken} with {' '.join(map(str, sorted(others)))}"] += 1
            after[f"asked after {action if action == 'stand' else 'a discard'}, player {player}"] += 1
        action = actions[choose.randint(len(actions))]
        state, player = game.step(action)
for name, number in sorted(chows.items()) + sorted(after.items()):
    print(f"chow, {name}: {number}")
PYTHON
cat seen
diff seen - <<'SEEN'
complete hands: 2714 win, 2286 do not
  123456789111ee: False
  123456789eee11: False
  112233456789ee: False
  111123456789ee: False
  11123456799eee: True
  11222345678999: True
four open sets, and a pair: True - and two other tiles: True
chow, 1 with 2 3: 8
chow, 2 with 1: 8
chow, 3 with 1 2: 15
chow, 4 with 2 3: 13
chow, 5 with 3 4: 9
chow, 6 with 4 5: 11
chow, 7 with 5 6: 10
chow, 8 with 6 7: 12
chow, 9 with 7 8: 15
chow, asked after stand, player 1: 39
chow, asked after stand, player 2: 32
chow, asked after stand, player 3: 30
SEEN
