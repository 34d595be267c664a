//! From a board on which a program fails to the smallest one on which it fails in the same way.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use referee::trial;

use super::asker::{Asker, Halt, Wrong};
use super::campaign::{Found, Plan};
use crate::subjects::AnySubject;

/// When to be content with what shrinking has reached.
const TIME: Duration = Duration::from_secs(6);
/// Of a program that does not end every step takes long.
const TIME_LATE: Duration = Duration::from_secs(3);

/// While a program that does not end is shrunk, a run counts as late after so many times what the
/// slowest of its good runs took, within these bounds; in the end the limit itself decides.
const LATE_FACTOR: u32 = 20;
const LATE_MIN: Duration = Duration::from_millis(150);

/// Making a board smaller.
pub(super) struct Shrinking<'a> {
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
    pub(super) fn new(
        asker: &'a Asker<'a>,
        plan: &'a Plan<'a>,
        found: &'a Found,
        slowest: Duration,
    ) -> Self {
        let (time, limit) = if found.wrong.is_late() {
            (TIME_LATE, (slowest * LATE_FACTOR).max(LATE_MIN).min(asker.limit))
        } else {
            (TIME, asker.limit)
        };
        let (stop, deadline) = (plan.stop, Instant::now() + time);
        Self {
            subject: plan.subject,
            trying: Trying { asker, stop, wrong: &found.wrong, limit, deadline },
            good: HashSet::new(),
            lines: count_lines(&found.board),
            skips: false,
        }
    }

    /// The board to which this one shrinks.
    ///
    /// The shrinker tries boards of fewer rows first, again after each step. Where the fault takes a
    /// board of this size these are most of all, so they are put off as soon as a step has tried them
    /// in vain, until nothing else is left to try.
    pub(super) fn shrink(&mut self, board: &str) -> Result<String, Halt> {
        let mut best = board.to_owned();
        loop {
            self.skips = false;
            let before = best.clone();
            best = self.descend(best)?;
            if best == before || !self.skips {
                return Ok(best);
            }
        }
    }

    fn descend(&mut self, board: String) -> Result<String, Halt> {
        let mut halted = None;
        let subject = self.subject;
        let shrunk = subject.shrink_for_judge(board.as_bytes(), &mut |boards| {
            self.first_failing(boards).unwrap_or_else(|halt| {
                halted = Some(halt);
                None
            })
        });
        match halted {
            // Ctrl-C ends the shrinking; what has been reached is worth telling.
            None | Some(Halt::Interrupted) => Ok(shrunk.unwrap_or(board)),
            Some(halt) => Err(halt),
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
