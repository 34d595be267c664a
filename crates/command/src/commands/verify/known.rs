//! Known differences in a campaign: their cases are replayed first, and their counts reported.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;
use twinboard_harness::Stats;
use twinboard_harness::triage::{self, Replayed};

use crate::cases::case_file;
use crate::output::Failure;
use crate::output::text::counted;
use crate::session::AnySubject;

/// Part of the cases that end at known differences from which on the campaign says that it sees
/// little, as 1 of this number.
const MANY: u64 = 4;

/// A known difference of the engine of a campaign.
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
pub(super) fn stale(known: &[Known]) -> impl Iterator<Item = String> {
    known.iter().filter_map(|known| {
        let stale = known.stale.as_ref()?;
        Some(format!("the known difference `{}` is stale: {stale}", known.reason))
    })
}

/// The known differences of a subject, with the result of their own cases.
///
/// # Errors
///
/// If one of these cases is no case of the rule set.
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
        if case_file::split(subject.as_ref(), &name, case.as_bytes())?.is_empty() {
            return Err(Failure::Usage(format!("{name} is empty")));
        }
        let stale = match triage::replay(subject, case, limit) {
            Replayed::Known(_, divergence) if known.covers(&divergence) => None,
            Replayed::Known(_, divergence) | Replayed::Diverged(divergence, _) => {
                Some(divergence.finding.to_string())
            }
            Replayed::Skipped(side) => Some(format!("the {side} does not support its set-up")),
            Replayed::NotPlayed => Some("it is no case".to_owned()),
            Replayed::Agreed => Some("both sides agree".to_owned()),
        };
        Ok(Known { reason, cases: 0, stale, has_case: true })
    });
    known.collect()
}

/// Adds the counts of a campaign.
pub(super) fn count(known: &mut [Known], stats: &Stats) {
    for (known, &cases) in known.iter_mut().zip(&stats.known) {
        known.cases += cases;
    }
}

/// True if the case of a known difference does not show it any more.
pub(super) fn is_any_stale(known: &[Known]) -> bool {
    known.iter().any(|known| known.stale.is_some())
}

/// A line for each known difference that was met, is stale, or, after a long campaign, was not met.
pub(super) fn render(known: &[Known], cases: u64, is_long: bool) -> String {
    let mut out = String::new();
    for Known { reason, cases, stale, has_case } in known {
        let _ = match stale {
            Some(stale) => writeln!(out, "failed: `{reason}` is stale: on its case, {stale}"),
            None if *cases > 0 => writeln!(out, "known: {}, `{reason}`", counted(*cases, "case")),
            None if is_long && !has_case => {
                writeln!(out, "warning: no case showed the known difference `{reason}`")
            }
            None => Ok(()),
        };
    }
    let ended: u64 = known.iter().map(|known| known.cases).sum();
    if ended > 0 && ended.saturating_mul(MANY) >= cases {
        let _ = writeln!(
            out,
            "warning: {:.0} % of the cases ended at known differences, and the rest of these cases \
             was not played",
            100.0 * ended as f64 / cases.max(1) as f64
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Known, render};

    #[test]
    fn known_differences_are_reported_once_they_are_met_stale_or_missed() {
        let known = |cases, stale: Option<&str>, has_case| Known {
            reason: "why".into(),
            cases,
            stale: stale.map(str::to_owned),
            has_case,
        };
        let of = |one: Known, is_long| render(&[one], 1_000, is_long);
        assert_eq!(of(known(12, None, false), true), "known: 12 cases, `why`\n");
        assert_eq!(of(known(0, None, true), true), "", "its case has shown it");
        assert_eq!(of(known(0, None, false), false), "");
        let missed = "warning: no case showed the known difference `why`\n";
        assert_eq!(of(known(0, None, false), true), missed);
        let stale = "failed: `why` is stale: on its case, both sides agree\n";
        assert_eq!(of(known(0, Some("both sides agree"), true), false), stale);
        let many = of(known(600, None, false), false);
        assert!(many.contains("\nwarning: 60 % of the cases ended at known"), "{many}");
    }
}
