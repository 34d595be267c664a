#!/usr/bin/env bash
# PyPI, 2026-11-30: caissify-pairings 0.5.0, py4swiss 0.3.1 and pairing-core 0.4.1, the Dutch system of Swiss chess
# tournaments. If two players have had the same colours in every round, the higher ranked one gets the colour that is
# due (FIDE C.04.3, article 5.2.4), and who has more points is ranked higher (1.2). One guesses that three programs for
# these rules agree. In caissify the lower number of the list of players counts as the higher rank, whatever the
# points. Both of 3 and 6 below are due black; 6 has 1.5 points, 3 has half a point. The package's checker of pairings
# calls the rounds equal: it compares pairs and not colours.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install \
    caissify-pairings==0.5.0 py4swiss==0.3.1 pairing-core==0.4.1 || exit 2
v/bin/python - > seen <<'PYTHON'
from pathlib import Path

from caissify_pairings.fpc import check_trf
from pairing_core.fide2026.dutch import allocate_colour
from pairing_core.fide2026.models import P26Player
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

# Of each player the opponents, the colours and the results of three rounds.
GAMES = {
    1: ("5 8 2", "w b w", "1 1 0"),
    2: ("6 3 1", "b w b", "= 1 1"),
    3: ("7 2 4", "w b w", "= 0 0"),
    4: ("8 5 3", "b w b", "0 = 1"),
    5: ("1 4 7", "b b w", "0 = 0"),
    6: ("2 7 8", "w b w", "= = ="),
    7: ("3 6 5", "b w b", "= = 1"),
    8: ("4 1 6", "w w b", "1 0 ="),
}
VALUE = {"1": 1.0, "=": 0.5, "0": 0.0}


def points(number, rounds=3):
    return sum(VALUE[it] for it in GAMES[number][2].split()[:rounds])


def trf(fourth=None):
    lines = ["012 Example", "XXR 5", "XXC white1"]
    for number, rows in GAMES.items():
        records = [f"  {int(other):4d} {color} {it}" for other, color, it in zip(*(row.split() for row in rows))]
        for white, black in fourth or ():
            if number in (white, black):
                records.append(f"  {black if number == white else white:4d} {'w' if number == white else 'b'} =")
        name = f"Player {number}"
        total = points(number) + (0.5 if fourth else 0)
        lines.append(
            f"001 {number:4d} m    {name:33s} {2500 - 10 * number:4d} NOR {'':11s} {'':10s} {total:4.1f} {number:4d}"
            + "".join(records)
        )
    return "\n".join(lines) + "\n"


Path("three.trf").write_text(trf())
first = [(it.white, it.black) for it in DutchEngine.generate_pairings(TrfParser.parse(Path("three.trf"), strict=False))]
print("py4swiss:", sorted(first))
report = check_trf(trf(first))["rounds"][3]
print("caissify:", sorted((it["white"], it["black"]) for it in report["engine_pairings"]), "agrees:", report["match"])

players = [
    P26Player(id=it, tpn=it, score=points(it), colors="".join(GAMES[it][1].split()).upper()) for it in (3, 6)
]
print("pairing-core's rule of colours, 3 and 6:", allocate_colour(*players, initial_colour="W"))
PYTHON
cat seen
diff seen - <<'SEEN'
py4swiss: [(2, 7), (3, 6), (4, 1), (5, 8)]
caissify: [(2, 7), (4, 1), (5, 8), (6, 3)] agrees: True
pairing-core's rule of colours, 3 and 6: (3, 6)
SEEN
