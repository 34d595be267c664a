#!/usr/bin/env bash
# PyPI, 2026-11-30: leancheck 0.1.6, which enumerates inputs for properties, smallest first. A game takes moves from a
# list until it is empty, and goes wrong in its second move if it begins at 2. One guesses that 360 tests, the default,
# find that: [0, 0] and 2 are among the first dozens. They pass. With two arguments the same list comes again with
# other second arguments, and it is the same object: the game has emptied it in the test before. With a copy of the
# list the failure is found. A property with one argument gets each list once; its failing list is printed as the game
# left it, empty.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install leancheck==0.1.6 || exit 2
v/bin/python - > seen <<'PYTHON'
from leancheck import check

lengths = {}


def play(moves, start):
    """The number of moves that were played right."""
    played = 0
    while moves:
        moves.pop(0)
        played += not (start == 2 and played == 1)
    return played


def prop_all_are_played(moves: list[int], start: int) -> bool:
    lengths.setdefault(start, []).append(len(moves))
    expected = len(moves)
    return play(moves, start) == expected


def prop_all_are_played_of_a_copy(moves: list[int], start: int) -> bool:
    return play(list(moves), start) == len(moves)


def prop_one_argument(moves: list[int]) -> bool:
    expected = len(moves)
    return play(moves, 2) == expected


for prop in prop_all_are_played, prop_all_are_played_of_a_copy, prop_one_argument:
    print(check(prop))
for start in 0, 2:
    print(f"start {start}: lists of these lengths: {lengths[start][:12]}, longest {max(lengths[start])}")
PYTHON
cat seen
diff seen - <<'SEEN'
+++ OK, passed 360 tests: prop_all_are_played
True
*** Failed! Falsifiable after 34 tests:
    prop_all_are_played_of_a_copy([0, 0], 2)
False
*** Failed! Falsifiable after 3 tests:
    prop_one_argument([])
False
start 0: lists of these lengths: [0, 1, 2, 1, 3, 2, 2, 1, 4, 3, 3, 2], longest 7
start 2: lists of these lengths: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], longest 0
SEEN
