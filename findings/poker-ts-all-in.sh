#!/usr/bin/env bash
# npm, 2026-11-30: poker-ts 1.5.0, a table of no-limit hold'em. One guesses that a player who is all-in before the flop
# can win the pot of that moment. With two others who play on, no such player is ever paid. If the others call exactly
# the all-in, the player is taken out of the pot at the end of the flop, whether they bet or check, and the best of the
# others gets it. If one of them raises before the flop, so that there is a side pot, the pots are right; but when the
# player wins the main pot, its 300 chips are given to nobody and are gone from the table.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit poker-ts@1.5.0 || exit 2
cat > show.js <<'JAVASCRIPT'
// Makes the cards of a hand depend on its number alone.
let state = 1;
require('crypto').randomInt = (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
};
const Poker = require('poker-ts');

// Seat 0 has 100 chips and goes all-in, the seats 1 and 2 call `most`; on the flop they bet, or check.
const play = (number, most, bet) => {
    state = 1000003 * (number + 1);
    const table = new Poker.Table({ ante: 0, smallBlind: 5, bigBlind: 10 }, 3);
    [100, 1000, 1000].forEach((chips, seat) => table.sitDown(seat, chips));
    table.startHand(0);
    const pots = [];
    while (table.isHandInProgress()) {
        while (table.isBettingRoundInProgress()) {
            const round = table.roundOfBetting();
            const seat = table.playerToAct();
            const { actions } = table.legalActions();
            if (round === 'preflop' && seat === 0) table.actionTaken('raise', 100);
            else if (round === 'preflop' && seat === 1 && most > 100) table.actionTaken('raise', most);
            else if (round === 'flop' && bet && actions.includes('bet')) table.actionTaken('bet', bet);
            else table.actionTaken(actions.includes('check') ? 'check' : 'call');
        }
        const round = table.roundOfBetting();
        table.endBettingRound();
        if (round === 'preflop' || round === 'flop') {
            pots.push(`after the ${round} ` + table.pots().map((it) => `${it.size} for seats ${it.eligiblePlayers}`).join(', '));
        }
        if (table.areBettingRoundsCompleted()) table.showdown();
    }
    return { pots: pots.join('; '), chips: table.seats().map((it) => (it ? it.totalChips : 0)) };
};

const numbers = Array.from({ length: 300 }, (_, number) => number);
for (const [most, bet] of [[100, 0], [100, 50], [200, 0], [200, 50]]) {
    const hands = numbers.map((number) => play(number, most, bet));
    console.log(`called ${most}, flop ${bet ? `bet ${bet}` : 'checked'}: ${hands[0].pots}`);
    const paid = hands.filter((it) => it.chips[0] > 0).length;
    const gone = hands.filter((it) => it.chips[0] + it.chips[1] + it.chips[2] !== 2100);
    console.log(`  of 300 hands, seat 0 gets chips in ${paid}; chips are gone from the table in ${gone.length}` +
        (gone.length ? `, the first leaves ${gone[0].chips} of 100,1000,1000` : ''));
}
JAVASCRIPT
node show.js > seen
cat seen
diff seen - <<'SEEN'
called 100, flop checked: after the preflop 300 for seats 0,1,2; after the flop 300 for seats 1,2
  of 300 hands, seat 0 gets chips in 0; chips are gone from the table in 0
called 100, flop bet 50: after the preflop 300 for seats 0,1,2; after the flop 400 for seats 1,2
  of 300 hands, seat 0 gets chips in 0; chips are gone from the table in 0
called 200, flop checked: after the preflop 300 for seats 0,1,2, 200 for seats 1,2; after the flop 300 for seats 0,1,2, 200 for seats 1,2
  of 300 hands, seat 0 gets chips in 0; chips are gone from the table in 110, the first leaves 0,1000,800 of 100,1000,1000
called 200, flop bet 50: after the preflop 300 for seats 0,1,2, 200 for seats 1,2; after the flop 300 for seats 0,1,2, 300 for seats 1,2
  of 300 hands, seat 0 gets chips in 0; chips are gone from the table in 110, the first leaves 0,1050,750 of 100,1000,1000
SEEN
