//! Type erasure: [`Subject`] is any rule set with its two sides as one trait object. Text goes in,
//! plain data comes out, so command, campaigns and fuzz targets are compiled once for all rule
//! sets.
//!
//! Each supertrait is one use of a subject, in a file of its own with the implementation for
//! [`Pairing`]. Authors of rule sets implement none of them.

use std::any::Any;
use std::sync::Arc;

use twinboard_vocabulary::{CodeLine, Implementation, InputError};

use crate::model::known::KnownDifference;
use crate::model::pairing::Pairing;
use crate::model::rules::{CaseOf, RuleSet};

mod check;
mod draw;
mod explore;
mod fuzz;
mod judge;
mod known;
mod show;
mod shrink;

pub use check::{CheckCases, Checked};
pub use draw::DrawCases;
pub use explore::ExploreCases;
pub use fuzz::FuzzCases;
pub use judge::JudgeCases;
pub use show::{Frame, ShowCases};
pub use shrink::ShrinkCases;

/// Names of a clause that campaigns count, without its predicate.
#[derive(Clone, Copy, Debug)]
pub struct ClauseName {
    /// The clause of RULES.md.
    pub id: &'static str,
    /// The case of the clause that is counted, in a few words.
    pub name: &'static str,
}

/// A rule set whose two sides can be checked against each other; every [`Pairing`] is one.
///
/// Cases are exchanged as text in the format of the rule set, results as plain data.
///
/// ```
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Activity, Pairing, Subject, Verdict};
///
/// // A list of subjects with different vocabularies, as a command holds it.
/// let subjects: Vec<Box<dyn Subject>> =
///     vec![Box::new(Pairing::new(Nim, Heap::set_up, Heap::set_up))];
/// for subject in &subjects {
///     let case = subject.draw(1);
///     let checked = subject.check(case.as_bytes(), &Activity::default()).unwrap();
///     assert_eq!(checked.verdict, Verdict::Agreed, "{}", subject.name());
/// }
/// ```
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
    /// Name of the rule set on the command line and in paths.
    fn name(&self) -> &'static str;

    /// True for a variant of a rule set, which reads the same cases ([`RuleSet::variant_of`]).
    fn is_variant(&self) -> bool;

    /// True if the other rule set is this one or a variant of the same ([`RuleSet::variant_of`]).
    fn reads_cases_of(&self, other: &dyn Subject) -> bool;

    /// The unit in which sizes of boards are given ([`RuleSet::unit`]).
    fn unit(&self) -> &'static str;

    /// The clauses that campaigns count, in the order of
    /// [`Stats::clauses`](crate::Stats::clauses).
    fn clauses(&self) -> Vec<ClauseName>;

    /// False if the engine is the oracle itself, so that a comparison could not fail
    /// ([`Pairing::without_engine`]).
    fn has_engine(&self) -> bool;

    /// Name of the engine among those of the rule set; `None` for the registered one, unless it was
    /// [named](Self::with_engine_name).
    fn engine_name(&self) -> Option<&str>;

    /// The subject with a name for its engine, which reports and fuzz targets give.
    fn with_engine_name(&self, name: &str) -> Arc<dyn Subject>;

    /// Calls `visit` with the places of the engine's code that ran since the last call, if it runs
    /// elsewhere and reports them ([`Implementation::take_coverage`]); false if it does not.
    ///
    /// [`Implementation::take_coverage`]: twinboard_vocabulary::Implementation::take_coverage
    fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> bool;

    /// The lines of the engine's code, if it runs elsewhere and reports them
    /// ([`Implementation::code`](twinboard_vocabulary::Implementation::code)); else none.
    fn code(&self) -> Vec<CodeLine>;

    /// The known differences of the engine.
    fn known(&self) -> &[KnownDifference];

    /// The subject with these known differences and no others.
    fn with_known(&self, known: &[KnownDifference]) -> Arc<dyn Subject>;

    /// The subject with the engine of another one in the place of its oracle: two engines alone,
    /// none of which is trusted. `None` if the other one is of another rule set.
    ///
    /// ```
    /// use twinboard_harness::nim::{Heap, Nim};
    /// use twinboard_harness::{Activity, Pairing, Subject, Verdict};
    ///
    /// let faulty = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).subject();
    /// let alone = faulty.against(&*faulty).expect("both are of one rule set");
    /// // The fault is on both sides, so nothing differs.
    /// let checked = alone.check(b"9\n", &Activity::default()).unwrap();
    /// assert!(!format!("{:?}", checked.verdict).contains("Differs"));
    /// ```
    fn against(&self, other: &dyn Subject) -> Option<Arc<dyn Subject>>;

    /// The subject as the type that it is, for [`against`](Self::against).
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;

    /// Splits a case file into the texts of its cases.
    ///
    /// # Errors
    ///
    /// The first place where the text breaks the format of case files.
    fn split(&self, text: &[u8]) -> Result<Vec<String>, InputError>;
}

impl<R: RuleSet> Subject for Pairing<R> {
    fn name(&self) -> &'static str {
        self.rules().name()
    }

    fn is_variant(&self) -> bool {
        self.rules().variant_of().is_some()
    }

    fn reads_cases_of(&self, other: &dyn Subject) -> bool {
        let of = |rules: &R| rules.variant_of().unwrap_or(rules.name());
        let other: Option<&Self> = other.as_any().downcast_ref();
        other.is_some_and(|other| of(self.rules()) == of(other.rules()))
    }

    fn unit(&self) -> &'static str {
        self.rules().unit()
    }

    fn clauses(&self) -> Vec<ClauseName> {
        let clauses = self.rules().clauses().iter();
        clauses.map(|clause| ClauseName { id: clause.id, name: clause.name }).collect()
    }

    fn has_engine(&self) -> bool {
        self.has_engine()
    }

    fn engine_name(&self) -> Option<&str> {
        self.engine_name()
    }

    fn with_engine_name(&self, name: &str) -> Arc<dyn Subject> {
        Arc::new(self.with_engine_name(name))
    }

    fn take_coverage(&self, visit: &mut dyn FnMut(u16, u8)) -> bool {
        self.engine().take_coverage(visit)
    }

    fn code(&self) -> Vec<CodeLine> {
        self.engine().code()
    }

    fn known(&self) -> &[KnownDifference] {
        self.known()
    }

    fn with_known(&self, known: &[KnownDifference]) -> Arc<dyn Subject> {
        Arc::new(self.with_known(known))
    }

    fn against(&self, other: &dyn Subject) -> Option<Arc<dyn Subject>> {
        if !self.reads_cases_of(other) {
            return None;
        }
        Some(Arc::new(self.against(other.as_any().downcast_ref()?)))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn split(&self, text: &[u8]) -> Result<Vec<String>, InputError> {
        let cases = self.rules().text().read_all(text)?;
        Ok(cases.iter().map(|case| self.rules().text().print(case)).collect())
    }
}

impl<R: RuleSet> Pairing<R> {
    /// This pairing as a subject.
    #[must_use]
    pub fn subject(self) -> Arc<dyn Subject> {
        Arc::new(self)
    }

    /// The first case of a text, if it has any.
    fn first(&self, text: &[u8]) -> Result<Option<CaseOf<R>>, InputError> {
        Ok(self.rules().text().read_all(text)?.into_iter().next())
    }
}
