#!/usr/bin/env bash
# PyPI, 2026-11-29: a PBN file of bridge that endplay 0.5.12 writes, read by bridgebots 0.0.12. One guesses that all
# boards come over, as deal, auction and result do. Those that are doubled, redoubled or passed out are gone; only the
# log says so. endplay writes a small x behind the contract, and bridgebots takes nothing but the capital X; of a
# board that nobody bids for, which has no result, it says that the result is missing. endplay itself reads all of
# them.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install endplay==0.5.12 bridgebots==0.0.12 || exit 2
cat > pbn.py <<'PYTHON'
from pathlib import Path

from bridgebots.pbn import parse_pbn
from endplay.parsers import pbn
from endplay.types import Bid, Board, Contract, Deal, Player, Vul

DEAL = "N:AQ84.QT98.J.KQ43 K.KJ632.AT962.75 T76.54.753.AJT82 J9532.A7.KQ84.96"
boards = []
for number, (auction, contract) in enumerate((
    ("1C P 1H P P P", "1HS+1"),
    ("1C P 1H X P P P", "1HSX+1"),
    ("1C P 1H X XX P P P", "1HSXX+1"),
    ("P P P P", "pass"),
    ("P 1S P P P", "1SE-1"),
), 1):
    bids = [Bid(it) for it in auction.split()]
    boards.append(Board(Deal(DEAL), bids, board_num=number, vul=Vul.none, dealer=Player.north))
    boards[-1].contract = Contract(contract)
text = pbn.dumps(boards)
file = open("seen", "w")
for name, it in ("as written", text), ("with capital letters", text.replace('Hxx"', 'HXX"').replace('Hx"', 'HX"')):
    Path("boards.pbn").write_text(it)
    print(name, file=file)
    print("  endplay:", *(board.contract for board in pbn.loads(it)), file=file)
    read = [record for deal in parse_pbn(Path("boards.pbn")) for record in deal.board_records]
    letters = ("", "X", "XX")
    print("  bridgebots:", *(
        f"{it.contract.level}{it.contract.suit.name}{letters[it.contract.doubled]}, {it.tricks} tricks;" for it in read
    ), file=file)
PYTHON
PYTHONUTF8=1 v/bin/python pbn.py 2> /dev/null
cat seen
diff seen - <<'SEEN'
as written
  endplay: 1♥S+1 1♥Sx+1 1♥Sxx+1 Pass 1♠E-1
  bridgebots: 1HEARTS, 8 tricks; 1SPADES, 6 tricks;
with capital letters
  endplay: 1♥S+1 1♥Sx+1 1♥Sxx+1 Pass 1♠E-1
  bridgebots: 1HEARTS, 8 tricks; 1HEARTSX, 8 tricks; 1HEARTSXX, 8 tricks; 1SPADES, 6 tricks;
SEEN
