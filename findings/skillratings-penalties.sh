#!/usr/bin/env bash
# crates.io, 2026-11-30: skillratings 0.29.2. In FIFA's rating with `penalties: true` who wins a shoot-out scores 0.75
# and who loses it 0.5. One guesses that `fifa` gives both players what `fifa_rating_period` gives each of them. The
# second player gets the score of the first: the loser of a shoot-out gains as much as the winner, and who wins it as
# the second player gets as much as for a draw. In Glicko-Boost each opponent comes with a colour; the ratings use it,
# but `expected_score_rating_period` takes it and expects the same as white and as black.
set -euo pipefail
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT
mkdir "$work/src"
cat > "$work/Cargo.toml" <<'TOML'
[package]
name = "seen"
version = "0.0.0"
edition = "2021"
[dependencies]
skillratings = "=0.29.2"
TOML
cat > "$work/src/main.rs" <<'RUST'
use skillratings::fifa::{fifa, fifa_rating_period, FifaConfig, FifaRating};
use skillratings::glicko_boost::{
    expected_score_rating_period, glicko_boost_rating_period, GlickoBoostConfig, GlickoBoostRating,
};
use skillratings::Outcomes::{self, DRAW, LOSS, WIN};

fn main() {
    let [one, two] = [FifaRating { rating: 1500.0 }; 2];
    for penalties in [false, true] {
        let config = FifaConfig { importance: 50.0, knockout: false, penalties };
        let alone = |player: &FifaRating, other: FifaRating, outcome: Outcomes| {
            fifa_rating_period(player, &[(other, outcome, config)]).rating
        };
        println!("penalties {penalties}, two players of 1500: together, one by one");
        for (name, first, second) in [("first wins", WIN, LOSS), ("second wins", LOSS, WIN), ("draw", DRAW, DRAW)] {
            let (new_one, new_two) = fifa(&one, &two, &first, &config);
            let (alone_one, alone_two) = (alone(&one, two, first), alone(&two, one, second));
            println!("  {name}: {} and {}, {alone_one} and {alone_two}", new_one.rating, new_two.rating);
        }
    }
    let (player, config) = (GlickoBoostRating { rating: 1500.0, deviation: 80.0 }, GlickoBoostConfig::new());
    for white in [true, false] {
        let expected = expected_score_rating_period(&player, &[(player, white)], &config)[0];
        let after = glicko_boost_rating_period(&player, &[(player, DRAW, white)], &config).rating;
        println!("Glicko-Boost, white {white}: {expected:.4} expected, {after:.1} after a draw");
    }
}
RUST
cd "$work"
cargo fetch --quiet || exit 2
cargo run --quiet 2> /dev/null > seen
cat seen
diff seen - <<'SEEN'
penalties false, two players of 1500: together, one by one
  first wins: 1525 and 1475, 1525 and 1475
  second wins: 1475 and 1525, 1475 and 1525
  draw: 1500 and 1500, 1500 and 1500
penalties true, two players of 1500: together, one by one
  first wins: 1512.5 and 1512.5, 1512.5 and 1500
  second wins: 1500 and 1500, 1500 and 1512.5
  draw: 1500 and 1500, 1500 and 1500
Glicko-Boost, white true: 0.5405 expected, 1498.6 after a draw
Glicko-Boost, white false: 0.5405 expected, 1501.4 after a draw
SEEN
