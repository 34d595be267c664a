//! Campaigns: many cases on all cores, first the corpus from its shortest text to its longest, then
//! random ones, until the budget is used up or a divergence is found.
//!
//! Cases are numbered, and each is a function of the seed and its number. The divergence with the
//! lowest number is reported: when one is found, all cases before it are still played, and the
//! results of those behind it are dropped. A campaign with a fixed number of cases therefore has
//! the same result with any number of threads. A time limit or an interruption ends it at an
//! arbitrary case.
//!
//! [`collect`] goes on behind a divergence. It hands the failing cases to its caller in the order
//! of their numbers, until the caller has enough.

use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::sync::mpsc::{self, Sender};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::check::checks::Checks;
use crate::check::lockstep::Verdict;
use crate::drive::pool::{self, Event, InOrder, POLL_INTERVAL, Pool, Slot, Work};
use crate::drive::subject::{Checked, Subject};
use crate::drive::watch::{self, Hang};
use crate::model::activity::{Action, Activity, Stage};
use crate::model::any_case::AnyCase;
use crate::model::divergence::{Divergence, Finding};
use crate::model::guard;
use crate::model::shard::Shard;
use crate::model::stats::Stats;

/// Factor on the step limit when a case is retried after a hang.
const RETRY_FACTOR: u32 = 2;

/// Time for the steps that are being played when the campaign ends; a case that was drawn counts up
/// to there. A slow engine may need minutes for a case of the corpus, so the rest is dropped, but not
/// while a worker has made no progress for this time: it may hang.
const END_GRACE: Duration = Duration::from_secs(1);

/// The same for the first case.
const FIRST_CASE_GRACE: Duration = Duration::from_secs(5);

/// Number of drawn cases after which a campaign ends if the rule set gave a set-up for none of them.
const UNDRAWN_MAX: u64 = 100;

/// Length of a campaign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CampaignBudget {
    /// Time limit, the corpus included.
    Time(Duration),
    /// Number of random cases, played after the corpus.
    Cases(u64),
}

/// A case of the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusCase {
    /// Name of its file, with the number of the case if the file has several.
    pub name: String,
    /// The case as text.
    pub text: String,
}

/// Parameters of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignPlan {
    /// Seed of all random cases.
    pub seed: u64,
    /// Length of the campaign.
    pub budget: CampaignBudget,
    /// Number of worker threads, at least 1.
    pub threads: usize,
    /// Time without progress after which a worker counts as hung.
    pub step_limit: Duration,
    /// Cases that are played first; some of the random cases are mutations of them.
    pub corpus: Vec<CorpusCase>,
    /// Shard to play: cases are dealt out in turns, those of the corpus first.
    pub shard: Shard,
}

impl CampaignPlan {
    /// A campaign without a corpus, whole and on one thread, with a minute per step.
    #[must_use]
    pub fn new(seed: u64, budget: CampaignBudget) -> Self {
        let (step_limit, corpus) = (Duration::from_mins(1), Vec::new());
        Self { seed, budget, threads: 1, step_limit, corpus, shard: Shard::WHOLE }
    }

    /// Indices of the corpus in the order of play: short texts first, because whole games on the
    /// largest boards take seconds, and most faults show on small ones.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.corpus.len()).collect();
        order.sort_by_key(|&place| self.corpus[place].text.len());
        order
    }

    /// The corpus as values.
    fn corpus_for(&self, subject: &dyn Subject) -> Vec<AnyCase> {
        let read = |case: &CorpusCase| subject.case(&case.text);
        let read =
            self.corpus.iter().map(|case| read(case).expect("a corpus has valid cases only"));
        read.collect()
    }
}

/// Origin of a case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Origin {
    /// The corpus.
    Corpus {
        /// Name of the case.
        name: String,
    },
    /// Drawn from the seed.
    Drawn {
        /// Seed of the campaign.
        seed: u64,
        /// Number of the case, from 0, without the corpus.
        index: u64,
    },
    /// Perft.
    Walked {
        /// Name of the case it starts from.
        name: String,
        /// Depth of the failure, from 0.
        depth: u32,
    },
    /// Exhaustive enumeration.
    Enumerated {
        /// Rows of the board.
        rows: u8,
        /// Columns of the board.
        columns: u8,
        /// Name of the size if set-ups are no boards
        /// ([`Enumerate::size_name`](crate::Enumerate::size_name)); the size is `columns` then.
        #[serde(skip_serializing_if = "Option::is_none")]
        size: Option<&'static str>,
        /// Number of the set-up among those of its shape, from 0.
        index: u64,
    },
    /// A fuzzer.
    Fuzzed,
}

/// A case that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundDivergence {
    /// Origin of the case.
    pub origin: Origin,
    /// The case as it was played, or a shorter one that fails alike if a known difference came before;
    /// `None` if generating it failed.
    pub case: Option<AnyCase>,
    /// The failure.
    pub divergence: Divergence,
}

/// Progress of a campaign.
#[derive(Clone, Debug, Default)]
pub struct CampaignProgress {
    /// Statistics so far.
    pub stats: Stats,
    /// Time since the start.
    pub elapsed: Duration,
}

/// Result of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignResult {
    /// Statistics of all cases up to the one that ended the campaign.
    pub stats: Stats,
    /// The failed case with the lowest number; `None` after [`collect`].
    pub found: Option<FoundDivergence>,
    /// True if the campaign was stopped before its budget was used up.
    pub interrupted: bool,
    /// Total time, without that of the caller for the failing cases.
    pub elapsed: Duration,
}

/// The receivers of a campaign's reports; they are called on the thread that runs it.
pub struct Visitor<'a> {
    /// Called about 50 times per second.
    pub progress: Option<&'a mut dyn FnMut(&CampaignProgress)>,
    /// Gets each failing case, and ends the campaign by breaking off.
    pub found: &'a mut dyn FnMut(FoundDivergence) -> ControlFlow<()>,
    /// True if `found` wants the first case only: those behind it need not be played then.
    pub ends_at_first: bool,
}

impl<'a> Visitor<'a> {
    /// A visitor of all failing cases.
    pub fn new(found: &'a mut dyn FnMut(FoundDivergence) -> ControlFlow<()>) -> Self {
        Self { progress: None, found, ends_at_first: false }
    }
}

/// Runs a whole campaign, up to its first divergence. Setting `stop` ends it early; `progress` is
/// called about 50 times per second, on the calling thread.
///
/// ```
/// use std::sync::Arc;
/// use twinboard_harness::campaign::{self, CampaignBudget, CampaignPlan};
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Pairing, Subject};
///
/// // Nim with an engine that lets a player take four stones instead of three.
/// let subject: Arc<dyn Subject> = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).subject();
/// let plan = CampaignPlan { threads: 2, ..CampaignPlan::new(1, CampaignBudget::Cases(1_000)) };
/// let result = campaign::run(&subject, &plan, &Arc::default(), &mut |_| ());
/// let found = result.found.expect("1000 cases find the fault");
/// let finding = found.divergence.finding.to_string();
/// assert_eq!(finding, "engine and oracle differ in the legal moves");
/// ```
///
/// # Panics
///
/// If no thread can be started.
pub fn run(
    subject: &Arc<dyn Subject>,
    plan: &CampaignPlan,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(&CampaignProgress),
) -> CampaignResult {
    let mut first = None;
    let mut found = |found| {
        first = Some(found);
        ControlFlow::Break(())
    };
    let visitor =
        Visitor { progress: Some(progress), ends_at_first: true, ..Visitor::new(&mut found) };
    let result = collect(subject, plan, stop, visitor);
    CampaignResult { found: first, ..result }
}

/// Runs a campaign, and hands the failing cases to its visitor in the order of
/// their numbers until that breaks off. It may take its time, which the budget leaves out. A hang
/// ends the campaign in any event, because the thread that hangs cannot be stopped, and so does a
/// rule set that fails to make a case.
///
/// ```
/// use std::ops::ControlFlow;
/// use std::sync::Arc;
/// use twinboard_harness::campaign::{self, CampaignPlan, Visitor};
/// # use twinboard_harness::campaign::CampaignBudget;
/// use twinboard_harness::nim::{Heap, Nim};
/// use twinboard_harness::{Pairing, Subject};
///
/// let subject: Arc<dyn Subject> = Pairing::new(Nim, Heap::set_up_faulty, Heap::set_up).subject();
/// # let plan = CampaignPlan::new(1, CampaignBudget::Cases(1_000));
/// let mut failing = 0;
/// let mut found = |_| {
///     failing += 1;
///     if failing < 20 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// };
/// let visitor = Visitor::new(&mut found);
/// let result = campaign::collect(&subject, &plan, &Arc::default(), visitor);
/// assert!(failing == 20 && result.stats.cases < 1_000);
/// ```
///
/// # Panics
///
/// If no thread can be started.
pub fn collect(
    subject: &Arc<dyn Subject>,
    plan: &CampaignPlan,
    stop: &Arc<AtomicBool>,
    visitor: Visitor<'_>,
) -> CampaignResult {
    let Visitor { mut progress, found, ends_at_first } = visitor;
    let cases = Arc::new(Cases::new(subject, plan, stop));
    let mut tally =
        Tally { sum: Stats::default(), single: InOrder::default(), last_needed: u64::MAX };
    // No more workers than cases.
    let threads = plan.shard.share_of(cases.total).min(plan.threads as u64) as usize;
    let mut pool = Pool::start(Arc::clone(&cases), threads, POLL_INTERVAL);
    let mut over_since = None;
    // Cases that hung are retried beside the others: one after the other, those of all workers
    // would take a multiple of the time of the campaign.
    let (sender, results) = mpsc::channel();
    let mut retrying = 0_usize;
    let mut visit = |tally: &mut Tally, is_end: bool| {
        let begun = Instant::now();
        let mut hand_over = |job, case, divergence| {
            let origin = origin_of(plan.shard.job(job), plan, &cases.order);
            found(FoundDivergence { origin, case, divergence })
        };
        if tally.hand_over(is_end, &mut hand_over) {
            cases.pause(begun.elapsed());
        }
    };
    loop {
        let is_over = cases.is_over();
        cases.has_ended.store(is_over, Relaxed);
        let is_late = is_over && {
            // The first case of a slow engine may be all that there is to compare.
            let is_first = tally.stats().cases == 0 && !stop.load(Relaxed);
            let patience = if is_first { FIRST_CASE_GRACE } else { END_GRACE };
            over_since.get_or_insert_with(Instant::now).elapsed() > patience
        };
        if is_late && retrying == 0 && !pool.has_stalled(END_GRACE) {
            break;
        }
        let limit = pool::limit(plan.step_limit, stop.load(Relaxed));
        let event = pool.wait(limit);
        let is_finished = event.is_none();
        match event {
            None if retrying == 0 => break,
            None => {}
            Some(Event::Done((job, checked))) => tally.add(job, *checked, ends_at_first),
            // Results behind a divergence do not count.
            Some(Event::Hung(job, _)) if job > tally.last_needed => {}
            Some(Event::Hung(job, hang)) if hang.has_computed => {
                let (case, divergence) = cases.subject.report_hang(None, &hang);
                tally.end_with(job, case, divergence);
            }
            Some(Event::Hung(job, _)) => {
                cases.retry(job, limit, sender.clone());
                retrying += 1;
                pool.add_worker();
            }
            Some(Event::Tick) => {
                if let Some(progress) = &mut progress {
                    let stats = tally.stats();
                    progress(&CampaignProgress { stats, elapsed: cases.elapsed() });
                }
            }
        }
        let next = if is_finished { results.recv().ok() } else { results.try_recv().ok() };
        if let Some(Retried { job, result }) = next {
            retrying -= 1;
            match result.unwrap_or_else(|panic| panic::resume_unwind(panic)) {
                Ok(checked) => tally.add(job, checked, ends_at_first),
                Err(hang) => {
                    let (case, divergence) = cases.subject.report_hang(None, &hang);
                    tally.end_with(job, case, divergence);
                }
            }
        }
        visit(&mut tally, false);
        cases.last_needed.store(tally.last_needed, Relaxed);
    }
    // The stop ends the campaign, not the handing over of what it has found.
    let is_interrupted = stop.load(Relaxed);
    let is_finished = cases.is_over() || !cases.is_needed(cases.next.load(Relaxed));
    visit(&mut tally, is_finished);
    let (stats, elapsed) = (tally.stats(), cases.elapsed());
    let interrupted = is_interrupted || !is_finished;
    CampaignResult { stats, found: None, interrupted, elapsed }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Origin of a case; `number` counts the cases of all shards, and `order` is that of the corpus.
fn origin_of(number: u64, plan: &CampaignPlan, order: &[usize]) -> Origin {
    match order.get(number as usize) {
        Some(&place) => Origin::Corpus { name: plan.corpus[place].name.clone() },
        None => Origin::Drawn { seed: plan.seed, index: number - plan.corpus.len() as u64 },
    }
}

/// The job queue: cases by their numbers, first the corpus, then random ones. Jobs are those of the
/// shard, numbered from 0.
struct Cases {
    subject: Arc<dyn Subject>,
    seed: u64,
    corpus: Vec<AnyCase>,
    /// [`CampaignPlan::order`].
    order: Vec<usize>,
    shard: Shard,
    stop: Arc<AtomicBool>,
    started: Instant,
    /// The time limit.
    time: Option<Duration>,
    /// True once the campaign is over.
    has_ended: Arc<AtomicBool>,
    /// Nanoseconds that the caller took for failing cases.
    paused: AtomicU64,
    /// The number of cases of all shards, the corpus included.
    total: u64,
    /// The first job that has not been handed out.
    next: AtomicU64,
    /// The first job known to fail: those behind it need not be played.
    last_needed: AtomicU64,
}

impl Cases {
    fn new(subject: &Arc<dyn Subject>, plan: &CampaignPlan, stop: &Arc<AtomicBool>) -> Self {
        let started = Instant::now();
        let (time, total) = match plan.budget {
            CampaignBudget::Time(time) => (Some(time), u64::MAX),
            CampaignBudget::Cases(cases) => (None, cases.saturating_add(plan.corpus.len() as u64)),
        };
        Self {
            order: plan.order(),
            subject: Arc::clone(subject),
            seed: plan.seed,
            corpus: plan.corpus_for(&**subject),
            shard: plan.shard,
            stop: Arc::clone(stop),
            started,
            time,
            has_ended: Arc::default(),
            paused: AtomicU64::new(0),
            total,
            next: AtomicU64::new(0),
            last_needed: AtomicU64::new(u64::MAX),
        }
    }

    /// Time of the campaign so far, without pauses.
    fn elapsed(&self) -> Duration {
        self.started.elapsed().saturating_sub(Duration::from_nanos(self.paused.load(Relaxed)))
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.time.is_some_and(|time| self.elapsed() >= time)
    }

    /// True if this job is left to be played.
    fn is_needed(&self, job: u64) -> bool {
        self.shard.job(job) < self.total && job <= self.last_needed.load(Relaxed)
    }

    fn pause(&self, time: Duration) {
        self.paused.fetch_add(nanoseconds(time), Relaxed);
    }

    fn play(&self, job: u64, activity: &Activity) -> Checked {
        let has_ended = Arc::clone(&self.has_ended);
        activity.end_when(move || has_ended.load(Relaxed));
        let number = self.shard.job(job);
        if let Some(&place) = self.order.get(number as usize) {
            return self.subject.check(&self.corpus[place], Checks::replay(), activity);
        }
        let index = number - self.corpus.len() as u64;
        self.subject.check_drawn(self.seed, index, &self.corpus, activity)
    }

    /// Plays a case again that waited for the limit, on a thread of its own and with a longer limit:
    /// on a busy machine what it waits for may be late.
    fn retry(self: &Arc<Self>, job: u64, limit: Duration, sender: Sender<Retried>) {
        let cases = Arc::clone(self);
        let retry = move || {
            let work = move |activity: &Activity| cases.play(job, activity);
            watch::watched(limit.saturating_mul(RETRY_FACTOR), work)
        };
        let body = move || {
            let result = panic::catch_unwind(AssertUnwindSafe(retry));
            // The campaign may have ended without it.
            let _ = sender.send(Retried { job, result });
        };
        let thread = thread::Builder::new().name("retry".to_owned()).stack_size(pool::stack());
        if let Err(error) = thread.spawn(body) {
            panic::resume_unwind(Box::new(guard::no_thread(&error)));
        }
    }
}

impl Work for Cases {
    type Job = u64;
    type Place = u64;
    type Result = (u64, Box<Checked>);

    fn take(&self) -> Option<u64> {
        let job = (!self.is_over()).then(|| self.next.fetch_add(1, Relaxed));
        job.filter(|&job| self.is_needed(job))
    }

    fn worker<'a>(&'a self, slot: &'a Slot<u64>) -> impl FnMut(u64) -> (u64, Box<Checked>) + 'a {
        |job| {
            slot.enter(job);
            (job, Box::new(self.play(job, slot.activity())))
        }
    }
}

/// A case that was retried after a hang.
struct Retried {
    job: u64,
    result: thread::Result<Result<Checked, Hang>>,
}

/// A case that was played, and its failure.
struct PlayedCase {
    stats: Stats,
    failure: Option<(Option<AnyCase>, Divergence)>,
}

/// Results so far, in the order of the cases.
struct Tally {
    /// Sum over all cases before the first one whose result is missing or was not handed over.
    sum: Stats,
    /// The finished cases behind that one.
    single: InOrder<PlayedCase>,
    /// Number of the case that ends the campaign as far as it is known; later ones are not needed.
    last_needed: u64,
}

impl Tally {
    fn add(&mut self, job: u64, checked: Checked, ends_at_first: bool) {
        let Checked { verdict, case, stats } = checked;
        let failure = match verdict {
            Verdict::Diverged(divergence) => Some((case, *divergence)),
            Verdict::Agreed | Verdict::Known(..) | Verdict::Skipped(_) => None,
        };
        if failure.is_some() && ends_at_first {
            self.last_needed = self.last_needed.min(job);
        }
        self.single.insert(job, PlayedCase { stats, failure });
    }

    /// Adds a failing case that ends the campaign. Its statistics do not count.
    fn end_with(&mut self, job: u64, case: Option<AnyCase>, divergence: Divergence) {
        self.last_needed = self.last_needed.min(job);
        let failure = Some((case, divergence));
        self.single.insert(job, PlayedCase { stats: Stats::default(), failure });
    }

    /// Hands over the failing cases before the first one whose result is missing; at the end, those
    /// behind it too. Returns true if there were any.
    fn hand_over(
        &mut self,
        is_end: bool,
        found: &mut dyn FnMut(u64, Option<AnyCase>, Divergence) -> ControlFlow<()>,
    ) -> bool {
        let mut any = false;
        while let Some((job, PlayedCase { stats, failure })) =
            if is_end { self.single.pop_any() } else { self.single.pop() }
        {
            // Cases behind the last one do not count.
            if job > self.last_needed {
                break;
            }
            self.sum.add(&stats);
            let failure = failure.or_else(|| Some((None, self.without_cases()?)));
            if let Some((case, divergence)) = failure {
                any = true;
                let cannot_go_on = divergence.finding.of_no_case().is_some();
                if found(job, case, divergence).is_break() || cannot_go_on {
                    self.last_needed = job;
                }
            }
        }
        any
    }

    /// The failure of a rule set that gave no set-up for any of many cases; it ends the campaign.
    fn without_cases(&mut self) -> Option<Divergence> {
        let undrawn = self.sum.undrawn.filter(|undrawn| undrawn.cases >= UNDRAWN_MAX)?;
        (self.sum.fresh == 0).then(|| {
            let stage = Stage { step: 0, side: None, action: Action::DrawSetup };
            let message = format!("in each of {UNDRAWN_MAX} cases, {undrawn}");
            Divergence::of(Finding::Failed { stage, message, process: None })
        })
    }

    /// Sum over the cases so far.
    fn stats(&self) -> Stats {
        let mut sum = self.sum.clone();
        self.single.waiting_to(self.last_needed).for_each(|played| sum.add(&played.stats));
        sum
    }
}
