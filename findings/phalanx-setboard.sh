#!/usr/bin/env bash
# Debian 12, 2026-11-28: phalanx 25-1. An engine that accepts `setboard` of the xboard protocol is sent a FEN, whose
# fourth field is the en-passant square. One guesses that the capture is legal then, as after the same moves. Phalanx
# plays it in a game, but in the same position from `setboard` calls it illegal: of the FEN it drops this field.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
(cd "$work" && apt-get download -qq -o APT::Sandbox::User=root phalanx=25-1 && dpkg -x phalanx_*.deb root) || exit 2
cd "$work"
ask() {
  echo "$1"
  (printf "xboard\nforce\n$2\ne5d6\n"; sleep 1; echo quit) | root/usr/games/phalanx 2>&1 | grep Illegal || echo "e5d6 is played"
}
(
  ask "moves" 'e2e4\na7a6\ne4e5\nd7d5'
  ask "setboard" 'setboard rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3'
) > seen
cat seen
diff seen - <<'SEEN'
moves
e5d6 is played
setboard
Illegal move: e5d6
SEEN
