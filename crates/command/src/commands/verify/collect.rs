//! Distinct findings of a campaign that goes on behind a divergence.

use std::collections::HashMap;
use std::ops::ControlFlow;

use twinboard_harness::campaign::FoundDivergence;
use twinboard_harness::known::Kind;
use twinboard_harness::report::Report;

use crate::cases::finding::Findings;
use crate::session::{AnySubject, Session};

/// Note about a case that fails while the engine's code is measured.
const IN_MEASUREMENT: &str = "the campaign passed; it fails while the engine's code is measured, with \
                              TWINBOARD_COVERAGE=1 in its environment (EP-36)";

/// Collects findings that are distinct by their kind and their shrunk case.
///
/// A fault may show in thousands of cases, and shrinking each would take hours. So for findings of
/// one headline, the number of cases that are passed over doubles with each case that shrinks to a
/// finding that was there before. The cases are counted, not timed: the same seed gives the same
/// findings.
pub(super) struct Collector<'a> {
    findings: Findings<'a>,
    subject: &'a AnySubject,
    /// Number of findings that are enough.
    limit: usize,
    pub(super) reports: Vec<Report>,
    distinct: Vec<(Kind, String)>,
    patience: HashMap<String, Patience>,
    pub(super) counts: FailingCases,
}

/// The failing cases of a campaign.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FailingCases {
    /// Number of all failing cases.
    pub(super) all: u64,
    /// Number of those that were shrunk; the others may have shown more findings.
    pub(super) shrunk: u64,
}

/// The cases to pass over for findings of one headline.
#[derive(Clone, Copy, Debug, Default)]
struct Patience {
    left: u64,
    next: u64,
}

impl Patience {
    /// True if the next case should be shrunk.
    fn is_over(&mut self) -> bool {
        let is_over = self.left == 0;
        self.left = self.left.saturating_sub(1);
        is_over
    }

    /// To be called after shrinking a case.
    fn grow(&mut self, is_new: bool) {
        self.next = if is_new { 0 } else { (2 * self.next).max(1) };
        self.left = self.next;
    }
}

impl<'a> Collector<'a> {
    pub(super) fn new(findings: Findings<'a>, subject: &'a AnySubject, limit: usize) -> Self {
        Self {
            findings,
            subject,
            limit,
            reports: Vec::new(),
            distinct: Vec::new(),
            patience: HashMap::new(),
            counts: FailingCases::default(),
        }
    }

    /// Shrinks a failing case, unless many like it were the same, and keeps it if it is distinct.
    /// `announce` gets a line about the first of a headline, before it is shrunk.
    pub(super) fn visit(
        &mut self,
        found: FoundDivergence,
        announce: &dyn Fn(String),
    ) -> ControlFlow<()> {
        self.counts.all += 1;
        let headline = found.divergence.finding.to_string();
        let is_first = !self.patience.contains_key(&headline);
        let patience = self.patience.entry(headline).or_default();
        if !patience.is_over() {
            return ControlFlow::Continue(());
        }
        self.counts.shrunk += 1;
        let announce = |line| {
            if is_first {
                announce(line);
            }
        };
        let report = self.findings.triage(self.subject, found, &announce);
        let kind = report.divergence.finding.kind();
        let distinct = (kind, report.text().unwrap_or_default().to_owned());
        let is_new = !self.distinct.contains(&distinct);
        patience.grow(is_new);
        if is_new {
            self.distinct.push(distinct);
            self.reports.push(report);
        }
        let is_enough = self.reports.len() >= self.limit;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Shrinks and keeps a case that fails while the engine's code is measured. Session and subject
    /// are those of the process that counts.
    pub(super) fn visit_counting(
        &mut self,
        (session, subject): (&Session, &AnySubject),
        found: FoundDivergence,
        announce: &dyn Fn(String),
    ) {
        let mut report = self.findings.in_session(session).triage(subject, found, announce);
        let notes = [report.note.take(), Some(IN_MEASUREMENT.to_owned())];
        report.note = Some(notes.into_iter().flatten().collect::<Vec<_>>().join("; "));
        self.counts = FailingCases { all: 1, shrunk: 1 };
        self.reports.push(report);
    }
}

#[cfg(test)]
mod tests {
    use super::Patience;

    #[test]
    fn cases_that_were_seen_before_are_passed_over_ever_longer() {
        let mut patience = Patience::default();
        let mut shrunk = Vec::new();
        for case in 0..40 {
            if patience.is_over() {
                shrunk.push(case);
                patience.grow(case == 0 || case == 20);
            }
        }
        assert_eq!(shrunk, [0, 1, 3, 6, 11, 20, 21, 23, 26, 31]);
    }
}
