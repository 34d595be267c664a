//! Refusals of pops and their order (LP-8 to LP-14).

use twinboard_vocabulary::linkpop::{Margin, Refusal};

use super::{assert_refuses, pop, start};

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
fn attributes_need_not_match() {
    for first in ["AU", "AD", "AL", "AR", "AS"] {
        let mut game = start(Margin::Inside, &[&format!("{first} AR")]);
        assert!(pop(&mut game, (0, 0), (0, 1)).is_ok());
        let game = start(Margin::Inside, &[&format!("{first} B{}", &first[1..])]);
        assert_refuses(&game, (0, 0), (0, 1), Refusal::DifferentSymbols);
    }
}
