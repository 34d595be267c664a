#!/usr/bin/env bash
# npm, 2026-11-30: tournament-pairings 2.0.1, Swiss rounds. Who is alone with a score plays the next ones below, so that
# the leader of 5-4-4-3-3-2-2-1 points meets a 4; free is, as the page says, too, rather the one with the lowest score
# who was not free before. One guesses that it pairs so. It makes as many pairs of equal scores as it can and leaves the
# rest for each other: the leader meets the player with 1 point, in each of 300 calls. And if the last ones have been
# free before, the leader is free, not the lowest of the others.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit tournament-pairings@2.0.1 || exit 2
cat > show.mjs <<'JAVASCRIPT'
import { Swiss } from 'tournament-pairings';

// The pairs of a round as scores, with the number of calls that give them; the players are shuffled at each call.
const pairs = (scores, free = []) => {
    const seen = {};
    for (let call = 0; call < 300; call++) {
        const players = scores.map((score, place) => ({ id: String(place), score, receivedBye: free.includes(place) }));
        const score = (id) => (id === null ? 'free' : scores[Number(id)]);
        const text = Swiss(players, 6).map((it) => [score(it.player1), score(it.player2)])
            .map(([a, b]) => (b === 'free' || a >= b ? `${a}:${b}` : `${b}:${a}`)).sort().reverse().join(' ');
        seen[text] = (seen[text] ?? 0) + 1;
    }
    return Object.entries(seen).map(([text, count]) => `${text} (${count})`).join(', ');
};

for (const scores of [[5, 4, 4, 3, 3, 2, 2, 1], [3, 2, 2, 1, 1, 0], [3, 3, 2, 2, 1, 1, 0, 0]]) {
    console.log(`${scores}: ${pairs(scores)}`);
}
console.log(`4,3,2,1,0, none was free: ${pairs([4, 3, 2, 1, 0])}`);
console.log(`4,3,2,1,0, 1 and 0 were free: ${pairs([4, 3, 2, 1, 0], [3, 4])}`);
console.log(`5,4,4,3,3,2,2,1,1 and 1, 1, 2 were free: ${pairs([5, 4, 4, 3, 3, 2, 2, 1, 1], [6, 7, 8])}`);
JAVASCRIPT
node show.mjs > seen
cat seen
diff seen - <<'SEEN'
5,4,4,3,3,2,2,1: 5:1 4:4 3:3 2:2 (300)
3,2,2,1,1,0: 3:0 2:2 1:1 (300)
3,3,2,2,1,1,0,0: 3:3 2:2 1:1 0:0 (300)
4,3,2,1,0, none was free: 4:3 2:1 0:free (300)
4,3,2,1,0, 1 and 0 were free: 4:free 3:0 2:1 (300)
5,4,4,3,3,2,2,1,1 and 1, 1, 2 were free: 5:free 4:4 3:1 3:1 2:2 (300)
SEEN
