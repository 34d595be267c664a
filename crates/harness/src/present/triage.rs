//! From a failing case to its report: the case is replayed, shrunk and described.
//!
//! Campaigns, tests and fuzz targets all report through [`triage`], so a fault looks the same
//! regardless of the entry point that found it.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use search::Search;
use twinboard_vocabulary::SystemFailure;

use crate::check::checks::Checks;
use crate::check::lockstep::Verdict;
use crate::drive::campaign::{FoundDivergence, Origin};
use crate::drive::subject::Subject;
use crate::drive::watch::{self, Hang};
use crate::model::activity::{Activity, Side};
use crate::model::any_case::AnyCase;
use crate::model::divergence::{Blame, Divergence, Finding};
use crate::model::guard;
use crate::present::report::Report;

/// Minimum time for listing the candidates of a case, which may include the time limit of the oracle.
const LISTING_MIN: Duration = Duration::from_secs(30);

/// The same after a search in which nothing was played for the step limit: on a busy machine, a
/// small limit is over before the next candidate comes.
const NEXT_MIN: Duration = Duration::from_secs(5);

/// Time of a replay with few checks from which those with all of them are left out.
const SLOW_MIN: Duration = Duration::from_secs(2);

/// The failure of a rule set whose next candidate does not come.
const NO_END: &str = "the next one does not come";

mod search;

pub use search::{Isolated, Progress, Shrinking};

/// Replays and shrinks a failing case and returns its report.
///
/// A failure that does not recur is reported too, with [`Report::shrunk`] set to `None`: a flaky
/// fault is still a fault. So is one that cannot be replayed, since the system lacks something.
pub fn triage(
    subject: &Arc<dyn Subject>,
    found: FoundDivergence,
    shrinking: &Shrinking<'_>,
) -> Report {
    let whole = || replay_and_shrink(subject, found.clone(), shrinking);
    panic::catch_unwind(AssertUnwindSafe(whole)).unwrap_or_else(|payload| {
        let failure = payload.downcast::<SystemFailure>();
        let failure = failure.unwrap_or_else(|other| panic::resume_unwind(other));
        let note = Some(format!("it was not replayed and shrunk: {}", failure.0));
        Report { note, ..report(subject, found.origin, found.case, None, found.divergence) }
    })
}

fn replay_and_shrink(
    subject: &Arc<dyn Subject>,
    found: FoundDivergence,
    shrinking: &Shrinking<'_>,
) -> Report {
    let case_player = Player { subject, limit: shrinking.step_limit };
    // A difference of the sides shrinks further than the assertion that led to it.
    let is_asserted = found.divergence.finding.is_asserted();
    let found = if is_asserted { explain(subject, found, case_player.limit) } else { found };
    let FoundDivergence { origin, case, divergence } = found;
    let Some(case) = case else {
        return report(subject, origin, None, None, divergence);
    };
    let started = Instant::now();
    let is_late = || shrinking.stop.load(Relaxed) || started.elapsed() > shrinking.time_limit;
    let (divergence, checks) = case_player.reproduce(&case, divergence, &is_late);
    let Shrunk { case: shrunk, cut_short, tried, failure } =
        shrink(case_player, &case, &divergence, checks, shrinking);
    // The user wants no further wait: the original failure is reported without a replay.
    let is_unwanted = shrinking.stop.load(Relaxed) && shrunk == case;
    // A replay would kill this process too.
    if is_unwanted || divergence.finding.is_killed() {
        let report = report(subject, origin, Some(case), Some(shrunk), divergence);
        return Report { cut_short, tried, note: failure, ..report };
    }
    let Some(failing) = case_player.play(&shrunk, checks).failure() else {
        // The failure did not recur; the original one is reported.
        return report(subject, origin, Some(case), None, divergence);
    };
    let (recurred, played) = case_player.explain(&shrunk, failing, checks);
    // A move that was only tried when a side panicked or hung belongs to the case, and so do the
    // moves that lead from a failed assertion to another failure.
    let is_changed = !recurred.finding.is_like(&divergence.finding);
    let shrunk = if is_changed || needs_played(&recurred.finding) { played } else { shrunk };
    let report = report(subject, origin, Some(case), Some(shrunk), recurred);
    Report { found: divergence, cut_short, tried, note: failure, ..report }
}

/// Explains a failure: where the sides differ, by what each of them breaks by itself
/// ([`Blame`](crate::Blame)); where an assertion fails, by a failure of a side in the games from
/// there, which is the finding then, with the case that shows it. [`triage`] does the same for the
/// shrunk case.
///
/// That takes another replay, and games that the case does not need. If they hang, or the failure
/// does not recur, it is returned as it is.
pub fn explain(
    subject: &Arc<dyn Subject>,
    found: FoundDivergence,
    limit: Duration,
) -> FoundDivergence {
    let FoundDivergence { origin, case: Some(case), divergence } = found else { return found };
    // The corpus is replayed in a campaign; with the checks of a replay, random cases may fail
    // earlier than they did.
    let is_drawn = matches!(origin, Origin::Drawn { .. });
    let checks = if is_drawn { Checks::campaign() } else { Checks::replay() };
    // A move that was only tried is now a move of the case.
    let step = divergence.step + usize::from(divergence.finding.is_tried());
    let is_same =
        |again: &Divergence| matches!(again.finding, Finding::Differs { .. }) && again.step == step;
    let failing = (divergence, case.clone());
    let (divergence, case) = Player { subject, limit }.explain_if(&case, failing, &is_same, checks);
    FoundDivergence { origin, case: Some(case), divergence }
}

/// Plays a case under a watchdog, with every check, without an explanation of its failure
/// ([`explain`]).
pub fn play(subject: &Arc<dyn Subject>, case: &AnyCase, limit: Duration) -> Replayed {
    Player { subject, limit }.play(case, Checks::replay())
}

/// Plays a case under a watchdog, with every check, and explains its failure ([`explain`]).
pub fn replay(subject: &Arc<dyn Subject>, case: &AnyCase, limit: Duration) -> Replayed {
    let (case_player, checks) = (Player { subject, limit }, Checks::replay());
    match case_player.play(case, checks) {
        Replayed::Diverged(divergence, played) => {
            let own = case_player.by_own_moves(&played, &divergence.finding);
            let (divergence, checks) = own.unwrap_or((divergence, checks));
            let (divergence, played) =
                case_player.explain(&played, (divergence, played.clone()), checks);
            Replayed::Diverged(divergence, played)
        }
        other => other,
    }
}

/// The result of a replay.
#[derive(Clone, Debug)]
pub enum Replayed {
    /// Every check passed.
    Agreed,
    /// This side does not support the set-up, so nothing was compared.
    Skipped(Side),
    /// The failure is the known difference of this index.
    Known(usize, Divergence),
    /// The failure, and the case as it was played. It contains every move that the failure needs,
    /// also one that was only tried, so it can be shrunk.
    Diverged(Divergence, AnyCase),
}

impl Replayed {
    /// The failure and the case as it was played, unless the difference is known.
    #[must_use]
    pub fn failure(self) -> Option<(Divergence, AnyCase)> {
        match self {
            Self::Diverged(divergence, played) => Some((divergence, played)),
            Self::Agreed | Self::Skipped(_) | Self::Known(..) => None,
        }
    }

    /// The failure, unless the difference is known.
    #[must_use]
    pub fn divergence(self) -> Option<Divergence> {
        self.failure().map(|(divergence, _)| divergence)
    }
}

/// Plays cases of a subject under a watchdog.
#[derive(Clone, Copy)]
struct Player<'a> {
    subject: &'a Arc<dyn Subject>,
    /// Time without progress after which a step counts as hung.
    limit: Duration,
}

impl Player<'_> {
    /// Plays a case; once more if it waited for the limit, since a busy machine may be the reason.
    fn play(&self, case: &AnyCase, checks: Checks) -> Replayed {
        let play = || {
            let (subject, case) = (Arc::clone(self.subject), case.clone());
            watch::watched(self.limit, move |activity| subject.check(&case, checks, activity))
        };
        let played = match play() {
            Err(Hang { has_computed: false, .. }) => play(),
            played => played,
        };
        match played {
            Ok(checked) => match checked.verdict {
                Verdict::Diverged(divergence) => {
                    Replayed::Diverged(*divergence, checked.case.unwrap_or_else(|| case.clone()))
                }
                Verdict::Known(index, divergence) => Replayed::Known(index, *divergence),
                Verdict::Agreed => Replayed::Agreed,
                Verdict::Skipped(side) => Replayed::Skipped(side),
            },
            Err(hang) => {
                let (played, divergence) = self.subject.report_hang(Some(case), &hang);
                Replayed::Diverged(divergence, played.unwrap_or_else(|| case.clone()))
            }
        }
    }

    /// Determines the failure of a case and the checks that reproduce it. A move that was only tried
    /// is now a move of the case, so the case should fail by its own moves.
    /// No further replay begins once it is late.
    fn reproduce(
        &self,
        case: &AnyCase,
        divergence: Divergence,
        is_late: &dyn Fn() -> bool,
    ) -> (Divergence, Checks) {
        let finding = &divergence.finding;
        if let Some(own) = self.by_own_moves(case, finding) {
            return own;
        }
        let check = |checks| self.play(case, checks).divergence();
        let checks = Checks::replay_of(finding);
        if finding.is_hung() || finding.is_killed() {
            return (divergence, checks);
        }
        // All checks in all steps of a long game take minutes with a slow engine.
        let started = Instant::now();
        let again = Checks::filters_for(finding).first().and_then(|filter| {
            let up_to_it = self.subject.up_to(case, divergence.step);
            self.play(&up_to_it, filter.checks).divergence()
        });
        let is_slow = started.elapsed() > SLOW_MIN;
        if is_slow && again.is_some_and(|again| again.finding.is_like(finding)) {
            return (divergence, checks);
        }
        // A side whose games are not independent of each other may fail only while copies or
        // transformed games are played beside this one, as they were in the campaign.
        let mut others = Vec::new();
        for checks in [checks, Checks::replay(), Checks::campaign()] {
            if is_late() {
                break;
            }
            let Some(again) = check(checks) else { continue };
            if again.finding.is_like(finding) {
                return (divergence, checks);
            }
            others.push((again, checks));
        }
        // What it shows then may look different, and is reported, because it can be replayed.
        let mut others = others.into_iter().filter(|(again, _)| !again.finding.is_hung());
        others.next().unwrap_or((divergence, checks))
    }

    /// The failure of a case by its own moves, and the checks that show it, if a move of it was only
    /// tried: a plain difference of the sides, or else a failure of any kind.
    fn by_own_moves(&self, case: &AnyCase, finding: &Finding) -> Option<(Divergence, Checks)> {
        let is_about_a_move = finding.is_about_a_move();
        if !is_about_a_move && (!needs_played(finding) || finding.is_hung()) {
            return None;
        }
        [Checks::comparison(), Checks::own_moves()].into_iter().find_map(|checks| {
            let own = self.play(case, checks).divergence()?;
            (is_about_a_move || own.finding.is_like(finding)).then_some((own, checks))
        })
    }

    /// [`explain`] for a failure of `text` with these checks, and the case as it was played.
    fn explain(
        &self,
        case: &AnyCase,
        failing: (Divergence, AnyCase),
        checks: Checks,
    ) -> (Divergence, AnyCase) {
        let (step, finding) = (failing.0.step, failing.0.finding.clone());
        let is_same = |again: &Divergence| again.step == step && again.finding.is_like(&finding);
        self.explain_if(case, failing, &is_same, checks)
    }

    /// The same, where `is_same` recognizes a difference that recurs.
    fn explain_if(
        &self,
        case: &AnyCase,
        (divergence, played): (Divergence, AnyCase),
        is_same: &dyn Fn(&Divergence) -> bool,
        checks: Checks,
    ) -> (Divergence, AnyCase) {
        let is_asserted = divergence.finding.is_asserted();
        let is_difference = matches!(divergence.finding, Finding::Differs { .. });
        if !is_asserted && (!is_difference || divergence.blame != Blame::default()) {
            return (divergence, played);
        }
        match self.play(case, checks.explaining()) {
            Replayed::Diverged(again, _) if is_difference && is_same(&again) => {
                (Divergence { blame: again.blame, ..divergence }, played)
            }
            Replayed::Diverged(below, longer)
                if is_asserted && !below.finding.is_asserted() && is_of_a_side(&below.finding) =>
            {
                self.explain(&longer, (below, longer.clone()), Checks::own_moves())
            }
            _ => (divergence, played),
        }
    }
}

/// False for a hang of the harness, the rule set or an assertion.
fn is_of_a_side(finding: &Finding) -> bool {
    !matches!(finding, Finding::Hung { stage, .. } if stage.side.is_none())
}

/// True for findings at a move that may have been tried on a copy only.
fn needs_played(finding: &Finding) -> bool {
    matches!(finding, Finding::Panicked { .. } | Finding::Failed { .. } | Finding::Hung { .. })
}

/// The result of shrinking a case.
struct Shrunk {
    /// The smallest case found with the same kind of failure.
    case: AnyCase,
    /// [`Report::cut_short`].
    cut_short: bool,
    /// [`Report::tried`].
    tried: usize,
    /// The reason in a sentence if the rule set could not list candidates to its end: its
    /// [`Shrink`](crate::Shrink) panicked, hung, or listed more than a million.
    failure: Option<String>,
}

/// Shrinks a case to the smallest one found with the same kind of failure.
fn shrink(
    player: Player<'_>,
    case: &AnyCase,
    divergence: &Divergence,
    checks: Checks,
    shrinking: &Shrinking<'_>,
) -> Shrunk {
    let Player { subject, limit } = player;
    let search = Arc::new(Search::new(subject, case, divergence, checks, shrinking));
    let finding = &divergence.finding;
    let mut needs_processes = finding.is_hung() || finding.is_killed();
    let (mut failure, mut is_late) = (None, false);
    if !needs_processes {
        let running = Arc::clone(&search);
        let run = move |activity: &Activity| guard::catch(|| running.run(activity));
        match watch::watched(limit, run) {
            Ok(run) => failure = run.err(),
            Err(_) if search.is_playing() => needs_processes = true,
            Err(_) => is_late = true,
        }
    }
    let best = search.best(|filtered| {
        let recurred = player.play(filtered, checks).divergence();
        recurred.is_some_and(|recurred| recurred.finding.is_like(finding))
    });
    if is_late {
        failure = listing_failure(subject, &best, limit.max(NEXT_MIN));
    }
    let case = match shrinking.isolated.filter(|_| needs_processes) {
        None => best,
        Some(isolated) => {
            failure = failure.or_else(|| listing_failure(subject, &best, limit.max(LISTING_MIN)));
            if failure.is_some() {
                best
            } else {
                let mut fails =
                    |simpler: &AnyCase| search.begins_trial() && isolated(simpler.text());
                let shrunk = guard::catch(|| subject.shrink(&best, &mut fails));
                failure = shrunk.as_ref().err().cloned();
                shrunk.unwrap_or(best)
            }
        }
    };
    let failure = failure.map(|failure| {
        format!("not shrunk to the end: the rule set cannot list simpler cases: {failure}")
    });
    let cut_short = search.is_cut_short() || is_late && failure.is_none();
    Shrunk { case, cut_short, tried: search.tried(), failure }
}

/// What goes wrong if all candidates of a case are listed and none is played.
fn listing_failure(subject: &Arc<dyn Subject>, case: &AnyCase, limit: Duration) -> Option<String> {
    let (subject, case) = (Arc::clone(subject), case.clone());
    let list = move |_: &Activity| guard::catch(|| subject.shrink(&case, &mut |_| false));
    match watch::watched(limit, list) {
        Ok(listed) => listed.err(),
        Err(_) => Some(NO_END.to_owned()),
    }
}

fn report(
    subject: &Arc<dyn Subject>,
    origin: Origin,
    case: Option<AnyCase>,
    shrunk: Option<AnyCase>,
    divergence: Divergence,
) -> Report {
    let [case, shrunk] = [case, shrunk].map(|case| case.map(|case| case.text().to_owned()));
    let rule_set = subject.name().to_owned();
    Report {
        rule_set,
        engine: subject.engine_name().map(str::to_owned),
        origin,
        case,
        shrunk,
        found: divergence.clone(),
        divergence,
        is_unshrunk: false,
        cut_short: false,
        tried: 0,
        note: None,
        campaign: None,
        saved: None,
    }
}
