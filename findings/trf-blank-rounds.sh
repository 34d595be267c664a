#!/usr/bin/env bash
# PyPI, 2026-11-30: trf 1.1.1, caissify-pairings 0.5.0, py4swiss 0.3.1 and pairing-core 0.4.1 read a chess tournament in
# FIDE's TRF16. There four blanks in place of an opponent are the same as 0000, a blank colour is "-" and a blank result
# is "Z", an absence: players who enter late have blank rounds. One guesses that each reader knows that, or refuses it.
# The first two do. py4swiss raises an error, although its source says that blanks are the same. pairing-core leaves the
# round out and moves the later ones up: the game of the second round is read, and written back, as one of the first.
# A round that is paired and not played yet has opponents and blank results: caissify keeps it, trf drops it without a
# word, so that the pairing is gone after `dumps`, and the other two raise errors.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install trf==1.1.1 caissify-pairings==0.5.0 py4swiss==0.3.1 \
  pairing-core==0.4.1 || exit 2
cat > read.py <<'PYTHON'
from pathlib import Path

import trf
from caissify_pairings.trf import parse_trf as caissify
from pairing_core.adapters.trf import build_trf, parse_trf as pairing_core
from py4swiss.trf import TrfParser


def file(points, late, second):
    lines = ["012 Town", "XXR 5"]
    for number, first in enumerate(("   2 w 1", "   1 b 0", "0000 - H", late), 1):
        head = f"001 {number:4} m    {'Player ' + 'ABCD'[number - 1]:33} {2000 - number:4} FID {'':11} {'':10}"
        lines.append(f"{head} {points[number - 1]:>4} {number:4}  {first}  {second[number - 1]}")
    return "\n".join(lines) + "\n"


def py4swiss(text):
    Path("one.trf").write_text(text)
    return " ".join(one.to_string() for one in TrfParser.parse(Path("one.trf")).player_sections[3].results)


READERS = {
    "trf": lambda text: [(g.round, g.startrank, g.color, g.result) for g in trf.loads(text).players[3].games],
    "caissify": lambda text: caissify(text)["players"][3]["results"],
    "py4swiss": py4swiss,
    "pairing-core": lambda text: build_trf(pairing_core(text)).splitlines()[-1][91:],
}
ROUND = ("   3 b =", "   4 w 1", "   1 w =", "   2 b 0")
for name, text in (
    ("round of an absence", file(("1.5", "1.0", "1.0", "0.0"), "0000 - Z", ROUND)),
    ("blank round", file(("1.5", "1.0", "1.0", "0.0"), " " * 8, ROUND)),
    ("second round not played", file(("1.0", "0.0", "0.5", "0.0"), "0000 - Z", [game[:7] + " " for game in ROUND])),
):
    print(f"{name}: player D has {text.splitlines()[-1][91:]!r}")
    for reader, read in READERS.items():
        try:
            print(f"  {reader}: {read(text)!r}")
        except Exception as error:
            print(f"  {reader}: {type(error).__name__}: {error}")
PYTHON
v/bin/python read.py > seen
cat seen
diff seen - <<'SEEN'
round of an absence: player D has '0000 - Z     2 b 0'
  trf: [(1, 0, '-', 'Z'), (2, 2, 'b', '0')]
  caissify: {1: {'opponent': None, 'color': None, 'result': 'Z'}, 2: {'opponent': 2, 'color': 'b', 'result': '0'}}
  py4swiss: '0000 - Z    2 b 0'
  pairing-core: '0000 - Z     2 b 0  '
blank round: player D has '             2 b 0'
  trf: [(1, None, ' ', ' '), (2, 2, 'b', '0')]
  caissify: {2: {'opponent': 2, 'color': 'b', 'result': '0'}}
  py4swiss: LineError: Invalid round result '        '
  pairing-core: '   2 b 0  '
second round not played: player D has '0000 - Z     2 b  '
  trf: [(1, 0, '-', 'Z')]
  caissify: {1: {'opponent': None, 'color': None, 'result': 'Z'}, 2: {'opponent': 2, 'color': 'b', 'result': ''}}
  py4swiss: LineError: Invalid round result '   3 b'
  pairing-core: InvalidRequestError: TRF line 3: truncated 001 header fields.
SEEN
