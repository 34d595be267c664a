//! Rounds: many positions, several at a time, and a look at each that fails.

use std::slice;
use std::time::Duration;

use referee::Trial;

use super::asker::{Asker, Failing, Wrong};
use super::positions::Positions;
use super::shrinking::shrink;
use crate::commands::check::campaign::{Campaign, Certainty, Found, Method};
use crate::commands::check::halt::Halt;
use crate::commands::check::queue::{Item, Queue};

/// The number of positions for each thread in a round.
const ROUND: usize = 8;

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

pub(super) struct Rounds<'a> {
    pub(super) asker: &'a Asker<'a>,
    pub(super) positions: Positions<'a>,
    /// Moves that were late, and in time when they were asked for again.
    pub(super) late_once: u64,
    /// The longest that a valid move took.
    pub(super) slowest: Duration,
}

impl Rounds<'_> {
    fn count(
        &mut self,
        item: Item<Option<String>>,
        tried: Tried,
        campaign: &mut Campaign<'_, Self>,
    ) -> Result<(), Halt> {
        let wrong = tried.wrong();
        let (Some(board), Some(trial)) = (tried.board, tried.trial?) else { return Ok(()) };
        campaign.count(slice::from_ref(&item));
        campaign.progress.runs += 1;
        if let Some(wrong) = wrong {
            return self.find(item, Failing { board, trial, wrong }, campaign);
        }
        self.slowest = self.slowest.max(trial.asked.time);
        Ok(())
    }

    /// Looks into a failure. It is asked for again when nothing else runs.
    fn find(
        &mut self,
        item: Item<Option<String>>,
        failing: Failing,
        campaign: &mut Campaign<'_, Self>,
    ) -> Result<(), Halt> {
        campaign.say("looking for the smallest board on which it fails");
        let after = campaign.elapsed();
        let (failing, certainty) = match self.asker.ask(&failing.board, self.asker.limit) {
            Ok(again) if Wrong::of(&again).is_some_and(|wrong| wrong.is_like(&failing.wrong)) => {
                (shrink(self.asker, campaign.setup, failing, self.slowest)?, Certainty::Sure)
            }
            Ok(again) if failing.wrong.is_late() => {
                self.late_once += 1;
                self.slowest = self.slowest.max(again.asked.time);
                return Ok(());
            }
            Ok(_) => (failing, Certainty::Flaky),
            // Whether it would have been late if nothing else had run, nobody knows.
            Err(Halt::Interrupted) if !failing.wrong.is_late() => (failing, Certainty::Unclear),
            Err(halt) => return Err(halt),
        };
        let key = failing.board.clone();
        let found = Found { failing, origin: item.origin, after, certainty };
        campaign.record(slice::from_ref(&key), found);
        Ok(())
    }
}

impl Method for Rounds<'_> {
    /// The board; a generated one is drawn when it is tried, since that takes a while.
    type Text = Option<String>;
    type Failing = Failing;

    fn take(&mut self, queue: &mut Queue<Self::Text>) -> Vec<Item<Self::Text>> {
        let mut items = Vec::new();
        while items.len() < self.asker.jobs * ROUND && queue.peek(|_| Some(None)).is_some() {
            items.extend(queue.pop());
        }
        items
    }

    /// What is wrong is looked into in the order of the items: so it does not depend on the number
    /// of threads which failure is found first.
    fn try_on(
        &mut self,
        items: Vec<Item<Self::Text>>,
        campaign: &mut Campaign<'_, Self>,
    ) -> Result<(), Halt> {
        let (asker, positions) = (self.asker, &self.positions);
        let tried = asker.each_until(
            &items,
            |item| try_one(asker, positions, item),
            |tried| tried.trial.is_err() || tried.wrong().is_some(),
        );
        let mut again = Vec::new();
        for (item, tried) in items.into_iter().zip(tried) {
            match tried {
                Some(tried) if !campaign.is_enough() => self.count(item, tried, campaign)?,
                _ => again.push(item),
            }
        }
        campaign.queue.give_back(again);
        Ok(())
    }
}

fn try_one(asker: &Asker<'_>, positions: &Positions<'_>, item: &Item<Option<String>>) -> Tried {
    match positions.board(item) {
        Ok(Some(board)) => {
            let trial = asker.ask(&board, asker.limit).map(Some);
            Tried { board: Some(board), trial }
        }
        Ok(None) => Tried { board: None, trial: Ok(None) },
        Err(halt) => Tried { board: None, trial: Err(halt) },
    }
}
