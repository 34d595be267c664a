//! The main loop of a check: tries the items of the queue until the budget is used up.
//!
//! Inputs have one case at first, then twice as many after each good run, and half as many after a
//! failure.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use twinboard_harness::campaign::{CampaignBudget, CorpusCase};

use super::answers::Program;
use super::report::Report;
use super::shrink::{Diagnosed, Diagnosis, Failing, INPUT_MAX, Pace};
use super::{Setup, Trial};
use crate::output::failure::Failure;
use crate::output::progress::{CampaignBar, ProgressLog};
use crate::output::text::{counted, if_any};
use crate::process;

/// Initial time limit for an input, so that a hung program is detected early.
const FIRST_LIMIT: Duration = Duration::from_secs(1);

/// Number of generated cases that are sorted with the corpus, so that large ones of the corpus do not
/// come before all small ones that are generated.
const EARLY: u64 = 64;

/// The diagnosis of a failure ends with the check, but has at least this share of its time, and this
/// time.
const DIAGNOSIS_SHARE: u32 = 4;
const DIAGNOSIS_MIN: Duration = Duration::from_secs(1);

#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figures {
    /// Cases that were answered correctly or found to fail.
    pub(super) cases: u64,
    pub(super) generated: u64,
    pub(super) runs: u64,
    pub(super) corpus: usize,
    /// Cases of the corpus for which there was no time; none if anything else ended the campaign.
    pub(super) late: u64,
    /// Number of cases that did not end in time together, if there was no time to try them apart.
    pub(super) unclear: u64,
    /// Number of failures that were known or had been found before.
    pub(super) known_met: u64,
    /// Number of those among `cases` that failed in such a way.
    pub(super) known_cases: u64,
    /// The slowest case that was late at first but in time when it was run again, if there is any.
    pub(super) slow: Option<Duration>,
    pub(super) interrupted: bool,
    pub(super) elapsed: Duration,
}

impl Figures {
    fn progress(&self) -> String {
        let known = if_any(self.known_met, "known failure", |known| format!(", {known}"));
        format!("{} in {}{known}", counted(self.cases, "case"), counted(self.runs, "run"))
    }
}

pub(super) struct CheckOutcome<'a> {
    pub(super) figures: Figures,
    pub(super) found: Vec<Report<'a>>,
    /// The error that ended the campaign early, if any; `found` is valid nevertheless.
    pub(super) done: Result<(), Failure>,
}

struct Campaign<'a> {
    setup: &'a Setup<'a>,
    program: &'a Program<'a>,
    queue: Queue,
    figures: Figures,
    bar: CampaignBar,
    log: ProgressLog,
    started: Instant,
    pace: Pace,
    size: usize,
    /// Limit on `size`.
    size_max: usize,
    /// Failures that are not reported again, each as its shrunk cases.
    known: Vec<Vec<String>>,
    found: Vec<Report<'a>>,
}

/// Checks until the budget is used up, the limit of failures is reached, or Ctrl-C.
pub(super) fn run<'a>(
    setup: &'a Setup<'a>,
    corpus: Vec<CorpusCase>,
    program: &'a Program<'a>,
) -> CheckOutcome<'a> {
    let mut campaign = Campaign {
        setup,
        program,
        bar: CampaignBar::new(
            setup.about.rule_set,
            setup.budget,
            corpus.len(),
            setup.options.results.quiet,
        ),
        log: ProgressLog::new(setup.about.rule_set, setup.options.results.quiet),
        figures: Figures { corpus: corpus.len(), ..Figures::default() },
        queue: Queue::new(corpus, setup.budget),
        started: Instant::now(),
        pace: Pace { limit: FIRST_LIMIT.min(program.limit()), slowest: Duration::ZERO },
        size: 1,
        size_max: program.cases_max(),
        known: setup.known.clone(),
        found: Vec::new(),
    };
    let done = campaign.check();
    let interrupted = setup.stop.load(Relaxed) || matches!(done, Err(Failure::Interrupted));
    let has_ended_early = interrupted || done.is_err() || !campaign.found.is_empty();
    let figures = Figures {
        late: if has_ended_early { 0 } else { campaign.queue.left_of_corpus() },
        interrupted,
        elapsed: campaign.started.elapsed(),
        ..campaign.figures
    };
    CheckOutcome { figures, found: campaign.found, done }
}

impl Campaign<'_> {
    fn check(&mut self) -> Result<(), Failure> {
        while !self.is_enough() && !self.is_late() && !self.queue.is_over() {
            self.show();
            let input = self.next_input();
            if !input.is_empty() {
                self.try_input(input)?;
            }
        }
        Ok(())
    }

    fn show(&mut self) {
        let (progress, elapsed) = (self.progress(), self.started.elapsed());
        self.bar.show(self.figures.cases, elapsed, |rate| format!("{progress}, {rate}/s"));
        self.log.show(|| progress);
    }

    fn progress(&self) -> String {
        self.figures.progress()
    }

    /// Shows what takes longer than to try the next items.
    fn show_doing(&mut self, doing: &str) {
        let progress = format!("{}, {doing}", self.progress());
        self.bar.set_message(progress.clone());
        self.log.show(|| progress);
    }

    /// True after Ctrl-C, when the limit of failures is reached, or once the time is up with any.
    fn is_enough(&self) -> bool {
        let found = self.found.len();
        self.setup.stop.load(Relaxed)
            || found >= usize::from(self.setup.options.findings)
            || found > 0 && self.is_late()
    }

    fn is_late(&self) -> bool {
        self.deadline().is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Time at which the check ends; `None` if it ends after a number of cases.
    fn deadline(&self) -> Option<Instant> {
        match self.setup.budget {
            CampaignBudget::Time(time) => Some(process::later(self.started, time)),
            CampaignBudget::Cases(_) => None,
        }
    }

    /// Time at which the diagnosis of a failure that is found now ends. `None` if the check has no
    /// time limit, or if the failure may be a known one, which only the smallest cases show.
    fn diagnosis_end(&self) -> Option<Instant> {
        let CampaignBudget::Time(time) = self.setup.budget else { return None };
        if !self.known.is_empty() {
            return None;
        }
        let least = process::later(Instant::now(), DIAGNOSIS_MIN.max(time / DIAGNOSIS_SHARE));
        self.deadline().map(|deadline| deadline.max(least))
    }

    fn draw(&mut self, count: u64) {
        for number in self.queue.numbers(count) {
            if let Some(text) = self.program.draw(number) {
                self.queue.add(number, text);
            }
        }
    }

    /// The items of the next input; none if the queue is over.
    fn next_input(&mut self) -> Vec<Item> {
        if self.queue.is_new() {
            self.draw(EARLY);
            self.queue.sort();
        }
        let mut input: Vec<Item> = Vec::new();
        let mut length = 0;
        while input.len() < self.size {
            if self.queue.peek().is_none() {
                self.draw(1);
            }
            let Some(next) = self.queue.peek() else { break };
            length += next.text.len();
            if !input.is_empty() && length > INPUT_MAX {
                break;
            }
            input.extend(self.queue.pop());
        }
        input
    }

    /// Tries an input, and counts its items or records the failure. What was tried when the user or
    /// the time ended the check does not count.
    fn try_input(&mut self, input: Vec<Item>) -> Result<(), Failure> {
        let tried = self.program.run(&texts(&input), self.pace.limit, true);
        if self.is_enough() {
            self.queue.give_back(input);
            return Ok(());
        }
        let Some(trial) = tried? else { return Ok(()) };
        self.figures.runs += 1;
        if trial.foul.is_some() {
            return self.find(input, trial);
        }
        self.pace.slowest = self.pace.slowest.max(trial.time);
        self.size = (self.size * 2).min(self.size_max);
        self.count(&input);
        Ok(())
    }

    fn count(&mut self, items: &[Item]) {
        let generated = items.iter().filter(|item| item.is_generated());
        self.figures.generated += generated.count() as u64;
        self.figures.cases += items.len() as u64;
    }

    /// Finds the failing cases of an input. The others are tried again, since answers after a
    /// failure have not been compared.
    fn find(&mut self, mut input: Vec<Item>, trial: Trial) -> Result<(), Failure> {
        self.show_doing("shrinking the failing case");
        let (after, size) = (self.started.elapsed(), input.len());
        let (program, pace, end) = (self.program, self.pace, self.diagnosis_end());
        let diagnosis = Diagnosis { program, pace, end };
        let failing = match diagnosis.diagnose(&texts(&input), trial)? {
            Diagnosed::Fails(failing) => *failing,
            Diagnosed::Slow(time) => {
                let is_unclear = diagnosis.is_over();
                self.slow_down(time, size);
                if size == 1 {
                    self.figures.slow = self.figures.slow.max(Some(time));
                    self.count(&input);
                } else {
                    // Not all of several cases need have been answered within the limit of a run.
                    self.figures.unclear = if is_unclear { size as u64 } else { 0 };
                    self.queue.give_back(input);
                }
                return Ok(());
            }
        };
        let blamed: Vec<Item> =
            failing.places.iter().rev().map(|&place| input.remove(place)).collect();
        self.count(&blamed);
        self.queue.give_back(input);
        self.size = (self.size / 2).max(1);
        self.record(&blamed, failing, (after, size))
    }

    /// Records a failure of counted items, unless one with the same shrunk cases is known.
    fn record(
        &mut self,
        blamed: &[Item],
        mut failing: Failing,
        (after, size): (Duration, usize),
    ) -> Result<(), Failure> {
        if self.known.contains(&failing.cases) {
            self.figures.known_met += 1;
            self.figures.known_cases += blamed.len() as u64;
            return Ok(());
        }
        self.known.push(failing.cases.clone());
        let shown = self.program.show(&mut failing.trial)?;
        let mut report = Report {
            about: &self.setup.about,
            origin: blamed[blamed.len() - 1].origin.clone(),
            after,
            size,
            failing,
            shown,
            limits: self.program.runner.limits(),
            level: self.setup.session.isolation.used(),
            saved: None,
        };
        // If saving fails, the report shows the input uncut.
        report.saved = report.save(&self.setup.options.out).inspect_err(Failure::report).ok();
        self.found.push(report);
        Ok(())
    }

    /// Gives the inputs of a slow program more time and fewer cases.
    fn slow_down(&mut self, time: Duration, cases: usize) {
        let Pace { limit, slowest } = self.pace;
        let limit = (limit.max(time) * 2).min(self.program.limit());
        self.pace = Pace { limit, slowest: slowest.max(time) };
        self.size_max = (cases / 4).max(1);
        self.size = self.size_max;
    }
}

fn texts(items: &[Item]) -> Vec<String> {
    items.iter().map(|item| item.text.clone()).collect()
}

#[derive(Clone, Debug)]
pub(super) enum Origin {
    Corpus(String),
    /// The number of the generated case, from 0.
    Generated(u64),
}

struct Item {
    origin: Origin,
    text: String,
}

impl Item {
    fn is_generated(&self) -> bool {
        matches!(self.origin, Origin::Generated(_))
    }
}

struct Queue {
    items: VecDeque<Item>,
    next: u64,
    end: u64,
}

impl Queue {
    fn new(corpus: Vec<CorpusCase>, budget: CampaignBudget) -> Self {
        let item = |CorpusCase { name, text }| Item { origin: Origin::Corpus(name), text };
        let end = if let CampaignBudget::Cases(cases) = budget { cases } else { u64::MAX };
        Self { items: corpus.into_iter().map(item).collect(), next: 0, end }
    }

    /// The numbers of the next `count` items to generate, or of those that are left.
    fn numbers(&mut self, count: u64) -> Range<u64> {
        let begin = self.next;
        self.next = self.end.min(begin.saturating_add(count));
        begin..self.next
    }

    /// True until an item is generated.
    fn is_new(&self) -> bool {
        self.next == 0
    }

    fn add(&mut self, number: u64, text: String) {
        self.items.push_back(Item { origin: Origin::Generated(number), text });
    }

    /// Puts small items first: if those fail, no large case has to be shrunk.
    fn sort(&mut self) {
        self.items.make_contiguous().sort_by_key(|item| item.text.len());
    }

    /// The number of items of the corpus that were not taken.
    fn left_of_corpus(&self) -> u64 {
        self.items.iter().filter(|item| !item.is_generated()).count() as u64
    }

    /// The next item; `None` until another one is added.
    fn peek(&self) -> Option<&Item> {
        self.items.front()
    }

    fn pop(&mut self) -> Option<Item> {
        self.items.pop_front()
    }

    /// True if no item is left and none can be added.
    fn is_over(&self) -> bool {
        self.items.is_empty() && self.next == self.end
    }

    fn give_back(&mut self, items: Vec<Item>) {
        for item in items.into_iter().rev() {
            self.items.push_front(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use twinboard_harness::campaign::{CampaignBudget, CorpusCase};

    use super::{Figures, Queue};

    #[test]
    fn the_progress_of_a_check_counts_known_failures() {
        let figures = Figures { cases: 2, runs: 1, ..Figures::default() };
        assert_eq!(figures.progress(), "2 cases in 1 run");
        let known = Figures { known_met: 1200, ..figures };
        assert_eq!(known.progress(), "2 cases in 1 run, 1,200 known failures");
    }

    #[test]
    fn small_items_come_first_and_those_given_back_before_them() {
        let case = |text: &str| CorpusCase { name: text.into(), text: text.into() };
        let mut queue =
            Queue::new(vec![case("long"), case("s"), case("longer")], CampaignBudget::Cases(3));
        assert_eq!(queue.numbers(2), 0..2);
        queue.add(0, "12345".into());
        queue.add(1, "1".into());
        queue.sort();
        let first = [(); 3].map(|()| queue.pop().unwrap());
        assert_eq!(first.each_ref().map(|item| &*item.text), ["s", "1", "long"]);
        assert_eq!(queue.left_of_corpus(), 1);
        queue.give_back(first.into_iter().skip(1).collect());
        let rest: Vec<String> = std::iter::from_fn(|| queue.pop()).map(|item| item.text).collect();
        assert_eq!(rest, ["1", "long", "12345", "longer"]);
        assert!(!queue.is_over());
        assert_eq!(queue.numbers(9), 2..3);
        assert!(queue.is_over());
    }
}
