//! Refusals of pops and their order (LP-8 to LP-14).

use std::ops::ControlFlow;

use twinboard_vocabulary::Game as _;
use twinboard_vocabulary::linkpop::{Margin, Refusal};

use super::{assert_refuses, assert_shows, legal_pops, pair, pop, robot, start};

/// Two rows and three columns: the two As have no link, and one cell is empty.
const BOARD: [&str; 2] = ["AS BS ..", "CS AS DS"];

#[test]
fn each_refusal_is_given() {
    for margin in Margin::ALL {
        let game = start(margin, &BOARD);
        assert_refuses(&game, (2, 0), (0, 0), Refusal::FirstOffBoard);
        assert_refuses(&game, (0, 0), (0, 3), Refusal::SecondOffBoard);
        assert_refuses(&game, (0, 0), (0, 0), Refusal::SameCell);
        assert_refuses(&game, (0, 2), (0, 0), Refusal::FirstEmpty);
        assert_refuses(&game, (0, 0), (0, 2), Refusal::SecondEmpty);
        assert_refuses(&game, (0, 0), (0, 1), Refusal::DifferentSymbols);
        assert_refuses(&game, (0, 0), (1, 1), Refusal::NoLink);
    }
}

#[test]
fn the_first_refusal_in_the_order_of_the_rules_is_given() {
    let game = start(Margin::Inside, &[".. .. AS", "BS .. CS"]);
    // Both off the board, the same cell or not.
    assert_refuses(&game, (2, 0), (2, 0), Refusal::FirstOffBoard);
    assert_refuses(&game, (2, 0), (0, 3), Refusal::FirstOffBoard);
    // A cell off the board and an empty cell.
    assert_refuses(&game, (0, 3), (0, 0), Refusal::FirstOffBoard);
    assert_refuses(&game, (0, 0), (0, 3), Refusal::SecondOffBoard);
    // An empty cell twice.
    assert_refuses(&game, (0, 0), (0, 0), Refusal::SameCell);
    // Both empty.
    assert_refuses(&game, (0, 0), (0, 1), Refusal::FirstEmpty);
    assert_refuses(&game, (0, 1), (0, 0), Refusal::FirstEmpty);
    // Different symbols, and no link.
    let game = start(Margin::Inside, &["AS BS", "CS DS"]);
    assert_refuses(&game, (0, 0), (1, 1), Refusal::DifferentSymbols);
}

#[test]
fn rows_and_columns_have_separate_limits() {
    let game = start(Margin::Outside, &["AS BS CS", "DS ES FS"]);
    for off in [(2, 0), (2, 2), (0, 3), (1, 3), (2, 3)] {
        assert_refuses(&game, off, (0, 0), Refusal::FirstOffBoard);
        assert_refuses(&game, (0, 0), off, Refusal::SecondOffBoard);
    }
    assert_refuses(&game, (1, 2), (0, 0), Refusal::DifferentSymbols);
}

#[test]
fn large_numbers_are_off_the_board_whatever_their_low_bits_are() {
    let game = start(Margin::Outside, &["AS AS", "AS AS"]);
    for large in [128, 255, 256, 65_536, 4_294_967_296, 9_223_372_036_854_775_808, u64::MAX] {
        for off in [(large, 0), (0, large), (large, large)] {
            assert_refuses(&game, off, (0, 1), Refusal::FirstOffBoard);
            assert_refuses(&game, (0, 1), off, Refusal::SecondOffBoard);
        }
    }
}

#[test]
fn a_pop_that_the_robot_would_not_choose_is_allowed() {
    let mut game = start(Margin::Inside, &["AS AS ..", "BS .. ..", "CS DS AS"]);
    assert_eq!(pair(&robot(&mut game.clone()).unwrap()), ((0, 0), (0, 1)));
    assert_eq!(pop(&mut game, (2, 2), (0, 1)).map(|popped| popped.link.cost()), Ok(2));
    assert_shows(&game, &["AS .. ..", "BS .. ..", "CS DS .."]);
}

#[test]
fn attributes_need_not_match() {
    for first in ["AU", "AD", "AL", "AR", "AS"] {
        let mut game = start(Margin::Inside, &[&format!("{first} AR")]);
        assert!(pop(&mut game, (0, 0), (0, 1)).is_ok());
        let game = start(Margin::Inside, &[&format!("{first} B{}", &first[1..])]);
        assert_refuses(&game, (0, 0), (0, 1), Refusal::DifferentSymbols);
    }
}

#[test]
fn the_margin_decides_whether_there_is_a_link() {
    let rows = ["AS BS AS"];
    let inside = start(Margin::Inside, &rows);
    assert_refuses(&inside, (0, 0), (0, 2), Refusal::NoLink);
    assert_refuses(&inside, (0, 2), (0, 0), Refusal::NoLink);
    let mut outside = start(Margin::Outside, &rows);
    assert!(pop(&mut outside, (0, 2), (0, 0)).is_ok());
}

#[test]
fn after_the_end_pops_are_refused_for_their_own_reasons() {
    for margin in Margin::ALL {
        let mut game = start(margin, &["AS AS BS"]);
        robot(&mut game).unwrap();
        assert_refuses(&game, (1, 0), (0, 0), Refusal::FirstOffBoard);
        assert_refuses(&game, (0, 2), (0, 3), Refusal::SecondOffBoard);
        assert_refuses(&game, (0, 2), (0, 2), Refusal::SameCell);
        assert_refuses(&game, (0, 1), (0, 2), Refusal::FirstEmpty);
        assert_refuses(&game, (0, 2), (0, 1), Refusal::SecondEmpty);
    }
}

#[test]
fn a_board_of_one_cell_refuses_every_pop() {
    for margin in Margin::ALL {
        for token in ["AS", ".."] {
            let game = start(margin, &[token]);
            assert_refuses(&game, (0, 0), (0, 0), Refusal::SameCell);
            assert_refuses(&game, (0, 0), (0, 1), Refusal::SecondOffBoard);
            assert_refuses(&game, (1, 0), (0, 0), Refusal::FirstOffBoard);
        }
    }
}

#[test]
fn the_listing_stops_when_the_visitor_breaks_off() {
    let game = start(Margin::Inside, &["AS AS AS AS"]);
    assert_eq!(legal_pops(&game).len(), 3);
    let mut shown = 0;
    let flow = game.visit_legal_moves(&mut |_| {
        shown += 1;
        if shown == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((flow, shown), (ControlFlow::Break(()), 2));
}
