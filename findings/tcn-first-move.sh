#!/usr/bin/env bash
# npm, 2026-11-30: @savi2w/chess-tcn 1.0.0, the notation with two characters for a move in which a large chess server
# gives whole games. `encode` takes one move or a list of them. One guesses that `decode` gives back what was encoded,
# a list of moves for a longer text. It gives the first move and drops the rest without a word, though it has read all
# of them: for a whole game one must cut the text into pairs. Promotions, with and without a capture, come back right.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit @savi2w/chess-tcn@1.0.0 || exit 2
cat > show.mjs <<'JAVASCRIPT'
import tcn from '@savi2w/chess-tcn';

const moves = [
    { from: 'e2', to: 'e4' },
    { from: 'e7', to: 'e5' },
    { from: 'a7', to: 'b8', promotion: 'n' },
    { from: 'h2', to: 'h1', promotion: 'q' },
];
const name = (it) => it.from + it.to + (it.promotion ?? '');
const text = tcn.encode(moves);
console.log(`encoded: ${moves.map(name).join(' ')} as ${text}`);
console.log(`decoded: ${[tcn.decode(text)].flat().map(name).join(' ')}`);
console.log(`in pairs: ${text.match(/../g).map((it) => name(tcn.decode(it))).join(' ')}`);
JAVASCRIPT
node show.mjs > seen
cat seen
diff seen - <<'SEEN'
encoded: e2e4 e7e5 a7b8n h2h1q as mC0KW)p~
decoded: e2e4
in pairs: e2e4 e7e5 a7b8n h2h1q
SEEN
