//! The main loop of a check: tries the items of the queue until the budget is used up.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use indicatif::HumanCount;
use twinboard_harness::campaign::{CampaignBudget, CorpusCase};

use super::error::CheckError;
use super::queue::{Item, Origin, Queue};
use super::setup::Setup;
use crate::clock;
use crate::progress_bar::CampaignBar;

/// A method of checking a program: by batches of cases, or by single moves.
pub(super) trait Method {
    /// A case or position in the queue.
    type Text: From<String>;
    /// A failure, shrunk.
    type Failing;

    /// Takes the next items from the queue; none if the queue is empty.
    fn take(&mut self, queue: &mut Queue<Self::Text>) -> Vec<Item<Self::Text>>;

    /// Tries the program on these items, counts the finished ones, records failures, and returns
    /// the other items to the queue.
    fn try_on(
        &mut self,
        items: Vec<Item<Self::Text>>,
        campaign: &mut Campaign<'_, Self>,
    ) -> Result<(), CheckError>;
}

/// The counts of a campaign.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CheckProgress {
    /// Cases or positions that were answered correctly or found to fail.
    pub(super) cases: u64,
    /// Number of generated ones among `cases`.
    pub(super) generated: u64,
    /// Runs of the program, without those for shrinking.
    pub(super) runs: u64,
}

/// A failure and its origin.
pub(super) struct CheckFinding<F> {
    pub(super) failing: F,
    pub(super) origin: Origin,
    /// The time since the campaign began.
    pub(super) after: Duration,
    pub(super) certainty: Certainty,
}

/// The reproducibility of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// The failure recurs on this input.
    Sure,
    /// The failure did not recur.
    Flaky,
    /// The check was interrupted before the failure was tried again.
    Unclear,
}

/// The figures at the end of a campaign.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figures {
    pub(super) progress: CheckProgress,
    /// Cases or positions of the corpus.
    pub(super) corpus: usize,
    /// Number of failures that were known or had been found before.
    pub(super) known_met: u64,
    pub(super) interrupted: bool,
    pub(super) elapsed: Duration,
}

/// The result of a campaign.
pub(super) struct CheckOutcome<F> {
    pub(super) figures: Figures,
    pub(super) found: Vec<CheckFinding<F>>,
    /// The error that ended the campaign early, if any; `found` is valid nevertheless.
    pub(super) done: Result<(), CheckError>,
}

/// A campaign against one program.
pub(super) struct Campaign<'a, M: Method + ?Sized> {
    pub(super) setup: &'a Setup<'a>,
    pub(super) queue: Queue<M::Text>,
    pub(super) progress: CheckProgress,
    bar: CampaignBar,
    started: Instant,
    /// Failures that are not reported again, each as its shrunk cases.
    known: Vec<Vec<String>>,
    known_met: u64,
    found: Vec<CheckFinding<M::Failing>>,
}

/// Checks until the budget is used up, the limit of failures is reached, or Ctrl-C.
pub(super) fn run<M: Method>(
    setup: &Setup<'_>,
    corpus: Vec<CorpusCase>,
    method: &mut M,
) -> CheckOutcome<M::Failing> {
    let queue = Queue::new(corpus, setup.budget);
    let mut campaign = Campaign::<M> {
        setup,
        bar: CampaignBar::new(setup.subject.name(), setup.budget, queue.corpus()),
        queue,
        progress: CheckProgress::default(),
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
        interrupted: setup.stop.load(Relaxed) || matches!(done, Err(CheckError::Interrupted)),
        elapsed: campaign.elapsed(),
    };
    CheckOutcome { figures, found: campaign.found, done }
}

impl<M: Method> Campaign<'_, M> {
    fn check(&mut self, method: &mut M) -> Result<(), CheckError> {
        while !self.is_enough() && !self.is_late() {
            self.show();
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

    /// Sets the message of the progress bar until the next items are tried.
    pub(super) fn set_message(&self, message: &'static str) {
        self.bar.set_message(message);
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// True after Ctrl-C, or when the limit of failures is reached.
    pub(super) fn is_enough(&self) -> bool {
        self.setup.stop.load(Relaxed) || self.found.len() >= self.setup.options.failures_max()
    }

    /// True once the time for the whole check is up.
    pub(super) fn is_late(&self) -> bool {
        self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Time at which the check ends; `None` if it ends after a number of cases.
    pub(super) fn deadline(&self) -> Option<Instant> {
        match self.setup.budget {
            CampaignBudget::Time(time) => Some(clock::later(self.started, time)),
            CampaignBudget::Cases(_) => None,
        }
    }

    /// Counts finished items.
    pub(super) fn count(&mut self, items: &[Item<M::Text>]) {
        let generated = items.iter().filter(|item| item.is_generated());
        self.progress.generated += generated.count() as u64;
        self.progress.cases += items.len() as u64;
    }

    /// Records a failure, unless one with the same shrunk cases is known.
    pub(super) fn record(&mut self, cases: &[String], found: CheckFinding<M::Failing>) {
        if self.known.iter().any(|known| known == cases) {
            self.known_met += 1;
        } else {
            self.known.push(cases.to_vec());
            self.found.push(found);
        }
    }
}
