//! Properties of every game of Link and Pop, for the engine and for the oracle. That blocks are
//! conserved and steps are refused for the right reason is checked at every step by the invariants.
//!
//! Each property is a generic function, run for each side on the same generated cases. Its
//! expectations are derived from boards alone (`support/linkpop.rs`), and shared neither with a
//! side nor with the invariants that the harness checks.

use twinboard_games::linkpop::{self, LinkPopRules};
use twinboard_vocabulary::linkpop::Board;
use twinboard_vocabulary::linkpop::LinkPop as Vocabulary;

use super::support::linkpop::{LinkPopCase, after, board, pops};
use super::support::play::{all_lists, each_position, each_step, legal_moves, same};
use super::support::{self, Side, agrees, on_both_sides};
use super::{Engine, Oracle, with_each_margin};

/// Cells of the largest board that is searched over directions, which takes long; smaller ones say
/// as much.
const SEARCHED_MAX: usize = 150;

fn holds(property: impl support::Property<LinkPopRules>) {
    support::for_all_cases::<LinkPopRules, Oracle>(&LinkPopRules::default(), file!(), 2, property);
}

on_both_sides! {
    turns_agree_with_checking_cell_by_cell: settles_as_cell_by_cell;
    pairs_agree_with_the_search: lists_pairs;
}

#[test]
fn engine_and_oracle_agree() {
    let (rules, subject) = (LinkPopRules::default(), linkpop::subject());
    holds(move |case, activity| agrees(&rules, &*subject, case, activity));
}

/// LP-16 to LP-19.
fn settles_as_cell_by_cell<G: Side<Vocabulary>>(case: &LinkPopCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let Ok(event) = step.result else { return Ok(()) };
        let (board, turns) = after(&step.before.position(), event.pair);
        same("the moves of each turn", &event.turns, &turns)?;
        same("the board after the pop", &step.after.position(), &board)
    })
}

/// LP-4 to LP-7, and LP-30.
fn lists_pairs<G: Side<Vocabulary>>(case: &LinkPopCase) -> Result<(), String> {
    if case.setup.board.cells().len() > SEARCHED_MAX {
        return Ok(());
    }
    let margin = case.setup.margin;
    each_position::<G>(case, |game| {
        same("the pairs that can be popped", &legal_moves(game), &pops(&game.position(), margin))
    })
}

#[test]
fn on_all_small_boards_the_pairs_are_those_of_the_search() {
    let kinds = board(&[".. AS BS"]).cells().to_vec();
    for (rows, columns) in [(3, 3), (2, 4)] {
        for cells in all_lists(kinds.clone(), rows * columns) {
            let board = Board::new(rows as u8, columns as u8, cells).expect("a small board");
            for setup in with_each_margin(&board) {
                let oracle = Oracle::set_up(&setup).expect("the oracle accepts every board");
                assert_eq!(legal_moves(&oracle), pops(&board, setup.margin), "{setup:?}");
            }
        }
    }
}
