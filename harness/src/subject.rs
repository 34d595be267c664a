//! A rule set with its two sides as one object, so that a command or a fuzz target can hold any of
//! them alike: text goes in, plain data comes out.
//!
//! [`Subject`] is the object; each of its supertraits is one use of it, in a file of its own with
//! the implementation for [`Pairing`]. A rule set's author implements none of them.

use std::sync::Arc;

use board::{InputError, Plays, Vocabulary};

use crate::rules::Setting;
use crate::{CaseOf, Pairing, RuleSet};

mod check;
mod draw;
mod explore;
mod fuzz;
mod judge;
mod show;
mod shrink;

pub use check::{CheckCases, Checked};
pub use draw::{DrawCases, Played};
pub use explore::ExploreCases;
pub use fuzz::FuzzCases;
pub use judge::JudgeCases;
pub use show::{Frame, ShowCases};
pub use shrink::ShrinkCases;

/// A clause that campaigns count, by its names alone.
#[derive(Clone, Copy, Debug)]
pub struct ClauseName {
    /// The clause of RULES.md.
    pub id: &'static str,
    /// What in particular is counted.
    pub name: &'static str,
}

/// A rule set whose two sides can be checked against each other.
pub trait Subject:
    CheckCases
    + DrawCases
    + FuzzCases
    + ShrinkCases
    + JudgeCases
    + ExploreCases
    + ShowCases
    + Send
    + Sync
{
    /// How the rule set is called.
    fn name(&self) -> &'static str;

    /// The clauses that are counted, in the order of [`Stats::clauses`].
    fn clauses(&self) -> Vec<ClauseName>;

    /// What users may choose.
    fn settings(&self) -> &'static [Setting];

    /// The rule set with this value of a setting; `None` if it has no such setting or value.
    fn with_setting(&self, name: &str, value: &str) -> Option<Arc<dyn Subject>>;

    /// The cases of a file, each as a text of its own.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn split(&self, text: &[u8]) -> Result<Vec<String>, InputError>;
}

impl<R, E, O> Subject for Pairing<R, E, O>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    fn name(&self) -> &'static str {
        R::Vocabulary::NAME
    }

    fn clauses(&self) -> Vec<ClauseName> {
        let clauses = self.rules().clauses().iter();
        clauses.map(|clause| ClauseName { id: clause.id, name: clause.name }).collect()
    }

    fn settings(&self) -> &'static [Setting] {
        self.rules().settings()
    }

    fn with_setting(&self, name: &str, value: &str) -> Option<Arc<dyn Subject>> {
        Some(Arc::new(self.with_rules(self.rules().with_setting(name, value)?)))
    }

    fn split(&self, text: &[u8]) -> Result<Vec<String>, InputError> {
        let cases = self.rules().text().read_all(text)?;
        Ok(cases.iter().map(|case| self.rules().text().print(case)).collect())
    }
}

impl<R, E, O> Pairing<R, E, O>
where
    R: RuleSet,
    E: Plays<R::Vocabulary>,
    O: Plays<R::Vocabulary>,
{
    fn first(&self, text: &[u8]) -> Result<Option<CaseOf<R>>, InputError> {
        Ok(self.rules().text().read_all(text)?.into_iter().next())
    }
}
