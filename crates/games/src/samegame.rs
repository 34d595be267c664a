//! SameGame for the harness: everything of clauses SG-1 to SG-20 except playing.
//!
//! Generation, mutation and shrinking of cases, the counted clauses, the invariants, the
//! enumeration of small grids, and the input of the judge are in modules of their own; the sides
//! are in the crates `twinboard-engine` and `twinboard-oracle`.
//!
//! ```
//! use std::sync::Arc;
//! use std::time::Duration;
//!
//! use twinboard_harness::triage;
//! use twinboard_games::samegame;
//!
//! // A grid of 2 × 3 cells; the selection of its lower left cell removes four of them.
//! let case = "2 3\n1 1 0\n1 1 2\n1 1\n0 0\n";
//! let subject = samegame::subject();
//! let case = subject.case(case).expect("a case");
//! let divergence = triage::play(&subject, &case, Duration::from_secs(30)).divergence();
//! assert!(divergence.is_none(), "engine and oracle agree, and no invariant is broken");
//! ```

mod clauses;
mod generate;
mod input;
mod invariants;
mod judge;
mod recolouring;
mod shrink;
mod small;
mod text;

use std::sync::Arc;

use arbitrary::Unstructured;
use twinboard_engine::samegame::ListedGame;
use twinboard_engine::samegame::batch::BatchGame;
use twinboard_harness::{
    Case, CaseText, Clause, Enumerate, Invariant, Judge, Pairing, RuleSet, Shrink, Subject,
    Symmetries,
};
use twinboard_registration::Registration;
use twinboard_vocabulary::samegame::{Exact, Grid, Group, Position, SameGame, Selection};
use twinboard_vocabulary::{ExactText, Game};

use crate::corpus::with_corpus;

/// The rule set SameGame.
#[derive(Clone, Copy, Debug, Default)]
pub struct SameGameRules;

/// The rule set paired with the engine and the oracle.
#[must_use]
pub fn pairing() -> Pairing<SameGameRules> {
    Pairing::new(
        SameGameRules,
        twinboard_engine::samegame::SameGame::set_up,
        twinboard_oracle::SameGame::set_up,
    )
    .accepting_all()
}

/// The rule set with another engine for every grid, paired with the oracle.
fn subject_with<G>(set_up: fn(&Grid) -> Option<G>) -> Arc<dyn Subject>
where
    G: Game<Vocabulary = SameGame> + Send + Sync + 'static,
{
    let pairing = Pairing::new(SameGameRules, set_up, twinboard_oracle::SameGame::set_up);
    subject_of(pairing.accepting_all())
}

/// The pairing as a [`Subject`], ready to be checked.
#[must_use]
pub fn subject() -> Arc<dyn Subject> {
    subject_of(pairing())
}

/// Any two implementations as a [`Subject`]. It is compiled here, once for all programs that check
/// another engine; [`Pairing::subject`] would be compiled in each of them.
#[must_use]
pub fn subject_of(pairing: Pairing<SameGameRules>) -> Arc<dyn Subject> {
    Arc::new(pairing)
}

/// The record of SameGame: all engines, corpus, planted faults and generator.
#[must_use]
pub fn registration() -> Registration {
    with_corpus(Registration::new(pairing()))
        .other_engine("samegame-batch", subject_with(BatchGame::set_up))
        .other_engine("samegame-list", subject_with(ListedGame::set_up))
        .faults(twinboard_engine::planted::CATALOGUE)
        .generator(input::generator())
        .engine_template("cpp", include_str!("../engines/samegame.cpp"))
        .engine_template("python", include_str!("../engines/samegame.py"))
        .engine_template("javascript", include_str!("../engines/samegame.js"))
}

impl RuleSet for SameGameRules {
    type Vocabulary = SameGame;

    fn text(&self) -> &dyn CaseText<SameGame> {
        self
    }

    fn unit(&self) -> &'static str {
        "cells"
    }

    fn size(&self, setup: &Grid) -> usize {
        setup.colours().len()
    }

    fn generate_setup(&self, u: &mut Unstructured<'_>) -> arbitrary::Result<Grid> {
        generate::grid(u)
    }

    fn mutate_setup(
        &self,
        case: &mut Case<SameGame>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<()> {
        case.setup = generate::changed_grid(&case.setup, u)?;
        Ok(())
    }

    fn propose(
        &self,
        position: &Position,
        legal: Option<&Group>,
        u: &mut Unstructured<'_>,
    ) -> arbitrary::Result<Selection> {
        generate::selection(position, legal, u)
    }

    fn request_for(&self, legal: &Group, u: &mut Unstructured<'_>) -> arbitrary::Result<Selection> {
        Ok((*u.choose(legal.cells())?).into())
    }

    fn lookalike_setup(&self, position: &Position) -> Option<Grid> {
        generate::reshaped(position)
    }

    fn clauses(&self) -> &'static [Clause<SameGame>] {
        clauses::CLAUSES
    }

    fn invariants(&self) -> &'static [Invariant<SameGame>] {
        invariants::INVARIANTS
    }

    /// No limit: every accepted selection removes two cells or more, so games are short.
    fn moves_max(&self, _setup: &Grid) -> usize {
        usize::MAX
    }

    fn shrink(&self) -> &dyn Shrink<SameGame> {
        self
    }

    fn symmetries(&self) -> Option<&dyn Symmetries<SameGame>> {
        Some(self)
    }

    fn enumeration(&self) -> Option<&dyn Enumerate<SameGame>> {
        Some(self)
    }

    fn judge(&self) -> Option<&dyn Judge<SameGame>> {
        Some(self)
    }

    fn exact_text(&self) -> Option<&'static dyn ExactText<SameGame>> {
        Some(&Exact)
    }
}
