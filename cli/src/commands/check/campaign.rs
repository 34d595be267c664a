//! Many cases, in batches: the corpus first, then generated ones.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use harness::campaign::{Budget, CorpusCase};
use indicatif::HumanCount;

use super::locate::{Failing, Located, Locator, Times};
use super::program::{Halt, Program, Tried};
use crate::progress_bar::CampaignBar;

/// How many cases a batch has at most, and how long its input may be, in bytes. A program that reads
/// slowly shall not seem to hang.
const CASES_MAX: usize = 128;
pub(super) const INPUT_MAX: usize = 24 << 10;

/// What is to be done.
pub(super) struct Plan<'a> {
    pub(super) seed: u64,
    pub(super) budget: Budget,
    /// What is checked first: cases that the judge could give.
    pub(super) corpus: Vec<CorpusCase>,
    /// What some of the generated cases are made from; the judge need not give these.
    pub(super) material: Vec<String>,
    /// After how many different failures it is enough.
    pub(super) failures_max: usize,
    /// Failures that are known already, each by the cases it shrinks to.
    pub(super) known: Vec<Vec<String>>,
    pub(super) stop: &'a AtomicBool,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// How many cases were answered rightly, or are to blame for a failure.
    pub(super) cases: u64,
    /// How many of them were generated.
    pub(super) generated: u64,
    /// How often the program was run on a batch.
    pub(super) runs: u64,
}

impl Progress {
    pub(super) fn show(&self, bar: &CampaignBar, elapsed: Duration) {
        let (cases, runs) = (HumanCount(self.cases), HumanCount(self.runs));
        bar.show(self.cases, elapsed, |rate| format!("{cases} cases in {runs} runs, {rate}/s"));
    }
}

/// Where a case comes from.
#[derive(Clone, Debug)]
pub(super) enum Origin {
    Corpus(String),
    Generated(u64),
}

/// A failure, and where it came from.
pub(super) struct Found {
    pub(super) failing: Failing,
    /// How many cases the batch had in which it was noticed, and where the first of them is from.
    pub(super) batch: usize,
    pub(super) origin: Origin,
    /// Since the beginning of the campaign.
    pub(super) after: Duration,
    pub(super) certainty: Certainty,
}

/// How much is known of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// It comes back, and these are the cases it takes.
    Sure,
    /// It did not come back.
    Flaky,
    /// Nobody had the time to look into it.
    Unclear,
}

/// What came of it.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) progress: Progress,
    pub(super) found: Vec<Found>,
    /// How often a failure was met that was known already, or had been found before.
    pub(super) known_met: u64,
    /// The longest that one case took of those that were slow, if there were any.
    pub(super) slow: Option<Duration>,
    pub(super) interrupted: bool,
    pub(super) elapsed: Duration,
}

struct Item {
    text: String,
    origin: Origin,
}

/// A campaign against one program.
pub(super) struct Campaign<'a> {
    pub(super) program: &'a Program<'a>,
    pub(super) plan: Plan<'a>,
    pub(super) times: Times,
    pub(super) bar: &'a CampaignBar,
    pub(super) started: Instant,
    queue: VecDeque<Item>,
    next: u64,
    /// How many cases the next batch has, and how many any may have.
    size: usize,
    size_max: usize,
    outcome: Outcome,
}

impl<'a> Campaign<'a> {
    pub(super) fn new(
        program: &'a Program<'a>,
        plan: Plan<'a>,
        times: Times,
        bar: &'a CampaignBar,
    ) -> Self {
        let mut corpus = plan.corpus.clone();
        // What fails on small cases already shall fail there.
        corpus.sort_by_key(|case| case.text.len());
        let queue = corpus
            .into_iter()
            .map(|case| Item { text: case.text, origin: Origin::Corpus(case.name) })
            .collect();
        Self {
            program,
            plan,
            times,
            bar,
            started: Instant::now(),
            queue,
            next: 0,
            size: 1,
            size_max: CASES_MAX,
            outcome: Outcome::default(),
        }
    }

    /// Checks until the budget is used up, enough was found, or the user has had enough. What was
    /// found before something went wrong is not lost.
    pub(super) fn run(mut self) -> (Outcome, Result<(), Halt>) {
        let done = self.check();
        self.outcome.elapsed = self.started.elapsed();
        self.outcome.interrupted = self.plan.stop.load(Relaxed);
        let done = match done {
            Err(Halt::Interrupted) => {
                self.outcome.interrupted = true;
                Ok(())
            }
            done => done,
        };
        (self.outcome, done)
    }

    fn check(&mut self) -> Result<(), Halt> {
        while !self.plan.stop.load(Relaxed) && self.outcome.found.len() < self.plan.failures_max {
            self.outcome.progress.show(self.bar, self.started.elapsed());
            let batch = self.batch();
            if batch.is_empty() {
                break;
            }
            self.check_batch(batch)?;
        }
        Ok(())
    }

    fn is_time_up(&self) -> bool {
        matches!(self.plan.budget, Budget::Time(time) if self.started.elapsed() >= time)
    }

    /// The next cases; none if it is enough. The corpus is checked whatever the budget.
    fn batch(&mut self) -> Vec<Item> {
        if self.is_time_up() {
            self.queue.retain(|item| matches!(item.origin, Origin::Corpus(_)));
        }
        let mut batch: Vec<Item> = Vec::new();
        let mut length = 0;
        while batch.len() < self.size {
            if self.queue.is_empty() {
                let Some(item) = self.draw() else { break };
                self.queue.push_back(item);
            }
            let next = self.queue.front().map_or(0, |item| item.text.len());
            if !batch.is_empty() && length + next > INPUT_MAX {
                break;
            }
            length += next;
            batch.extend(self.queue.pop_front());
        }
        batch
    }

    fn draw(&mut self) -> Option<Item> {
        let enough = match self.plan.budget {
            Budget::Time(_) => self.is_time_up(),
            Budget::Cases(cases) => self.next >= cases,
        };
        if enough {
            return None;
        }
        let number = self.next;
        self.next += 1;
        let subject = self.program.subject;
        let text = subject.draw_for_judge(self.plan.seed, number, &self.plan.material)?;
        Some(Item { text, origin: Origin::Generated(number) })
    }

    fn check_batch(&mut self, batch: Vec<Item>) -> Result<(), Halt> {
        let cases: Vec<String> = batch.iter().map(|item| item.text.clone()).collect();
        let tried = self.program.try_on(&cases, self.times.batch)?;
        let tried = tried.expect("only what the judge could give is in a batch");
        self.outcome.progress.runs += 1;
        if tried.fault.is_none() {
            self.times.slowest = self.times.slowest.max(tried.run.time);
            self.size = (self.size * 2).min(self.size_max);
            self.count(&batch);
            return Ok(());
        }
        self.find(batch, &cases, tried)
    }

    fn count(&mut self, items: &[Item]) {
        let generated = items.iter().filter(|item| matches!(item.origin, Origin::Generated(_)));
        self.outcome.progress.generated += generated.count() as u64;
        self.outcome.progress.cases += items.len() as u64;
    }

    fn find(&mut self, mut batch: Vec<Item>, cases: &[String], tried: Tried) -> Result<(), Halt> {
        self.bar.say("looking for the smallest case that fails");
        let locator = Locator { program: self.program, times: self.times };
        let (failing, certainty) = match locator.locate(cases, tried)? {
            Located::Slow(time) => {
                self.be_patient(time, batch.len());
                self.count(&batch);
                return Ok(());
            }
            Located::Fails(failing) => (failing, Certainty::Sure),
            Located::Flaky(failing) => (failing, Certainty::Flaky),
            Located::Unclear(failing) => (failing, Certainty::Unclear),
        };
        let blamed: Vec<Item> =
            failing.places.iter().rev().map(|&place| batch.remove(place)).collect();
        self.count(&blamed);
        // The others are tried again: what comes behind a failure has not been looked at.
        for item in batch.into_iter().rev() {
            self.queue.push_front(item);
        }
        self.size = (self.size / 2).max(1);
        if self.plan.known.contains(&failing.cases) {
            self.outcome.known_met += 1;
        } else {
            self.plan.known.push(failing.cases.clone());
            let origin = blamed[blamed.len() - 1].origin.clone();
            let (after, batch) = (self.started.elapsed(), cases.len());
            self.outcome.found.push(Found { failing, batch, origin, after, certainty });
        }
        Ok(())
    }

    /// The program is slow: batches may take longer from now on, and have fewer cases.
    fn be_patient(&mut self, time: Duration, cases: usize) {
        self.outcome.slow = self.outcome.slow.max(Some(time));
        self.times.batch = (self.times.batch.max(time) * 2).min(self.times.judge);
        self.times.slowest = self.times.slowest.max(time);
        self.size_max = (cases / 4).max(1);
        self.size = self.size_max;
    }
}
