//! Rounds of positions, several at a time; failures are confirmed and shrunk one by one.

use std::slice;
use std::time::{Duration, Instant};

use twinboard_referee::MoveCheck;

use super::asker::{Asker, Failing};
use super::positions::Positions;
use super::report::describe;
use super::shrinking::shrink;
use crate::commands::check::campaign::{Campaign, Method};
use crate::commands::check::error::CheckError;
use crate::commands::check::foul::MoveFoul;
use crate::commands::check::queue::{Item, Queue};
use crate::commands::check::report::{Certainty, Found};

/// Number of positions for each thread in a round.
const ROUND: usize = 8;

/// A position that was tried; `board` is `None` if no board with a move was found.
struct Tried {
    board: Option<String>,
    trial: Result<Option<MoveCheck>, CheckError>,
}

impl Tried {
    fn foul(&self) -> Option<MoveFoul> {
        self.trial.as_ref().ok()?.as_ref().and_then(MoveFoul::of)
    }
}

pub(super) struct Rounds<'a> {
    pub(super) asker: &'a Asker<'a>,
    pub(super) positions: Positions<'a>,
    /// Number of moves that were late but in time at the second attempt.
    pub(super) late_once: u64,
    /// The time of the slowest valid move.
    pub(super) slowest: Duration,
}

impl Rounds<'_> {
    fn count(
        &mut self,
        item: Item,
        tried: Tried,
        campaign: &mut Campaign<'_>,
    ) -> Result<(), CheckError> {
        let foul = tried.foul();
        let (Some(board), Some(trial)) = (tried.board, tried.trial?) else { return Ok(()) };
        campaign.count(slice::from_ref(&item));
        campaign.figures.runs += 1;
        if let Some(foul) = foul {
            let failing = Failing { board, trial, foul, cut_short: false };
            return self.find(item, failing, campaign);
        }
        self.slowest = self.slowest.max(trial.reply.time);
        Ok(())
    }

    /// Confirms a failure while no other program runs, and shrinks it.
    fn find(
        &mut self,
        item: Item,
        failing: Failing,
        campaign: &mut Campaign<'_>,
    ) -> Result<(), CheckError> {
        campaign.show_doing("shrinking the failing board");
        let (after, end) = (campaign.elapsed(), campaign.diagnosis_end());
        let (failing, certainty) = match self.asker.ask(&failing.board, self.asker.limit) {
            Ok(again) if MoveFoul::of(&again).is_some_and(|foul| foul.is_like(&failing.foul)) => {
                let limits = (self.slowest, end);
                (shrink(self.asker, campaign.setup, failing, limits)?, Certainty::Sure)
            }
            Ok(again) if failing.foul.is_late() => {
                self.late_once += 1;
                self.slowest = self.slowest.max(again.reply.time);
                return Ok(());
            }
            Ok(_) => (failing, Certainty::Flaky),
            // A timeout that was not confirmed is no failure.
            Err(CheckError::Interrupted) if !failing.foul.is_late() => {
                (failing, Certainty::Unclear)
            }
            Err(error) => return Err(error),
        };
        let cut_short = failing.cut_short;
        let found = Found { origin: item.origin, after, certainty, cut_short };
        let cases = vec![failing.board.clone()];
        campaign.record(cases, 1, describe(failing, found, self.asker));
        Ok(())
    }
}

impl Method for Rounds<'_> {
    /// The text of a generated item is empty: the thread that tries it generates the board, which
    /// is slow.
    fn take(&mut self, queue: &mut Queue) -> Vec<Item> {
        let mut items = Vec::new();
        while items.len() < self.asker.jobs * ROUND && queue.peek(|_| Some(String::new())).is_some()
        {
            items.extend(queue.pop());
        }
        items
    }

    /// Failures are confirmed in the order of the items, so the result does not depend on the
    /// number of threads.
    fn try_on(&mut self, items: Vec<Item>, campaign: &mut Campaign<'_>) -> Result<(), CheckError> {
        let (asker, positions) = (self.asker, &self.positions);
        let deadline = campaign.deadline();
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let tried = asker.each_until(
            &items,
            |item| try_one(asker, positions, item),
            |tried| tried.trial.is_err() || tried.foul().is_some() || is_late(),
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

fn try_one(asker: &Asker<'_>, positions: &Positions<'_>, item: &Item) -> Tried {
    match positions.board(item) {
        Ok(Some(board)) => {
            let trial = asker.ask(&board, asker.limit).map(Some);
            Tried { board: Some(board), trial }
        }
        Ok(None) => Tried { board: None, trial: Ok(None) },
        Err(error) => Tried { board: None, trial: Err(error) },
    }
}
