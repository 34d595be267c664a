#!/usr/bin/env bash
# npm, 2026-11-29: wgo 3.0.0-alpha.10, the game of WGo.js. Its rules have a field `repeating`, documented as "one of
# `repeat.KO`, `repeat.ALL`, `repeat.NONE` - defines if or when a move can be repeated". One guesses that `ALL` looks
# at all earlier positions, which is superko, and `NONE` at none. It is the other way round: with `ALL` all
# repetitions are legal, that of a ko among them, and `NONE` is superko.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" wgo@3.0.0-alpha.10 > /dev/null || exit 2
cat > "$work/see.js" <<'JS'
const { Game } = require('wgo')
const black = [[1, 0], [0, 1], [1, 2], [2, 1]]
const white = [[2, 0], [3, 1], [2, 2]]
for (const repeating of ['KO', 'ALL', 'NONE']) {
  const game = new Game(5, { repeating, allowRewrite: false, allowSuicide: false, komi: 0 })
  black.forEach(([x, y]) => game.addStone(x, y, 1))
  white.forEach(([x, y]) => game.addStone(x, y, -1))
  game.turn = -1
  game.play(1, 1) // captures the stone on 2, 1
  console.log(`${repeating}: the stone may be captured back at once: ${game.isValid(2, 1) !== false}`)
}
JS
(cd "$work" && node see.js) > "$work/seen"
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
KO: the stone may be captured back at once: false
ALL: the stone may be captured back at once: true
NONE: the stone may be captured back at once: false
SEEN
