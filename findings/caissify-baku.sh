#!/usr/bin/env bash
# PyPI, 2026-11-30: caissify-pairings 0.5.0, py4swiss 0.3.1 and pairing-core 0.4.1. In the Baku acceleration of a Swiss
# tournament (FIDE C.04.7) the first half of the players, rounded up to an even number, has one more point for the
# pairing; of nine rounds in the first three, and half a point in the fourth and fifth. One guesses that
# `accelerated=True`, "Baku acceleration", does that. caissify rounds up to any number, so that of ten players five are
# raised and not six, and raises them in the first two rounds only, however many there are. With ten players that are
# all equal the first round differs; with eight, where the halves are the same, the third.
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
from pairing_core.fide2026.baku import split_groups, virtual_points
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

ROUNDS = 9
NAMES = {"w": "white", "b": "black"}


def round_of_py4swiss(games, extra):
    """The next round, with the points of pairing-core's Baku groups in the file."""
    lines = ["012 Example", f"XXR {ROUNDS}", "XXC white1"]
    for number, played in games.items():
        start = f"001 {number:4d} m    {f'Player {number}':33s} {2500 - 10 * number:4d} NOR {'':11s} {'':10s}"
        records = "".join(f"  {other:4d} {color} {it}" for other, color, it in played)
        lines.append(f"{start} {points(played):4.1f} {number:4d}" + records)
        lines.append(f"XXA {number:4d} " + " ".join(f"{it:4.1f}" for it in extra[number]))
    Path("it.trf").write_text("\n".join(lines) + "\n")
    pairs = DutchEngine.generate_pairings(TrfParser.parse(Path("it.trf"), strict=False))
    return [(it.white, it.black) for it in pairs]


def points(played):
    return sum({"1": 1.0, "=": 0.5, "0": 0.0}[it] for _, _, it in played)


def round_of_caissify(games):
    """The history is such that nobody has had an opponent of another score."""
    players = [
        {
            "id": it, "name": "", "score": points(played), "rating": 2500 - 10 * it, "starting_number": it,
            "bye_count": 0, "color_hist": [NAMES[color] for _, color, _ in played],
            "float_history": ["none" for _ in played],
        }
        for it, played in games.items()
    ]
    past = {(min(one, two), max(one, two)) for one, played in games.items() for two, _, _ in played}
    number = len(games[1]) + 1
    result = generate_pairings(
        system="dutch", players=players, previous_pairings=past, round_number=number, total_rounds=ROUNDS,
        accelerated=True,
    )
    return [(it["white_id"], it["black_id"]) for it in result]


def extra_points(count):
    raised = split_groups(list(range(1, count + 1))).ga
    return {it: [virtual_points(it in raised, of, ROUNDS) for of in range(1, ROUNDS + 1)] for it in range(1, count + 1)}


for count, rounds in (10, 1), (8, 3):
    extra = extra_points(count)
    print(f"{count} players, by pairing-core raised: {[it for it in extra if any(extra[it])]}, by {extra[1]}")
    games = {it: [] for it in range(1, count + 1)}
    for number in range(1, rounds + 1):
        right = round_of_py4swiss(games, extra)
        print(f"round {number}, py4swiss: {sorted(right)}")
        print(f"round {number}, caissify: {sorted(round_of_caissify(games))}")
        for white, black in right:
            games[white].append((black, "w", "="))
            games[black].append((white, "b", "="))
PYTHON
cat seen
diff seen - <<'SEEN'
10 players, by pairing-core raised: [1, 2, 3, 4, 5, 6], by [1.0, 1.0, 1.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0]
round 1, py4swiss: [(1, 4), (3, 6), (5, 2), (7, 9), (10, 8)]
round 1, caissify: [(1, 3), (4, 2), (5, 6), (7, 9), (10, 8)]
8 players, by pairing-core raised: [1, 2, 3, 4], by [1.0, 1.0, 1.0, 0.5, 0.5, 0.0, 0.0, 0.0, 0.0]
round 1, py4swiss: [(1, 3), (4, 2), (5, 7), (8, 6)]
round 1, caissify: [(1, 3), (4, 2), (5, 7), (8, 6)]
round 2, py4swiss: [(2, 1), (3, 4), (6, 5), (7, 8)]
round 2, caissify: [(2, 1), (3, 4), (6, 5), (7, 8)]
round 3, py4swiss: [(1, 4), (3, 2), (5, 8), (7, 6)]
round 3, caissify: [(1, 6), (4, 7), (5, 2), (8, 3)]
SEEN
