//! The share of an engine's code that a campaign reaches, and the functions that it never enters.

use std::fmt::Write;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use serde_json::{Value, json};
use twinboard_harness::campaign::{CampaignBudget, CampaignPlan};
use twinboard_harness::reach::{ReachBudget, Reached, Unmeasured, reach};
use twinboard_vocabulary::SystemFailure;

use crate::output::text::{counted, percent};
use crate::session::{AnySubject, Session};

/// Of the time of a campaign, or of its random cases, 1/`PART` are played again.
const PART: u32 = 10;

/// Minimum number of random cases that are played again. A campaign with fewer is a quick look, and
/// nothing is measured.
const CASES_MIN: u64 = 100;

/// Minimum time limit after a campaign of a number of cases; a longer campaign sets its own time.
const TIME_MIN: Duration = Duration::from_secs(5);

/// Names of functions that the text lists.
const SHOWN: usize = 20;

/// Plays the corpus and the first random cases again with an engine in another process that counts
/// what runs; `None` if there is no such engine, it does not count, or its failure is kept as a late
/// breach. `elapsed` is the time of the campaign.
/// Errors: the reason why nothing is measured: the system prevents it, the engine is silent, or no place of it
/// ran.
pub(super) fn measure(
    (session, subject): (&Session, &AnySubject),
    (plan, elapsed): (&CampaignPlan, Duration),
    stop: &Arc<AtomicBool>,
    announce: &dyn Fn(String),
) -> Option<Result<Reached, String>> {
    let (cases, time) = match plan.budget {
        CampaignBudget::Time(time) => (u64::MAX, time / PART),
        CampaignBudget::Cases(..CASES_MIN) => return None,
        CampaignBudget::Cases(cases) => {
            ((cases / u64::from(PART)).max(CASES_MIN), elapsed.max(TIME_MIN))
        }
    };
    let budget = ReachBudget { cases, time: Some(time) };
    let measure = || {
        let Some(covered) = session.counting(subject)? else { return Ok(None) };
        let at_most = time.as_secs_f64();
        announce(format!("measuring the code of the engine, for at most {at_most:.1} s"));
        Ok(reach(&covered, plan, budget, stop))
    };
    // The system may lack what another process needs.
    let measured = panic::catch_unwind(AssertUnwindSafe(measure));
    let measured: Result<_, String> = measured.unwrap_or_else(|payload| {
        let failure = payload.downcast::<SystemFailure>();
        Err(failure.unwrap_or_else(|other| panic::resume_unwind(other)).0)
    });
    if stop.load(Relaxed) {
        return None;
    }
    let reached = match measured {
        Ok(measured) => measured?,
        Err(reason) => return Some(Err(reason)),
    };
    match reached {
        Ok(reached)
            if reached.corpus_cases + reached.random_cases > 0 && reached.by_all.is_empty() =>
        {
            let reason = "it offers coverage, and no place of its code ever ran (EP-36)";
            Some(Err(reason.to_owned()))
        }
        Ok(reached) => Some(Ok(reached)),
        Err(Unmeasured::Silent(silence)) => {
            Some(Err(format!("the engine is silent while it counts: {silence}")))
        }
        Err(Unmeasured::Failed(message)) => {
            session.add_breach_in_measurement(&message);
            None
        }
    }
}

pub(super) fn render(reached: &Reached) -> String {
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

pub(super) fn json(reached: &Reached) -> Value {
    let functions = reached.functions();
    let never = functions.iter().filter(|(_, is_entered)| !is_entered);
    json!({
        "corpus_cases": reached.corpus_cases,
        "random_cases": reached.random_cases,
        "lines": reached.code.len(),
        "lines_reached_by_the_corpus": reached.lines(&reached.by_corpus),
        "lines_reached": reached.lines(&reached.by_all),
        "places_reached": reached.by_all.len(),
        "functions": functions.len(),
        "never_entered": never.map(|(first, _)| &*first.function).collect::<Vec<_>>(),
    })
}
