#!/usr/bin/env bash
# npm and PyPI, 2026-11-30: trueskill 0.0.2 of npm, ts-trueskill 5.1.0 and trueskill 0.4.5 of PyPI, with the same
# constants (25, 25/3, 25/6, 25/300, ten draws in 100). Before each game a player's uncertainty grows a little, by the
# paper of TrueSkill as a variance: σ² + γ². One guesses that three ports agree, as the README of the first has a
# program whose output "should match" the original calculator. It adds γ to σ. That is little after one game; but after
# many, where γ limits how sure one can be, its σ stays at 2.12, with the others at 0.78, and the level µ - 3σ of two
# equal players who win in turns stays four points lower, however long they play.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install trueskill==0.4.5 || exit 2
npm install --silent --no-fund --no-audit trueskill@0.0.2 ts-trueskill@5.1.0 || exit 2
cat > npm.mjs <<'JAVASCRIPT'
import { TrueSkill } from 'ts-trueskill';
import trueskill from 'trueskill';

const shown = [1, 10, 100, 400];
const show = (name, game, mu, sigma) =>
    console.log(`${name}, game ${game}: ${mu.toFixed(2)} ± ${sigma.toFixed(2)}, level ${(mu - 3 * sigma).toFixed(1)}`);

const one = { skill: [25, 25 / 3] };
const two = { skill: [25, 25 / 3] };
for (let game = 1; game <= 400; game++) {
    [one.rank, two.rank] = game % 2 ? [1, 2] : [2, 1];
    trueskill.AdjustPlayers([one, two]);
    if (shown.includes(game)) show('npm trueskill', game, ...one.skill);
}

const system = new TrueSkill(25, 25 / 3, 25 / 6, 25 / 300, 0.1);
let first = system.createRating();
let second = system.createRating();
for (let game = 1; game <= 400; game++) {
    [[first], [second]] = system.rate([[first], [second]], game % 2 ? [0, 1] : [1, 0]);
    if (shown.includes(game)) show('ts-trueskill', game, first.mu, first.sigma);
}
JAVASCRIPT
cat > python.py <<'PYTHON'
from trueskill import TrueSkill

system = TrueSkill(25, 25 / 3, 25 / 6, 25 / 300, 0.1)
first, second = system.create_rating(), system.create_rating()
for game in range(1, 401):
    (first,), (second,) = system.rate([(first,), (second,)], [0, 1] if game % 2 else [1, 0])
    if game in (1, 10, 100, 400):
        level = first.mu - 3 * first.sigma
        print(f"PyPI trueskill, game {game}: {first.mu:.2f} ± {first.sigma:.2f}, level {level:.1f}")
PYTHON
{
    node npm.mjs
    v/bin/python python.py
} > seen
cat seen
diff seen - <<'SEEN'
npm trueskill, game 1: 29.45 ± 7.24, level 7.7
npm trueskill, game 10: 24.29 ± 3.13, level 14.9
npm trueskill, game 100: 24.66 ± 2.12, level 18.3
npm trueskill, game 400: 24.66 ± 2.12, level 18.3
ts-trueskill, game 1: 29.40 ± 7.17, level 7.9
ts-trueskill, game 10: 24.45 ± 2.81, level 16.0
ts-trueskill, game 100: 24.94 ± 0.88, level 22.3
ts-trueskill, game 400: 24.95 ± 0.78, level 22.6
PyPI trueskill, game 1: 29.40 ± 7.17, level 7.9
PyPI trueskill, game 10: 24.45 ± 2.81, level 16.0
PyPI trueskill, game 100: 24.94 ± 0.88, level 22.3
PyPI trueskill, game 400: 24.95 ± 0.78, level 22.6
SEEN
