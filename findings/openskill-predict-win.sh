#!/usr/bin/env bash
# PyPI and npm, 2026-11-30: openskill 6.2.0 and openskill 5.0.1, two ports of one rating system, whose ratings are
# equal to all digits shown. `predict_win` predicts "how likely a match up against teams of one or more players will
# go", so one guesses that in a game of eight the entry of a player who beats each other one almost surely is near 1.
# It is a quarter in both: each gets the mean of the chances against every single opponent, divided by their sum, which
# is half the number of players, so that none is above 2 in n. With two players it is a probability. With three the
# ports differ from each other, too; integrated over the performances of the model the first one would win in 60 of 100
# games.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install openskill==6.2.0 || exit 2
npm install --silent --no-fund --no-audit openskill@5.0.1 || exit 2
cat > npm.mjs <<'JAVASCRIPT'
import { predictWin, rate, rating } from 'openskill';

const player = (mu, sigma) => [rating({ mu, sigma })];
const show = (name, numbers) => console.log(`npm, ${name}: ${numbers.map((it) => it.toFixed(3)).join(' ')}`);
const [strong, weak, middle] = [player(30, 5), player(20, 6), player(25, 25 / 3)];
show('ratings after a game of three', rate([strong, weak, middle]).map(([it]) => it.mu));
show('win of two', predictWin([strong, weak]));
show('win of three', predictWin([strong, weak, middle]));
show('win of eight', predictWin([player(100, 1), ...Array.from({ length: 7 }, () => player(20, 1))]));
JAVASCRIPT
cat > python.py <<'PYTHON'
import math
from statistics import NormalDist

from openskill.models import PlackettLuce

model = PlackettLuce()


def player(mu, sigma):
    return [model.rating(mu=mu, sigma=sigma)]


def show(name, numbers):
    print(f"PyPI, {name}: {' '.join(f'{it:.3f}' for it in numbers)}")


def best_of_all(teams, steps=4000):
    """How often each performance is the best, the performances being normal as in the model."""
    laws = [NormalDist(it.mu, math.hypot(it.sigma, model.beta)) for (it,) in teams]
    result = []
    for law in laws:
        total = 0
        for step in range(steps):
            at = law.inv_cdf((step + 0.5) / steps)
            total += math.prod(other.cdf(at) for other in laws if other is not law)
        result.append(total / steps)
    return result


strong, weak, middle = player(30, 5), player(20, 6), player(25, 25 / 3)
show("ratings after a game of three", [it.mu for (it,) in model.rate([strong, weak, middle])])
for name, teams in {
    "two": [strong, weak],
    "three": [strong, weak, middle],
    "eight": [player(100, 1)] + [player(20, 1) for _ in range(7)],
}.items():
    show(f"win of {name}", model.predict_win(teams))
    show(f"best of {name}, integrated", best_of_all(teams))
PYTHON
{
    node npm.mjs
    v/bin/python python.py
} > seen
cat seen
diff seen - <<'SEEN'
npm, ratings after a game of three: 30.997 20.990 20.322
npm, win of two: 0.847 0.153
npm, win of three: 0.496 0.173 0.332
npm, win of eight: 0.250 0.107 0.107 0.107 0.107 0.107 0.107 0.107
PyPI, ratings after a game of three: 30.997 20.990 20.322
PyPI, win of two: 0.847 0.153
PyPI, best of two, integrated: 0.847 0.153
PyPI, win of three: 0.506 0.163 0.331
PyPI, best of three, integrated: 0.603 0.096 0.302
PyPI, win of eight: 0.250 0.107 0.107 0.107 0.107 0.107 0.107 0.107
PyPI, best of eight, integrated: 1.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
SEEN
