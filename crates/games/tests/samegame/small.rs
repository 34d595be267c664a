//! Exhaustive play of every small game on both sides in parallel.
//!
//! Set-ups that differ only in the names of their colours are played once; `properties.rs` checks
//! that exchanging colours commutes with play.
//!
//! Not covered: effects that take more than nine columns or rows, such as the ends of machine
//! words.

use std::time::Duration;

use twinboard_games::samegame::SameGameRules;
use twinboard_harness::exhaust::small_setups;
use twinboard_harness::{Action, Case, RuleSet, watch};
use twinboard_vocabulary::Game;
use twinboard_vocabulary::samegame::{Grid, Outcome, Selection};

use super::support::explorer;
use super::{Engine, Oracle};

/// Cells of the largest set-up, up to 3 × 3. With one cell more it would take six times as long.
const CELLS_MAX: u8 = 9;

/// Step limit for a set-up: a longer game counts as a hang. Far more than any takes.
const GAME_LIMIT: Duration = Duration::from_secs(30);

/// Totals of all games.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    set_ups: usize,
    /// Positions reached from each set-up, itself included, counted once per set-up.
    positions: usize,
    /// Legal moves of all these positions.
    moves: usize,
    won: usize,
    stuck: usize,
}

#[test]
fn engine_and_oracle_agree_in_every_position_of_every_small_game() {
    let counts = watch::watched(GAME_LIMIT, |activity| {
        let mut counts = Counts::default();
        for grid in small_setups(&SameGameRules, CELLS_MAX) {
            counts.set_ups += 1;
            activity.begin(counts.set_ups, None, Action::Check);
            explore(&grid, &mut counts);
        }
        counts
    });
    let counts = counts.unwrap_or_else(|hang| {
        let grid = small_setups(&SameGameRules, CELLS_MAX).nth(hang.stage.step as usize - 1);
        panic!(
            "no result within the limit from\n{}",
            SameGameRules.text().print(&Case::new(grid.unwrap(), vec![]))
        )
    });
    // The set-ups are counted by hand: for each number of cells the number of shapes (its divisors)
    // times its Bell number (the ways to colour them), 1·1 + 2·2 + 2·5 + 3·15 + 2·52 + 4·203 +
    // 2·877 + 4·4140 + 3·21147. The other totals are from a separate program that shares nothing
    // with the two sides; they were counted before this test was.
    let expected =
        Counts { set_ups: 82_731, positions: 294_742, moves: 274_318, won: 3_578, stuck: 92_284 };
    assert_eq!(counts, expected);
}

/// Explores a grid with selections of all cells and of the ring of numbers around the grid.
fn explore(grid: &Grid, counts: &mut Counts) {
    let (rows, columns) = (u64::from(grid.rows()), u64::from(grid.columns()));
    let selections = (0..=rows + 1).flat_map(|row| (0..=columns + 1).map(move |c| (row, c)));
    let selections: Vec<_> =
        selections.filter_map(|(row, column)| Selection::new(row, column)).collect();
    explorer::explore::<SameGameRules, Engine, Oracle>(
        &SameGameRules,
        grid,
        &selections,
        &mut |game, legal| {
            counts.positions += 1;
            counts.moves += legal.len();
            counts.won += usize::from(game.outcome() == Outcome::Won);
            counts.stuck += usize::from(game.outcome() == Outcome::Stuck);
        },
    );
}
