#!/usr/bin/env bash
# PyPI, 2026-11-29: TextArena 0.7.4, PegJump, the triangle of 15 holes. A peg jumps in a straight line over the next
# hole into the one behind it. One guesses that the environment allows these 36 jumps. It refuses the six along the
# lowest row, and allows others over a hole that is not between, as from 7 over 11 to 13: 7 and 11 are an edge of the
# triangle, 13 is two holes along the lowest row.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install textarena==0.7.4 || exit 2
v/bin/python - 2> /dev/null > seen <<'PYTHON'
import textarena

holes = [(row, place) for row in range(5) for place in range(row + 1)]
jumps = set()
for start, (row, place) in enumerate(holes, 1):
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)):
        over, end = (row + down, place + right), (row + 2 * down, place + 2 * right)
        if end in holes:
            jumps.add((start, holes.index(over) + 1, holes.index(end) + 1))
print("jumps in a straight line:", len(jumps))

allowed = set()
for end in range(1, 16):
    for start in range(1, 16):
        env = textarena.make("PegJump-v0-raw", initial_empty=end)
        env.reset(num_players=1, seed=1)
        before = list(env.state.game_state["board"])
        env.step(f"[{start} {end}]")
        after = env.state.game_state["board"]
        gone = [hole for hole in range(1, 16) if before[hole] and not after[hole] and hole != start]
        if gone:
            allowed.add((start, *gone, end))
print("jumps allowed:", len(allowed))
for name, those in ("refused, but straight", jumps - allowed), ("allowed, but not straight", allowed - jumps):
    print(name + ":", *("-".join(map(str, it)) for it in sorted(those)))
PYTHON
cat seen
diff seen - <<'SEEN'
jumps in a straight line: 36
jumps allowed: 38
refused, but straight: 11-12-13 12-13-14 13-12-11 13-14-15 14-13-12 15-14-13
allowed, but not straight: 7-11-13 8-12-14 9-12-13 9-13-15 13-11-7 13-12-9 14-12-8 15-13-9
SEEN
