#!/usr/bin/env bash
# PyPI, 2026-11-29: riichienv 0.4.11 and mahjong 2.1.0 (riichi mahjong). `calc_from_text` takes a complete hand, the
# winning tile last. The hand is four closed triplets and a pair; the rows below turn more and more of the triplets
# into kans. One guesses that all are wins, or that none with a kan is. With exactly two kans it is no win, closed or
# open: whether the winning tile is still missing is told by the number of tiles modulo 3, and 16 tiles look as if it
# were.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install riichienv==0.4.11 mahjong==2.1.0 || exit 2
v/bin/python - > seen <<'PYTHON'
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.meld import Meld
from riichienv.hand import Conditions, HandEvaluator

SUITS = "mpsz"
groups = "3m", "9p", "4s", "1z"


def by_mahjong(kans, opened):
    kind = lambda text: SUITS.index(text[1]) * 9 + int(text[0]) - 1
    tiles, melds = [], []
    for at, text in enumerate(groups):
        group = [kind(text) * 4 + copy for copy in range(4 if at < kans else 3)]
        tiles += group
        if at < kans:
            melds.append(Meld(meld_type=Meld.KAN, tiles=group, opened=opened))
    pair = [kind("7m") * 4, kind("7m") * 4 + 1]
    result = HandCalculator.estimate_hand_value(
        tiles + pair, pair[1], melds=melds, config=HandConfig(is_tsumo=False, player_wind=28, round_wind=27)
    )
    return result.cost["main"] if result.cost else result.error


for opened in False, True:
    for kans in range(opened, 5):
        closed = "".join(text[0] * 3 + text[1] for text in groups[kans:])
        text = closed + "77m" + "".join(f"(k{it}{'1' if opened else ''})" for it in groups[:kans])
        won = HandEvaluator.calc_from_text(text, conditions=Conditions(player_wind=1, round_wind=0))
        print(kans, "open" if opened else "closed", "kans:", text, won.is_win, won.ron_agari, by_mahjong(kans, opened))
PYTHON
cat seen
diff seen - <<'SEEN'
0 closed kans: 333m999p444s111z77m True 64000 64000
1 closed kans: 999p444s111z77m(k3m) True 64000 64000
2 closed kans: 444s111z77m(k3m)(k9p) False 0 64000
3 closed kans: 111z77m(k3m)(k9p)(k4s) True 64000 64000
4 closed kans: 77m(k3m)(k9p)(k4s)(k1z) True 96000 96000
1 open kans: 999p444s111z77m(k3m1) True 8000 8000
2 open kans: 444s111z77m(k3m1)(k9p1) False 0 7700
3 open kans: 111z77m(k3m1)(k9p1)(k4s1) True 8000 8000
4 open kans: 77m(k3m1)(k9p1)(k4s1)(k1z1) True 32000 32000
SEEN
