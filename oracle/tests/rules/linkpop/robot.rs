//! The robot's choice (LP-20) and the end of a game (LP-22).

use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::linkpop::{Margin, Outcome, Refusal, Step};

use super::{Place, assert_refuses_step, legal_pops, pair, robot, start};

/// The pair that the robot pops first, and its cost.
fn choice(margin: Margin, rows: &[&str]) -> (Place, Place, u8) {
    let popped = robot(&mut start(margin, rows)).expect("there is a pair");
    let (earlier, other) = pair(&popped);
    (earlier, other, popped.link.cost())
}

#[test]
fn a_lower_cost_comes_before_an_earlier_block() {
    let rows = ["AS ..", "CS AS", "BS BS"];
    assert_eq!(legal_pops(&start(Margin::Inside, &rows))[0], ((0, 0), (1, 1), 2));
    assert_eq!(choice(Margin::Inside, &rows), ((2, 0), (2, 1), 1));
    let rows = ["AS CS AS", ".. .. ..", "BS DS ES", ".. BS FS"];
    assert_eq!(legal_pops(&start(Margin::Inside, &rows))[0], ((0, 0), (0, 2), 3));
    assert_eq!(choice(Margin::Inside, &rows), ((2, 0), (3, 1), 2));
    let rows = ["AS CS AS", ".. .. ..", "DS ES FS", "GS BS BS"];
    assert_eq!(choice(Margin::Inside, &rows), ((3, 1), (3, 2), 1));
}

#[test]
fn of_equal_costs_the_pair_with_the_earliest_block_is_chosen() {
    // By row first: B stands further left, but lower.
    let rows = ["CS DS AS", "BS BS AS"];
    assert_eq!(choice(Margin::Inside, &rows), ((0, 2), (1, 2), 1));
    // Within a row by column, though its other block comes later than the whole other pair.
    let rows = ["AS BS BS", "AS CS DS"];
    assert_eq!(choice(Margin::Inside, &rows), ((0, 0), (1, 0), 1));
    // At cost 2.
    let rows = ["BS ..", "CS BS", "AS ..", "DS AS"];
    assert_eq!(choice(Margin::Inside, &rows), ((0, 0), (1, 1), 2));
    // At cost 3, only outside.
    let rows = ["CS DS AS", "BS ES FS", "GS HS AS", "BS IS JS"];
    assert_eq!(choice(Margin::Outside, &rows), ((0, 2), (2, 2), 3));
}

#[test]
fn of_the_pairs_of_one_block_the_earliest_other_block_is_chosen() {
    // At cost 1 the block to the right comes before the block below, whatever the length.
    let rows = ["AS .. .. AS", "AS BS CS DS"];
    assert_eq!(choice(Margin::Inside, &rows), ((0, 0), (0, 3), 1));
    // At cost 2 the block in the higher row comes first, and within a row the one further left.
    let rows = ["AS .. .. ..", "BS CS .. AS", "DS .. .. ..", "ES AS FS GS"];
    assert_eq!(choice(Margin::Inside, &rows), ((0, 0), (1, 3), 2));
    let rows = [".. .. .. AS", "AS BS AS CS"];
    assert_eq!(choice(Margin::Inside, &rows), ((0, 3), (1, 0), 2));
    // At cost 3.
    let rows = ["AS BS AS CS AS"];
    assert_eq!(choice(Margin::Outside, &rows), ((0, 0), (0, 2), 3));
    let rows = ["AS BS AS", "CS DS ES", "AS FS AS"];
    assert_eq!(choice(Margin::Outside, &rows), ((0, 0), (0, 2), 3));
}

#[test]
fn the_robot_is_refused_when_no_pair_can_be_popped_and_nothing_moves() {
    for margin in Margin::ALL {
        // B would be free to move, but there is no pop.
        let game = start(margin, &["AS .. BL"]);
        assert_eq!(game.outcome(), Outcome::Stuck);
        assert_refuses_step(&game, Step::Robot, Refusal::NothingToPop);
        let game = start(margin, &[".. .."]);
        assert_eq!(game.outcome(), Outcome::Cleared);
        assert_refuses_step(&game, Step::Robot, Refusal::NothingToPop);
    }
}
