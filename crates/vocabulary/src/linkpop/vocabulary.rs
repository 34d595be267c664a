//! The types of Link and Pop as a vocabulary.

use std::fmt;
use std::ops::RangeInclusive;

use super::board::{Board, Margin, SIDE_MAX, Setup};
use super::drawing;
use super::pop::{Pop, Popped, Step};
use crate::cell::Cell;
use crate::exact::clamped;
use crate::game::Vocabulary;
use crate::picture::{Highlight, Picture};

/// The vocabulary of Link and Pop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LinkPop;

impl Vocabulary for LinkPop {
    const NAME: &'static str = "linkpop";
    type Setup = Setup;
    type Move = Step;
    type LegalMove = Pop;
    type Event = Popped;
    type Refusal = Refusal;
    type Position = Board;
    type Outcome = Outcome;

    fn played(event: &Popped) -> Pop {
        Pop { pair: event.pair, cost: event.link.cost() }
    }

    fn is_over(outcome: Outcome) -> bool {
        outcome != Outcome::Playing
    }

    fn quantities(setup: &Setup) -> Vec<(&'static str, u64)> {
        vec![
            ("rows", setup.board.rows().into()),
            ("columns", setup.board.columns().into()),
            ("outside", (setup.margin == Margin::Outside).into()),
        ]
    }

    /// Rows and columns are left out or repeated.
    fn within(setup: &Setup, limits: &[RangeInclusive<u64>]) -> Option<Setup> {
        let [rows, columns, outside] = limits else { return None };
        let board = &setup.board;
        let rows = clamped(board.rows(), rows, SIDE_MAX);
        let columns = clamped(board.columns(), columns, SIDE_MAX);
        let board = Board::from_fn(rows, columns, |Cell { row, column }| {
            board.get(Cell { row: row % board.rows(), column: column % board.columns() })
        });
        let margin = match (outside.contains(&0), outside.contains(&1)) {
            (true, false) => Margin::Inside,
            (false, true) => Margin::Outside,
            _ => setup.margin,
        };
        Some(Setup { board, margin })
    }

    fn picture(board: &Board) -> Picture {
        drawing::drawing(board)
    }

    fn story(before: &Board, event: &Popped) -> Vec<Picture> {
        drawing::story(before, event)
    }

    fn highlights(before: &Board, event: &Popped) -> Vec<Highlight> {
        drawing::highlights(before, event)
    }

    fn named_cells(_before: &Board, step: &Step) -> Vec<(usize, usize)> {
        match step {
            Step::Pop(first, second) => {
                [first, second].map(|pick| (pick.row as usize, pick.column as usize)).to_vec()
            }
            Step::Robot => Vec::new(),
        }
    }
}

/// Reasons to refuse a step; the first that applies, in this order, is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// The first cell is off the board (LP-8).
    FirstOffBoard,
    /// The second cell is off the board (LP-9).
    SecondOffBoard,
    /// Both cells are the same (LP-10).
    SameCell,
    /// The first cell is empty (LP-11).
    FirstEmpty,
    /// The second cell is empty (LP-12).
    SecondEmpty,
    /// The blocks have different symbols (LP-13).
    DifferentSymbols,
    /// The blocks have no link of at most three segments (LP-14).
    NoLink,
    /// The step was the robot's, and no pair can be popped (LP-30).
    NothingToPop,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FirstOffBoard => "the first cell is off the board (LP-8)",
            Self::SecondOffBoard => "the second cell is off the board (LP-9)",
            Self::SameCell => "the same cell twice (LP-10)",
            Self::FirstEmpty => "the first cell is empty (LP-11)",
            Self::SecondEmpty => "the second cell is empty (LP-12)",
            Self::DifferentSymbols => "different symbols (LP-13)",
            Self::NoLink => "no link of at most three segments (LP-14)",
            Self::NothingToPop => "the robot finds no pair (LP-30)",
        })
    }
}

/// The state of a game (LP-22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Outcome {
    /// Some pair can be popped.
    Playing,
    /// No block remains.
    Cleared,
    /// Blocks remain, but no pair can be popped.
    Stuck,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Playing => "the game goes on",
            Self::Cleared => "cleared (LP-22)",
            Self::Stuck => "stuck (LP-22)",
        })
    }
}
