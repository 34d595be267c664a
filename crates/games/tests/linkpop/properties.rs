//! Properties of every game of Link and Pop, for the engine and for the oracle.
//!
//! Each property is a generic function, run for each side on the same generated cases. Its
//! expectations are derived from boards alone (`support/linkpop.rs`), and shared neither with a
//! side nor with the invariants that the harness checks.

use std::collections::BTreeMap;

use twinboard_games::linkpop::{self, LinkPopRules};
use twinboard_vocabulary::linkpop::LinkPop as Vocabulary;
use twinboard_vocabulary::linkpop::{Block, Board, Cell, Margin, Pop, Setup, Step};

use super::support::linkpop::{LinkPopCase, after, board, pops, robots_pop, step};
use super::support::play::{SetUp, all_lists, each_position, each_step, legal_moves, same};
use super::support::{self, agrees, on_both_sides};
use super::{Engine, Oracle, with_each_margin};

/// Cells of the largest board that is searched over directions, which takes long; smaller ones say
/// as much.
const SEARCHED_MAX: usize = 150;

fn holds(property: impl support::Property<LinkPopRules>) {
    support::for_all_cases::<LinkPopRules, Oracle>(&LinkPopRules::default(), file!(), 2, property);
}

/// Engine or oracle.
trait Side: SetUp<Vocabulary = Vocabulary> {}

impl<G: SetUp<Vocabulary = Vocabulary>> Side for G {}

on_both_sides! {
    blocks_leave_two_by_two_and_all_others_stay: conserves_blocks;
    turns_agree_with_checking_cell_by_cell: settles_as_cell_by_cell;
    pairs_and_judgements_agree_with_the_search: judges_steps;
}

#[test]
fn engine_and_oracle_agree() {
    let (rules, subject) = (LinkPopRules::default(), linkpop::subject());
    holds(move |case, activity| agrees(&rules, &*subject, case, activity));
}

fn census(board: &Board) -> BTreeMap<Block, usize> {
    let mut counts = BTreeMap::new();
    for (_, block) in board.blocks() {
        *counts.entry(block).or_insert(0) += 1;
    }
    counts
}

/// LP-2 and LP-15: a pop removes its two blocks; no other block appears, disappears or changes.
fn conserves_blocks<G: Side>(case: &LinkPopCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let mut expected = step.before.position();
        if let Ok(event) = step.result {
            for cell in [event.pair.earlier(), event.pair.other()] {
                let symbol = expected.get(cell).map(|block| block.symbol);
                if symbol != Some(event.symbol) {
                    return Err(format!("{cell} holds {symbol:?}, and {} popped", event.symbol));
                }
                expected.set(cell, None);
            }
        }
        same("the remaining blocks", &census(&step.after.position()), &census(&expected))
    })
}

/// LP-16 to LP-19.
fn settles_as_cell_by_cell<G: Side>(case: &LinkPopCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let Ok(event) = step.result else { return Ok(()) };
        let (board, turns) = after(&step.before.position(), event.pair);
        same("the moves of each turn", &event.turns, &turns)?;
        same("the board after the pop", &step.after.position(), &board)
    })
}

fn is_searched(setup: &Setup) -> bool {
    setup.board.cells().len() <= SEARCHED_MAX
}

/// LP-4 to LP-14, LP-20 and LP-30.
fn judges_steps<G: Side>(case: &LinkPopCase) -> Result<(), String> {
    if !is_searched(&case.setup) {
        return Ok(());
    }
    let margin = case.setup.margin;
    each_position::<G>(case, |game| {
        same("the pairs that can be popped", &legal_moves(game), &pops(&game.position(), margin))
    })?;
    each_step::<G>(case, |played| {
        let board = played.before.position();
        let pops = pops(&board, margin);
        let result = played.result.as_ref();
        let result = result.map(|event| Pop { pair: event.pair, cost: event.link.cost() });
        same("the result", &result.map_err(|&why| why), &step(&board, &pops, *played.mv))?;
        let robot = played.before.clone().play(&Step::Robot).ok();
        let robot = robot.map(|event| Pop { pair: event.pair, cost: event.link.cost() });
        same("the robot's pair", &robot, &robots_pop(&pops))
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

#[test]
fn the_search_agrees_with_the_examples_of_the_rules() {
    let cost = |rows: &[&str], margin| {
        let pops = pops(&board(rows), margin);
        pops.iter().map(|pop| (pop.pair.earlier(), pop.pair.other(), pop.cost)).collect::<Vec<_>>()
    };
    let cell = Cell::new;
    let (inside, outside) = (Margin::Inside, Margin::Outside);
    assert_eq!(cost(&["AS .. .. AS", ".. .. BS .."], inside), [(cell(0, 0), cell(0, 3), 1)]);
    let two = ["AS .. ..", "BS CS ..", ".. .. AS"];
    assert_eq!(cost(&two, inside), [(cell(0, 0), cell(2, 2), 2)]);
    let three = ["AS BS AS", ".. DS ..", ".. .. .."];
    assert_eq!(cost(&three, inside), [(cell(0, 0), cell(0, 2), 3)]);
    assert_eq!(cost(&["AS BS AS"], inside), []);
    assert_eq!(cost(&["AS BS AS"], outside), [(cell(0, 0), cell(0, 2), 3)]);
    // LP-5: four segments are too many, on the board and around it.
    assert_eq!(cost(&["AS .. CS", "BS .. DS", "ES .. ..", "FS GS AS"], inside), []);
    assert_eq!(cost(&["AS BS", "BS AS"], outside), []);
}
