//! The solver of single positions.

use std::fmt;

use twinboard_vocabulary::paint::Board;
use twinboard_vocabulary::two_player::Value;

use super::position::{Advice, Moves};
use super::reservations::Reservations;
use super::winning;
use crate::budget::{Budget, Counts, Meter};
use crate::draws::{DrawTable, PositionSearch};
use crate::position::Position;
use crate::proof::{Exact, KnowledgeTable, Proved, Sampled};
use crate::search::{GrundySearch, ValueModel};
use crate::{moves, root};

/// Solves positions, and keeps what it has proved for later ones.
///
/// Components are identified by hashes of 64 bits; a collision would go unnoticed.
///
/// ```
/// use twinboard_vocabulary::paint::{Board, Square};
/// use twinboard_solver::{Budget, Solver, Value};
///
/// let rows = ["###2", "3###", "####", "BBBB"];
/// let board = Board::from_fn(4, |cell| {
///     match rows[usize::from(cell.row)].as_bytes()[usize::from(cell.column)] {
///         b'#' => Square::Empty,
///         b'B' => Square::Painted,
///         digit => Square::Number(digit - b'0'),
///     }
/// });
/// let moves = Solver::new().moves(&board, &Budget::unlimited());
/// // Four sets of the 3 and two of the 2 have two outcomes: a single is left, or nothing.
/// assert!(moves.is_complete);
/// assert_eq!(moves.moves.len(), 2);
/// assert_eq!(moves.value, Some(Value::Win));
/// ```
#[derive(Default)]
pub struct Solver {
    pub(crate) proved: KnowledgeTable<Exact>,
    /// Guesses about components.
    pub(crate) guessed: KnowledgeTable<Sampled>,
    /// Outcomes under search by the threads of a parallel search; `None` outside of one.
    pub(crate) reservations: Option<Reservations>,
    model: ValueModel,
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

    /// A solver with initial limits 128 times as small, which grow by factors of at most 2. It
    /// proves the same values, but later, and suspends and resumes queries even on small boards:
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
        let Self { proved, guessed, reservations, model, .. } = self;
        let grundy =
            GrundySearch::new(proved, guessed, reservations.as_ref(), model, meter, self.seed);
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

    /// Moves of a position with their values, one for each outcome; [`Solver`] has an example.
    pub fn moves(&mut self, board: &Board, budget: &Budget<'_>) -> Moves {
        let position = Position::of(board);
        moves::all(&mut self.begin(budget), &position).into()
    }

    /// The move to make; `None` if there is none. Returns when the budget is exhausted, with some
    /// move in any case; without a limit it may take very long.
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
    /// let advice = Solver::new().advise(&board, &Budget::unlimited()).unwrap();
    /// assert_eq!(advice.value, Some(Value::Win));
    /// ```
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
        let mut search = self.begin(budget);
        let (mut advice, is_best) = root::advise(&mut search, &position)?;
        if is_best
            && advice.value == Some(Value::Loss)
            && let Some(mv) = winning::toughest_move(&mut search, board, &position)
        {
            advice.mv = mv;
        }
        Some((advice, is_best))
    }
}
