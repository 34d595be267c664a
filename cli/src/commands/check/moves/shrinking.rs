//! From a board on which a program fails to the smallest one on which it fails in the same way.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use referee::trial;

use super::asker::{Asker, Failing, Wrong};
use crate::commands::check::halt::Halt;
use crate::commands::check::setup::Setup;
use crate::commands::check::shrinking::{self, limit_of_late_runs};
use crate::subjects::AnySubject;

/// The time for shrinking, after which what has been reached is good enough.
const TIME: Duration = Duration::from_secs(6);
/// The same for a program that does not end, of which every step takes long.
const TIME_LATE: Duration = Duration::from_secs(3);

/// Finds the smallest board that can be reached on which the program fails in the same way. Its
/// slowest good run took `slowest`.
pub(super) fn shrink(
    asker: &Asker<'_>,
    setup: &Setup<'_>,
    failing: Failing,
    slowest: Duration,
) -> Result<Failing, Halt> {
    let board = Shrinking::new(asker, setup, &failing, slowest).shrink(&failing.board)?;
    if board == failing.board {
        return Ok(failing);
    }
    let trial = asker.ask_to_the_end(&board)?;
    // Else the smaller one was only slow, or its failure does not come back.
    Ok(match Wrong::of(&trial).filter(|wrong| wrong.is_like(&failing.wrong)) {
        Some(wrong) => Failing { board, trial, wrong },
        None => failing,
    })
}

/// Making a board smaller.
struct Shrinking<'a> {
    subject: &'a AnySubject,
    trying: Trying<'a>,
    /// Boards on which the program does not fail in this way.
    good: HashSet<String>,
    /// How many lines the smallest board has so far, and whether boards of fewer lines are put off.
    lines: usize,
    skips: bool,
}

/// Trying a board.
struct Trying<'a> {
    asker: &'a Asker<'a>,
    stop: &'a AtomicBool,
    wrong: &'a Wrong,
    limit: Duration,
    deadline: Instant,
}

impl<'a> Shrinking<'a> {
    fn new(
        asker: &'a Asker<'a>,
        setup: &'a Setup<'a>,
        failing: &'a Failing,
        slowest: Duration,
    ) -> Self {
        let (time, limit) = if failing.wrong.is_late() {
            (TIME_LATE, limit_of_late_runs(slowest, asker.limit).min(asker.limit))
        } else {
            (TIME, asker.limit)
        };
        let (stop, deadline) = (&*setup.stop, Instant::now() + time);
        Self {
            subject: setup.subject,
            trying: Trying { asker, stop, wrong: &failing.wrong, limit, deadline },
            good: HashSet::new(),
            lines: count_lines(&failing.board),
            skips: false,
        }
    }

    /// The board to which this one shrinks.
    ///
    /// The shrinker tries boards of fewer rows first, again after each step. Where the fault takes
    /// a board of this size these are most of all, so they are put off as soon as a step has tried
    /// them in vain, until nothing else is left to try.
    fn shrink(&mut self, board: &str) -> Result<String, Halt> {
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

    fn first_failing(&mut self, boards: &[String]) -> Result<Option<usize>, Halt> {
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
    /// Whether the program fails on a board in the same way; `None` if there is no time to see.
    fn fails(&self, board: &str) -> Result<Option<bool>, Halt> {
        if self.is_over() {
            return Ok(None);
        }
        if !trial::has_move(self.asker.contest, board)? {
            return Ok(Some(false));
        }
        let wrong = Wrong::of(&self.asker.ask(board, self.limit)?);
        Ok(Some(wrong.is_some_and(|wrong| wrong.is_like(self.wrong))))
    }

    fn is_over(&self) -> bool {
        self.stop.load(Relaxed) || Instant::now() >= self.deadline
    }
}

fn count_lines(board: &str) -> usize {
    board.lines().count()
}
