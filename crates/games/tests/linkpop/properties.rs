//! Properties of every game of Link and Pop, for the engine and for the oracle.
//!
//! Each property is a generic function, run for each side on the same generated cases. Its
//! expectations are derived from boards alone (`support/linkpop.rs`), and shared neither with a
//! side nor with the invariants that the harness checks.

use std::collections::BTreeMap;

use twinboard_games::linkpop::{self, LinkPopRules};
use twinboard_harness::RuleSet;
use twinboard_vocabulary::linkpop::LinkPop as Vocabulary;
use twinboard_vocabulary::linkpop::{Attribute, Block, Board, Pop, Setup, Step, Symbol};

use super::support::linkpop::{LinkPopCase, after, pops, robots_pop, step, turn};
use super::support::play::{SetUp, each_position, each_step, legal_moves, same};
use super::support::{self, agrees, on_both_sides, reads_as};
use super::{Engine, Oracle};

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
    blocks_move_along_their_attributes_only: moves_along_attributes;
    turns_agree_with_checking_cell_by_cell: settles_as_cell_by_cell;
    a_settled_board_is_a_fixed_point_of_a_turn: is_settled;
    pairs_and_judgements_agree_with_the_search: judges_steps;
}

#[test]
fn engine_and_oracle_agree() {
    let (rules, subject) = (LinkPopRules::default(), linkpop::subject());
    holds(move |case, activity| agrees(&rules, &*subject, case, activity));
}

#[test]
fn printed_cases_read_back_as_the_same_case() {
    holds(|case, _| {
        let rules = LinkPopRules::default();
        let printed = rules.text().print(case);
        // LP-32: a case without a step is the robot's game.
        if case.moves.is_empty() {
            return Ok(());
        }
        reads_as(&rules, case, &printed, "as it was printed")?;
        // LP-23 and TX-1: blank lines and extra blanks mean nothing.
        reads_as(&rules, case, &printed.replace('\n', "\n\n \t\n"), "with blank lines")?;
        reads_as(&rules, case, &printed.replace(' ', " \t  "), "with more blanks")?;
        let windows = format!("\u{FEFF}{}", printed.replace('\n', "\r\n"));
        reads_as(&rules, case, &windows, "with a mark and CRLF")
    });
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

/// LP-17: the blocks of a line with the same attribute keep their order, as none passes another,
/// and each stays or is further on its way. A standing block keeps its cell.
fn moves_along_attributes<G: Side>(case: &LinkPopCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let Ok(event) = step.result else { return Ok(()) };
        let mut left = step.before.position();
        left.set(event.pair.earlier(), None);
        left.set(event.pair.other(), None);
        let (before, now) = (lines(&left), lines(&step.after.position()));
        for (line, blocks) in &before {
            let arrived = now.get(line).map_or(&[][..], Vec::as_slice);
            let is_further = |from: u8, to: u8| match line.0 {
                Attribute::Up | Attribute::Left => to <= from,
                Attribute::Down | Attribute::Right => to >= from,
                Attribute::Still => to == from,
            };
            let each = blocks.iter().zip(arrived);
            let follows = |(from, to): (&(u8, Symbol), &(u8, Symbol))| {
                from.1 == to.1 && is_further(from.0, to.0)
            };
            if blocks.len() != arrived.len() || !each.into_iter().all(follows) {
                return Err(format!("{line:?}: {blocks:?} became {arrived:?}"));
            }
        }
        Ok(())
    })
}

/// The blocks by attribute and by the line that they cannot leave: their places in it, sorted, and
/// their symbols. Standing blocks are listed by the row of their cell.
fn lines(board: &Board) -> BTreeMap<(Attribute, u8), Vec<(u8, Symbol)>> {
    let mut lines: BTreeMap<_, Vec<(u8, Symbol)>> = BTreeMap::new();
    for (cell, block) in board.blocks() {
        let (line, place) = match block.attribute {
            Attribute::Up | Attribute::Down => (cell.column, cell.row),
            _ => (cell.row, cell.column),
        };
        lines.entry((block.attribute, line)).or_default().push((place, block.symbol));
    }
    lines
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

/// LP-19.
fn is_settled<G: Side>(case: &LinkPopCase) -> Result<(), String> {
    each_step::<G>(case, |step| {
        let settled = step.after.position();
        let mut board = settled.clone();
        turn(&mut board);
        if step.result.is_ok() {
            same("the board after one more turn", &board, &settled)
        } else {
            Ok(())
        }
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
