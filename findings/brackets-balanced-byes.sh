#!/usr/bin/env bash
# npm, 2026-11-30: brackets-manager 1.11.1 and brackets-memory-db 1.0.6, knockouts. With fewer participants than places
# some have no opponent in the first round. `balanceByes` spreads these free places, so that none meets another one,
# and one guesses that the best seeds have them, as if the empty places were filled in at the end. With six
# participants the first and the third are free, and the second plays; with five the fourth is free and the second
# plays; with 13 the fifth is free, and the second and the fourth play. The names are spread over the places before the
# order of the seeds is applied.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit brackets-manager@1.11.1 brackets-memory-db@1.0.6 || exit 2
cat > show.mjs <<'JAVASCRIPT'
import { BracketsManager } from 'brackets-manager';
import memory from 'brackets-memory-db';

async function free(count, size, balanceByes) {
    const manager = new BracketsManager(new memory.InMemoryDatabase());
    const names = Array.from({ length: count }, (_, at) => `Seed ${at + 1}`);
    const seeding = balanceByes ? names : [...names, ...Array(size - count).fill(null)];
    await manager.create.stage({
        tournamentId: 0, name: 'Knockout', type: 'single_elimination', seeding,
        settings: { size, balanceByes, seedOrdering: ['inner_outer'] },
    });
    const { match, participant } = await manager.get.stageData(0);
    const name = (it) => participant.find(({ id }) => id === it.id).name.split(' ')[1];
    const first = match.filter((it) => it.round_id === 0);
    const alone = first.filter((it) => !it.opponent1 || !it.opponent2).map((it) => name(it.opponent1 ?? it.opponent2));
    const both = first.filter((it) => it.opponent1 && it.opponent2);
    const pairs = both.map((it) => `${name(it.opponent1)}-${name(it.opponent2)}`);
    return `free ${alone.sort((one, two) => one - two).join(' ')}; ${pairs.join(' ')}`;
}

for (const [count, size] of [[5, 8], [6, 8], [13, 16]]) {
    console.log(`${count} of ${size}, empty places at the end: ${await free(count, size, false)}`);
    console.log(`${count} of ${size}, balanceByes: ${await free(count, size, true)}`);
}
JAVASCRIPT
node show.mjs > seen
cat seen
diff seen - <<'SEEN'
5 of 8, empty places at the end: free 1 2 3; 4-5
5 of 8, balanceByes: free 1 3 4; 2-5
6 of 8, empty places at the end: free 1 2; 4-5 3-6
6 of 8, balanceByes: free 1 3; 4-5 2-6
13 of 16, empty places at the end: free 1 2 3; 8-9 4-13 5-12 7-10 6-11
13 of 16, balanceByes: free 1 3 5; 8-9 4-12 2-13 7-10 6-11
SEEN
