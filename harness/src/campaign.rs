//! Many cases, on all cores: the corpus first, then drawn ones, until the budget is used up or
//! something is wrong.
//!
//! Cases are numbered, and each follows from the seed and its number alone. The divergence that is
//! reported is the one with the lowest number: when one is found, all cases before it are still
//! played, and the results of those behind it are dropped. So a campaign of a given number of cases
//! has the same result with any number of threads. (One with a time limit, or one that was
//! interrupted, ends where it ends.)

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::activity::Activity;
use crate::divergence::Divergence;
use crate::lockstep::Verdict;
use crate::pool::{self, Event, Hung, InOrder, LOOK, Pool, Slot, Work};
use crate::stats::Stats;
use crate::subject::{Checked, Subject};
use crate::watch::{self, Hang};

/// The factor on the step limit for a case that is played again after a hang.
const PATIENCE: u32 = 2;

/// How much a campaign plays after the corpus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// As much as fits into this time, the corpus included.
    Time(Duration),
    /// So many cases.
    Cases(u64),
}

/// A case of the corpus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CorpusCase {
    /// The file it is from, and which of its cases it is if there are several.
    pub name: String,
    /// The case as text.
    pub text: String,
}

/// How a campaign is to be run.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What all drawn cases follow from.
    pub seed: u64,
    /// How much is played.
    pub budget: Budget,
    /// On how many threads, at least 1.
    pub threads: usize,
    /// When a step counts as not coming back.
    pub step_limit: Duration,
    /// What is played first, and what some of the drawn cases are made from.
    pub corpus: Vec<CorpusCase>,
}

/// Where a case comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "from", rename_all = "snake_case")]
pub enum Origin {
    /// The corpus.
    Corpus {
        /// The name of the case.
        name: String,
    },
    /// Drawn from the seed.
    Drawn {
        /// The seed of the campaign.
        seed: u64,
        /// The number of the case, from 0.
        index: u64,
    },
    /// A walk over all legal moves.
    Walked {
        /// The name of the case it starts from.
        name: String,
        /// At which depth.
        depth: u32,
    },
    /// Going through all small set-ups.
    Enumerated {
        /// The rows of its board.
        rows: u8,
        /// The columns of its board.
        columns: u8,
        /// The number of the set-up among those of its shape, from 0.
        index: u64,
    },
    /// A fuzzer.
    Fuzzed,
}

/// A case in which something was wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it comes from.
    pub origin: Origin,
    /// The case as it was played; `None` if it could not even be made.
    pub text: Option<String>,
    /// What was wrong.
    pub divergence: Divergence,
}

/// How far a campaign has come.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// What it went through so far.
    pub stats: Stats,
    /// For how long it has run.
    pub elapsed: Duration,
}

/// How a campaign ended.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What it went through.
    pub stats: Stats,
    /// The first case in which something was wrong.
    pub found: Option<Found>,
    /// Whether it was stopped before its budget was used up.
    pub interrupted: bool,
    /// How long it took.
    pub elapsed: Duration,
}

/// Runs a campaign. `stop` ends it early; `progress` is called now and then.
///
/// # Panics
///
/// If no threads can be started.
pub fn run(
    subject: &Arc<dyn Subject>,
    plan: &Plan,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(&Progress),
) -> Outcome {
    let started = Instant::now();
    let cases = Arc::new(Cases::new(subject, plan, stop, started));
    // No more workers than cases.
    let threads = cases.total.min(plan.threads as u64) as usize;
    let mut pool = Pool::start(Arc::clone(&cases), threads, LOOK);
    let mut tally = Tally::default();
    loop {
        let limit = pool::limit(plan.step_limit, stop.load(Relaxed));
        match pool.wait(limit) {
            None => break,
            Some(Event::Done((job, checked))) => tally.add(job, *checked),
            Some(Event::Hung(Hung { place: job, .. })) => {
                match cases.play_again(job, limit) {
                    Ok(checked) => tally.add(job, checked),
                    Err(hang) => {
                        let divergence = cases.report_hang(&hang, limit);
                        tally.find(job, hang.text, divergence);
                    }
                }
                pool.add_worker();
            }
            Some(Event::Tick) => {
                progress(&Progress { stats: tally.stats(), elapsed: started.elapsed() });
            }
        }
        cases.last_needed.store(tally.last_needed(), Relaxed);
    }
    Outcome {
        stats: tally.stats(),
        found: tally.found.map(|(job, text, divergence)| {
            let origin = origin_of(job, plan);
            Found { origin, text, divergence }
        }),
        interrupted: stop.load(Relaxed),
        elapsed: started.elapsed(),
    }
}

fn origin_of(job: u64, plan: &Plan) -> Origin {
    match plan.corpus.get(job as usize) {
        Some(case) => Origin::Corpus { name: case.name.clone() },
        None => Origin::Drawn { seed: plan.seed, index: job - plan.corpus.len() as u64 },
    }
}

/// The cases of a campaign, by their numbers: first the corpus in its order, then drawn ones.
struct Cases {
    subject: Arc<dyn Subject>,
    seed: u64,
    corpus: Vec<String>,
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
    /// The number of cases, the corpus included.
    total: u64,
    /// The first case that has not been handed out.
    next: AtomicU64,
    /// The first case known to fail: those behind it need not be played.
    last_needed: AtomicU64,
}

impl Cases {
    fn new(
        subject: &Arc<dyn Subject>,
        plan: &Plan,
        stop: &Arc<AtomicBool>,
        started: Instant,
    ) -> Self {
        let (deadline, total) = match plan.budget {
            Budget::Time(time) => (started.checked_add(time), u64::MAX),
            Budget::Cases(cases) => (None, cases.saturating_add(plan.corpus.len() as u64)),
        };
        Self {
            subject: Arc::clone(subject),
            seed: plan.seed,
            corpus: plan.corpus.iter().map(|case| case.text.clone()).collect(),
            stop: Arc::clone(stop),
            deadline,
            total,
            next: AtomicU64::new(0),
            last_needed: AtomicU64::new(u64::MAX),
        }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn play(&self, job: u64, activity: &Activity) -> Checked {
        if let Some(text) = self.corpus.get(job as usize) {
            let checked = self.subject.check(text.as_bytes(), activity);
            return checked.expect("the corpus has been read before");
        }
        let index = job - self.corpus.len() as u64;
        self.subject.check_drawn(self.seed, index, &self.corpus, activity)
    }

    /// Plays a case again after a hang, with a longer limit: on a busy machine a thread without
    /// progress may only have been given no processor.
    fn play_again(self: &Arc<Self>, job: u64, limit: Duration) -> Result<Checked, Hang> {
        let cases = Arc::clone(self);
        watch::watched(limit * PATIENCE, move |activity| cases.play(job, activity))
    }

    fn report_hang(&self, hang: &Hang, limit: Duration) -> Divergence {
        let text = hang.text.as_deref().unwrap_or_default();
        self.subject.report_hang(text.as_bytes(), hang.stage, limit.as_millis() as u64)
    }
}

impl Work for Cases {
    type Job = u64;
    type Place = u64;
    type Result = (u64, Box<Checked>);

    fn take(&self) -> Option<u64> {
        let job = self.next.fetch_add(1, Relaxed);
        let is_needed = job < self.total && job <= self.last_needed.load(Relaxed);
        (is_needed && !self.is_over()).then_some(job)
    }

    fn worker<'a>(&'a self, slot: &'a Slot<u64>) -> impl FnMut(u64) -> (u64, Box<Checked>) + 'a {
        |job| {
            slot.enter(job);
            (job, Box::new(self.play(job, slot.activity())))
        }
    }
}

/// The results so far.
#[derive(Default)]
struct Tally {
    /// The sum over all cases before the first that is waited for.
    sum: Stats,
    /// The statistics of single cases behind that.
    single: InOrder<Stats>,
    /// The first case in which something was wrong, with its text.
    found: Option<(u64, Option<String>, Divergence)>,
}

impl Tally {
    fn add(&mut self, job: u64, checked: Checked) {
        self.single.insert(job, checked.stats);
        if let Verdict::Diverged(divergence) = checked.verdict {
            self.find(job, checked.text, *divergence);
        }
        // What lies behind a divergence is not part of the result, and one may still be found before it.
        while self.single.next() <= self.last_needed()
            && let Some(stats) = self.single.pop()
        {
            self.sum.add(&stats);
        }
    }

    fn find(&mut self, job: u64, text: Option<String>, divergence: Divergence) {
        if job < self.last_needed() {
            self.found = Some((job, text, divergence));
        }
    }

    /// The number of the case that was found; cases behind it are not needed.
    fn last_needed(&self) -> u64 {
        self.found.as_ref().map_or(u64::MAX, |(job, ..)| *job)
    }

    /// The sum over the cases up to the one that was found, whatever else has been played.
    fn stats(&self) -> Stats {
        let mut sum = self.sum.clone();
        self.single.waiting_to(self.last_needed()).for_each(|stats| sum.add(stats));
        sum
    }
}
