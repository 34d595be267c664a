#!/usr/bin/env bash
# PyPI, 2026-11-30: bridgeobjects 0.1.31, for games of bridge, the newest version for Python 3.11. A Contract can be
# made from an auction, and has a score. One guesses that it has the declarer (who of the side that bid last named the
# denomination first), the double and the score of that auction. The declarer is the first player of either side who
# named the denomination: if both sides bid it, a defender can be the declarer. A double or redouble at the end is
# lost: 4S doubled and two down is 100 instead of 300. `Contract("4SD", "S")` scores right.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install bridgeobjects==0.1.31 || exit 2
v/bin/python - > seen <<'PYTHON'
from bridgeobjects import Auction, Call, Contract

SEATS = "NESW"


def right(calls):
    """Declarer and name of the contract of an auction that North opens."""
    bids = [(place, call) for place, call in enumerate(calls) if call[0].isdigit()]
    last, final = bids[-1]
    side = [place for place, call in bids if call[1:] == final[1:] and place % 2 == last % 2]
    ends = [call for call in calls[last:] if call in "DR"]
    return SEATS[side[0] % 4], final + (ends[-1] if ends else "")


for text, tricks in (
    ("1S P 2S P 4S P P P", 10),
    ("P P 1S 2H 2S P 4S D P P P", 8),
    ("1H P 2H D 4H D R P P P", 10),
    ("1NT 2C P 2NT P P P", 8),
    ("1C P 1H 2C P P P", 8),
):
    calls = text.split()
    declarer, name = right(calls)
    auction = Auction([Call(it) for it in calls], "N")
    seen = Contract(auction=auction)
    print(f"{text}: {seen.name} by {seen.declarer}, {tricks} tricks score {seen.score(tricks)}; "
          f"it is {name} by {declarer}, {Contract(name, declarer).score(tricks)}")
PYTHON
cat seen
diff seen - <<'SEEN'
1S P 2S P 4S P P P: 4S by N, 10 tricks score 420; it is 4S by N, 420
P P 1S 2H 2S P 4S D P P P: 4S by S, 8 tricks score -100; it is 4SD by S, -300
1H P 2H D 4H D R P P P: 4H by N, 10 tricks score 420; it is 4HR by N, 880
1NT 2C P 2NT P P P: 2NT by N, 8 tricks score 120; it is 2NT by W, 120
1C P 1H 2C P P P: 2C by N, 8 tricks score 90; it is 2C by W, 90
SEEN
