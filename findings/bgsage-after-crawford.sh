#!/usr/bin/env bash
# PyPI, 2026-11-30: bgsage 2.0.20260907, a backgammon engine with tables for matches. At a score of 1 point away there
# is a cube only after the Crawford game. One guesses that its take points at such a score are those of these games, as
# its own decisions are. `take_points` and the dead-cube points of `cube_action_points` use the equities that hold
# before and in the Crawford game: a leader at 1 away against 3 away should take with 2.4 %, and is told 35.5 %; at
# 4 away it is 22.7 % instead of 33.9 %.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install bgsage==2.0.20260907 || exit 2
v/bin/python - > seen <<'PYTHON'
import bgbot_cpp
from bgsage.cube_points import cube_action_points
from bgsage.matchinfo import take_points, take_points_dead_cube


def leader(trailer):
    """The leader's chance in the match, 1 away, the trailer so many away, after the Crawford game."""
    return 0.0 if trailer <= 0 else bgbot_cpp.get_met(1, trailer, True)


def decided(trailer):
    """The lowest chance in the game, in steps of 0.1 %, with which the leader takes in the engine's own decisions."""
    for chance in range(1, 1000):
        seen = bgbot_cpp.cube_decision_1ply(
            [1 - chance / 1000, 0.0, 0.0, 0.0, 0.0], 1, bgbot_cpp.CubeOwner.CENTERED, 0.0, trailer, 1, False, False)
        if seen.should_take:
            return chance / 1000


for trailer in 2, 3, 4, 5, 6, 7:
    passed, lost = leader(trailer - 1), leader(trailer - 2)
    points = cube_action_points([0.5, 0.0, 0.0, 0.0, 0.0], "centered", 1, 1, trailer)
    print(f"leader 1 away, trailer {trailer}: from the table {(passed - lost) / (1 - lost):.3f}, decisions {decided(trailer):.3f}; "
          f"take_points {take_points(1, trailer)[0]:.3f}, take_points_dead_cube {take_points_dead_cube(1, trailer)[0]:.3f}, "
          f"cube_action_points {points.take.dead:.3f}")
PYTHON
cat seen
diff seen - <<'SEEN'
leader 1 away, trailer 2: from the table 0.500, decisions 0.500; take_points 0.500, take_points_dead_cube 0.500, cube_action_points 0.500
leader 1 away, trailer 3: from the table 0.024, decisions 0.024; take_points 0.355, take_points_dead_cube 0.355, cube_action_points 0.355
leader 1 away, trailer 4: from the table 0.339, decisions 0.339; take_points 0.227, take_points_dead_cube 0.227, cube_action_points 0.227
leader 1 away, trailer 5: from the table 0.039, decisions 0.040; take_points 0.255, take_points_dead_cube 0.255, cube_action_points 0.255
leader 1 away, trailer 6: from the table 0.387, decisions 0.387; take_points 0.148, take_points_dead_cube 0.148, cube_action_points 0.148
leader 1 away, trailer 7: from the table 0.049, decisions 0.050; take_points 0.288, take_points_dead_cube 0.288, cube_action_points 0.288
SEEN
