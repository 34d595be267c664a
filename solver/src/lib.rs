//! What a position of paint is worth.
//!
//! ```
//! use board::paint::{Board, Square};
//! use solver::{Budget, Solver, Value};
//! # use twinboard_solver as solver;
//!
//! let board = Board::from_fn(2, |cell| match (cell.row, cell.column) {
//!     (0, 0) => Square::Number(1),
//!     (1, 1) => Square::Number(1),
//!     _ => Square::Empty,
//! });
//! // Two moves, and then no number is left: a draw.
//! assert_eq!(Solver::new().value(&board, &Budget::unlimited()), Some(Value::Draw));
//! ```

use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use board::paint::{Board, LegalMove, Outcome};
use rustc_hash::FxHashMap;

/// What a position is worth to the player to move, if both play as well as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    /// The player to move loses.
    Loss,
    /// Neither can win.
    Draw,
    /// The player to move wins.
    Win,
}

impl Value {
    /// What it is worth to the other player.
    #[must_use]
    pub const fn for_other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Loss => "loss",
            Self::Draw => "draw",
            Self::Win => "win",
        })
    }
}

/// How much a search may take. Whichever limit is reached first ends it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// When it has to come back, with a few milliseconds to spare.
    pub deadline: Option<Instant>,
    /// How many nodes it may look at; with this limit alone its answer is the same on every machine.
    pub nodes: Option<u64>,
    /// Set when nobody waits for it any more.
    pub stop: Option<&'a AtomicBool>,
}

impl Budget<'_> {
    /// No limit at all: what is asked is answered, however long it takes.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self { deadline: None, nodes: None, stop: None }
    }

    fn is_spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
            || self.stop.is_some_and(|stop| stop.load(Relaxed))
    }
}

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions whose moves were looked at.
    pub nodes: u64,
    /// Sets of cells that were looked at, singly.
    pub sets: u64,
    /// Different positions that these led to.
    pub outcomes: u64,
}

/// A move, standing for all that lead to the same: as far as the rest of the game is concerned, the
/// same cells are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rated {
    /// One of these moves.
    pub mv: LegalMove,
    /// What it is worth to the player who makes it; `None` if that is not proved.
    pub value: Option<Value>,
}

/// What is known of the moves of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moves {
    /// What the position is worth to the player to move; `None` if that is not proved.
    pub value: Option<Value>,
    /// A move for each different outcome, the best first; those that are not proved before the proved
    /// losses. If not `is_complete`, some outcomes may be missing.
    pub moves: Vec<Rated>,
    /// Whether every outcome that a move can have is there.
    pub is_complete: bool,
}

/// The move that a player is advised to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub mv: LegalMove,
    /// What it is worth to the player who makes it, if that is proved.
    pub value: Option<Value>,
    /// Whether the search believes, without a proof, that it wins.
    pub is_hopeful: bool,
}

/// Solves positions, and remembers what it has found.
#[derive(Debug, Default)]
pub struct Solver {
    table: FxHashMap<Board, Value>,
    grundy: FxHashMap<Board, u32>,
    counts: Counts,
}

impl Solver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What has been done since it was made.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// What a position is worth to the player to move (who that is makes no difference, PT-20): proved,
    /// or `None` if the budget was not enough.
    pub fn value(&mut self, board: &Board, budget: &Budget<'_>) -> Option<Value> {
        self.find_value(board, &self.beginning_now(budget))
    }

    fn find_value(&mut self, board: &Board, budget: &Budget<'_>) -> Option<Value> {
        if let Some(&value) = self.table.get(board) {
            return Some(value);
        }
        if budget.is_spent(self.counts.nodes) {
            return None;
        }
        self.counts.nodes += 1;
        let value = match engine::paint::Board::from_words(board).outcome() {
            Outcome::Drawn => Value::Draw,
            Outcome::Lost(_) => Value::Loss,
            Outcome::Playing => {
                let mut best = Value::Loss;
                for after in successors(board) {
                    best = best.max(self.find_value(&after.1, budget)?.for_other());
                    if best == Value::Win {
                        break;
                    }
                }
                best
            }
        };
        self.table.insert(board.clone(), value);
        Some(value)
    }

    /// The Grundy value of a position in which no draw is possible any more: `None` if one is, or if
    /// the budget was not enough.
    pub fn grundy(&mut self, board: &Board, budget: &Budget<'_>) -> Option<u32> {
        self.find_grundy(board, &self.beginning_now(budget))
    }

    fn find_grundy(&mut self, board: &Board, budget: &Budget<'_>) -> Option<u32> {
        if let Some(&grundy) = self.grundy.get(board) {
            return Some(grundy);
        }
        let position = engine::paint::Board::from_words(board);
        if position.alive() == position.numbers() {
            return None;
        }
        if budget.is_spent(self.counts.nodes) {
            return None;
        }
        self.counts.nodes += 1;
        let mut options = Vec::new();
        for (_, after) in successors(board) {
            options.push(self.find_grundy(&after, budget)?);
        }
        let grundy = (0..=options.len() as u32).find(|value| !options.contains(value))?;
        self.grundy.insert(board.clone(), grundy);
        Some(grundy)
    }

    /// The limit of one search: nodes are counted from the first on.
    fn beginning_now<'a>(&self, budget: &Budget<'a>) -> Budget<'a> {
        let nodes = budget.nodes.map(|nodes| self.counts.nodes.saturating_add(nodes));
        Budget { nodes, ..*budget }
    }

    /// The moves of a position with what they are worth.
    pub fn moves(&mut self, board: &Board, budget: &Budget<'_>) -> Moves {
        let budget = &self.beginning_now(budget);
        let mut moves = Vec::new();
        for (mv, after) in successors(board) {
            let value = self.find_value(&after, budget).map(Value::for_other);
            moves.push(Rated { mv, value });
        }
        moves.sort_by_key(|rated| {
            std::cmp::Reverse(rated.value.map_or((Value::Loss, true), |value| (value, false)))
        });
        let value = self.find_value(board, budget);
        Moves { value, moves, is_complete: true }
    }

    /// The move to make; `None` if there is none. It comes back when the budget is spent, and knows a
    /// move at every moment; without a limit it may take very long.
    pub fn advise(&mut self, board: &Board, budget: &Budget<'_>) -> Option<Advice> {
        let moves = self.moves(board, budget);
        let Rated { mv, value } = moves.moves.into_iter().next()?;
        Some(Advice { mv, value, is_hopeful: false })
    }
}

fn successors(board: &Board) -> Vec<(LegalMove, Board)> {
    let mut position = engine::paint::Board::from_words(board);
    let mut areas = Vec::new();
    for number in position.alive().iter() {
        let _ = position.visit_areas(number, &mut |area| {
            areas.push(*area);
            ControlFlow::Continue(())
        });
    }
    let mut after = Vec::new();
    for area in areas {
        let undo = position.play(&area);
        after.push((area.to_words(), position.to_words().board));
        position.undo(&undo);
    }
    after
}
