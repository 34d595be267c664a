#!/usr/bin/env bash
# Debian 12, 2026-11-28: gnugo 3.8-11 (GNU Go). Files of SGF edit the board during a game with `AB`, `AW` and `AE`
# (add black, add white, clear). One guesses that a reader knows all three or refuses the file. GNU Go puts stones on
# empty points and loads the rest of the file without the other edits: `AE` takes nothing off, without a word, and
# `AW` does not replace a black stone (a line on standard error says so). `loadsgf` succeeds each time.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
(cd "$work" && apt-get download -qq -o APT::Sandbox::User=root gnugo=3.8-11 && dpkg -x gnugo_*.deb root) || exit 2
cd "$work"
for edit in 'AW[ff]' 'AE[ee]' 'AW[ee]'; do
  echo "(;FF[4]GM[1]SZ[9]KM[5.5];B[ee];$edit;W[gg])" > game.sgf
  echo "black E5, then $edit, then white G3"
  printf 'loadsgf game.sgf\nlist_stones black\nlist_stones white\n' |
    root/usr/games/gnugo --mode gtp 2> /dev/null | sed -n 's/^= *//p' | tail -2
done > seen
cat seen
diff seen - <<'SEEN'
black E5, then AW[ff], then white G3
E5
F4 G3
black E5, then AE[ee], then white G3
E5
G3
black E5, then AW[ee], then white G3
E5
G3
SEEN
