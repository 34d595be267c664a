#!/usr/bin/env bash
# npm, 2026-11-30: tournament-organizer 4.1.1, 17 tie-breaks. One guesses that "mutual versus" adds the results against
# all shared opponents, and that Sonneborn-Berger adds over all games. The first starts again at each decisive game:
# only the last of them counts, with the draws after it. Of all tied pairs in all 729 round robins of four, more than
# half are ordered otherwise than by the sum, some the other way round. In a double round robin the package looks at
# the first game of each pair and counts each opponent once: the second half of the games is not in Sonneborn-Berger,
# and of two tied players the wrong one is first.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-fund --no-audit tournament-organizer@4.1.1 || exit 2
cat > show.mjs <<'JAVASCRIPT'
import Manager from 'tournament-organizer';

const NAMES = [...'ABCD'];

// Plays a tournament in which result(a, b, cycle) is the score of a, and gives its standings.
const play = (format, tiebreak, result) => {
    const tournament = new Manager().createTournament('cup', {
        sorting: 'descending', stageOne: { format }, scoring: { tiebreaks: [tiebreak] },
    });
    NAMES.forEach((name, place) => tournament.createPlayer(name, name).set({ value: 9 - place }));
    tournament.startTournament();
    const last = Math.max(...tournament.getMatches().map((it) => it.getRoundNumber()));
    for (;;) {
        const round = tournament.getRoundNumber();
        for (const it of tournament.getActiveMatches()) {
            const score = result(it.getPlayer1().id, it.getPlayer2().id, round > 3 ? 1 : 0);
            tournament.enterResult(it.getId(), +(score === 1), +(score === 0), +(score === 0.5));
        }
        if (round === last) return { tournament, standings: tournament.getStandings() };
        tournament.nextRound();
    }
};

const sign = (it) => Math.sign(it) + 0;
const order = (it) => (it === 0 ? 'equal' : it > 0 ? 'second first' : 'first first');
let tied = 0, other = 0, turned = 0, example = '';
for (let number = 0; number < 3 ** 6; number++) {
    const scores = {};
    let rest = number;
    for (const pair of ['AB', 'AC', 'AD', 'BC', 'BD', 'CD']) {
        scores[pair] = (rest % 3) / 2;
        rest = Math.floor(rest / 3);
    }
    const result = (a, b) => (a < b ? scores[a + b] : 1 - scores[b + a]);
    const against = (a, them) => them.reduce((sum, b) => sum + result(a, b), 0);
    const { tournament, standings } = play('round-robin', 'mutual versus', result);
    const find = (name) => standings.find((it) => it.player.getName() === name);
    for (const a of NAMES) for (const b of NAMES.filter((it) => it > a)) {
        if (find(a).matchPoints !== find(b).matchPoints) continue;
        const shared = NAMES.filter((it) => it !== a && it !== b);
        const right = sign(against(b, shared) - against(a, shared));
        const seen = sign(tournament.sortForStandings(find(a), find(b), 3));
        tied++;
        if (right === seen) continue;
        other++;
        if (right * seen < 0) {
            turned++;
            example ||= `${a} has ${against(a, shared)} and ${b} ${against(b, shared)} against ${shared}: ${
                standings.map((it) => it.player.getName()).join(' ')}`;
        }
    }
}
console.log(`mutual versus: ${tied} tied pairs, ${other} ordered otherwise than by the sum, ${turned} turned round`);
console.log(`  ${example}`);

// Both cycles of each pair.
const games = { AB: [0.5, 0], AC: [0.5, 0.5], AD: [1, 1], BC: [0, 1], BD: [0, 1], CD: [0.5, 0.5] };
const result = (a, b, cycle) => (a < b ? games[a + b][cycle] : 1 - games[b + a][cycle]);
const { standings } = play('double-round-robin', 'sonneborn berger', result);
const points = Object.fromEntries(standings.map((it) => [it.player.getName(), it.matchPoints]));
console.log('double round robin: player, points, Sonneborn-Berger of the package, over all games');
for (const it of standings) {
    const name = it.player.getName();
    const all = NAMES.filter((b) => b !== name).flatMap((b) => [0, 1].map((cycle) => result(name, b, cycle) * points[b]));
    console.log(`  ${name} ${it.matchPoints} ${it.tiebreaks.sonnebornBerger} ${all.reduce((sum, one) => sum + one)}`);
}
JAVASCRIPT
node show.mjs > seen
cat seen
diff seen - <<'SEEN'
mutual versus: 702 tied pairs, 396 ordered otherwise than by the sum, 54 turned round
  B has 1 and C 0 against A,D: D B C A
double round robin: player, points, Sonneborn-Berger of the package, over all games
  A 3.5 5.25 8.75
  B 3.5 1.75 10.25
  C 3 6.25 9
  D 2 5 6.5
SEEN
