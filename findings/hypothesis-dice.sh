#!/usr/bin/env bash
# PyPI, 2026-11-28: hypothesis 6.170.17. A game that rolls dice with Python's `random` is tested with 200 inputs. One
# guesses that it sees many rolls. Before each input hypothesis seeds the global generators of `random` and NumPy with
# the same number, so all 200 games have the same dice, also in the next run; a generator of one's own, made
# without a seed, is not touched.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/v"
"$work/v/bin/pip" --quiet --disable-pip-version-check install hypothesis==6.170.17 numpy==2.4.6 || exit 2
"$work/v/bin/python" - > "$work/seen" <<'PYTHON'
import random
import numpy
from hypothesis import given, settings, strategies as st

global_dice, numpy_dice, own_dice = set(), set(), set()
generator = random.Random()

@settings(max_examples=200, database=None)
@given(st.integers())
def play(_):
    global_dice.add(tuple(random.randint(1, 6) for _ in range(20)))
    numpy_dice.add(tuple(numpy.random.randint(1, 7, 20).tolist()))
    own_dice.add(tuple(generator.randint(1, 6) for _ in range(20)))

play()
print("different games: random", len(global_dice), "numpy", len(numpy_dice), "own generator", len(own_dice))
PYTHON
cat "$work/seen"
diff "$work/seen" - <<'SEEN'
different games: random 1 numpy 1 own generator 200
SEEN
