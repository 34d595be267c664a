//! Paint for the harness: everything of clauses PT-1 to PT-31 except playing; and for the referee:
//! contest, built-in players and analyst.
//!
//! ```
//! use twinboard_referee::{Contest, GameState, Verdict};
//! use twinboard_games::paint::contest::Paint;
//!
//! // Two 1s, too far apart to touch: each player paints one.
//! let mut play = Paint.start(b"2\n1 #\n# 1\n")?;
//! assert_eq!(play.answer(b"1 0 0"), Ok(Verdict::Played));
//! assert_eq!(play.answer(b"1 1 1"), Ok(Verdict::Played));
//! assert_eq!(play.state(), Ok(GameState::Drawn));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adviser;
mod analyst;
pub mod bench;
mod certificates;
mod clauses;
pub mod contest;
mod generate;
pub(crate) mod input;
mod invariants;
mod players;
mod shrink;
mod small;
pub mod solver_checks;
mod transform;

use std::io::Read;
use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_harness::exhaust::{Bounds, Shape};
use twinboard_harness::{
    Case, CaseText, Clause, Enumerate, Invariant, Judge, Listing, Pairing, RuleSet, Shrink,
    Subject, Symmetries, Symmetry,
};
use twinboard_registration::Registration;
use twinboard_vocabulary::paint::{
    Board, Cell, Exact, LegalMove, Move, Outcome, Player, Position, text,
};
use twinboard_vocabulary::{CaseReader, ExactText, Limits};

pub use transform::Transform;

/// The vocabulary of paint: its board, its moves, its positions.
pub use twinboard_vocabulary::paint::Paint as Vocabulary;

type PaintCase = Case<Vocabulary>;

/// The rule set paint.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paint;

/// The rule set paired with the engine and the oracle.
#[must_use]
pub fn pairing() -> Pairing<Paint> {
    Pairing::new(Paint, twinboard_engine::paint::Paint::set_up, twinboard_oracle::Paint::set_up)
        .accepting_all()
        .with_assertions(solver_checks::Answers)
}

/// The pairing as a [`Subject`], ready to be checked.
#[must_use]
pub fn subject() -> Arc<dyn Subject> {
    subject_of(pairing())
}

/// Any two implementations as a [`Subject`]. It is compiled here, once for all programs that check
/// another engine; [`Pairing::subject`] would be compiled in each of them.
#[must_use]
pub fn subject_of(pairing: Pairing<Paint>) -> Arc<dyn Subject> {
    Arc::new(pairing)
}

/// The record of paint: the pairing with the planted faults of engine and solver, workloads,
/// generator and contest.
#[must_use]
pub fn registration() -> Registration {
    Registration::new(pairing())
        .faults(twinboard_engine::planted::CATALOGUE)
        .faults(twinboard_solver::planted::CATALOGUE)
        .workloads(bench::suite)
        .horizon(bench::horizon)
        .generator(input::generator())
        .contest(contest::Paint)
}

impl RuleSet for Paint {
    type Vocabulary = Vocabulary;

    fn text(&self) -> &dyn CaseText<Vocabulary> {
        self
    }

    fn size(&self, setup: &Board) -> usize {
        setup.squares().len()
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Board> {
        generate::setup(u)
    }

    fn mutate_setup(
        &self,
        case: &mut PaintCase,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<()> {
        generate::change(case, u)
    }

    fn propose(
        &self,
        position: &Position,
        legal: Option<&LegalMove>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Move> {
        generate::propose(&position.board, legal, u)
    }

    /// The order of the cells makes no difference (PT-6), so some moves are shuffled.
    fn ask_for(&self, legal: &LegalMove, u: &mut Unstructured<'_>) -> arbitrary::Result<Move> {
        let mut cells = legal.cells().to_vec();
        if u.ratio(1, 4_u8)? {
            generate::shuffle(&mut cells, u)?;
        }
        Ok(Move::new(cells))
    }

    /// Whole games on boards up to 10 × 10, a dozen moves on the largest, where listing and
    /// counting take the oracle some hundredths of a second.
    fn moves_max(&self, setup: &Board) -> usize {
        (10_000 / setup.squares().len()).max(1)
    }

    /// Limits at which a list takes the oracle a few milliseconds.
    fn listing(&self) -> Listing {
        Listing { most: 1024, most_of_kind: 2048 }
    }

    /// `None` if the second player is to move: a case begins with the first (PT-5).
    fn setup_at(&self, _setup: &Board, position: &Position) -> Option<Board> {
        (position.to_move == Player::First).then(|| position.board.clone())
    }

    /// The board of a position with the second player to move. Played from the start, the first
    /// player is to move there, so the engine must hash the two differently.
    fn setup_beside(&self, position: &Position) -> Option<Board> {
        (position.to_move == Player::Second).then(|| position.board.clone())
    }

    fn clauses(&self) -> &'static [Clause<Vocabulary>] {
        clauses::CLAUSES
    }

    fn invariants(&self) -> &'static [Invariant<Vocabulary>] {
        invariants::INVARIANTS
    }

    fn shrink(&self) -> &dyn Shrink<Vocabulary> {
        self
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<Vocabulary>> {
        Some(self)
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<Vocabulary>> {
        Some(self)
    }

    fn judge(&self) -> Option<&dyn Judge<Vocabulary>> {
        Some(self)
    }

    fn exact_text(&self) -> Option<&'static dyn ExactText<Vocabulary>> {
        Some(&Exact)
    }
}

impl CaseText<Vocabulary> for Paint {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        limits: Limits,
    ) -> Box<dyn CaseReader<Vocabulary> + 'a> {
        Box::new(text::Reader::new(input, limits))
    }

    fn print(&self, case: &PaintCase) -> String {
        text::print(&case.setup, &case.moves)
    }

    /// Paint has no judge that reads a board and expects a text. The answer is the final position:
    /// the board, and the outcome or the player to move.
    fn answer(&self, _number: usize, position: &Position, outcome: Outcome) -> String {
        format!("{}{outcome}\n", text::board(&position.board))
    }
}

impl Judge<Vocabulary> for Paint {
    /// A program is asked for a single move on a board (PT-32).
    fn for_judge(&self, case: &PaintCase) -> PaintCase {
        Case::new(case.setup.clone(), Vec::new())
    }
}

impl Shrink<Vocabulary> for Paint {
    fn smaller<'a>(&'a self, case: &'a PaintCase) -> Box<dyn Iterator<Item = PaintCase> + 'a> {
        shrink::smaller(case)
    }

    fn simpler<'a>(&'a self, case: &'a PaintCase) -> Box<dyn Iterator<Item = PaintCase> + 'a> {
        shrink::simpler(case)
    }

    fn complexity(&self, case: &PaintCase) -> u64 {
        shrink::complexity(case)
    }

    fn canonical(&self, case: &PaintCase) -> PaintCase {
        shrink::canonical(case)
    }
}

impl Symmetries<Vocabulary> for Paint {
    fn symmetry(
        &self,
        setup: &Board,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Option<Box<dyn Symmetry<Vocabulary>>>> {
        let transforms = Transform::all(setup.side());
        Ok(Some(Box::new(*u.choose(&transforms[1..])?)))
    }
}

impl Symmetry<Vocabulary> for Transform {
    fn transform_setup(&self, setup: &Board) -> Board {
        self.board(setup)
    }

    fn transform_move(&self, mv: &Move) -> Move {
        self.mv(mv)
    }

    fn transform_legal(&self, legal: &LegalMove) -> LegalMove {
        LegalMove::new(legal.cells().iter().map(|&cell| self.cell(cell)))
    }

    fn transform_position(&self, position: &Position) -> Position {
        Position { board: self.board(&position.board), to_move: position.to_move }
    }
}

impl Enumerate<Vocabulary> for Paint {
    fn setups(&self, shape: Shape, symbols: u8) -> Box<dyn Iterator<Item = Board> + Send> {
        Box::new(small::boards(shape, symbols))
    }

    fn setups_at_least(&self, shape: Shape, symbols: u8) -> u64 {
        small::count_at_least(shape, symbols)
    }

    fn usual_bounds(&self) -> Bounds {
        Bounds::new([(3, 3)], 2)
    }

    fn canonical_key(&self, _setup: &Board, position: &Position) -> String {
        small::canonical_key(position)
    }

    /// Every set of cells, and each set with a cell off the board. Empty for boards of more than
    /// nine cells, which have too many sets.
    fn all_moves(&self, setup: &Board) -> Vec<Move> {
        small::all_moves(setup.side())
    }
}

/// The cells that share a side with a cell (PT-1).
fn neighbours(side: u8, cell: Cell) -> impl Iterator<Item = Cell> {
    let Cell { row, column } = cell;
    let up = row.checked_sub(1).map(|row| Cell::new(row, column));
    let left = column.checked_sub(1).map(|column| Cell::new(row, column));
    let right = (column + 1 < side).then(|| Cell::new(row, column + 1));
    let down = (row + 1 < side).then(|| Cell::new(row + 1, column));
    [up, left, right, down].into_iter().flatten()
}
