#!/usr/bin/env bash
# PyPI and Debian 12, 2026-11-28: a file of SGF without `KM`, on a board of 9 × 9. One guesses that readers agree on a
# komi of nothing, or say that there is none. sgfmill 1.1.1 says 0, pysgf 1.0.0 6.5, and GNU Go 3.8 5.5, although it was
# told `komi 7.5` before. So one finished game, read by three programs, can have two winners.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install sgfmill==1.1.1 pysgf==1.0.0 || exit 2
(apt-get download -qq -o APT::Sandbox::User=root gnugo=3.8-11 && dpkg -x gnugo_*.deb root) || exit 2
echo '(;FF[4]GM[1]SZ[9];B[ee])' > game.sgf
(
  v/bin/python - <<'PYTHON'
import pysgf
from sgfmill import sgf

text = open("game.sgf").read()
print("sgfmill", sgf.Sgf_game.from_string(text).get_komi())
print("pysgf", pysgf.GoGame.parse_sgf(text).komi)
PYTHON
  echo "GNU Go" $(printf 'komi 7.5\nloadsgf game.sgf\nget_komi\n' | root/usr/games/gnugo --mode gtp | sed -n 's/^= *//p' | tail -1)
) > seen
cat seen
diff seen - <<'SEEN'
sgfmill 0.0
pysgf 6.5
GNU Go 5.5
SEEN
