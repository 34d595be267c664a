#!/usr/bin/env bash
# PyPI, 2026-11-30: bridgeobjects 0.1.31, for games of bridge, the newest version for Python 3.11. It reads PBN and
# writes it. One guesses that a board that it has read and writes again is the same board. The player West becomes
# South's name, the double of the contract is gone, the tricks of the table of double-dummy results are all the first
# number of that table, and where that table has a number for the contract it is written as the result of the play:
# here 9 tricks in 4S doubled, one down, come back as 10 tricks in 4S, made.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install bridgeobjects==0.1.31 || exit 2
cat > read.pbn <<'PBN'
[Board "1"]
[West "Wanda"]
[North "Nora"]
[East "Edda"]
[South "Sonja"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:K87.Q642.AJ6.K73 T5.85.Q752.Q6542 AQJ96.73.T843.JT 432.AKJT9.K9.A98"]
[Declarer "S"]
[Contract "4SX"]
[Result "9"]
[OptimumResultTable "Declarer;Denomination\2R;Result\2R"]
N  S 10
S  S 10
S NT  7
E  C  6
W  H  8
PBN
v/bin/python - > seen <<'PYTHON'
from bridgeobjects import create_pbn_board, load_pbn

board = load_pbn("read.pbn")[0].boards[0]
board.result = str(board.declarers_tricks)
print("read:", board.contract.name, "by", board.contract.declarer, "tricks", board.result, "of", board.south, board.north)
keep = ("[North", "[East", "[South", "[West", "[Contract", "[Result", "N", "E", "S", "W")
print("\n".join(line for line in create_pbn_board(board).split("\n") if line.startswith(keep)))
PYTHON
cat seen
diff seen - <<'SEEN'
read: 4SD by S tricks 9 of Sonja Nora
[North "Nora"]
[East "Edda"]
[South "Sonja"]
[South "Wanda"]
[Contract 4S]
[Result 10]
N  S 10
E  C 10
S  S 10
S NT 10
W  H 10
SEEN
