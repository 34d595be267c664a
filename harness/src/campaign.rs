//! Many cases, on all cores: the corpus first, then drawn ones, until the budget is used up or
//! something is wrong.
//!
//! Cases are numbered, and each follows from the seed and its number alone. The divergence that is
//! reported is the one with the lowest number: when one is found, all cases before it are still
//! played, and what came of those behind it is dropped. So a campaign of so many cases has the same
//! result with any number of threads. (One with a time limit, or one that
//! was interrupted, ends where it ends.)

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use crate::divergence::Divergence;
use crate::lockstep::Verdict;
use crate::pulse::Pulse;
use crate::stats::Stats;
use crate::subject::{Checked, Subject};
use crate::watch::{self, Hang, LOOK, Watch};

/// How many cases a block has: enough to keep all threads busy, few enough to end soon.
const BLOCK: u64 = 128;

/// When a step counts as not coming back once the user wants an end.
pub(crate) const LAST_LIMIT: Duration = Duration::from_secs(1);

/// How many times the limit of a step a case is given that is played once more.
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
    let deadline = match plan.budget {
        Budget::Time(time) => started.checked_add(time),
        Budget::Cases(_) => None,
    };
    let texts = plan.corpus.iter().map(|case| case.text.clone()).collect();
    let shared = Arc::new(Shared {
        subject: Arc::clone(subject),
        seed: plan.seed,
        corpus: texts,
        stop: Arc::clone(stop),
        deadline,
    });
    let in_corpus = plan.corpus.len() as u64;
    let total = match plan.budget {
        Budget::Time(_) => u64::MAX,
        Budget::Cases(cases) => in_corpus.saturating_add(cases),
    };
    let threads = plan.threads.max(1);
    let mut crew = Crew { shared, threads, pool: pool(threads), step_limit: plan.step_limit };
    let mut stats = Stats::default();
    let mut found = None;
    let mut first = 0;
    let mut told = started;
    while first < total && found.is_none() && !crew.shared.is_over() {
        let last = total.min(first.saturating_add(BLOCK));
        let block = crew.play(first..last, &mut |block_stats| {
            let mut stats = stats.clone();
            stats.add(block_stats);
            progress(&Progress { stats, elapsed: started.elapsed() });
        });
        stats.add(&block.counts());
        if told.elapsed() >= LOOK {
            progress(&Progress { stats: stats.clone(), elapsed: started.elapsed() });
            told = Instant::now();
        }
        found = block.found.map(|(job, text, divergence)| {
            let origin = match plan.corpus.get(job as usize) {
                Some(case) => Origin::Corpus { name: case.name.clone() },
                None => Origin::Drawn { seed: plan.seed, index: job - in_corpus },
            };
            Found { origin, text, divergence }
        });
        first = last;
    }
    let interrupted = stop.load(Relaxed);
    Outcome { stats, found, interrupted, elapsed: started.elapsed() }
}

/// A pool of so many threads, or of as many as the system grants.
pub(crate) fn pool(threads: usize) -> ThreadPool {
    let fewer = std::iter::successors(Some(threads), |threads| Some(threads / 2));
    let mut pools = fewer.take_while(|&threads| threads > 0).filter_map(|threads| {
        let named = ThreadPoolBuilder::new().thread_name(|index| format!("worker-{index}"));
        named.num_threads(threads).build().ok()
    });
    pools.next().expect("one thread can be started")
}

/// What all workers need to know.
struct Shared {
    subject: Arc<dyn Subject>,
    seed: u64,
    corpus: Vec<String>,
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
}

impl Shared {
    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Plays one case: the corpus comes first, in its order.
    fn play(&self, job: u64, pulse: &Pulse) -> Checked {
        if let Some(text) = self.corpus.get(job as usize) {
            let checked = self.subject.check(text.as_bytes(), pulse);
            return checked.expect("the corpus has been read before");
        }
        let index = job - self.corpus.len() as u64;
        self.subject.check_drawn(self.seed, index, &self.corpus, pulse)
    }
}

/// What a worker is busy with.
#[derive(Default)]
struct Desk {
    pulse: Pulse,
    job: Mutex<Option<u64>>,
    /// Whether the worker has not come back for so long that nobody waits for it any more. If it
    /// does after all, it must not take work that nobody would hear of.
    given_up: AtomicBool,
}

impl Desk {
    fn job(&self) -> Option<u64> {
        *self.job.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, job: Option<u64>) {
        *self.job.lock().unwrap_or_else(PoisonError::into_inner) = job;
    }
}

enum Message {
    Played(u64, Box<Checked>),
    /// The worker at this desk has found no more to do.
    Left(usize),
}

/// What came of a block.
#[derive(Default)]
struct Block {
    /// What each case went through.
    stats: Vec<(u64, Stats)>,
    found: Option<(u64, Option<String>, Divergence)>,
}

impl Block {
    /// The counts of the cases up to the one that was found, whatever else has been played.
    fn counts(&self) -> Stats {
        let last = self.found.as_ref().map_or(u64::MAX, |(job, ..)| *job);
        let mut sum = Stats::default();
        for (_, stats) in self.stats.iter().filter(|(job, _)| *job <= last) {
            sum.add(stats);
        }
        sum
    }
}

/// The workers.
struct Crew {
    shared: Arc<Shared>,
    threads: usize,
    pool: ThreadPool,
    step_limit: Duration,
}

impl Crew {
    /// Plays a block. Nobody is waited for who stands still for longer than the limit of a step.
    fn play(&mut self, jobs: Range<u64>, progress: &mut dyn FnMut(&Stats)) -> Block {
        let (sender, receiver) = mpsc::channel();
        let mut shift = Shift {
            jobs: jobs.collect(),
            next: Arc::default(),
            first_found: Arc::new(AtomicU64::new(u64::MAX)),
            sender,
            desks: Vec::new(),
            block: Block::default(),
        };
        for _ in 0..self.threads {
            shift.employ(self);
        }
        let mut looked = Instant::now();
        while shift.desks.iter().any(Option::is_some) {
            if let Ok(message) = receiver.recv_timeout(LOOK) {
                shift.take_down(message);
            }
            if looked.elapsed() >= LOOK {
                shift.look_round(self);
                progress(&shift.block.counts());
                looked = Instant::now();
            }
        }
        shift.block
    }

    /// Plays a case once more, with more patience: on a busy machine a thread that stands still may
    /// only have been given no processor.
    fn play_patiently(&self, job: u64, limit: Duration) -> Result<Checked, Hang> {
        let shared = Arc::clone(&self.shared);
        watch::watched(limit * PATIENCE, move |pulse| shared.play(job, pulse))
    }
}

/// The workers on one block.
struct Shift {
    jobs: Arc<[u64]>,
    /// How many jobs have been handed out.
    next: Arc<AtomicUsize>,
    /// The first job known to fail: what comes behind it need not be played.
    first_found: Arc<AtomicU64>,
    sender: Sender<Message>,
    /// Who is at work; `None` has left, or was given up.
    desks: Vec<Option<(Arc<Desk>, Watch)>>,
    block: Block,
}

impl Shift {
    fn take_down(&mut self, message: Message) {
        match message {
            Message::Played(job, checked) => {
                self.block.stats.push((job, checked.stats));
                if let Verdict::Diverged(divergence) = checked.verdict {
                    self.found(job, checked.text, *divergence);
                }
            }
            Message::Left(desk) => self.desks[desk] = None,
        }
    }

    fn found(&mut self, job: u64, text: Option<String>, divergence: Divergence) {
        if self.block.found.as_ref().is_none_or(|(earlier, ..)| job < *earlier) {
            self.block.found = Some((job, text, divergence));
            self.first_found.store(job, Relaxed);
        }
    }

    /// Gives up every worker who has stood still for too long, and employs another.
    fn look_round(&mut self, crew: &mut Crew) {
        // Whoever wants the campaign to end does not want to wait for one who hangs.
        let stopped = crew.shared.stop.load(Relaxed);
        let limit = if stopped { crew.step_limit.min(LAST_LIMIT) } else { crew.step_limit };
        for number in 0..self.desks.len() {
            let Some((desk, watch)) = &mut self.desks[number] else { continue };
            let stands_still = watch.stands_still(&desk.pulse, limit);
            let Some(job) = desk.job().filter(|_| stands_still) else { continue };
            desk.given_up.store(true, Relaxed);
            match crew.play_patiently(job, limit) {
                Ok(checked) => self.take_down(Message::Played(job, Box::new(checked))),
                Err(Hang { stage, text }) => {
                    let case = text.as_deref().unwrap_or_default().as_bytes();
                    let limit_ms = limit.as_millis() as u64;
                    let divergence = crew.shared.subject.hung(case, stage, limit_ms);
                    self.found(job, text, divergence);
                }
            }
            // The thread is lost, and with it a place in the pool: what is left of the block is
            // played by another pool.
            self.desks[number] = None;
            crew.pool = pool(crew.threads);
            self.employ(crew);
        }
    }

    fn employ(&mut self, crew: &Crew) {
        let number = self.desks.len();
        let desk = Arc::new(Desk::default());
        self.desks.push(Some((Arc::clone(&desk), Watch::new(&desk.pulse))));
        let (jobs, next) = (Arc::clone(&self.jobs), Arc::clone(&self.next));
        let (shared, sender) = (Arc::clone(&crew.shared), self.sender.clone());
        let first_found = Arc::clone(&self.first_found);
        crew.pool.spawn(move || {
            while let Some(&job) = jobs.get(next.fetch_add(1, Relaxed)) {
                if shared.is_over() || job > first_found.load(Relaxed) {
                    break;
                }
                desk.take(Some(job));
                let checked = shared.play(job, &desk.pulse);
                if desk.given_up.load(Relaxed) {
                    return;
                }
                desk.take(None);
                let _ = sender.send(Message::Played(job, Box::new(checked)));
            }
            let _ = sender.send(Message::Left(number));
        });
    }
}
