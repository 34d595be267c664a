#!/usr/bin/env bash
# npm, 2026-11-30: boardgame.io 0.50.2. Each player bets once on a throw of its die or on a hidden coin, and wins the
# game if the bet is right. The coin is in the state, and `playerView` takes it away from what players see. One guesses
# that the package's MCTS bot wins as often as chance allows, as its random bot does: one game of six, one of two. It
# wins all of them. Its playouts run the game with the generator of the match, so that it sees the very throw that its
# move will get; and it gets the state without `playerView`, as also `Local({ bots })` does it. A rating of such a bot
# against people, in a game with dice, a bag or hidden cards, says nothing about its play.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes > /dev/null
npm install --silent boardgame.io@0.50.2 > /dev/null || exit 2
cat > bets.cjs <<'NODE'
const { MCTSBot, RandomBot, Step } = require("boardgame.io/ai");
const { Client } = require("boardgame.io/client");

const end = { endIf: ({ G }) => G.right === undefined ? undefined : { winner: G.right ? "0" : "1" } };
const bets = (choices) => ({ enumerate: () => choices.map((choice) => ({ move: "bet", args: [choice] })) });
const games = {
  die: {
    ...end,
    ai: bets([1, 2, 3, 4, 5, 6]),
    setup: () => ({}),
    moves: { bet: ({ G, random }, number) => { G.right = random.D6() === number; } },
  },
  coin: {
    ...end,
    ai: bets(["heads", "tails"]),
    setup: ({ random }) => ({ secret: random.D6() > 3 ? "heads" : "tails" }),
    moves: { bet: ({ G }, side) => { G.right = G.secret === side; } },
    playerView: ({ G: { secret, ...seen } }) => seen,
  },
};
(async () => {
  for (const [name, game] of Object.entries(games))
    for (const Bot of [RandomBot, MCTSBot]) {
      let won = 0;
      for (let seed = 0; seed < 120; seed++) {
        const match = Client({ game: { ...game, name, seed: `match ${seed}` }, debug: false });
        const enumerate = game.ai.enumerate;
        const bot = new Bot({ game, enumerate, iterations: 100, seed: `bot ${seed}` });
        await Step(match, bot);
        won += match.getState().ctx.gameover.winner === "0";
      }
      console.log(`${name}: ${Bot === MCTSBot ? "MCTS bot" : "random bot"} wins ${won} of 120 games`);
    }
  const shown = Client({ game: { ...games.coin, seed: 1 }, debug: false }).getState();
  console.log(`the coin's game as a player sees it: ${JSON.stringify(shown.G)}`);
})();
NODE
node bets.cjs > seen
cat seen
diff seen - <<'SEEN'
die: random bot wins 19 of 120 games
die: MCTS bot wins 120 of 120 games
coin: random bot wins 65 of 120 games
coin: MCTS bot wins 120 of 120 games
the coin's game as a player sees it: {}
SEEN
