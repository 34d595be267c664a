#!/usr/bin/env bash
# npm and PyPI, 2026-11-29: @pai-forge/riichi-mahjong 0.3.6 and mahjong 2.1.0. A winning tile that fits into two runs
# counts where it is worth most: in 34455677p a 4 fills 3-5, or ends 56-, and at the end of a run it makes a pinfu.
# One guesses that a scorer tries both places. This one takes the first run that has the tile: what is a pinfu with
# the 3 is an error with the 4, "no yaku". Seven pairs without ends and honours, which are tanyao too, get the seven
# pairs alone.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install mahjong==2.1.0 || exit 2
(npm init --yes > /dev/null && npm install --silent @pai-forge/riichi-mahjong@0.3.6 > /dev/null) || exit 2
cat > score.mjs <<'JS'
import { calculateScoreForTehai, parseMspz } from '@pai-forge/riichi-mahjong';
for (const line of process.argv.slice(2)) {
  const [hand, won] = line.split(' ');
  const tile = parseMspz(won)._unsafeUnwrap().closed[0];
  try {
    const { han, fu, payment, detail } = calculateScoreForTehai(parseMspz(hand)._unsafeUnwrap(), {
      agariHai: tile, isTsumo: false, jikaze: 28, bakaze: 27, doraMarkers: [],
    });
    console.log(hand, 'with', won, han, fu, payment.amount, detail.yakuResult.map(it => it[0]).join(', '));
  } catch (error) {
    console.log(hand, 'with', won, error.name);
  }
}
JS
cat > score.py <<'PYTHON'
import re
import sys
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

for line in sys.argv[1:]:
    hand, won = line.split()
    tiles = []
    for digits, suit in re.findall(r"(\d+)([mpsz])", hand):
        for digit in digits:
            kind = "mpsz".index(suit) * 9 + int(digit) - 1
            tiles.append(next(it for it in range(kind * 4, kind * 4 + 4) if it not in tiles))
    last = next(it for it in tiles if it // 4 == "mpsz".index(won[1]) * 9 + int(won[0]) - 1)
    config = HandConfig(player_wind=28, round_wind=27, options=OptionalRules(has_open_tanyao=True))
    it = HandCalculator.estimate_hand_value(tiles, last, config=config)
    print("mahjong:", it.han, it.fu, it.cost["main"], ", ".join(map(str, it.yaku)))
PYTHON
hands=("123m34455677p789s 3p" "123m34455677p789s 4p" "22446688m3355p77s 7s" "22446688m3355p99s 9s")
paste -d' ' <(node score.mjs "${hands[@]}" | sed 's/$/;/') <(v/bin/python score.py "${hands[@]}") > seen
cat seen
diff seen - <<'SEEN'
123m34455677p789s with 3p 1 30 1000 Pinfu; mahjong: 1 30 1000 Pinfu
123m34455677p789s with 4p NoYakuError; mahjong: 1 30 1000 Pinfu
22446688m3355p77s with 7s 2 25 1600 Chiitoitsu; mahjong: 3 25 3200 Tanyao, Chiitoitsu
22446688m3355p99s with 9s 2 25 1600 Chiitoitsu; mahjong: 2 25 1600 Chiitoitsu
SEEN
