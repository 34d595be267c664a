//! The loop of a check: what is in the queue is tried until the budget is used up.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use harness::campaign::{Budget, CorpusCase};
use indicatif::HumanCount;

use super::halt::Halt;
use super::queue::{Item, Origin, Queue};
use super::setup::Setup;
use crate::progress_bar::CampaignBar;

/// A way to try a program.
pub(super) trait Method {
    /// A case or position in the queue.
    type Text: From<String>;
    /// A failure, shrunk.
    type Failing;

    /// Takes what is tried next from the queue; nothing if there is nothing left.
    fn take(&mut self, queue: &mut Queue<Self::Text>) -> Vec<Item<Self::Text>>;

    /// Tries the program on these items, counts those that are done with, records what fails, and
    /// gives the others back.
    fn try_on(
        &mut self,
        items: Vec<Item<Self::Text>>,
        campaign: &mut Campaign<'_, Self>,
    ) -> Result<(), Halt>;
}

/// The counts of a campaign.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    /// Cases or positions that were answered rightly, or are to blame for a failure.
    pub(super) cases: u64,
    /// Those of them that were generated.
    pub(super) generated: u64,
    /// Runs of the program, those for shrinking not counted.
    pub(super) runs: u64,
}

/// A failure, and where it came from.
pub(super) struct Found<F> {
    pub(super) failing: F,
    pub(super) origin: Origin,
    /// The time since the campaign began.
    pub(super) after: Duration,
    pub(super) certainty: Certainty,
}

/// The knowledge of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// It comes back, and this is what it takes.
    Sure,
    /// It did not come back.
    Flaky,
    /// The check was interrupted before it was looked into.
    Unclear,
}

/// The figures at the end of a campaign.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figures {
    pub(super) progress: Progress,
    /// Cases or positions of the corpus.
    pub(super) corpus: usize,
    /// The number of failures met that were known already, or had been found before.
    pub(super) known_met: u64,
    pub(super) interrupted: bool,
    pub(super) elapsed: Duration,
}

/// The result of a campaign.
pub(super) struct Outcome<F> {
    pub(super) figures: Figures,
    pub(super) found: Vec<Found<F>>,
    /// Why it ended before its time, if it did. What was found before is not lost.
    pub(super) done: Result<(), Halt>,
}

/// A campaign against one program.
pub(super) struct Campaign<'a, M: Method + ?Sized> {
    pub(super) setup: &'a Setup<'a>,
    pub(super) queue: Queue<M::Text>,
    pub(super) progress: Progress,
    bar: CampaignBar,
    started: Instant,
    /// Failures that are not reported again, each by its cases.
    known: Vec<Vec<String>>,
    known_met: u64,
    found: Vec<Found<M::Failing>>,
}

/// Checks until the budget is used up, enough was found, or the user interrupts.
pub(super) fn run<M: Method>(
    setup: &Setup<'_>,
    corpus: Vec<CorpusCase>,
    method: &mut M,
) -> Outcome<M::Failing> {
    let queue = Queue::new(corpus, setup.budget);
    let mut campaign = Campaign::<M> {
        setup,
        bar: CampaignBar::new(setup.subject.name(), setup.budget, queue.corpus()),
        queue,
        progress: Progress::default(),
        started: Instant::now(),
        known: setup.known.clone(),
        known_met: 0,
        found: Vec::new(),
    };
    let done = campaign.check(method);
    campaign.bar.finish();
    let figures = Figures {
        progress: campaign.progress,
        corpus: campaign.queue.corpus(),
        known_met: campaign.known_met,
        interrupted: setup.stop.load(Relaxed) || matches!(done, Err(Halt::Interrupted)),
        elapsed: campaign.elapsed(),
    };
    Outcome { figures, found: campaign.found, done }
}

impl<M: Method> Campaign<'_, M> {
    fn check(&mut self, method: &mut M) -> Result<(), Halt> {
        while !self.is_enough() {
            self.show();
            if matches!(self.setup.budget, Budget::Time(time) if self.elapsed() >= time) {
                self.queue.keep_corpus_only();
            }
            let items = method.take(&mut self.queue);
            if items.is_empty() {
                break;
            }
            method.try_on(items, self)?;
        }
        Ok(())
    }

    fn show(&self) {
        let (cases, runs) = (HumanCount(self.progress.cases), HumanCount(self.progress.runs));
        self.bar.show(self.progress.cases, self.elapsed(), |rate| {
            format!("{cases} cases in {runs} runs, {rate}/s")
        });
    }

    /// Shows what is going on until the next items are tried.
    pub(super) fn say(&self, message: &'static str) {
        self.bar.set_message(message);
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether nothing more is to be tried.
    pub(super) fn is_enough(&self) -> bool {
        self.setup.stop.load(Relaxed) || self.found.len() >= self.setup.options.failures_max()
    }

    /// Counts items that were tried.
    pub(super) fn count(&mut self, items: &[Item<M::Text>]) {
        let generated = items.iter().filter(|item| item.is_generated());
        self.progress.generated += generated.count() as u64;
        self.progress.cases += items.len() as u64;
    }

    /// Keeps a failure, unless one that shrinks to the same cases is known.
    pub(super) fn record(&mut self, cases: &[String], found: Found<M::Failing>) {
        if self.known.iter().any(|known| known == cases) {
            self.known_met += 1;
        } else {
            self.known.push(cases.to_vec());
            self.found.push(found);
        }
    }
}
