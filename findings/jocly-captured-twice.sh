#!/usr/bin/env bash
# npm, 2026-11-29: jocly 0.9.13. Its pages of rules for international and Brazilian draughts say that captured pieces are
# removed at the end of the move; the FMJD adds that none is jumped twice. In its Brazilian draughts a king jumps the same
# piece twice in different directions, and as this counts as two pieces, no other move is legal. In its international
# draughts pieces are removed at once: the king may land on the square of one that it has captured. Both positions have
# one right move; py-draughts 1.10.1 of PyPI lists it.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --ignore-scripts jocly@0.9.13 || exit 2
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install py-draughts==1.10.1 || exit 2
cat > show.js <<'JAVASCRIPT'
const jocly = require('jocly')

async function show(game, initialBoard) {
  const match = await jocly.createMatch(game)
  await match.load({ initialBoard })
  console.log('jocly', game, ...(await match.getMoveString(await match.getPossibleMoves(), 'hub')).sort())
}

show('brazilian-draughts', 'B:W17,23,25:BK32').then(() => show('draughts', 'B:W20,23,30,39:BK50'))
JAVASCRIPT
{
  node show.js
  v/bin/python - <<'PYTHON'
import draughts

for board in (draughts.BrazilianBoard.from_fen("B:W17,23,25:BK32"), draughts.StandardBoard.from_fen("B:W20,23,30,39:BK50")):
    ends = {(it.square_list[0] + 1, it.square_list[-1] + 1, *(n + 1 for n in sorted(it.captured_list))) for it in board.legal_moves}
    print("py-draughts", board.VARIANT_NAME, *("x".join(map(str, it)) for it in sorted(ends)))
PYTHON
} > seen
cat seen
diff seen - <<'SEEN'
jocly brazilian-draughts 32x12x17x23x23x25 32x16x17x23x23x25 32x19x17x23x23x25
jocly draughts 50x34x20x23x30x39 50x39x20x23x30x39 50x43x20x23x30x39 50x48x20x23x30x39
py-draughts Brazilian draughts 32x30x17x23x25
py-draughts Standard (international) checkers 50x34x20x23x30x39
SEEN
