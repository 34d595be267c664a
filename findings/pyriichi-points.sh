#!/usr/bin/env bash
# PyPI, 2026-11-30: pyriichi 0.1.1 and mahjong 2.1.0, points of hands of Japanese mahjong. One guesses that they agree
# on plain hands. In pyriichi a 1 or a 9 that completes a run from two sides, as 2-3 waits for 1 and 4, is an edge wait:
# no pinfu, two fu more. An open hand without fu has 20 instead of 30. Three han with 70 fu and more are not limited to
# mangan: 9,000 instead of 8,000. Twice two equal runs are seven pairs. Of 300 random hands with pinfu 69 lose it, and
# are no win if they have nothing else.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install pyriichi==0.1.1 mahjong==2.1.0 || exit 2
v/bin/python - > seen <<'PYTHON'
import random

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from mahjong.tile import TilesConverter
from pyriichi.game_state import GameState
from pyriichi.hand import Hand
from pyriichi.scoring import ScoreCalculator
from pyriichi.utils import parse_tiles
from pyriichi.yaku import YakuChecker

PLAYER = 1  # South, not the dealer; the round is East.


def tiles(text):
    """The tiles of mahjong's numbering, 0 to 135, of text such as 123m11z."""
    parts, digits = {"m": "", "p": "", "s": "", "z": ""}, ""
    for it in text:
        if it.isdigit():
            digits += it
        else:
            parts[it] += digits
            digits = ""
    return TilesConverter.string_to_136_array(man=parts["m"], pin=parts["p"], sou=parts["s"], honors=parts["z"])


def by_mahjong(closed, win, called):
    open_melds, rest = [], tiles(closed + win + "".join(called))
    for text in called:
        them = []
        for it in tiles(text):
            them.append(next(one for one in rest if one // 4 == it // 4 and one not in them
                             and not any(one in meld.tiles for meld in open_melds)))
        kind = Meld.KAN if len(them) == 4 else Meld.CHI if text[0] != text[1] else Meld.PON
        open_melds.append(Meld(kind, them, opened=kind != Meld.KAN))
    taken = [it for meld in open_melds for it in meld.tiles]
    last = next(it for it in rest if it // 4 == tiles(win)[0] // 4 and it not in taken)
    config = HandConfig(is_tsumo=False, player_wind=28, round_wind=27, options=OptionalRules(has_open_tanyao=True))
    seen = HandCalculator().estimate_hand_value(rest, last, melds=open_melds, config=config)
    if seen.error:
        return "no yaku"
    return f"{seen.han} han {seen.fu} fu {seen.cost['main']}"


def by_pyriichi(closed, win, called):
    # The called tile of an open meld is its last one; the other two are in the hand before. A kan is closed.
    hand = Hand(parse_tiles(closed + "".join(text if len(text) == 5 else text[:2] + text[-1] for text in called)))
    for text in called:
        tile = parse_tiles(text[-2:])[0]
        if len(text) == 5:
            hand.kan(None)
        elif text[0] == text[1]:
            hand.pon(tile)
        else:
            hand.chi(tile, parse_tiles(text[:2] + text[-1]))
    tile, state, seen = parse_tiles(win)[0], GameState(), []
    for combination in hand.get_winning_combinations(tile) or [[]]:
        yaku = YakuChecker().check_all(hand, tile, combination, state, player_position=PLAYER)
        if yaku:
            it = ScoreCalculator().calculate(hand, tile, combination, yaku, 0, state, False, PLAYER, payment_to=PLAYER)
            seen.append((it.total_points, it.han, it.fu))
    if not seen:
        return "no yaku"
    points, han, fu = max(seen)
    return f"{han} han {fu} fu {points}"


for name, closed, win, called in (
    ("2-3 completed by 1", "23m456m456p789s99s", "1m", ()),
    ("2-3 completed by 4", "23m567m456p789s99s", "4m", ()),
    ("open, only runs", "34m456p678s55s", "2m", ("678m",)),
    ("open, a dragon", "34m456p678s99s", "2m", ("555z",)),
    ("three han and 70 fu", "24m234p234s88p", "3m", ("5555z",)),
    ("twice two equal runs", "223344m66778p99s", "8p", ()),
):
    print(f"{name}: mahjong {by_mahjong(closed, win, called)}; pyriichi {by_pyriichi(closed, win, called)}")

random.seed(7)
pinfu = lost = 0
while pinfu < 300:
    # Four runs and a pair of a number, all closed, of which one tile is the last.
    them = [random.randrange(27)] * 2
    for _ in range(4):
        first = 9 * random.randrange(3) + random.randrange(7)
        them += [first, first + 1, first + 2]
    if any(them.count(it) > 4 for it in them):
        continue
    random.shuffle(them)
    texts = [f"{it % 9 + 1}{'mps'[it // 9]}" for it in them]
    closed, win = "".join(sorted(texts[:13], key=lambda it: it[::-1])), texts[13]
    config = HandConfig(is_tsumo=False, player_wind=28, round_wind=27)
    all_tiles = tiles(closed + win)
    last = next(it for it in all_tiles if it // 4 == tiles(win)[0] // 4)
    seen = HandCalculator().estimate_hand_value(all_tiles, last, config=config)
    if seen.error or "Pinfu" not in [str(it) for it in seen.yaku]:
        continue
    pinfu += 1
    hand, tile = Hand(parse_tiles(closed)), parse_tiles(win)[0]
    found = [one for combination in hand.get_winning_combinations(tile)
             for one in YakuChecker().check_all(hand, tile, combination, GameState(), player_position=PLAYER)]
    lost += not any(one.yaku.name == "PINFU" for one in found)
print(f"random hands with pinfu: {pinfu}, without it in pyriichi: {lost}")
PYTHON
cat seen
diff seen - <<'SEEN'
2-3 completed by 1: mahjong 1 han 30 fu 1000; pyriichi no yaku
2-3 completed by 4: mahjong 1 han 30 fu 1000; pyriichi 1 han 30 fu 1000
open, only runs: mahjong 1 han 30 fu 1000; pyriichi 1 han 20 fu 700
open, a dragon: mahjong 1 han 30 fu 1000; pyriichi 1 han 30 fu 1000
three han and 70 fu: mahjong 3 han 70 fu 8000; pyriichi 3 han 70 fu 9000
twice two equal runs: mahjong 4 han 30 fu 7700; pyriichi 2 han 25 fu 1600
random hands with pinfu: 300, without it in pyriichi: 69
SEEN
