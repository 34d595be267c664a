#!/usr/bin/env bash
# PyPI, 2026-11-30: sudoku-engine 2.1.0 names "unique-solution enforcement when generating puzzles" and "deterministic
# generation via optional seed" among its features. A killer sudoku has no digits at the start; its cages and their
# sums must be enough. One guesses that `generate_killer_sudoku(size=4, seed=…)`, which returns "a ready-to-solve" one,
# has one solution, and the same puzzle for a seed. Most have several, up to 72 here: nothing looks at that. The seed
# is set after the digits were drawn, so that the first puzzle of a seed differs from run to run. `make_puzzle` for the
# ordinary sudoku does both.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install sudoku-engine==2.1.0 || exit 2
cat > ask.py <<'PYTHON'
import random
import sys

from sudoku import ClassicSudoku, generate_killer_sudoku
from sudoku.base_sudoku import PuzzleGenerator, Solver


def cages(puzzle):
    return sorted((sorted(it.cells), it.target) for it in puzzle.cages)


if sys.argv[1] == "first":
    print("killer", cages(generate_killer_sudoku(size=4, seed=7)))
    print("ordinary", PuzzleGenerator.make_puzzle(ClassicSudoku, 9, 0.5, seed=7).board)
else:
    random.seed(1)
    killer = [Solver(generate_killer_sudoku(size=4, seed=it), max_solutions=99).solve_count() for it in range(40)]
    print("solutions of 40 killer sudokus:", *killer)
    ordinary = [PuzzleGenerator.make_puzzle(ClassicSudoku, 4, 0.7, seed=it) for it in range(40)]
    print("solutions of 40 ordinary ones:", {Solver(it, max_solutions=99).solve_count() for it in ordinary})
PYTHON
for _ in 1 2 3 4 5 6 7 8; do
    v/bin/python ask.py first
done > first
{
    v/bin/python ask.py count
    for kind in killer ordinary; do
        same="$([ "$(grep "^$kind" first | sort -u | wc -l)" = 1 ] && echo yes || echo no)"
        echo "$kind, seed 7, eight programs give the same: $same"
    done
} > seen
cat seen
diff seen - <<'SEEN'
solutions of 40 killer sudokus: 6 72 4 12 12 24 12 2 2 4 1 3 4 12 10 1 12 12 6 8 4 4 12 4 6 8 5 24 2 3 12 4 6 10 2 1 3 3 3 18
solutions of 40 ordinary ones: {1}
killer, seed 7, eight programs give the same: no
ordinary, seed 7, eight programs give the same: yes
SEEN
