//! Paint for the harness: everything of clauses PT-1 to PT-31 except playing.
//!
//! What rests on the solver is in the crate `twinboard-paint-player`: contest, players, analyst, and the
//! checks of the solver.
//!
//! ```
//! use twinboard_harness::RuleSet;
//! use twinboard_games::paint::PaintRules;
//!
//! // The first player paints the 2 and the cell to its right.
//! let cases = PaintRules.text().read_all(b"2\n2 #\n# #\n2\n0 0\n0 1\n")?;
//! assert_eq!(cases[0].moves.len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::Read;
use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_harness::{
    Case, CaseText, Clause, Enumerate, Invariant, Listing, Pairing, RuleSet, Shrink, Subject,
    Symmetries,
};
use twinboard_registration::Registration;
use twinboard_vocabulary::paint::{
    Board, Exact, LegalMove, Move, Outcome, Paint, Player, Position, text,
};
use twinboard_vocabulary::{CaseReader, ExactText, Limits};

use crate::corpus::with_corpus;

mod clauses;
mod corridor;
mod generate;
pub mod input;
mod invariants;
mod shrink;
mod small;
mod transform;

pub use transform::{Transform, neighbours};

/// The rule set paint.
#[derive(Clone, Copy, Debug, Default)]
pub struct PaintRules;

/// The rule set paired with the engine and the oracle.
#[must_use]
pub fn pairing() -> Pairing<PaintRules> {
    Pairing::new(
        PaintRules,
        twinboard_engine::paint::Paint::set_up,
        twinboard_oracle::Paint::set_up,
    )
    .accepting_all()
}

/// The pairing as a [`Subject`], ready to be checked.
#[must_use]
pub fn subject() -> Arc<dyn Subject> {
    subject_of(pairing())
}

/// Any two implementations as a [`Subject`]. It is compiled here, once for all programs that check
/// another engine; [`Pairing::subject`] would be compiled in each of them.
#[must_use]
pub fn subject_of(pairing: Pairing<PaintRules>) -> Arc<dyn Subject> {
    Arc::new(pairing)
}

/// The record of paint: the pairing with its corpus, planted faults and generator.
#[must_use]
pub fn registration() -> Registration {
    registration_of(pairing())
}

/// The same record with this pairing.
#[must_use]
pub fn registration_of(pairing: Pairing<PaintRules>) -> Registration {
    with_corpus(Registration::new(pairing))
        .faults(twinboard_engine::planted::CATALOGUE)
        .generator(input::generator())
        .engine_template("cpp", include_str!("../engines/paint.cpp"))
        .engine_template("python", include_str!("../engines/paint.py"))
        .engine_template("javascript", include_str!("../engines/paint.js"))
}

impl RuleSet for PaintRules {
    type Vocabulary = Paint;

    fn text(&self) -> &dyn CaseText<Paint> {
        self
    }

    fn unit(&self) -> &'static str {
        "cells"
    }

    fn size(&self, setup: &Board) -> usize {
        setup.squares().len()
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Board> {
        generate::setup(u)
    }

    fn mutate_setup(
        &self,
        case: &mut Case<Paint>,
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
    fn request_for(&self, legal: &LegalMove, u: &mut Unstructured<'_>) -> arbitrary::Result<Move> {
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
        Listing { limit: 1024, limit_of_kind: 2048 }
    }

    /// `None` if the second player is to move: a case begins with the first (PT-5).
    fn setup_of_position(&self, _setup: &Board, position: &Position) -> Option<Board> {
        (position.to_move == Player::First).then(|| position.board.clone())
    }

    /// The board of a position with the second player to move. Played from the start, the first
    /// player is to move there, so the engine must hash the two differently.
    fn lookalike_setup(&self, position: &Position) -> Option<Board> {
        (position.to_move == Player::Second).then(|| position.board.clone())
    }

    fn clauses(&self) -> &'static [Clause<Paint>] {
        clauses::CLAUSES
    }

    fn invariants(&self) -> &'static [Invariant<Paint>] {
        invariants::INVARIANTS
    }

    fn shrink(&self) -> &dyn Shrink<Paint> {
        self
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<Paint>> {
        Some(self)
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<Paint>> {
        Some(self)
    }

    fn exact_text(&self) -> Option<&'static dyn ExactText<Paint>> {
        Some(&Exact)
    }
}

impl CaseText<Paint> for PaintRules {
    fn reader<'a>(
        &self,
        input: Box<dyn Read + 'a>,
        limits: Limits,
    ) -> Box<dyn CaseReader<Paint> + 'a> {
        Box::new(text::Reader::new(input, limits))
    }

    fn print(&self, case: &Case<Paint>) -> String {
        text::print(&case.setup, &case.moves)
    }

    /// Paint has no judge that reads a board and expects a text. The answer is the final position:
    /// the board, and the outcome or the player to move.
    fn answer(&self, _number: usize, position: &Position, outcome: Outcome) -> String {
        format!("{}{outcome}\n", text::board(&position.board))
    }
}
