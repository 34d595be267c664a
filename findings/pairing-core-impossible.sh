#!/usr/bin/env bash
# PyPI, 2026-11-30: pairing-core 0.4.1, "deterministic FIDE-family Swiss pairing", its rules `dutch-2026`, py4swiss
# 0.3.1 and caissify-pairings 0.5.0. Eight players after three rounds; the two leaders have met. The Dutch system (FIDE
# C.04.3) lets players who cannot be paired in their score group go down to the next one, and says that a round cannot
# be paired only if no pairing of all players is allowed (1.9.3). One guesses that a library pairs the round whenever
# that is possible. pairing-core raises `ImpossiblePairingError` and sends the reader to the arbiter; the others have
# the same four pairs, of players who have not met.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install \
    caissify-pairings==0.5.0 py4swiss==0.3.1 pairing-core==0.4.1 || exit 2
v/bin/python - > seen <<'PYTHON'
from pathlib import Path

from caissify_pairings import generate_pairings
from pairing_core.errors import PairingError
from pairing_core.fide2026.api import pair_2026
from pairing_core.fide2026.models import P26Player, P26Request
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

# Of each player the opponents, the colours and the results of three rounds.
GAMES = {
    1: ("5 4 3", "w b w", "1 1 ="),
    2: ("6 3 8", "b w b", "1 0 0"),
    3: ("7 2 1", "w b b", "1 1 ="),
    4: ("8 1 7", "b w b", "1 0 1"),
    5: ("1 8 6", "b w b", "0 0 0"),
    6: ("2 7 5", "w b w", "0 0 1"),
    7: ("3 6 4", "b w w", "0 1 0"),
    8: ("4 5 2", "w b w", "0 1 1"),
}
VALUE = {"1": 1.0, "=": 0.5, "0": 0.0}


def points(number, rounds=3):
    return sum(VALUE[it] for it in GAMES[number][2].split()[:rounds])


def opponents(number):
    return tuple(map(int, GAMES[number][0].split()))


def floats(number, names):
    """Of each round, whether the opponent had less, more or as many points before."""
    before = ((points(number, it), points(other, it)) for it, other in enumerate(opponents(number)))
    return [names[(mine > its) - (mine < its)] for mine, its in before]


lines = ["012 Example", "XXR 5", "XXC white1"]
for number, rows in GAMES.items():
    records = [f"  {int(other):4d} {color} {it}" for other, color, it in zip(*(row.split() for row in rows))]
    name = f"Player {number}"
    start = f"001 {number:4d} m    {name:33s} {2500 - 10 * number:4d} NOR {'':11s} {'':10s}"
    lines.append(f"{start} {points(number):4.1f} {number:4d}" + "".join(records))
Path("three.trf").write_text("\n".join(lines) + "\n")
trf = TrfParser.parse(Path("three.trf"), strict=False)


def show(name, pairs):
    pairs = sorted(tuple(sorted(it)) for it in pairs)
    print(f"{name}: {pairs}, repeated: {sum(two in opponents(one) for one, two in pairs)}")


show("py4swiss", [(it.white, it.black) for it in DutchEngine.generate_pairings(trf)])
colors = {"w": "white", "b": "black"}
players = [
    {
        "id": it, "name": "", "score": points(it), "rating": 2500 - 10 * it, "starting_number": it, "bye_count": 0,
        "color_hist": [colors[color] for color in GAMES[it][1].split()],
        "float_history": floats(it, ["none", "down", "up"]),
    }
    for it in GAMES
]
played = {(one, two) for one in GAMES for two in opponents(one) if one < two}
result = generate_pairings(
    system="dutch", players=players, previous_pairings=played, round_number=4, total_rounds=5
)
show("caissify", [(it["white_id"], it["black_id"]) for it in result])
players = [
    P26Player(
        id=it, tpn=it, score=points(it), rating=2500 - 10 * it, colors="".join(GAMES[it][1].split()).upper(),
        opponents=opponents(it), played=3, last_float=floats(it, ["", "D", "U"])[2],
        prev_float=floats(it, ["", "D", "U"])[1],
    )
    for it in GAMES
]
try:
    result = pair_2026(P26Request(players=tuple(players), ruleset="dutch-2026", round_number=4, total_rounds=5))
    show("pairing-core", [(it.white_id, it.black_id) for it in result.pairs])
except PairingError as error:
    print(f"pairing-core: {type(error).__name__}: {error}")
PYTHON
cat seen
diff seen - <<'SEEN'
py4swiss: [(1, 2), (3, 8), (4, 6), (5, 7)], repeated: 0
caissify: [(1, 2), (3, 8), (4, 6), (5, 7)], repeated: 0
pairing-core: ImpossiblePairingError: bracket at score 2.5 has no C4-compliant candidate (Art.1.9.3: Chief Arbiter decides).
SEEN
