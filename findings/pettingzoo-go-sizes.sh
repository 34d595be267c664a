#!/usr/bin/env bash
# PyPI, 2026-11-28: pettingzoo 1.27.0. The size of a Go board is a global variable of the module. As soon
# as an environment of another size is made, the next move of an existing one raises an error from numpy;
# environments in processes of their own do not notice each other.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install pettingzoo==1.27.0 pygame-ce==2.5.8 chess==1.11.2
"$work/v/bin/python" - 2> /dev/null > "$work/seen" <<'PYTHON'
from pettingzoo.classic import go_v5

small = go_v5.env(board_size=5)
small.reset()
small.step(0)
large = go_v5.env(board_size=9)
large.reset()
try:
    small.step(1)
    print("played")
except ValueError as error:
    print("ValueError:", str(error).split(",")[0])
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
ValueError: all the input array dimensions except for the concatenation axis must match exactly
SEEN
