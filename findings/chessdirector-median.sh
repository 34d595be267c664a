#!/usr/bin/env bash
# PyPI, 2026-11-30: chessdirector 2.1.0, which runs chess tournaments. The Buchholz score sums the points of all
# opponents, the median leaves out the highest and the lowest, so that one guesses that it is never more. In the
# package a round that was not played counts the player's own points. With two such rounds each of them counts twice in
# the median and in the modified median, with three three times: what is added up for all of them is added for each. A
# player with two half-point byes has 21 points of modified median, and 16.5 of Buchholz. With one bye all is right.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install chessdirector==2.1.0 || exit 2
v/bin/python - > seen <<'PYTHON'
from paircraft.local.models import Pairing, Player
from paircraft.local.tiebreaks import compute

# Five rounds of six players; the first has half-point byes in the last ones.
ROUNDS = ["1-4 2-5 3-6", "2-1 4-6 5-3", "1-3 6-2 4-5", "1-6 3-4 5-2", "5-1 2-3 6-4"]
WINNERS = ["1 2 3", "= 4 =", "1 2 =", "= 3 2", "1 = 4"]


def tournament(byes):
    pairings, points = [], dict.fromkeys("123456", 0.0)
    for number, (games, winners) in enumerate(zip(ROUNDS, WINNERS), 1):
        for game, winner in zip(games.split(), winners.split()):
            white, black = game.split("-")
            if number > 5 - byes and "1" in (white, black):
                for it in white, black:
                    pairings.append(Pairing(round=number, white_id=it, result="half-bye", is_bye=True))
                    points[it] += 0.5
                continue
            result = {white: "1-0", black: "0-1", "=": "1/2-1/2"}[winner]
            pairings.append(Pairing(round=number, white_id=white, black_id=black, result=result))
            for it, of in zip((white, black), pairings[-1].points()):
                points[it] += of
    return [Player(id=it, name=f"Player {it}", score=of) for it, of in points.items()], pairings


for byes in range(4):
    players, pairings = tournament(byes)
    values = compute(players, pairings, methods=("buchholz", "median", "modified_median"))
    opponents = sorted(
        next(it.score for it in players if it.id == other)
        for game in pairings
        if not game.is_bye and "1" in game.players
        for other in game.players
        if other != "1"
    )
    own = next(it.score for it in players if it.id == "1")
    print(f"player 1, {byes} byes, own points {own}, opponents' {opponents}")
    right = sorted(opponents + [own] * byes)
    print(f"  chessdirector: {values['1']}")
    print(f"  by hand: buchholz {sum(right)}, median {sum(right[1:-1])}")
PYTHON
cat seen
diff seen - <<'SEEN'
player 1, 0 byes, own points 4.0, opponents' [0.5, 1.0, 2.5, 3.0, 4.0]
  chessdirector: {'median': 6.5, 'modified_median': 10.5, 'buchholz': 11.0}
  by hand: buchholz 11.0, median 6.5
player 1, 1 byes, own points 3.5, opponents' [0.5, 2.5, 3.0, 4.0]
  chessdirector: {'median': 9.0, 'modified_median': 13.0, 'buchholz': 13.5}
  by hand: buchholz 13.5, median 9.0
player 1, 2 byes, own points 3.5, opponents' [2.5, 3.0, 4.0]
  chessdirector: {'median': 14.0, 'modified_median': 21.0, 'buchholz': 16.5}
  by hand: buchholz 16.5, median 10.0
player 1, 3 byes, own points 3.0, opponents' [2.5, 4.0]
  chessdirector: {'median': 22.0, 'modified_median': 31.0, 'buchholz': 15.5}
  by hand: buchholz 15.5, median 9.0
SEEN
