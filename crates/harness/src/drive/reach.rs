//! The code of an engine in another process that cases reach (EP-36, EP-37).
//!
//! A campaign is not asked for it: counting slows some engines down several times. The cases are
//! played again, one after the other, by an engine that counts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use twinboard_vocabulary::{CodeLine, FIRST_STEP};

use crate::check::checks::Checks;
use crate::check::lockstep::Verdict;
use crate::drive::campaign::{CampaignPlan, RETRY_FACTOR};
use crate::drive::subject::Subject;
use crate::drive::watch::{self, Hang};
use crate::model::activity::Activity;
use crate::model::any_case::AnyCase;
use crate::model::guard;

/// Time that the last step gets in addition to a limit.
const PATIENCE: Duration = Duration::from_secs(5);

/// Places of code that ran ([`Implementation::take_coverage`]).
///
/// [`Implementation::take_coverage`]: twinboard_vocabulary::Implementation::take_coverage
pub type Places = BTreeSet<u16>;

/// The code of an engine that cases reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Number of cases of the corpus that were played.
    pub corpus_cases: u64,
    /// Number of random cases that were played.
    pub random_cases: u64,
    /// The places that cases of the corpus reached.
    pub by_corpus: Places,
    /// The places that any case reached.
    pub by_all: Places,
    /// All lines of the engine's code, each once; empty if the engine does not report them.
    pub code: Vec<CodeLine>,
}

/// The reason why no code is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmeasured {
    /// The engine fails: in a case, or its report of its code is wrong.
    Failed(String),
    /// The engine is silent in a case. Counting may make a right engine that slow.
    Silent(String),
}

/// Limits on the cases that are played again.
#[derive(Clone, Copy, Debug)]
pub struct ReachBudget {
    /// Number of random cases of all shards.
    pub cases: u64,
    /// Total time; `None` for no limit.
    pub time: Option<Duration>,
}

/// Plays the corpus and the first random cases of a campaign, those of its shard, in its order, on
/// one thread, and returns the code that they reach; `None` if the engine does not report it. The
/// first failure ends it, and so does setting `stop`.
///
/// # Errors
///
/// The failure of the engine, in the inner result. Its games are those of a campaign in which it did
/// not fail, so it fails because it counts, or by chance.
///
/// ```
/// use twinboard_harness::campaign::{CampaignBudget, CampaignPlan};
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::reach::{ReachBudget, reach};
/// use twinboard_harness::Pairing;
///
/// let subject = Pairing::new(Nim, Heap::set_up, Heap::set_up).subject();
/// let plan = CampaignPlan::new(1, CampaignBudget::Cases(10));
/// // An engine in this process does not report its code.
/// let budget = ReachBudget { cases: 10, time: None };
/// assert_eq!(reach(&subject, &plan, budget, &Default::default()), None);
/// ```
#[must_use]
pub fn reach(
    subject: &Arc<dyn Subject>,
    plan: &CampaignPlan,
    budget: ReachBudget,
    stop: &Arc<AtomicBool>,
) -> Option<Result<Reached, Unmeasured>> {
    let end = budget.time.and_then(|time| Instant::now().checked_add(time));
    let stopped = Arc::clone(stop);
    let is_over = move || stopped.load(Relaxed) || end.is_some_and(|end| Instant::now() >= end);
    // A campaign gives a case that hangs a second chance, with a longer limit.
    let limit = plan.step_limit.saturating_mul(RETRY_FACTOR);
    let (subject, plan) = (Arc::clone(subject), plan.clone());
    let measure = move |activity: &Activity| {
        activity.end_when(is_over.clone());
        let corpus = plan.corpus_for(&*subject);
        let (order, of_corpus) = (plan.order(), corpus.len() as u64);
        let mut reached = Reached::default();
        let Some(_) = take_places(&*subject) else { return Ok(None) };
        for job in 0..plan.shard.share_of(of_corpus.saturating_add(budget.cases)) {
            if is_over() {
                break;
            }
            let number = plan.shard.job(job);
            let place = order.get(number as usize);
            let checked = if let Some(&place) = place {
                subject.check(&corpus[place], Checks::campaign(), activity)
            } else {
                subject.check_drawn(plan.seed, number - of_corpus, &corpus, activity)
            };
            let is_played = !matches!(checked.verdict, Verdict::Skipped(_));
            if let Verdict::Diverged(divergence) = checked.verdict {
                let text = checked.case.as_ref().map_or("", AnyCase::text);
                let message = format!("{divergence}, in the case\n{text}");
                let is_silent = divergence.finding.is_silence();
                let unmeasured = if is_silent { Unmeasured::Silent } else { Unmeasured::Failed };
                return Err(unmeasured(message));
            }
            let places = take_places(&*subject).unwrap_or_default();
            if place.is_some() {
                reached.corpus_cases += u64::from(is_played);
                reached.by_corpus.extend(&places);
            } else {
                reached.random_cases += 1;
            }
            reached.by_all.extend(places);
        }
        reached.code = code_of(&*subject);
        Ok(Some(reached))
    };
    // A breach of the protocol panics.
    let guarded = move |activity: &Activity| {
        guard::catch(|| measure(activity)).unwrap_or_else(|it| Err(Unmeasured::Failed(it)))
    };
    // A step of a slow engine may take longer than all that is left.
    let is_late = || stop.load(Relaxed) || end.is_some_and(|end| end + PATIENCE <= Instant::now());
    let silent = |why: String| Err(Unmeasured::Silent(why));
    let measured = match watch::watched_until(limit, &is_late, guarded) {
        None => silent("a step takes too long".to_owned()),
        Some(Err(Hang { stage, text, .. })) => silent(format!(
            "no progress within {limit:?}, {}, in the case\n{}",
            stage.action,
            text.unwrap_or_default()
        )),
        Some(Ok(measured)) => measured,
    };
    measured.transpose()
}

/// The places of code that have run since the last call; `None` if the engine does not report them.
pub(crate) fn take_places(subject: &dyn Subject) -> Option<Places> {
    let mut places = Places::new();
    let is_known = subject.take_coverage(&mut |place, _| {
        if place < FIRST_STEP {
            places.insert(place);
        }
    });
    is_known.then_some(places)
}

/// The lines of the engine's code in the order of their names, each once.
pub(crate) fn code_of(subject: &dyn Subject) -> Vec<CodeLine> {
    let mut lines: BTreeMap<_, Places> = BTreeMap::new();
    for CodeLine { places, location, function } in subject.code() {
        lines.entry((function, in_file(&location), location)).or_default().extend(places);
    }
    let line = |((function, _, location), places): (_, Places)| CodeLine {
        places: places.into_iter().collect(),
        location,
        function,
    };
    lines.into_iter().map(line).collect()
}

/// File and number of a line such as `game.py:57`, which sort better than its text.
fn in_file(location: &str) -> (String, u64) {
    let (file, number) = location.rsplit_once(':').unwrap_or((location, ""));
    (file.to_owned(), number.parse().unwrap_or(0))
}

impl Reached {
    /// Number of lines that the places are of.
    #[must_use]
    pub fn lines(&self, places: &Places) -> usize {
        self.code.iter().filter(|line| has_run(line, places)).count()
    }

    /// The functions, each with its first line, and whether a case entered it.
    #[must_use]
    pub fn functions(&self) -> Vec<(&CodeLine, bool)> {
        let named = self.code.iter().filter(|line| !line.function.is_empty());
        let mut all: Vec<(&CodeLine, bool)> = Vec::new();
        for line in named {
            let runs = has_run(line, &self.by_all);
            match all.last_mut() {
                Some((first, is_entered)) if first.function == line.function => *is_entered |= runs,
                _ => all.push((line, runs)),
            }
        }
        all
    }
}

fn has_run(line: &CodeLine, places: &Places) -> bool {
    line.places.iter().any(|place| places.contains(place))
}
