#!/usr/bin/env bash
# PyPI and npm, 2026-11-30: OneRoll 1.3.5, wyrdbound-dice 0.3.0, @dice-roller/rpg-dice-roller 5.5.1 and
# dice-roller-parser 0.1.8, four readers of dice notation; a die with one side always shows a 1. One guesses that
# multiplication comes before addition, as everywhere. In OneRoll what stands further left comes first: 2d1+3d1*2 is 10
# and not 8. It raises to powers from the left as well; of the two npm packages, which write powers as **, one does so
# and the other does not.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv v
v/bin/pip --quiet --disable-pip-version-check install --no-deps oneroll==1.3.5 wyrdbound-dice==0.3.0 || exit 2
npm install --silent --no-fund --no-audit @dice-roller/rpg-dice-roller@5.5.1 dice-roller-parser@0.1.8 || exit 2
cat > npm.mjs <<'JAVASCRIPT'
import { DiceRoll } from '@dice-roller/rpg-dice-roller';
import parser from 'dice-roller-parser';

for (const text of process.argv.slice(2)) {
    const other = new parser.DiceRoller().rollValue(text);
    console.log(`${text}: rpg-dice-roller ${new DiceRoll(text).total}, dice-roller-parser ${other}`);
}
JAVASCRIPT
cat > python.py <<'PYTHON'
import sys

import oneroll
from wyrdbound_dice import Dice

for text in sys.argv[1:]:
    other = f", wyrdbound-dice {Dice.roll(text).total}" if "^" not in text else ""
    print(f"{text}: oneroll {oneroll.roll(text)['total']}{other}")
PYTHON
{
    v/bin/python python.py 2d1+3d1*2 2d1*3+2 8-4/2 10-2-3 2^3^2
    node npm.mjs 2d1+3d1*2 8-4/2 2**3**2
} > seen
cat seen
diff seen - <<'SEEN'
2d1+3d1*2: oneroll 10, wyrdbound-dice 8
2d1*3+2: oneroll 8, wyrdbound-dice 8
8-4/2: oneroll 2, wyrdbound-dice 6
10-2-3: oneroll 5, wyrdbound-dice 5
2^3^2: oneroll 64
2d1+3d1*2: rpg-dice-roller 8, dice-roller-parser 8
8-4/2: rpg-dice-roller 6, dice-roller-parser 6
2**3**2: rpg-dice-roller 512, dice-roller-parser 64
SEEN
