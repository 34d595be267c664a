#!/usr/bin/env bash
# PyPI, 2026-11-30: tiebreak-core 1.2.0, tie-breaks of chess tournaments by the rules of FIDE of 2024 or of 2026. The
# rules of 2026 limit what a free round counts in the Buchholz score (C.07, 16.4). One guesses that the ruleset that is
# named decides, as "same input + same ruleset → same output, forever" says. `calculate_all_strict` does that. With the
# name `fide-2024`, which it accepts, `calculate_descriptor_strict` gives the numbers of 2026 for the same tie-break:
# the name is looked at for long cuts only, and not passed on. Player 1 has won twice and then had the free round, of
# three; the cut-1 score differs in the same way.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install tiebreak-core==1.2.0 || exit 2
v/bin/python - > seen <<'PYTHON'
from tiebreak_core import GameRecord, PlayerTiebreakData, calculate_all_strict, calculate_descriptor_strict

# Of each player the opponents and the points of three rounds; opponent 0 is the free round.
GAMES = {1: "2+ 3+ 0+", 2: "1- 0+ 4=", 3: "0+ 1- 5=", 4: "5= 0- 2=", 5: "4= 0- 3="}
POINTS = {"+": 1.0, "=": 0.5, "-": 0.0}


def player(number):
    games = []
    for round_number, (other, points) in enumerate(GAMES[number].split(), 1):
        opponent, score = int(other), POINTS[points]
        kind = "played" if opponent else "pairing_bye" if score else "requested_bye"
        games.append(
            GameRecord(
                opponent or -1, 2000 if opponent else 0, score, "white" if opponent > number else "black", round_number,
                kind=kind,
            )
        )
    return PlayerTiebreakData(number, 2000, sum(it.score for it in games), games)


players = {it: player(it) for it in GAMES}
for number, it in list(players.items())[:2]:
    print(f"player {number}, {sum(game.score for game in it.games)} points")
    for name, descriptor in ("buchholz", "BH"), ("buchholz_cut1", "BH/C1"):
        for rules in "fide-2024", "fide-2026":
            by_name = calculate_all_strict(it, players, [name], total_rounds=3, ruleset=rules)[name]
            by_descriptor = calculate_descriptor_strict(it, players, descriptor, total_rounds=3, ruleset=rules)
            print(f"  {descriptor} {rules}: by name {by_name}, by descriptor {by_descriptor}")
PYTHON
cat seen
diff seen - <<'SEEN'
player 1, 3.0 points
  BH fide-2024: by name 6.0, by descriptor 4.5
  BH fide-2026: by name 4.5, by descriptor 4.5
  BH/C1 fide-2024: by name 4.5, by descriptor 3.0
  BH/C1 fide-2026: by name 3.0, by descriptor 3.0
player 2, 1.5 points
  BH fide-2024: by name 5.5, by descriptor 5.5
  BH fide-2026: by name 5.5, by descriptor 5.5
  BH/C1 fide-2024: by name 4.5, by descriptor 4.5
  BH/C1 fide-2026: by name 4.5, by descriptor 4.5
SEEN
