#!/usr/bin/env bash
# Debian 12, 2026-11-28: gnugo 3.8-11 (GNU Go). SGF wants the stones of a handicap as `AB` beside `HA`. One guesses
# that `HA[4]` with four stones is a handicap of 4, and that without stones it is a number only. It is the other
# way round: without stones (and with white to begin) GNU Go places four itself and reports 4; with the stones it
# reports 0. The two boards are equal, but by Chinese rules, where white gets a point for each stone of the
# handicap, the results of the same game differ by four points.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
(cd "$work" && apt-get download -qq -o APT::Sandbox::User=root gnugo=3.8-11 && dpkg -x gnugo_*.deb root) || exit 2
cd "$work"
echo '(;FF[4]GM[1]SZ[9]KM[0.5]HA[4];W[ee];B[aa])' > number.sgf
echo '(;FF[4]GM[1]SZ[9]KM[0.5]HA[4]AB[cc][cg][gc][gg];W[ee];B[aa])' > stones.sgf
for file in number stones; do
  echo "$file"
  printf 'loadsgf %s\nget_handicap\nlist_stones black\nfinal_score\n' "$file.sgf" |
    root/usr/games/gnugo --mode gtp --chinese-rules | sed -n '/^=/p'
done > seen
cat seen
diff seen - <<'SEEN'
number
= white
= 4
= A9 C7 G7 C3 G3
= B+76.5
stones
= white
= 0
= A9 C7 G7 C3 G3
= B+80.5
SEEN
