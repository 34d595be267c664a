//! The board: one face for both forms of sets.

use std::ops::ControlFlow;

use twinboard_vocabulary::paint as vocabulary;
use twinboard_vocabulary::paint::{Cell, Move, Outcome, Position, Refusal};

use super::cells::{Area, Cells};
use super::enumerate::ForEach;
use super::rows::Rows;
use super::set::Sets;
use super::state::State;
use super::word::{self, Word};

/// A position of paint.
#[derive(Clone, Debug)]
pub struct Board(pub(super) Form);

/// A position with sets in one of the two forms.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "an engine does not allocate")]
pub(super) enum Form {
    Word(State<Word>),
    Rows(State<Rows>),
}

/// State that [`Board::undo`] needs to undo a move.
#[derive(Clone, Copy, Debug)]
#[must_use = "a move cannot be undone without it; discard it with `let _ =` if that is not needed"]
pub struct Undo(BeforeForm);

#[derive(Clone, Copy, Debug)]
#[expect(clippy::large_enum_variant, reason = "an engine does not allocate")]
enum BeforeForm {
    Word(Sets<Word>),
    Rows(Sets<Rows>),
}

/// Evaluates an expression for the position in whichever form it has.
macro_rules! either {
    ($board:expr, $state:ident => $value:expr) => {
        match $board {
            Form::Word($state) => $value,
            Form::Rows($state) => $value,
        }
    };
}
pub(super) use either;

impl Board {
    /// Board of a set-up; the first player moves (PT-5).
    #[must_use]
    pub fn from_setup(from: &vocabulary::Board) -> Self {
        Self(if from.side() <= word::SIDE {
            Form::Word(State::from_setup(from))
        } else {
            Form::Rows(State::from_setup(from))
        })
    }

    /// Board whose sets are rows whatever its size.
    #[cfg(test)]
    pub(super) fn of_rows(from: &vocabulary::Board) -> Self {
        Self(Form::Rows(State::from_setup(from)))
    }

    /// The visible position as plain data.
    #[must_use]
    pub fn to_position(&self) -> Position {
        either!(&self.0, state => state.to_position())
    }

    /// N, the number of rows and of columns.
    #[must_use]
    pub fn side(&self) -> u8 {
        either!(&self.0, state => state.side)
    }

    /// Unpainted numbers, including those without a valid move.
    #[must_use]
    pub fn numbers(&self) -> Cells {
        either!(&self.0, state => state.sets.numbers.into())
    }

    /// Numbers that have a valid move.
    ///
    /// Examines the numbers close to the paint of all moves since the last call of
    /// [`settle`](Self::settle); on boards of up to 8 × 8, all numbers.
    #[must_use]
    pub fn alive(&self) -> Cells {
        either!(&self.0, state => state.alive().into())
    }

    /// Determines the [living numbers](Self::alive) and stores them. This saves time before several
    /// calls of `alive` and of methods that use it. The position does not change.
    pub fn settle(&mut self) {
        either!(&mut self.0, state => state.settle());
    }

    /// Number of a cell in [`numbers`](Self::numbers).
    #[must_use]
    #[inline]
    pub fn value(&self, cell: Cell) -> u8 {
        either!(&self.0, state => state.value(cell))
    }

    /// 64-bit hash of the visible position, including the player to move. Independent of the moves
    /// that led to the position and of numbers below the paint (PT-4).
    #[must_use]
    #[inline]
    pub fn hash(&self) -> u64 {
        either!(&self.0, state => state.hash())
    }

    /// Plays a valid move: paints its cells (PT-19) and passes the turn to the other player (PT-5).
    ///
    /// An area from [`check`](Self::check), [`visit_areas`](Self::visit_areas) or
    /// [`sample_area`](Self::sample_area) is valid until the next move.
    #[inline(never)]
    pub fn play(&mut self, area: &Area) -> Undo {
        // Each branch writes into the result directly: copying it would take longer than the move
        // on a word.
        match &mut self.0 {
            Form::Word(state) => Undo(BeforeForm::Word(state.play(area))),
            Form::Rows(state) => play_rows(state, area),
        }
    }

    /// Plays a valid move like [`play`](Self::play), but it cannot be undone.
    pub fn advance(&mut self, area: &Area) {
        either!(&mut self.0, state => state.advance(area));
    }

    /// Undoes the last move, which must be the one that returned `undo`.
    ///
    /// # Panics
    ///
    /// If the move was played on a board of another size.
    #[inline(never)]
    pub fn undo(&mut self, undo: &Undo) {
        match (&mut self.0, &undo.0) {
            (Form::Word(state), BeforeForm::Word(before)) => state.undo(before),
            (Form::Rows(state), BeforeForm::Rows(before)) => state.undo(before),
            _ => panic!("the move was played on another board"),
        }
    }

    /// Checks a move.
    ///
    /// # Errors
    ///
    /// If the move is not valid: the first refusal of PT-8 to PT-17 that applies.
    pub fn check(&self, mv: &Move) -> Result<Area, Refusal> {
        either!(&self.0, state => state.check(mv))
    }

    /// Outcome of the game (PT-20 to PT-22).
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        either!(&self.0, state => state.outcome())
    }

    /// Cells of all areas of a living number, its own included.
    #[must_use]
    pub fn ball(&self, number: Cell) -> Cells {
        either!(&self.0, state => state.ball(number).into())
    }

    /// Visits every area of a number once, until `visit` breaks off. A dead number has none.
    ///
    /// The search visits an area as soon as it is found, and has no dead ends before the last four
    /// cells: the cost is proportional to the number of areas visited.
    #[inline]
    pub fn visit_areas(
        &self,
        number: Cell,
        visit: &mut impl FnMut(&Area) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        either!(&self.0, state => state.enumerate(number, &mut ForEach(visit)))
    }

    /// Number of areas of a number, or `None` if it exceeds `limit`.
    ///
    /// Areas are not constructed: a formula counts the choices for the last three cells at once.
    #[must_use]
    pub fn count_areas(&self, number: Cell, limit: u64) -> Option<u64> {
        either!(&self.0, state => state.count(number, limit))
    }

    /// Number of valid moves, or `None` if it exceeds `limit`.
    #[must_use]
    pub fn count_all(&self, limit: u64) -> Option<u64> {
        either!(&self.0, state => state.count_all(limit))
    }

    /// Number of valid moves after a valid move, or `None` if it exceeds `limit`. Faster than
    /// playing the move, counting, and undoing it.
    #[must_use]
    #[inline]
    pub fn count_all_after(&self, area: &Area, limit: u64) -> Option<u64> {
        match &self.0 {
            Form::Word(state) => state.count_all_after(area, limit),
            Form::Rows(state) => count_all_after_rows(state, area, limit),
        }
    }

    /// Checks that the sets are consistent, and that the incrementally updated fields equal those
    /// of a fresh board of the visible position.
    ///
    /// # Errors
    ///
    /// If an invariant is violated: a sentence that names it.
    pub fn validate(&self) -> Result<(), String> {
        either!(&self.0, state => state.validate())
    }
}

#[inline(never)]
fn count_all_after_rows(state: &State<Rows>, area: &Area, limit: u64) -> Option<u64> {
    state.count_all_after(area, limit)
}

/// Separate from [`Board::play`], so that a move on a word needs few registers.
#[inline(never)]
fn play_rows(state: &mut State<Rows>, area: &Area) -> Undo {
    Undo(BeforeForm::Rows(state.play(area)))
}
