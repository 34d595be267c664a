//! Distinct findings of a campaign that goes on behind a divergence.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

use serde::Serialize;
use twinboard_harness::Stats;
use twinboard_harness::campaign::FoundDivergence;
use twinboard_harness::report::Report;
use twinboard_harness::triage::{self, Replayed};

use crate::cases::case_file;
use crate::cases::finding::Findings;
use crate::output::Failure;
use crate::output::text::counted;
use crate::session::AnySubject;

/// Collects findings that are distinct by their kind and their shrunk case.
///
/// A fault may show in thousands of cases, and shrinking each would take hours. So for findings of
/// one headline, the number of cases that are passed over doubles with each case that shrinks to a
/// finding that was there before. The cases are counted, not timed: the same seed gives the same
/// findings.
pub(super) struct Collector<'a> {
    findings: Findings<'a>,
    subject: &'a AnySubject,
    limit: usize,
    pub(super) reports: Vec<Report>,
    patience: HashMap<String, Patience>,
    pub(super) counts: FailingCases,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FailingCases {
    pub(super) all: u64,
    /// Number of those that were shrunk; the others may have shown more findings.
    pub(super) shrunk: u64,
}

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
        let is_same = |other: &Report| {
            other.divergence.finding.kind() == kind && other.text() == report.text()
        };
        let is_new = !self.reports.iter().any(is_same);
        patience.grow(is_new);
        if is_new {
            self.reports.push(report);
        }
        let is_enough = self.reports.len() >= self.limit;
        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Part of the cases that end at known differences from which on the campaign says that it sees
/// little, as 1 of this number.
const MANY: u64 = 4;

#[derive(Clone, Serialize)]
pub(super) struct Known {
    reason: String,
    /// Number of cases of the campaign that ended at it.
    pub(super) cases: u64,
    /// What its own case shows instead; `None` if it shows the difference, or there is no case.
    #[serde(skip_serializing_if = "Option::is_none")]
    stale: Option<String>,
    #[serde(skip)]
    has_case: bool,
}

/// A message for each known difference whose own case shows something else.
pub(super) fn stale(known: &[Known]) -> Vec<String> {
    let stale = known.iter().filter_map(|known| {
        let stale = known.stale.as_ref()?;
        Some(format!("the known difference `{}` is stale: on its case, {stale}", known.reason))
    });
    stale.collect()
}

/// The known differences of a subject, with the result of their own cases.
/// Fails if one of these cases is no case of the rule set.
pub(super) fn replayed(
    subject: &AnySubject,
    is_against_oracle: bool,
    limit: Duration,
) -> Result<Vec<Known>, Failure> {
    let known = subject.known().iter().map(|known| {
        let reason = known.reason().to_owned();
        // Another engine in the oracle's place may share the fault.
        let Some(case) = known.case().filter(|_| is_against_oracle) else {
            return Ok(Known { reason, cases: 0, stale: None, has_case: false });
        };
        let name = format!("the case of the known difference `{reason}`");
        let cases = case_file::read(subject.as_ref(), &name, case.as_bytes())?;
        let case = cases.first().ok_or_else(|| usage!("{name} is empty"))?;
        let stale = match triage::replay(subject, case, limit) {
            Replayed::Known(_, divergence) if known.covers(&divergence) => None,
            Replayed::Known(_, divergence) | Replayed::Diverged(divergence, _) => {
                Some(divergence.finding.to_string())
            }
            Replayed::Skipped(side) => Some(format!("the {side} does not support its set-up")),
            Replayed::Agreed => Some("both sides agree".to_owned()),
        };
        Ok(Known { reason, cases: 0, stale, has_case: true })
    });
    known.collect()
}

pub(super) fn count(known: &mut [Known], stats: &Stats) {
    for (known, &cases) in known.iter_mut().zip(&stats.known) {
        known.cases += cases;
    }
}

/// A line for each known difference that was met or, after a long campaign, was not met.
pub(super) fn notes(known: &[Known], cases: u64, is_long: bool) -> Vec<String> {
    let note = |known: &Known| match known {
        Known { stale: Some(_), .. } => None,
        Known { reason, cases: met @ 1.., .. } => {
            Some(format!("known: {}, `{reason}`", counted(*met, "case")))
        }
        Known { reason, has_case: false, .. } if is_long => {
            Some(format!("warning: no case showed the known difference `{reason}`"))
        }
        Known { .. } => None,
    };
    let mut notes: Vec<String> = known.iter().filter_map(note).collect();
    let ended: u64 = known.iter().map(|known| known.cases).sum();
    if ended > 0 && ended.saturating_mul(MANY) >= cases {
        notes.push(format!(
            "warning: {:.0} % of the cases ended at known differences, and the rest of these cases \
             was not played",
            100.0 * ended as f64 / cases.max(1) as f64
        ));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::{Known, Patience, notes, stale};

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

    #[test]
    fn known_differences_are_reported_once_they_are_met_stale_or_missed() {
        let known = |cases, stale: Option<&str>, has_case| Known {
            reason: "why".into(),
            cases,
            stale: stale.map(str::to_owned),
            has_case,
        };
        let of = |one: Known, is_long| notes(&[one], 1_000, is_long);
        assert_eq!(of(known(12, None, false), true), ["known: 12 cases, `why`"]);
        assert_eq!(of(known(0, None, true), true), [""; 0], "its case has shown it");
        assert_eq!(of(known(0, None, false), false), [""; 0]);
        let missed = "warning: no case showed the known difference `why`";
        assert_eq!(of(known(0, None, false), true), [missed]);
        let other = known(0, Some("both sides agree"), true);
        let message = "the known difference `why` is stale: on its case, both sides agree";
        assert_eq!(stale(&[other]), [message]);
        let many = of(known(600, None, false), false);
        assert!(many[1].starts_with("warning: 60 % of the cases ended at known"), "{many:?}");
    }
}
