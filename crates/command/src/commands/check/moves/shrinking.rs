//! Shrinks a board on which a program fails.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use twinboard_referee::move_check;

use super::asker::{Asker, Failing};
use crate::commands::check::error::CheckError;
use crate::commands::check::foul::MoveFoul;
use crate::commands::check::setup::Setup;
use crate::commands::check::shrinking::{self, Deadline, limit_of_late_runs};
use crate::session::AnySubject;

/// Time limit for shrinking.
const TIME: Duration = Duration::from_secs(6);
/// Time limit for shrinking a timeout, where every attempt takes long.
const TIME_LATE: Duration = Duration::from_secs(3);

/// Shrinks the board while the program fails with the same foul, until the diagnosis ends. `slowest`
/// is the time of its slowest good run, which determines the time limit for shrinking a timeout.
pub(super) fn shrink(
    asker: &Asker<'_>,
    setup: &Setup<'_>,
    failing: Failing,
    (slowest, end): (Duration, Option<Instant>),
) -> Result<Failing, CheckError> {
    let mut shrinking = Shrinking::new(asker, setup, &failing, (slowest, end));
    let board = shrinking.shrink(&failing.board)?;
    let cut_short = shrinking.trying.deadline.has_cut();
    let failing = Failing { cut_short, ..failing };
    if board == failing.board {
        return Ok(failing);
    }
    let trial = asker.ask_uninterruptibly(&board)?;
    // Otherwise the smaller board was only slow, or its failure is flaky.
    Ok(match MoveFoul::of(&trial).filter(|foul| foul.is_like(&failing.foul)) {
        Some(foul) => Failing { board, trial, foul, cut_short },
        None => failing,
    })
}

/// The search for a smaller board.
struct Shrinking<'a> {
    subject: &'a AnySubject,
    trying: Trying<'a>,
    /// Boards on which the program does not fail with this foul.
    good: HashSet<String>,
    /// Number of lines of the smallest failing board so far.
    lines: usize,
    /// True while boards of fewer lines are postponed.
    skips: bool,
}

/// The limits of an attempt, and the foul to reproduce.
struct Trying<'a> {
    asker: &'a Asker<'a>,
    stop: &'a AtomicBool,
    foul: &'a MoveFoul,
    limit: Duration,
    deadline: Deadline,
}

impl<'a> Shrinking<'a> {
    fn new(
        asker: &'a Asker<'a>,
        setup: &'a Setup<'a>,
        failing: &'a Failing,
        (slowest, end): (Duration, Option<Instant>),
    ) -> Self {
        let (time, limit) = if failing.foul.is_late() {
            (TIME_LATE, limit_of_late_runs(slowest, asker.limit).min(asker.limit))
        } else {
            (TIME, asker.limit)
        };
        let (stop, deadline) = (&*setup.stop, Deadline::after(time, end));
        Self {
            subject: setup.subject,
            trying: Trying { asker, stop, foul: &failing.foul, limit, deadline },
            good: HashSet::new(),
            lines: count_lines(&failing.board),
            skips: false,
        }
    }

    /// The board to which this one shrinks.
    ///
    /// The shrinker tries boards of fewer rows first, again after each step. If the foul needs a
    /// board of this size, these are most of the candidates. So they are postponed after a step in
    /// which none of them failed, until no other candidate is left.
    fn shrink(&mut self, board: &str) -> Result<String, CheckError> {
        let mut best = board.to_owned();
        loop {
            self.skips = false;
            let before = best.clone();
            let subject = self.subject;
            best = shrinking::shrink(subject, &before, |boards| self.first_failing(boards))?;
            if best == before || !self.skips {
                return Ok(best);
            }
        }
    }

    fn first_failing(&mut self, boards: &[String]) -> Result<Option<usize>, CheckError> {
        if self.trying.is_over() {
            return Ok(None);
        }
        let is_worth_it = |at: &usize| {
            let is_put_off = self.skips && count_lines(&boards[*at]) < self.lines;
            !is_put_off && !self.good.contains(&boards[*at])
        };
        let places: Vec<usize> = (0..boards.len()).filter(is_worth_it).collect();
        let trying = &self.trying;
        let tried = trying.asker.each_until(
            &places,
            |&at| trying.fails(&boards[at]),
            |fails| !matches!(fails, Ok(Some(false))),
        );
        for (&at, fails) in places.iter().zip(tried) {
            match fails.transpose()?.flatten() {
                Some(true) => {
                    let lines = count_lines(&boards[at]);
                    self.skips = lines >= self.lines;
                    self.lines = lines;
                    return Ok(Some(at));
                }
                Some(false) => {
                    self.good.insert(boards[at].clone());
                }
                None => {}
            }
        }
        Ok(None)
    }
}

impl Trying<'_> {
    /// True if the program fails on a board with the same foul; `None` if the time is up.
    fn fails(&self, board: &str) -> Result<Option<bool>, CheckError> {
        if self.is_over() {
            return Ok(None);
        }
        if !move_check::has_move(self.asker.contest, board)? {
            return Ok(Some(false));
        }
        let foul = MoveFoul::of(&self.asker.ask(board, self.limit)?);
        Ok(Some(foul.is_some_and(|foul| foul.is_like(self.foul))))
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || self.deadline.is_over()
    }
}

fn count_lines(board: &str) -> usize {
    board.lines().count()
}
