//! From a case that fails to the report of the smallest one that does.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::campaign::{Found, Origin};
use crate::divergence::{Divergence, Finding};
use crate::lockstep::{Effort, Verdict};
use crate::report::Report;
use crate::subject::Subject;
use crate::watch::{self, Hang};

/// Whether a case, given as text, fails when it is played in a process of its own, which can be
/// stopped when it does not come back.
pub type Isolated<'a> = &'a dyn Fn(&str) -> bool;

/// How a failing case is made smaller.
pub struct Shrinking<'a> {
    /// When a step counts as not coming back.
    pub step_limit: Duration,
    /// When to be content with what has been reached.
    pub time_limit: Duration,
    /// Ends shrinking early; what has been reached is kept.
    pub stop: &'a Arc<AtomicBool>,
    /// For cases that do not come back, or that end the process; without it, they stay as they are.
    pub isolated: Option<Isolated<'a>>,
}

/// Shrinks what a campaign has found, and says what is wrong with the result.
pub fn conclude(subject: &Arc<dyn Subject>, found: Found, shrinking: &Shrinking<'_>) -> Report {
    let Found { origin, text, divergence } = found;
    let Some(text) = text else {
        return report(subject, origin, None, None, divergence);
    };
    let (divergence, effort) = by_itself(subject, &text, divergence, shrinking.step_limit);
    let shrunk = shrink_with(subject, &text, &divergence.finding, effort, shrinking);
    // Whoever does not want to wait any longer is told what has been seen.
    if shrinking.stop.load(Relaxed) && shrunk == text {
        return report(subject, origin, Some(text), Some(shrunk), divergence);
    }
    // To see it again would be the end of this process too.
    if divergence.finding.is_killed() {
        return report(subject, origin, Some(text), Some(shrunk), divergence);
    }
    match check_with(subject, &shrunk, effort, shrinking.step_limit) {
        Some(divergence) => report(subject, origin, Some(text), Some(shrunk), divergence),
        // Whatever was seen at first is still worth telling, also if it does not come again.
        None => report(subject, origin, Some(text), None, divergence),
    }
}

/// What is wrong with a case, and how much has to be tried to see it. A move that was only tried is
/// one of the case now: it alone should show what is wrong.
fn by_itself(
    subject: &Arc<dyn Subject>,
    text: &str,
    divergence: Divergence,
    limit: Duration,
) -> (Divergence, Effort) {
    let is_tried = divergence.finding.is_tried();
    let by_own_moves =
        is_tried.then(|| check_with(subject, text, Effort::OwnMoves, limit)).flatten();
    if let Some(divergence) = by_own_moves {
        return (divergence, Effort::OwnMoves);
    }
    let effort = effort_for(&divergence.finding);
    (divergence, effort)
}

/// The effort that shows such a finding again. What a case shows by itself is looked for without
/// transformed games: those would show other cases, and stand in the way of smaller ones.
fn effort_for(finding: &Finding) -> Effort {
    let needs_all = finding.is_of_a_symmetry() || finding.is_hung() || finding.is_killed();
    if needs_all { Effort::Thorough } else { Effort::Alone }
}

/// Plays a case under watch: what is wrong with it, if anything is.
pub fn check(subject: &Arc<dyn Subject>, text: &str, limit: Duration) -> Option<Divergence> {
    check_with(subject, text, Effort::Thorough, limit)
}

/// Plays a case under watch: what is wrong with it, if anything is, and the case as it was played.
/// That one has every move that shows it, also one that was only tried, and can be made smaller.
pub fn find(
    subject: &Arc<dyn Subject>,
    text: &str,
    limit: Duration,
) -> Option<(Divergence, String)> {
    find_with(subject, text, Effort::Thorough, limit)
}

fn check_with(
    subject: &Arc<dyn Subject>,
    text: &str,
    effort: Effort,
    limit: Duration,
) -> Option<Divergence> {
    find_with(subject, text, effort, limit).map(|(divergence, _)| divergence)
}

fn find_with(
    subject: &Arc<dyn Subject>,
    text: &str,
    effort: Effort,
    limit: Duration,
) -> Option<(Divergence, String)> {
    let played = {
        let (subject, text) = (Arc::clone(subject), text.to_owned());
        watch::watched(limit, move |activity| subject.check_with(text.as_bytes(), effort, activity))
    };
    match played {
        Ok(Ok(checked)) => match checked.verdict {
            Verdict::Diverged(divergence) => {
                Some((*divergence, checked.text.unwrap_or_else(|| text.to_owned())))
            }
            Verdict::Agreed | Verdict::Skipped(_) => None,
        },
        Ok(Err(_)) => None,
        Err(Hang { stage, .. }) => {
            let divergence = subject.report_hang(text.as_bytes(), stage, limit.as_millis() as u64);
            Some((divergence, text.to_owned()))
        }
    }
}

/// The smallest case that still fails in a like way, as text, and what is wrong with it;
/// `divergence` is that of `text` itself, as [`find`] gives it.
pub fn shrink(
    subject: &Arc<dyn Subject>,
    text: &str,
    divergence: Divergence,
    shrinking: &Shrinking<'_>,
) -> (String, Divergence) {
    let limit = shrinking.step_limit;
    let (divergence, effort) = by_itself(subject, text, divergence, limit);
    let shrunk = shrink_with(subject, text, &divergence.finding, effort, shrinking);
    let now = check_with(subject, &shrunk, effort, limit);
    (shrunk, now.unwrap_or(divergence))
}

fn shrink_with(
    subject: &Arc<dyn Subject>,
    text: &str,
    finding: &Finding,
    effort: Effort,
    shrinking: &Shrinking<'_>,
) -> String {
    let deadline = Instant::now().checked_add(shrinking.time_limit);
    let is_over = {
        let stop = Arc::clone(shrinking.stop);
        move || stop.load(Relaxed) || deadline.is_some_and(|deadline| Instant::now() >= deadline)
    };
    let best = Arc::new(Mutex::new(text.to_owned()));
    let mut needs_processes = finding.is_hung() || finding.is_killed();
    if !needs_processes {
        let (subject, best, is_over) = (Arc::clone(subject), Arc::clone(&best), is_over.clone());
        let (text, finding) = (text.to_owned(), finding.clone());
        let in_process = watch::watched(shrinking.step_limit, move |activity| {
            let mut fails = |simpler: &str| {
                let checked =
                    (!is_over()).then(|| subject.check_with(simpler.as_bytes(), effort, activity));
                let verdict = checked.and_then(Result::ok).map(|checked| checked.verdict);
                let fails =
                    matches!(verdict, Some(Verdict::Diverged(d)) if d.finding.is_like(&finding));
                if fails {
                    simpler.clone_into(&mut best.lock().unwrap_or_else(PoisonError::into_inner));
                }
                fails
            };
            // A text that cannot be read has no simpler form; it stays as it is.
            let _ = subject.shrink(text.as_bytes(), &mut fails);
        });
        needs_processes = in_process.is_err();
    }
    let best = best.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let Some(isolated) = shrinking.isolated.filter(|_| needs_processes) else {
        return best;
    };
    // On a busy machine a case may only be slow: what seems not to come back is tried again.
    let mut fails = |simpler: &str| !is_over() && isolated(simpler) && isolated(simpler);
    subject.shrink(best.as_bytes(), &mut fails).unwrap_or(best)
}

fn report(
    subject: &Arc<dyn Subject>,
    origin: Origin,
    case: Option<String>,
    shrunk: Option<String>,
    divergence: Divergence,
) -> Report {
    Report { rule_set: subject.name().to_owned(), origin, case, shrunk, divergence, saved: None }
}
