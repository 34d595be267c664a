//! Batches of cases. Their size doubles with each good run and is halved by a failure.

use std::time::{Duration, Instant};

use super::locate::{Located, Locator};
use super::program::{INPUT_MAX, Program, Times, Tried};
use super::report::describe;
use crate::commands::check::campaign::{Campaign, Method};
use crate::commands::check::error::CheckError;
use crate::commands::check::foul::AnswerFoul;
use crate::commands::check::queue::{Item, Queue};
use crate::commands::check::report::Found;
use crate::commands::check::setup::Setup;

/// Maximum number of cases in a batch.
const CASES_MAX: usize = 128;

/// Number of generated cases that are sorted with the corpus, so that large cases of the corpus do
/// not come before all small ones that are generated.
const EARLY: u64 = 64;

/// After a timeout, the number of cases that are generated to look for a wrong answer, the time for
/// that, and the number of further timeouts that end it.
const LOOKED_AT: u64 = 32;
const LOOK_TIME: Duration = Duration::from_secs(3);
const LOOK_LATE_MAX: usize = 4;

pub(super) struct Batches<'a> {
    program: &'a Program<'a>,
    seed: u64,
    /// Corpus cases that some generated cases are made from, including cases that no judge gives.
    material: Vec<String>,
    times: Times,
    /// Number of cases in the next batch.
    size: usize,
    /// Limit on `size`.
    size_max: usize,
    /// Time of the slowest case that exceeded the limit of its batch but not that of the judge.
    slow: Option<Duration>,
    /// A small case that was answered right, to be tried after others.
    harmless: Option<String>,
    /// True once a timeout was followed by a look for a wrong answer.
    has_looked: bool,
}

impl<'a> Batches<'a> {
    pub(super) fn new(program: &'a Program<'a>, setup: &Setup<'_>, times: Times) -> Self {
        let material = setup.corpus.iter().map(|case| case.text.clone()).collect();
        let (seed, size_max) = (setup.about.seed, CASES_MAX);
        Self {
            program,
            seed,
            material,
            times,
            size: 1,
            size_max,
            slow: None,
            harmless: None,
            has_looked: false,
        }
    }

    /// The time of the slowest case that was slow, if any was.
    pub(super) fn slow(&self) -> Option<Duration> {
        self.slow
    }

    /// Finds the failing cases of a batch. The others are tried again, since answers after a
    /// failure have not been compared.
    fn find(
        &mut self,
        mut batch: Vec<Item>,
        cases: &[String],
        tried: Tried,
        campaign: &mut Campaign<'_>,
    ) -> Result<(), CheckError> {
        campaign.show_doing("shrinking the failing case");
        let harmless = self.harmless.as_ref();
        let times = Times { end: campaign.diagnosis_end(), ..self.times };
        let locator = Locator { program: self.program, times, harmless };
        let (failing, certainty) = match locator.locate(cases, tried)? {
            Located::Slow(time) => {
                self.slow_down(time, batch.len());
                if let [_] = batch[..] {
                    self.slow = self.slow.max(Some(time));
                    campaign.count(&batch);
                    return Ok(());
                }
                // Not all of several cases need have been answered within the limit of a run.
                campaign.figures.unclear = if times.is_over() { batch.len() as u64 } else { 0 };
                campaign.queue.give_back(batch);
                return Ok(());
            }
            Located::Fails(failing, certainty) => (failing, certainty),
        };
        let blamed: Vec<Item> =
            failing.places.iter().rev().map(|&place| batch.remove(place)).collect();
        campaign.count(&blamed);
        campaign.queue.give_back(batch);
        self.size = (self.size / 2).max(1);
        let origin = blamed[blamed.len() - 1].origin.clone();
        let (after, cut_short) = (campaign.elapsed(), failing.cut_short);
        let found = Found { origin, after, certainty, cut_short };
        let cases = failing.cases.clone();
        let is_late = failing.foul == AnswerFoul::Late;
        let failure = describe(*failing, found, self.program);
        if !is_late || self.has_looked {
            campaign.record(cases, blamed.len(), failure);
            return Ok(());
        }
        self.has_looked = true;
        let looked = self.look_for_an_answer(campaign);
        campaign.record_late(cases, blamed.len(), failure);
        looked
    }

    /// Looks for a small case with a wrong answer, which says more than a timeout, once in a check.
    fn look_for_an_answer(&mut self, campaign: &mut Campaign<'_>) -> Result<(), CheckError> {
        campaign.show_doing("looking for a wrong answer");
        let end = Instant::now() + LOOK_TIME;
        let (subject, seed) = (self.program.subject, self.seed);
        let draw = |number| subject.draw_for_judge(seed, number, &self.material);
        campaign.queue.draw_sorted(LOOKED_AT, draw);
        let mut late = Vec::new();
        for _ in 0..LOOKED_AT {
            let is_over = Instant::now() >= end || campaign.is_late();
            if is_over || late.len() > LOOK_LATE_MAX || campaign.is_enough() {
                break;
            }
            let Some(item) = campaign.queue.pop() else { break };
            let cases = [item.text.clone()];
            let tried = self.program.try_given(&cases, self.times.short())?;
            campaign.figures.runs += 1;
            match tried.foul {
                None => campaign.count(&[item]),
                Some(AnswerFoul::Late) => late.push(item),
                Some(_) => {
                    self.find(vec![item], &cases, tried, campaign)?;
                    break;
                }
            }
        }
        campaign.queue.give_back(late);
        Ok(())
    }

    /// Gives batches of a slow program more time and fewer cases.
    fn slow_down(&mut self, time: Duration, cases: usize) {
        self.times.batch = (self.times.batch.max(time) * 2).min(self.times.judge);
        self.times.slowest = self.times.slowest.max(time);
        self.size_max = (cases / 4).max(1);
        self.size = self.size_max;
    }
}

impl Method for Batches<'_> {
    fn take(&mut self, queue: &mut Queue) -> Vec<Item> {
        let subject = self.program.subject;
        let draw = |number| subject.draw_for_judge(self.seed, number, &self.material);
        if queue.is_new() {
            queue.draw_sorted(EARLY, draw);
        }
        let mut batch: Vec<Item> = Vec::new();
        let mut length = 0;
        while batch.len() < self.size
            && let Some(next) = queue.peek(draw)
        {
            length += next.text.len();
            if !batch.is_empty() && length > INPUT_MAX {
                break;
            }
            batch.extend(queue.pop());
        }
        batch
    }

    fn try_on(&mut self, batch: Vec<Item>, campaign: &mut Campaign<'_>) -> Result<(), CheckError> {
        let cases: Vec<String> = batch.iter().map(|item| item.text.clone()).collect();
        let tried = self.program.try_given(&cases, self.times.batch)?;
        campaign.figures.runs += 1;
        if tried.foul.is_some() {
            return self.find(batch, &cases, tried, campaign);
        }
        self.times.slowest = self.times.slowest.max(tried.run.time);
        self.size = (self.size * 2).min(self.size_max);
        self.harmless = self.harmless.take().or_else(|| cases.into_iter().next());
        campaign.count(&batch);
        Ok(())
    }
}
