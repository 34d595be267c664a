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

mod bits;
mod budget;
mod conflicts;
mod draws;
mod flood;
mod lost;
mod moves;
mod parallel;
mod part;
pub mod planted;
mod position;
mod root;
mod search;
mod shape;
mod table;
mod tuning;
mod value;
mod walk;
mod winning;

use std::fmt;

use board::paint::Board;

pub use board::two_player::Value;
pub use budget::{Budget, Counts};
pub use parallel::ParallelSolver;
pub use value::{Advice, Moves, Rated};

use budget::Meter;
use draws::{DrawTable, PositionSearch};
use position::Position;
use search::{GrundySearch, ValueModel};
use table::TranspositionTable;

/// Solves positions, and remembers what it has found.
///
/// Components are known by keys of 64 bits, which all eight symmetries of a component share.
#[derive(Default)]
pub struct Solver {
    proved: TranspositionTable,
    /// What is only believed of components.
    guessed: TranspositionTable,
    model: ValueModel,
    draw_table: DrawTable,
    counts: Counts,
    /// Where chance begins.
    seed: u64,
    /// Whether it gives up early: see [`Solver::hasty`].
    is_hasty: bool,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("counts", &self.counts).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A solver that tries moves in another order than those with other seeds. What it proves is the
    /// same, but not when.
    #[must_use]
    pub fn with_seed(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// A solver that gives up what is not soon known many times as early as others do, and comes back to it
    /// with little more, again and again. What it proves is the same, but later: this is for checks of what is
    /// kept between.
    #[must_use]
    pub fn hasty() -> Self {
        Self { is_hasty: true, ..Self::default() }
    }

    /// What has been done since it was made.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// A search that begins now.
    fn begin<'a>(&'a mut self, budget: &Budget<'a>) -> PositionSearch<'a> {
        let meter = Meter::new(&mut self.counts, budget, self.is_hasty);
        let Self { proved, guessed, model, .. } = self;
        let grundy = GrundySearch::new(proved, guessed, model, meter, self.seed);
        PositionSearch { table: &mut self.draw_table, grundy }
    }

    /// What a position is worth to the player to move (who that is makes no difference, PT-20): proved,
    /// or `None` if the budget was not enough.
    pub fn value(&mut self, board: &Board, budget: &Budget<'_>) -> Option<Value> {
        let position = Position::of(board);
        root::value(&mut self.begin(budget), &position).ok()
    }

    /// The Grundy value of a position in which no draw is possible any more: `None` if one is, or if
    /// the budget was not enough.
    pub fn grundy(&mut self, board: &Board, budget: &Budget<'_>) -> Option<u32> {
        let position = Position::of(board);
        if position.can_be_drawn {
            return None;
        }
        let mut search = self.begin(budget).grundy;
        let sum = search.sum(position.components);
        let mut heap = sum.heap;
        for shape in &sum.open {
            heap ^= search.grundy(shape).ok()?;
        }
        Some(heap)
    }

    /// The moves of a position with what they are worth.
    pub fn moves(&mut self, board: &Board, budget: &Budget<'_>) -> Moves {
        let position = Position::of(board);
        moves::all(&mut self.begin(budget), &position)
    }

    /// The move to make; `None` if there is none. It comes back when the budget is spent, and knows a
    /// move at every moment; without a limit it may take very long.
    pub fn advise(&mut self, board: &Board, budget: &Budget<'_>) -> Option<Advice> {
        self.best_move(board, budget).map(|(advice, _)| advice)
    }

    /// The move to make, and whether nothing can be better.
    fn best_move(&mut self, board: &Board, budget: &Budget<'_>) -> Option<(Advice, bool)> {
        let position = Position::of(board);
        let mut search = self.begin(budget);
        let (mut advice, is_best) = root::advise(&mut search, &position)?;
        if is_best
            && advice.value == Some(Value::Loss)
            && let Some(mv) = lost::toughest_move(&mut search, board, &position)
        {
            advice.mv = mv;
        }
        Some((advice, is_best))
    }
}
