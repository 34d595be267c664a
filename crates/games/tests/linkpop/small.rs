//! Exhaustive play of every small game on both sides in parallel.

use std::time::Duration;

use twinboard_games::linkpop::LinkPopRules;
use twinboard_harness::exhaust::small_setups;
use twinboard_harness::{Action, Case, RuleSet, watch};
use twinboard_vocabulary::Game;
use twinboard_vocabulary::linkpop::{Outcome, Pick, Setup, Step};

use super::support::{explorer, linkpop};
use super::{Engine, Oracle};

/// Cells of the largest set-up. With one cell more it would take ten times as long.
const CELLS_MAX: u8 = 4;

/// Step limit for a set-up: a longer game counts as a hang. Far more than any takes.
const GAME_LIMIT: Duration = Duration::from_secs(30);

/// Totals of all games.
#[derive(Debug, Default, PartialEq)]
struct Counts {
    set_ups: usize,
    /// Positions reached from each set-up, itself included, counted once per set-up.
    positions: usize,
    /// Pairs that can be popped in all these positions.
    pairs: usize,
    cleared: usize,
    stuck: usize,
}

#[test]
fn engine_and_oracle_agree_in_every_position_of_every_small_game() {
    let rules = LinkPopRules::default();
    let counts = watch::watched(GAME_LIMIT, move |activity| {
        let mut counts = Counts::default();
        for setup in small_setups(&rules, CELLS_MAX) {
            counts.set_ups += 1;
            activity.begin(counts.set_ups, None, Action::Check);
            explore(&setup, &mut counts);
        }
        counts
    });
    let counts = counts.unwrap_or_else(|hang| {
        let setup = small_setups(&rules, CELLS_MAX).nth(hang.stage.step as usize - 1);
        panic!(
            "no result within the limit from\n{}",
            rules.text().print(&Case::new(setup.unwrap(), vec![]))
        )
    });
    assert_eq!(counts, COUNTED);
}

/// Totals of a separate program that shares nothing with the two sides. They were counted before
/// this test was.
const COUNTED: Counts =
    Counts { set_ups: 76_596, positions: 187_808, pairs: 132_646, cleared: 13_816, stuck: 84_596 };

/// Tries the robot's step and the pops of any two cells of the board or just beyond its last row
/// and column.
fn explore(setup: &Setup, counts: &mut Counts) {
    let (rows, columns) = (u64::from(setup.board.rows()), u64::from(setup.board.columns()));
    let picks = (0..=rows).flat_map(|row| (0..=columns).map(move |column| Pick { row, column }));
    let picks: Vec<Pick> = picks.collect();
    let pops = picks.iter().flat_map(|&one| picks.iter().map(move |&other| Step::Pop(one, other)));
    let steps: Vec<Step> = pops.chain([Step::Robot]).collect();
    let rules = LinkPopRules::default();
    explorer::explore::<_, Engine, Oracle>(&rules, setup, &steps, &mut |game, legal| {
        assert_eq!(legal, linkpop::pops(&game.position(), setup.margin), "{setup:?}");
        counts.positions += 1;
        counts.pairs += legal.len();
        counts.cleared += usize::from(game.outcome() == Outcome::Cleared);
        counts.stuck += usize::from(game.outcome() == Outcome::Stuck);
    });
}
