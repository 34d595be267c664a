//! The main loop of a check: tries the items of the queue until the budget is used up.

use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use twinboard_harness::campaign::{CampaignBudget, CorpusCase};

use super::error::CheckError;
use super::queue::{Item, Queue};
use super::report::ProgramFailure;
use super::setup::Setup;
use crate::output::progress::{CampaignBar, ProgressLog};
use crate::output::text::{counted, if_any};
use crate::process::clock;

/// The diagnosis of a failure ends with the check, but has at least this share of its time, and this
/// time.
const DIAGNOSIS_SHARE: u32 = 4;
const DIAGNOSIS_MIN: Duration = Duration::from_secs(1);

/// A method of checking a program: by batches of cases, or by single moves.
pub(super) trait Method {
    /// Takes the next items from the queue; none if the queue is empty.
    fn take(&mut self, queue: &mut Queue) -> Vec<Item>;

    /// Tries the program on these items, counts the finished ones, records failures, and returns
    /// the other items to the queue.
    fn try_on(&mut self, items: Vec<Item>, campaign: &mut Campaign<'_>) -> Result<(), CheckError>;
}

/// The figures of a campaign.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figures {
    /// Cases or positions that were answered correctly or found to fail.
    pub(super) cases: u64,
    /// Number of generated ones among `cases`.
    pub(super) generated: u64,
    /// Runs of the program, without those for shrinking.
    pub(super) runs: u64,
    /// Cases or positions of the corpus.
    pub(super) corpus: usize,
    /// Cases or positions of the corpus for which there was no time; none if anything else ended
    /// the campaign.
    pub(super) late: u64,
    /// Number of cases that did not end in time together, if there was no time to try them apart.
    pub(super) unclear: u64,
    /// Number of failures that were known or had been found before.
    pub(super) known_met: u64,
    /// Number of those among `cases` that failed in such a way.
    pub(super) known_cases: u64,
    pub(super) interrupted: bool,
    /// The time until the end of the campaign.
    pub(super) elapsed: Duration,
}

impl Figures {
    fn progress(&self, unit: &str) -> String {
        let known = if_any(self.known_met, "known failure", |known| format!(", {known}"));
        format!("{} in {}{known}", counted(self.cases, unit), counted(self.runs, "run"))
    }
}

/// The result of a campaign.
pub(super) struct CheckOutcome {
    pub(super) figures: Figures,
    pub(super) found: Vec<ProgramFailure>,
    /// The error that ended the campaign early, if any; `found` is valid nevertheless.
    pub(super) done: Result<(), CheckError>,
}

/// A campaign against one program.
pub(super) struct Campaign<'a> {
    pub(super) setup: &'a Setup<'a>,
    pub(super) queue: Queue,
    pub(super) figures: Figures,
    bar: CampaignBar,
    log: ProgressLog,
    started: Instant,
    /// Failures that are not reported again, each as its shrunk cases.
    known: Vec<Vec<String>>,
    found: Vec<ProgramFailure>,
}

/// Checks until the budget is used up, the limit of failures is reached, or Ctrl-C.
pub(super) fn run(
    setup: &Setup<'_>,
    corpus: Vec<CorpusCase>,
    method: &mut dyn Method,
) -> CheckOutcome {
    let mut campaign = Campaign {
        setup,
        bar: CampaignBar::new(setup.about.rule_set, setup.budget, corpus.len(), setup.quiet),
        log: ProgressLog::new(setup.about.rule_set, setup.quiet),
        figures: Figures { corpus: corpus.len(), ..Figures::default() },
        queue: Queue::new(corpus, setup.budget),
        started: Instant::now(),
        known: setup.known.clone(),
        found: Vec::new(),
    };
    let done = campaign.check(method);
    campaign.bar.finish();
    let interrupted = setup.stop.load(Relaxed) || matches!(done, Err(CheckError::Interrupted));
    let has_ended_early = interrupted || done.is_err() || !campaign.found.is_empty();
    let figures = Figures {
        late: if has_ended_early { 0 } else { campaign.queue.left_of_corpus() },
        interrupted,
        elapsed: campaign.elapsed(),
        ..campaign.figures
    };
    CheckOutcome { figures, found: campaign.found, done }
}

impl Campaign<'_> {
    fn check(&mut self, method: &mut dyn Method) -> Result<(), CheckError> {
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

    fn show(&mut self) {
        let (progress, elapsed) = (self.progress(), self.elapsed());
        self.bar.show(self.figures.cases, elapsed, |rate| format!("{progress}, {rate}/s"));
        self.log.show(|| progress);
    }

    fn progress(&self) -> String {
        self.figures.progress(self.setup.about.unit)
    }

    /// Shows what takes longer than to try the next items.
    pub(super) fn show_doing(&mut self, doing: &str) {
        let progress = format!("{}, {doing}", self.progress());
        self.bar.set_message(progress.clone());
        self.log.show(|| progress);
    }

    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// True after Ctrl-C, when the limit of failures is reached, or once the time is up with any.
    pub(super) fn is_enough(&self) -> bool {
        let found = self.found.len();
        self.setup.stop.load(Relaxed)
            || found >= self.setup.options.failures_max()
            || found > 0 && self.is_late()
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

    /// Time at which the diagnosis of a failure that is found now ends. `None` if the check has no
    /// time limit, or if the failure may be a known one, which only the smallest cases show.
    pub(super) fn diagnosis_end(&self) -> Option<Instant> {
        let CampaignBudget::Time(time) = self.setup.budget else { return None };
        if !self.known.is_empty() {
            return None;
        }
        let least = clock::later(Instant::now(), DIAGNOSIS_MIN.max(time / DIAGNOSIS_SHARE));
        self.deadline().map(|deadline| deadline.max(least))
    }

    /// Counts finished items.
    pub(super) fn count(&mut self, items: &[Item]) {
        let generated = items.iter().filter(|item| item.is_generated());
        self.figures.generated += generated.count() as u64;
        self.figures.cases += items.len() as u64;
    }

    /// Records a timeout after the failures that were found since; if those are as many as are
    /// reported, only their note mentions it.
    pub(super) fn record_late(
        &mut self,
        cases: Vec<String>,
        items: usize,
        failure: ProgramFailure,
    ) {
        let is_full = self.found.len() >= self.setup.options.failures_max();
        match self.found.last_mut().filter(|_| is_full) {
            Some(last) => {
                last.note += "Before, the program did not end in time on another input.\n";
            }
            None => self.record(cases, items, failure),
        }
    }

    /// Records a failure of so many counted items, unless one with the same shrunk cases is known.
    pub(super) fn record(&mut self, cases: Vec<String>, items: usize, failure: ProgramFailure) {
        if self.known.contains(&cases) {
            self.figures.known_met += 1;
            self.figures.known_cases += items as u64;
        } else {
            self.known.push(cases);
            self.found.push(failure);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Figures;

    #[test]
    fn the_progress_of_a_check_counts_known_failures() {
        let figures = Figures { cases: 2, runs: 1, ..Figures::default() };
        assert_eq!(figures.progress("case"), "2 cases in 1 run");
        let known = Figures { known_met: 1200, ..figures };
        assert_eq!(known.progress("case"), "2 cases in 1 run, 1,200 known failures");
    }
}
