//! Many positions, several at a time, and smaller boards for those on which the program fails.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use harness::campaign::Budget;
use referee::Trial;

use super::asker::{Asker, Halt, Wrong};
use super::positions::{Item, Source};
use super::shrinking::Shrinking;
use crate::commands::check::campaign::{Certainty, Origin, Progress};
use crate::progress_bar::CampaignBar;
use crate::subjects::AnySubject;

/// How many positions each thread gets at a time.
const ROUND: usize = 8;

/// What is to be done.
pub(super) struct Plan<'a> {
    pub(super) subject: &'a AnySubject,
    pub(super) budget: Budget,
    /// Boards on which the program is known to fail.
    pub(super) known: Vec<String>,
    /// After how many different failures it is enough.
    pub(super) failures_max: usize,
    pub(super) bar: &'a CampaignBar,
    pub(super) stop: &'a AtomicBool,
}

/// A failure, and where it came from.
pub(super) struct Found {
    pub(super) board: String,
    pub(super) trial: Trial,
    pub(super) wrong: Wrong,
    pub(super) origin: Origin,
    /// Since the beginning of the campaign.
    pub(super) after: Duration,
    pub(super) certainty: Certainty,
}

/// What came of it.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) progress: Progress,
    pub(super) found: Vec<Found>,
    /// How often a failure was met that was known already, or had been found before.
    pub(super) known_met: u64,
    /// How often a move was late that was in time when it was asked for again.
    pub(super) late_once: u64,
    /// The longest that a valid move took.
    pub(super) slowest: Duration,
    pub(super) interrupted: bool,
    pub(super) elapsed: Duration,
}

/// A position that was tried; no board if there was none with a move.
struct Tried {
    board: Option<String>,
    trial: Result<Option<Trial>, Halt>,
}

impl Tried {
    fn wrong(&self) -> Option<Wrong> {
        self.trial.as_ref().ok()?.as_ref().and_then(Wrong::of)
    }
}

/// A campaign against one program.
pub(super) struct Campaign<'a> {
    asker: &'a Asker<'a>,
    plan: Plan<'a>,
    source: Source<'a>,
    started: Instant,
    outcome: Outcome,
}

impl<'a> Campaign<'a> {
    pub(super) fn new(asker: &'a Asker<'a>, plan: Plan<'a>, source: Source<'a>) -> Self {
        Self { asker, plan, source, started: Instant::now(), outcome: Outcome::default() }
    }

    /// Checks until the budget is used up, enough was found, or the user has had enough. What was
    /// found before something went wrong is not lost.
    pub(super) fn run(mut self) -> (Outcome, Result<(), Halt>) {
        let done = self.check();
        self.outcome.elapsed = self.started.elapsed();
        self.outcome.interrupted =
            self.plan.stop.load(Relaxed) || matches!(done, Err(Halt::Interrupted));
        (self.outcome, done)
    }

    fn check(&mut self) -> Result<(), Halt> {
        while !self.is_enough() {
            self.outcome.progress.show(self.plan.bar, self.started.elapsed());
            let time_up =
                matches!(self.plan.budget, Budget::Time(time) if self.started.elapsed() >= time);
            let items = self.source.take(self.asker.jobs * ROUND, time_up);
            if items.is_empty() {
                break;
            }
            self.round(items)?;
        }
        Ok(())
    }

    fn is_enough(&self) -> bool {
        self.plan.stop.load(Relaxed) || self.outcome.found.len() >= self.plan.failures_max
    }

    /// Tries some positions, and looks into what is wrong in their order: so it does not depend on the
    /// number of threads which failure is found first.
    fn round(&mut self, items: Vec<Item>) -> Result<(), Halt> {
        let (asker, source) = (self.asker, &self.source);
        let tried = asker.each_until(
            &items,
            |item| try_one(asker, source, item),
            |tried| tried.trial.is_err() || tried.wrong().is_some(),
        );
        let mut again = Vec::new();
        for (item, tried) in items.into_iter().zip(tried) {
            match tried {
                Some(tried) if !self.is_enough() => self.count(&item, tried)?,
                _ => again.push(item),
            }
        }
        self.source.give_back(again);
        Ok(())
    }

    fn count(&mut self, item: &Item, tried: Tried) -> Result<(), Halt> {
        let wrong = tried.wrong();
        let (Some(board), Some(trial)) = (tried.board, tried.trial?) else { return Ok(()) };
        self.outcome.progress.cases += 1;
        self.outcome.progress.runs += 1;
        self.outcome.progress.generated += u64::from(matches!(item, Item::Generated(_)));
        if let Some(wrong) = wrong {
            return self.find(item, board, trial, wrong);
        }
        self.outcome.slowest = self.outcome.slowest.max(trial.asked.time);
        Ok(())
    }

    /// Looks into a failure. It is asked for again when nothing else runs.
    fn find(&mut self, item: &Item, board: String, trial: Trial, wrong: Wrong) -> Result<(), Halt> {
        self.plan.bar.say("looking for the smallest board on which it fails");
        let found = Found {
            board,
            trial,
            wrong,
            origin: item.origin(),
            after: self.started.elapsed(),
            certainty: Certainty::Sure,
        };
        let again = self.asker.ask(&found.board, self.asker.limit);
        let found = match again {
            Ok(again) if Wrong::of(&again).is_some_and(|wrong| wrong.is_like(&found.wrong)) => {
                self.shrink(found)?
            }
            Ok(again) if found.wrong.is_late() => {
                self.outcome.late_once += 1;
                self.outcome.slowest = self.outcome.slowest.max(again.asked.time);
                return Ok(());
            }
            Ok(_) => Found { certainty: Certainty::Flaky, ..found },
            // Whether it would have been late if nothing else had run, nobody knows.
            Err(Halt::Interrupted) if !found.wrong.is_late() => {
                Found { certainty: Certainty::Unclear, ..found }
            }
            Err(halt) => return Err(halt),
        };
        if self.plan.known.contains(&found.board) {
            self.outcome.known_met += 1;
        } else {
            self.plan.known.push(found.board.clone());
            self.outcome.found.push(found);
        }
        Ok(())
    }

    /// The smallest board that can be reached on which the program fails in the same way.
    fn shrink(&self, found: Found) -> Result<Found, Halt> {
        let mut shrinking = Shrinking::new(self.asker, &self.plan, &found, self.outcome.slowest);
        let board = shrinking.shrink(&found.board)?;
        if board == found.board {
            return Ok(found);
        }
        let trial = self.asker.ask_to_the_end(&board)?;
        // Else the smaller one was only slow, or its failure does not come back.
        Ok(match Wrong::of(&trial).filter(|wrong| wrong.is_like(&found.wrong)) {
            Some(wrong) => Found { board, trial, wrong, ..found },
            None => found,
        })
    }
}

fn try_one(asker: &Asker<'_>, source: &Source<'_>, item: &Item) -> Tried {
    match source.board(item) {
        Ok(Some(board)) => {
            let trial = asker.ask(&board, asker.limit).map(Some);
            Tried { board: Some(board), trial }
        }
        Ok(None) => Tried { board: None, trial: Ok(None) },
        Err(halt) => Tried { board: None, trial: Err(halt) },
    }
}
