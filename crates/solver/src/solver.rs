//! The solver of single positions.

use std::fmt;

use twinboard_vocabulary::paint::Board;
use twinboard_vocabulary::two_player::Value;

use super::position::Advice;
use crate::budget::{Budget, Counts, Meter};
use crate::draws::{DrawTable, PositionSearch};
use crate::position::Position;
use crate::proof::{Exact, KnowledgeTable, Proved, Sampled};
use crate::root;
use crate::search::GrundySearch;

/// Solves positions, and keeps what it has proved for later ones.
///
/// Components are identified by hashes of 64 bits; a collision would go unnoticed.
///
/// ```
/// use twinboard_vocabulary::paint::{Board, Square};
/// use twinboard_solver::{Budget, Solver, Value};
///
/// // Three singles, and a 0 that is never painted: the first player makes the last move.
/// let board = Board::from_fn(3, |cell| match (cell.row, cell.column) {
///     (0, 0) | (0, 2) | (2, 0) => Square::Number(1),
///     (1, 1) => Square::Number(0),
///     _ => Square::Empty,
/// });
/// let mut solver = Solver::new();
/// assert_eq!(solver.value(&board, &Budget::unlimited()), Some(Value::Win));
/// let advice = solver.advise(&board, &Budget::unlimited()).unwrap();
/// assert_eq!(advice.value, Some(Value::Win));
/// ```
#[derive(Default)]
pub struct Solver {
    pub(crate) proved: KnowledgeTable<Exact>,
    /// Guesses about components.
    pub(crate) guessed: KnowledgeTable<Sampled>,
    draw_table: DrawTable,
    counts: Counts,
    /// Seed of the random number generator.
    seed: u64,
    /// True if searches give up early: see [`Solver::hasty`].
    is_hasty: bool,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("counts", &self.counts).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver with empty tables.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A solver that samples moves from another seed. It proves the same values, sooner or later
    /// than others do.
    #[must_use]
    pub fn with_seed(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// A solver for another thread that shares the tables of components with this one.
    pub(crate) fn sharing(&self, seed: u64) -> Self {
        let (proved, guessed) = (self.proved.clone(), self.guessed.clone());
        Self { proved, guessed, is_hasty: self.is_hasty, ..Self::with_seed(seed) }
    }

    /// A solver with initial limits 256 times as small, which grow by factors of at most 2. It
    /// proves the same values, but later, and its searches hit their limits even on small boards:
    /// tests use it to check that nothing is lost in between.
    #[must_use]
    pub fn hasty() -> Self {
        Self { is_hasty: true, ..Self::default() }
    }

    /// Work done since the solver was created.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Starts a search with this budget.
    pub(crate) fn begin<'a>(&'a mut self, budget: &Budget<'a>) -> PositionSearch<'a> {
        let meter = Meter::new(&mut self.counts, budget, self.is_hasty);
        let grundy = GrundySearch::new(&mut self.proved, &mut self.guessed, meter, self.seed);
        PositionSearch { table: &mut self.draw_table, grundy }
    }

    /// Value of a position for the player to move, or `None` if the budget was not enough for a
    /// proof. Both players have the same moves (PT-20), so the value is the same for either.
    pub fn value(&mut self, board: &Board, budget: &Budget<'_>) -> Option<Value> {
        let position = Position::of(board);
        root::value(&mut self.begin(budget), &position).ok().map(Proved::get)
    }

    /// Grundy value of a position that cannot be drawn any more; `None` if it can, or if the budget
    /// was not enough.
    ///
    /// ```
    /// use twinboard_vocabulary::paint::{Board, Square};
    /// use twinboard_solver::{Budget, Solver};
    ///
    /// // The 0 has no set, so the position cannot be drawn; the two 1s make a sum of two singles.
    /// let board = Board::from_fn(3, |cell| match (cell.row, cell.column) {
    ///     (0, 0) | (2, 0) => Square::Number(1),
    ///     (1, 2) => Square::Number(0),
    ///     _ => Square::Empty,
    /// });
    /// assert_eq!(Solver::new().grundy(&board, &Budget::unlimited()), Some(0));
    /// ```
    pub fn grundy(&mut self, board: &Board, budget: &Budget<'_>) -> Option<u32> {
        let position = Position::of(board);
        if position.can_be_drawn {
            return None;
        }
        let mut search = self.begin(budget).grundy;
        let sum = search.sum::<Exact>(position.components);
        let mut value: Proved<u32> = sum.heap;
        for shape in &sum.open {
            value = value ^ search.grundy(shape).ok()?;
        }
        Some(value.get())
    }

    /// The move to make; `None` if there is none. Returns when the budget is exhausted, with some
    /// move in any case; without a limit it may take very long.
    pub fn advise(&mut self, board: &Board, budget: &Budget<'_>) -> Option<Advice> {
        self.best_move(board, budget).map(|(advice, _)| advice)
    }

    /// The move to make, and true if no move can be better.
    pub(crate) fn best_move(
        &mut self,
        board: &Board,
        budget: &Budget<'_>,
    ) -> Option<(Advice, bool)> {
        let position = Position::of(board);
        root::advise(&mut self.begin(budget), &position)
    }
}
