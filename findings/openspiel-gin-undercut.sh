#!/usr/bin/env bash
# PyPI, 2026-11-30: open_spiel 2.0.2, `gin_rummy`, with hands of ten cards and a knock at 10 or less. One guesses that
# a knock is undercut, for the bonus of 25, when the other player ends with as much deadwood as the knocker or less, as
# the rules have it to which the header refers. With as much, the hand is worth nothing to either. A second guess: who
# holds eleven cards may knock if one can be thrown off so that the rest has 10 points or less outside its melds ("the
# best 10 of 11"). The game first takes the melds that are worth most among all eleven cards, then throws off the
# highest card beside them. In a few hands other melds leave less; there the state shows more deadwood than needed, and
# the knock is not legal.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install open_spiel==2.0.2 || exit 2
cat > knock.py <<'PYTHON'
import pyspiel

UPCARD, KNOCK = 52, 55
GAME = pyspiel.load_game("gin_rummy")
CARD = {rank + suit: i for i, (suit, rank) in enumerate((s, r) for s in "scdh" for r in "A23456789TJQK")}


def start(mine, upcard, other):
    state = GAME.new_initial_state()
    for name in [*mine.split(), *other.split(), upcard]:
        state.apply_action(CARD[name])
    state.apply_action(UPCARD)
    return state


for text in ("8s", "7s", "6s"):
    state = start("As Ac Ad 2s 2c 2d 3s 3c 3d 7h", "Kh", f"Ts Tc Td Js Jc Jd Qs Qc Qd {text}")
    state.apply_action(KNOCK)
    state.apply_action(CARD["Kh"])
    while not state.is_terminal():
        state.apply_action(max(state.legal_actions()))
    print(f"7h is left to the knocker, {text} to the other player: {state.returns()}")

OTHER = "Kc Kd Jc Js Qh 9c 9d As 2h Tc"
for mine, upcard, melds in (
    ("5s 6s 2c 4c 5c 6c 4d 5d 6d 6h", "7d", "5s 5c 5d, 6s 6c 6d 6h; 7d away, 10 left"),
    ("4s 5s 6s 3c 5c 6c Ad 3d 5d 6h", "4c", "4s 5s 6s, 3c 4c 5c 6c; 6h away, 9 left"),
    ("4s 5s 6s 7s 5c 6c 4d 6d 2h 5h", "6h", "5s 5c 5h, 6s 6c 6d 6h; 7s away, 10 left"),
):
    state = start(mine, upcard, OTHER)
    shown = next(line for line in str(state).splitlines() if "Player0: Deadwood" in line)
    print(f"{mine} {upcard} ({melds}): {shown}, knock legal: {KNOCK in state.legal_actions()}")
PYTHON
v/bin/python knock.py > seen
cat seen
diff seen - <<'SEEN'
7h is left to the knocker, 8s to the other player: [1.0, -1.0]
7h is left to the knocker, 7s to the other player: [0.0, -0.0]
7h is left to the knocker, 6s to the other player: [-26.0, 26.0]
5s 6s 2c 4c 5c 6c 4d 5d 6d 6h 7d (5s 5c 5d, 6s 6c 6d 6h; 7d away, 10 left): Player0: Deadwood=11, knock legal: False
4s 5s 6s 3c 5c 6c Ad 3d 5d 6h 4c (4s 5s 6s, 3c 4c 5c 6c; 6h away, 9 left): Player0: Deadwood=11, knock legal: False
4s 5s 6s 7s 5c 6c 4d 6d 2h 5h 6h (5s 5c 5h, 6s 6c 6d 6h; 7s away, 10 left): Player0: Deadwood=11, knock legal: False
SEEN
