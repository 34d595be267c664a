#!/usr/bin/env bash
# npm, 2026-11-30: poker-odds-calculator 0.4.0 and poker-odds 1.0.1, odds of Texas hold'em. A share of a pot counts: the
# equities of all players add up to 100 %, and the favourite is who has most. One guesses that `getEquity` and
# `favourite` are these. `getEquity` leaves out all split pots, so that two players with an ace and a king each have 0 %
# and a third with two deuces 9 %; and the deuces are the favourite in the other package, since only pots that are won
# alone count there. (The percentage of ties is a method of its own.)
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit poker-odds-calculator@0.4.0 poker-odds@1.0.1 || exit 2
cat > show.mjs <<'JAVASCRIPT'
import { CardGroup, OddsCalculator } from 'poker-odds-calculator';
import { calculateEquity } from 'poker-odds';

const board = 'AcKd9c';
for (const hands of [['AhKh', 'AsKs', '2h2d'], ['AhKh', 'AsKs']]) {
    const cut = (text) => text.match(/../g);
    const counted = calculateEquity(hands.map(cut), cut(board));
    const { equities } = OddsCalculator.calculate(hands.map((it) => CardGroup.fromString(it)), CardGroup.fromString(board));
    console.log(`${hands.join(' ')} on ${board}`);
    hands.forEach((hand, place) => {
        const { wins, ties, count, favourite } = counted[place];
        const sharers = counted.filter((it) => it.ties).length || 1;
        const share = (100 * (wins + ties / sharers) / count).toFixed(1);
        console.log(`  ${hand}: pot share ${share} %, poker-odds-calculator ${equities[place].getEquity()} %, ` +
            `poker-odds ${favourite ? 'favourite' : 'no favourite'}`);
    });
}
JAVASCRIPT
node show.mjs > seen
cat seen
diff seen - <<'SEEN'
AhKh AsKs 2h2d on AcKd9c
  AhKh: pot share 45.6 %, poker-odds-calculator 0 %, poker-odds no favourite
  AsKs: pot share 45.6 %, poker-odds-calculator 0 %, poker-odds no favourite
  2h2d: pot share 8.7 %, poker-odds-calculator 9 %, poker-odds favourite
AhKh AsKs on AcKd9c
  AhKh: pot share 50.0 %, poker-odds-calculator 0 %, poker-odds favourite
  AsKs: pot share 50.0 %, poker-odds-calculator 0 %, poker-odds favourite
SEEN
