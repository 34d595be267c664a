//! The share of an engine's code that a campaign reaches, and the functions that it never enters.

use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use serde::Serialize;
use twinboard_harness::campaign::{CampaignBudget, CampaignPlan};
use twinboard_harness::reach::{ReachBudget, Reached, reach};

use crate::args::declared::Settings;
use crate::output::text::{counted, percent};
use crate::session::{AnySubject, Session};

/// Of the time of a campaign, or of its random cases, 1/`PART` are played again.
const PART: u32 = 10;

/// Minimum number of random cases that are played again. A campaign with fewer is a quick look, and
/// nothing is measured.
const CASES_MIN: u64 = 100;

/// Names of functions that the text lists.
const SHOWN: usize = 20;

/// Plays the corpus and the first random cases again with an engine in another process that counts
/// what runs; `None` if the engine is none or does not count. The inner error is the reason why nothing
/// is measured.
pub(super) fn measure(
    (session, subject): (&Session, &AnySubject),
    settings: &Settings,
    plan: &CampaignPlan,
    stop: &Arc<AtomicBool>,
) -> Option<Result<Reached, String>> {
    let budget = match plan.budget {
        CampaignBudget::Time(time) => ReachBudget { cases: u64::MAX, time: Some(time / PART) },
        CampaignBudget::Cases(..CASES_MIN) => return None,
        CampaignBudget::Cases(cases) => {
            ReachBudget { cases: (cases / u64::from(PART)).max(CASES_MIN), time: None }
        }
    };
    let covered = settings.covered(session, subject)?;
    let reached = reach(&covered, plan, budget, stop).filter(|_| !stop.load(Relaxed))?;
    Some(reached.and_then(|reached| match &reached {
        Reached { corpus_cases: 0, random_cases: 0, .. } => Ok(reached),
        Reached { by_all, .. } if by_all.is_empty() => {
            Err("it offers coverage, and no place of its code ever ran (EP-36)".to_owned())
        }
        _ => Ok(reached),
    }))
}

/// The share of the code as text, or a warning that it is not measured.
pub(super) fn render(reached: &Result<Reached, String>) -> String {
    let reached = match reached {
        Ok(reached) => reached,
        Err(reason) => return format!("warning: the engine's code is not measured: {reason}\n"),
    };
    let Reached { corpus_cases, random_cases, by_corpus, by_all, code } = reached;
    let cases = format!(
        "{} of the corpus and {}",
        counted(*corpus_cases, "case"),
        counted(*random_cases, "random one")
    );
    if code.is_empty() {
        let places = counted(by_all.len() as u64, "place");
        return format!(
            "code of the engine: {cases} reach {places} ({} by the corpus); the engine does not name \
             them (EP-37)\n",
            by_corpus.len()
        );
    }
    let share = |places| percent(reached.lines(places) as u64, code.len() as u64);
    let mut out = format!(
        "code of the engine: {cases} reach {} of {} ({} by the corpus)",
        share(by_all),
        counted(code.len() as u64, "line"),
        share(by_corpus),
    );
    let functions = reached.functions();
    let never: Vec<_> = functions.iter().filter(|(_, is_entered)| !is_entered).collect();
    let _ = match functions.len() {
        0 => writeln!(out),
        all => writeln!(out, " and {} of {}", all - never.len(), counted(all as u64, "function")),
    };
    if !never.is_empty() {
        let shown = never.iter().take(SHOWN);
        let shown = shown.map(|(first, _)| format!("{} ({})", first.function, first.location));
        let shown: Vec<String> = shown.collect();
        let rest = never.len() - shown.len();
        let rest = if rest > 0 { format!(", and {rest} more") } else { String::new() };
        let _ = writeln!(out, "never entered: {}{rest}", shown.join(", "));
    }
    out
}

/// The share of an engine's code.
#[derive(Serialize)]
pub(super) struct Json<'a> {
    corpus_cases: u64,
    random_cases: u64,
    lines: usize,
    lines_reached_by_the_corpus: usize,
    lines_reached: usize,
    places_reached: usize,
    functions: usize,
    never_entered: Vec<&'a str>,
}

impl<'a> Json<'a> {
    pub(super) fn of(reached: &'a Reached) -> Self {
        let functions = reached.functions();
        let never = functions.iter().filter(|(_, is_entered)| !is_entered);
        Self {
            corpus_cases: reached.corpus_cases,
            random_cases: reached.random_cases,
            lines: reached.code.len(),
            lines_reached_by_the_corpus: reached.lines(&reached.by_corpus),
            lines_reached: reached.lines(&reached.by_all),
            places_reached: reached.by_all.len(),
            functions: functions.len(),
            never_entered: never.map(|(first, _)| &*first.function).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::render;

    #[test]
    fn what_is_not_measured_is_a_warning() {
        let text = render(&Err("`nim` is no line of code (EP-37)".into()));
        assert_eq!(
            text,
            "warning: the engine's code is not measured: `nim` is no line of code (EP-37)\n"
        );
    }
}
